"""What a visitor has chosen: one frozen record that page, cache, link and script all speak.

Examples
--------
>>> Settings(epsilon=0.5).with_epsilon(1.0).epsilon
1.0
"""

from dataclasses import dataclass, replace
from typing import Any

from dpcore.erm.losses import Loss, make_loss
from dpcore.erm.weighted import EVEN
from dpcore.privacy.calibration import DELTA
from dpcore.privacy.regularization.suggested import AUTO, Lam

GIVEN_LAM = 0.01
"""λ of a question about a given one, and of links and stored answers that name none."""

NAMING = ("data", "d", "knobs", "seed")
"""The settings that name the records, which a sweep has too."""

UPLOAD = "upload"
"""The name of a visitor's own table, which only that visitor reaches."""


class AboutRecords:
    """A question about the records that its settings name."""

    settings: "Settings"

    @property
    def is_own(self) -> bool:
        """Whether those are the visitor's own table, and the answer with them."""
        return self.settings.is_own


@dataclass(frozen=True)
class Settings:
    """Data, problem and protocol of a simulation.

    Parameters
    ----------
    data : str
        A recipe, a table, or `UPLOAD`.
    epsilon : float
        Privacy parameter, positive or ∞.
    lam : float or "auto"
        Regularization, positive; "auto" lets each mechanism's follow ε (`suggested_lam`).
    loss : str
        A key of `LOSSES`.
    h : float
        Half-width of a hinge's band.
    n : int or None
        Training records to use; None for all that the split leaves.
    draws : int
        Runs of each private mechanism on the same training records.
    seed : int
        Seed of the generated data, the split and the noise.
    d : int
        Features of generated data.
    knobs : tuple of (name, value)
        What else a recipe asks for.
    measure : str
        What is shown of each classifier: a key of `measures.MEASURES`.
    also : tuple of str
        Mechanisms that a comparison shows beside `comparison.COMPARED`.
    delta : float
        δ of the mechanisms that use it, above 0 and below 1/n.
    positive_share : float
        Declared share of +1 at which both classes count alike (`dpcore.erm.weighted`); 1/2 for no
        weights.
    """

    # Links, cached answers and the keys of stored cells speak these names: a field is added, with
    # a default at which all is as before, and never renamed.
    data: str = "unseparable"
    epsilon: float = 0.1
    lam: Lam = GIVEN_LAM
    loss: str = "logistic"
    h: float = 0.5
    n: int | None = None
    draws: int = 50
    seed: int = 0
    d: int = 10
    knobs: tuple[tuple[str, float], ...] = ()
    measure: str = "error"
    also: tuple[str, ...] = ()
    delta: float = DELTA
    positive_share: float = EVEN

    @property
    def is_own(self) -> bool:
        """Whether the records are the visitor's own table."""
        return self.data == UPLOAD

    @property
    def source(self) -> "Settings":
        """All of them that name the records, the others at their defaults."""
        return Settings(**self.naming)

    @property
    def naming(self) -> dict[str, Any]:
        """The settings that name the records, by their names: a sweep has the same."""
        return {name: getattr(self, name) for name in NAMING}

    @property
    def given_lam(self) -> float:
        """λ for a question that is about one λ: where it follows ε, `GIVEN_LAM`."""
        return GIVEN_LAM if self.lam == AUTO else self.lam

    def with_epsilon(self, epsilon: float) -> "Settings":
        """Return the same choice at another ε."""
        return replace(self, epsilon=epsilon)

    @property
    def is_weighted(self) -> bool:
        """Whether the records of one class count less than those of the other."""
        return self.positive_share != EVEN

    @property
    def unweighted(self) -> "Settings":
        """The same with both classes alike: what asks about any loss, or any record."""
        return replace(self, positive_share=EVEN)

    def make_loss(self) -> Loss:
        """Return the loss that was chosen, with its class weights."""
        return make_loss(self.loss, self.h, self.positive_share)
