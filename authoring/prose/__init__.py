"""The field people write prose in: it carries every text as it is and grows with it."""

from authoring.prose.area import Prose

__all__ = ["Prose"]
