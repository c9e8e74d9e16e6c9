"""A task: its card, and reading its instances one after another."""
