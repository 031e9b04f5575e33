"""Who pays? The answers of the ninth lesson, on the page of that name.

Costs are those of the page: the same records, noise and test records
(`dplab.studies.who_pays`). Numbers that a misunderstanding gives are rounded as the page shows
them, since that is how they are typed.

Examples
--------
>>> at = {"data": "two_groups", "epsilon": 0.1, "lam": 1e-3, "group_share": 0.05}
>>> table_of_its_own(at).answer, round(disagree(at).answer)
(1000.0, 32)
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dpcore.data.recipes import RECIPES
from dpcore.data.two_groups import COLUMN, LARGER, SMALLER
from dplab.instruments.chances import disagreement
from dplab.simulation.settings import Settings
from dplab.simulation.sources import stream
from dplab.studies.lessons.costs import POINT
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import WRITER, Truth, shown
from dplab.studies.who_pays import answers, costs, decided, members
from dplab.studies.who_pays.costs import Costs, GroupCost
from dplab.tables.groups.division import Division

BEFORE, AFTER = 1.0, 0.1
"""The ε of the prediction: it is made at the first, and is about the second."""

ALIKE = 2.0
"""How many times as much one group must pay for the other not to pay alike."""

PRICE = (3.0, 6.0)
"""What the smaller group is to pay in the picture of its share, in points."""

RISE, OTHERWISE = 1.0, 3
"""Of the picture of the second release: points that the mean error may rise, and how many of 100
people are still to get the other answer."""

POSITIVE = 0.8
"""Share of the releases that answer the person of the question with +1."""

FEW = (("group_share", 0.05), ("group_angle", 90.0), ("group_flip", 0.05))
UNSURE = (*FEW[:2], ("group_flip", 0.3))
"""The two tables of the pictures: in the second, three labels of ten are flipped."""

USUAL = {
    "who_pays_method": "objective",
    "who_pays_counted": "error",
    "who_pays_column": "",
    "who_pays_cuts": (),
}
RECORDS = 20_000
"""All training records of these tables: whoever types so many has moved nothing."""

MOVED = "something else was moved, too: press Reset"

EXAM_SHARES, EXAM_CHANCES = (0.02, 0.04, 0.08, 0.1, 0.25), (0.6, 0.7, 0.75, 0.9, 0.95)
EXAM_SIZES, EXAM_LAMS = (5_000, 12_000, 30_000), (0.001, 0.002, 0.01)


def who_pays(at: At) -> Truth:
    """Return whose cost rises more when ε goes from 1 to 0.1, by two times or more."""
    settings = settings_of(at)
    before, after = (_groups(settings.with_epsilon(each)) for each in (BEFORE, AFTER))
    smaller, larger = (after[name].cost - before[name].cost for name in (SMALLER, LARGER))
    answer = (
        "smaller" if smaller > ALIKE * larger else "larger" if larger > ALIKE * smaller else "alike"
    )
    said = {
        "smaller": _tenths(after[SMALLER].cost),
        "larger": _tenths(after[LARGER].cost),
        "before": _tenths(before[SMALLER].cost),
    }
    return Truth(answer, said=said)


def cost_of_smaller(at: At) -> Truth:
    """Return what the smaller group pays, in points: as the sentence of the page says."""
    found = _groups(settings_of(at))
    smaller, larger = found[SMALLER], found[LARGER]
    misses = {
        "error": _tenths(smaller.at_epsilon),
        "other": _tenths(larger.cost),
        "gap": _tenths(smaller.cost - larger.cost),
    }
    said: dict[str, float | str] = {
        "without": _tenths(smaller.without_noise),
        "people": round(1000 * smaller.cost),
    }
    return Truth(POINT * smaller.cost, 0.11, misses, said)


def mean_of_all(at: At) -> Truth:
    """Return by how much the error of all test records rises, in points: each group by its size."""
    found = _costs(settings_of(at))
    smaller, larger = (_named(found)[name].cost for name in (SMALLER, LARGER))
    misses = {"plain": _tenths((smaller + larger) / 2), "smaller": _tenths(smaller)}
    said = {"larger": _tenths(larger)}
    # The group's share of the test records is not that of all records, and moves it by so much.
    return Truth(POINT * found.whole.cost, 0.2, misses, said)


def is_fairly_priced(at: At) -> Truth:
    """Tell whether the smaller group pays three to six points, by its share alone."""
    said: dict[str, float | str] = {"share": POINT * _share(at)}
    if _is_moved(at, Settings(epsilon=AFTER, lam=1e-3, knobs=FEW), "group_share"):
        return Truth(False, said=said | {"found": MOVED})
    found = _groups(settings_of(at))
    cost, other = _tenths(found[SMALLER].cost), _tenths(found[LARGER].cost)
    low, high = PRICE
    told = WRITER.format("the smaller group pays {0:points}", cost)
    return Truth(low <= cost <= high, said=said | {"found": told, "other": other})


def table_of_its_own(at: At) -> Truth:
    """Return of how many records a table pays like the smaller group: its share of n."""
    settings, share = settings_of(at), _share(at)
    found = members.run(members.Question(settings.source, Division(COLUMN)))
    n = settings.n or len(found.train)
    count = int(found.n_train(n)[found.names.index(SMALLER)])
    # What the page counts is right as well: so many the draw of the records made them.
    tolerance = max(0.02 * share * n, abs(count - share * n))
    said = {"count": count, "times": 1 / share, "its_lam": settings.given_lam / share}
    return Truth(share * n, tolerance, {"all": n, "half": n / 2}, said)


def is_hidden(at: At) -> Truth:
    """Tell whether the mean error hardly rises while a second release answers some otherwise."""
    said: dict[str, float | str] = {"epsilon": shown(float(at["epsilon"]))}
    if _is_moved(at, Settings(lam=1e-3, knobs=UNSURE), "epsilon"):
        return Truth(False, said=said | {"found": MOVED})
    settings = settings_of(at)
    if math.isinf(settings.epsilon):
        return Truth(False, said=said | {"found": "there is no noise"})
    method = str(at.get("who_pays_method", USUAL["who_pays_method"]))
    found = decided.run(decided.Question(settings, method))
    plain = answers.run(answers.Question(settings.with_epsilon(math.inf), "non_private"))
    rise, people = (
        _tenths(found.answers.mean_error - plain.answers.mean_error),
        POINT * found.answers.mean_disagreement,
    )
    told = WRITER.format(
        "the mean error rises by {0:points}, and of 100 people, {1} would get the other answer",
        rise,
        # As the page says it.
        round(people) if people >= 1 else f"{people:.1f}",
    )
    is_right = rise <= RISE and round(people) >= OTHERWISE
    return Truth(is_right, said=said | {"found": told})


def disagree(at: At) -> Truth:
    """Return in how many of 100 pairs two releases answer differently: 2p(1-p).

    With it comes how many of 100 people of the page get another answer from a second release.
    """
    p = POSITIVE
    found = decided.run(decided.Question(settings_of(at), str(USUAL["who_pays_method"])))
    misses = {
        "other_answer": POINT * (1 - p),
        "one_order": POINT * p * (1 - p),
        "same": POINT * (1 - 2 * p * (1 - p)),
        "one_release": POINT * p,
    }
    said = {"p": p, "rest": 1 - p, "differ": POINT * found.answers.mean_disagreement}
    return Truth(_in_100(p), 0.5, misses, said)


def what_is_alike(at: At) -> Truth:
    """Return what is the same for both groups: the guarantee, and the price where no gap shows."""
    found = _costs(settings_of(at))
    named = _named(found)
    said = {"smaller": _tenths(named[SMALLER].cost), "larger": _tenths(named[LARGER].cost)}
    # No mechanism is given a group, so that none has a guarantee of its own.
    answer = "guarantee" if found.gap > found.gap_margin else "both"
    return Truth(answer, said=said | {"epsilon": float(at["epsilon"])})


def exam_disagreement(at: At) -> Truth:
    """Return the disagreement of two releases for a person of the class, in 100."""
    p = float(stream(int(at["seed"]), "exam disagreement").choice(EXAM_CHANCES))
    return Truth(_in_100(p), 0.1, said={"p": POINT * p, "share": p, "rest": 1 - p})


def exam_effective(at: At) -> Truth:
    """Return the effective number of records of a group of the class."""
    random = stream(int(at["seed"]), "exam effective records")
    n, lam = int(random.choice(EXAM_SIZES)), float(random.choice(EXAM_LAMS))
    share = float(random.choice(EXAM_SHARES))
    said = {"n": n, "lam": lam, "share": share, "in_100": POINT * share, "its_lam": lam / share}
    return Truth(share * n, 1e-6, said=said)


def _share(at: At) -> float:
    """Return the smaller group's share of the records."""
    usual = RECIPES["two_groups"].knobs["group_share"].default
    return float(at.get("group_share", usual))


