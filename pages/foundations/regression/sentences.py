"""Regression in words, with the numbers of the moment."""

from dplab.simulation.summaries import Summary
from dplab.studies.foundations.regression import LAMS, NOISE, SLOPE, Moved, RidgeExample, RidgeRun
from pages.foundations.rounded import short
from pages.kit import words


def verdict(found: Moved, n: int) -> str:
    """Return how far one record moves the line, beside what is claimed."""
    told = (
        f"Flipping one outcome of {n:,} turns the least squares line from slope "
        f"{short(found.slope)} to {short(found.other)}: a move of {short(found.moved)}."
    )
    if found.is_broken:
        times = short(found.moved / found.claimed)
        return (
            f"{told} The lecture's Theorem 6 claims {short(found.claimed)} at most: the move is "
            f"{times} times that."
        )
    return (
        f"{told} That is within the {short(found.claimed)} that the lecture's Theorem 6 claims. "
        f"{HINT}"
    )


HINT = "Make both values of x smaller to break the claim."


def why(found: Moved, n: int) -> str:
    """Return why the claim is wrong."""
    return (
        "The proof takes from CMS11's Lemma 7 that the minimiser moves as far as the gradient "
        "changes. The lemma divides that by λ, the strong convexity. Least squares has none to "
        f"divide by: where all x are small, {n:,} records hardly fix the slope. With Laplace noise "
        f"scaled to the claim, the privacy loss reaches {short(found.moved / found.claimed)} "
        "times ε here."
    )


def ridge(example: RidgeExample, found: RidgeRun) -> str:
    """Return what private ridge costs, at the λ of the moment."""
    cost = Summary.of(found.costs)
    told = (
        f"At ε = {short(example.epsilon)}, λ = {short(example.lam)} and n = {example.n:,}, the "
        f"mean squared error of private ridge is {short(cost.median)} above that of the best line "
        f"(median of {words.pluralize(example.draws, 'draw')}; half of the draws: "
        f"{short(cost.low)} to {short(cost.high)}). Without noise it would be "
        f"{short(found.baseline_cost)}: the cost of λ."
    )
    if cost.high >= found.constant_cost:
        return f"{_no_better(cost, found)} {told}"
    return told


def _no_better(cost: Summary, found: RidgeRun) -> str:
    verb = "does no better" if cost.median >= found.constant_cost else "is not clearly better"
    return (
        f"Private ridge {verb} than a flat line at the mean outcome, which is "
        f"{short(found.constant_cost)} above the best line."
    )


def best(found: RidgeRun) -> str:
    """Return where the median is smallest, and that it is read from the data."""
    least = min(range(len(LAMS)), key=lambda place: found.curve[place].median)
    return (
        f"Along the curve the median is smallest near λ = {LAMS[least]:.2g}, where it is "
        f"{short(found.curve[least].median)}. That λ is read from the data: a private release must "
        "not use it, because the choice of λ would depend on the records and no ε would pay for it."
    )


def protocol(example: RidgeExample, found: RidgeRun) -> str:
    """Return how the numbers were made."""
    return (
        f"{len(found.u):,} of {example.n:,} generated records are drawn; u is uniform in [−1, 1], "
        f"y = 0.2 + {SLOPE:g}u and noise within ±{NOISE:g}, so that |y| ≤ 1; features (u, 1)/√2, "
        "so that ‖x‖ ≤ 1. Band: half of the draws of the noise, on the same records. Flat line: "
        "the mean outcome, read from the data."
    )


def table(found: Moved, n: int, lam: float) -> str:
    """Return claim and move of least squares and of ridge on the counterexample."""
    rows = (
        ("Least squares, the lecture's Theorem 6: 2M√k(N+PM)/n", found.claimed, found.moved),
        (f"Ridge at λ = {short(lam)}: 2M(N+PM)/(nλ)", found.ridge_bound, found.ridge_moved),
    )
    lines = [
        "| most that one record may move the line | bound | move |",
        "| --- | --- | --- |",
        *(
            f"| {name} | {short(bound)} | {short(moved)}: {'broken' if moved > bound else 'kept'} |"
            for name, bound, moved in rows
        ),
    ]
    return "\n".join(lines) + (
        f"\n\nBoth on the {n:,} records above, with M = N = 1. P is the largest slope in the first "
        "row and N/√λ in the second."
    )


def alt_lines(found: Moved) -> str:
    """Return the picture of the two lines in words."""
    return (
        "All records but one lie at y = 0 and a small x. With the last one at y = 1 the line has "
        f"slope {short(found.slope)}, with it at y = −1 slope {short(found.other)}."
    )


def alt_moves(found: Moved) -> str:
    """Return the picture of the moves in words."""
    return (
        "Move of the slope against the others' x, both logarithmic. Here it is "
        f"{short(found.moved)}; claimed is {short(found.claimed)}."
    )


def alt_private(found: RidgeRun) -> str:
    """Return the picture of the private lines in words."""
    return (
        f"A cloud of {words.pluralize(len(found.u), 'record')}, the ridge line through it, and "
        "private lines around that."
    )


def alt_cost(found: RidgeRun, lam: float) -> str:
    """Return the picture of the cost in words."""
    return (
        "Excess mean squared error against λ, both logarithmic. At λ = "
        f"{short(lam)} the median is {short(Summary.of(found.costs).median)}. It is "
        f"{short(found.baseline_cost)} without noise, and {short(found.constant_cost)} for a flat "
        "line."
    )
