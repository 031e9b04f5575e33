"""What holds at a place of the dial, in words."""

import math

from dpcore.privacy import risk
from dplab.simulation.constant import ConstantRule
from dplab.studies.overview.dial import DialStops, Stop
from pages.comparison.sentences import with_more
from pages.kit import words

SURE = 0.99
"""From this limit on odds tell more than a share of 100."""

SURELY = 2.0
"""Standard errors within which nearly all other draws would leave a mean."""


def name(stop: Stop) -> str:
    """Return what the dial shows at a place."""
    return "no noise" if math.isinf(stop.epsilon) else f"ε = {words.number(stop.epsilon)}"


def said(stop: Stop, plain: Stop, rule: ConstantRule) -> tuple[str, str, str]:
    """Return the sentence at a place: how it begins, in bold; the risk; and the cost."""
    begins = "Without noise:" if stop is plain else f"At {name(stop)}:"
    return begins, f" {risk.sentence(stop.epsilon)} ", _cost(stop, plain, rule)


def _cost(stop: Stop, plain: Stop, rule: ConstantRule) -> str:
    wrong = f"Of 1,000 people, {people(stop.error, stop.deviation)} get a wrong label"
    if stop is plain:
        return f"{wrong}."
    clear, of_rule = SURELY * stop.deviation, f"the {people(rule.error)} of {_always(rule)}"
    if stop.error > rule.error + clear:
        return f"{wrong}: more than {of_rule}."
    if stop.error > rule.error - clear:
        return f"{wrong}: not clearly fewer than {of_rule}."
    more = people(stop.error - plain.error, stop.deviation)
    return f"Of 1,000 people, {more} more get a wrong label than without noise."


def people(error: float, deviation: float = 0.0) -> str:
    """Return an error as people of 1,000: in tens where other draws of the noise would move it.

    Examples
    --------
    >>> people(0.43825, 0.0348), people(0.08368, 0.0031)
    ('440', '84')
    """
    unit = _unit(deviation)
    return f"{unit * round(1000 * error / unit)}"


def _unit(deviation: float) -> int:
    """Return the power of ten, in people of 1,000, to which a mean is worth saying."""
    moved = 1000 * SURELY * deviation
    return int(10 ** math.floor(math.log10(moved))) if moved >= 1 else 1


def _always(rule: ConstantRule) -> str:
    return f"always predicting “{rule.answer}”"


def most(stop: Stop) -> str:
    """Return what the gauge shows: what the guarantee leaves open."""
    if math.isinf(stop.epsilon):
        return "Nothing is ruled out: only one of them fits"
    if stop.limit > SURE:
        return f"Not ruled out: wrong {risk.once_in(stop.epsilon).removesuffix(' times')}"
    return f"Not ruled out: right {risk.in_100(stop.limit)} times in 100"


def reached(stop: Stop) -> str:
    """Return what the gauge's marks stand for."""
    attack = f"● on these records, this attack: {100 * stop.attack:.1f}".removesuffix(".0")
    return f"{attack} in 100; ⋮ a coin: 50"


def level(rule: ConstantRule) -> str:
    """Return what the constant rule's line is called, beside the numbers of a phone's figure."""
    return f"always “{rule.answer}”: {people(rule.error)}"


def left_open(stop: Stop, rows: list[tuple[str, str, str]]) -> str:
    """Return the picture of the two people for somebody who does not see it."""
    person, other = risk.shares(stop.epsilon)
    columns = "; ".join(f"{column} {own} or {others}" for column, own, others in rows)
    return (
        f"Two patients, one of whom was in the data, at {name(stop)}: the true one, {person} in "
        f"100 not ruled out, and the other, {other}. Their values: {columns}."
    )


def along(stop: Stop, found: DialStops, rule: ConstantRule) -> str:
    """Return the picture of the cost for somebody who does not see it."""
    first, plain = found.stops[0], found.stops[-1]
    return (
        f"People of 1,000 with a wrong label, from {people(first.error, first.deviation)} at "
        f"{name(first)} to {people(plain.error)} without noise; at {name(stop)}, "
        f"{people(stop.error, stop.deviation)}. A dotted line: {level(rule)}."
    )


OF_PERSON = (
    "Both patients are in the breast cancer table, and one was in the training data. The ink is "
    "what the guarantee does not rule out; rely on that, and not on the attack."
)
"""How the picture of the two people is read."""


def of_people(stop: Stop, found: DialStops) -> str:
    """Return how the cost was measured, and what more records would make of it."""
    plain = found.stops[-1]
    more = ""
    if stop is not plain and stop.with_more is not None:
        costs = (
            int(people(each - plain.error, stop.deviation)) / 1000
            for each in (stop.error, stop.with_more)
        )
        more = f"{with_more(found.n, 'this', *costs)} "
    if stop.deviation:
        moved = words.rounded(1000 * SURELY * stop.deviation, 1)
        more += (
            f"New noise would move the {people(stop.error, stop.deviation)} by about ± {moved}. "
        )
    return (
        f"{more}Means over {found.question.settings.draws} draws of the noise, the better of "
        "objective and output perturbation; band: half of the draws. Measured on "
        f"{words.pluralize(found.n_test, 'other patient')}."
    )


DRAWING = {
    "begin": "You draw it",
    "back": "Back to the curve",
    "send": "Send it to a friend: this link opens with the drawing",
}
"""What leads to the pad, back, and to a friend."""
