"""The part "The noisy average": four ways, made-up pay and own tables, and what is taken along."""

import csv
import io
import re
import sys

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

from dpcore import read
from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import Category, Feature, Label, Numeric, Schema
from dplab.studies.foundations.average import (
    Column,
    NoisyAverage,
    Question,
    Way,
    curves_of,
    four_ways,
    made_up,
    table,
)
from edition import views
from pages.comparison.records import Records
from pages.comparison.screen.own_table import OwnTable
from pages.foundations.average import own_column, sentences
from pages.foundations.average.view import script
from pages.kit.view import View
from pages.kit.visitor import kept
from tests.pages import tables
from tests.pages.screen import complaints, figures, opened, words

PAGE = "foundations"
PART = {"foundations_part": "average", "epsilon": "1"}
WAYS = ("kept", "largest", "hidden", "unclipped")
OWN = {"foundations_average_of": "upload"}
AGE = Numeric("age", 10.0, 90.0, missing=30.0)
JOB = Category("job", ("baker", "smith"))
AGES = [*range(20, 50), 17, 95, 250, "?"]
TABLE = "age,job,sick\n" + "".join(
    f"{age},{'smith' if k % 2 else 'baker'},{'yes' if k % 3 else 'no'}\n"
    for k, age in enumerate(AGES)
)


@pytest.fixture(autouse=True)
def no_tables():
    kept.clear()
    yield
    kept.clear()


def part(**query: str) -> AppTest:
    app = opened(PAGE, **(PART | query))
    assert not complaints(app)
    return app


def view_at(records: Records | None = None, **texts: str) -> View[NoisyAverage]:
    return views.view(PAGE, PART | texts, records)


def own_records(table: str = TABLE, *features: Feature) -> Records:
    """Return a table of one's own with what is declared of it."""
    schema = Schema(Label("sick", positive=("yes",)), features or (AGE, JOB))
    return Records(OwnTable(1, schema, None, read(table.encode())))


def said(app: AppTest) -> str:
    text = words(app) + "".join(warning.value for warning in app.warning)
    return text.replace("\\", "").replace("\u00a0", " ")


def with_own(lower: object = 10, upper: object = 90, *, declared: bool = True) -> AppTest:
    """Upload a table, give its numeric column bounds, and go to the part."""
    page = tables.upload(tables.open_page(data="upload"), TABLE.encode())
    page = tables.edit(page, "age", lower=lower, upper=upper, missing="30")
    page = tables.declare(page) if declared else page
    for name, value in (PART | OWN).items():
        page.session_state[name] = value
    page.switch_page(f"{PAGE}/page.py").run()
    assert not complaints(page)
    return page


def shown(page: AppTest, way: str) -> AppTest:
    page.session_state["foundations_average_way"] = way
    page.run()
    assert not complaints(page)
    return page


@pytest.mark.parametrize("way", WAYS)
def test_the_share_that_loses_more_is_what_a_sum_over_the_answers_gives(way):
    each = four_ways(made_up(20, 0), 0, 100, 1.0)[way]
    grid = np.linspace(-3_000, 3_000, 2_000_001)
    here, there = (stats.laplace(*law) for law in (each.here, each.there))
    loss = here.logpdf(grid) - there.logpdf(grid)
    step = grid[1] - grid[0]
    for sign, law, exact in zip((1, -1), (here, there), each.exceeding, strict=True):
        # A Riemann sum as oracle: an end of an interval is off by a step at most.
        by_sum = law.pdf(grid[sign * loss > 1 + 1e-6]).sum() * step
        assert exact == pytest.approx(by_sum, abs=3e-3)


@pytest.mark.parametrize("way", WAYS)
def test_tiles_and_table_show_the_numbers_of_each_way(way):
    app = part(foundations_average_way=way)
    each = four_ways(made_up(20, 0), 0, 100, 1.0)[way]
    metrics = [metric.value.replace("\u00a0", " ") for metric in app.metric]
    assert metrics[0] == ("∞" if np.isinf(each.worst) else f"{each.worst:.4g}")
    for value, exact in zip(metrics[1:], each.exceeding, strict=True):
        assert value == ("none" if exact == 0 else sentences.chance(exact).replace("\u00a0", " "))
    assert "| 71.5 % | 77.7 % |" in said(app)


@pytest.mark.parametrize(("way", "sentence"), [
    ("kept", "No answer loses more than ε = 1."),
    ("largest", "its scale is 20 with it, 4.55 without"),
    ("hidden", "the noise has scale 5, with one less 5.263"),
    ("unclipped", "The loss reaches 4, which is 4 times ε."),
])  # fmt: skip
def test_each_way_has_its_sentence(way, sentence):
    assert sentence in view_at(foundations_average_way=way).sentence


