"""The records behind an answer, and the studies that are asked about them.

A view is given `Records`: these compute what they are asked each time, and know no table of a
visitor's. A server gives it some that keep results and know the visitor's table
(`pages.comparison.screen.cached`), the edition some that compute nothing twice.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset, Split, n_training
from dpcore.data.declared.schema import Label, Schema
from dpcore.data.files.dialect import CsvDialect
from dpcore.data.real import places
from dpcore.data.real.tables import TABLES
from dplab.simulation import comparison, sources
from dplab.simulation.constant import SIGNS, ConstantRule, answers_of, constant_rule
from dplab.simulation.measures import check_measured
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.who_pays import members
from pages.comparison import terms
from pages.comparison.values import DATA
from pages.kit.text import escape_markdown

P = ParamSpec("P")
Question = TypeVar("Question", contravariant=True)
Asked = TypeVar("Asked")
Answer = TypeVar("Answer", covariant=True)
Result = TypeVar("Result")

MOST = 500
"""Results of a function that whoever keeps some keeps, if it does not say."""


class RecordsFile(Protocol):
    """The file that a table was read from."""

    @property
    def name(self) -> str:
        """What its owner called it."""

    @property
    def said(self) -> CsvDialect:
        """What its owner has said of how it is written."""


class OwnRecords(Protocol):
    """A table of somebody's own, declared and encoded."""

    @property
    def data(self) -> Dataset:
        """Its records."""

    @property
    def schema(self) -> Schema:
        """What its columns mean."""

    @property
    def table(self) -> pd.DataFrame:
        """Its cells, as texts."""

    @property
    def answers(self) -> tuple[str, str]:
        """What −1 and +1 are called."""

    @property
    def file(self) -> RecordsFile | None:
        """Where it was read from."""

    @property
    def group(self) -> str:
        """The column that divides it into groups; nothing where its owner has chosen none."""


class Study(Protocol[Question, Answer]):
    """What a study runs: a question, and somebody's own records where it names those."""

    def __call__(self, question: Question, records: Dataset | None = None) -> Answer:
        """Return the answer."""


@dataclass(frozen=True)
class Retention:
    """How many results of a function are kept, and whether each who asks gets a copy."""

    most: int = MOST
    copied: bool = True


KEEPING: dict[object, Retention] = {}
"""By function, where it is not the usual."""

Function = TypeVar("Function", bound=Callable[..., Any])


def keeping(function: Function, most: int = MOST, *, copied: bool = True) -> Function:
    """Say how many results of a function are worth keeping, and return the function.

    Results are `copied` for each who asks, but where they make parts of themselves when these are
    first needed, which a copy would make again.
    """
    KEEPING[function] = Retention(most, copied)
    return function


def rests_on_own(question: object) -> bool:
    """Tell whether an answer rests on a table of somebody's own.

    Asks what says so of itself, and looks into what holds such a thing and does not.
    """
    if hasattr(question, "is_own"):
        return bool(question.is_own)
    inside: Iterable[object] = question if isinstance(question, tuple) else ()
    return any(map(rests_on_own, vars(question).values() if is_dataclass(question) else inside))


