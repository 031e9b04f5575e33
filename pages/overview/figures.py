"""What the instrument's script draws: all places of the dial, in one message.

`assets/components/instrument.js` draws it and knows nothing of the numbers' origin. Parts of it:

- label, ends: of the dial; stops: at each place its ε, its name, the sentence, both lines of the
  gauge, the line under the cost, and both pictures in words;
- people: a row for each column of the two, with where their values are in the declared range (0 to
  1), and as the table writes them; the ink of both, and its number, at each place;
- gauge: limit, attack and chance, from 0 to 1;
- cost: people of 1,000 along the dial, with the axis, its ticks and its levels.
"""

import math
from typing import Any

import numpy as np

from dpcore.privacy import risk
from dplab.studies.overview import dial
from dplab.studies.overview.dial import Candidates, DialStops
from pages.comparison.figures import drawing
from pages.kit import words
from pages.kit.values import spelled
from pages.overview import sentences

COLUMNS = (
    "mean radius", "mean texture", "mean area", "mean smoothness", "worst area", "worst concavity"
)  # fmt: skip
"""Those that are shown of each of the two; the diagnosis of both is the same."""

CHANCE = 0.5
"""How often a coin is right."""

DRAWING_LINK = "?overview_draw=1"
"""Opens the page with the pad on it."""

TOP, LEVELS = 750, (0, 250, 500, 750)
"""Of the axis of the cost, in people of 1,000."""

TICKS = (0.01, 0.1, 1.0, 10.0)
NO_NOISE = 1.0
"""Where the last place stands; the others stand by the logarithm of ε before `NOISY`."""
NOISY = 0.85

Content = dict[str, Any]


def content() -> Content:
    """Return what the script draws, but for the place where the dial begins."""
    found, two = dial.stored(), dial.candidates(dial.Question())
    plain, rule, rows = found.stops[-1], found.rule, [_row(two, name) for name in COLUMNS]
    written = [(row["name"], *row["shown"]) for row in rows]
    return {
        "label": "Privacy parameter ε",
        "ends": list(words.ENDS),
        "stops": [
            {
                "epsilon": spelled(stop.epsilon),
                "name": sentences.name(stop),
                "said": sentences.said(stop, plain, rule),
                "risk": sentences.most(stop),
                "reached": sentences.reached(stop),
                "note": sentences.of_people(stop, found),
                "alts": [
                    sentences.left_open(stop, written),
                    sentences.along(stop, found, rule),
                ],
            }
            for stop in found.stops
        ],
        "two": {
            "title": "What ε does not rule out",
            "of": "Of 100, not ruled out:",
            "names": ["in the data", "not in it"],
            "note": sentences.OF_PERSON,
            "rows": rows,
            "inks": [(stop.limit, 1 - stop.limit) for stop in found.stops],
            "shares": [risk.shares(stop.epsilon) for stop in found.stops],
        },
        "gauge": {
            "limit": [stop.limit for stop in found.stops],
            "attack": [stop.attack for stop in found.stops],
            "chance": CHANCE,
        },
        "cost": {
            "title": "Wrong labels per 1,000 people",
            "places": [place(stop.epsilon) for stop in found.stops],
            **{
                name: [1000 * getattr(stop, end) for stop in found.stops]
                for name, end in (("mean", "error"), ("low", "low"), ("high", "high"))
            },
            "marked": [sentences.people(stop.error, stop.deviation) for stop in found.stops],
            "top": TOP,
            "ticks": {
                "across": [
                    *(
                        (place(tick), f"{'' if at else 'ε = '}{tick:g}")
                        for at, tick in enumerate(TICKS)
                    ),
                    (NO_NOISE, "no noise"),
                ],
                "up": LEVELS,
            },
            "levels": [{"count": 1000 * rule.error, "text": sentences.level(rule)}],
        },
        "drawing": _drawing(found),
    }


def _drawing(found: DialStops) -> Content:
    """Return what the reader draws: the cost."""
    *noisy, plain = found.stops
    made = drawing.content({stop.epsilon: stop.error for stop in noisy}, plain.error)
    drawn = [stop for stop in noisy if stop.epsilon in drawing.DRAWN]
    # What is said of the truth is rounded as everywhere on the page.
    made |= {"truth": [int(sentences.people(stop.error, stop.deviation)) for stop in drawn]}
    return made | {"words": made["words"] | sentences.DRAWING, "link": DRAWING_LINK}


def place(epsilon: float) -> float:
    """Return where an ε stands between the ends of the picture, from 0 to 1."""
    if math.isinf(epsilon):
        return NO_NOISE
    low, high = math.log(dial.EPSILONS[0]), math.log(dial.EPSILONS[-1])
    return NOISY * (math.log(epsilon) - low) / (high - low)


def nearest(epsilon: float) -> int:
    """Return the place of the dial that is nearest to an ε; the last has no noise."""
    if math.isinf(epsilon):
        return len(dial.EPSILONS)
    return int(np.argmin([abs(math.log(each / epsilon)) for each in dial.EPSILONS]))


def _row(two: Candidates, name: str) -> Content:
    """Return the row of a column: where both values are, and how the table writes them."""
    cells = [float(cell) for cell in two.rows[name]]
    values = [two.inside(name, cell) for cell in cells]
    return {"name": name, "values": values, "shown": [f"{cell:g}" for cell in cells]}
