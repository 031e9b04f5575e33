"""A clinic on a command line: its schema, and commands in whose words @ is its folder."""

from pathlib import Path

from dpcore import Category, Label, Numeric, Schema
from dpcore.__main__ import main

SCHEMA = Schema(
    Label("sick", ("yes",)),
    (
        Numeric("age", 0, 90, missing=45),
        Category("job", ("a", "b", "none"), missing="none", other="none"),
    ),
)
N = 400


def run(place: Path, *words: str) -> int:
    return main([word.replace("@", f"{place}/") for word in words])


OPEN = ("ledger", "open", "clinic", "--ledger", "@l.db", "--n", str(N), "--epsilon", "2")
RELEASE = ("release", "--table", "@t.csv", "--schema", "@s.json", "--epsilon", "1.5",
           "--lam", "1e-2", "--ledger", "@l.db", "--out", "@model.zip")  # fmt: skip
