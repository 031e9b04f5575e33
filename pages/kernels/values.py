"""What the address of Kernels asks: of two halves, in the order in which they are read."""

from pages.comparison import values
from pages.comparison.parts import Parts

PARTS = Parts(
    "kernels",
    "The half of Kernels",
    "kernels_half",
    {"features": "features", "serving": "serving"},
    {"serving": "predictions by PINP, TDDL and TDIL"},
)

ABOUT = values.simulating(
    "Kernels",
    PARTS.values,
    words=("kernel", "random features", "bandwidth γ", "δ", "unit ball"),
)

EDITION = values.epsilon_dial(values.EPSILONS[::2], start=1.0, part="features")
"""At fewer places than a slider has: each takes seconds."""

question = PARTS.question
