"""What an attack reaches on the records at hand, beside what ε limits on any.

The game of the limit, played: of two records, the true one and one that the release never saw, each
equally likely, somebody who knows all others names the more likely one by the exact posterior, as
on the page Adversary ("Presence"). Nobody who knows the same is right more often, about *this*
person. Another person may be easier to tell, and other records, too: no attack that was tried
says what the next one reaches. The limit does.

The releases of the game have no class weights: there a record acts through u = y x alone, and with
weights it would through its label, too.

Examples
--------
>>> from dplab.simulation.comparison import DECISIVE
>>> settings = Settings(data="gaussian", d=3, n=100, lam="auto")
>>> found = run(Question(settings, ("output",) * len(DECISIVE)))
>>> bool((found.named <= found.ceilings).all())
True
"""

from collections.abc import Generator
from dataclasses import dataclass

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.simulation.comparison import DECISIVE, split_of
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.adversary import line_up
from dplab.studies.adversary.curve import Attack, Named, joined, named
from dplab.studies.decide.steps import finished

PERSON = 0
"""The row of the training part that is looked for."""

MOST_RECORDS = 20_000
"""Training records at most, as on the page Adversary: each draw is a minimisation over them."""


@dataclass(frozen=True)
class Question(AboutRecords):
    """Which releases are attacked.

    Parameters
    ----------
    settings : Settings
        Their ε counts for nothing, nor do class weights.
    mechanisms : tuple of str
        Of the release at each ε of `DECISIVE`.
    """

    settings: Settings
    mechanisms: tuple[str, ...]


def in_steps(question: Question, records: Dataset | None = None) -> Generator[float, None, Named]:
    """Yield the share of the ε that is done, and return how often the right one is named at each.

    Raises
    ------
    InvalidInput
        If there are too many training records, or none in the test part differs from the person's.
    """
    part = split_of(question.settings, records)
    if len(part.y) > MOST_RECORDS:
        raise InvalidInput(
            f"An attack is measured on at most {MOST_RECORDS:,} training records, and there are "
            f"{len(part.y):,}. Take n up to {MOST_RECORDS:,}."
        )
    two = line_up.membership(part, PERSON, seed=question.settings.seed)
    attack, found = Attack(two, question.settings.unweighted), list[Named]()
    for epsilon, mechanism in zip(DECISIVE, question.mechanisms, strict=True):
        found.append(named(attack, mechanism, (epsilon,)))
        yield len(found) / len(DECISIVE)
    return joined(found)


def run(question: Question, records: Dataset | None = None) -> Named:
    """Return how often the right one of two is named at each ε of `DECISIVE`, as `in_steps`."""
    return finished(in_steps(question, records))
