"""Scripts of a visitor's own table read it from its file, and print their page's numbers."""

import ast
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from dpcore import read_table
from dpcore.data.cells import from_csv
from dpcore.data.declared.schema import PROPOSED, READ, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.files.dialect import CsvDialect
from dplab.simulation.comparison import COMPARED
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps import run as swept
from dplab.studies.trade_off import errors
from pages.comparison import own_script
from pages.comparison.records import Records
from pages.comparison.screen import cached, own_table
from pages.comparison.screen.own_table import OwnTable, SourceFile
from pages.kit.notebook import code_cells
from pages.trade_off.along_epsilon.view import script as trade_off_script
from pages.trade_off.swept.view import of_sweep
from pages.trade_off.values import TradeOffQuestion
from tests.house.syntax import ROOT
from tests.pages.screen import complaints
from tests.pages.screen import words as text_of
from tests.pages.tables import load_schema, own, with_table

N = 240


def file(n: int = N) -> bytes:
    """Return semicolons, decimal commas, missing cells, and every eighth row without a label."""
    rng = np.random.default_rng(5)
    lines = []
    for k in range(n):
        dose = "?" if k % 11 == 0 else f"{rng.uniform(0, 3):.14f}".replace(".", ",")
        job = ("smith", "baker", "")[k % 3]
        sick = "?" if k % 8 == 0 else ("yes" if rng.random() < 0.4 else "no")
        lines.append(f"{dose};{job};{sick}")
    return "\n".join(["dose;job;sick", *lines, ""]).encode()


SAVED = """{"label": {"name": "sick", "positive": ["yes"], "negative": ["no"],
  "unlabelled": "left out", "labelled_is_public": true}, "features": [
 {"kind": "numeric", "name": "dose", "lower": 0.1, "upper": 2.9, "missing": 1.5},
 {"kind": "category", "name": "job", "levels": ["smith", "baker"], "missing": "baker",
  "other": "baker"}], "markers": ["", "?"]}"""


@pytest.fixture(scope="module")
def data_page() -> AppTest:
    page = load_schema(with_table(file()), SAVED)
    assert own(page).data.n_left_out == N // 8
    return page


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    table, schema = tmp_path / "mine.csv", tmp_path / "schema.json"
    table.write_bytes(file())
    schema.write_text(SAVED, "utf-8")
    return table, schema


def test_a_file_and_a_saved_schema_give_the_records_of_the_data_page(data_page, paths):
    found, here = read_table(*paths), own(data_page).data
    for name in ("X", "y", "norms"):
        assert np.array_equal(getattr(found, name), getattr(here, name)), name
    assert found.features == here.features
    assert found.remarks == here.remarks
    assert found.beside.equals(own(data_page).table)
    near = read_table(paths[0], Schema.from_json(SAVED.replace("2.9", "2.9000001")))
    assert not np.array_equal(near.X, here.X)


def run(page: AppTest, name: str, table: Path, monkeypatch, capsys) -> tuple[str, str, dict]:
    """Return what a page says, what its script prints of the file, and the script's names."""
    page.switch_page(f"{name}/page.py").run()
    assert complaints(page) == []
    (source,) = (block.value for block in page.code if "read_table(" in block.value)
    monkeypatch.setattr(sys, "argv", ["script.py", str(table)])
    capsys.readouterr()
    names: dict = {"__name__": "__main__"}
    exec(source, names)
    return text_of(page), capsys.readouterr().out, names


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("name", ["trade_off", "geometry", "private_tuning", "adversary"])
def test_a_script_has_the_training_and_test_records_of_its_page(
    name, data_page, paths, monkeypatch, capsys
):
    _, _, names = run(data_page, name, paths[0], monkeypatch, capsys)
    part, records = names["part"], own(data_page).data
    rows = {row.tobytes() for row in records.X}
    if part.X.shape[1] == records.X.shape[1]:  # Geometry takes two of the features
        assert {row.tobytes() for row in (*part.X, *part.X_test)} <= rows
    assert part.n + len(part.y_test) == N - N // 8


