"""A released model: predictions for whoever has it, and what comes with it."""

import io
import json
import os
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from dpcore.checks import Array, InvalidInput
from dpcore.data.cells import shown
from dpcore.data.encoding import check_columns, check_size
from dpcore.data.schema import Schema
from dpcore.release.document import MAX_MODEL, read
from dpcore.release.records import texts_of, undeclared
from dpcore.release.scorer import signs, written

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
        texts = texts_of(table, self.schema.features)
        # By the scorer's own function: whoever has its file alone gets the same predictions.
        return np.array(signs(self.document, texts, len(table)), float)

    def predict(self, table: pd.DataFrame) -> pd.Series:
        """Return the prediction for each row in the words of the label, indexed as the table.

        Parameters and errors as in `signs`. Cells that were not declared count as `scorer` says.
        """
        words, positive = self.document["labels"], self.signs(table) > 0
        answers = np.where(positive, words["positive"], words["negative"]).astype(object)
        return pd.Series(answers, index=table.index, name=self.schema.label.name, dtype=object)

    def undeclared(self, table: pd.DataFrame) -> dict[str, int]:
        """Return for features how many cells are neither empty nor as the schema declares.

        Parameters and errors as in `signs`.
        """
        self._check(table)
        return undeclared(table, self.schema)

    def predictions(self, table: pd.DataFrame) -> str:
        """Return the prediction for each row as CSV, one column, no cell a formula."""
        predictions = self.predict(table)
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
        # A character takes at most four bytes.
        if path.stat().st_size > 4 * MAX_MODEL:
            raise InvalidInput(f"a model file must have at most {MAX_MODEL:,} characters.")
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise InvalidInput("the model file is not JSON; load the file that was saved.") from None
    except (OSError, ValueError) as fault:
        if isinstance(fault, InvalidInput):
            raise
        raise InvalidInput(f"the model file {shown(path.name)} cannot be read.") from fault
    return Model.from_json(text)
