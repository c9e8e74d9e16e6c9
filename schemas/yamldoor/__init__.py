"""The one door to YAML: text comes back to the code point, or an error says why not.

Reading goes through libyaml's events (fast, and every scalar stays the text it was); writing
and editing go through ruamel.yaml. Files are plain trees of mappings, lists and texts: no
anchors, aliases, tags, no key twice, no depth.
"""

from schemas.yamldoor.edit import update
from schemas.yamldoor.model import load_model
from schemas.yamldoor.read import Document, Value, parse
from schemas.yamldoor.write import dump

__all__ = ["Document", "Value", "dump", "load_model", "parse", "update"]
