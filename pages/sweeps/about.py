"""The page Sweeps: what it says of itself."""

from pages.comparison.screen.settings import simulating
from pages.sweeps import values

ABOUT = simulating(
    "Sweeps",
    values.VALUES,
    words=("ε", "regularization λ", "learning curve", "draw", "spread", "constant rule"),
)
