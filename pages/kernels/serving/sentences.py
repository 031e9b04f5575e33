"""Serving predictions in words, with the numbers of the moment."""

from collections.abc import Collection, Mapping

import numpy as np

from dpcore.checks import Array
from dplab.kernels.plans import UpdatePlan
from dplab.kernels.serving import WAYS
from dplab.kernels.tdil import SelfTaught
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.served_along import SpokenOnce
from dplab.studies.kernels.serving import ServingChoice
from pages.comparison import terms
from pages.kit import words

Errors = Mapping[str, Summary]
Along = Mapping[str, Mapping[float, Summary]]
Runs = Mapping[int, tuple[UpdatePlan, SelfTaught]]

NAMES = {
    "functional": "the functional Gaussian",
    "tddl_gaussian": "TDDL with Gaussian noise",
    "tddl_laplace": "TDDL with Laplace noise",
    "pinp": "PINP",
}
"""Of each way in the middle of a sentence, in the order of the tiles."""

MODELS = {
    "interactive": (
        "Interactive (PINP)",
        "Questions come one by one, and the next may depend on the answers so far. T is fixed "
        "in advance.",
    ),
    "semi-interactive": (
        "Semi-interactive (TDDL)",
        "All T points are known in advance. One classifier comes back, fitted to T noisy "
        "predictions.",
    ),
    "non-interactive": (
        "Non-interactive (functional, TDIL)",
        "No question is known. One function comes back, for any number of points.",
    ),
}
"""Each model's name, and who asks what, when."""

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def short(value: float) -> str:
    """Return a number with at most three digits: 0.0422, 801, 3.2e-5."""
    return words.number(float(f"{value:.3g}"))


def verdict(
    choice: ServingChoice, now: Errors, plain: float, rule: ConstantRule, measured: str
) -> str:
    """Return the errors of the four ways at this ε.

    `now` are errors of each way by what is `measured`, "wrong" or "off"; `plain` is the share of
    wrong labels without noise.
    """
    settings = choice.settings
    at = f"At ε = {words.number(settings.epsilon)} and δ = {words.number(settings.delta)} "
    if measured == "off":
        said = words.listed([f"{NAMES[way]} {short(each.median)}" for way, each in now.items()])
        return (
            f"{at}the median distances from the non-private predictions are: {said}. They are "
            f"means over {words.pluralize(choice.n_points, 'test point')}."
        )
    short_of = terms.short_of(rule, {NAMES[way]: each for way, each in now.items()})
    first = f"{short_of[:1].upper()}{short_of[1:]}. " if short_of else ""
    said = words.listed([f"{NAMES[way]} {words.percent(each.median)}" for way, each in now.items()])
    return (
        f"{first}{at}the median shares of wrong labels at "
        f"{words.pluralize(choice.n_points, 'test point')} are: {said}; without noise it is "
        f"{words.percent(plain)}."
    )


def smallest(along: Along, broken: Collection[str], measured: str) -> str:
    """Return at how many of the ε computed the functional Gaussian has the smallest median."""
    compared = {way: at for way, at in along.items() if way not in broken}
    ours = compared["functional"]
    places = len(ours)
    best = sum(
        all(each.median <= other[epsilon].median for other in compared.values())
        for epsilon, each in ours.items()
    )
    what = "share of wrong labels" if measured == "wrong" else "distance"
    some = {0: f"at none of the {places}", places: f"at all {places}"}
    where = some.get(best, f"at {best} of the {places}")
    said = (
        f"The functional Gaussian has the smallest median {what} {where} ε computed (ties "
        "included), and serves any number of points."
    )
    if broken:
        said += f" Left out: {words.listed([NAMES[way] for way in broken])}, "
        said += "which as published is not (ε, δ)-differentially private."
    return said


def changed(form: str, T: int, *, is_broken: bool) -> str:
    """Return what the switch changes, in each algorithm one thing."""
    if form == "mended":
        return (
            "Corrected, TDDL's Laplace noise is what composition needs, with the constant 4√2 at "
            "usual ε. PINP is calibrated to its T answers. TDIL's selection has the exponent ε₀/8. "
            "TDDL with Gaussian noise and the functional Gaussian are not in the paper: they have "
            "one form only."
        )
    constant = (
        "which is not (ε, δ)-differentially private"
        if is_broken
        else f"which is enough for this few answers (T = {T:,})"
    )
    return (
        f"As published, TDDL's Laplace noise has the constant 1, {constant}. "
        "PINP has the paper's noise and threshold. TDIL's selection has the exponent "
        "ε₀nλ/(8LR²). TDDL with Gaussian noise and the functional Gaussian stay as they are."
    )


