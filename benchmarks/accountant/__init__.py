"""A plan's number beside a reference accountant's, stored once: `reference` has the way."""