@pytest.mark.parametrize("way", WAYS)
def test_the_picture_has_both_densities_the_loss_and_what_lies_beyond(way):
    figure = view_at(foundations_average_way=way).draw(dark=False, phone=False)
    found = curves_of(four_ways(made_up(20, 0), 0, 100, 1.0)[way])
    without, with_it, loss, beyond = figure["data"]
    np.testing.assert_allclose(without["y"], found.densities[0])
    np.testing.assert_allclose(with_it["y"], found.densities[1])
    np.testing.assert_allclose(loss["y"], found.loss)
    marked = [value for value in beyond["y"] if value is not None]
    assert all(abs(value) > 1 for value in marked)
    assert len(marked) == (np.abs(found.loss) > 1 + 1e-6).sum()
    # At ε = 1, what loses more with n hidden lies beyond the picture.
    assert bool(marked) == (way in ("largest", "unclipped")) == beyond["showlegend"]
    low, high = figure["layout"]["yaxis2"]["range"]
    assert low < -1 < 1 < high
    assert [shape["y0"] for shape in figure["layout"]["shapes"]] == [-1, 1]


@pytest.mark.parametrize("texts", [
    {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"foundations_average_n": "2"},
    {"foundations_average_n": "100000"}, {"foundations_average_bound": "1"},
    {"foundations_average_bound": "1000000"}, {"seed": "9"},
], ids=str)  # fmt: skip
@pytest.mark.parametrize("way", WAYS)
def test_extremes_are_answered(way, texts):
    view = view_at(foundations_average_way=way, **texts)
    go.Figure(view.draw(dark=True, phone=True))
    assert "nan" not in view.sentence + view.alt + sentences.table(view.answer)


def test_what_cannot_be_gets_a_sentence():
    app = part(
        foundations_average_bound="0", foundations_average_n="1", foundations_average_way="other"
    )
    assert "Declared bound M must be between 1 and 1,000,000" in said(app)
    assert "People n must be at least 2" in said(app)
    assert "The way must be" in said(app)


def test_an_own_table_that_is_not_there_gets_a_sentence():
    assert "this server has none of yours" in said(part(**OWN, foundations_average_column="x"))


def test_without_a_table_there_is_a_way_to_the_data_page():
    app = part(**OWN)
    links = [link.proto.label for link in app.get("page_link")]
    assert links[0] == "Bring a table on the Data page"
    assert not figures(app)


def test_without_an_outlier_luck_is_called_luck():
    text = view_at(foundations_average_bound="400", foundations_average_way="unclipped").sentence
    assert "but that is luck" in text
    assert "No value lies outside of the bounds 0 and 400; the largest is 400 thousand" in text


def test_an_own_column_is_averaged_within_its_declared_bounds_and_shifted():
    page = with_own()
    ages = np.array([30.0 if age == "?" else float(age) for age in AGES])
    way = four_ways(ages, 10, 90, 1.0)["kept"]
    assert way.here == pytest.approx((np.clip(ages, 10, 90).mean(), 80 / len(AGES)))
    (figure,) = figures(page)
    np.testing.assert_allclose(figure["data"][1]["y"], curves_of(way).densities[1])
    text = said(page)
    assert "age is declared between 10 and 90: 10 is taken from each value" in text
    assert "lie between 0 and M = 80" in text
    assert "1 missing value of age counts as 30." in text
    assert "read from the data" not in text
    assert [box.label for box in page.selectbox] == ["Numeric column"]
    text = said(shown(page, "unclipped"))
    assert "The loss reaches 3, which is 3 times ε." in text  # (250 - 10)/80
    assert "The value 250 lies outside of the bounds 10 and 90" in text


def test_bounds_that_were_read_from_the_data_keep_no_promise():
    text = said(with_own(declared=False))
    assert "The bounds of age were read from the data and are not declared yet" in text
    assert "If these bounds were fixed in advance, no answer loses more" in text


def test_no_value_of_an_own_table_stands_in_the_address_the_script_or_the_link():
    page = shown(with_own(), "unclipped")
    codes = "\n".join(code.value for code in page.code)
    assert '"lower": 10' in codes
    assert "250" not in codes
    address = "&".join(f"{k}={v}" for k, v in page.query_params.items())
    assert "250" not in address
    assert "age" not in re.sub("average", "", address)


def test_the_script_for_an_own_table_prints_the_numbers_of_the_page(tmp_path, capsys, monkeypatch):
    file = tmp_path / "mine.csv"
    file.write_text(TABLE, "utf-8")
    monkeypatch.setattr(sys, "argv", ["average.py", str(file)])
    exec(script(Question("upload", epsilon=1.0), own_records()), {})
    assert_printed(capsys.readouterr().out, own_ways())


