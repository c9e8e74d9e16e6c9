"""The list of instances, tasks beside it, and what is mine to do."""
