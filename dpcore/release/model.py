"""A released model: predictions for whoever has it, and what comes with it."""

import ast
import io
import json
import os
import re
import zipfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput, cut
from dpcore.data.cells import shown
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import check_columns, check_size
from dpcore.data.files import own
from dpcore.ledger import UNFINISHED, Charge, Ledger
from dpcore.release.document import MAX_MODEL, read
from dpcore.release.records import texts_of
from dpcore.release.scorer import signs, written
from dpcore.release.undeclared import UndeclaredCells, undeclared_cells, warn

LARGEST_FILE = 8 * MAX_MODEL
"""Bytes of a model file, or of the zip around it: a character takes at most four."""

MOST_FILES = 100
"""Files in a zip; a release has three. Python reads all their names before it opens one."""

NAMED = b"PK\x01\x02"
"""What stands before each name in a zip."""

DAMAGES = (
    KeyError,
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    ValueError,
    OSError,
    EOFError,
)
"""What reading a zip may come to: damaged, encrypted, in a way unknown, without what is asked."""


IMPORTED = re.compile(r"^from dpcore\.data\.written\.(\w+) import .*\n", re.MULTILINE)
"""Lines of the scorer that need the package."""


@dataclass(frozen=True, eq=False)
class Model:
    """A classifier that was released, with its schema and its certificate.

    Parameters
    ----------
    document : dict
        The content of the model file.
    schema : Schema
    """

    document: dict[str, Any]
    schema: Schema

    @staticmethod
    def from_json(text: str) -> "Model":
        """Return the model that a model file holds.

        Raises
        ------
        InvalidInput
            If it is no model file.
        """
        return Model(*read(text))

    @staticmethod
    def from_bytes(content: bytes) -> "Model":
        """Return the model in a model file, or in the zip that a release comes in.

        Raises
        ------
        InvalidInput
            If it is neither, or too large.
        """
        if len(content) > LARGEST_FILE:
            raise InvalidInput(f"a model must have at most {LARGEST_FILE:,} bytes.")
        try:
            if zipfile.is_zipfile(io.BytesIO(content)):
                if content.count(NAMED) > MOST_FILES:
                    raise InvalidInput(
                        f"a zip of a model must hold at most {MOST_FILES} files; choose the file "
                        "that was saved."
                    )
                with zipfile.ZipFile(io.BytesIO(content)) as packed:
                    # Never more than a model may have, whatever the file says that it holds.
                    entry = packed.getinfo("model.json")
                    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                        raise zipfile.BadZipFile  # others take memory before they give anything
                    # One byte more than any model has: what is cut here is refused as too long.
                    content = packed.open(entry).read(4 * MAX_MODEL + 1)
            return Model.from_json(content.decode("utf-8"))
        except InvalidInput:
            raise
        except DAMAGES as fault:
            raise InvalidInput(
                "the file holds no model.json that can be read; choose the file that was saved."
            ) from fault

    def to_json(self) -> str:
        """Return the model file; `from_json` gives the same model back."""
        # Python writes the shortest digits that give the same double again: no coefficient moves.
        return json.dumps(self.document, indent=1, ensure_ascii=False, allow_nan=False)

    @property
    def coef(self) -> Array:
        """Coefficients w (n_features,), in the order of ``schema.encoded_names()``."""
        return np.array([each["coefficient"] for each in self.document["coefficients"]], float)

    @property
    def certificate(self) -> dict[str, Any]:
        """What was promised, and by what."""
        certificate: dict[str, Any] = self.document["certificate"]
        return certificate

    def signs(self, table: pd.DataFrame) -> Array:
        """Return the prediction for each row (n,), -1 or +1.

        Parameters
        ----------
        table : DataFrame (n, n_columns)
            With the columns of the schema's features; the label is not needed.

        Raises
        ------
        InvalidInput
            If a column is absent or appears twice, or the table is too large.
        """
        self._check(table)
        texts = texts_of(table, self.schema.features, self.schema.markers)
        # By the scorer's own function: whoever has its file alone gets the same predictions.
        return np.array(signs(self.document, texts, len(table)), float)

    def predict(self, table: pd.DataFrame) -> pd.Series:
        """Return the prediction for each row in the words of the label, indexed as the table.

        Parameters and errors as in `signs`. Cells that were not declared count as `scorer` says,
        with an `UndeclaredCellsWarning`.
        """
        answers = self.answers(table)
        warn(self.undeclared(table), level=2)
        return answers

    def answers(self, table: pd.DataFrame) -> pd.Series:
        """Return what `predict` does and warn of nothing: for who counts by `undeclared`."""
        words, positive = self.document["labels"], self.signs(table) > 0
        answers = np.where(positive, words["positive"], words["negative"]).astype(object)
        return pd.Series(answers, index=table.index, name=self.schema.label.name, dtype=object)

    def undeclared(self, table: pd.DataFrame) -> tuple[UndeclaredCells, ...]:
        """Return the columns with cells that are neither as declared nor marked as missing.

        Parameters and errors as in `signs`.
        """
        self._check(table)
        return undeclared_cells(table, self.schema, with_label=False)

    def predictions(self, table: pd.DataFrame) -> str:
        """Return the prediction for each row as CSV, one column, no cell a formula."""
        predictions = self.answers(table)
        # A value such as =1+1 would be computed by the spreadsheet that opens it, the name, too.
        return str(
            predictions.map(written).to_csv(
                index=False, header=[written(str(predictions.name))], lineterminator="\n"
            )
        )

    def _check(self, table: pd.DataFrame) -> None:
        check_size(len(table), self.schema)
        # The label need not be there: whoever predicts does not know it.
        check_columns(table, [feature.name for feature in self.schema.features])


