"""What the pages begin with: settings, the places of ε, and what is known of the records."""

from collections.abc import Mapping
from functools import cache

from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dplab.simulation import comparison, spelled
from dplab.simulation.comparison import split_of
from dplab.simulation.constant import SIGNS, ConstantRule, answers_of, constant_rule
from dplab.simulation.settings import Settings
from dplab.studies.lessons import entries
from pages.comparison import terms
from pages.kit import words

FIRST = Settings(lam="auto")
"""Those of a page that is opened without saying anything."""

EPSILON, SIZE = "Privacy parameter ε", "Training records n"

STEPS = (1, 1.5, 2, 3, 5, 7)
EPSILONS = (*(float(f"{step}e{decade}") for decade in range(-3, 2) for step in STEPS), 100.0)
"""The places of a dial: those of the pages' own slider."""

SIZES = (*(step * 10**decade for decade in range(1, 6) for step in (1, 2, 5)), 1_000_000)
"""Those of the slider of n."""


LABELS = {name: each.label for known in (RECIPES, TABLES) for name, each in known.items()}
"""What data are called on screen."""

FEW = EPSILONS[::2]
"""Those of a dial at whose places a study takes seconds."""


def epsilon_name(epsilon: float) -> str:
    """Return what a dial shows at a place."""
    return f"ε = {words.number(epsilon)}"


def settings(texts: Mapping[str, str]) -> Settings:
    """Return the shared settings of an address."""
    return entries.settings_of(spelled.whole(texts))


@cache
def constant(settings: Settings) -> ConstantRule:
    """Return the constant rule of the settings' test records."""
    table = TABLES.get(settings.data)
    answers = answers_of(table.schema.label) if table else SIGNS
    return constant_rule([split_of(settings)], answers, settings.measure)


def called(settings: Settings) -> str:
    """Return what a protocol calls the records: the data, and of a table what is predicted."""
    return ", ".join(filter(None, (LABELS[settings.data], predicting(settings))))


def lams(settings: Settings, *mechanisms: str) -> dict[str, float]:
    """Return λ of each mechanism at the settings."""
    part = split_of(settings)
    return comparison.lams(settings, mechanisms, n=part.n, n_features=part.X.shape[1])


def predicting(settings: Settings) -> str:
    """Return which column of a table is predicted, as Markdown; nothing of generated records."""
    table = TABLES.get(settings.data)
    if table is None:
        return ""
    label = table.schema.label
    return terms.predicting((label.name, answers_of(label)[1]))
