"""What visitors do to a server: how long each waits, and what they leave."""
