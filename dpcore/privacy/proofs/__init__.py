"""Why each promise holds: a proof on a page, its assumptions, and the tests that pin it.

Each is a Markdown file of this package, which the pages show and a certificate names. Those of the
mechanisms have the mechanisms' names; `WHOLE` says what else the same noise promises, and `BESIDES`
what a release does besides.

Examples
--------
>>> PROOFS["output"].title
'Output perturbation'
>>> of_release("output", is_tuned=False, is_tested=True, is_weighted=False)
('output', 'residual', 'exact_sampling', 'test_error', 'composition')
"""

from dataclasses import dataclass
from importlib.resources import files

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.privacy.noise import GAMMA

OF_MECHANISMS = tuple(
    name for name, each in MECHANISMS.items() if each.guarantee in ("pure", "approximate")
)
"""The mechanisms that have a guarantee, and so a proof."""

BESIDES = (
    *("class_weights", "residual", "exact_sampling", "private_tuning", "test_error"),
    "composition",
)
"""What a release does besides running a mechanism, in this order."""

WHOLE = ("gamma_noise", "objective_profile")
"""What the same noise promises besides its ε and δ: profiles, trade-off functions, ρ."""


@dataclass(frozen=True)
class Proof:
    """A proof on a page, in Markdown, with formulas between dollar signs."""

    title: str
    text: str


def _read(name: str) -> Proof:
    title, _, text = files(__name__).joinpath(f"{name}.md").read_text("utf-8").partition("\n")
    return Proof(title.removeprefix("# "), text.strip())


PROOFS: dict[str, Proof] = {name: _read(name) for name in (*OF_MECHANISMS, *WHOLE, *BESIDES)}
"""Every proof by its name."""


def of_release(
    mechanism: str, *, is_tuned: bool, is_tested: bool, is_weighted: bool
) -> tuple[str, ...]:
    """Return the names of the proofs that a release rests on together."""
    entry = MECHANISMS[mechanism]
    # Gamma noise for (ε, δ) rests on its profile: twice in the objective.
    of_noise = WHOLE if entry.family.has_jacobian else WHOLE[:1]
    by_profile = of_noise if entry.uses_delta and entry.norm_law is GAMMA else ()
    used = {"private_tuning": is_tuned, "test_error": is_tested, "class_weights": is_weighted}
    return (mechanism, *by_profile, *(name for name in BESIDES if used.get(name, True)))
