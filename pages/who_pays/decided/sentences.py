"""The answers that the noise decides in words, with the numbers of the moment."""

import math
from collections.abc import Mapping

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.who_pays.costs import FEWEST, Costs
from dplab.studies.who_pays.decided import Decided
from pages.comparison import terms
from pages.kit import words
from pages.kit.text import escape_markdown

READ = "Who changes sides is read from the data, and is not private."


def verdict(decided: Decided, baseline: float) -> str:
    """Return how many would get the other answer, beside what the error says."""
    epsilon = decided.question.settings.epsilon
    if math.isinf(epsilon):
        return "At ε = ∞ there is no noise: a second release would change no answer."
    cost = decided.answers.mean_error - baseline
    costs = (
        "the mean error hardly changes"
        if abs(cost) < words.VISIBLE
        else f"the mean error {'rises' if cost > 0 else 'falls'} by {words.points(abs(cost))}"
    )
    return (
        f"At ε = {words.number(epsilon)} {costs}, and {_others(decided)} would get the other "
        "answer from a second release."
    )


def _others(decided: Decided) -> str:
    return of_people(decided.answers.mean_disagreement)


def errors(decided: Decided, baseline: float) -> str:
    """Return both errors: without noise, and the mean over the noise."""
    if math.isinf(decided.question.settings.epsilon):
        return ""
    return (
        f"Without noise the test error is {words.percent(baseline)}, with it "
        f"{words.percent(decided.answers.mean_error)} on average: that does not show whose answers "
        "the noise decides."
    )


def of_people(share: float) -> str:
    """Return a share as people: of 100 people, 9.

    Examples
    --------
    >>> of_people(0.0896), of_people(0.004), of_people(0.00001)
    ('of 100 people, 9', 'of 1,000 people, 4', 'of 1,000 people, fewer than 1')
    """
    if share >= 0.0095:
        return f"of 100 people, {round(100 * share)}"
    if share >= 0.0005:
        return f"of 1,000 people, {round(1000 * share)}"
    return "of 1,000 people, fewer than 1"


def by_group(costs: Costs) -> str:
    """Return the disagreement in each group that is large enough, or that none can be compared."""
    if len(costs.known) < 2:
        return (
            f"Fewer than two groups have {FEWEST} test records: how the disagreement differs by "
            "group cannot be measured. Take more test records, or another column."
        )
    each = words.listed(
        [f"“{escape_markdown(g.name)}” {words.in_100(g.disagreement)}" for g in costs.known]
    )
    return f"A second release would change the answer of this many people in 100: {each}."


BEFORE = "Two releases of the same records at the same ε: press to see whose answer changes."


def pair(decided: Decided, number: int) -> str:
    """Return what two releases did."""
    count = int(decided.changed(number).sum())
    people = words.pluralize(decided.n_shown, "person").replace("persons", "people")
    who = f"{count:,} of these {people}"
    all_in_100 = words.in_100(decided.share_changed(number))
    return (
        f"Two releases, of the same records at the same ε: {who} "
        f"{'gets' if count == 1 else 'get'} another answer from the second (ringed); of all test "
        f"records {all_in_100} in 100."
    )


def formula(decided: Decided) -> str:
    """Return what the curve is, and how far it is from the draws."""
    found = decided.answers
    if math.isinf(decided.question.settings.epsilon) or decided.line.expected is None:
        return ""
    if found.is_exact:
        return (
            "The curve is exact: along any direction the noise has one and the same law, and only "
            f"the distance from the line counts. Dots are shares of {found.n_draws} draws, and "
            "scatter around it by chance."
        )
    off, by_chance = (f"{100 * each:.1f}" for each in decided.off_by)
    return (
        "The dashed curve is an approximation to first order: no formula exists with noise in the "
        f"objective. The shares of {found.n_draws} draws are {off} points away from it (root of "
        f"the mean square); chance alone, in this many draws, would give about {by_chance}."
    )


def title(decided: Decided) -> str:
    """Return what the figure shows."""
    return f"{decided.n_shown} test people, {terms.called(decided.question.mechanism)}"


def protocol(decided: Decided, called: str, lams: str) -> str:
    """Return how the numbers were made."""
    found = decided.answers
    how = "exact" if found.is_exact else f"from {found.n_draws} draws, without bias"
    missed = "" if decided.answered.converged else terms.MISSED
    return (
        f"{called}; {lams}. Trained on {words.pluralize(decided.answered.n, 'record')}, tested on "
        f"{words.pluralize(len(found.y), 'other')}, of which the figure shows the first "
        f"{decided.n_shown}. Disagreement is {how}.{missed} {READ}"
    )


def along(at: Mapping[str, float], epsilon: float) -> str:
    """Return the disagreement of each mechanism at the visitor's ε."""
    each = words.listed(
        [f"{words.in_100(share)} with {terms.called(name)}" for name, share in at.items()]
    )
    return (
        f"At ε = {words.number(epsilon)}, a second release would change the answer of this many "
        f"people in 100: {each}."
    )


def alt(decided: Decided) -> str:
    """Return the picture of the people for somebody who does not see it."""
    return (
        f"{decided.n_shown} test people by their distance from the line and the chance of a "
        f"positive answer at ε = {words.number(decided.question.settings.epsilon)}: near the line, "
        f"chance decides the answer. {_others(decided).capitalize()} would get the other answer "
        "from a second release."
    )


def alt_along(mechanisms: tuple[str, ...]) -> str:
    """Return the picture along ε for somebody who does not see it."""
    names = words.listed([MECHANISMS[name].label for name in mechanisms])
    return f"Mean test error and disagreement along ε, of {names}."
