"""Records, and how they become points of the unit ball: generators, tables, schemas, uploads."""
