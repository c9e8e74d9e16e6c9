"""Two versions of one instance, settled field by field."""
