"""One module a verb. Its top imports nothing but the standard library and typer."""
