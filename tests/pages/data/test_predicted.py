"""The Data page names what is predicted, what +1 stands for, and the file, in all that it shows."""

import json

import pytest

from dpcore.data.declared.schema import Label
from pages.data.questions import sentences
from tests.pages.tables import open_page, upload

INCOMES = b"age,income\n" + b"".join(
    b"%d,%s\n" % (20 + 7 * i % 50, b">50K" if i % 25 % 4 == 3 else b"<=50K") for i in range(100)
)


def shown(page) -> tuple[str, dict]:
    """Return the captions, and the figure of the records."""
    figure = json.loads(page.get("plotly_chart")[0].proto.spec)
    return "\n".join(text.value for text in page.caption).replace("\\", ""), figure


def test_tiles_figure_and_row_of_an_own_table_name_the_label_its_sides_and_the_file():
    page = upload(open_page(data="upload"), INCOMES, "census.csv")
    captions, figure = shown(page)
    assert "income = >50K; not private" in captions
    assert figure["layout"]["title"]["text"] == "All 100 records<br>of census.csv"
    # As Plotly takes it: < begins markup.
    names = {trace["name"] for trace in figure["data"]}
    assert names == {"+1: income = &gt;50K", "−1: income = &lt;=50K"}
    said = [text.value.replace("\\", "") for text in page.markdown]
    assert any("labelled −1 (income = <=50K)" in text for text in said)


def test_a_real_table_names_them_too_and_generated_records_have_none():
    captions, figure = shown(open_page(data="breast_cancer"))
    assert "diagnosis" in captions
    assert all("diagnosis" in trace["name"] for trace in figure["data"])
    captions, figure = shown(open_page(data="circles"))
    assert "=" not in "".join(trace["name"] for trace in figure["data"])


@pytest.mark.parametrize(
    ("label", "plus", "minus"),
    [
        (Label("y", ("1",), ("0",)), "y = 1", "y = 0"),
        (Label("y", negative=("normal.",)), "y other than normal.", "y = normal."),
        (Label("y", ("a", "b", "c")), "y = a, b or c", "y other than a, b or c"),
        (Label("y", tuple("abcde")), "y = a, b, c or 2 more", "y other than a, b, c or 2 more"),
        (Label("y", ("",), ("x",)), "y = (empty)", "y = x"),
        (Label("price", threshold=250_000), "price above 250,000", "price at most 250,000"),
    ],
)
def test_sides_are_named(label, plus, minus):
    assert sentences.side(label, 1, plain=True) == plus
    assert sentences.side(label, -1, plain=True) == minus
