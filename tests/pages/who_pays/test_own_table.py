"""Groups of a visitor's own table: its columns, and nothing of them in the address."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.data.declared.schema import PROPOSED
from pages.kit import words
from pages.kit.text import escape_markdown
from pages.kit.visitor import kept
from pages.who_pays.decided.sentences import by_group
from tests.pages import notebooks
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import draft, edit, own, own_records, with_table
from tests.pages.who_pays.people import (
    DECIDED,
    PAGE,
    QUICK,
    box,
    drawing,
    own_page,
    own_table,
    refusals,
    said,
    shown,
    sound,
    verdict,
    words_of,
)

N = 400
AGES = [str(age) for age in np.random.default_rng(1).integers(18, 80, N)]
JOBS = [("smith", "baker")[k % 2] for k in range(N)]
HOSTILE = (
    "**bold** name",
    "<b>html</b>",
    "<script>alert(1)</script>",
    "$x^2$ and $y$",
    "[link](http://example.org)",
    "%{y} %{customdata}",
    ":red[word] :material/home:",
)
PARTS = {"groups": {}, "decided": DECIDED}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_without_a_table_there_is_one_sentence_that_says_what_to_do(part: dict[str, str]):
    app = sound(opened(PAGE, **QUICK, **part, data="upload"))
    (refusal,) = set(refusals(app))
    assert "Upload the table on the Data page, or choose other data." in refusal
    assert figures(app) == []
    assert len(refusals(app)) == 1


def test_a_column_is_proposed_and_another_one_chosen_and_no_name_stands_in_the_address():
    app = own_page("age,job", AGES, JOBS)
    assert box(app, "Groups by").value == "age"
    assert "read from the data" in text_of(app)
    sound(box(app, "Groups by").set_value("job").run())
    assert "divided by “job”" in text_of(app)
    assert app.session_state["who_pays_column"] == "2"
    assert "job" not in str(dict(app.query_params))
    sound(app.run())
    assert "divided by “job”" in text_of(app)


def test_the_label_is_no_choice():
    app = own_page("age,job", AGES, JOBS)
    assert box(app, "Groups by").options == ["age", "job"]


def test_a_column_in_the_address_is_not_looked_for_in_an_own_table():
    app = own_page("age,job", AGES, JOBS, who_pays_column="job")
    assert box(app, "Groups by").value == "age"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_columns_name_stands_as_text(name: str):
    records = own_records(own_table(f"{name},job", AGES, JOBS), name)
    found = shown(records, data="upload")
    assert f"divided by “{escape_markdown(name)}”" in found.made


def test_a_hostile_columns_name_stands_as_text_on_the_page_and_in_no_address():
    name = HOSTILE[0]
    app = own_page(f"{name},job", AGES, JOBS)
    sound(box(app, "Groups by").set_value(name).run())
    assert f"divided by “{escape_markdown(name)}”" in text_of(app)
    assert name not in str(dict(app.query_params))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_groups_name_stands_as_text(name: str):
    records = own_records(own_table("sex", [(name, "other")[k % 2] for k in range(N)]))
    found = shown(records, data="upload")
    assert f"“{escape_markdown(name)}”" in words_of(found)
    assert f"“{escape_markdown(name)}”" in by_group(found.answer.costs)
    picture = drawing(found)
    written = str(picture["data"]) + str(picture["layout"].get("annotations"))
    for each in ("<b>html", "<script", "%{customdata}</b>"):
        assert each not in written


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_hostile_groups_name_stands_as_text_on_the_page(part: dict[str, str]):
    name = HOSTILE[1]
    app = own_page("sex", [(name, "other")[k % 2] for k in range(N)], **part)
    assert f"“{escape_markdown(name)}”" in text_of(app)
    assert "<b>html" not in str(figures(app))


def test_the_answer_of_a_hostile_label_stands_as_text():
    rows = "\n".join(f"{age},{('<b>x</b>', 'other')[k % 2]}" for k, age in enumerate(AGES))
    records = own_records(f"age,sick\n{rows}\n".encode())
    assert "<b>x</b>" in records.required().answers
    for part in PARTS.values():
        assert "<b>x</b>" not in str(drawing(shown(records, data="upload", **part)))


def test_a_column_of_one_level_gets_a_sentence():
    app = own_page("kind,job", ["same"] * N, JOBS)
    assert box(app, "Groups by").value == "job"
    sound(box(app, "Groups by").set_value("kind").run())
    (refusal,) = refusals(app)
    assert "one value only, 'same'" in refusal
    assert figures(app) == []


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_column_of_100_levels_gets_a_sentence_and_the_other_part_goes_on(part: dict[str, str]):
    app = own_page("kind,job", [f"n{k % 100}" for k in range(N)], JOBS, **part)
    sound(box(app, "Groups by").set_value("kind").run())
    assert ("100 different values" in " ".join(refusals(app))) == (part == {})
    assert len(figures(app)) == (0 if part == {} else 1)


def test_cells_without_a_value_are_a_group():
    records = own_records(own_table("sex", [("f", "m", "")[k % 3] for k in range(2 * N)]))
    assert "“no value”" in words_of(shown(records, data="upload"))


def test_numbers_are_cut_where_somebody_says():
    app = own_page("age,job", AGES, JOBS)
    sound(box(app, "Cut at").set_value("30, 60").run())
    assert "cut at 30 and 60" in text_of(app)
    assert "“30 to below 60”" in verdict(app) + text_of(app)
    sound(box(app, "Cut at").set_value("abc").run())
    assert refusals(app)[0].startswith("Cut at must be")


def test_groups_that_are_too_small_have_no_verdict():
    records = own_records(own_table("sex", [("f", "m")[k % 2] for k in range(60)]))
    found = shown(records, data="upload")
    assert said(found).startswith("No group has 30 test records or more")


@pytest.mark.parametrize(
    ("n", "title", "names"),
    [
        (N, "What the noise costs each group", {r"\$0-\$20", " _above"}),
        (60, "No group has 30 test records or more", set[str]()),
    ],
)
def test_the_notebooks_figure_names_groups_as_they_are_and_says_where_none_is_shown(
    n: int, title: str, names: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with notebooks.saved() as saved:
        app = own_page("pay", [("$0-$20", "_above")[k % 2] for k in range(n)])
    monkeypatch.chdir(tmp_path)
    own(app).table.to_csv("your_table.csv", index=False)
    _, figure = notebooks.drawn(saved["who-pays-groups.ipynb"])
    assert figure.axes[0].get_title() == title
    assert notebooks.named(figure) == names
    figure.savefig("drawn.png")  # where two $ would be a formula, this might fail


def test_a_table_that_comes_later_has_its_own_column():
    first = own_page("age,job", AGES, JOBS)
    sound(box(first, "Groups by").set_value("job").run())
    second = own_page("town,job", [("here", "there")[k % 2] for k in range(N)], JOBS)
    assert box(second, "Groups by").value in ("town", "job")
    assert len(figures(second)) == 1


@pytest.mark.parametrize("part", ["groups", "decided"])
def test_the_code_reads_the_table_and_has_the_numbers_of_the_page(part, tmp_path, monkeypatch):
    """Without the schema, cells that mean missing would be a group of their own name."""
    jobs = [("f", "m", "NA")[k % 3] for k in range(2 * N)]
    app = own_page("sex", jobs, who_pays_part=part)
    (program,) = (block.value for block in app.code if "read_table(" in block.value)
    own(app).table.to_csv(tmp_path / "mine.csv", index=False)
    monkeypatch.setattr(sys, "argv", ["who-pays.py", str(tmp_path / "mine.csv")])
    names: dict = {}
    exec(program, names)
    assert np.array_equal(names["records"].X, own(app).data.X)
    if part == "decided":
        assert words.percent(names["decided"].answers.mean_error) in text_of(app) + str(
            figures(app)
        )
        return
    assert [group.name for group in names["costs"].groups] == ["f", "m", "no value"]
    for group in names["costs"].known:
        assert words.percent(group.at_epsilon) in str(figures(app))


@pytest.mark.parametrize("counted", ["error", "missed"])
@pytest.mark.parametrize("figure", ["now", "along"])
def test_where_no_group_has_records_that_count_the_figure_is_empty(counted: str, figure: str):
    records = own_records(own_table("sex", [("f", "m")[k % 2] for k in range(40)]))
    asked = {"who_pays_counted": counted, "who_pays_figure": figure}
    assert said(shown(records, data="upload", **asked)).startswith("No group has 30 ")


def test_no_positive_test_record_at_all_is_no_fault():
    rows = "\n".join(f"{age},{'y' if k < 2 else 'n'}" for k, age in enumerate(AGES))
    records = own_records(f"age,sick\n{rows}\n".encode())
    found = shown(records, data="upload", who_pays_counted="missed", seed="3")
    assert said(found).startswith("No group has 30 positive test records or more")


@pytest.fixture
def another_tab() -> Callable[[AppTest], None]:
    """Return what another tab of the same browser does meanwhile: it uploads another table."""
    other = with_table(b"x,kind,ill\n" + b"1,a,yes\n2,b,no\n" * 50)
    now = {"own_table": own(other), "draft": draft(other)}

    def upload(app: AppTest) -> None:
        for name, each in now.items():
            kept.keep(app.session_state["visitor"], name, each)

    return upload


def test_a_column_that_another_tab_took_away_can_be_chosen_without_harm(another_tab):
    app = own_page("age,job", AGES, JOBS)
    another_tab(app)
    sound(box(app, "Groups by").set_value("job").run())
    assert box(app, "Groups by").options == ["x", "kind"]


def test_so_it_can_on_the_data_page(another_tab):
    app = with_table(("age,job,ill\n" + "30,smith,yes\n41,baker,no\n" * 50).encode())
    another_tab(app)
    assert complaints(box(app, "Groups by").set_value("job").run()) == []
    assert own(app).group == ""


def test_a_marker_in_a_column_that_is_not_used_makes_other_groups():
    """X and y stay as they are, and with them the table's number: its groups do not."""
    kinds = [("f", "m", "unknown")[k % 3] for k in range(2 * N)]
    app = with_table(
        "\n".join(
            ["age,sex,ill", *(f"{AGES[k % N]},{s},{k % 2}" for k, s in enumerate(kinds)), ""]
        ).encode()
    )
    edit(app, "sex", use=False)
    before = own(app)
    own(app).divide_by("sex")
    sound(app.switch_page(f"{PAGE}/page.py").run())
    assert "“unknown”" in text_of(app)
    app.switch_page("data/page.py").run()
    markers = app.multiselect(key=f"markers_{draft(app).number}")
    markers.set_value([*markers.value, "unknown"]).run()
    assert own(app).number == before.number
    assert own(app).group == "sex"
    sound(app.switch_page(f"{PAGE}/page.py").run())
    assert "“unknown”" not in text_of(app)
    assert "“no value”" in text_of(app)


def test_results_stay_where_words_alone_change():
    app = own_page("age,job", AGES, JOBS)
    results = own(app).results
    assert results
    app.switch_page("data/page.py").run()
    edit(app, "job", origin="declared")
    assert own(app).schema.features[1].origin == PROPOSED
    assert own(app).results is results
