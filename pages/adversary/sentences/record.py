"""The reconstructed record, in words and in a table, with the numbers of the moment."""

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from dpcore import checks
from dpcore.data import cells
from dpcore.erm.losses import LOSSES
from dplab.simulation.constant import SIGNS, answers_of
from dplab.simulation.settings import Settings
from dplab.studies.adversary.person import Guess, Person, Reconstructed, Traces
from dplab.studies.adversary.wide import TABLE, WIDER
from dplab.tables.decoding.agreement import Agreement
from dplab.tables.decoding.rows import DecodedLevel, DecodedNumber
from pages.adversary import record_names as fruit
from pages.comparison import terms
from pages.kit import words
from pages.kit.text import escape_markdown

OWN = (
    "This shows rows of your table on purpose, to you alone. They stay in this server's memory; no "
    "link and no log says which rows these are."
)
ALONE = "the true record: nothing else fits"
WIDENED = (
    f"Here the columns' ranges are {WIDER} times as wide as on other pages, so that no row is "
    "shortened, and a constant feature tells the label. Elsewhere only the encoded record is "
    "found, without its label."
)
ENCODED = (
    "All columns of this table are numbers, and rows longer than 1 are shortened. So the attacker "
    "gets the encoded record, but not by how much it was shortened, nor which label it has: a "
    "number is known to a range, and its encoded value to many digits. The ranges shown are those "
    "of the true label; with the other one, each is mirrored at the middle of the column's bounds."
)
SIGNED = (
    "A classifier sees a record through its label times its features. That product is "
    "reconstructed; with the other label, the same features with the other sign fit as well."
)
COLUMN, TRUTH, AGREES = "Column", "As it was", "Agrees to"
FEWEST_DIGITS = 4
"""That a reconstructed number is shown with, even where fewer agree."""
LONGEST = 15
"""Digits before the point; longer numbers are written with an exponent."""


Line: TypeAlias = tuple[str, ...]
"""A row of the comparison, as many texts as `headings` gives; not yet fit for markdown."""


def name(who: Person, row: int) -> str:
    """Return what a person is called: generated ones are fruit."""
    return fruit.name(row) if who.schema is None else f"person {row + 1:,}"


def called(who: Person, row: int) -> str:
    """Return the same with the row of the table, where there is one."""
    if who.cells is None:
        return name(who, row)
    return f"{name(who, row)}, row {who.number + 1:,} of the table,"


def widened(settings: Settings) -> str:
    """Return under which ranges the patients are reconstructed; nothing of other data."""
    return WIDENED if settings.data == TABLE else ""


def possible(found: Reconstructed) -> list[Guess]:
    """Return the records that some row can become."""
    return [guess for guess in found.guesses if guess.is_possible]


def knowledge(found: Reconstructed, row: int, settings: Settings, n: int, counted: str) -> str:
    """Return what the attacker knows, and what not; `counted` says of which records."""
    who = called(found.person, row)
    others = "training record" if n == 2 else words.pluralize(n - 1, "training record")
    return (
        f"**What the attacker knows** ({counted}): the other {others}, "
        f"λ = {terms.used_lam(settings.lam, found.lam)}, "
        f"the loss ({LOSSES[settings.loss].label}), and the released classifier, trained "
        f"without noise. Only the record of {who.removesuffix(',')} is unknown."
    )


def headline(found: Reconstructed, row: int, settings: Settings) -> str:
    """Return what comes out, in one sentence."""
    who, guesses = name(found.person, row), possible(found)
    true = [guess for guess in guesses if guess.is_true]
    if not guesses:
        return hidden(who, settings)
    if not true:
        return "A record is reconstructed, but not this one: rounding moved it too far."
    digits = f"to at least {words.pluralize(fewest_digits(found, true[0]), 'digit')}"
    if len(guesses) == 1:
        if is_ranged(true[0]):
            return f"The last record is reconstructed as the classifier saw it, {digits}."
        return f"The last record is reconstructed whole{_with_label(found)}, {digits}."
    return (
        f"Two records fit, and the classifier does not tell which: one of them is {who}'s, "
        f"{digits}."
    )


def hidden(who: str, settings: Settings) -> str:
    """Return that a record left no trace, or one that nobody can see."""
    if LOSSES[settings.loss].has_half_width:
        return (
            f"The record of {who} left no trace but one: the attacker learns that it lies where "
            "the hinge is flat, or is all zeros."
        )
    return (
        f"What the record of {who} left is below the precision of the solver: it is nearly zero, "
        "or the classifier is very sure of it."
    )


def fewest_digits(found: Reconstructed, guess: Guess) -> int:
    """Return the digits in which all of a record agrees: in the table's units, or as encoded."""
    if not guess.rows or is_ranged(guess):
        return int(guess.digits.min())
    known = [each.digits for each in _agreements(found, guess) if each.digits is not None]
    return min(known, default=int(guess.digits.min()))


