"""A record column by column, in words: what is reconstructed, and what a release leaves."""

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.adversary.attacks import DRAWS
from dplab.studies.adversary.left import LeftOfColumn, ReconstructedColumn
from dplab.studies.adversary.person import Guess, Reconstructed
from pages.adversary.figures.candidates import CandidateRow
from pages.adversary.figures.columns import RowWords
from pages.adversary.sentences import line_up
from pages.adversary.sentences import record as sentences
from pages.kit import words

RELY = "The limit holds for any records; the shades are measured on these."


def of_reconstructed(
    found: Reconstructed, columns: tuple[ReconstructedColumn, ...], *, phone: bool
) -> list[RowWords]:
    """Return what stands above each row of a reconstructed record.

    On a phone there is room for the least alone.
    """
    possible = sentences.possible(found)
    rows = sentences.lines(found)[1:] if possible else []
    said = {row[0]: row for row in rows}
    return [
        RowWords(
            f"{each.column}  {own(found, each.column)}",
            _reconstructed(found, possible, said.get(each.column, ()), at, phone=phone),
        )
        for at, each in enumerate(columns)
    ]


def alone(found: Reconstructed, columns: tuple[ReconstructedColumn, ...]) -> list[CandidateRow]:
    """Return a record that comes out whole: each value to a point, and no other one fits.

    There is no row where it does not.
    """
    possible = sentences.possible(found)
    if [guess.is_true for guess in possible] != [True] or sentences.is_ranged(possible[0]):
        return []
    said = {row[0]: row for row in sentences.lines(found)[1:]}
    return [
        CandidateRow(each.column, f"{said[each.column][2]} ({said[each.column][-1]})", each.truth)
        for each in columns
    ]


def own(found: Reconstructed, column: str) -> str:
    """Return the person's own value: of generated records, of their feature."""
    if found.person.schema is None:
        return f"{found.person.x[int(column.removeprefix('x')) - 1]:.9f}"
    return sentences.truth(found, column)


def _reconstructed(
    found: Reconstructed, guesses: list[Guess], said: tuple[str, ...], at: int, *, phone: bool
) -> str:
    if not said:
        return "no trace"
    true = next((guess for guess in guesses if guess.is_true), guesses[0])
    read, agrees = said[2 + guesses.index(true)], said[-1]
    if not any(map(sentences.is_ranged, guesses)):
        return f"{read} ({agrees})"
    encoded = f"{found.person.y * true.u[at]:.9f} ({agrees})".replace("-", "−")
    return encoded if phone else f"{read}; encoded: {encoded}"


def of_left(columns: tuple[LeftOfColumn, ...], draw: int, truths: list[str]) -> list[RowWords]:
    """Return what stands above each row of what a release leaves.

    Draws count from 0; `truths` are the person's own values.
    """
    return [
        RowWords(f"{each.column}  {truth}", _likely(each, draw))
        for each, truth in zip(columns, truths, strict=True)
    ]


def _likely(column: LeftOfColumn, draw: int) -> str:
    likely, k = column.likely(draw), len(column.labels)
    if len(likely) == k:
        return f"any of {k} values"
    if len(likely) == 1:
        return f"{column.labels[likely[0]]}: 1 of {k} values"
    are_together = likely == list(range(likely[0], likely[-1] + 1))
    if are_together:
        ends = column.labels[likely[0]], column.labels[likely[-1]]
        return f"{ends[0]} to {ends[1]}: {len(likely)} of {k} values"
    return f"{len(likely)} of {k} values"


def left(columns: tuple[LeftOfColumn, ...], mechanism: str, epsilon: float) -> str:
    """Return how likely the true values are after a release, beside guessing and the limit."""
    believed = np.mean([each.beliefs[:, each.truth].mean() for each in columns])
    guessing = np.mean([1 / len(each.labels) for each in columns])
    most = limit(columns)
    sizes = sorted({len(each.labels) for each in columns})
    m = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    said = (
        f"At ε = {words.number(epsilon)} someone who knows every other record, and of this one all "
        f"but one column, gives the true one of {m} values a probability of "
        f"{words.percent(float(believed))}"
    )
    return f"{said} (before: {words.percent(float(guessing))}); {_limit(most, mechanism)}."


def limit(columns: tuple[LeftOfColumn, ...]) -> float | None:
    """Return what no belief exceeds in any of these columns; None where nothing is proven."""
    ceilings = [each.ceiling for each in columns if each.ceiling is not None]
    return max(ceilings) if len(ceilings) == len(columns) else None


def _limit(most: float | None, mechanism: str) -> str:
    if most is None and MECHANISMS[mechanism].uses_delta:
        return "with Gaussian noise, this probability has no limit after a single release"
    if most is None:
        return "for this historic mechanism no limit is proven"
    if line_up.at_most(most) == line_up.NEAR_ALL:
        return "a guarantee with an ε as large as this rules out next to nothing"
    if MECHANISMS[mechanism].guarantee == "pure":
        return f"the guarantee caps it at {line_up.at_most(most)} %"
    if MECHANISMS[mechanism].uses_delta:
        return f"the ε that is kept without δ caps it at {line_up.at_most(most)} %"
    return f"it is proven to be {line_up.at_most(most)} % at most"


def protocol(columns: tuple[LeftOfColumn, ...], draw: int) -> str:
    """Return what the picture shows, and over what the sentence takes its mean."""
    return (
        f"Shown is release {draw + 1} of {DRAWS}; beside each column stand the fewest values that "
        f"have 95 % of the belief. Means are over {DRAWS} releases and "
        f"{words.pluralize(len(columns), 'column')}. Before the release all values of a column "
        "count as equally likely."
    )


def alt_reconstructed(columns: tuple[ReconstructedColumn, ...], said: list[RowWords]) -> str:
    """Return the reconstructed record in words."""
    rows = "; ".join(f"{each.left}: {each.right}" for each in said)
    return (
        f"What is reconstructed of {words.pluralize(len(columns), 'column')} of the record. {rows}."
    )


def alt_left(said: list[RowWords], epsilon: float) -> str:
    """Return what a release leaves in words."""
    rows = "; ".join(f"{each.left}: {each.right}" for each in said)
    return f"What one release at ε = {words.number(epsilon)} leaves likely. {rows}."
