"""What holds at a place of the dial, in words."""

import math

from dplab.simulation.constant import ConstantRule
from dplab.studies.overview.dial import DRAWS, DialStops, Stop
from pages.comparison import terms
from pages.kit import words


def name(stop: Stop) -> str:
    """Return what the dial shows at a place."""
    return "no noise" if math.isinf(stop.epsilon) else f"ε = {words.number(stop.epsilon)}"


def said(stop: Stop, plain: Stop, rule: ConstantRule) -> tuple[str, str]:
    """Return the sentence at a place: how it begins, in bold, and the rest."""
    begins = "Without noise," if stop is plain else f"At {name(stop)},"
    return begins, f" {_risk(stop)}. {_cost(stop, plain, rule)}"


def _risk(stop: Stop) -> str:
    if math.isinf(stop.epsilon):
        return (
            "an attacker who knows every other record, and considers ten people equally likely, "
            "knows which of them it is: no other one fits the classifier"
        )
    if stop.limit > 0.99:
        return (
            "next to nothing is guaranteed: it is not ruled out that an attacker who knows every "
            "other record, and considers ten people equally likely, names the right one more than "
            f"99 times in 100 (the best attack here: {_in_100(stop)})"
        )
    return (
        "an attacker who knows every other record, and considers ten people equally likely, names "
        f"the right one at most {words.times_in_100(stop.limit)} (the best attack here: "
        f"{_in_100(stop)})"
    )


def _cost(stop: Stop, plain: Stop, rule: ConstantRule) -> str:
    wrong = f"Of 1,000 people {people(stop.error)} get a wrong label"
    if stop is plain:
        return f"{wrong}."
    if stop.error >= rule.error:
        return f"{wrong}: more than the {people(rule.error)} of {_always(rule)}."
    return f"{wrong}; without noise, {people(plain.error)}."


def people(error: float) -> str:
    """Return an error as people of 1,000."""
    return f"{1000 * error:.0f}"


def _always(rule: ConstantRule) -> str:
    return f"always answering “{rule.answer}”"


def _in_100(stop: Stop) -> str:
    return f"{100 * stop.attack:.1f}"


def risk(stop: Stop) -> str:
    """Return what the gauge shows."""
    if math.isinf(stop.epsilon):
        return "No limit: the right one is known"
    if stop.limit > 0.99:
        return "Next to no limit: over 99 in 100 not ruled out"
    return f"The limit: right at most {words.times_in_100(stop.limit)}"


def reached(stop: Stop) -> str:
    """Return what the gauge's marks stand for."""
    if math.isinf(stop.epsilon):
        return "● the attack here: 100 in 100; ⋮ chance: 10"
    return f"● the best attack here: {_in_100(stop)} in 100; ⋮ chance: 10"


def level(rule: ConstantRule) -> str:
    """Return what the constant rule's line is called, beside the numbers of a phone's figure."""
    return f"always “{rule.answer}”: {people(rule.error)}"


def left_with(stop: Stop, names: tuple[str, ...], shown: tuple[str, ...]) -> str:
    """Return the person's picture for somebody who does not see it."""
    columns = "; ".join(f"{each} {text}" for each, text in zip(names, shown, strict=True))
    return f"What the attacker is left with at {name(stop)}: {columns}."


def along(stop: Stop, found: DialStops, rule: ConstantRule) -> str:
    """Return the picture of the cost for somebody who does not see it."""
    first, plain = found.stops[0], found.stops[-1]
    return (
        f"People of 1,000 with a wrong label, from {people(first.error)} at {name(first)} to "
        f"{people(plain.error)} without noise; at {name(stop)}, {people(stop.error)}. A dotted "
        f"line: {level(rule)}."
    )


def of_person() -> str:
    """Return how the person's picture is read."""
    return (
        "Each strip is the range declared for a column, each tick one of the ten. Fog: where nine "
        f"tenths of the attacker's belief lie, on average over {DRAWS} releases."
    )


def of_people(found: DialStops) -> str:
    """Return how the cost was measured."""
    question = found.question
    return (
        f"Breast cancer table, {words.pluralize(found.n, 'training record')}; "
        f"{terms.called(question.mechanism)}, λ follows ε. Means over {question.splits} splits "
        f"and {question.settings.draws} draws of the noise in each; band: half of these."
    )
