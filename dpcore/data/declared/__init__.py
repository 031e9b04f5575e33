"""What a schema is made of: its label, which rows have one, and how a schema is saved."""
