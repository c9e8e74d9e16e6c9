"""Check what was generated before it goes to review."""
