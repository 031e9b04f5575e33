"""One person of the training part, reconstructed from a classifier without noise, cell by cell.

The adversary knows all other training records and the minimiser of all of them
(`dplab.instruments.adversary`). Three steps lead back to the row: the gradient of all records is
zero, so that what the known ones leave over is the missing one's; one equation gives its scale; and
the schema, which is public, turns u = y x into cells (`dplab.tables.decoding`).

A law by its points has rows that stand for many equal records: the adversary then knows all of
these but one.

All of this looks at the person's own row: right for a simulation with public or generated data,
and for the eyes of whoever holds the table.

Examples
--------
>>> from dplab.simulation.settings import Settings
>>> settings = Settings(data="breast_cancer", n=100)
>>> found = reconstructed(settings, row=5, coef=exact(settings))
>>> found.person.cells.shape, [guess.is_true for guess in found.guesses]
((1, 31), [False, True])
>>> int(found.guesses[1].digits.min()) > 5
True
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset, Split, training_rows
from dpcore.data.declared.schema import Schema
from dpcore.data.real import tables
from dplab.instruments.adversary import reconstruct, reconstruct_each
from dplab.instruments.minimisers import minimiser
from dplab.simulation import sources
from dplab.simulation.comparison import lams
from dplab.simulation.settings import Settings
from dplab.simulation.sources import n_used
from dplab.tables.decoding.agreement import Agreement, compare, digits
from dplab.tables.decoding.rows import LENGTH_SLACK, DecodedRow, decode, is_possible


@dataclass(frozen=True, eq=False)
class Upload:
    """A visitor's own table, which comes as an argument and is not kept.

    Parameters
    ----------
    records : Dataset
    table : DataFrame (n, n_columns)
        The cells that became the records, in the same order.
    schema : Schema
    """

    records: Dataset
    table: pd.DataFrame
    schema: Schema


@dataclass(frozen=True, eq=False)
class Person:
    """A row of the training part, as it is.

    Parameters
    ----------
    number : int
        Which row of the table, or of the generated data, from 0.
    x : array (n_features,)
        In the unit ball.
    y : float
        -1 or +1.
    count : int
        How many equal records the row stands for: 1, but for a law by its points.
    cells : DataFrame (1, n_columns) or None
        Its row of the table; None of generated data, which have no other cells than x.
    schema : Schema or None
        How these became x.
    """

    number: int
    x: Array
    y: float
    count: int
    cells: pd.DataFrame | None
    schema: Schema | None

    @property
    def u(self) -> Array:
        """All of a record that a classifier ever sees: y x, shape (n_features,)."""
        return self.y * self.x


@dataclass(frozen=True, eq=False)
class Guess:
    """One u of the unit ball that fits the classifier.

    Parameters
    ----------
    u : array (n_features,)
        y x.
    factor : float
        t ≥ 1 with u = t g; the slope s(w·u) of the loss is 1/t.
    is_true : bool
        Whether it is the person's, up to `LENGTH_SLACK` in each entry.
    is_possible : bool
        Whether any row of the schema becomes it; always where there is no schema.
    digits : int array (n_features,)
        Significant digits in which its entries agree with the person's.
    rows : tuple of DecodedRow
        What it says of the row, one for each label it may have; none without a schema, or where it
        is not possible.
    agreements : tuple of tuple of Agreement
        For each of these rows, each cell beside the true one.
    """

    u: Array
    factor: float
    is_true: bool
    is_possible: bool
    digits: npt.NDArray[np.int64]
    rows: tuple[DecodedRow, ...]
    agreements: tuple[tuple[Agreement, ...], ...]


@dataclass(frozen=True, eq=False)
class Reconstructed:
    """A person, the three steps, and what comes out.

    Parameters
    ----------
    person : Person
        Whose record it is.
    lam : float
        Of the classifier.
    gradient_norm : float
        ‖nλw - Σ s_i u_i‖ over all n records: zero but for rounding.
    left_over : array (n_features,)
        g, the same without the person's term.
    projection : float
        w·g, which decides how many roots there are.
    factors : array (2,)
        t of both roots, in the ball or not; nan for one that is not there.
    guesses : tuple of Guess
        None where the person left no trace; else one or two, the shorter first.
    """

    person: Person
    lam: float
    gradient_norm: float
    left_over: Array
    projection: float
    factors: Array
    guesses: tuple[Guess, ...]


@dataclass(frozen=True)
class Traces:
    """How many of the training records can be reconstructed.

    Of n training records, `without` left no trace above a solver's tolerance: beyond the corner of
    a hinge, far on the right side of a logistic classifier, or nearly zero themselves. `doubled`
    are those for which two values of u fit, in the unit ball, and `undecided` those of them where
    some row of the schema becomes either.
    """

    n: int
    without: int
    doubled: int
    undecided: int


def exact(settings: Settings, own: Upload | None = None) -> Array:
    """Return the classifier without noise, to rounding, shape (n_features,).

    Parameters
    ----------
    settings : Settings
        Data, λ, loss, n and seed count.
    own : Upload, optional
        The visitor's own table, where the settings name it.

    Raises
    ------
    InvalidInput
        If the settings name no records, or fewer than two.
    """
    part, loss = _part(settings, own), settings.make_loss()
    lam = lam_of(settings, part)
    return minimiser((part.X, part.y, _counts(part)), loss, lam)


def lam_of(settings: Settings, part: Split) -> float:
    """Return λ of the classifier without noise: where it follows ε, the rule's at ε = ∞."""
    n, d = part.n, part.X.shape[1]
    return lams(settings, ("non_private",), n=n, n_features=d)["non_private"]


