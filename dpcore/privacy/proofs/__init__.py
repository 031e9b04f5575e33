"""Why each promise holds: a proof on a page, its assumptions, and the tests that pin it.

Each is a Markdown file of this package, which the pages show and a certificate names. Those of the
mechanisms have the mechanisms' names; the others are of what a release does besides.

Examples
--------
>>> proof("output").title
'Output perturbation'
>>> of_release("output", is_tuned=False, is_tested=True)
('output', 'residual', 'exact_sampling', 'test_error', 'composition')
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

BESIDES = ("residual", "exact_sampling", "private_tuning", "test_error", "composition")
"""What a release does besides running a mechanism, in this order."""


@dataclass(frozen=True)
class Proof:
    """A proof on a page.

    Parameters
    ----------
    title : str
    text : str
        Markdown, with formulas between dollar signs.
    """

    title: str
    text: str


@cache
def proof(name: str) -> Proof:
    """Return a proof by its name: that of a mechanism with a guarantee, or one of `BESIDES`."""
    title, _, text = _file(name).partition("\n")
    return Proof(title.removeprefix("# "), text.strip())


def of_release(mechanism: str, *, is_tuned: bool, is_tested: bool) -> tuple[str, ...]:
    """Return the names of the proofs that a release rests on together."""
    unused = {"private_tuning": not is_tuned, "test_error": not is_tested}
    return (mechanism, *(name for name in BESIDES if not unused.get(name)))


def _file(name: str) -> str:
    return files(__name__).joinpath(f"{name}.md").read_text("utf-8")
