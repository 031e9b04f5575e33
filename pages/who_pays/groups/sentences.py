"""What each group pays in words, with the numbers of the moment."""

import math

import pandas as pd

from dpcore.data.recipes import RECIPES
from dpcore.data.two_groups import SMALLER
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.who_pays.along import Gaps
from dplab.studies.who_pays.costs import ERROR, FEWEST, Costs, GroupCost
from pages.comparison import terms
from pages.comparison.confusion import matrix
from pages.kit import words
from pages.kit.text import escape_markdown

READ = "Groups are read from the data; a release knows no groups."
SEPARATE = 90.0
"""Degrees between the groups' directions at which neither learns from the other."""


def verdict(costs: Costs) -> str:
    """Return who pays how much: one sentence of the dearest group and the cheapest."""
    enough = f"{FEWEST} {_records(costs)} or more"
    if not costs.known:
        return (
            f"No group has {enough}: nothing can be concluded about any of them. Take records with "
            "larger groups, or fewer cuts."
        )
    if len(costs.known) == 1:
        return f"One group alone has {enough}, so that there is nothing to compare it with."
    epsilon = costs.question.settings.epsilon
    if math.isinf(epsilon):
        return "At ε = ∞ there is no noise: no group pays anything."
    dearest, cheapest = costs.dearest, costs.cheapest
    if not any(_shows(group) for group in costs.known):
        return (
            f"At ε = {words.number(epsilon)} the noise has no measurable cost for any group of "
            f"{enough}."
        )
    return (
        f"At ε = {words.number(epsilon)} {_called(dearest)} ({_share(dearest, costs)}) "
        f"{_pays(dearest)}, {_called(cheapest)} {_pays(cheapest, short=True)}."
    )


def _records(costs: Costs) -> str:
    """Return what is counted of a group's test records."""
    return "test records" if costs.question.counted == ERROR else "positive test records"


def _shows(group: GroupCost) -> bool:
    return abs(group.cost) >= words.VISIBLE


def _pays(group: GroupCost, *, short: bool = False) -> str:
    """Return a predicate: pays 17.5 points; short, where the verb and the noun were said before."""
    if not _shows(group):
        return "nothing measurable" if short else "pays nothing measurable"
    if group.cost < 0:
        return f"comes out {words.points(-group.cost)} better"
    said = words.points(group.cost)
    return said.rpartition(" ")[0] if short else f"pays {said}"


def _called(group: GroupCost) -> str:
    """Return a group's name with an article where it needs one."""
    name = escape_markdown(group.name)
    return f"the {name}" if name.endswith(" group") else f"“{name}”"


def _share(group: GroupCost, costs: Costs) -> str:
    if not group.n_train:
        return "without a training record"
    in_100, in_1000 = (round(times * group.n_train / costs.n) for times in (100, 1000))
    if in_1000 < 10:
        return f"{in_1000 or 'fewer than 1'} in 1,000 of the records"
    if in_100 == 100 and group.n_train < costs.n:
        return "more than 99 in 100 of the records"
    return f"{in_100} in 100 of the records"


def gap(costs: Costs) -> str:
    """Return the gap with its interval, and the costs as people."""
    if len(costs.known) < 2 or math.isinf(costs.question.settings.epsilon):
        return ""
    none = ", so there may be none" if costs.gap <= costs.gap_margin < math.inf else ""
    said = f"The gap between them is {words.points(costs.gap)} {_interval(costs)}{none}."
    return f"{said} {_people(costs)}".rstrip()


def _everybody(costs: Costs) -> str:
    """Return what the noise costs all people together: the one number of most reports."""
    whole = costs.whole.cost
    if costs.question.counted != ERROR or abs(whole) < words.VISIBLE:
        return ""
    moved = "adds" if whole > 0 else "takes away"
    return f" Over everybody the noise {moved} {words.points(abs(whole))}."


def _interval(costs: Costs) -> str:
    if math.isinf(costs.gap_margin):
        return "(from one draw, nothing is known of its interval)"
    low, high = costs.gap - costs.gap_margin, costs.gap + costs.gap_margin
    ends = " to ".join(words.tenths(each) for each in (low, high))
    left_open = "" if costs.is_exact else f" and {costs.n_draws} draws"
    return f"(95 % interval {ends}, given the test records{left_open})"


def _people(costs: Costs) -> str:
    if costs.question.counted != ERROR:
        return ""
    more = [(group, round(1000 * group.cost)) for group in (costs.dearest, costs.cheapest)]
    (first, many), (other, few) = more
    if many <= 0:
        return ""
    rest = f"of {_called(other)} {few or 'none' if few >= 0 else f'{-few} fewer'}"
    return f"Of 1,000 people of {_called(first)}, {many} more get a wrong label; {rest}."


def not_learned(costs: Costs) -> str:
    """Return of which groups the classifier without noise has learned nothing, if of any."""
    if costs.question.counted != ERROR:
        return ""
    short = [group for group in costs.known if not group.is_learned]
    if not short:
        return ""
    each = words.listed([f"{_called(group)} ({words.percent(group.constant)})" for group in short])
    return (
        f"Even without noise, the classifier is not clearly better than always predicting a "
        f"group's majority in {each}: what it pays there says little about privacy."
    )


def sizes(costs: Costs) -> str:
    """Return how many records each group has to train and to test on."""
    each = "; ".join(
        f"{escape_markdown(group.name)} {group.n_train:,} and {group.n_test:,}"
        for group in costs.groups
    )
    return f"Training records and {_records(costs)}: {each}."


