"""The question that a table is asked: which column is predicted, and what counts as +1.

It stands above whatever is made of the answer, large, with the values and their counts, and starts
from a proposal.
"""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.declared.label import LEFT_OUT, REFUSED
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import READ, Label
from dplab.tables.guesses import labels, sides
from dplab.tables.guesses.sides import SideCounts
from pages.data import draft as drafts
from pages.data.draft import Draft
from pages.data.questions import changes, sentences
from pages.kit import text, words
from pages.kit.text import help_on

MOST_VALUES = 200
"""Values of a column that a box offers; others can be typed."""

VALUES, THRESHOLD = "Values", "A threshold"


def ask(draft: Draft) -> Label:
    """Draw the question, and return the label as the visitor describes it."""
    with st.container(border=True, key="question"):
        asked = st.container()
        column, plus, minus = st.columns(3)
        with column:
            _column(draft)
            if _is_quantity(draft):
                _kind(draft)
        try:
            label = _said(draft, plus, minus)
        except InvalidInput as refusal:
            st.error(text.escape_markdown(f"{refusal} The previous choice stays in use."))
            label = draft.label
        found = _counted(draft, label)
        if found and (found.n_unlabelled or label.leaves_out):
            label = _unlabelled(draft, label, found)
        with asked:
            offered = _offered(draft, label)
            now = replace(label, origin=READ)
            _question(label, found, is_proposed=now in offered)
            _proposals(draft, label, [each for each in offered if each != now])
    return label


def _question(label: Label, found: SideCounts | None, *, is_proposed: bool) -> None:
    """Draw the question, large, and what is on its two sides."""
    st.header(sentences.question(label), anchor=False)
    if not found:
        return
    if not label.is_open:
        for place, sign in zip(st.columns(2), (1, -1), strict=True):
            name = "+1" if sign > 0 else "−1"
            with place.container(gap="xxsmall"):
                st.subheader(f"{name}: {sentences.side(label, sign)}", anchor=False)
                st.markdown(sentences.records(sign, found))
    if found.neither:
        st.markdown(sentences.neither(label, found))
    st.caption(sentences.origin(label, is_proposed=is_proposed))


def _offered(draft: Draft, label: Label) -> list[Label]:
    """Return the sides that are offered, under what was said of records without a label."""
    return [
        replace(each, unlabelled=label.unlabelled, labelled_is_public=label.labelled_is_public)
        for each in draft.offered
    ]


def _proposals(draft: Draft, label: Label, offered: Sequence[Label]) -> None:
    """Draw a button for each way to give many values two sides."""
    if not offered:
        return
    column = draft.table[label.name]
    with st.container(horizontal=True, gap="small"):
        for number, each in enumerate(offered):
            name = sentences.take(each, sides.counted(column, each, draft.markers))
            is_cut = each.threshold is not None or len(each.positive) > 1
            if st.button(
                name,
                key=f"take_{draft.number}_{number}",
                type="primary" if label.is_open and is_cut else "secondary",
                help=help_on("take_sides"),
            ):
                drafts.relabel(draft, each)
                st.rerun()


def _counted(draft: Draft, label: Label) -> SideCounts | None:
    if label.name not in draft.table.columns:
        return None
    return sides.counted(draft.table[label.name], label, draft.markers)


def _unlabelled(draft: Draft, label: Label, found: SideCounts) -> Label:
    """Draw what becomes of records without a label, and whether a release may do the same."""
    leaves_out = st.checkbox(
        sentences.leave_out(label.name, found),
        label.leaves_out,
        key=f"unlabelled_{draft.number}",
        help=help_on("unlabelled"),
    )
    is_public = leaves_out and st.checkbox(
        "Having a label is public: I declare that everybody may know which records have one",
        label.labelled_is_public,
        key=f"labelled_is_public_{draft.number}",
        help=help_on("labelled_is_public"),
    )
    return replace(
        label, unlabelled=LEFT_OUT if leaves_out else REFUSED, labelled_is_public=is_public
    )


def _said(draft: Draft, plus: DeltaGenerator, minus: DeltaGenerator) -> Label:
    if draft.label.threshold is None:
        return _by_values(draft, plus, minus)
    with plus:
        return _by_threshold(draft, draft.label.threshold)


def _column(draft: Draft) -> None:
    now = draft.label.name
    names = list(dict.fromkeys([*map(str, draft.table.columns), now]))
    name = st.selectbox(
        "Column to predict",
        names,
        names.index(now),
        key=f"label_{draft.number}",
        help=help_on("label"),
    )
    if name != now:
        changes.predict(draft, name)
        st.rerun()


def _kind(draft: Draft) -> None:
    """Draw whether a quantity has values on its sides, or a threshold between them."""
    now = VALUES if draft.label.threshold is None else THRESHOLD
    kind = st.segmented_control(
        "Sides by",
        (THRESHOLD, VALUES),
        default=now,
        required=True,
        key=f"sides_{draft.number}",
        help=help_on("sides"),
    )
    if kind == now:
        return
    label = replace(draft.label, positive=(), negative=(), threshold=None, written=None)
    if kind == THRESHOLD:
        way = draft.ways.get(label.name)
        at = labels.threshold(draft.table[label.name], draft.markers)
        label = replace(label, threshold=at, written=way.writing if way else None, joined=False)
    drafts.relabel(draft, label)
    st.rerun()


def _by_values(draft: Draft, plus: DeltaGenerator, minus: DeltaGenerator) -> Label:
    now = draft.label
    with plus:
        positive = _side("Counts as +1", "positive", draft)
    with minus:
        negative = _side("Counts as −1", "negative", draft)
    said = replace(now, positive=positive, negative=negative)
    with plus:
        swap = not said.is_open and st.button(
            "Swap the two sides", icon=":material/swap_horiz:", help=help_on("swap")
        )
    if swap:
        drafts.relabel(draft, said.swapped())
        st.rerun()
    return said


def _by_threshold(draft: Draft, threshold: float) -> Label:
    now = draft.label
    typed = st.text_input(
        "Counts as +1 above",
        repr(threshold).removesuffix(".0"),
        key=f"threshold_{draft.number}",
        help=help_on("threshold"),
    )
    number = words.read_number(f"Threshold of {now.name} (“Counts as +1 above”)", typed)
    return replace(now, threshold=number)


def _side(title: str, side: str, draft: Draft) -> tuple[str, ...]:
    """Draw which values of the label are on one side."""
    chosen = getattr(draft.label, side)
    key = f"{side}_{draft.number}"
    st.session_state.setdefault(key, list(chosen))
    values = st.multiselect(
        title,
        list(dict.fromkeys([*_values(draft), *chosen, *st.session_state[key]])),
        format_func=shown,
        key=key,
        accept_new_options=True,
        placeholder="every other value",
        help=help_on(side),
        wrap=True,
    )
    return tuple(values)


def _values(draft: Draft) -> list[str]:
    if draft.label.name not in draft.table.columns:
        return []
    column = as_declared(draft.table[draft.label.name], draft.label)
    return cells.texts(column).used()[:MOST_VALUES]


def _is_quantity(draft: Draft) -> bool:
    if draft.label.threshold is not None:
        return True
    name = draft.label.name
    if name not in draft.table.columns:
        return False
    return bool(draft.look("quantity", name, find=labels.is_quantity))


def shown(value: str) -> str:
    """Return a text as a box lists it."""
    return value or "(empty cell)"
