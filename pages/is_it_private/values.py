"""What the address of Is it private? asks: one of six parts, in the order of reading."""

from pages.comparison import values
from pages.comparison.parts import Parts

PARTS = Parts(
    "is_it_private",
    "The part of Is it private?",
    "is_it_private_part",
    {
        "meter": "meter",
        "mechanisms": "mechanisms",
        "map": "worst_map",
        "guarantee": "whole_guarantee",
        "sensitivity": "sensitivity",
        "spending": "spending",
    },
    {"spending": "noise and curvature, along λ"},
)

ABOUT = values.simulating(
    "Is it private?",
    PARTS.values,
    words=(
        "privacy loss",
        "sensitivity",
        "neighbouring data sets",
        "mechanism",
        "curvature bound c",
        "extra regularization Δ",
        "audit",
        "δ",
    ),
)

question = PARTS.question

EDITION = values.epsilon_dial(values.EPSILONS[::2])
"""Every other place of the slider: at each, an audit takes a second."""
