"""What cells may mean besides is said in a line, and a click changes what is declared."""

import numpy as np
import pytest

from dpcore.data.declared.label import Label
from dpcore.data.declared.schema import MARKING, READ, Category, Schema
from dpcore.release.records import read, uncovered
from tests.pages.data.test_remarks import N, said, table
from tests.pages.tables import declare, draft, edit, load_schema, ok, own, says, with_table


def press(page, label: str):
    (button,) = (each for each in page.button if each.label == label)
    return ok(button.click().run())


def labels(page) -> set[str]:
    return {button.label for button in page.button}


def every(value: object, others, step: int = 20):
    return lambda sick: [value if row % step == 0 else others(row) for row in range(len(sick))]


def days(row: int) -> int:
    return row * 7 % 31


def blank(yes: str = "yes") -> bytes:
    return table().replace(b",no\n", b",\n").replace(b",yes\n", f",{yes}\n".encode())


def test_a_number_beyond_all_others_is_said_and_one_click_makes_it_missing():
    page = with_table(table(pdays=every(999, days)))
    assert "999 appears in **pdays** in 12 records (other values: 0 to 30)" in said(page)
    page = press(page, "It means missing")
    assert "999" in own(page).schema.markers
    assert "999 appears in" not in said(page)
    feature = next(each for each in own(page).schema.features if each.name == "pdays")
    assert feature.upper < 40
    assert feature.missing == (feature.lower + feature.upper) / 2
    assert MARKING in own(page).schema.undeclared()
    assert " in **pdays**, the middle of its bounds (12 records)" in said(page)


def test_the_same_number_in_two_columns_is_one_line_and_one_click():
    page = with_table(table(a=every(-9, days), b=every(-9, lambda row: row * 5 % 17, step=30)))
    assert "-9 appears in **a** in 12 records" in said(page)
    assert "and **b** in 8 records" in said(page)
    page = press(page, "It means missing")
    assert [each.lower for each in own(page).schema.features if each.name in "ab"] != [-10, -10]
    assert own(page).data.filled_share == pytest.approx(1 / 20 + 1 / 30 - 1 / 60)


def test_a_flag_that_held_the_number_becomes_a_category_with_a_level_for_it():
    page = with_table(table(fbs=every("-9.0", lambda row: f"{row % 2}.0"), chol=every(-9, days)))
    page = press(page, "It means missing")
    names = own(page).data.features
    assert {"fbs = 0.0", "fbs = 1.0", "fbs = missing", "chol"} <= {*names}
    assert "appears in" not in said(page)
    page = declare(page)
    assert own(page).schema.undeclared() == ()
    assert uncovered(own(page).schema) == ()
    assert Schema.from_json(own(page).schema.to_json()) == own(page).schema


def test_a_number_that_is_a_value_elsewhere_is_said_without_a_click():
    page = with_table(
        table(pdays=every(999, days), grams=lambda _: [900 + row * 7 % 200 for row in range(N)])
    )
    assert "it is a value of **grams**" in said(page)
    assert "It means missing" not in labels(page)


def test_bounds_that_were_declared_stay_when_a_number_means_missing():
    page = declare(with_table(table(pdays=every(999, days))))
    before = draft(page).rows.loc["pdays", ["lower", "upper"]].tolist()
    page = press(page, "It means missing")
    assert draft(page).rows.loc["pdays", ["lower", "upper"]].tolist() == before
    assert own(page).schema.undeclared() == (MARKING,)


def test_few_whole_numbers_may_be_kinds_in_one_line_for_all_columns():
    kinds = {name: (lambda _: [1 + row % 3 for row in range(N)]) for name in ("pclass", "cp")}
    page = with_table(table(**kinds))
    assert "**pclass** and **cp** hold few whole numbers each" in said(page)
    page = press(page, "Make pclass a category")
    assert own(page).data.features[1:4] == ("pclass = 1", "pclass = 2", "pclass = 3")
    assert "**cp** holds few whole numbers" in said(page)
    page = press(page, "Read as numbers")
    assert "pclass" in own(page).data.features


def test_what_somebody_declared_as_a_number_is_asked_about_no_more():
    page = declare(with_table(table(pclass=lambda _: [1 + row % 3 for row in range(N)])))
    assert "few whole numbers" not in said(page)


def test_codes_with_leading_zeros_become_a_category_by_one_click():
    page = with_table(table(plz=lambda _: [f"0{1067 + row % 9}" for row in range(N)]))
    assert "**plz** seems to hold codes, such as 01067" in said(page)
    page = press(page, "Make it a category")
    assert "plz = 01067" in own(page).data.features
    assert "hold codes" not in said(page)


def test_codes_of_too_many_levels_and_long_numbers_are_left_out_by_one_click():
    many = table(plz=lambda _: [f"0{1000 + row * 7 % 131}" for row in range(N)])
    assert "Leave it out" in labels(with_table(many))
    account = table(account=lambda _: [f"{1 + row % 9}2345678901234567890" for row in range(N)])
    page = with_table(account)
    assert "**account** holds whole numbers of many digits" in said(page)
    assert not draft(press(page, "Leave it out")).rows.loc["account", "use"]


