"""What the address of Adversary asks: a scene, records, a person, and what is asked about them.

It opens on patients (`values.on_patients`).

Which row of an own table is looked at stays with the table: the address is copied, and logged.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.adversary.attacks import DRAWS, USUAL
from dplab.studies.adversary.line_up import FEWEST, MOST
from pages.comparison import values
from pages.kit.values import Get, UrlParameter, one_of, whole

MOST_ROWS, MOST_COLUMNS = 10_000_000, 1_000
"""To show the last one means to make all of them."""

SCENES = {
    "read": "The record, without noise",
    "epsilon": "The record, with ε",
    "line_up": "The line-up",
    "threshold": "A threshold on the loss",
}
OF_RECORD = ("read", "epsilon")
"""Scenes of one part, between which a switch turns the noise on."""

QUESTIONS = {
    "line_up": "Who",
    "membership": "Presence",
    "attribute": "Column",
    "label": "Label",
}
PRIVATE = {name: each.label for name, each in MECHANISMS.items() if each.is_noisy}
BROKEN = {name: each.label for name, each in MECHANISMS.items() if each.guarantee == "broken"}

SCENE = one_of("The scene", "adversary_scene", "read", SCENES)
ROW = UrlParameter("adversary_row", "1", whole("Person", 1, MOST_ROWS))
QUESTION = one_of("The question", "adversary_question", "line_up", QUESTIONS)
SUSPECTS = UrlParameter("adversary_suspects", str(USUAL), whole("Suspects", FEWEST, MOST))
MECHANISM = one_of("Mechanism", "adversary_mechanism", "objective", PRIVATE)
"""The usual one is Overview's: about the same patient, the same attack has the same number."""

HISTORIC = one_of("Historic mechanism", "adversary_historic", "objective_2008", BROKEN)
COLUMN = UrlParameter("adversary_column", "1", whole("The unknown column", 1, MOST_COLUMNS))
"""By its number: an own table's names stay out of links."""
DRAW = UrlParameter("adversary_draw", "1", whole("Draw", 1, DRAWS))
VALUES = (SCENE, values.UNNAMED, ROW, QUESTION, SUSPECTS, MECHANISM, HISTORIC, COLUMN, DRAW)


EPSILONS = tuple(each for each in values.EPSILONS if 0.01 <= each <= 20)
"""Places of the dial over one record, and one more without noise: there, each two of them differ in
a number of the risk. Below, it is a coin's to a tenth; above, nobody counts its odds."""

PLACES = (*EPSILONS, math.inf)


def turned_on(get: Get) -> Mapping[UrlParameter, str]:
    """Return the scene to go to: who moves ε while a record is read wants to see what it does."""
    return {SCENE: "epsilon"} if get(SCENE) == "read" else {}


ABOUT = values.simulating(
    "Adversary",
    VALUES,
    dial=replace(values.DIAL, steps=PLACES, also=turned_on),
    words=(
        *("informed adversary", "posterior", "membership inference", "ROC curve"),
        *("ε", "draw", "simulation"),
    ),
)

EDITION = values.epsilon_dial(PLACES, at={SCENE.name: "epsilon"})


@dataclass(frozen=True)
class AdversaryQuestion(AboutRecords):
    """What an address asks, whatever records there are.

    Parameters
    ----------
    settings : Settings
        Their draws and measure are the defaults.
    scene : str
        A key of `SCENES`.
    row, column, draw : int
        The person, the unknown column and the release, each from 1.
    question : str
        A key of `QUESTIONS`.
    suspects : int
        Of the line-up; `USUAL` for as many of these as there are.
    mechanism, historic : str
        Keys of `PRIVATE` and `BROKEN`.
    """

    settings: Settings
    scene: str = "read"
    row: int = 1
    question: str = "line_up"
    suspects: int = USUAL
    mechanism: str = "objective"
    historic: str = "objective_2008"
    column: int = 1
    draw: int = 1


def question(get: Get) -> AdversaryQuestion:
    """Return what an address asks."""
    return AdversaryQuestion(
        _settings(get),
        *map(get, (SCENE, ROW, QUESTION, SUSPECTS, MECHANISM, HISTORIC, COLUMN, DRAW)),
    )


def _settings(get: Get) -> Settings:
    plain = Settings()
    return replace(values.on_patients(get).unweighted, draws=plain.draws, measure=plain.measure)
