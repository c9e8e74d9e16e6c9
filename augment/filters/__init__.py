"""Which candidates are no instances: each is dropped by a named reason before the choice."""

from augment.filters.judging import Filters, filters_for

__all__ = ["Filters", "filters_for"]
