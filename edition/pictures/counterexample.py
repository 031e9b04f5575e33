"""Counterexample: lines between two columns of records, at each n."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from dplab.simulation import spelled
from dplab.studies import counterexample as study
from dplab.studies.counterexample import COMPARED, Example, Question, Runs
from edition import at, defaults
from edition.dials import DialPicture, DialPlace
from pages.counterexample import figures, sentences
from pages.counterexample.figures import Section
from pages.kit.figures.style import FigureDict

MECHANISMS = COMPARED["gamma"]
SIZES = tuple(n for n in defaults.SIZES if n >= study.SIZES[0])
"""Fewer records tell of nothing."""

NAMES = {
    "d": "d",
    "gamma": "gamma",
    "example_n": "n",
    "example_epsilon": "epsilon",
    "seed": "seed",
}
"""What an address calls the example's numbers."""

PAIR = sentences.pair(MECHANISMS)


def picture() -> DialPicture:
    """Return the lines at each n, the first draw thick."""
    chosen = Example()
    return DialPicture(
        "counterexample",
        defaults.SIZE,
        "example_n",
        tuple(_place(replace(chosen, n=n)) for n in SIZES),
        SIZES.index(chosen.n),
    )


def scene(texts: Mapping[str, str]) -> DialPlace:
    """Return the lines of an address."""
    at.require_supported(texts, {}, *NAMES)
    said = {NAMES[name]: value for name, value in spelled.read(texts).items()}
    chosen = replace(Example(), **said)
    return _place(replace(chosen, lam=float(f"{chosen.gamma**2:.12g}")))  # λ in units of γ²: 1


def _place(chosen: Example) -> DialPlace:
    runs = study.at_one_n(Question(chosen, MECHANISMS))
    return DialPlace(
        str(chosen.n),
        f"n = {chosen.n:,}",
        f"**{sentences.verdict(chosen, runs, PAIR, sentences.rows(chosen, runs))}**",
        sentences.alt(runs, PAIR),
        partial(_figure, chosen, runs),
        sentences.protocol(chosen, runs),
        (sentences.derivation(chosen, PAIR),),
    )


def _figure(
    chosen: Example,
    runs: Runs,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the figure is the same there
) -> FigureDict:
    return figures.planes([Section.of(chosen, runs, name, 0) for name in PAIR], dark=dark)
