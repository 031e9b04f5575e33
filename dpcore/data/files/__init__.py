"""What is read from the bytes of a file: limits, records, names of columns, layout."""