def too_few(costs: Costs) -> str:
    """Return which groups are too small for a conclusion, if any."""
    small = [group for group in costs.groups if not group.is_known]
    if not small or not costs.known:
        return ""
    each = words.listed([f"{_called(group)} ({group.n_test})" for group in small])
    return (
        f"Fewer than {FEWEST} {_records(costs)}, and so no verdict: {each}. Take more test "
        "records, or another column."
    )


def of_its_own(costs: Costs) -> str:
    """Return how many records the smaller of two generated groups is worth, if that is known."""
    knobs = dict(costs.question.settings.knobs)
    if knobs.get("group_angle") != SEPARATE or len(costs.groups) != 2:
        return ""
    smaller, larger = sorted(costs.groups, key=lambda group: group.name != SMALLER)
    if not 0 < smaller.n_train < larger.n_train:
        return ""
    lam = terms.rounded(costs.lam * costs.n / smaller.n_train)
    return (
        f"The smaller group's **effective number of records is {smaller.n_train:,}**: it pays "
        f"like a table of {words.pluralize(smaller.n_train, 'record')} with the same "
        f"{_columns(costs)} columns, at λ = {lam} and the same ε."
    )


def _columns(costs: Costs) -> int:
    return RECIPES[costs.question.settings.data].n_features(costs.question.settings.d)


def gaps(between: Gaps, costs: Costs) -> str:
    """Return what becomes of both gaps along ε, for the groups on screen."""
    first, second = _called(costs.dearest), _called(costs.cheapest)
    smallest = min(between.error)
    dearest = max(between.cost, key=lambda epsilon: between.cost[epsilon])
    return (
        f"Here {first} errs {_more(between.without_noise)} than {second} without noise, and "
        f"{_more(between.error[smallest])} at ε = {words.number(smallest)}. Its cost is furthest "
        f"above the other's at ε = {words.number(dearest)}: by "
        f"{words.points(between.cost[dearest])}."
    )


def _more(points: float) -> str:
    return f"{words.points(abs(points))} {'more' if points >= 0 else 'less'}"


def alt_gaps(costs: Costs) -> str:
    """Return the picture of the gaps for somebody who does not see it."""
    first, second = costs.dearest.name, costs.cheapest.name
    return f"How many points more {first} errs, and pays, than {second}, along ε."


def more(costs: Costs) -> list[str]:
    """Return what else there is to say, a paragraph each."""
    return [*filter(None, (gap(costs), of_its_own(costs), not_learned(costs), too_few(costs)))]


def errors(counted: str) -> str:
    """Return what the axis of errors is called."""
    return "Test error" if counted == ERROR else "Positives that are missed"


def title(costs: Costs, *, phone: bool) -> str:
    """Return what the figure shows; the method's name is too long for a phone."""
    method = "" if phone else f", {terms.called(costs.question.mechanism)}"
    return f"{errors(costs.question.counted)} by group{method}"


def positives(answer: str) -> str:
    """Return what a missed positive is."""
    return (
        f"Missed: test records whose label is “{escape_markdown(answer)}” and whose answer is not. "
        "Each group's share is among its own."
    )


def protocol(costs: Costs, called: str, lams: str) -> str:
    """Return how the numbers were made."""
    mean = (
        "Means over the noise are exact"
        if costs.is_exact
        else f"Means over the noise are over {words.pluralize(costs.n_draws, 'draw')}"
    )
    missed = "" if costs.converged else terms.MISSED
    divided = costs.question.division
    cuts = f", cut at {words.listed(divided.written_cuts)}"
    return (
        f"{called}, divided by “{escape_markdown(divided.column)}”{cuts if divided.cuts else ''}; "
        f"{lams}. One split: trained on {words.pluralize(costs.n, 'record')}, tested on "
        f"{words.pluralize(costs.n_test, 'other')}. {mean}.{missed}{_everybody(costs)} {READ}"
    )


def alt(costs: Costs) -> str:
    """Return the figure for somebody who does not see it."""
    each = "; ".join(
        f"{group.name} {words.percent(group.without_noise)} without noise, "
        f"{words.percent(group.at_epsilon)} at ε"
        if group.is_known
        else f"{group.name} has too few {_records(costs)} ({group.n_test})"
        for group in costs.groups
    )
    epsilon = words.number(costs.question.settings.epsilon)
    return f"{errors(costs.question.counted)} of each group at ε = {epsilon}: {each}."


def alt_along(costs: Costs) -> str:
    """Return the same along ε."""
    return f"{errors(costs.question.counted)} of each group along ε. {alt(costs)}"


MISTAKES = (
    "Numbers are means over the noise, rounded: of each group and classifier all four add up to "
    "100. They are computed from the test records, so not private."
)
"""How the table of mistakes is read."""


def mistakes(costs: Costs, answers: tuple[str, str]) -> pd.DataFrame:
    """Return how many of 100 test records of each group get which answer, as Markdown.

    `answers` are what −1 and +1 are called. A group without a test record has no row.
    """
    label = MECHANISMS[costs.question.mechanism].label
    each = []
    for group in costs.groups:
        if group.confusions:
            named = dict(zip(("Without noise", label), group.confusions, strict=True))
            rows = matrix(named, answers, "Class")
            rows.insert(0, "Of 100 of", _called(group))
            each.append(rows)
    return pd.concat(each, ignore_index=True)
