"""What both parts ask for: whose records, which groups, which classifiers with noise.

A column is named in the address as the table has it; one of an own table by its place alone.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.real.tables import TABLES
from dpcore.data.recipes import RECIPES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.who_pays import members
from dplab.tables.groups.division import Division
from pages.comparison import values
from pages.comparison.screen import cached, own_table, settings
from pages.comparison.values import DATA
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.text import help_on
from pages.who_pays import results

GENERATED = "two_groups"
OFFERED = {name: DATA[name] for name in (GENERATED, *TABLES, UPLOAD)}
"""Records that have groups. Others are not shown here: two groups stand in for them."""

METHODS = {
    name: each.label
    for name, each in MECHANISMS.items()
    if each.guarantee in ("pure", "approximate")
}
OTHER_KNOBS = tuple(name for name in RECIPES[GENERATED].knobs if name != "group_share")
SHARES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
MOST_LETTERS = 60


def _cuts(text: str) -> tuple[float, ...]:
    return tuple(words.read_numbers("Cut at", text)) if text.strip() else ()


def _column(text: str) -> str:
    return text[:MOST_LETTERS]


METHOD = address.one_of("Method", "who_pays_method", "objective", METHODS)
COLUMN = UrlParameter("who_pays_column", "", _column, lambda text: f"The column “{text}”")
CUTS = UrlParameter(
    "who_pays_cuts", "", _cuts, lambda text: f"The cut at {text}" if text else "The proposed cut"
)
VALUES = (METHOD, COLUMN, CUTS)


@dataclass(frozen=True)
class People:
    """Whose records, which groups, and which classifiers."""

    settings: Settings
    mechanism: str

    @property
    def division(self) -> Division:
        """Which column divides the records, and where it is cut.

        Raises
        ------
        InvalidInput
            If an own table is asked for, and there is none.
        """
        found = _columns(self.settings)
        cuts = address.get(CUTS) if _are_its_cuts(self.settings, found) else ()
        return replace(found.division, cuts=cuts) if cuts and found.is_number else found.division


def card() -> People:
    """Draw the controls and return what they say."""
    now = chosen()
    _data(now)
    controls.slider_with_box(
        values.VALUES["epsilon"], "Privacy parameter ε", values.EPSILONS, now.epsilon
    )
    if now.data == GENERATED:
        share = values.VALUES["group_share"]
        controls.slider_with_box(share, "Share of the smaller group", SHARES, address.get(share))
    with suppress(InvalidInput):  # The answer says why there is none.
        division(now)
    method = controls.one_of_many(METHOD, "Method", METHODS)
    settings.lam(cached.lams(now, (method,)))
    settings.training_size(cached.available(now.data))
    _more(now, method)
    return People(chosen(), method)


def chosen() -> Settings:
    """Return the shared settings, on records that have groups, by the plain error."""
    now = replace(settings.chosen(), measure="error", also=())
    if now.data in OFFERED:
        return now
    knobs = tuple((name, address.get(values.VALUES[name])) for name in RECIPES[GENERATED].knobs)
    return replace(now, data=GENERATED, knobs=knobs)


def division(now: Settings) -> None:
    """Draw the choice of the column that divides the records, and of its cuts."""
    if now.data == GENERATED:
        return
    found = _columns(now)
    _column_choice(now, found)
    if found.is_number:
        _cuts_box(now, found)
    if found.is_guessed and not _is_typed(now, found):
        st.caption("Column or cut read from the data.")


def _columns(now: Settings) -> members.Columns:
    return results.of_columns(members.Choosing(now.source, _named(now)))


def _are_its_cuts(now: Settings, found: members.Columns) -> bool:
    """Tell whether the cuts in the address are this column's, not one's of another table."""
    return address.get(COLUMN) in ("", _spelled(now, found.division.column))


def _is_typed(now: Settings, found: members.Columns) -> bool:
    """Tell whether somebody has named both the column and its cuts."""
    is_cut = found.is_number and bool(address.get(CUTS)) and _are_its_cuts(now, found)
    return is_cut and _named(now) == found.division.column


def _spelled(now: Settings, column: str) -> str:
    """Return what the address calls a column; one of an own table by its place alone."""
    if not now.is_own:
        return column
    return str(own_table.required().place_of(column))


def _named(now: Settings) -> str:
    """Return the column that was asked for; nothing where nobody has asked."""
    named = str(address.get(COLUMN))
    if not now.is_own:
        return named
    own = own_table.required()
    if own.group or not named.isdecimal():
        return own.group
    names, place = list(map(str, own.table.columns)), int(named)
    return names[place - 1] if 0 < place <= len(names) else ""


def _column_choice(now: Settings, found: members.Columns) -> None:
    names, shown = found.names, found.division.column
    key = address.follow(COLUMN, shown)
    got = st.selectbox(
        "Groups by",
        names,
        names.index(shown),
        key=key,
        on_change=_choose,
        args=(now, key),
        help=help_on("who_pays_column"),
    )
    if not now.is_own:  # After a new start of the server there is no own table.
        address.brought(COLUMN, shown, got)
    controls.note("Groups by", shown)


def _choose(now: Settings, key: str) -> None:
    """Keep the column that was chosen; the cuts were those of another one."""
    column = st.session_state[key]
    if now.is_own:
        own = own_table.current()
        if not own or not own.divide_by(column):
            return  # It went since the page was drawn; what is drawn next says so.
    address.put(CUTS, "")
    address.put(COLUMN, _spelled(now, column))


def _cuts_box(now: Settings, found: members.Columns) -> None:
    typed = address.text_of(CUTS) if _are_its_cuts(now, found) else ""
    # Without commas inside of a number, which would be two when the box is read.
    text = typed or ", ".join(f"{cut:.15g}" for cut in found.division.cuts)
    column = _spelled(now, found.division.column)
    got = st.text_input(
        "Cut at",
        text,
        key=address.follow(CUTS, text),
        on_change=_cut,
        args=(column,),
        help=help_on("who_pays_cuts"),
    )
    address.brought(CUTS, text, got)
    controls.note("Cut at", text)
    controls.refusal(CUTS)


def _cut(column: str) -> None:
    """Keep cuts that were typed, and whose they are."""
    address.put(COLUMN, column)
    address.write(CUTS)


def _data(now: Settings) -> None:
    """Draw the choice of data; what has no groups is not offered."""
    value = values.VALUES["data"]
    got = st.selectbox(
        "Data",
        list(OFFERED),
        list(OFFERED).index(now.data),
        format_func=OFFERED.__getitem__,
        key=address.follow(value, now.data),
        on_change=_take_data,
        help=help_on(value.name),
    )
    address.brought(value, now.data, got)
    controls.refusal(value)
    controls.note("Data", OFFERED[now.data])
    if address.get(value) not in OFFERED and address.text_of(value) != value.default:
        st.caption(f"{DATA[address.get(value)]} has no groups: two groups stand here instead.")


def _take_data() -> None:
    """Take other data: column and cuts were those of the last."""
    address.write(values.VALUES["data"])
    address.put(COLUMN, "")
    address.put(CUTS, "")


def _more(now: Settings, method: str) -> None:
    names: tuple[str, ...] = ("loss", "h", "draws", "seed")
    names += ("d", *OTHER_KNOBS) if now.data == GENERATED else ()
    names += ("delta",) if settings.uses_delta(method) else ()

    def show() -> None:
        settings.losses()
        if settings.uses_delta(method):
            settings.delta()
        settings.number("h", "Half-width h of the hinge's round corner")
        settings.number("draws", "Draws")
        settings.number("seed", "Seed")
        if now.data == GENERATED:  # The share stands above: no box may be drawn twice.
            settings.features(RECIPES[GENERATED])
            for name in OTHER_KNOBS:
                settings.number(name, RECIPES[GENERATED].knobs[name].label)

    controls.more((values.VALUES[name] for name in names), show)


def phone_sliders() -> None:
    """Draw ε, and the share of the smaller group, right under the figure on a phone."""
    rows = [(values.VALUES["epsilon"], "Privacy parameter ε", values.EPSILONS)]
    if chosen().data == GENERATED:
        rows.append((values.VALUES["group_share"], "Share of the smaller group", SHARES))
    controls.phone_sliders(*rows)