def conversation(
    spoken: SpokenOnce, exact: Array, now: Summary, rule: ConstantRule, largest: float
) -> str:
    """Return how PINP answers, and whether that is of use.

    `now` are its shares of wrong labels, and `largest` is CR.
    """
    plan, updates, T = spoken.plan, spoken.median_updates, len(exact)
    first = (
        f"An answer must be off by σ = {short(plan.threshold)} to be updated. No prediction is "
        f"larger than CR = {short(largest)}; their mean size is {short(np.abs(exact).mean())}. "
    )
    if not spoken.updates.any():
        return (
            f"{first}Nothing is updated in {words.pluralize(len(spoken.updates), 'draw')}: "
            f"every answer is 0, and every label +1. {_useful(now, rule)}"
        )
    noise = "a standard deviation" if plan.law == "gaussian" else "a scale"
    return (
        f"{first}The noise of each answer has {noise} of {short(plan.scale)}, and a median of "
        f"{updates:,.0f} of {T:,} answers are updates. {_useful(now, rule)}"
    )


def _useful(now: Summary, rule: ConstantRule) -> str:
    better = "clearly better" if rule.is_beaten_by(now) else "not clearly better"
    if now.median >= rule.error:
        better = "no better"
    return (
        f"A median of {words.percent(now.median)} of the labels is wrong, {better} than "
        f"{terms.always(rule)}."
    )


def tdil(runs: Mapping[str, Runs], form: str, epsilon: float) -> str:
    """Return from which n on TDIL learns anything, and what one selection may cost.

    Runs are by form, both; the visitor chose one.
    """
    shown = runs[form]
    learning = [n for n, (_, run) in shown.items() if run.updated.any()]
    called = "Corrected" if form == "mended" else "As published"
    if not learning:
        said = f"{called}, no round updates the classifier at any n computed."
    else:
        n = learning[0]
        left = float(shown[n][1].distances[:, -1].mean())
        below = f"no round updates the classifier below n = {power(n)}, of the n computed"
        if n == min(shown):
            below = f"rounds update the classifier at every n computed, from {power(n)} on"
        said = f"{called}, {below}; there a distance of {short(left)} is left of 1."
    n = 10**6
    costs = {each: runs[each][n][0].selection_loss for each in ("printed", "mended")}
    cost = (
        f"At n = {power(n)} one selection may cost a privacy loss of "
        f"{short(costs['printed'])} as published, if the selected points are released, and "
        f"{short(costs['mended'])} corrected. All rounds together claim ε = "
        f"{words.number(epsilon)}."
    )
    return f"{said} {cost}"


def no_tdil(epsilon: float) -> str:
    """Return why there is no demonstration of TDIL at so large an ε."""
    return (
        f"At ε = {words.number(epsilon)} TDIL is not shown: the composition of its rounds is not "
        "known to stay within so large an ε. Choose a smaller one, such as 1."
    )


def power(n: int) -> str:
    """Return a power of ten as one: 10⁷."""
    return "10" + str(len(str(n)) - 1).translate(SUPERSCRIPTS)


def about_tdil(lam: float) -> str:
    """Return what the demonstration of TDIL leaves out."""
    return (
        f"An asymptotic demonstration: the linear kernel, λ = {words.number(lam)}, a minimiser of "
        "norm 1, and the first 100 to 1,000 of the rounds that the plan allows. No records are "
        "learned from; n enters through the constants only. δ is yours, or 1/(10n) where that is "
        "smaller."
    )


def protocol(choice: ServingChoice, n: int, d: int, called: str) -> str:
    """Return how the numbers were made."""
    settings, degree = choice.settings, dict(choice.parameters)["degree"]
    return (
        f"{called}: {words.pluralize(n, 'training record')}, d = {d} features, the polynomial "
        f"kernel of degree {degree:.0f}, λ = {words.number(settings.given_lam)}; the first "
        f"{words.pluralize(choice.n_points, 'test record')} ask. "
        f"{words.pluralize(settings.draws, 'draw')} of each way; half of them are within the "
        "bands. Every ε uses the same noise on another scale: right for a picture, never for a "
        "release."
    )


def fewer(asked: int, used: int) -> str:
    """Return that fewer points ask than the visitor wants, or an empty text."""
    if used == asked:
        return ""
    return f"This data has {words.pluralize(used, 'test record')}: all of them ask."


def alt_model(model: str) -> str:
    """Return a drawing for somebody who does not see it."""
    return " ".join(MODELS[model])


def alt_errors(now: Errors, epsilon: float, measured: str) -> str:
    """Return the errors along ε for somebody who does not see them."""
    said = "; ".join(
        f"{WAYS[way].label}: {words.percent(x.median) if measured == 'wrong' else short(x.median)}"
        for way, x in now.items()
    )
    what = "Share of wrong labels" if measured == "wrong" else "Mean distance of predictions"
    return f"{what} against ε. Medians at ε = {words.number(epsilon)}: {said}."


def alt_conversation(spoken: SpokenOnce) -> str:
    """Return the conversation for somebody who does not see it."""
    updates, T = int(spoken.updated.sum()), len(spoken.updated)
    return f"Answers of PINP to {T:,} questions, one draw: {updates:,} of them are updates."


def alt_tdil(runs: Runs) -> str:
    """Return the demonstration for somebody who does not see it."""
    said = "; ".join(
        f"n = {power(n)}: {short(run.distances[:, -1].mean())} left" for n, (_, run) in runs.items()
    )
    return f"What TDIL leaves to learn after its rounds. {said}."
