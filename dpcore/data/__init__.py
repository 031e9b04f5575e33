"""Records on their way into the unit ball: generators, real tables, schemas, uploads."""
