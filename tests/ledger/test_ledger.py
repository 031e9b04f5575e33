import json
import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
import sqlalchemy as sa

from dpcore.checks import InvalidInput
from dpcore.ledger import Cost, Ledger, Overspent, TicketUsed
from dpcore.ledger import database as databases
from dpcore.ledger.chain import digest, row_of


@pytest.fixture
def ledger(tmp_path):
    with Ledger(tmp_path / "ledger.db") as opened:
        opened.open("clinic", n=100, epsilon=1.0, delta=1e-6, parts=("north", "south"))
        yield opened


def pay(ledger, epsilon=0.25, **more):
    return ledger.charge("clinic", what="a model", mechanism="output", epsilon=epsilon, **more)


def test_a_charge_is_there_for_whoever_opens_the_ledger_next(ledger, tmp_path):
    charge = pay(ledger, idempotency_key="t")
    with Ledger(f"sqlite:///{tmp_path / 'ledger.db'}") as other:
        assert other.budget("clinic").charges == (charge,)
        assert other.lookup("t") == (charge, None)
        assert other.data_sets() == ("clinic",)
    assert charge.time.endswith("+00:00")


def test_overspending_is_refused_and_leaves_the_ledger_as_it_was(ledger):
    pay(ledger, 0.75)
    before = ledger.to_json()
    with pytest.raises(Overspent, match=r"has only 0\.25 left of 1"):
        pay(ledger, 0.5)
    assert ledger.to_json() == before
    pay(ledger, 0.25)
    assert ledger.budget("clinic").left == 0


def test_charges_on_different_parts_do_not_add(ledger):
    pay(ledger, 0.5, part="north")
    pay(ledger, 0.75, part="south")
    assert ledger.budget("clinic").spent == 0.75
    with pytest.raises(Overspent):
        pay(ledger, 0.5)


def test_a_delta_on_the_part_with_the_smaller_epsilon_is_spent(ledger):
    pay(ledger, 0.5, part="north")
    pay(ledger, 0.125, part="south", delta=1e-6)
    known = ledger.budget("clinic")
    assert (known.spent, known.delta_spent) == (0.5, 1e-6)
    with pytest.raises(Overspent, match="δ = 1e-9"):
        pay(ledger, 0.125, delta=1e-9)
    pay(ledger, 0.125, part="north", delta=1e-6)


def test_the_same_facts_open_the_same_budget_and_others_are_refused(ledger):
    pay(ledger)
    same = {"n": 100, "epsilon": 1.0, "delta": 1e-6, "parts": ("north", "south")}
    assert ledger.open("clinic", **same).spent == 0.25
    for other in ({"epsilon": 2.0}, {"n": 101}, {"delta": 0.0}, {"parts": ()}):
        with pytest.raises(InvalidInput, match="cannot be changed"):
            ledger.open("clinic", **same | other)


def test_a_plan_says_what_would_be_left_and_spends_nothing(ledger):
    assert ledger.plan("clinic", [Cost(0.5), Cost(0.25, part="north")]).left == 0.25
    with pytest.raises(Overspent, match=r"^Charge 2 of the plan"):
        ledger.plan("clinic", [Cost(0.75), Cost(0.5)])
    assert ledger.budget("clinic").left == 1.0


def test_a_key_is_charged_once_and_settled_once(ledger):
    charge = pay(ledger, idempotency_key="t")
    with pytest.raises(TicketUsed):
        pay(ledger, idempotency_key="t")
    ledger.settle("t", "the model ☃")
    assert ledger.lookup("t") == (charge, "the model ☃")
    for key in ("t", "unknown"):
        with pytest.raises(InvalidInput, match="nothing was changed"):
            ledger.settle(key, "another")
    assert ledger.lookup("t") == (charge, "the model ☃")
    assert ledger.lookup("unknown") is None
    assert ledger.verify() == ()


