"""The answers of the six parts: figure, sentences, and what a visitor takes along."""