def test_the_script_of_the_trade_off_prints_its_pages_numbers(
    data_page, paths, monkeypatch, capsys
):
    _, printed, names = run(data_page, "trade_off", paths[0], monkeypatch, capsys)
    shown = [metric.value.removesuffix(" %") for metric in data_page.metric]
    assert re.findall(r" (\d+\.\d)% \(half", printed) == shown
    # And not only as rounded: the errors of the last mechanism, draw by draw.
    *_, curves = errors.run(errors.Question(names["settings"]), own(data_page).data)
    rows = errors.table(curves)
    here = rows[(rows.mechanism == COMPARED[-1]) & (rows.epsilon == names["settings"].epsilon)]
    again = names["errors"](names["draws"].coefs, names["part"], "error")
    assert np.array_equal(np.sort(again), np.sort(here.error))


def test_the_script_of_a_sweep_has_the_rows_of_a_sweep_over_the_table(
    data_page, paths, monkeypatch, tmp_path, capsys
):
    spec = SweepSpec(data="upload", epsilons=(0.5,), lams=(0.1,), sizes=(60, 90), folds=2, draws=3)
    monkeypatch.setattr(own_table, "current", lambda: own(data_page))
    monkeypatch.setattr(sys, "argv", ["sweep.py", str(paths[0])])
    monkeypatch.chdir(tmp_path)
    exec(of_sweep(spec, "error", cached.RECORDS), {"__name__": "__main__"})
    assert "Always the larger class" in capsys.readouterr().out
    key = ["mechanism", "n", "fold", "draw"]
    records = own(data_page).data
    rows = pd.concat([each.rows for each in swept(spec, records=records)]).sort_values(key)
    again = from_csv(tmp_path / "sweep.csv").sort_values(key)
    assert again.error.tolist() == rows.error.tolist()


def test_what_was_said_of_a_file_stands_in_its_script():
    table = pd.DataFrame({"x": ["1", "0"], "y": ["1", "0"]})
    schema = Schema(Label("y", ("1",), ("0",)), (Numeric("x", 0, 1),))
    said = CsvDialect(";", has_header=False, rows="random")
    known = OwnTable(0, schema, encode(table, schema), table, file=SourceFile("t.csv", b"", said))
    script = own_script.reading(known)
    assert "schema, separator=';', has_header=False, rows='random')" in script
    # Points that were said are no commas that were recognised.
    known = OwnTable(
        0, schema, known.data, table, file=SourceFile("t.csv", b"", CsvDialect(decimal_comma=False))
    )
    assert "schema, decimal_comma=False)" in own_script.reading(known)


def test_a_hostile_column_name_stays_a_text_in_the_script():
    name = "'''+__import__('os').system('true')+r'''"
    schema = Schema(Label("y", ("1",), ("0",)), (Numeric(name, 0, 1),))
    table = pd.DataFrame({name: ["1", "0"], "y": ["1", "0"]})
    source = own_script.reading(OwnTable(0, schema, encode(table, schema), table))
    (value,) = (
        node.args[0].value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Schema.from_json"
    )
    assert Schema.from_json(value) == schema


def test_scripts_of_other_data_read_no_file():
    assert set(own_script.in_script("breast_cancer", Records()).values()) == {""}


def a_script(monkeypatch, schema: Schema) -> str:
    table = pd.DataFrame({"x": ["1", "0"], "y": ["1", "0"]})
    known = OwnTable(0, schema, encode(table, schema), table)
    monkeypatch.setattr(own_table, "current", lambda: known)
    return trade_off_script(TradeOffQuestion(Settings(data="upload")), cached.RECORDS)


@pytest.mark.parametrize("origin", [READ, PROPOSED])
def test_a_script_and_its_notebook_say_at_the_top_that_what_was_read_travels(monkeypatch, origin):
    declared = Schema(Label("y", ("1",), ("0",)), (Numeric("x", 0, 1),))
    said = "were read from the records of your table"
    assert said not in a_script(monkeypatch, declared)
    read = replace(declared, features=(Numeric("x", 0, 1, origin=origin),))
    for schema in (read, replace(declared, markers_origin=origin)):
        script = a_script(monkeypatch, schema)
        assert said in script[: script.index("import")]
        assert said in code_cells(script)[0]


def test_every_script_that_reads_a_table_has_room_for_that_at_the_top():
    templates = [
        path.read_text("utf-8")
        for path in (ROOT / "pages").rglob("script*.txt")
        if "\n$own\n" in path.read_text("utf-8")
    ]
    assert len(templates) >= 10
    assert all('"""$note\n' in each.split("import")[0] for each in templates)
