"""What is a curator's to see and decide."""
