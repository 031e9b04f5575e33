"""The command line: what `python -m dpcore` can do, each command a small function."""
