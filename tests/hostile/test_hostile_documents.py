"""2,000 hostile model files, schemas and ledgers each: sentences, nothing run, nothing lost."""

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Schema
from dpcore.ledger import Budget, Ledger
from dpcore.ledger.chain import START, EntryRow, row_of
from dpcore.release import Model
from tests.hostile.documents import VALUES, hostile, rewritten
from tests.house.some import some
from tests.release.cases import SCHEMA, run, table

each_number = pytest.mark.parametrize("n", some((500, 2_000), (500,)))
"""How many are tried: a quarter in every run."""

RUNS = frozenset(
    {"os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen", "compile",
     "marshal.loads", "pickle.find_class", "socket.connect", "ctypes.dlopen"}
)  # fmt: skip
"""What Python says before it runs something, or reaches out (PEP 578)."""

watched: list[list[str]] = []


def _hear(event: str, _about: Any) -> None:
    if watched and event in RUNS:
        watched[-1].append(event)


sys.addaudithook(_hear)


@contextmanager
def nothing_is_run() -> Iterator[None]:
    """Fail if anything is run meanwhile."""
    heard: list[str] = []
    watched.append(heard)
    try:
        yield
    finally:
        watched.pop()
    assert heard == []


def sentence(refusal: InvalidInput) -> str:
    said = str(refusal)
    assert said.endswith(".")
    assert 10 < len(said) < 600
    return said


def test_what_is_run_is_heard():
    with pytest.raises(AssertionError), nothing_is_run():
        eval("1 + 1")


@each_number
def test_hostile_model_files_are_refused_or_predict_by_what_they_say(n, tmp_path):
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.open("clinic", n=200, epsilon=10.0)
        good = run(ledger, test_share=0.2, epsilon_test=1.0)
    rows, rng, refused = table(9), np.random.default_rng(0), 0
    good.predict(rows)
    with nothing_is_run():
        for _ in range(n):
            try:
                model = Model.from_json(hostile(rng, good.to_json()))
            except InvalidInput as refusal:
                refused += bool(sentence(refusal))
            else:
                assert Model.from_json(model.to_json()).document == model.document
                assert set(model.predict(rows)) <= set(model.document["labels"].values())
    assert n / 2 < refused < n


@each_number
def test_hostile_schemas_are_refused_or_saved_as_they_were_read(n):
    rng, refused = np.random.default_rng(0), 0
    with nothing_is_run():
        for _ in range(n):
            try:
                schema = Schema.from_json(hostile(rng, SCHEMA.to_json()))
            except InvalidInput as refusal:
                refused += bool(sentence(refusal))
            else:
                assert Schema.from_json(schema.to_json()) == schema
    assert n / 3 < refused < n


def forged(rng: np.random.Generator, entries: list[dict[str, Any]]) -> list[EntryRow]:
    """Return entries that were rewritten, under hashes that fit: by somebody who knows how."""
    rows: list[EntryRow] = []
    for each in rewritten(rng, entries):
        content = each if isinstance(each, dict) else {"what": each}
        kind, ticket = (content.pop(key, None) for key in ("kind", "ticket"))
        for own in ("number", "previous", "hash", "document"):
            content.pop(own, None)
        before = rows[-1].hash if rows else START
        try:
            rows.append(row_of(len(rows) + 1, kind, ticket, content, before))
        except ValueError:  # NaN, which no body holds
            continue
    return rows


def written(raw: sqlite3.Connection, rows: list[EntryRow], document: Any) -> None:
    """Write entries over those of a ledger, with a head that fits."""
    with raw:
        raw.execute("DELETE FROM ledger_entries")
        raw.executemany(
            "INSERT INTO ledger_entries VALUES (?, ?, ?, ?, ?, ?)",
            [(*row, document if row.kind == "settle" else None) for row in rows],
        )
        last = rows[-1].hash if rows else START
        raw.execute("UPDATE ledger_head SET number = ?, hash = ?", (len(rows), last))


@each_number
def test_hostile_ledgers_are_refused_or_read_and_left_as_they_were(n, tmp_path):
    path, rng, refused, read = tmp_path / "ledger.db", np.random.default_rng(0), 0, 0
    with Ledger(path) as ledger, closing(sqlite3.connect(path)) as raw:
        ledger.open("clinic", n=100, epsilon=1.0, parts=("north", "south"))
        for key in ("t", "u"):
            ledger.charge(
                "clinic", what="a model", mechanism="output", epsilon=0.25, idempotency_key=key
            )
        ledger.settle("t", "model")
        good = json.loads(ledger.to_json())["entries"]
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute("PRAGMA journal_mode = MEMORY")
        acts = (lambda: budgets(ledger), lambda: ledger.lookup("t"), ledger.to_json, ledger.verify)
        with nothing_is_run():
            for _ in range(n):
                rows = forged(rng, good)
                try:
                    written(raw, rows, VALUES[rng.integers(len(VALUES))])
                except (sqlite3.Error, ValueError, OverflowError):
                    continue  # a file that cannot be
                before = path.read_bytes()
                for act in acts:
                    try:
                        act()
                        read += 1
                    except InvalidInput as refusal:
                        refused += bool(sentence(refusal))
                assert path.read_bytes() == before
    assert refused > n / 2
    assert read > n / 2


def budgets(ledger: Ledger) -> list[Budget]:
    return [ledger.budget(name) for name in ledger.data_sets()]
