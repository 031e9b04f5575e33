"""Orders, tables and neighbours at random: hostile cells, many schemas, persons of many records."""

import codecs
import csv
import io
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from dpcore.commands.files import LIMITS
from dpcore.data.declared.schema import Category, FileLayout, Label, Numeric, Schema
from dpcore.data.uploads import read
from dpcore.data.written.writing import TIME, Writing
from dpcore.erm.losses import LOSSES, make_loss
from dpcore.erm.weighted import is_weighted
from dpcore.ledger import Budget
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release.orders import ReleaseRequest
from dpcore.release.safe import pure_mechanisms, released_mechanisms

HOSTILE = (
    "", " ", "?", "NA", "nan", "inf", "-inf", "1e999", "-1e308", "1e-320", "1,5", "1.5.2", "0x10",
    "١", "−3", "=1+1", '"', "'", "a\nb", "a,b", "ｂ", "yes ", "YES", "w0", "None", "True",
    "0" * 300, "9" * 40, "-0", "\ufeff1", "𝟙", "é", "e\u0301",
)  # fmt: skip
"""Cells that a reader, a parser of numbers or an encoder might stumble over."""

KINDS = (
    "5 %", "0.5%", "1.234", "1.234,5", "1,234.5", "950", "66 kg", "12:30", "(7)", "−7", "N/A",
    "#VALUE!", "old", "\udce9t\udce9", "\udc81", "# a comment", "sep=;", "number 0", "y",
)  # fmt: skip
"""Cells of another kind than their column's: whoever recognises anew reads all others anew. Halves
of surrogate pairs are bytes that are no letter in the file's encoding."""

LEVELS = ("w0", "w1", "w2", "yes")

WAYS = (None, None, Writing(), Writing(",", "."), Writing(".", ",", "kg"), Writing(form=TIME))
LAYOUTS = (None, FileLayout(), FileLayout(";", 3), FileLayout("\t", 1, "utf-16"),
           FileLayout(";", 2, "windows-1252"), FileLayout(",", 0))  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """A table and its neighbour: the records in `changed`, those of one person, were replaced.

    Where the solver `stops_short`, its gradient is too long, whatever it found.
    """

    order: ReleaseRequest
    budget: Budget
    table: pd.DataFrame
    neighbour: pd.DataFrame
    changed: tuple[int, ...]
    stops_short: bool

    @property
    def path(self) -> tuple[str, ...]:
        """Which way through the release this is."""
        order, label = self.order, self.order.schema.label
        return (
            order.mechanism,
            "candidates" if order.candidates else "one λ",
            "test" if order.test_share else "no test",
            "rule" if "auto" in (order.lam, *order.candidates) else "typed",
            "threshold" if label.threshold is not None else "values",
            "one label" if len(set(self.table[label.name]) - {"?"}) == 1 else "labels",
            "several records" if self.budget.records_per_person > 1 else "one record",
            "rows left out" if label.leaves_out else "all rows",
            "weighted" if is_weighted(order.loss) else "alike",
            "stops short" if self.stops_short else "solves",
        )


def pair(seed: int) -> Pair:
    """Return the pair of a seed."""
    rng = np.random.default_rng(seed)
    schema = _schema(rng)
    n, m = int(rng.integers(12, 80)), int(rng.choice([1, 1, 2, 3]))
    cells = [_row(rng, schema) for _ in range(n)]
    if seed % 6 == 5:
        # All labels the same, but for those of the neighbour that were replaced.
        cells = [[*row[:-1], cells[0][-1]] for row in cells]
    other = [list(row) for row in cells]
    changed = tuple(sorted(rng.choice(n, size=m, replace=False).tolist()))
    for row in changed:
        other[row] = _row(rng, schema, rng.choice([0.15, 0.5]))
    # A row without a label, where those are left out, is in no record's place: it stays.
    without = [[*_row(rng, schema)[:-1], "?"] for _ in range(3 * schema.label.leaves_out)]
    tables = [_file(schema, rows + without) for rows in (cells, other)]
    order = _order(rng, schema, m, n)
    # A budget's δ of 1/n or more promises nothing, and is refused.
    budget = Budget("clinic", n, 1e6, 0.9 / n if order.delta else 0.0, records_per_person=m)
    return Pair(order, budget, *tables, changed, seed % 10 == 9)


