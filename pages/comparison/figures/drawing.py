"""What `assets/components/drawing.js` draws: a curve that the reader guesses before it is shown."""

import math
from collections.abc import Mapping
from typing import Any

from pages.kit import words

DRAWN = (0.01, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0, 20.0)
"""Where the reader draws."""

LABEL = "Wrong labels per 1,000 people"

TICKS = (0.01, 0.1, 1.0, 10.0)
TOPS = (150, 300, 600, 750)
"""Where the axis may end, in people of 1,000: there is room above the curve, for guesses."""

STEP = 10
"""People of 1,000 by which a key moves a point."""

CLOSE = 40
"""People of 1,000: a drawn curve that is nowhere further away is a good one."""


def content(errors: Mapping[float, float], plain: float) -> dict[str, Any]:
    """Return what is drawn.

    Parameters
    ----------
    errors : mapping
        Shares of wrong labels by ε, ascending; at those of `DRAWN`, at least.
    plain : float
        The share without noise, at which all points begin.
    """
    low, high = math.log(min(errors)), math.log(max(errors))
    people = {epsilon: 1000 * error for epsilon, error in errors.items()}

    def place(epsilon: float) -> float:
        return (math.log(epsilon) - low) / (high - low)

    top = next((top for top in TOPS if 1.3 * max(people.values()) <= top), TOPS[-1])
    return {
        "label": LABEL,
        "unit": "of 1,000",
        "places": [place(epsilon) for epsilon in DRAWN],
        "names": [f"ε = {words.number(epsilon)}" for epsilon in DRAWN],
        "start": round(1000 * plain),
        "truth": [people[epsilon] for epsilon in DRAWN],
        "line": [(place(epsilon), count) for epsilon, count in people.items()],
        "top": top,
        "step": STEP,
        "ticks": {
            "across": [
                (place(tick), f"{'' if at else 'ε = '}{tick:g}") for at, tick in enumerate(TICKS)
            ],
            "up": [top * share // 3 for share in range(4)],
        },
        "words": {
            "ask": (
                f"Without noise, {1000 * plain:.0f} of 1,000 labels are wrong. How do errors rise "
                "as ε falls? Drag the points, or move them by the arrow keys."
            ),
            "show": "Show the truth",
            "again": "Draw again",
            "near": "Close: your curve is never more than {apart} of 1,000 away.",
            "far": (
                "The largest difference is at {name}: you drew {drawn} of 1,000, and it is {truth}."
            ),
            "close": CLOSE,
        },
    }
