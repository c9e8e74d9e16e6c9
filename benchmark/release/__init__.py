"""Frozen releases: built from git objects alone, verifiable without anything else."""
