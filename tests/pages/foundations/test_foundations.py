"""The page Foundations: its parts open singly, and what cannot be used gets a sentence."""
