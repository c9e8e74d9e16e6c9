"""The command line: one file a verb; each parses, calls the core, and prints."""
