"""What a click changes of a draft: a column, a marker, a level, bounds; what was edited stays.

Most of these clicks follow a look at the cells, so that what they change was read from the data.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.data.declared.label import LEFT_OUT, REFUSED
from dpcore.data.declared.schema import CHOICE, MARKING, READ, WRITTEN, Category, Label, vouched
from dpcore.data.written.plain import alike
from dpcore.data.written.writing import Writing
from dplab.simulation.suggestions.bounds import Trial
from dplab.tables import proposal
from dplab.tables.guesses import labels, levels, spellings, ways
from dplab.tables.guesses.spellings import Group
from pages.data import columns
from pages.data import draft as drafts
from pages.data.draft import Draft


def leave_out(draft: Draft, name: str) -> None:
    """Use a column no longer; a click on “Use” in the grid takes it back.

    The remark that asked for it looked at the cells, so that the choice of columns did, too. Where
    nobody has touched the rows, the best bounds follow: those with a leak are not those
    without.
    """
    _with_rows(draft, columns.with_use(draft.rows, name, False), CHOICE)


def set_for(draft: Draft, names: Collection[str], facts: Mapping[str, object]) -> None:
    """Say the same of several columns: bounds, constants, where it is from."""
    typed = {bound: math.nan for bound in ("lower", "upper") if bound in facts}
    before, said = (columns.set_for(draft.rows, list(names), each) for each in (typed, facts))
    said = columns.centred(said, draft.rows)
    drafts.restart(draft, draft.label, columns.remembering(said, before))


def declare(draft: Draft, names: Collection[str] = ()) -> None:
    """Take what a release needs as it is proposed, and declare it on the owner's word.

    `names` are columns and keys of `OF_TABLE`; all of them if there are none.
    """
    full = draft.completed()
    rows, label = draft.rows, draft.label
    if full:
        rows, label = columns.filled(rows, full), full.label
    read = draft.read if draft.names_file else draft.read | {WRITTEN}
    chosen = frozenset(names) or frozenset((*read, label.name, *map(str, rows.index)))
    draft = replace(
        draft,
        found_markers=() if MARKING in chosen else draft.found_markers,
        read=draft.read - chosen,
        vouched=draft.vouched | read & chosen,
        names_file=draft.names_file or WRITTEN in chosen,
    )
    if label.name in chosen:
        draft = replace(draft, label=replace(label, origin=vouched(label.origin)))
    others = draft.rows[~draft.rows.index.isin(chosen)]
    declared = columns.declared(rows[rows.index.isin(chosen)])
    drafts.restart(draft, draft.label, pd.concat([declared, others]).loc[rows.index])


def predict(draft: Draft, name: str) -> None:
    """Predict another column; the one that was predicted so far becomes a feature."""
    known = name in draft.table.columns
    label = labels.proposed(draft.table[name]) if known else Label(name, origin=READ)
    rows = columns.with_use(draft.rows, draft.label.name, True)
    proposed = rows if draft.is_untouched else draft.proposed
    # A column that may be read in two ways is asked about anew, unless its row says the way.
    said = {*rows.index[rows.use]} - {name}
    both = {each for each in (name, draft.label.name) if each in draft.ways}
    asked = {each for each in both if draft.ways[each].asks and each not in said}
    draft = replace(draft, asked=draft.asked - both | asked)
    draft = replace(draft, label=label, rows=rows, proposed=proposed, trials=())
    drafts.restart(drafts.best_bounded(draft), label)


def fill(draft: Draft) -> None:
    """Take what a release needs as it is proposed, and leave open where it is from."""
    full = draft.completed()
    if full:
        drafts.restart(draft, full.label, columns.filled(draft.rows, full))


def try_bounds(draft: Draft, names: Collection[str] | None) -> None:
    """Try all kinds of bounds for some columns, or all; nothing else changes.

    Raises
    ------
    InvalidInput
        If the draft cannot be encoded.
    """
    drafts.keep(drafts.with_trials(draft, names))


def take_bounds(draft: Draft, trial: Trial) -> None:
    """Take the bounds that were tried, and the constant feature or none, into the draft."""
    rows = columns.bounded(draft.rows, trial.schema)
    draft = drafts.with_intercept_of(replace(draft, rows=rows), trial.schema)
    drafts.restart(draft, draft.label)


def as_numbers(draft: Draft, name: str, written: Writing | None) -> None:
    """Read a column as numbers that are written so; it is asked about no more.

    Raises
    ------
    InvalidInput
        If it holds fewer than two of them.
    """
    draft = replace(draft, asked=draft.asked - {name}, read=draft.read | {WRITTEN})
    if name == draft.label.name:
        at = labels.threshold_as(draft.table[name], written, draft.markers)
        drafts.relabel(draft, Label(name, origin=READ, threshold=at, written=written))
        return
    feature = proposal.number(draft.table[name], written, draft.markers)
    _with_rows(draft, columns.told(draft.rows, [feature]), CHOICE)


def as_text(draft: Draft, name: str) -> None:
    """Read a column of numbers as a category; with too many levels, leave it out."""
    # Numbers as computers write them, too, are offered again.
    known = {name: ways.PLAIN} | draft.ways
    draft = replace(draft, read=draft.read | {WRITTEN}, ways=known)
    try:
        feature = proposal.category(draft.table[name], draft.markers)
        rows = columns.told(draft.rows, [feature])
    except InvalidInput as refusal:
        draft = replace(draft, why_unused=draft.why_unused | {name: str(refusal)})
        rows = columns.unknown(draft.rows, name)
    _with_rows(draft, rows, CHOICE)


def ask_again(draft: Draft, name: str) -> None:
    """Leave a column out until somebody says how its numbers are written."""
    draft = replace(draft, asked=draft.asked | {name})
    _with_rows(draft, columns.unknown(draft.rows, name), CHOICE)


def not_asked(draft: Draft, name: str) -> None:
    """Leave a column out for good: a click on “Use” in the grid takes it back."""
    drafts.restart(replace(draft, asked=draft.asked - {name}), draft.label)


def mean_missing(draft: Draft, texts: Collection[str]) -> None:
    """Let texts mean missing; numbers that say nothing of missing cells read the middle."""
    markers = (*draft.markers, *(text for text in texts if text not in draft.markers))
    rows = columns.following(draft.rows, draft.table, draft.markers, markers)
    draft = replace(draft, markers=markers)
    _with_rows(draft, rows, MARKING)


def stands_for_missing(draft: Draft, texts: Collection[str], names: Collection[str]) -> None:
    """Let a number of some columns mean missing; bounds that are guesses no longer hold it."""
    markers = (*draft.markers, *(text for text in texts if text not in draft.markers))
    rows = columns.following(draft.rows, draft.table, draft.markers, markers)
    written = columns.ways(draft.rows, draft.label)
    features = [
        # A flag may be left, and its gaps are then a level.
        proposal.number(draft.table[name], written[name], markers)
        if written[name]
        else proposal.guess(draft.table[name], markers)
        for name in names
        if rows.loc[name, "origin"] == READ
    ]
    draft = replace(draft, markers=markers)
    _with_rows(draft, columns.told(rows, features), MARKING)


def empty_is_no(draft: Draft) -> None:
    """Let an empty cell of the label count as -1, so that no record is without a label."""
    negative = (*draft.label.negative, "")
    label = replace(draft.label, unlabelled=REFUSED, labelled_is_public=False)
    drafts.relabel(draft, replace(label, negative=negative, origin=READ))


def empty_is_unknown(draft: Draft) -> None:
    """Leave out the records whose label is empty."""
    negative = tuple(value for value in draft.label.negative if value)
    label = replace(draft.label, negative=negative, unlabelled=LEFT_OUT, origin=READ)
    drafts.relabel(draft, label)


def no_persons(draft: Draft, name: str) -> None:
    """Take a column that seemed to name persons for a category, or leave it out for its levels."""
    suspicions = tuple(each for each in draft.suspicions if each.column != name)
    draft = replace(draft, suspicions=suspicions)
    try:
        rows = columns.told(draft.rows, [proposal.category(draft.table[name], draft.markers)])
    except InvalidInput as refusal:
        draft = replace(draft, why_unused=draft.why_unused | {name: str(refusal)})
        rows = columns.unknown(draft.rows, name)
    _with_rows(draft, rows, CHOICE)


def join(draft: Draft, name: str, *, joined: bool) -> None:
    """Make one level of spellings that look alike, or levels of all of them again."""
    draft = replace(draft, read=draft.read | {WRITTEN})
    if name == draft.label.name:
        drafts.relabel(draft, _joined_label(draft, joined=joined))
        return
    feature = columns.feature_of(draft.rows, name)
    if isinstance(feature, Category):
        groups = spellings.groups(draft.table[name], draft.markers)
        feature = (_joined if joined else _separate)(feature, groups)
        _with_rows(draft, columns.told(draft.rows, [feature]), WRITTEN)


def _joined(feature: Category, groups: Sequence[Group]) -> Category:
    """Return a category with one level for spellings that look alike: the commonest."""
    first = {alike(group[0][0]): group[0][0] for group in groups}
    known: dict[str, str] = {}
    for level in feature.levels:
        known.setdefault(alike(level), first.get(alike(level), level))
    missing, other = (
        None if level is None else known[alike(level)] for level in (feature.missing, feature.other)
    )
    return replace(feature, levels=tuple(known.values()), missing=missing, other=other, joined=True)


def _separate(feature: Category, groups: Sequence[Group]) -> Category:
    spelled = (text for group in groups for text, _ in group)
    return replace(feature, levels=tuple(dict.fromkeys((*feature.levels, *spelled))), joined=False)


def _joined_label(draft: Draft, *, joined: bool) -> Label:
    """Return the label with spellings joined, on the side of the commonest; or each by itself."""
    now, groups = draft.label, spellings.groups(draft.table[draft.label.name], draft.markers)
    if not joined:
        more = {group[0][0]: tuple(text for text, _ in group) for group in groups}
        positive, negative = (
            tuple(text for value in side for text in more.get(value, (value,)))
            for side in (now.positive, now.negative)
        )
        return replace(now, positive=positive, negative=negative, joined=False)
    if now.is_open:
        proposed = labels.proposed(draft.table[now.name])
        return proposed if proposed.joined else replace(now, joined=True)
    first = {text: group[0][0] for group in groups for text, _ in group}
    positive, negative = (
        tuple(dict.fromkeys(first.get(value, value) for value in side))
        for side in (now.positive, now.negative)
    )
    negative = tuple(value for value in negative if value not in positive)
    return replace(now, positive=positive, negative=negative, joined=True)


def as_value(draft: Draft, name: str, text: str) -> None:
    """Let a text that means missing be a value of one column."""
    label = draft.label
    if name == label.name:
        positive, negative = label.positive, label.negative
        if positive:
            negative = (*negative, text)
        else:
            positive = (text,)
        label = replace(label, positive=positive, negative=negative, origin=READ)
        drafts.relabel(draft, label)
        return
    feature = columns.feature_of(draft.rows, name)
    if isinstance(feature, Category):
        feature = levels.with_level(feature, draft.table[name], text, draft.markers)
        _with_rows(draft, columns.told(draft.rows, [feature]), MARKING)


def as_missing(draft: Draft, name: str, text: str) -> None:
    """Let a text that is a value of one column mean missing there, as it does elsewhere."""
    label = draft.label
    if name == label.name:
        positive, negative = (
            tuple(value for value in side if value != text)
            for side in (label.positive, label.negative)
        )
        label = replace(label, positive=positive, negative=negative, origin=READ)
        drafts.relabel(draft, label)
        return
    feature = columns.feature_of(draft.rows, name)
    if isinstance(feature, Category):
        feature = levels.without_level(feature, text)
        _with_rows(draft, columns.told(draft.rows, [feature]), MARKING)


def _with_rows(draft: Draft, rows: pd.DataFrame, read: str) -> None:
    """Keep changed rows after a look at the cells; best bounds follow if nobody touched them."""
    draft = replace(draft, read=draft.read | {read}, vouched=draft.vouched - {read})
    if draft.is_untouched:
        draft = drafts.best_bounded(replace(draft, rows=rows, proposed=rows))
        rows = draft.rows
    drafts.restart(draft, draft.label, rows)