def test_without_a_budget_nothing_is_charged(ledger, tmp_path):
    with pytest.raises(InvalidInput, match="no budget in this ledger; it has 'clinic'"):
        ledger.charge("other", what="a", mechanism="output", epsilon=0.1)
    empty = Ledger(tmp_path / "none.db")
    for act in (lambda: pay(empty), empty.verify, empty.to_json, lambda: empty.settle("t", "")):
        with pytest.raises(InvalidInput, match="no ledger at this place"):
            act()
    assert (empty.data_sets(), empty.budgets()) == ((), {})
    assert empty.lookup("t") is None
    assert not (tmp_path / "none.db").exists()


def test_the_export_holds_everything(ledger):
    pay(ledger, idempotency_key="t")
    ledger.settle("t", "model")
    entries = json.loads(ledger.to_json())["entries"]
    assert [each["kind"] for each in entries] == ["open", "charge", "settle"]
    assert entries[2]["document"] == "model"
    assert [each["previous"] for each in entries[1:]] == [each["hash"] for each in entries[:2]]


SWAP = """
UPDATE ledger_entries SET number = 99 WHERE number = 2;
UPDATE ledger_entries SET number = 2 WHERE number = 3;
UPDATE ledger_entries SET number = 3 WHERE number = 99;
"""
DEEP = "[" * 10_000


@pytest.mark.parametrize(
    ("statements", "named"),
    [
        ("UPDATE ledger_entries SET body = replace(body, '0.25', '0.01') WHERE number = 2", "y 2"),
        ("UPDATE ledger_entries SET ticket = 'other' WHERE number = 3", "Entry 3 was changed"),
        ("UPDATE ledger_entries SET hash = 'abc' WHERE number = 2", "Entry 2 was changed"),
        ("UPDATE ledger_entries SET body = x'00ff' WHERE number = 2", "Entry 2 was changed"),
        (f"UPDATE ledger_entries SET body = '{DEEP}' WHERE number = 2", "Entry 2 was changed"),
        ("DELETE FROM ledger_entries WHERE number = 2", "Entry 2 was removed"),
        ("DELETE FROM ledger_entries WHERE number = 4", "ends with entry 3"),
        ("DELETE FROM ledger_entries", "ends with entry 0"),
        (SWAP, "Entry 2 was moved: it was written as entry 3"),
        ("UPDATE ledger_entries SET document = 'x' WHERE number = 4", "document of entry 4"),
        ("UPDATE ledger_entries SET document = NULL WHERE number = 4", "document of entry 4"),
        ("UPDATE ledger_head SET hash = x'00'", "ends with entry 4"),
    ],
)
def test_what_was_changed_removed_or_moved_is_named(ledger, tmp_path, statements, named):
    pay(ledger, idempotency_key="first")
    pay(ledger, idempotency_key="t")
    ledger.settle("t", "model")
    with sqlite3.connect(tmp_path / "ledger.db") as raw:
        raw.executescript(statements)
    raw.close()
    assert any(named in said for said in ledger.verify())
    if "document" in named:
        with pytest.raises(InvalidInput, match=named):
            ledger.lookup("t")
    else:
        with pytest.raises(InvalidInput, match="not as it was written"):
            pay(ledger)


def test_an_entry_that_was_rewritten_with_a_new_hash_breaks_the_chain(ledger, tmp_path):
    pay(ledger)
    pay(ledger)
    with sqlite3.connect(tmp_path / "ledger.db") as raw:
        (body,) = raw.execute("SELECT body FROM ledger_entries WHERE number = 2").fetchone()
        body = body.replace("0.25", "0.01")
        raw.execute(
            "UPDATE ledger_entries SET body = ?, hash = ? WHERE number = 2", (body, digest(body))
        )
    raw.close()
    assert ledger.verify() == ("Entry 3 does not follow the one before it: that one was replaced.",)


def damaged(path):
    data = bytearray(path.read_bytes())
    data[100:3000] = bytes(2900)
    path.write_bytes(bytes(data))


def foreign(path):
    path.unlink()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE cells (key TEXT)")
    raw.close()


def same_name(path):
    path.unlink()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE ledger_entries (a TEXT)")
        raw.execute("CREATE TABLE ledger_head (b TEXT)")
    raw.close()


def newer(path):
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE ledger_head SET version = 2")
    raw.close()


def headless(path):
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM ledger_head")
    raw.close()


