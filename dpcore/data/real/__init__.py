"""The real tables: each with its source, its declared schema, and the ways to get at its rows."""