class Records:
    """The records that settings name, and answers about them: each is computed when it is asked.

    Parameters
    ----------
    own : OwnRecords, optional
        The table that settings name whose data are somebody's own.
    """

    def __init__(self, own: OwnRecords | None = None) -> None:
        self._own = own

    @property
    def own(self) -> OwnRecords | None:
        """The table of somebody's own, if there is one."""
        return self._own

    def required(self) -> OwnRecords:
        """Return the table of somebody's own.

        Raises
        ------
        InvalidInput
            If there is none.
        """
        if self.own is None:
            raise InvalidInput("These settings need a table of your own, and there is none.")
        return self.own

    # --- Answers ----------------------------------------------------------------------------------

    def ask(self, run: Study[Asked, Result], question: Asked) -> Result:
        """Return the answer of a study."""
        return run(question, self.own_data(question))

    def ask_in_steps(
        self, run: Study[Asked, Generator[float, None, Result]], question: Asked
    ) -> Result:
        """Return the answer of a study that takes long, and yields the share that is done."""
        return _at_the_end(run(question, self.own_data(question)))

    def get_in_steps(
        self,
        compute: "Callable[Concatenate[Records, P], Generator[float, None, Result]]",
        *arguments: P.args,
        **named: P.kwargs,
    ) -> Result:
        """Return what a function computes of these records, which takes long, as a study does."""
        return _at_the_end(compute(self, *arguments, **named))

    def get(
        self,
        compute: "Callable[Concatenate[Records, P], Result]",
        *arguments: P.args,
        **named: P.kwargs,
    ) -> Result:
        """Return what a function computes of these records and other arguments."""
        return compute(self, *arguments, **named)

    def known(self, function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ARG002
        """Return the answer of a study, or what a function computes, if it is kept: none is."""
        return None

    def own_data(self, question: object) -> Dataset | None:
        """Return somebody's own records if a question names them; no others, which need no help."""
        return self.required().data if rests_on_own(question) else None

    # --- Records ----------------------------------------------------------------------------------

    def available(self, data: str) -> int:
        """Return how many training records there are, or a usual number if there are none yet."""
        if data == UPLOAD:
            return n_training(len(self.own.data.y) if self.own else sources.POOL)
        if data in TABLES and not places.is_here(TABLES[data]):
            return n_training(sources.POOL)
        if data in TABLES:
            return n_training(self.table(data).n_records)
        return n_training(sources.n_records(Settings(data=data)))

    def dataset(self, settings: Settings) -> Dataset:
        """Return the records that the settings name.

        Raises
        ------
        InvalidInput
            If it is a table of somebody's own, and there is none.
        """
        if settings.is_own:
            return self.required().data
        if settings.data in TABLES:
            return self.table(settings.data)
        return sources.load(settings)

    def table(self, data: str) -> Dataset:
        """Return the records of a table that is public."""
        return sources.load(Settings(data=data))

    def columns(self) -> tuple[Dataset, Schema]:
        """Return somebody's own records with their cells beside them, and their schema.

        Raises
        ------
        InvalidInput
            If there are none.
        """
        own = self.required()
        return members.with_cells(own.data, own.table, own.schema), own.schema

    def part(self, settings: Settings) -> Split:
        """Return the training and test records of the settings."""
        if settings.data in TABLES:
            self.table(settings.data)  # which may say what takes long
        return comparison.split_of(settings, self.own_data(settings))

    def n_used(self, settings: Settings) -> int:
        """Return how many training records the settings use, without cutting them out."""
        return sources.n_used(self.dataset(settings), settings)

    def lams(
        self,
        settings: Settings,
        mechanisms: Sequence[str],
        n_features: Callable[[int], int] = lambda d: d,
    ) -> dict[str, float]:
        """Return λ of each mechanism at the settings; nothing where there are no records yet.

        `n_features` returns how many features are trained on, for records of d.
        """
        if settings.is_own and not self.own:
            return {}
        if settings.data in TABLES and not places.is_here(TABLES[settings.data]):
            return {}
        data = self.dataset(settings)
        n, d = sources.n_used(data, settings), n_features(data.X.shape[1])
        return comparison.lams(settings, mechanisms, n=n, n_features=d)

    # --- Words for them ---------------------------------------------------------------------------

    def constant(
        self,
        settings: Settings,
        folds: tuple[int, ...] = (0,),
        names: tuple[str, str] | None = None,
    ) -> ConstantRule:
        """Return the constant rule of the settings' test part, or of several folds, by measure.

        `names` are `class_names`, where they are known.

        Raises
        ------
        InvalidInput
            If the records are somebody's own and there are none, or the measure can be taken in
            no fold.
        """
        # No move of ε, λ or n changes the test part.
        asked = replace(settings.source, measure=settings.measure)
        return self.get(constant_of, asked, folds, names or self.class_names(settings))

    def class_names(self, settings: Settings) -> tuple[str, str]:
        """Return what −1 and +1 are called in the settings' records.

        Raises
        ------
        InvalidInput
            If the records are somebody's own, and there are none.
        """
        if settings.is_own:
            return self.required().answers
        table = TABLES.get(settings.data)
        return answers_of(table.schema.label) if table else SIGNS

    def predicted(self, settings: Settings) -> tuple[str, str] | None:
        """Return which column of a table is predicted, and its +1 side; None of generated data."""
        label = self._label(settings)
        return (label.name, self.class_names(settings)[1]) if label else None

    def predicting(self, settings: Settings) -> str:
        """Return the same as Markdown; nothing of generated data."""
        return terms.predicting(self.predicted(settings))

    def called(self, settings: Settings) -> str:
        """Return what a protocol calls the records: the data, the file, what is predicted."""
        file, predicting = escape_markdown(self.file_of(settings)), self.predicting(settings)
        name = f"{DATA[settings.data]} ({file})" if file else DATA[settings.data]
        return f"{name}, {predicting}" if predicting else name

    def counted(self, settings: Settings, n: int) -> str:
        """Return, as Markdown, which records are shown, of which n are trained on."""
        kind, _, law = DATA[settings.data].partition("Generated: ")
        if law:
            return f"{n:,} generated records ({law})"
        file = escape_markdown(self.file_of(settings))
        name = f"{kind} ({file})" if file else kind if settings.is_own else _table(kind)
        return f"{name}, {n:,} training records"

    def file_of(self, settings: Settings) -> str:
        """Return the name of somebody's own file, if the settings name it."""
        own = self.own if settings.is_own else None
        return own.file.name if own and own.file else ""

    def is_guessed(self, settings: Settings) -> bool:
        """Tell whether the records were encoded by what was read from them."""
        own = self.own if settings.is_own else None
        return own is not None and bool(own.schema.undeclared())

    def with_names(self, rows: pd.DataFrame, settings: Settings) -> pd.DataFrame:
        """Return rows for a file that name what is predicted, its +1 side, and somebody's file."""
        if (label := self.predicted(settings)) is None:
            return rows
        names = dict(zip(("predicts", "positive"), label, strict=True))
        if file := self.file_of(settings):
            names["file"] = file
        return rows.assign(**names)

    def _label(self, settings: Settings) -> Label | None:
        if settings.is_own:
            return self.own.schema.label if self.own else None
        table = TABLES.get(settings.data)
        return table.schema.label if table else None


def _table(label: str) -> str:
    """Return a table's name in the middle of a sentence, without where it comes from."""
    return f"{label.partition(',')[0]} table"


def _at_the_end(steps: Generator[float, None, Result]) -> Result:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def constant_of(
    records: Records, settings: Settings, folds: tuple[int, ...], answers: tuple[str, str]
) -> ConstantRule:
    """Return the constant rule of the test parts of some folds, whose classes are called so."""
    data = records.dataset(settings)
    own = data if settings.is_own else None
    parts = [sources.part(settings, 1, fold, own) for fold in folds]
    check_measured(settings.measure, parts)
    return constant_rule(parts, answers, settings.measure)


keeping(constant_of, 1_000)
