"""The example benchmark: its texts, and a walk through all steps."""