def answered(way: str, ways: dict[str, Way], lower: float, upper: float) -> NoisyAverage:
    """Return the answer that shows one of some ways on a column of one's own."""
    column = Column(Numeric("age", lower, upper), np.zeros(3))
    return NoisyAverage(Question("upload", way, epsilon=1.0), column, ways)


def own_ways():
    ages = np.array([30.0 if age == "?" else float(age) for age in AGES])
    return four_ways(ages, 10, 90, 1.0)


def assert_printed(printed: str, ways) -> None:
    for line, (name, way) in zip(printed.splitlines(), ways.items(), strict=True):
        assert line.startswith(name)
        assert f"largest privacy loss {way.worst:.4g}" in line
        assert f"{way.exceeding[0]:.3g} of the answers with the record" in line
        assert f"{way.exceeding[1]:.3g} of those without" in line
        assert line.endswith("(shown)") == (name == "kept")


def test_the_script_for_made_up_pay_prints_the_numbers_of_the_page(capsys):
    exec(script(Question(way="kept", epsilon=0.3, bound=60.0, n=7, seed=4)), {})
    assert_printed(capsys.readouterr().out, four_ways(made_up(7, 4), 0, 60, 0.3))


def test_csv_holds_the_curves_and_nothing_else():
    whole = answered("unclipped", own_ways(), 10, 90)
    found = whole.curves
    rows = list(csv.DictReader(io.StringIO(table(whole).to_csv(index=False))))
    assert list(rows[0]) == ["output", "density_with", "density_without", "privacy_loss"]
    assert len(rows) == len(found.outputs)
    np.testing.assert_allclose([float(row["privacy_loss"]) for row in rows], found.loss)
    np.testing.assert_allclose([float(row["density_with"]) for row in rows], found.densities[1])


def test_a_table_without_numbers_gets_a_sentence():
    text = "job,town,sick\n" + "".join(
        f"{('smith', 'baker')[k % 2]},{('Bern', 'Chur')[k % 2]},{('yes', 'no')[k % 3 == 0]}\n"
        for k in range(40)
    )
    records = own_records(text, JOB, Category("town", ("Bern", "Chur")))
    with pytest.raises(InvalidInput, match="no numeric column among its features"):
        view_at(records, **OWN)


def test_a_column_that_the_table_does_not_have_is_its_first():
    view = view_at(own_records(), **OWN, foundations_average_column="7")
    assert view.answer.feature == AGE
    np.testing.assert_allclose(view.answer.way.here, own_ways()["kept"].here)
    assert [own_column.place_of(number, 3) for number in (None, 2, 4)] == [1, 2, 1]


def test_a_largest_value_at_the_lower_bound_gets_a_sentence():
    ways = four_ways(np.full(12, 5.0), 5, 9, 1.0)
    assert "some value must be above 0" in ways["largest"].refused
    found = answered("kept", ways, 5, 9)
    assert "| M from data | – | – | – |" in sentences.table(found)


def test_chances_keep_two_digits_however_rare():
    assert [sentences.chance(p).replace("\u00a0", " ") for p in (0, 0.25, 2.7e-5, 3e-21)] == [
        "none", "25.0 %", "0.0027 %", "3e−19 %",
    ]  # fmt: skip


def test_a_value_below_the_bounds_has_the_upper_bound_in_its_place():
    ways = four_ways([-300.0, 20.0, 40.0], 0, 100, 1.0)
    found = answered("unclipped", ways, 0, 100)
    assert sentences.names(found) == ("p′: with 100 in its place", "p: with the value −300")


def test_with_n_hidden_a_smaller_epsilon_is_exceeded_more_often():
    rare, frequent = (
        four_ways(made_up(20, 0), 0, 100, epsilon)["hidden"].exceeding for epsilon in (1.0, 0.1)
    )
    assert 0 < rare[1] < 1e-4 < 0.05 < frequent[1]


def test_a_probability_too_small_for_doubles_is_not_said_to_be_none():
    # About e^{-nε/2} at a moderate ε.
    view = view_at(foundations_average_way="hidden", foundations_average_n="1000", epsilon="3")
    lines = sentences.table(view.answer).replace("\u00a0", " ").splitlines()
    row = next(line for line in lines if line.startswith("| **n hidden**"))
    assert row.split(" | ")[2:] == ["none", "below 1e−300 % |"]
    kept = next(line for line in lines if line.startswith("| as promised"))
    assert kept.split(" | ")[2:] == ["none", "none |"]
