"""The table that a visitor is declaring: as it came, what is said about it so far, what came of it.

It is kept like the table in use (`own_table`): for the visitor, in all tabs. A tab that shows it
for the first time, or after another tab has changed it, starts from what stands there. Every
valid change is used at once; what cannot be used gets its sentence, and the last version that
worked stays in use.
"""

import itertools
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.reading import table_as_declared
from dpcore.data.declared.schema import (
    CONSTANT,
    OF_TABLE,
    WRITTEN,
    Feature,
    Label,
    Numeric,
    Schema,
)
from dpcore.data.encoding import encode
from dpcore.data.facts import AMONG_NUMBERS, PROPOSED, READ
from dpcore.data.written.recognised import Recognised
from dplab.simulation.suggestions import bounds
from dplab.simulation.suggestions.bounds import Trial
from dplab.tables import proposal
from dplab.tables.guesses import sides, ways
from dplab.tables.guesses.completion import completed
from dplab.tables.guesses.suspicion import ColumnWarning, suspicions
from pages.comparison.screen import own_table
from pages.comparison.screen.own_table import SourceFile
from pages.data import columns, reading
from pages.data.reading import File
from pages.kit import visitor

_KEY, _SHOWN = "draft", "draft_shown"
_numbers, _versions = itertools.count(1), itertools.count(1)


@dataclass(frozen=True, eq=False)
class Draft:
    """A table and what is said about it.

    Parameters
    ----------
    number : int
        Names the widgets: another number, and they start from what stands here.
    file : File
        As it came, and how it was read.
    label : Label
        Of the column that is predicted.
    start : DataFrame
        The rows that the editor started from.
    rows : DataFrame
        The rows with what was edited since.
    markers : tuple of str
        They mean missing.
    intercept : bool
        Whether each row gets a constant feature.
    read : frozenset of str
        What of `OF_TABLE` was read from the data: the constant feature where the bounds helper
        chose it, the markers and the choice of columns where they were proposed.
    vouched : frozenset of str
        What of `OF_TABLE` was read from the data, and declared since.
    why_unused : dict
        Why columns were not proposed as features: a reason by name.
    found_markers : tuple of str
        Markers that were proposed since they occur among numbers.
    tried : Schema or None
        What was encoded last, or None where the rows make no schema.
    refusal : str
        Why it could not be, or nothing.
    trials : tuple of Trial
        What the bounds helper tried last.
    tried_from : Schema or None
        From what it started.
    proposed : DataFrame or None
        The rows as the page has proposed them.
    suspicions : tuple of Suspicion
        What is odd about the columns.
    version : int
        Grows with every change, in whatever tab.
    offered : tuple of Label
        Sides for the column that is predicted, each to be taken by one click.
    offered_for : tuple
        For which column, under which markers: reading a quantity takes a third of a second.
    ways : dict of str to Recognised
        How numbers are written, by column: where not as computers do, or to be asked.
    asked : frozenset of str
        Columns that are out until somebody says how their numbers are written.
    names_file : bool
        Whether the schema says how the file is written: not, where one that was brought does not.
    seen : dict
        What was found in the columns, by what was looked for: the same in all versions.
    """

    number: int
    file: File
    label: Label
    start: pd.DataFrame
    rows: pd.DataFrame
    markers: tuple[str, ...]
    intercept: bool
    why_unused: dict[str, str]
    found_markers: tuple[str, ...] = ()
    tried: Schema | None = None
    refusal: str = ""
    trials: tuple[Trial, ...] = ()
    tried_from: Schema | None = None
    proposed: pd.DataFrame | None = None
    suspicions: tuple[ColumnWarning, ...] = ()
    version: int = 0
    read: frozenset[str] = frozenset()
    vouched: frozenset[str] = frozenset()
    offered: tuple[Label, ...] = ()
    offered_for: tuple[Any, ...] = ()
    ways: dict[str, Recognised] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    names_file: bool = True
    seen: dict[Any, Any] = field(default_factory=dict)

    @property
    def table(self) -> pd.DataFrame:
        """All cells as texts."""
        return self.file.opened.table

    @property
    def is_untouched(self) -> bool:
        """Whether the rows are still those that the page has proposed."""
        return self.proposed is not None and self.rows.equals(self.proposed)

    @property
    def fresh_trials(self) -> tuple[Trial, ...]:
        """What the bounds helper tried, unless the columns have changed since."""
        known = [self.tried_from, *(trial.schema for trial in self.trials)]
        used = [schema.regardless() for schema in known if schema]
        tried = self.tried and replace(self.tried, label=self.label).regardless()
        return self.trials if tried in used else ()

    def schema(self) -> Schema:
        """Return what is said so far as a schema; raise InvalidInput if it is none."""
        said = columns.schema(self.rows, self.label, self.markers, intercept=self.intercept)
        origins: dict[str, Any] = {OF_TABLE[name]: PROPOSED for name in self.vouched}
        origins |= {OF_TABLE[name]: READ for name in self.read}
        file = reading.layout(self.file.opened) if self.names_file else None
        return replace(said, file=file, **origins)

    def look(self, what: str, column: str, *args: Any, find: Callable[..., Any]) -> Any:
        """Return what a function finds in a column, which is looked at once."""
        asked = (what, column, *args)
        if asked not in self.seen:
            self.seen[asked] = find(self.table[column], *args)
        return self.seen[asked]

    def completed(self) -> Schema | None:
        """Return what is said with all that a release needs; None where that makes no schema."""
        try:
            return completed(self.schema())
        except InvalidInput:  # What is wrong has its sentence above the grid.
            return None


