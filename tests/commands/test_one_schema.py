"""One schema for all: that of docs/release.md and what Data saves are released from as they are."""

import copy
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.pipeline import make_pipeline

from dpcore.__main__ import main
from dpcore.data.declared.schema import Schema
from dpcore.estimators import DeclaredEncoder, PrivateLinearClassifier
from dpcore.release.records import uncovered
from dplab.tables.guesses.completion import completed
from dplab.tables.proposal import propose
from pages.kit import visitor
from tests.pages.release.forms import give, ok
from tests.pages.screen import opened

ROOT = Path(__file__).parents[2]
(SHOWN,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "release.md").read_text("utf-8"), re.S)
N = 300


def census() -> pd.DataFrame:
    """Return a table like the one there, with cells that no level or number covers."""
    rng = np.random.default_rng(0)
    age, hours = rng.integers(17, 91, N), rng.integers(1, 100, N)
    table = pd.DataFrame(
        {
            "age": age.astype(str),
            "hours-per-week": hours.astype(str),
            "sex": rng.choice(["Female", "Male"], N),
            "note": "not named",
            "income": np.where(age + hours > 90, ">50K", "<=50K"),
        }
    )
    table.loc[0] = ["?", "many", "unsaid", "", ""]
    return table


def saved_by_data() -> str:
    """Return what Data saves of that table after its one press."""
    table = census().drop(columns="note").iloc[1:]
    return completed(propose(table, "income")).declare().to_json()


SCHEMAS = {"of the docs": lambda: SHOWN, "saved by Data": saved_by_data}


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> str:
    return SCHEMAS[request.param]()


def test_the_docs_show_a_complete_schema_of_about_ten_lines():
    assert len(SHOWN.splitlines()) <= 11
    assert uncovered(Schema.from_json(SHOWN)) == ()


def test_it_is_complete_with_nothing_to_spare():
    document = json.loads(SHOWN)
    for number, feature in enumerate(document["features"]):
        for entry in feature.keys() & {"missing", "other"}:
            less = copy.deepcopy(document)
            del less["features"][number][entry]
            assert uncovered(Schema.from_json(json.dumps(less)))


def test_the_command_line_releases_with_it(schema: str, tmp_path: Path, capsys):
    place = f"{tmp_path}/"
    Path(f"{place}s.json").write_text(schema, "utf-8")
    census().to_csv(f"{place}t.csv", index=False)
    asked = ["--ledger", f"{place}l.db"]
    assert main(["schema", "check", f"{place}s.json"]) == 0
    assert main(["ledger", "open", "census", *asked, "--n", str(N), "--epsilon", "2"]) == 0
    files = ["--table", f"{place}t.csv", "--schema", f"{place}s.json", "--out", f"{place}m.zip"]
    assert main(["release", *files, *asked, "--epsilon", "1", "--lam", "0.01"]) == 0
    assert zipfile.ZipFile(f"{place}m.zip").namelist()
    # Nothing is asked twice; what the odd row counts as is said before the charge.
    told = capsys.readouterr().err
    assert "1 of 300 cells of hours-per-week is not a number as declared: it counts as " in told
    assert "refuse" not in told


def test_the_estimators_take_it(schema: str):
    declared, table = Schema.from_json(schema), census().iloc[1:]
    steps = make_pipeline(
        DeclaredEncoder(declared),
        PrivateLinearClassifier(epsilon=1.0, lam=0.01, classes=("<=50K", ">50K")),
    )
    predictions = steps.fit(table, table["income"]).predict(table)
    assert {*predictions} <= {"<=50K", ">50K"}


def test_the_page_takes_it_and_asks_for_the_budget_next(
    schema: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(visitor, "is_here", lambda: True)
    app = ok(opened("release"))
    app = give(app, "table", "t.csv", census().to_csv(index=False).encode())
    app = give(app, "schema", "s.json", schema.encode())
    assert any("Every cell has a declared meaning" in each.value for each in app.markdown)
    assert app.text_input
