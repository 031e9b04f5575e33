"""Every answer of the dashboard, one row each: its address, what is extreme, what cannot be.

A row is all that `test_views.py` needs to hold the contract of pages for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.comparison import values
from pages.kit import page as pages
from pages.kit import paths
from pages.kit.values import UrlParameter

Texts = Mapping[str, str]


@dataclass(frozen=True)
class AnswerRow:
    """An answer: what an address asks of a page.

    Parameters
    ----------
    page : str
        Its folder.
    small : mapping
        Texts of the address with which the answer takes a moment.
    extremes : tuple of mapping
        Texts besides, each of which is answered.
    refused : tuple of (mapping, str)
        Texts besides that no view is given for, and what the sentence says.
    part : mapping
        Texts that name the part of the page, where it has several.
    is_slow : bool
        Whether the page's own defaults take long.
    """

    page: str
    small: Texts
    extremes: tuple[Texts, ...] = ()
    refused: tuple[tuple[Texts, str], ...] = ()
    part: Texts = field(default_factory=dict)
    is_slow: bool = False

    @property
    def name(self) -> str:
        """What tests call it."""
        return " ".join((self.page, *self.part.values()))

    def texts(self, **more: str) -> dict[str, str]:
        """Return an address with which the answer takes a moment."""
        return {**self.part, **self.small, **more}

    def spelt_out(self) -> dict[str, str]:
        """Return the same address with every default of the page in it."""
        return {each.name: each.default for each in self.values()} | self.texts()

    def values(self) -> tuple[UrlParameter, ...]:
        """Return all that the address holds for the page."""
        return pages.values_of(self.page)

    def module(self, name: str) -> Any:
        """Return a module of the page."""
        return paths.module(f"{self.page}.{name}")


UPLOAD = ({"data": "upload"}, "a table of your own")

EPSILONS = ({"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"epsilon": "inf"}, {"epsilon": "∞"})

ROWS = [
    AnswerRow(
        "trade_off",
        {"n": "300", "draws": "3"},
        (
            *EPSILONS,
            {"lam": "1e-6", "n": "100"},
            {"lam": "1e6"},
            {"n": "1"},
            {"d": "1"},
            {"n": "200", "d": "100"},
            {"n": "100", "loss": "huber", "h": "0.01"},
            {"loss": "smoothed", "h": "2"},
            {"flip": "0.5", "band": "1"},
            {"n": "100", "draws": "500"},
            {"seed": str(2**32 - 1)},
            {"within": "2"},
            {"trade_off_draws": "dots"},
            {"trade_off_draws": "one_by_one", "measure": "auc"},
        ),
        (
            UPLOAD,
            ({"epsilon": "abc"}, f"{values.CALLED['epsilon']} must be"),
            ({"lam": "0,5,1"}, f"{values.CALLED['lam']} must be"),
        ),
    ),
    AnswerRow(
        "counterexample",
        {"draws": "3", "d": "4", "example_n": "1000"},
        (
            *({"example_epsilon": each} for each in ("inf", "1e-6", "1e9")),
            *({"example_n": each} for each in ("10", "1000000")),
            *({"d": each} for each in ("2", "14")),
            {"gamma": "0.5"},
            *({"example_ratio": each} for each in ("0.01", "10000")),
            {"example_length": "laplace", "d": "2"},
            {"draws": "2"},
            {"data": "upload"},
        ),
        (
            ({"example_n": "9"}, "Training records n must be at least 10"),
            ({"example_n": "1000001"}, "Training records n must be at most 1,000,000"),
            ({"example_n": "x"}, "Training records n must be a whole number such as 2,000"),
            ({"example_ratio": "0"}, "λ in units of γ² must be between"),
            ({"example_epsilon": "-1"}, "Privacy parameter ε must be between"),
            ({"draws": "500", "d": "14"}, "Draws must be at most 217 at d = 14"),
        ),
    ),
    AnswerRow(
        "decide",
        {"n": "300", "draws": "3"},
        (
            {"decide_risk": "50.01"},
            {"decide_risk": "99.99", "decide_cost": "500"},
            {"decide_cost": "0.1"},
            {"decide_cost_line": "disagreement"},
            {"decide_cost_line": "dearest", "data": "two_groups"},
            {"decide_risk_line": "attack", "n": "100"},
        ),
        (
            UPLOAD,
            ({"decide_risk": "50"}, "must be between 50.01 and 99.99"),
            ({"decide_cost": "many"}, "must be"),
        ),
    ),
    *(
        AnswerRow(
            "sweeps",
            {"data": "uniform", "n": "100", "draws": "2"},
            (*EPSILONS, {"folds": "5"}, {"losses": "logistic,huber"}, {"within": "50"}),
            (
                UPLOAD,
                ({"mechanisms": ""}, "choose at least one method under “Compare”"),
                ({"folds": "7"}, "The protocol must be “one split” or “five folds”"),
            ),
            {"axis": axis},
        )
        for axis in ("n", "epsilon", "lam", "map")
    ),
]
"""By page and part, in the order of the contents."""
