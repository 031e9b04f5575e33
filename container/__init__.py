"""The dashboard in a container: how it is started, and whether it answers."""
