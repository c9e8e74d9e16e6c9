"""The terminal app: one screen a job; shows and edits, calls the core."""
