"""What a table tells of itself before anything is declared: proposals, groups, what a row was."""
