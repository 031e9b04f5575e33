"""What the instrument's script draws: all places of the dial, in one message.

`assets/components/instrument.js` draws it and knows nothing of the numbers' origin. Parts of it:

- label, ends: of the dial; stops: at each place its ε, its name, the sentence, both lines of the
  gauge, and both pictures in words;
- person: a row for each column, with where its values stand in the declared range (0 to 1), the
  range that stays likely at each place, and what is written there; beliefs in each suspect;
- gauge: limit, attack and chance, from 0 to 1;
- people: of 1,000, along the dial, with the axis, its ticks and its levels.
"""

import math
from typing import Any

import numpy as np

from dplab.studies.overview import dial
from dplab.studies.overview.dial import DialStops, Suspects
from pages.kit import words
from pages.kit.values import spelled
from pages.overview import sentences

COLUMNS = ("mean radius", "mean texture", "mean area", "mean smoothness", "worst concavity")
"""Those of a person that are shown, besides the diagnosis."""

TOP, LEVELS = 750, (0, 250, 500, 750)
"""Of the axis of the cost, in people of 1,000."""

TICKS = (0.01, 0.1, 1.0, 10.0)
NO_NOISE = 1.0
"""Where the last place stands; the others stand by the logarithm of ε before `NOISY`."""
NOISY = 0.85

Content = dict[str, Any]


def content() -> Content:
    """Return what the script draws, but for the place where the dial begins."""
    found, people = dial.stored(), dial.suspects(dial.Question())
    plain, rule = found.stops[-1], found.rule
    rows = [*(_number(people, name, found) for name in COLUMNS), _diagnosis(people, found)]
    names = tuple(row["name"] for row in rows)
    return {
        "label": "Privacy parameter ε",
        "ends": list(words.ENDS),
        "stops": [
            {
                "epsilon": spelled(stop.epsilon),
                "name": sentences.name(stop),
                "said": sentences.said(stop, plain, rule),
                "risk": sentences.risk(stop),
                "reached": sentences.reached(stop),
                "alts": [
                    sentences.left_with(stop, names, tuple(row["shown"][at] for row in rows)),
                    sentences.along(stop, found, rule),
                ],
            }
            for at, stop in enumerate(found.stops)
        ],
        "person": {
            "title": "What the attacker is left with of one patient",
            "note": sentences.of_person(),
            "rows": rows,
            "beliefs": [stop.beliefs for stop in found.stops],
        },
        "gauge": {
            "limit": [stop.limit for stop in found.stops],
            "attack": [stop.attack for stop in found.stops],
            "chance": 1 / dial.SUSPECTS,
        },
        "people": {
            "title": "Of 1,000 people, so many get a wrong label",
            "note": sentences.of_people(found),
            "places": [place(stop.epsilon) for stop in found.stops],
            **{
                name: [1000 * getattr(stop, end) for stop in found.stops]
                for name, end in (("mean", "error"), ("low", "low"), ("high", "high"))
            },
            "marked": [sentences.people(stop.error) for stop in found.stops],
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
    }


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


def _number(people: Suspects, name: str, found: DialStops) -> Content:
    """Return the row of a column with numbers."""
    values = people.rows[name].to_numpy(dtype=float)
    likely = [dial.likely(values, stop.beliefs) for stop in found.stops]
    return {
        "name": name,
        "values": [people.inside(name, value) for value in values],
        "ranges": [[people.inside(name, end) for end in ends] for ends in likely],
        "shown": [_written(*ends) for ends in likely],
    }


def _written(low: float, high: float) -> str:
    """Return a range with three digits, and a value with all that the table has."""
    return f"{low:g}" if low == high else f"{_rounded(low)} to {_rounded(high)}"


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _diagnosis(people: Suspects, found: DialStops) -> Content:
    """Return the row of the label: which one, and how much is believed in it."""
    values = (people.rows["diagnosis"] == "malignant").to_numpy(dtype=float)
    shares = [float(np.dot(values, stop.beliefs)) for stop in found.stops]
    return {
        "name": "diagnosis",
        "values": [float(value) for value in values],
        "ranges": [list(dial.likely(values, stop.beliefs)) for stop in found.stops],
        "shown": [
            "malignant" if share == 1 else f"malignant: {100 * share:.0f} in 100"
            for share in shares
        ],
    }
