"""What the address of Foundations asks: one of six parts, of which one is for experts."""

from pages.comparison import values
from pages.comparison.parts import Parts
from pages.foundations.noisy_sum.values import DRAWS

PARTS = Parts(
    "foundations",
    "The part of Foundations",
    "foundations_part",
    {
        "sum": "noisy_sum",
        "average": "average",
        "regression": "regression",
        "game": "game",
        "beliefs": "beliefs",
        "composition": "composition",
    },
    {"regression": "how far one record turns a line"},
)

ABOUT = values.simulating(
    "Foundations",
    PARTS.values,
    words=(
        "differential privacy",
        "ε",
        "neighbouring data sets",
        "sensitivity",
        "Laplace mechanism",
        "privacy loss",
        "composition",
        "budget",
        "posterior",
    ),
)

question = PARTS.question

EDITION = values.epsilon_dial(at={DRAWS.name: "100"}, part="noisy_sum")
"""As many draws as the sentence counts within the exact half width: 95 in 100."""
