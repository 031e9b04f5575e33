"""Trade-off: errors against ε, and which ε is enough for an accuracy."""
