"""Which column is predicted, and what counts as +1: asked for, with a proposal to start from."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.checks import InvalidInput
from dpcore.data import cells
from dpcore.data.guesses import labels
from dpcore.data.schema import Label
from pages.data import draft as drafts
from pages.data import sentences
from pages.data.draft import Draft
from pages.kit import text, words
from pages.kit.text import help_on

MOST_VALUES = 200
"""Values of a column that a box offers; others can be typed."""

VALUES, THRESHOLD = "Values", "A threshold"


def ask(draft: Draft) -> Label:
    """Draw the question, and return the label as the visitor describes it."""
    st.header("What is to be predicted", anchor=False)
    column, plus, minus = st.columns(3)
    with column:
        _column(draft)
    is_quantity = _is_quantity(draft)
    if is_quantity:
        with column:
            _kind(draft)
    try:
        if draft.label.threshold is None:
            label = _by_values(draft, plus, minus)
        else:
            with plus:
                label = _by_threshold(draft, draft.label.threshold)
    except InvalidInput as refusal:
        st.error(text.escape_markdown(f"{refusal} The previous choice stays in use."))
        label = draft.label
    if said := sentences.label(label):
        st.caption(text.escape_markdown(said))
    return label


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
        drafts.predict(draft, name)
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
    name, at = draft.label.name, None
    if kind == THRESHOLD:
        at = labels.threshold(draft.table[name], draft.markers)
    drafts.relabel(draft, Label(name, origin=draft.label.origin, threshold=at))
    st.rerun()


def _by_values(draft: Draft, plus: DeltaGenerator, minus: DeltaGenerator) -> Label:
    now = draft.label
    with plus:
        positive = _side("Counts as +1", "positive", draft)
    with minus:
        negative = _side("Counts as −1", "negative", draft)
    said = Label(now.name, positive, negative, now.origin)
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
    return Label(now.name, origin=now.origin, threshold=number)


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
    return cells.texts(draft.table[draft.label.name]).used()[:MOST_VALUES]


def _is_quantity(draft: Draft) -> bool:
    if draft.label.threshold is not None:
        return True
    name = draft.label.name
    return name in draft.table.columns and labels.is_quantity(draft.table[name])


def shown(value: str) -> str:
    """Return a text as a box lists it."""
    return value or "(empty cell)"
