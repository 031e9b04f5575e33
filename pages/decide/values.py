"""What the address of Decide asks: how often somebody may guess right, how many may be wrong."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from dpcore import checks
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.decide.sheet import RISKS, USUAL_COST, USUAL_RISK
from pages.comparison import values
from pages.decide.sentences import CALLED_EPSILON, CALLED_RISK
from pages.kit import words
from pages.kit.page import Dial
from pages.kit.values import Get, UrlParameter, one_of
from pages.kit.view import EditionDial

COSTS = (1, 2, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300)
LOWEST_RISK, HIGHEST_RISK = 50.01, 99.99
LOWEST_COST, HIGHEST_COST = 0.1, 500.0

CALLED_COST = "More wrong labels in 1,000, at most"


def _between(called: str, low: float, high: float) -> Callable[[str], float]:
    return lambda text: checks.between(called, words.read_number(called, text), low, high)


RISK = UrlParameter(
    "decide_risk", str(USUAL_RISK), _between(CALLED_RISK, LOWEST_RISK, HIGHEST_RISK)
)
COST = UrlParameter(
    "decide_cost", str(USUAL_COST), _between(CALLED_COST, LOWEST_COST, HIGHEST_COST)
)


MIDDLE = "The middle of the band"


def _epsilon(text: str) -> float | None:
    """Return the ε that a signer chose; None for nobody's choice: the middle of the band."""
    called = f"The {CALLED_EPSILON}"
    return _between(called, DECISIVE[0], DECISIVE[-1])(text) if text.strip() else None


EPSILON = UrlParameter(
    "decide_epsilon", "", _epsilon, lambda text: words.as_shown(text) if text.strip() else MIDDLE
)
ALONE, ATTACK = "limit", "attack"
RISK_LINES = {ALONE: "Guarantee", ATTACK: "Guarantee and attack"}
CALLED_RISK_LINES = "In the risk panel"
RISK_LINE = one_of(CALLED_RISK_LINES, "decide_risk_line", ALONE, RISK_LINES)
AVERAGE, DEAREST, DISAGREEMENT = "average", "dearest", "disagreement"
COST_LINES = {
    AVERAGE: "Average",
    DEAREST: "Pays most",
    DISAGREEMENT: "Disagreement",
}
CALLED_COST_LINES = "In the cost panel"
COST_LINE = one_of(CALLED_COST_LINES, "decide_cost_line", AVERAGE, COST_LINES)
VALUES = (RISK, COST, EPSILON, RISK_LINE, COST_LINE, values.UNNAMED)

ABOUT = values.simulating(
    "Decide",
    VALUES,
    dial=Dial(RISK, "the risk", tuple(map(float, RISKS))),
    words=("ε", "differential privacy", "error", "constant rule", "draw", "neighbouring data sets"),
)

EDITION = EditionDial(RISK, CALLED_RISK, RISKS, "{} in 100".format)


@dataclass(frozen=True)
class DecisionQuestion(AboutRecords):
    """What may be: right guesses in 100, and more wrong labels in 1,000.

    Each panel may show one line more: an attack, the group that pays most, the disagreement.
    `epsilon` is what a signer chose, None for the middle of what both allow; `yours` is the ε of
    all pages, which is marked beside it.
    """

    settings: Settings
    risk: float = USUAL_RISK
    cost: float = USUAL_COST
    risk_line: str = ALONE
    cost_line: str = AVERAGE
    epsilon: float | None = None
    yours: float = values.FIRST


def question(get: Get) -> DecisionQuestion:
    """Return what an address asks, by the plain error, at an ε that counts for nothing."""
    settings = replace(values.on_patients(get).with_epsilon(1.0), measure="error", also=())
    return DecisionQuestion(
        settings,
        get(RISK),
        get(COST),
        get(RISK_LINE),
        get(COST_LINE),
        get(EPSILON),
        get(values.VALUES["epsilon"]),
    )
