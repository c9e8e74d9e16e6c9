"""Hand instances to other tools: one file a format. Statuses come in as data."""