def current() -> Draft | None:
    """Return the table that the visitor is declaring, if there is one."""
    draft: Draft | None = visitor.kept.get(visitor.name(), _KEY)
    if draft and st.session_state.get(_SHOWN) != draft.version:
        draft = keep(replace(draft, number=next(_numbers), start=draft.rows))
    return draft


def keep(draft: Draft) -> Draft:
    """Make this the visitor's draft.

    Raises
    ------
    InvalidInput
        If the visitor, or the server, has no room for it.
    """
    draft = replace(_with_offers(draft), version=next(_versions))
    visitor.kept.keep(visitor.name(), _KEY, draft)
    st.session_state[_SHOWN] = draft.version
    return draft


def _with_offers(draft: Draft) -> Draft:
    name, asked = draft.label.name, (draft.label.name, draft.label.joined, *draft.markers)
    if asked == draft.offered_for:
        return draft
    found: tuple[Label, ...] = ()
    if name in draft.table.columns:
        found = sides.proposals(draft.table[name], draft.label, draft.markers)
    return replace(draft, offered=found, offered_for=asked)


def begin(file: File, known: Schema | None = None) -> None:
    """Make a file the visitor's draft, under what is known of it or else under a proposal."""
    table, found = file.opened.table, tuple[str, ...]()
    declared = known is not None
    if known is None:
        survey, odd = reading.each_of_table((proposal.survey, suspicions), table)
        known, unused, told = survey.schema, survey.unused, survey.ways
        found = tuple(marker for marker in known.markers if marker in AMONG_NUMBERS)
    else:
        (told, odd), unused = reading.each_of_table((ways.of_table, suspicions), table), {}
    asked = frozenset(name for name, way in told.items() if way.asks)
    asked = asked - _named(known) if declared else asked  # what a schema says is not asked
    draft = Draft(
        next(_numbers),
        file,
        known.label,
        pd.DataFrame(),
        pd.DataFrame(),
        known.markers,
        known.intercept,
        unused,
        found,
        suspicions=tuple(odd),
        ways=told,
        asked=asked,
    )
    draft = _under(draft, known)
    first = draft.rows.assign(use=draft.rows["use"] & ~draft.rows.index.isin([*asked]))
    draft = replace(draft, start=first, rows=first, proposed=None if declared else first)
    keep(best_bounded(draft))


def _named(schema: Schema) -> set[str]:
    return {schema.label.name, *(feature.name for feature in schema.features)}


def _under(draft: Draft, known: Schema) -> Draft:
    """Return a draft with all that a schema says; it names the file, or all stays as it was.

    Numbers of which the schema does not say how they are written are read as the cells show: then
    that was read from the data, as is a file that is written otherwise than the schema says.
    """
    rows, new = columns.of(known, draft.table), list[Feature]()
    for feature in known.features:
        way = draft.ways.get(feature.name)
        if isinstance(feature, Numeric) and feature.written is None and way and way.writing:
            new.append(replace(feature, written=way.writing))
    label, way = known.label, draft.ways.get(known.label.name)
    if label.threshold is not None and label.written is None and way and way.writing:
        label = replace(label, written=way.writing)
    is_new = bool(new) or label != known.label
    file = reading.layout(draft.file.opened)
    read, taken = map(_of_table, (known.undeclared(), known.proposed()))
    names_file = known.file is not None or is_new or WRITTEN in read
    if names_file and (is_new or known.file != file):
        read, taken = read | {WRITTEN}, taken - {WRITTEN}
    return replace(
        draft,
        label=label,
        rows=columns.told(rows, new),
        markers=known.markers,
        intercept=known.intercept,
        read=read,
        vouched=taken,
        names_file=names_file,
    )


def forget() -> None:
    """Forget the draft and the table in use."""
    visitor.kept.drop(visitor.name(), _KEY)
    own_table.forget()


def resumed(draft: Draft, editor: str) -> Draft:
    """Let an editor that the page lost, as it does while another is open, start where it was."""
    return draft if editor in st.session_state else keep(replace(draft, start=draft.rows))


