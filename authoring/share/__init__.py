"""My copy and the shared copy: how they stand, send, fetch."""