@pytest.mark.parametrize(
    "harm",
    [
        damaged,
        foreign,
        same_name,
        newer,
        headless,
        lambda path: path.write_bytes(b"a,b\n" * 1000),
        lambda path: (path.unlink(), path.mkdir()),
    ],
)
def test_what_is_no_ledger_is_refused_in_a_sentence_and_left_alone(tmp_path, harm):
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        ledger.open("clinic", n=10, epsilon=1)
        harm(path)
        before = path.read_bytes() if path.is_file() else None
        for act in (
            lambda: pay(ledger),
            lambda: ledger.open("other", n=10, epsilon=1),
            lambda: ledger.budget("clinic"),
            lambda: ledger.lookup("t"),
            ledger.to_json,
            ledger.data_sets,
        ):
            with pytest.raises(InvalidInput, match=r"[Ll]edger.*\."):
                act()
        assert before is None or path.read_bytes() == before


def test_a_ledger_that_must_not_be_written_refuses_to_charge(ledger, tmp_path):
    path = tmp_path / "ledger.db"

    def read_only(connection, _record):
        # Not by the file's rights: whoever runs the tests may be allowed everything.
        connection.execute("PRAGMA query_only = ON")

    with Ledger(path) as other:
        sa.event.listen(other._database.engine, "connect", read_only)
        assert other.budget("clinic").left == 1.0
        with pytest.raises(InvalidInput, match="must not be written"):
            pay(other)
    assert ledger.budget("clinic").left == 1.0


