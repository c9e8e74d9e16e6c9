"""What the files of a benchmark mean: models, the YAML door, per-instance rules, digests."""