def scorer_text() -> str:
    """Return the scorer as one file: where it imports from this package stands what it imports."""
    text = files("dpcore.release").joinpath("scorer.py").read_text("utf-8")
    return IMPORTED.sub(lambda found: _body(found[1]), text)


def _body(module: str) -> str:
    """Return a module's text without its docstring, which speaks of the package, and its own."""
    text = files("dpcore.data.written").joinpath(f"{module}.py").read_text("utf-8")
    below = ast.parse(text).body[0].end_lineno
    return IMPORTED.sub("", "\n".join(text.splitlines()[below:]).strip("\n") + "\n")


def packed_at(date: str) -> tuple[int, int, int, int, int, int]:
    """Return a certificate's date as a zip has it."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:  # of a file that was edited
        moment = datetime(1980, 1, 1)
    # A zip file has seven bits for the year, from 1980.
    year = min(max(moment.year, 1980), 2107)
    return (year, moment.month, moment.day, moment.hour, moment.minute, moment.second)


def kept(ledger: Ledger, entry: int) -> Model:
    """Return a model that was released before, by the number of its charge; nothing is charged.

    For who keeps the ledger: whoever asked for the model may have lost its key.

    Parameters
    ----------
    ledger : Ledger
    entry : int
        As `ledger show` and the certificate have it.

    Raises
    ------
    InvalidInput
        If there is no such charge, or no model came of it.
    """
    charges = (each for name in ledger.data_sets() for each in ledger.budget(name).charges)
    keys = {each.number: each.ticket for each in charges if isinstance(each, Charge)}
    if entry not in keys:
        raise InvalidInput(
            f"Entry {cut(entry)} of the ledger is not a charge. `ledger show` lists all charges."
        )
    charge = ledger.lookup(keys[entry])
    document = charge[1] if charge else None
    if document is None:
        raise InvalidInput(f"Entry {entry} of the ledger holds no model: {UNFINISHED}.")
    # Whoever else charges settles with a word of its own, as `estimators.account` does.
    if not document.lstrip().startswith("{"):
        raise InvalidInput(
            f"Entry {entry} of the ledger holds no model: it paid for something that is kept "
            "elsewhere, such as a fit of an estimator."
        )
    return Model.from_json(document)


def load(source: str | os.PathLike[str]) -> Model:
    """Return the model in a model file.

    Parameters
    ----------
    source : str or path
        The file, or its text, which begins with a brace.

    Raises
    ------
    InvalidInput
        If it cannot be read or is no model file.
    """
    # No name of a file that we write begins with a brace, and every model does.
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return Model.from_json(source)
    path = Path(source)
    try:
        # A character takes at most four bytes. Line ends count for nothing: it is JSON.
        text = own.read(path, 4 * MAX_MODEL).decode("utf-8")
    except own.TooLong:
        raise InvalidInput(f"a model file must have at most {MAX_MODEL:,} characters.") from None
    except UnicodeDecodeError:
        raise InvalidInput("the model file is not JSON; load the file that was saved.") from None
    except (OSError, ValueError) as fault:
        raise InvalidInput(f"the model file {shown(path.name)} cannot be read.") from fault
    return Model.from_json(text)
