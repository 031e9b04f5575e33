"""The answers of the two halves: figures, sentences, and what a visitor takes along."""