def _schema(rng) -> Schema:
    features = [
        Numeric(
            f"number {k}",
            -1.0,
            float(rng.choice([1e-3, 1.0, 90.0, 1e9])),
            missing=0.0,
            written=WAYS[rng.integers(len(WAYS))],
        )
        for k in range(rng.integers(0, 4))
    ]
    features += [
        Category(
            f"kind {k}",
            LEVELS[: rng.integers(1, 5)],
            missing="w0",
            other="w0",
            joined=bool(rng.random() < 0.3),
        )
        for k in range(rng.integers(0 if features else 1, 3))
    ]
    # Rows are left out by a marker of missing values, which values on one side may not be.
    out = {"unlabelled": "left out", "labelled_is_public": True} if rng.random() < 0.3 else {}
    label = [Label("y", ("yes",), **out), Label("y", (), ("no",), **out)]
    label.append(Label("y", threshold=0.5, **out))
    file = LAYOUTS[rng.integers(len(LAYOUTS))]
    if file and file.header == 0:  # its columns are called by their places
        features = [replace(each, name=f"column {k}") for k, each in enumerate(features, start=1)]
        label = [replace(each, name=f"column {len(features) + 1}") for each in label]
    intercept = bool(rng.random() < 0.5)
    return Schema(label[rng.integers(3)], tuple(features), intercept=intercept, file=file)


def _row(rng, schema: Schema, share: float = 0.15) -> list[str]:
    """Return one record: usual cells, and a share of hostile ones among them."""
    usual = [
        _number(rng, each) if isinstance(each, Numeric) else str(rng.choice(LEVELS))
        for each in schema.features
    ]
    usual.append(str(rng.choice(["yes", "no", "0", "1"])))
    odd = (*HOSTILE, *KINDS)
    row = [str(rng.choice(odd)) if rng.random() < share else cell for cell in usual]
    if schema.label.leaves_out and row[-1].strip() in ("", "?", "NA", "nan", "None"):
        row[-1] = "yes"  # Each record has a label: that it has one is public.
    return row


def _number(rng, feature: Numeric) -> str:
    """Return a number as its column's are written."""
    text = f"{rng.normal(0, feature.upper):.4g}"
    way = feature.written
    if way is None:
        return text
    if way.form == TIME:
        return f"{rng.integers(24)}:{rng.integers(10, 60)}"
    return f"{text.replace('.', way.decimal)} {way.unit}".strip()


def _file(schema: Schema, rows: list[list[str]]) -> pd.DataFrame:
    """Return the table as it is read, by what is declared, from the file that holds it."""
    names = [*(each.name for each in schema.features), schema.label.name]
    file = schema.file or FileLayout()
    text = io.StringIO()
    text.write("a title;\n" * (file.header - 1))
    written = csv.writer(text, delimiter=file.separator, lineterminator="\n")
    written.writerows([names] * (file.header > 0))
    written.writerows(rows)
    data = text.getvalue().encode(file.encoding, "byte for byte")
    return read(data, LIMITS, file.dialect())


def _byte(fault: UnicodeError) -> tuple[str | bytes, int]:
    """Write half of a surrogate pair as the byte that it stands for, other letters by number."""
    assert isinstance(fault, UnicodeEncodeError)
    letters = fault.object[fault.start : fault.end]
    if fault.encoding.startswith("utf-16"):
        return letters.encode("utf-16-le", "surrogatepass"), fault.end
    if not all("\udc80" <= letter <= "\udcff" for letter in letters):
        return letters.encode("ascii", "backslashreplace"), fault.end
    return letters.encode("utf-8", "surrogateescape"), fault.end


codecs.register_error("byte for byte", _byte)


def _order(rng, schema: Schema, m: int, n: int) -> ReleaseRequest:
    def lam():
        return "auto" if rng.random() < 0.3 else float(10 ** rng.uniform(-6, 0))

    # A δ is for one record a person and one λ.
    mechanism = str(rng.choice(pure_mechanisms() if m > 1 else released_mechanisms()))
    uses_delta = MECHANISMS[mechanism].uses_delta
    delta = min(float(10 ** rng.uniform(-6, -2)), 0.5 / n) if uses_delta else 0.0
    candidates = tuple(lam() for _ in range(0 if delta else rng.choice([0, 0, 1, 2, 4])))
    is_tested = rng.random() < 0.5
    order = ReleaseRequest(
        schema,
        mechanism,
        float(10 ** rng.uniform(-2, 1.3)),
        None if candidates else lam(),
        make_loss(str(rng.choice(list(LOSSES))), 0.5),
        "clinic",
        0.25 if is_tested else 0.0,
        float(10 ** rng.uniform(-2, 1)) if is_tested else 0.0,
        candidates,
        delta,
    )
    share = 0.5 if rng.random() < 0.6 else float(rng.choice([0.003, 0.2, 0.9]))
    return replace(order, loss=make_loss(order.loss.name, 0.5, share))
