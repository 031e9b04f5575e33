"""`predict`: a released model on another table."""

import argparse
import io
import sys
import zipfile

from dpcore.checks import InvalidInput
from dpcore.commands import files
from dpcore.release import Model, load
from dpcore.release.document import MAX_MODEL
from dpcore.release.scorer import written


def run(asked: argparse.Namespace) -> int:
    """Write the prediction for each row as CSV; return the exit code."""
    out = files.check_new(asked.out) if asked.out else None
    found = _model(asked.model).predict(files.table(asked))
    text = found.map(written).to_csv(index=False, header=[written(str(found.name))])
    if out:
        files.write(out, text.encode())
        print(f"{out}: predictions for {len(found):,} {'row' if len(found) == 1 else 'rows'}.")
    else:
        sys.stdout.write(text)
    return 0


def _model(name: str) -> Model:
    found = files.content(name, most=8 * MAX_MODEL)
    if not zipfile.is_zipfile(io.BytesIO(found)):
        return load(name)
    try:
        with zipfile.ZipFile(io.BytesIO(found)) as packed, packed.open("model.json") as file:
            # Never more than a model may have, whatever the file says that it holds.
            return Model.from_json(file.read(4 * MAX_MODEL + 1).decode("utf-8"))
    except (KeyError, zipfile.BadZipFile, UnicodeDecodeError, RuntimeError, OSError, EOFError):
        raise InvalidInput(f"{name} holds no model.json that can be read.") from None
