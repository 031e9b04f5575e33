"""`predict`: a released model on another table."""

import argparse
import sys

from dpcore.commands import files, undeclared
from dpcore.data.reading import content
from dpcore.release import Model
from dpcore.release.model import LARGEST_FILE


def run(asked: argparse.Namespace) -> int:
    """Write the prediction for each row as CSV; return the exit code."""
    out = files.check_new(asked.out) if asked.out else None
    model = Model.from_bytes(content(asked.model, LARGEST_FILE))
    table = files.table(asked, model.schema)
    text = model.predictions(table)
    undeclared.tell(model.undeclared(table))
    if out:
        files.write(out, text.encode())
        print(f"{out}: predictions for {len(table):,} {'row' if len(table) == 1 else 'rows'}.")
    else:
        sys.stdout.write(text)
    return 0
