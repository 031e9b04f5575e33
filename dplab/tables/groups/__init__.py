"""Groups of records: levels of a column that need not be a feature and is never the label."""