def test_dates_in_digits_are_said_and_left_out_by_one_click():
    page = with_table(table(seen=lambda _: [f"202401{1 + row % 28:02}" for row in range(N)]))
    assert "**seen** seems to hold dates in digits, such as 20240101" in said(page)
    assert not draft(press(page, "Leave it out")).rows.loc["seen", "use"]


def test_dates_come_before_persons():
    page = with_table(table(patient=lambda _: [f"2024-01-{1 + i % 28:02}" for i in range(N)]))
    assert "**patient** holds dates" in said(page)
    assert "names persons" not in said(page)


def test_a_column_that_seemed_to_name_persons_is_a_category_where_somebody_says_so():
    page = with_table(table(case=lambda _: [f"K{i % 12}" for i in range(N)]))
    assert "**case** names persons, with up to 20 records each" in said(page)
    page = press(page, "It names no persons")
    assert "names persons" not in said(page)
    assert "case = K0" in own(page).data.features


def test_copies_are_said_with_what_they_do_to_the_split():
    lines = table(dose=lambda _: np.random.default_rng(1).normal(size=N).round(4)).splitlines()
    page = with_table(b"\n".join([*lines, *lines[1:21], b""]))
    assert f"20 of {N + 20} records are copies of earlier ones" in said(page)
    assert "test errors look better than they are" in said(page)
    assert len(own(page).data.y) == N + 20


@pytest.mark.parametrize("yes", ["yes", "1", "x"])
def test_an_empty_label_is_asked_about_and_may_mean_no(yes):
    page = with_table(blank(yes))
    assert f"**sick** is “{yes}” or empty" in said(page)
    assert "say above what an empty cell of sick means" in says(page)
    assert own(page) is None
    page = press(page, "An empty cell means no")
    assert own(page).schema.label == Label("sick", (yes,), ("",), READ)
    assert len(own(page).data.y) == N
    page = press(page, "It is unknown")
    assert "There is nothing to predict yet" in says(page)


def test_an_empty_label_that_means_no_is_declared_for_a_release():
    page = declare(press(with_table(blank()), "An empty cell means no"))
    schema = own(page).schema
    assert schema.undeclared() == ()
    assert uncovered(schema) == ()
    assert np.array_equal(read(draft(page).table, schema)[1], own(page).data.y)
    again = load_schema(with_table(blank()), schema.to_json())
    assert own(again).schema.label == schema.label
    assert np.array_equal(own(again).data.y, own(page).data.y)


def test_an_empty_label_that_is_unknown_leaves_nothing_to_tell_apart():
    page = press(with_table(blank()), "It is unknown")
    assert draft(page).label.leaves_out
    assert "There is nothing to predict yet: all records with a label have the same" in says(page)
    assert "Choose another column to predict, or say above that an empty cell means no." in says(
        page
    )
    assert "must have records on both sides" not in says(page)
    assert "or empty. Does" not in said(page)
    page = press(page, "It means no")
    assert own(page).schema.label == Label("sick", ("yes",), ("",), READ)
    assert len(own(page).data.y) == N
    assert "nothing to predict" not in says(page)


def test_another_column_may_be_predicted_where_an_empty_label_is_unknown():
    page = press(with_table(blank()), "It is unknown")
    other = next(name for name in draft(page).table.columns if name != "sick")
    (box,) = (each for each in page.selectbox if each.label == "Column to predict")
    page = ok(box.set_value(other).run())
    assert "There is nothing to predict yet" not in says(page)


def test_a_label_of_two_values_and_gaps_is_not_asked_about():
    page = with_table(table().replace(b",no\n", b",\n", 3))
    assert "or empty. Does" not in said(page)


def test_a_missing_number_stays_the_middle_when_bounds_are_typed():
    page = with_table(table(dose=every("", days)))
    page = edit(page, "dose", lower="0", upper="80")
    assert draft(page).rows.loc["dose", "missing"] == "40"
    assert own(page).schema.features[1].missing == 40
    page = edit(page, "dose", missing="7")
    page = edit(page, "dose", upper="90")
    assert draft(page).rows.loc["dose", "missing"] == "7"
    assert "A missing number is read as 7 in **dose** (12 records)" in said(page)


def test_a_flag_with_gaps_keeps_them_apart_from_no():
    page = with_table(table(history=every("", lambda row: row % 2)))
    feature = own(page).schema.features[1]
    assert isinstance(feature, Category)
    assert feature.levels == ("0", "1", "missing")
    assert Schema.from_json(own(page).schema.to_json()) == own(page).schema


def test_a_plain_table_gets_no_line():
    page = with_table(table())
    assert not [each for each in page.caption if "material/visibility" in each.value]
