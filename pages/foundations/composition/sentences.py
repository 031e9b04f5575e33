"""Many answers in words, with the numbers of the moment."""

from dplab.laplace.composition import parallel, sequential
from dplab.studies.foundations.composition import TRUE_COUNT, Averages, DrawnLaw, Queries
from pages.foundations.rounded import short
from pages.kit import words

WRITTEN_OUT = 20
"""Up to so many answers 2^k is written as a number: 1 in 1,048,576."""


def verdict(found: DrawnLaw) -> str:
    """Return what k answers cost, and how much of that is usually lost."""
    if found.k == 1:
        return (
            f"One answer at ε = {short(found.epsilon)} has a privacy loss of at most "
            f"{short(found.most)}, and exactly that with probability 1/2: whenever the noise "
            "points away from the neighbour's count."
        )
    power = f"{2**found.k:,}" if found.k <= WRITTEN_OUT else f"$2^{{{found.k}}}$"
    return (
        f"{found.k} answers at ε = {short(found.epsilon)} cost kε = {short(found.most)} together. "
        f"The privacy loss is that large in 1 of {power} runs. Its mean is {short(found.mean)}"
        f"{_tail(found)}."
    )


def _tail(found: DrawnLaw) -> str:
    if found.tail == found.most:
        return ""  # As likely as that: nothing more to be said.
    return f", and it exceeds {short(found.tail)} in at most 1 of 100 runs"


def caveat() -> str:
    """Return why the budget counts kε all the same."""
    return (
        "A budget in pure ε counts the worst case, kε, however rarely it happens. A smaller "
        "number that a few runs exceed is another promise, with a δ."
    )


def better(here: Averages) -> str:
    """Return whether to ask often or once."""
    (k,), (spent,), (average,), (single,) = here.counts, here.spent, here.average, here.single
    if k == 1:
        return (
            f"One answer lies within ±{short(single)} of the true count 95 times in 100. With "
            "more answers, the average comes closer, but not as close as one answer that costs as "
            "much as all of them."
        )
    return (
        f"The average of {k} answers lies within ±{short(average)} of the true count 95 times in "
        f"100; one answer that spends the same ε = {short(spent)} at once, within "
        f"±{short(single)}, {short(average / single)} times closer. Averaging k "
        "answers divides the error by about √k; spending kε on one answer divides it by k."
    )


def asked(done: Queries, epsilon: float, budget: float) -> str:
    """Return what the queries answered, and what is left."""
    if not done.answers:
        return (
            f"Nothing is spent yet. Each query asks for a count, which is {TRUE_COUNT} in truth, "
            f"and costs ε = {short(epsilon)}."
        )
    count = len(done.answers)
    left = max(budget - done.total, 0.0)
    mean = f"; the mean of the {count} answers is {done.mean:.1f}" if count > 1 else ""
    return (
        f"{words.pluralize(count, 'query').replace('querys', 'queries')} spent ε = "
        f"{short(done.total)}; {short(left)} of the budget is left. The last answer was "
        f"{done.answers[-1]:.1f}{mean}; the true count is {TRUE_COUNT}."
    )


def overspent(done: Queries, budget: float) -> str:
    """Return what is wrong where more was spent than the budget has; or an empty text."""
    if done.total <= budget * (1 + 1e-9):
        return ""
    return (
        f"ε = {short(done.total)} is spent already, more than this budget of {short(budget)}. "
        "What was released cannot be taken back: a budget is fixed before the first query."
    )


def table(k: int, epsilon: float) -> str:
    """Return what k answers cost together, by how the records are shared among them."""
    each = [epsilon] * k
    rows = (
        (
            "Sequential: the same records",
            f"kε = {short(sequential(each))}",
            "One count k times: every answer lies beyond the larger of two neighbours' counts",
        ),
        (
            "Parallel, fixed parts",
            f"ε = {short(parallel(each))}",
            "Patients with a cough in each ward: a changed answer moves one ward's count",
        ),
        (
            "Parallel, the value decides the part",
            ("2ε" if k > 1 else "ε") + f" = {short(parallel(each, parts_are_fixed=False))}",
            "Patients of each diagnosis: a changed diagnosis lowers one count and raises another",
        ),
    )
    lines = [
        "| k answers, ε each | together | reached by |",
        "| --- | --- | --- |",
        *(f"| {name} | {cost} | {example} |" for name, cost, example in rows),
    ]
    return "\n".join(lines)


def alt(found: DrawnLaw) -> str:
    """Return the picture of the law in words."""
    return (
        f"Law of the privacy loss of {words.pluralize(found.k, 'answer')} at ε = "
        f"{short(found.epsilon)}: mean {short(found.mean)}, exceeded by at most 1 in 100 runs: "
        f"{short(found.tail)}, worst case {short(found.most)}."
    )


def alt_averages(here: Averages) -> str:
    """Return the picture of the half widths in words."""
    return (
        f"Half widths against ε spent, both axes logarithmic. At k = {here.counts[0]}: average "
        f"±{short(here.average[0])}, one answer ±{short(here.single[0])}."
    )


def alt_bar(done: Queries, budget: float) -> str:
    """Return the picture of the budget in words."""
    return f"A bar of what is spent: ε = {short(done.total)} of a budget of {short(budget)}."