def edit(
    draft: Draft, label: Label, edited: pd.DataFrame, markers: tuple[str, ...], intercept: bool
) -> Draft:
    """Keep what was edited; rows that the editor does not show stay as they were.

    Where other texts mean missing than before, the guesses of their columns follow.
    """
    hidden = draft.rows[~draft.rows.index.isin(edited.index)]
    merged = pd.concat([edited, hidden]).loc[draft.rows.index].astype(columns.TYPES)
    said = (label, markers, intercept)
    if said == (draft.label, draft.markers, draft.intercept) and merged.equals(draft.rows):
        return draft  # no change: what another tab shows stays as it is
    guesses = columns.following(merged, draft.table, draft.markers, markers)
    before = draft
    if intercept != draft.intercept:
        draft = replace(draft, intercept=intercept, read=draft.read - {CONSTANT})
        draft = replace(draft, vouched=draft.vouched - {CONSTANT})
    draft = replace(draft, label=label, rows=merged, markers=markers)
    guesses = columns.remembering(columns.centred(guesses, before.rows), draft.start)
    if not guesses.equals(merged):
        restart(draft, label, guesses)
        st.rerun()
    if _is_first_answer(before, label):
        restart(best_bounded(draft), label)
        st.rerun()
    return keep(draft)


def load(draft: Draft, schema: Schema) -> None:
    """Replace what is said about the table by a schema."""
    draft = replace(_under(draft, schema), found_markers=())
    restart(replace(draft, asked=draft.asked - _named(schema)), draft.label)


def relabel(draft: Draft, label: Label) -> None:
    """Keep what is said about the label in place of what its widgets show."""
    if _is_first_answer(draft, label):
        draft = best_bounded(replace(draft, label=label))
    restart(draft, label)


def _is_first_answer(draft: Draft, label: Label) -> bool:
    """Return whether bounds can be tried for the first time, as nobody has touched the rows.

    They could not before: the label was open, or some records had none.
    """
    are_enough = len(draft.table) >= bounds.FEWEST
    could_not = draft.label.is_open or (are_enough and label != draft.label and not draft.trials)
    return draft.is_untouched and could_not and not label.is_open


def use(draft: Draft) -> Draft:
    """Encode the draft and take it into use, unless that was done already."""
    try:
        schema = draft.schema()
    except InvalidInput as refusal:
        why = str(refusal)
        known = draft.tried is None and draft.refusal == why
        return draft if known else keep(replace(draft, tried=None, refusal=why))
    own = own_table.current()
    if draft.tried is None or draft.tried.regardless() != schema.regardless():
        return _encode(draft, schema)
    if own and not draft.refusal and own.schema != schema:
        own_table.keep(schema, own.data, own.table, own.file)
    return draft


def _encode(draft: Draft, schema: Schema) -> Draft:
    try:
        with st.spinner("Encoding the table …"):
            data = reading.of_table(encode, draft.table, schema)
            # As declared: all that looks at it later finds plain numbers, and joined levels.
            table = table_as_declared(labelled(draft.table, schema), schema)
            file = SourceFile(draft.file.name, draft.file.packed, draft.file.said)
            own_table.keep(schema, data, table, file)
    except InvalidInput as refusal:
        return keep(replace(draft, tried=schema, refusal=str(refusal)))
    return keep(replace(draft, tried=schema, refusal=""))


def restart(draft: Draft, label: Label, start: pd.DataFrame | None = None) -> None:
    """Keep what is said, with widgets that start from it; rows too where they are given."""
    start = draft.rows if start is None else start
    keep(replace(draft, number=next(_numbers), label=label, start=start, rows=start))


def best_bounded(draft: Draft) -> Draft:
    """Return a draft with the best bounds of those tried, where nobody has touched its rows."""
    unfit = len(draft.table) < bounds.FEWEST or sum(draft.rows["use"]) > bounds.MOST_COLUMNS
    if unfit or draft.label.is_open or not draft.is_untouched:
        return draft
    try:
        draft = with_trials(draft, None)
    except InvalidInput:  # What is wrong gets its sentence when the table is encoded.
        return draft
    found = bounds.best(draft.trials).schema
    rows = columns.bounded(draft.rows, found)
    draft = replace(draft, start=rows, rows=rows, proposed=rows)
    return with_intercept_of(draft, found)


def with_intercept_of(draft: Draft, schema: Schema) -> Draft:
    """Return a draft with the constant feature of a schema, or none, and where that is from."""
    read = (draft.read - {CONSTANT}) | (_of_table(schema.undeclared()) & {CONSTANT})
    return replace(draft, intercept=schema.intercept, read=read)


def _of_table(names: Collection[str]) -> frozenset[str]:
    """Return those of some facts that are no single column's."""
    return frozenset(OF_TABLE) & {*names}


def with_trials(draft: Draft, names: Collection[str] | None) -> Draft:
    """Return a draft with what all kinds of bounds give; raise InvalidInput if it is no schema."""
    start = draft.schema()
    with st.spinner("Trying bounds for the numbers …"):
        trials = reading.of_table(bounds.try_bounds, draft.table, start, names)
        return replace(draft, trials=trials, tried_from=start)