def is_ranged(guess: Guess) -> bool:
    """Tell whether some number is known to a range only."""
    return any(
        isinstance(cell, DecodedNumber) and cell.low < cell.high
        for row in guess.rows
        for cell in row.cells
    )


def remark(found: Reconstructed) -> str:
    """Return why more cannot be told, or an empty text."""
    guesses = possible(found)
    if found.person.schema is None:
        return SIGNED if guesses else ""
    return ENCODED if any(is_ranged(guess) for guess in guesses) else ""


def headings(found: Reconstructed) -> tuple[str, ...]:
    """Return the heads of the comparison's columns."""
    guesses = possible(found)
    read = ["Reconstructed"] if len(guesses) == 1 else [_numbered(guesses, k) for k in (0, 1)]
    if any(map(is_ranged, guesses)):
        return (COLUMN, TRUTH, *read, "Encoded", f"{AGREES} (encoded)")
    return (COLUMN, TRUTH, *read, AGREES)


def _numbered(guesses: list[Guess], place: int) -> str:
    return f"Candidate {place + 1}" + (" (the true one)" if guesses[place].is_true else "")


def lines(found: Reconstructed) -> list[Line]:
    """Return the comparison, column by column; the label comes first."""
    guesses = possible(found)
    if found.person.schema is None:
        return _generated(found, guesses)
    ranged, true = any(map(is_ranged, guesses)), _true(guesses)
    rows = [_label(found, guesses, extra=int(ranged))]
    agreements = _agreements(found, true)
    for place, feature in enumerate(found.person.schema.features):
        told = [_cell(found, guess, place) for guess in guesses]
        encoded = _encoded(found, true, place) if ranged else ()
        if ranged:
            agrees = of_encoded(agreements[place], int(true.digits[place]))
        else:
            agrees = agreement(agreements[place], true.rows[_at(found, true)].cells[place])
        rows.append((feature.name, truth(found, feature.name), *told, *encoded, agrees))
    return rows


def _true(guesses: list[Guess]) -> Guess:
    return next((guess for guess in guesses if guess.is_true), guesses[0])


def truth(found: Reconstructed, column: str) -> str:
    """Return what the table says in a column; nothing of generated records."""
    row = found.person.cells
    return "" if row is None else cells.text_at(row[column], 0)


def _at(found: Reconstructed, guess: Guess) -> int:
    """Return which of a candidate's rows is shown: of the true label, if there is one."""
    labels = [row.label for row in guess.rows]
    return labels.index(int(found.person.y)) if found.person.y in labels else 0


def _agreements(found: Reconstructed, guess: Guess) -> tuple[Agreement, ...]:
    return guess.agreements[_at(found, guess)]


def _label(found: Reconstructed, guesses: list[Guess], *, extra: int) -> Line:
    schema, sides = found.person.schema, _sides(found)
    own = sides[int(found.person.y > 0)]
    told = [
        f"{sides[0]} or {sides[1]}" if len(guess.rows) != 1 else sides[int(guess.rows[0].label > 0)]
        for guess in guesses
    ]
    agrees = "the same" if all(text == own for text in told) else "not told"
    called = "Label" if schema is None else f"{schema.label.name} (the label)"
    return (called, own, *told, *[""] * extra, agrees)


def _sides(found: Reconstructed) -> tuple[str, str]:
    schema = found.person.schema
    return SIGNS if schema is None else answers_of(schema.label)


def _with_label(found: Reconstructed) -> str:
    """Return that the label is told, where it is."""
    if [len(guess.rows) for guess in possible(found)] != [1]:
        return ""
    return f", its label “{escape_markdown(_sides(found)[int(found.person.y > 0)])}” included"


def _generated(found: Reconstructed, guesses: list[Guess]) -> list[Line]:
    true, side = _true(guesses), found.person.y
    rows = [
        (
            f"x{place + 1}",
            f"{found.person.x[place]:.9f}",
            *(f"{side * guess.u[place]:.9f}" for guess in guesses),
            words.pluralize(int(true.digits[place]), "digit"),
        )
        for place in range(len(true.u))
    ]
    return [_label(found, guesses, extra=0), *rows]


def _cell(found: Reconstructed, guess: Guess, place: int) -> str:
    at = _at(found, guess)
    cell = guess.rows[at].cells[place]
    if isinstance(cell, DecodedLevel):
        return level(cell)
    agreed = guess.agreements[at][place]
    digits = agreed.digits or 0
    if agreed.error is not None and digits >= FEWEST_DIGITS and abs(cell.low) <= agreed.error:
        # A zero, but for rounding: that has no digits of its own to show.
        cell = replace(cell, low=0.0, high=0.0)
    return number(cell, max(FEWEST_DIGITS, digits))


def _encoded(found: Reconstructed, guess: Guess, place: int) -> tuple[str]:
    """Return a reconstructed entry; columns of numbers have one entry each."""
    return (f"{found.person.y * guess.u[place]:.6f}",)


