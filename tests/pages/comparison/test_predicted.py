"""What is predicted, its +1 side and the file stand beside every number about a table."""

import csv
import io

import pandas as pd
import pytest

from dplab.simulation.settings import Settings
from pages.comparison.records import Records
from pages.comparison.screen import cached, own_table
from pages.kit import visitor
from pages.kit.export import csv as as_csv
from pages.trade_off.along_epsilon import view as trade_off
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import csv as table_of
from tests.pages.tables import own, upload, with_table

HOSTILE = "[x](javascript:alert(1))"


@pytest.mark.parametrize("axis", ["epsilon", "n"])
def test_a_page_names_the_column_of_a_real_table_and_its_positive_side(axis: str):
    app = opened(
        "trade_off", axis=axis, data="breast_cancer", n="100", draws="2", epsilon="1", lam="auto"
    )
    assert complaints(app) == []
    assert "predicting “diagnosis” (+1: malignant)" in words(app)


@pytest.mark.parametrize("axis", ["epsilon", "n"])
def test_of_an_own_table_it_names_the_file_too(axis: str):
    app = upload(opened("data", data="upload", axis=axis), table_of(), "visits.csv")
    app = app.switch_page("trade_off/page.py").run()
    assert complaints(app) == []
    assert "Your own table (visits.csv), predicting “sick” (+1: yes)" in words(app)


def test_of_generated_records_nothing_is_predicted_by_name():
    app = opened("trade_off", n="100", draws="2")
    assert ", predicting" not in words(app)
    assert cached.RECORDS.predicted(Settings()) is None
    rows = pd.DataFrame({"error": [0.1]})
    assert list(cached.with_names(rows, Settings()).columns) == ["error"]


def test_the_sentence_of_a_table_names_its_column():
    app = opened("trade_off", data="breast_cancer", epsilon="1", draws="5", lam="auto")
    (told,) = (each.value for each in app.markdown if each.value.startswith("**At ε = 1"))
    assert told.startswith("**At ε = 1, predicting “diagnosis” (+1: malignant), ")


def test_a_file_over_a_table_has_them_as_columns():
    settings = Settings(data="breast_cancer", n=100, draws=2, lam="auto")
    saved = as_csv(trade_off.table(settings, Records()))
    rows = list(csv.DictReader(io.StringIO(saved)))
    assert {row["predicts"] for row in rows} == {"diagnosis"}
    assert {row["positive"] for row in rows} == {"malignant"}
    assert "file" not in rows[0]


def test_words_of_a_file_are_neither_links_nor_formulas(monkeypatch: pytest.MonkeyPatch):
    data = table_of(header=f"age,job,{HOSTILE}")
    app = upload(opened("data", data="upload"), data, "=evil.csv")
    table = own(app)
    assert table.file.name == "=evil.csv"
    app = app.switch_page("trade_off/page.py").run()
    assert complaints(app) == []
    assert HOSTILE not in words(app)
    monkeypatch.setattr(own_table, "current", lambda: table)
    monkeypatch.setattr(visitor, "name", lambda: "somebody")
    named = cached.with_names(pd.DataFrame({"error": [0.1]}), Settings(data="upload"))
    assert ",'=evil.csv\n" in as_csv(named)


def test_the_name_of_a_file_is_in_no_address():
    app = with_table().switch_page("trade_off/page.py").run()
    assert "mine" not in str(app.query_params)
