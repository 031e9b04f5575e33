"""What was measured, as Markdown that also reads well on a terminal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.growth import Point
from benchmarks.machine import CoreLimits
from benchmarks.measure import Run
from benchmarks.workloads import Workload

EXPLANATION = """\
Seconds are medians over the turns, of processor time on one thread; in brackets the time on the
clock. What a peer measured on a sample of the fits is scaled up. The ratio is the peer's time
over the engine's on the same losses, the median over turns. Residuals are the largest gradient
norms left; "missed" counts fits that did not reach the tolerance.

- engine: `dpcore.solve`, a call per training set and loss, with its noise and test errors.
- scipy: a loop over L-BFGS-B, textbook formulas vectorised over the records.
- scipy, tuned: the same with vector instructions, started at the non-private answer.
- diffprivlib: its LogisticRegression, in its own environment; the logistic loss only.
"""


@dataclass(frozen=True)
class Standing:
    """A workload with the turns of every contender, in step, and the engine's memory in MB."""

    workload: Workload
    turns: dict[str, list[Run]]
    memory: float
    load: str


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with columns of equal width, numbers to the right."""
    cells = [list(head), *map(list, rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [cells[0], rule, *cells[1:]]
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    rest = [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
    return "| " + " | ".join([first, *rest]) + " |"


def environment(facts: dict[str, str], limits: CoreLimits) -> str:
    """Return the machine and its limits as a list."""
    measured = {
        "Matrix product": f"{limits.flops / 1e9:.1f} GFLOP/s in double precision, measured",
        "tanh": f"{limits.tanhs / 1e6:.0f} million a second, measured",
    }
    return "\n".join(f"- {name}: {fact}" for name, fact in (facts | measured).items())


def comparison(outcome: Standing, limits: CoreLimits) -> str:
    """Return one workload's section."""
    head = ("contender", "seconds", "(clock)", "ratio", "target", "residual", "missed", "fits")
    rows = [_contender(name, outcome) for name in outcome.turns]
    return f"## {outcome.workload.title}\n\n{table(head, rows)}\n\n{_facts(outcome, limits)}\n"


def _contender(name: str, outcome: Standing) -> list[str]:
    runs = outcome.turns[name]
    target = outcome.workload.targets.get(name)
    losses = tuple(runs[0].timings)
    measured, total = runs[0].sum("measured", losses), runs[0].sum("total", losses)
    return [
        name if len(losses) == len(outcome.workload.losses) else f"{name} ({losses[0]})",
        f"{_median(run.sum('cpu', losses) for run in runs):.3g}",
        f"({_median(run.sum('wall', losses) for run in runs):.3g})",
        f"{ratio(name, outcome):.1f}",
        f"≥ {target:g}" if target else "-",
        f"{max(run.worst() for run in runs):.0e}",
        f"{sum(run.sum('missed', losses) for run in runs)}",
        f"{measured:,} of {total:,.0f}",
    ]


def ratio(name: str, outcome: Standing) -> float:
    """Return the median over turns of a peer's processor time over the engine's."""
    pairs = zip(outcome.turns[name], outcome.turns["engine"], strict=True)
    return _median(
        peer.sum("cpu", tuple(peer.timings)) / engine.sum("cpu", tuple(peer.timings))
        for peer, engine in pairs
    )


def _facts(outcome: Standing, limits: CoreLimits) -> str:
    runs = outcome.turns["engine"]
    seconds = _median(run.sum("cpu", tuple(run.timings)) for run in runs)
    products, slopes = runs[0].flops / limits.flops, runs[0].tanhs / limits.tanhs
    return (
        f"{len(runs)} turns; load {outcome.load}. The engine takes {outcome.memory:.0f} MB above "
        f"its imports.\nAt the machine's limits its matrix products would take at least "
        f"{products:.2g} s ({products / seconds:.0%} of its time)\nand its slopes {slopes:.2g} s "
        f"({slopes / seconds:.0%})."
    )


def growth(name: str, points: Sequence[Point], base: dict[str, int]) -> str:
    """Return the section on one growing quantity."""
    rest = ", ".join(f"{key} = {value:,}" for key, value in base.items() if key != name)
    head = (name, "seconds", "power", "steps", "residual", "missed")
    rows = [_point(*pair) for pair in zip(points, [None, *points[:-1]], strict=True)]
    return f"## Growth with {name} ({rest})\n\n{table(head, rows)}\n"


def _point(point: Point, before: Point | None) -> list[str]:
    return [
        f"{point.value:,}",
        f"{point.seconds:.3g}",
        f"{_power(before, point):.2f}" if before else "-",
        f"{point.steps:g}",
        f"{point.residual:.0e}",
        str(point.missed),
    ]


def _power(before: Point, point: Point) -> float:
    """Return p where the seconds grew like the value to the power p."""
    grown = np.log(point.seconds / before.seconds)
    return float(grown / np.log(point.value / before.value))


def _median(values: Iterable[float]) -> float:
    return float(np.median(list(values)))
