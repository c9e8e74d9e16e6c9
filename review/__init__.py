"""Cross-validation: the review rule as pure functions, and the acts that follow it."""
