"""`python -m curate`."""

from curate.main import main

main()
