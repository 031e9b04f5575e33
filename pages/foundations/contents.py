"""The six parts, in the order in which they are read."""

from pages.comparison.parts import Parts

PARTS = Parts(
    "foundations",
    "The part of Foundations",
    "foundations_part",
    ("noisy_sum", "average", "regression", "game", "beliefs", "composition"),
)
