"""What the attackers gain from private classifiers, in words."""

import math

import numpy as np

from dpcore.checks import Array
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.instruments.adversary import ceiling
from dplab.studies.adversary.curve import Named
from dplab.studies.adversary.naive import Naive
from pages.adversary.figures.bars import MOST_BARS, Believed
from pages.adversary.sentences import candidates
from pages.kit import words

GUESSES = {
    "mean": "the mean of all known records",
    "larger class": "the mean of the known records of the larger class",
}
NEAR_ALL = "100.0"
"""A limit that reads so rules out next to nothing."""

ROUNDING = 1e-6
"""By which an exact posterior may be off, relative."""

WORSE, NO_BETTER, NEAR = 1.05, 0.95, 0.5
"""Of the distance of a guess: above the first is worse, above the second no better, below the third
near."""

LINE_UPS = (21, 51)
"""Times in 100 that the right one of ten is named, at the least and at the most: see `_about`."""

AMONG = {
    "line_up": "suspects", "membership": "records", "attribute": "values", "label": "labels"
}  # fmt: skip
WITHOUT_NOISE = (
    "At ε = ∞ there is no noise, and the record is reconstructed: choose a finite ε to see what "
    "noise leaves of it."
)
NOT_SHOWN = (
    "Other records can be nearer to the limit, which is the same for all of them. An attacker who "
    "knows more starts nearer to the truth, and has a higher limit. One who believes that records "
    "are related may exceed it. Each further release costs an ε of its own. So the gap between "
    "curve and limit does not justify a larger ε."
)
SHARED_NOISE = (
    "Each curve uses the same random numbers at every ε, on another scale: right for a simulation, "
    "never for a release."
)


def release(mechanism: str) -> str:
    """Return what has changed since the first part."""
    label = MECHANISMS[mechanism].label
    return (
        f"Now the classifier is released with noise, by {label[0].lower()}{label[1:]}. The "
        "privacy parameter ε sets how much: the smaller ε is, the longer the noise, and the less "
        "somebody who knows all other records can learn about this one."
    )


def lead(question: str, m: int, column: str) -> str:
    """Return who the m suspects are; the unknown column is markdown."""
    if question == "membership":
        return (
            "The attacker knows all other records, and asks whether the last one is this "
            "person's or somebody else's, which they know, too."
        )
    of_them = "both" if question == "label" else "all of them"
    alike = (
        f" We assume that they find {of_them} equally likely before the release: an attacker who "
        "knows what is usual starts nearer to the truth."
    )
    if question == "attribute":
        return (
            f"The attacker knows all other records, and all of this one but {column}, which may "
            f"have {m} values.{alike}"
        )
    if question == "label":
        return "The attacker knows all other records, and all of this one but its label." + alike
    return (
        f"The unknown record is one of {m} that the attacker sees: the person's own and "
        f"{words.pluralize(m - 1, 'record')} held out for testing, in random order. The bars are "
        "the exact probabilities after one release: with the same knowledge, no attacker does "
        "better."
    )


def verdict(
    question: str,
    mechanism: str,
    epsilon: float,
    m: int,
    named: Named,
    limit: float | None,
    delta: float = 0.0,
) -> str:
    """Return the limit, and how often the best attack is right on these records.

    `named` is at this ε; nothing is proven where the limit is None. δ is that of a mechanism that
    uses one: the limit is then a mean over releases.
    """
    right = in_100(float(named.named[0]))
    if m == 2:
        said = candidates.limit(mechanism, epsilon, limit, delta)
        return f"{said} On these records, this attack is right {right} times in 100."
    at = words.number(epsilon) + (f" and δ = {words.number(delta)}" if delta else "")
    return (
        f"At ε = {at} {_limit(limit, mechanism, question, m)} On these records, "
        f"this attack names the right one of {m} in {right} of 100 tries; a guess, in "
        f"{in_100(1 / m)}."
    )


def with_the_limit_in_bold(said: str) -> str:
    """Return a verdict as Markdown: what a slide shows alone is what one can rely on."""
    limit, on_these, attack = said.partition(" On these records")
    return f"**{limit}**{on_these}{attack}"


