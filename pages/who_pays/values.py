"""What the address of Who pays? asks: of two parts, in the order in which they are read."""

from pages.comparison import values
from pages.comparison.parts import Parts
from pages.who_pays import people

PARTS = Parts(
    "who_pays",
    "The part of Who pays?",
    "who_pays_part",
    {"groups": "groups", "decided": "decided"},
)
VALUES = (*people.VALUES, *PARTS.values)
"""What the page puts into the address."""

ABOUT = values.simulating(
    "Who pays?",
    VALUES,
    words=(
        "ε",
        "group",
        "disagreement",
        "constant rule",
        "draw",
        "error",
        "objective perturbation",
        "output perturbation",
    ),
)

EDITION = values.epsilon_dial()

question = PARTS.question