def level(cell: DecodedLevel) -> str:
    """Return what is reconstructed of a category."""
    # A declared level may itself be called so.
    or_missing = ", or missing" if cell.or_missing and cell.level != "missing" else ""
    return f"{cell.level}{or_missing}{', or another level' if cell.or_other else ''}"


def number(cell: DecodedNumber, digits: int = FEWEST_DIGITS) -> str:
    """Return what is reconstructed of a number, in the unit of its column."""
    if cell.low < cell.high:
        low, high = written(cell.low, FEWEST_DIGITS, -1), written(cell.high, FEWEST_DIGITS, 1)
    else:
        low = high = written(cell.low, digits)
    if cell.or_less and cell.or_more:
        text = "any number"
    elif cell.or_more:
        text = f"{low} or more"
    elif cell.or_less:
        text = f"{high} or less"
    else:
        text = low if cell.low == cell.high else f"between {low} and {high}"
    return f"{text}, or missing" if cell.or_missing else text


def written(value: float, digits: int, away: int = 0) -> str:
    """Return a number with so many significant digits, without zeros at its end.

    Rounded to the nearest, or down or up, as `away` is -1 or 1: the end of a range stays outside.
    """
    size = math.floor(math.log10(abs(value))) if value else 0
    places = digits - 1 - size
    if away:
        scaled = value * 10.0**places
        # Less than a millionth of the last digit is rounding, and no reason for another one.
        moved = math.ceil(scaled - 1e-6) if away > 0 else math.floor(scaled + 1e-6)
        value = moved / 10.0**places
    if size >= LONGEST:
        return checks.shortened(f"{value:.{digits}g}")
    text = f"{value:,.{max(0, places)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def agreement(found: Agreement, cell: DecodedNumber | DecodedLevel) -> str:
    """Return how far a reconstructed cell agrees with the true one."""
    if not found.holds:
        return "not the same"
    at_bound = isinstance(cell, DecodedNumber) and (cell.or_less or cell.or_more)
    if found.digits is None or at_bound:
        return "at the bound" if at_bound else "the same"
    return words.pluralize(found.digits, "digit")


def of_encoded(found: Agreement, digits: int) -> str:
    """Return how far an encoded number agrees, and whether its range holds."""
    return words.pluralize(digits, "digit") + ("" if found.holds else "; the range is wrong")


def as_table(found: Reconstructed, rows: list[Line]) -> str:
    """Return rows of the comparison as a table in markdown; what they say may be a visitor's."""
    heads = headings(found)
    marks = ["---"] * (len(heads) - 1) + ["---:"]
    body = [[escape_markdown(text) for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(texts)} |" for texts in [list(heads), marks, *body])


def steps(found: Reconstructed, n: int) -> str:
    """Return how the record is reconstructed, in three steps with the numbers of the moment."""
    return "\n".join(
        [
            f"1. **At the released classifier w, the gradient is zero.** Summed over all "
            f"{n:,} records, its length is {found.gradient_norm:.1g}: zero, but for rounding.",
            f"2. **Take away the {words.pluralize(n - 1, 'record')} that the attacker knows.** "
            "What "
            f"is left over, g, has the length {np.linalg.norm(found.left_over):.3g}: it is the "
            "missing record, times a number s between 0 and 1.",
            f"3. **One equation gives the scale t = 1/s.** {_roots(found)}",
        ]
    )


def _roots(found: Reconstructed) -> str:
    roots = [f"{t:.4g}" for t in found.factors if np.isfinite(t)]
    if not found.guesses:
        return "Here g is zero to the precision of the solver: no scale brings the record back."
    kept = [f"{guess.factor:.4g}" for guess in possible(found)]
    if len(roots) == 1:
        return f"Here t = {roots[0]}, and t·g is the record."
    both = f"Here it has two solutions, t = {roots[0]} and t = {roots[1]}."
    if len(kept) == 2:
        return f"{both} Both give a record that could be there."
    return f"{both} Only t = {kept[0]} gives a record that could be there."


def traces(found: Traces, settings: Settings) -> str:
    """Return how many of the training records can be reconstructed."""
    read, n = found.n - found.without - found.undecided, found.n
    if read == n:
        return f"Each of these {words.pluralize(n, 'training record')} can be reconstructed."
    two = f", and {found.undecided:,} narrowed down to two" if found.undecided else ""
    return (
        f"Of {words.pluralize(n, 'training record')}, {read:,} can be reconstructed{two}."
        f"{_why_without(found, settings)}"
    )


def _why_without(found: Traces, settings: Settings) -> str:
    if not found.without:
        return ""
    if LOSSES[settings.loss].has_half_width:
        return (
            f" The other {found.without:,} lie where the hinge is flat, or are all zeros: moving "
            "them there changes nothing."
        )
    return (
        f" What the other {found.without:,} left is below the precision of the solver: they are "
        "nearly zero, or the classifier is very sure of them. That protects nobody."
    )


def own(settings: Settings) -> str:
    """Return what holds for a visitor's own table, or an empty text."""
    return OWN if settings.is_own else ""
