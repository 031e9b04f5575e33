"""Random features in words, with the numbers of the moment."""

import math
from collections.abc import Mapping, Sequence

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.features import FEATURE_MAPS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.summaries import Summary
from dplab.studies.kernels.random_features import Question
from pages.comparison import terms
from pages.kit import words

EXACT = (
    "The polynomial kernel has exact features: their number follows from its degree, and no D is "
    "chosen. The other kernels have random features, as many as you like."
)

NO_NOISE = "With ε = ∞ there is no noise that a δ could shorten: choose a finite ε."

ALIKE = 0.05
"""Relative difference of two lengths below which they are told as alike."""

Errors = Mapping[str, Mapping[float, Summary]]


def verdict(
    choice: Question,
    n_features: int,
    without_noise: Summary,
    private: Mapping[str, Summary],
    rule: ConstantRule,
) -> str:
    """Return what the kernel gives at this ε, with noise and without."""
    chosen = choice.settings
    short = terms.short_of(rule, {"without noise the classifier": without_noise})
    short = short or terms.short_of(rule, {terms.called(name): private[name] for name in private})
    first = f"{short[0].upper()}{short[1:]}. " if short else ""
    said = words.listed(
        [
            f"{words.percent(each.median)} with {terms.called(name)}"
            for name, each in private.items()
        ]
        + [f"{words.percent(without_noise.median)} without noise"]
    )
    return (
        f"{first}At ε = {words.number(chosen.epsilon)}, with {n_features:,} features of the "
        f"{kernel(choice)}, the median {terms.error(chosen.measure)} is {said}."
    )


def remarks(count: int) -> str:
    """Return the label of the fold of remarks."""
    return f"Notes on a small λ ({count:,})"


def beside_a_line(choice: Question, without_noise: float, line: float) -> str:
    """Return what a line gives on the same records, without noise."""
    error = terms.error(choice.settings.measure)
    return (
        f"Without noise, the {error} of a line is {words.percent(line)}, that of the kernel "
        f"{words.percent(without_noise)}."
    )


def kernel(choice: Question) -> str:
    """Return a kernel's name with its parameter: Gaussian kernel (γ = 8)."""
    return terms.kernel(choice.kernel, choice.parameters)


def best(found: Errors, sizes: dict[str, int], epsilon: float) -> str:
    """Return the best D of each mechanism, and from what it was read."""
    if not sizes:
        return ""
    each = " and ".join(
        f"D = {size:,} for {terms.called(name)} ({words.percent(found[name][size].median)})"
        for name, size in sizes.items()
    )
    return (
        f"Of the D computed, at ε = {words.number(epsilon)} the median error is smallest at "
        f"{each}. "
        "More features fit the data better and need more noise. This best D is read from the test "
        "part: a private release has to fix D without looking at the data."
    )


def from_where(kernel: Errors, line: Errors, names: Sequence[str]) -> str:
    """Return from which ε on the kernel has the smaller median error, of those computed."""
    starts = {name: _start(kernel[name], line[name]) for name in names}
    won = {name: start for name, start in starts.items() if start is not None}
    at = {
        start: [terms.called(name) for name, first in won.items() if first == start]
        for start in won.values()
    }
    each = [f"from ε = {words.number(start)} with {words.listed(at[start])}" for start in at]
    lost = [terms.called(name) for name, start in starts.items() if start is None]
    said = []
    if each:
        said.append(
            f"With noise, the kernel beats the line {words.listed(each)}. At a smaller ε its many "
            "features cost more than they gain."
        )
    if lost:
        said.append(f"With {words.listed(lost)} it does not, even at the largest ε.")
    return " ".join(said)


def _start(kernel: Mapping[float, Summary], line: Mapping[float, Summary]) -> float | None:
    """Return the smallest ε from which on the kernel is better at every one."""
    start = None
    for epsilon in sorted(set(kernel) & set(line), reverse=True):
        if kernel[epsilon].median >= line[epsilon].median:
            break
        start = epsilon
    return start


def shorter(times: float, border: float, epsilon: float, delta: float, n_features: int) -> str:
    """Return what δ gains at the visitor's D."""
    first = f"At ε = {words.number(epsilon)} and δ = {words.number(delta)}, "
    noise = f"with {n_features:,} features Gaussian noise is"
    if abs(times - 1) < ALIKE:
        said = f"{noise} as long as noise for ε alone"
    elif times > 1:
        said = f"{noise} {words.rounded(times)} times shorter"
    else:
        said = f"{noise} {words.rounded(1 / times)} times longer"
    return (
        f"{first}{said}, in the mean; from {math.ceil(border):,} on it is shorter. The price is δ: "
        "any event may be likelier than e^ε times, by a probability of at most δ."
    )


def alt_regions(now: Mapping[str, Summary], epsilon: float) -> str:
    """Return the pictures of the plane for somebody who does not see them."""
    each = "; ".join(
        f"{MECHANISMS[name].label}: median error {words.percent(at.median)}"
        for name, at in now.items()
    )
    return (
        "The disc of the records, shaded by where classifiers say +1, one picture for each "
        f"mechanism at ε = {words.number(epsilon)}. {each}."
    )


def alt_beside(kernel: Mapping[str, Summary], line: Mapping[str, Summary], epsilon: float) -> str:
    """Return the errors of the kernel beside those of a line for somebody who does not see them."""
    each = "; ".join(
        f"{MECHANISMS[name].label}: {words.percent(at.median)}, "
        f"a line {words.percent(line[name].median)}"
        for name, at in kernel.items()
    )
    return f"Median errors of the kernel beside a line at ε = {words.number(epsilon)}. {each}."


def alt_sizes(sizes: Mapping[str, int], epsilon: float) -> str:
    """Return the errors along D for somebody who does not see them."""
    each = "; ".join(f"{MECHANISMS[name].label}: best D {size:,}" for name, size in sizes.items())
    return f"Test error against the number of features at ε = {words.number(epsilon)}. {each}"


def alt_epsilons(choice: Question) -> str:
    """Return the errors along ε for somebody who does not see them."""
    return (
        f"Test error against ε with features of the {kernel(choice)}, and dotted with a line alone."
    )


def alt_delta(border: float, epsilon: float, delta: float) -> str:
    """Return the border for somebody who does not see it."""
    return (
        f"From how many features on a δ shortens the noise, over ε. At ε = {words.number(epsilon)} "
        f"and δ = {words.number(delta)} it is {math.ceil(border):,}."
    )


def protocol(
    choice: Question, n: int, d: int, n_features: int, called: str, lams: Mapping[str, float]
) -> str:
    """Return how the numbers were made; `lams` are λ of each mechanism at the choice's ε."""
    chosen = choice.settings
    frequencies = (
        "frequencies from the seed, never from the records; "
        if FEATURE_MAPS[choice.kernel].is_random
        else ""
    )
    return (
        f"{called}: {words.pluralize(n, 'training record')}, d = {d} features mapped to "
        f"D = {n_features:,}, {frequencies}{terms.lam(chosen.lam, lams)}; "
        f"{words.pluralize(chosen.draws, 'draw')} of each mechanism, half of them are within the "
        "bands. Every ε uses the same noise on another scale, every D the first of the same "
        "frequencies: right for a picture, never for a release."
    )
