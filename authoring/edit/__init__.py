"""Writing an instance."""
