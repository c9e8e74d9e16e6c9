"""A benchmark as a folder: find, load, save, git, import, check, release, export."""