def _limit(limit: float | None, mechanism: str, question: str, m: int) -> str:
    if limit is None:
        return "no limit is proven for this historic mechanism."
    if at_most(limit) == NEAR_ALL:
        return "the limit rules out next to nothing."
    of_them = "values" if question == "attribute" else "suspects"
    someone = (
        f"someone who knows every other record, and finds {m} {of_them} equally likely, names the "
        f"right one of {m} at most {at_most(limit)} times in 100"
    )
    if MECHANISMS[mechanism].uses_delta:
        return f"{someone}, on average over releases."
    is_pure = MECHANISMS[mechanism].guarantee == "pure"
    said = f"{someone}."
    return said if is_pure else f"it is proven of this mechanism that {said}"


def limit(mechanism: str, m: int, pure: float = 0.0) -> str:
    """Return what the limit of m suspects is called beside the bars.

    `pure` is the ε that a mechanism with a δ keeps without it, or ∞: the bars are of one release.
    """
    if MECHANISMS[mechanism].uses_delta:
        return f"most at ε = {_up(pure)}, of {m}" if math.isfinite(pure) else ""
    is_pure = MECHANISMS[mechanism].guarantee == "pure"
    return f"{'most at this ε' if is_pure else 'most that is proven'}, of {m}"


def of_historic(mechanism: str) -> str:
    """Return what the limit of a historic mechanism rests on; an empty text for any other."""
    if MECHANISMS[mechanism].guarantee != "broken":
        return ""
    return (
        f"{MECHANISMS[mechanism].label} is not ε-DP in general: the limit, where there is one, "
        "follows from the largest privacy loss that is proven for it, not from ε."
    )


def after_any(question: str, m: int, pure: float, most: float | None) -> str:
    """Return what holds of any single release where the limit is a mean over releases.

    Parameters
    ----------
    question : str
    m : int
        Suspects, or values, that are equally likely before.
    pure : float
        The ε that the mechanism keeps without its δ.
    most : float or None
        What nobody believes in one of them after any release; None where that has no limit.
    """
    if most is None:
        return (
            "With Gaussian noise, what someone who knows every other record believes after a "
            "single release has no limit."
        )
    if at_most(most) == NEAR_ALL:
        return ""
    return (
        f"This noise also keeps ε = {_up(pure)} without δ: after any single release, "
        f"someone who knows every other record gives one of {m} equally likely "
        f"{AMONG[question]} a probability of at most {at_most(most)} %."
    )


def with_delta(delta: float) -> str:
    """Return how far the limit of a mechanism with a δ is from that of ε, which the curve shows."""
    return f"With δ = {words.number(delta)}, the limit is higher by at most δ."


def _up(epsilon: float) -> str:
    """Return an ε to three digits, rounded up: it is promised."""
    unit = 10.0 ** (math.floor(math.log10(epsilon)) - 2)
    return words.rounded(math.ceil(epsilon / unit * (1 - 1e-12)) * unit, 3)


def this_release(beliefs: Believed, draw: int, n_draws: int) -> str:
    """Return what the bars say; draws count from 1."""
    best, true = int(np.argmax(beliefs.now)), beliefs.truth
    found = "right" if best == true else "wrong"
    return (
        f"Release {draw} of {n_draws} gives the true one a probability of "
        f"{words.percent(float(beliefs.now[true]))} (mean over all "
        f"{n_draws}: {words.percent(float(beliefs.mean[true]))}). The likeliest is "
        f"“{beliefs.labels[best]}”, which is {found}."
    )


def others(beliefs: Believed) -> str:
    """Return what the suspects without a bar share, or an empty text where all have one."""
    if beliefs.m <= MOST_BARS:
        return ""
    missing = np.ones(beliefs.m, dtype=bool)
    missing[beliefs.shown] = False
    count, rest = int(missing.sum()), float(beliefs.now[missing].sum())
    rest_said = f"the remaining {words.percent(rest)}" if rest >= 0.0005 else "less than 0.1 %"
    return (
        f"Shown are the {MOST_BARS} likeliest, with the truth among them; "
        f"{words.pluralize(count, 'other')} share {rest_said}."
    )


def naive(found: Naive, epsilon: float) -> str:
    """Return what becomes of the attack that takes the classifier for an exact one."""
    middle, blind = float(np.median(found.distances)), found.blind
    guess = GUESSES[found.guess]
    if middle > WORSE * blind:
        says = "so it does worse than somebody who never saw the classifier"
    elif middle > NO_BETTER * blind:
        says = "so it does hardly better than somebody who never saw the classifier"
    elif middle > NEAR * blind:
        says = "so it comes somewhat nearer than somebody who never saw the classifier"
    else:
        says = "so noise as short as at this ε hides little of the record"
    return (
        f"At ε = {words.number(epsilon)} the attack that reconstructed the record ends "
        f"{middle:.2f} away from it (median of {len(found.distances)} releases; opposite records "
        f"are 2 apart). Guessing {guess}, without any classifier, ends {blind:.2f} away: {says}."
    )


