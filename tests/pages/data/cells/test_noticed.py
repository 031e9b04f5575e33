"""What Data notices in the cells of a table gets a line each, and a click that changes it."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.data.declared.schema import READ, WRITTEN, Label, Numeric, Schema
from dpcore.data.written.writing import TIME, Writing
from pages.data import columns
from pages.data.questions import file_lines
from tests.house.some import every
from tests.pages.screen import words
from tests.pages.tables import declare, draft, edit, load_schema, ok, own, says, upload, with_table

N = 120
SOURCE = np.random.default_rng(0).integers(1_000, 90_000, N) / 10
"""The numbers, from 100.0 to 8999.9, whatever they are written like."""


def german(number: float) -> str:
    return f"{number:,.1f}".translate(str.maketrans(",.", ".,"))


WAYS: dict[str, tuple[Callable[[float], str], Writing]] = {
    "decimal commas": (lambda x: f"{x:.1f}".replace(".", ","), Writing(",")),
    "thousands by points": (german, Writing(",", ".")),
    "thousands by commas": (lambda x: f"{x:,.1f}", Writing(".", ",")),
    "no-break spaces": (lambda x: f"{x:,.1f}".replace(",", "\u202f"), Writing(".", " ")),
    "apostrophes": (lambda x: f"{x:,.1f}".replace(",", "’"), Writing(".", "'")),
    "euros": (lambda x: f"{german(x)} €", Writing(",", ".", "€")),
    "dollars": (lambda x: f"${x:,.1f}", Writing(".", ",", "$")),
    "percent": (lambda x: f"{x:.1f}%", Writing(".", "", "%")),
    "a unit in some": (lambda x: f"{x:.1f} kg" if x > 900 else f"{x:.1f}", Writing(unit="kg")),
    "Unicode's minus": (lambda x: f"\u2212{x:.1f}", Writing()),
    "brackets": (lambda x: f"({x:.1f})", Writing()),
    "hours": (lambda x: f"{int(x) // 60}:{int(x) % 60:02}", Writing(form=TIME)),
}
MEANT = {"Unicode's minus": -SOURCE, "brackets": -SOURCE, "hours": np.floor(SOURCE)}


def table(written: Callable[[float], str], **more: list[str]) -> bytes:
    """Return a file of numbers, written so, another number, and a label."""
    rng = np.random.default_rng(1)
    cells = {"amount": [written(each) for each in SOURCE]}
    cells |= {"age": [str(each) for each in rng.integers(18, 80, N)]} | more
    cells["sick"] = ["yes" if chance < 0.4 else "no" for chance in rng.random(N)]
    lines = ["\t".join(row) for row in zip(*cells.values(), strict=True)]
    return "\n".join(["\t".join(cells), *lines, ""]).encode()


def said(page: AppTest) -> str:
    return words(page).replace("\\", "").replace("⁠", "")


def press(page: AppTest, label: str) -> AppTest:
    found = [each for each in page.button if each.label.replace("\\", "") == label]
    assert found, [each.label for each in page.button]
    return ok(found[0].click().run())


def labels(page: AppTest) -> list[str]:
    return [each.label.replace("\\", "") for each in page.button]


def read(page: AppTest) -> np.ndarray:
    """Return the numbers of the column amount as the table in use has them."""
    return own(page).table["amount"].astype(float).to_numpy()


@pytest.mark.parametrize("name", every(4, WAYS))
def test_numbers_as_people_write_them_are_announced_and_taken_back_by_one_click(name: str):
    written, way = WAYS[name]
    page = with_table(table(written))
    what = "minutes" if way.form == TIME else "numbers"
    assert f"**amount** is read as {what}: " in said(page)
    amount = own(page).schema.features[0]
    assert (type(amount), amount.written) == (Numeric, way)
    assert WRITTEN in own(page).schema.undeclared()
    assert np.array_equal(read(page), MEANT.get(name, SOURCE))
    # Too many texts for a category: it is left out, and the next click takes it in again.
    page = press(page, "Read as text")
    assert "amount" not in own(page).data.features
    assert "**amount** holds numbers but is read as text" in said(page)
    assert own(press(page, "Read as numbers")).schema.features[0].written == way


def test_plain_numbers_get_no_line():
    page = with_table(table(str))
    assert "is read as numbers" not in said(page)
    assert draft(page).ways == {}


EITHER = {
    "points": (lambda x: f"{x * 10:,.0f}".replace(",", ".")),
    "commas": (lambda x: f"{x * 10:,.0f}"),
}


@pytest.mark.parametrize("name", EITHER)
def test_numbers_that_may_be_read_in_two_ways_are_asked_about_and_used_after_the_answer(name: str):
    sign = {"points": ".", "commas": ","}[name]
    cells = [EITHER[name](each) if each > 200 else "950" for each in SOURCE]
    page = with_table(table(str, amount=cells))
    (cell,) = {each for each in cells if f" is {each.replace(sign, '')}" in " ".join(labels(page))}
    assert f"does “{cell}” mean" in said(page)
    assert "amount" not in own(page).data.features
    # What was edited meanwhile stays.
    page = edit(page, "age", upper=99.0)
    page = press(page, f"{cell} is {cell.replace(sign, '')}")
    assert read(page).max() > 8_000
    assert draft(page).rows.loc["age", "upper"] == 99.0
    page = press(page, "Ask again")
    page = press(page, f"{cell} is {cell.replace(sign, '.')}")
    assert read(page).max() == 950
    assert "does “" not in said(page)


def test_two_units_are_asked_about_and_cells_in_the_other_one_are_odd_then():
    cells = [f"{each:.0f} {'lb' if place % 9 == 0 else 'kg'}" for place, each in enumerate(SOURCE)]
    page = with_table(table(str, weight=cells))
    assert "**weight** holds numbers in different units, kg and lb" in said(page)
    page = press(page, "All are kg")
    assert "are not numbers" in said(page)
    assert "say above what the cells that are not numbers mean" in says(page)
    page = press(page, "They all mean “missing”")
    assert not says(page)
    assert own(page).data.filled_share == pytest.approx(
        np.mean([each[-2:] == "lb" for each in cells])
    )


ODD = ["#VALUE!", "#VALUE!", "#DIV/0!", ".", "inf", "1e999", "see note"]


def test_odd_cells_of_all_columns_are_one_list_with_one_click_for_all():
    first = [ODD[row] if row < len(ODD) else f"{each}" for row, each in enumerate(SOURCE)]
    second = ["#VALUE!" if row == 9 else f"{each}" for row, each in enumerate(SOURCE)]
    page = with_table(table(str, amount=first, ratio=second))
    assert (
        "8 cells in columns of numbers are not numbers: “#VALUE!” (2 in amount, 1 in ratio)"
        in said(page)
    )
    assert "row 1 of" not in says(page)
    assert own(page) is None
    page = press(page, "“.” means “missing”")
    assert "7 cells in columns" in said(page)
    page = press(page, "They all mean “missing”")
    assert not says(page)
    amount = next(each for each in own(page).schema.features if each.name == "amount")
    assert amount.lower <= amount.missing <= amount.upper
    assert own(page).data.filled_share == pytest.approx(8 / N)


def test_a_column_with_odd_cells_can_be_made_a_category():
    sizes = [
        ["10", "20", "30", "40", "50", "60", "70", "80", "90", "one"][row % 10] for row in range(N)
    ]
    page = with_table(table(str, size=sizes))
    page = press(page, "Make size a category")
    assert not says(page)
    assert "size = one" in own(page).data.features
    page = press(page, "Read as numbers")
    assert "“one”" in said(page)


def test_spellings_that_look_alike_are_joined_by_one_click_and_separated_again():
    town = ["Z\u00fcrich", "Zu\u0308rich", "Oslo", "oslo", "Bern"]
    page = with_table(table(str, town=[town[row % 5] for row in range(N)]))
    assert "(24, another form of Unicode)" in said(page)
    assert "(24, capitals)" in said(page)
    page = press(page, "Join them")
    assert [each for each in own(page).data.features if "town" in each] == [
        "town = Bern",
        "town = Oslo",
        "town = Zu\u0308rich",
    ]
    assert set(own(page).table["town"]) == {"Bern", "Oslo", "Zu\u0308rich"}
    assert own(declare(page)).schema.features[-1].joined
    page = press(page, "Separate them")
    assert len([each for each in own(page).data.features if "town" in each]) >= 5


def test_one_and_zero_in_several_spellings_are_two_values_of_the_label():
    spelled = {"yes": ["1", "1.0", "+1"], "no": ["0", "0.0", "-0"]}
    lines = table(str).decode().splitlines()
    cells = [line.rsplit("\t", 1) for line in lines[1:]]
    rows = [f"{rest}\t{spelled[sick][row % 3]}" for row, (rest, sick) in enumerate(cells)]
    page = with_table("\n".join([lines[0], *rows, ""]).encode())
    label = own(page).schema.label
    assert (len(label.positive), len(label.negative), label.joined) == (1, 1, True)
    assert own(page).data.positive_share == np.mean([sick == "yes" for _, sick in cells])
    page = press(page, "Separate them")
    label = own(page).schema.label
    assert (len(label.positive), len(label.negative), label.joined) == (3, 3, False)


def test_a_marker_may_be_a_value_of_one_column():
    country = [["NZ", "NO", "NA"][row % 3] for row in range(N)]
    page = with_table(table(str, country=country))
    assert "**country**: “NA” means missing here (40 cells)" in said(page)
    page = press(page, "It is a value")
    assert "**country**: “NA” is a value here (40 cells)" in said(page)
    assert [each for each in own(page).data.features if "country" in each] == [
        "country = NO",
        "country = NZ",
        "country = NA",
    ]
    assert own(page).data.filled_share == 0
    assert "country = missing" in own(press(page, "It means missing")).data.features


def test_a_label_of_a_value_and_a_marker_has_two_sides():
    lines = table(str).decode().replace("yes", "NA").replace("no", "EU").splitlines()
    page = with_table("\n".join([*lines, ""]).encode())
    assert own(page).schema.label.positive == ("NA",)
    assert own(page).data.n_left_out == 0
    # What a look at the cells has changed is read from the data, though it was declared before.
    page = press(declare(page), "It means missing")
    assert draft(page).label.origin == READ


def test_how_numbers_are_written_travels_in_the_schema_and_holds_for_another_table():
    page = declare(with_table(table(WAYS["euros"][0])))
    schema = own(page).schema
    assert schema.file.separator == "\t"
    assert WRITTEN in schema.proposed()
    other = load_schema(with_table(table(WAYS["euros"][0])), schema.to_json())
    assert own(other).schema == schema
    assert np.array_equal(own(other).data.X, own(page).data.X)


def test_a_schema_that_says_nothing_of_writing_gets_what_was_recognised_and_says_so():
    page = declare(with_table(table(str)))
    old = own(page).schema.to_json()
    assert own(load_schema(with_table(table(str)), old)).schema.undeclared() == ()
    other = load_schema(with_table(table(WAYS["euros"][0])), old)
    assert own(other).schema.features[0].written == WAYS["euros"][1]
    assert own(other).schema.undeclared() == (WRITTEN,)


def test_a_label_above_a_threshold_of_a_schema_that_says_nothing_of_writing_gets_it_too():
    old = Schema(Label("amount", threshold=4000), (Numeric("age", 0, 100, missing=50),))
    page = load_schema(with_table(table(WAYS["decimal commas"][0])), old.to_json())
    assert own(page).schema.label == replace(old.label, written=Writing(","))
    assert own(page).schema.undeclared() == (WRITTEN,)
    assert np.array_equal(own(page).data.y == 1, SOURCE > 4000)


def test_of_one_cell_that_is_not_a_number_the_words_are_singular():
    page = with_table(table(str).replace(b"\t", b"\t?!", 3).replace(b"\t?!", b"\t", 2))
    assert "What does it mean?" in said(page)
    assert "They all mean" not in " ".join(each.label for each in page.button)
    assert own(press(page, "It means “missing”")).schema.markers[-1].startswith("?!")


def predict(page: AppTest, name: str) -> AppTest:
    return ok(page.selectbox(key=f"label_{draft(page).number}").set_value(name).run())


def test_a_column_is_asked_about_again_as_a_label_and_after_it():
    cells = [EITHER["points"](each) if each > 200 else "950" for each in SOURCE]
    page = with_table(table(str, amount=cells))
    (first, _) = (each for each in labels(page) if " is " in each)
    page = predict(press(predict(page, "amount"), first), "sick")
    assert first in labels(page)  # Of the feature nothing was said.
    page = press(page, first)
    assert "amount" in own(page).data.features
    page = predict(page, "amount")
    assert first in labels(page)
    page = predict(page, "sick")
    assert first not in labels(page)
    assert "amount" in own(page).data.features


def test_a_way_in_which_no_cell_is_written_is_not_shown_by_an_example():
    page = edit(with_table(table(WAYS["euros"][0])), "amount", written="1 234,5")
    assert "amount**: no cell is written as 1 234,5." in said(page)
    assert "None" not in said(page)


def test_a_way_of_writing_is_chosen_in_the_grid():
    page = edit(with_table(table(str)), "amount", written="1,234.5")
    assert own(page).schema.features[0].written == Writing(".", ",")
    assert columns.ways(draft(page).rows, draft(page).label)["amount"] == Writing(".", ",")
    # Under it 950,5 is no number.
    assert "are not numbers" not in said(page)
    assert "are not numbers" in said(edit(page, "amount", written="1234,5"))


def test_letters_of_another_encoding_are_shown_and_a_press_forgets_the_file():
    data = table(str).decode().replace("age", "âge").encode("windows-1252")
    page = with_table(data)
    assert "Read as Windows-1252 (Western European): âge." in said(page)
    page = press(page, "The letters are wrong")
    assert own(page) is None
    assert "was forgotten, as its letters came out wrong" in said(page)
    assert own(upload(page, table(str))) is not None


def test_the_line_of_the_header_is_said_and_changed_by_one_control():
    page = with_table(b"# exported\n\n" + table(str).replace(b"\t", b";"))
    assert "The header is in line 3; the 2 lines above it are skipped: “# exported”" in said(page)
    assert "Line 3 names the columns" in said(page)
    box = page.selectbox(key=f"header_line_{draft(page).number}")
    ok(box.set_value(4).run())
    assert len(draft(page).table) == N - 1
    assert draft(page).schema().file.header == 4


def test_names_that_got_a_number_are_said():
    lines = table(str).decode().splitlines()
    header = "amount\tage\tsick"
    assert lines[0] == header
    page = with_table("\n".join(["Dose\tdose\tsick", *lines[1:], ""]).encode())
    assert "Names got a number: column 2 was a second “dose” and is called “dose (2)”." in said(
        page
    )
    page = with_table("\n".join(["dose\t\tsick", *lines[1:], ""]).encode())
    assert "column 2 had no name and is called “column 2”" in said(page)


def test_the_sheet_of_a_workbook_that_is_read_is_said():
    opened = replace(draft(with_table(table(str))).file.opened, sheet="b", sheets=("a", "b"))
    (line,) = file_lines.sheet(opened)
    assert line.startswith("Sheet 2 of 2 is read, “b”.")


def test_an_asked_column_may_be_the_label():
    cells = [f"{each * 10:,.0f}".replace(",", ".") if each > 200 else "950" for each in SOURCE]
    data = table(str, price=cells)
    page = with_table(data)
    ok(page.selectbox(key=f"label_{draft(page).number}").set_value("price").run())
    assert draft(page).label.is_open
    (answer,) = (each for each in labels(page) if re.fullmatch(r"[0-9.]+ is [0-9]{4,}", each))
    page = press(page, answer)
    label = own(page).schema.label
    assert (label.threshold > 1_000, label.written) == (True, Writing(",", "."))


DOOR = Path(os.environ.get("EXPLORER_DATA", "")) / "door"
EXPECTED = {
    "01_sep_line": "The first line, “sep=;”, names the separator",
    "03_bom_quoted": "Is this your question: which records have relapse = yes?",
    "04_windows_1252": "Read as Windows-1252 (Western European): âge, coût, Orléans",
    "08_no_break_spaces": "**revenu** is read as numbers",
    "09_currency_percent": "**utilisation** is read as numbers: 100% → 100.",
    "11_lines_before_header": "The header is in line 4; the 3 lines above it are skipped",
    "13_na_is_a_class": "**market**: “NA” is a value here",
    "19_spreadsheet_errors": "7 cells in columns of numbers are not numbers: “#DIV/0!”",
    "23_float_labels": "**relapse**: spellings that look alike are joined",
    "odd_37_unicode_minus": "**delta** is read as numbers: −89 → -89.",
    "odd_52_times": "**time** is read as minutes: 01:29 → 89.",
    "odd_70_some_units": "**v** is read as numbers: 85 kg → 85.",
    "odd_71_german_thousands_semicolon": "**amount**: does “1.003” mean 1003, or 1.003 (about 1)?",
    "odd_75_us_thousands_semicolon": "**amount**: does “1,003” mean 1003, or 1.003 (about 1)?",
    "odd_77_nfc_nfd_levels": "**city** has spellings that look alike",
    "odd_82_accounting_negatives": "**amount** is read as numbers: (8454) → -8454.",
}


@pytest.mark.skipif(not DOOR.is_dir(), reason="EXPLORER_DATA names no folder with door")
@pytest.mark.parametrize("name", every(4, EXPECTED))
def test_a_file_of_the_door_gets_its_sentence(name: str):
    page = with_table((DOOR / f"{name}.csv").read_bytes())
    assert EXPECTED[name] in said(page) + "\n".join(each.value for each in page.header)
