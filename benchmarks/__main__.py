"""Let the engine and its peers take turns at the workloads, and report.

Everybody computes on one thread, so that times compare core for core.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from threadpoolctl import threadpool_limits

from benchmarks import elsewhere, engine, growth, machine, report
from benchmarks.loops import LOOPS
from benchmarks.measure import Run
from benchmarks.workloads import WORKLOADS, Workload

TOLERANCE = 1e-8
"""What everybody is asked for: for the loops the largest component of the gradient."""

DEFAULT = 1e-10
"""What the engine takes where nobody asks: it also runs once a turn at that."""


Turn = Callable[[Workload, int], Run]
"""One contender's turn at a workload; the number of the turn chooses a peer's sample."""

CHOICES = (*WORKLOADS, "growth")


def main(words: list[str] | None = None) -> None:
    """Run what the command line asks for; write the report and print it."""
    asked = arguments(words)
    with threadpool_limits(1):
        text = "\n".join(sections(asked))
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    asked.output.write_text(text, encoding="utf-8")
    print(text)


def arguments(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("what", nargs="*", default=[], help=f"of {', '.join(CHOICES)}; all")
    parser.add_argument("--draws", type=int, help="draws per ε and part, instead of the whole")
    parser.add_argument("--turns", type=int, help="how often each contender runs")
    parser.add_argument("--tol", type=float, default=TOLERANCE, help="residual asked of everybody")
    parser.add_argument("--alone", action="store_true", help="the engine without its peers")
    parser.add_argument("--output", type=Path, default=Path("build/benchmark.md"))
    asked = parser.parse_args(words)
    if wrong := set(asked.what) - set(CHOICES):
        parser.error(f"no such workload: {', '.join(sorted(wrong))}")
    return asked


def sections(asked: argparse.Namespace) -> list[str]:
    """Return the sections of the report."""
    what = asked.what or CHOICES
    limits = machine.limits()
    found = ["# Benchmark\n", report.environment(machine.description(), limits) + "\n"]
    found.append(report.EXPLANATION)
    for name in WORKLOADS:
        if name in what:
            outcome = compare(shrunk(WORKLOADS[name], asked), contenders(asked.alone, asked.tol))
            found.append(report.comparison(outcome, limits))
    if "growth" in what:
        found += [grow(name, asked.tol) for name in growth.SERIES]
    return found


def shrunk(workload: Workload, asked: argparse.Namespace) -> Workload:
    """Return the workload with the asked-for draws and turns."""
    draws, turns = asked.draws or workload.draws, asked.turns or workload.repetitions
    title = workload.title if draws == workload.draws else f"{workload.title}, but {draws} draws"
    return replace(workload, draws=draws, repetitions=turns, title=title)


def compare(workload: Workload, turns_of: dict[str, Turn]) -> report.Standing:
    """Let all contenders take turns."""
    turns: dict[str, list[Run]] = {}
    before = machine.load()
    for repetition in range(workload.repetitions):
        for name, turn in turns_of.items():
            say(f"{workload.name}: turn {repetition + 1} of {workload.repetitions}, {name}")
            turns.setdefault(name, []).append(turn(workload, repetition))
    say(f"{workload.name}: memory")
    memory = machine.peak_memory(workload.name, workload.draws)
    return report.Standing(workload, turns, memory, f"{before} before, {machine.load()} after")


def contenders(alone: bool, tol: float) -> dict[str, Turn]:
    """Return who takes turns."""
    found: dict[str, Turn] = {
        "engine": lambda workload, _: engine.run(workload, tol),
        "engine, tol 1e-10": lambda workload, _: engine.run(workload, DEFAULT),
    }
    peers = {name: partial(loop.run, tol=tol) for name, loop in LOOPS.items()}
    if elsewhere.available():
        peers["diffprivlib"] = partial(elsewhere.run, tol=tol)
    elif not alone:
        say("diffprivlib takes no turn: its environment is missing; make bench builds it")
    return found if alone else found | peers


def grow(name: str, tol: float) -> str:
    """Measure one series of growth."""
    say(f"growth with {name}")
    return report.growth(name, list(growth.series(name, tol)), growth.BASE)


def say(text: str) -> None:
    """Tell who waits how far it is."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
