"""Feature maps, one family a module; `dpcore.erm.features` makes them by name."""