def test_a_locked_ledger_refuses_in_a_sentence(ledger, tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "PATIENCE", 0.05)
    with sqlite3.connect(tmp_path / "ledger.db", isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with Ledger(tmp_path / "ledger.db") as other, pytest.raises(InvalidInput, match="holds it"):
            pay(other)
        holder.execute("ROLLBACK")
    holder.close()
    pay(ledger)


@pytest.mark.parametrize(
    "address",
    ["", "sqlite://", "sqlite:///:memory:", "nodriver://x/y", "://", "a\0b",
     "oracle://x/y", "mssql+pyodbc://x/y", "sqlite:///file:x?mode=memory&uri=true"],
)  # fmt: skip
def test_an_address_that_keeps_no_ledger_is_refused(address):
    with pytest.raises(InvalidInput, match=r"ledger"):
        Ledger(address)


@pytest.mark.parametrize(
    "address",
    ["postgresql://ann:hunter2@host:abc/l", "postgresql://ann:hunter2@[::1/l", "://hunter2",
     "postgresql://ann:hunter2\x1b[31m@host/l", "postgresql://ann:hunter2\n@host/l",
     "hunter2\u202egnp.db", "hunter2" * 200, "no://ann:hunter2@host/l",
     "sqlite:///l.db?timeout=hunter2", "sqlite:///l.db?isolation_level=hunter2"],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused_and_never_repeated(address):
    with pytest.raises(InvalidInput, match=r"ledger.*\.$") as refusal:
        Ledger(address)
    assert "hunter2" not in str(refusal.value)
    assert len(str(refusal.value)) < 250
    assert str(refusal.value).isprintable()


def test_a_name_that_no_file_can_have_is_refused_in_a_sentence():
    with Ledger("x" * 300 + ".db") as ledger:
        for act in (ledger.data_sets, ledger.verify, lambda: pay(ledger)):
            with pytest.raises(InvalidInput, match="cannot be opened"):
                act()


def _charge_until_refused(address, epsilon, most):
    charged = 0
    with Ledger(address) as ledger:
        for _ in range(most):
            try:
                pay(ledger, epsilon)
                charged += 1
            except Overspent:
                break
    return charged


@pytest.mark.whole
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fifty_threads_and_eight_processes_never_overspend(tmp_path):
    address = str(tmp_path / "ledger.db")
    with Ledger(address) as ledger:
        ledger.open("clinic", n=100, epsilon=0.7)
        start = threading.Barrier(50)

        def one(_):
            start.wait()
            return _charge_until_refused(address, 0.01, 1)

        with ThreadPoolExecutor(50) as threads:
            charged = sum(threads.map(one, range(50)))
        assert charged == 50
        with get_context("fork").Pool(8) as processes:
            charged += sum(processes.starmap(_charge_until_refused, [(address, 0.01, 20)] * 8))
        assert charged == len(ledger.budget("clinic").charges) == 70
        assert ledger.budget("clinic").spent == 0.7
        assert ledger.verify() == ()


FUZZED = int(os.environ.get("LEDGER_FUZZ", "100"))


def test_damaged_bytes_are_refused_in_a_sentence_or_leave_what_was_spent(ledger, tmp_path):
    pay(ledger, idempotency_key="t")
    ledger.settle("t", "model")
    pay(ledger)
    whole = (tmp_path / "ledger.db").read_bytes()
    rng = np.random.default_rng(0)
    refused = []
    for number in range(FUZZED):
        harmed, path = bytearray(whole), tmp_path / f"{number}.db"
        for _ in range(rng.integers(1, 30)):
            harmed[rng.integers(len(harmed))] = rng.integers(256)
        path.write_bytes(bytes(harmed))
        with Ledger(path) as other:
            try:
                assert other.budget("clinic").spent == 0.5
                other.lookup("t")
                other.verify()
                other.to_json()
                pay(other)
            except InvalidInput as fault:
                refused.append(str(fault))
        path.unlink()
    assert all(said.endswith(".") and len(said) < 400 for said in refused)
    assert refused


def test_a_document_that_was_planted_beside_a_charge_is_not_given_out(ledger, tmp_path):
    pay(ledger, idempotency_key="t")
    with sqlite3.connect(tmp_path / "ledger.db") as file:
        file.execute("UPDATE ledger_entries SET document = 'planted' WHERE kind = 'charge'")
    file.close()
    assert ledger.lookup("t")[1] is None
    ledger.settle("t", "the model")
    assert ledger.lookup("t")[1] == "the model"


@pytest.mark.parametrize(
    ("kind", "changes"),
    [("open", {}), ("gift", {}), ("charge", {"epsilon": -0.5}), ("charge", {"data_set": "other"}),
     ("charge", {"what": ["a"]}), ("charge", {"time": "soon"}), ("charge", {"epsilon": None}),
     ("open", {"data_set": []}), ("open", {"data_set": "other", "n": True, "parts": 5})],
)  # fmt: skip
def test_an_entry_that_no_ledger_writes_is_refused_though_its_hash_fits(
    ledger, tmp_path, kind, changes
):
    pay(ledger, idempotency_key="t")
    first, second = (json.loads(ledger.to_json())["entries"][i] for i in (0, 1))
    content = (first if kind == "open" else second) | changes
    # The facts of a budget again, say, from where on nothing would be spent.
    added = row_of(3, kind, "u", content, second["hash"])
    with sqlite3.connect(tmp_path / "ledger.db") as raw:
        raw.execute("INSERT INTO ledger_entries VALUES (?, ?, ?, ?, ?, NULL)", tuple(added))
        raw.execute("UPDATE ledger_head SET number = 3, hash = ?", (added.hash,))
    raw.close()
    for act in (ledger.data_sets, lambda: ledger.budget("clinic"), lambda: pay(ledger)):
        with pytest.raises(InvalidInput, match="Entry 3 of the ledger was not written"):
            act()


@pytest.mark.parametrize(
    "name", ["CAFE\u0301 9", "caf\u00e9  9", "Caf\u00e9 \uff19", " Caf\u00e9 9 "]
)
def test_a_name_that_looks_like_another_opens_no_second_budget(ledger, name: str):
    ledger.open("Caf\u00e9 9", n=10, epsilon=1.0)
    if name.strip() == "Caf\u00e9 9":
        ledger.open(name, n=10, epsilon=1.0)  # the same
    else:
        with pytest.raises(InvalidInput, match="looks like 'Caf\u00e9 9', which has a budget"):
            ledger.open(name, n=10, epsilon=1.0)
    ledger.open("Caf\u00e9 8", n=10, epsilon=1.0)
    assert ledger.data_sets() == ("clinic", "Caf\u00e9 9", "Caf\u00e9 8")