def beyond(mechanism: str, beliefs: Array, epsilon: float) -> str:
    """Return how many releases let the attacker believe more than any ε-DP mechanism allows.

    It is an empty text where none does, always so of a mechanism that keeps its ε, and for one with
    a δ, which claims no limit of ε for single releases.
    """
    if MECHANISMS[mechanism].uses_delta:
        return ""
    most = ceiling(epsilon, 1 / beliefs.shape[1])
    count, m = int((beliefs.max(axis=1) > most * (1 + ROUNDING)).sum()), beliefs.shape[1]
    if not count:
        return ""
    return (
        f"In {count} of these {len(beliefs)} releases the attacker is more certain of a suspect "
        f"than {100 * most:.4g} in 100, the limit for one of {m}. Under ε-DP that never happens: "
        f"{MECHANISMS[mechanism].label} is not ε-DP at these settings."
    )


def not_shown(question: str) -> str:
    """Return what the curve leaves open."""
    return f"{_about(question)} {NOT_SHOWN}"


def _about(question: str) -> str:
    if question in ("attribute", "label"):
        what = "one column of it" if question == "attribute" else "its label"
        return f"This is about *one* record and {what}: for others the curve can be another one."
    return (
        "This is an average over the suspects of *one* line-up. The choice of records moves "
        "the curve far more than the draws do: over 24 line-ups of ten from the breast cancer "
        "table, with objective perturbation at ε = 100 and λ = 0.01, from "
        f"{LINE_UPS[0]} to {LINE_UPS[1]} times in 100."
    )


def alt_bars(beliefs: Believed) -> str:
    """Return the bars in words."""
    bars = "; ".join(
        f"{beliefs.labels[k]}{' (the truth)' if k == beliefs.truth else ''} "
        f"{words.percent(float(beliefs.now[k]))}"
        for k in beliefs.shown
    )
    most = None if beliefs.ceiling is None else at_most(beliefs.ceiling)
    limit = (
        ""
        if most in (None, NEAR_ALL)
        else f" At most {most} in 100 for one of {beliefs.m}, if all other records are known."
    )
    return (
        f"What the best attacker believes. {bars}. Guessing: {words.percent(1 / beliefs.m)}.{limit}"
    )


def alt_naive(found: Naive) -> str:
    """Return the distances in words."""
    low, high = found.distances.min(), found.distances.max()
    return (
        f"Distances from the record at which the attack ends, over {len(found.distances)} "
        f"releases: {low:.2f} to {high:.2f}, median {np.median(found.distances):.2f}. A guess "
        f"without the classifier: {found.blind:.2f}. Without noise: 0."
    )


def alt_curve(now: dict[str, Named], epsilon: float, m: int) -> str:
    """Return the curve in words."""
    parts = [
        f"{MECHANISMS[name].label} {in_100(float(each.named[0]))}" for name, each in now.items()
    ]
    return (
        "How often the best attacker is right, against ε. "
        f"At ε = {words.number(epsilon)}, times in 100, one of {m}: {'; '.join(parts)}; "
        f"guessing {in_100(1 / m)}."
    )


def draws(least: int, most: int, largest_error: float) -> str:
    """Return how the curve was made.

    Parameters
    ----------
    least, most : int
        Draws at an ε.
    largest_error : float
        Standard error of the least certain point.
    """
    over = f"{least:,} to {most:,}" if least < most else f"{most:,}"
    return (
        f"Means over {over} simulated releases at each ε, every suspect being the "
        f"true one equally often; bands are two standard errors, at most "
        f"{200 * largest_error:.1f} in 100. {SHARED_NOISE}"
    )


def in_100(share: float) -> str:
    """Return a probability as times in 100."""
    return f"{100 * share:.1f}".removesuffix(".0")


def at_most(share: float) -> str:
    """Return a bound as times in 100."""
    # A bound is rounded up, or it would be one no more.
    return f"{math.ceil(1000 * share) / 10:.1f}"
