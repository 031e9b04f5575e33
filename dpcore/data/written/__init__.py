"""How people write numbers: recognised from a whole column, or read as it was declared."""
