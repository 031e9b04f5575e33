"""From the unit ball back to a row of the table, and how near to the truth it comes."""
