"""What classifiers do on their training records, in words."""

from collections.abc import Mapping

from dpcore.checks import Array
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.on_training import DELTA, TrainingFit, TrainingFits
from pages.comparison import terms
from pages.comparison.private import ComparisonAtEpsilon
from pages.kit import words

ERRORS_MADE = (
    "Errors are those on the training records; hollow marks, and the tiles above, are those on "
    "the test records."
)
EXCESS_MADE = (
    "The excess is J(w) − J(w*) at each mechanism's own λ: loss, not errors. The bound is that of "
    f"the papers' analysis for this noise and this Δ: a draw exceeds it with a probability of at "
    f"most {100 * DELTA:.0f} %, whatever the records are. The tiles above are errors on the test "
    "records."
)


def errors(fits: TrainingFits, comparison: ComparisonAtEpsilon) -> str:
    """Return the training errors at ε, beside the test errors."""
    settings = comparison.settings
    found = fits.errors
    without = words.percent(float(found["non_private", float("inf")][0]))
    each = "; ".join(
        f"{terms.called(name)} {_percent(found[name, settings.epsilon])} "
        f"(test: {words.percent(summary.median)})"
        for name, summary in comparison.summaries.items()
    )
    return (
        f"At ε = {words.number(settings.epsilon)}, median {_errors(settings.measure)} on the "
        f"training records: {each}. Without noise {without} "
        f"(test: {words.percent(comparison.baseline)})."
    )


def excess(fits: TrainingFits, comparison: ComparisonAtEpsilon) -> str:
    """Return the excess at ε, beside its bound and the classifier w = 0."""
    epsilon = comparison.settings.epsilon
    each = ", ".join(_of_one(name, fit) for name, fit in _at(fits, comparison).items())
    return f"Median excess risk at ε = {words.number(epsilon)}: {each}."


def alt_of_errors(fits: TrainingFits, comparison: ComparisonAtEpsilon) -> str:
    """Return the figure of training errors in words."""
    told = errors(fits, comparison)
    return f"Errors on the training records against ε, as far as they are computed. {told}"


def alt_of_excess(fits: TrainingFits, comparison: ComparisonAtEpsilon) -> str:
    """Return the figure of excesses in words."""
    return f"Excess risk against ε, as far as it is computed. {excess(fits, comparison)}"


def _of_one(name: str, fit: TrainingFit) -> str:
    median = words.rounded(Summary.of(fit.excess).median)
    return (
        f"{terms.called(name)} {median} (bound {words.rounded(fit.bound)}; "
        f"{words.rounded(fit.of_zero)} at w = 0)"
    )


def _at(fits: TrainingFits, comparison: ComparisonAtEpsilon) -> Mapping[str, TrainingFit]:
    epsilon = comparison.settings.epsilon
    return {name: fits.fits[name, epsilon] for name in comparison.outcomes}


def _errors(measure: str) -> str:
    """Return what several are called, on whichever records."""
    return terms.errors(measure).replace("test ", "")


def _percent(errors_of: Array) -> str:
    return words.percent(Summary.of(errors_of).median)
