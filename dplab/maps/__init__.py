"""Feature maps, one family a module; `dplab.features` makes them by name."""
