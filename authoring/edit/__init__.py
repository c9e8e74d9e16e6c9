"""One instance as one page to write on."""
