"""What is taken along from a sweep, and whose it is: code, rows, a visitor's own table."""

import io
import re
import subprocess
import sys
from dataclasses import replace

import pandas as pd
import pytest

from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.kit.visitor import kept
from pages.trade_off.swept import export
from pages.trade_off.swept.view import of_sweep
from tests.house.syntax import ROOT
from tests.pages.screen import complaints, figures, opened, words
from tests.pages.tables import own, with_table
from tests.pages.trade_off.swept import test_sweeps
from tests.pages.trade_off.swept.test_sweeps import PAGE, ended, swept

own_store = test_sweeps.own_store  # for each test here, too


def test_the_code_computes_the_same_rows(tmp_path):
    _, run = swept(axis="n", epsilon="inf", d="3")
    spec, rows = cached.registry().spec(run), cached.registry().rows(run)
    script = tmp_path / "sweep.py"
    script.write_text(of_sweep(spec, "error", Records()), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    majority = cached.constant(spec.source).error
    assert f"Always the larger class: error {majority:.1%}" in done.stdout
    key = ["mechanism", "n", "draw"]
    again = pd.read_csv(tmp_path / "sweep.csv").sort_values(key)
    assert list(again.error) == pytest.approx(list(rows.sort_values(key).error), abs=1e-12)


def test_rows_to_take_along_name_their_records_and_the_constant_rule_of_their_fold():
    _, run = swept(axis="lam", folds="5", draws="2", mechanisms="output")
    spec, rows = cached.registry().spec(run), cached.registry().rows(run)
    taken = pd.read_parquet(io.BytesIO(export.parquet(export.table(spec, rows, cached.RECORDS))))
    assert list(taken)[:4] == ["data", "d", "separation", "seed"]
    assert len(taken) == len(rows)
    for fold, error in taken.groupby("fold").majority_error.unique().items():
        assert error == [cached.constant(spec.source, (fold,)).error]


def test_an_own_table_is_swept_in_its_session_alone():
    app, run = ended(with_table(axis="n").switch_page(f"{PAGE}/page.py").run())
    assert complaints(app) == []
    assert re.search(r"mine\.csv\), predicting “sick” .*; ε = 1, λ follows", words(app))
    registry, owner = cached.registry(), app.session_state["visitor"]
    assert registry.status(run, owner).state == "done"
    assert registry.store.count() == 0
    assert not registry.knows(run, "somebody-else")
    stranger = opened(PAGE, data="upload", run=run)
    assert any("Links do not carry uploads" in e.value for e in stranger.error)
    assert figures(stranger) == []


def test_another_own_table_is_another_sweep():
    app, first = ended(with_table(axis="n").switch_page(f"{PAGE}/page.py").run())
    other = replace(own(app), number=own(app).number + 10**6)
    kept.keep(app.session_state["visitor"], "own_table", other)
    app, second = ended(app.run())
    assert first != second
    assert complaints(app) == []
