"""Benchmarks. Each prints ratios to a floor measured in the same run; `python -m perf` runs all."""
