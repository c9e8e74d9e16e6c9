"""Modules that exports hand out as they are. They run in the other tool; nothing imports them."""