def person(settings: Settings, row: int, own: Upload | None = None) -> Person:
    """Return a row of the training part, as it stands in the table and in the unit ball.

    Parameters
    ----------
    settings, own
        As in `exact`.
    row : int
        Which row of the training part, from 0.

    Raises
    ------
    InvalidInput
        As `exact`, and if there is no such row.
    """
    return _person(settings, row, own, _part(settings, own))


def reconstructed(
    settings: Settings, row: int, *, coef: Array, own: Upload | None = None
) -> Reconstructed:
    """Reconstruct a person from a classifier, knowing all other training records.

    Parameters
    ----------
    settings, row, own
        As in `person`.
    coef : array (n_features,)
        What `exact` gave.

    Raises
    ------
    InvalidInput
        As `person`.
    """
    part, loss = _part(settings, own), settings.make_loss()
    who = _person(settings, row, own, part)
    known = _counts(part)
    known[int(row)] -= 1
    lam = lam_of(settings, part)
    found = reconstruct(coef, part.X, part.y, loss=loss, lam=lam, sample_weight=known)
    pull = -loss.slope(np.atleast_1d(coef @ who.u)) * who.u
    return Reconstructed(
        who,
        lam,
        float(np.linalg.norm(found.left_over - pull)),
        found.left_over,
        float(coef @ found.left_over),
        found.factors,
        tuple(_guess(u, found.left_over, who) for u in found.candidates),
    )


def traces(settings: Settings, *, coef: Array, own: Upload | None = None) -> Traces:
    """Count the training records that leave no trace, and those with two values that fit.

    Parameters
    ----------
    settings, coef, own
        As in `reconstructed`.

    Raises
    ------
    InvalidInput
        As `exact`.
    """
    part, schema = _part(settings, own), _schema(settings, own)
    counts, found = _counts(part), _each(settings, part, coef)
    sizes = np.array([len(each) for each in found])
    doubled = np.flatnonzero(sizes == 2)
    both = np.array([found[k] for k in doubled]).reshape(2 * len(doubled), part.X.shape[1])
    fits = np.ones(len(both), bool) if schema is None else is_possible(both, schema)
    undecided = doubled[fits.reshape(-1, 2).all(axis=1)]
    return Traces(
        part.n,
        int(counts[sizes == 0].sum()),
        int(counts[doubled].sum()),
        int(counts[undecided].sum()),
    )


def next_with_trace(
    settings: Settings, row: int, *, coef: Array, own: Upload | None = None
) -> int | None:
    """Return the next training record that can be reconstructed; after the last, the first.

    Parameters
    ----------
    settings, row, coef, own
        As in `reconstructed`.

    Returns
    -------
    int or None
        None where no row can be.

    Raises
    ------
    InvalidInput
        As `exact`.
    """
    sizes = [len(each) for each in _each(settings, _part(settings, own), coef)]
    after = np.flatnonzero(np.roll(sizes, -(row + 1)))
    return int((row + 1 + after[0]) % len(sizes)) if len(after) else None


def _each(settings: Settings, part: Split, coef: Array) -> list[Array]:
    """Return the candidates for each row."""
    return reconstruct_each(
        coef,
        part.X,
        part.y,
        loss=settings.make_loss(),
        lam=lam_of(settings, part),
        sample_weight=_counts(part),
    )


def _part(settings: Settings, own: Upload | None) -> Split:
    """Return the training part, of a person and at least one other."""
    records = None if own is None else own.records
    n = n_used(sources.load(settings, records), settings)
    if n < 2:
        raise InvalidInput(
            f"n must be at least 2, for the adversary knows all records but one; got {n}."
        )
    return sources.part(settings, n, records=records)


def _counts(part: Split) -> Array:
    """Return how many records each row stands for; a copy."""
    return np.ones(len(part.y)) if part.weight is None else part.weight.copy()


def _schema(settings: Settings, own: Upload | None) -> Schema | None:
    if own is not None:
        return own.schema
    return tables.named(settings.data).schema if settings.data in tables.TABLES else None


def _person(settings: Settings, row: int, own: Upload | None, part: Split) -> Person:
    row = checks.whole("row", row, low=0, high=len(part.y) - 1)
    data = sources.load(settings, None if own is None else own.records)
    number = int(training_rows(data, part.n, settings.seed)[row])
    return Person(
        number,
        part.X[row],
        float(part.y[row]),
        int(_counts(part)[row]),
        cells_of(settings, own, number),
        _schema(settings, own),
    )


def cells_of(settings: Settings, own: Upload | None, number: int) -> pd.DataFrame | None:
    """Return a row of the table as it is written, from 0; None of generated data."""
    if own is not None:
        return own.table.iloc[[number]]
    in_table = settings.data in tables.TABLES
    return tables.rows(settings.data).iloc[[number]] if in_table else None


def _guess(u: Array, left_over: Array, who: Person) -> Guess:
    possible = who.schema is None or bool(is_possible(u[None], who.schema)[0])
    rows: tuple[DecodedRow, ...] = ()
    agreements: tuple[tuple[Agreement, ...], ...] = ()
    if who.schema is not None and who.cells is not None and possible:
        rows = decode(u, who.schema)
        agreements = tuple(compare(each, who.cells, who.schema) for each in rows)
    return Guess(
        u,
        float(np.linalg.norm(u) / np.linalg.norm(left_over)),
        bool(np.abs(u - who.u).max() <= LENGTH_SLACK),
        possible,
        digits(u, who.u),
        rows,
        agreements,
    )
