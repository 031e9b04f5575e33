"""What the group that pays most pays at each ε: the average hides it.

Groups are those of the page Who pays?, by the column that divides the records there first, and
"pays" is what it means there: the group's mean error over the noise less its error without. At each
ε it is the largest of several costs, and so, by chance alone, larger than that of a group named in
advance; a group of few test records is left out (`costs.FEWEST`).

Examples
--------
>>> settings = Settings(data="two_groups", n=500, draws=4, lam="auto")
>>> found = run(Question(settings, ("output",) * len(DECISIVE)))
>>> found.column, len(found.groups)
('group', 11)
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.data.declared.schema import Schema
from dplab.simulation.comparison import DECISIVE
from dplab.simulation.settings import AboutRecords, Settings
from dplab.studies.decide.steps import finished
from dplab.studies.who_pays import answers, costs, members
from dplab.studies.who_pays.costs import FEWEST, GroupCost
from dplab.studies.who_pays.intervals import half_width


@dataclass(frozen=True)
class Question(AboutRecords):
    """Of which releases.

    Parameters
    ----------
    settings : Settings
        Their ε counts for nothing.
    mechanisms : tuple of str
        Of the release at each ε of `DECISIVE`.
    column : str
        That divides the records; where there is none of that name, a first one is proposed.
    """

    settings: Settings
    mechanisms: tuple[str, ...]
    column: str = ""


@dataclass(frozen=True)
class DearestGroup:
    """The group that pays most at one ε.

    `n_test` counts its test records. The cost is its mean error over the draws less its error
    without noise, and the margin half the width of the 95 % interval of that, were the group named
    in advance; ∞ of a single draw.
    """

    name: str
    n_test: int
    cost: float
    margin: float


@dataclass(frozen=True)
class DearestGroups:
    """Who pays most, along ε.

    Parameters
    ----------
    column : str
        That divides the records.
    groups : tuple of DearestGroup
        At each ε of `DECISIVE`; not always the same one.
    """

    column: str
    groups: tuple[DearestGroup, ...]


def in_steps(
    question: Question, records: Dataset | None = None, schema: Schema | None = None
) -> Generator[float, None, DearestGroups]:
    """Yield the share of the ε that is done, and return who pays most at each; as `members.run`.

    Raises
    ------
    InvalidInput
        If nothing divides the records, fewer than two groups are large enough to be compared, or
        nobody stands behind them.
    """
    source = question.settings.source
    division = members.columns(members.Choosing(source, question.column), records, schema).division
    divided = members.run(members.Question(source, division), records, schema)
    # The classifier without noise is the same at every ε.
    ask, dearest = cache(partial(answers.run, records=records)), list[DearestGroup]()
    for epsilon, mechanism in zip(DECISIVE, question.mechanisms, strict=True):
        asked = costs.Question(question.settings.with_epsilon(epsilon), mechanism, division)
        found = costs.run(asked, ask=ask, ask_members=lambda _: divided)
        if len(found.known) < 2:
            have = "Only one group" if found.known else "No group"
            raise InvalidInput(
                f"{have} by {division.column} has {FEWEST} test records: who pays most cannot be "
                "measured. Take more test records, or choose another column on the page Who pays?."
            )
        dearest.append(_dearest(found.known))
        yield len(dearest) / len(DECISIVE)
    return DearestGroups(division.column, tuple(dearest))


def _dearest(groups: Sequence[GroupCost]) -> DearestGroup:
    """Return the group of the largest cost, over the same draws as the cost of all people."""
    group = max(groups, key=_cost)
    margin = half_width(group.variance, group.errors, is_exact=False)
    return DearestGroup(group.name, group.n_test, _cost(group), margin)


def _cost(group: GroupCost) -> float:
    return float(group.errors.mean()) - group.without_noise


def run(
    question: Question, records: Dataset | None = None, schema: Schema | None = None
) -> DearestGroups:
    """Return who pays most at each ε of `DECISIVE`, as `in_steps`."""
    return finished(in_steps(question, records, schema))