def _in_100(p: float) -> float:
    return POINT * float(disagreement(np.array([p]))[0])


def _tenths(share: float) -> float:
    """Return a share in points, as the page shows it."""
    return round(POINT * share, 1)


def _costs(settings: Settings) -> Costs:
    return costs.run(costs.Question(settings, str(USUAL["who_pays_method"]), Division(COLUMN)))


def _groups(settings: Settings) -> Mapping[str, GroupCost]:
    return _named(_costs(settings))


def _named(found: Costs) -> Mapping[str, GroupCost]:
    return {group.name: group for group in found.groups}


def _is_moved(at: At, usual: Settings, free: str) -> bool:
    """Tell whether anything but one setting is not as the step set it."""
    settings = settings_of(at)
    knobs = dict(settings.knobs)
    # Neither a seed nor what the page does not show is moved.
    wanted = replace(
        usual,
        data="two_groups",
        epsilon=settings.epsilon if free == "epsilon" else usual.epsilon,
        knobs=tuple((name, knobs.get(name, value) if name == free else value)
                    for name, value in usual.knobs),
        seed=settings.seed,
        measure=settings.measure,
        delta=settings.delta,
    )  # fmt: skip
    n = None if settings.n == RECORDS else settings.n
    is_usual = all(at.get(name, value) == value for name, value in USUAL.items())
    return replace(settings, n=n) != wanted or not is_usual
