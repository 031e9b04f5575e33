"""The same fact for several columns, by one press."""

from dpcore.data.declared.schema import DECLARED, PROPOSED
from pages.data import columns
from tests.pages.tables import draft, ok, own, says, with_table

ROWS = "a,b,job,y\n" + "1,10,smith,no\n5,70,baker,yes\n9,40,smith,yes\n" * 20


def set_several(names: list[str], origin: str | None = None, **typed: str):
    page = with_table(ROWS.encode())
    number = draft(page).number
    page.multiselect(key=f"bulk_columns_{number}").set_value(names)
    for name, said in typed.items():
        page.text_input(key=f"bulk_{name}_{number}").set_value(said)
    if origin:
        page.selectbox(key=f"bulk_origin_{number}").set_value(origin)
    (button,) = (each for each in page.button if each.label == "Set for these columns")
    return ok(button.click().run())


def facts(page) -> dict[str, tuple]:
    rows = draft(page).rows
    return {name: (rows.loc[name, "lower"], rows.loc[name, "upper"]) for name in ("a", "b")}


def test_bounds_are_set_for_the_chosen_numbers_alone():
    page = set_several(["b"], lower="0", upper="200")
    before = facts(with_table(ROWS.encode()))
    assert facts(page) == {"a": before["a"], "b": (0, 200)}
    assert own(page).schema.features[1].upper == 200


def test_no_choice_means_all_in_use_and_a_category_gets_no_bounds():
    page = set_several([], lower="0", upper="100", origin=DECLARED)
    assert facts(page) == {"a": (0, 100), "b": (0, 100)}
    # Bounds that are typed are the visitor's; of the category, the levels are still the page's.
    origins = [each.origin for each in own(page).schema.features]
    assert origins == [DECLARED, DECLARED, PROPOSED]
    assert draft(page).rows["lower"].isna()["job"]
    assert draft(page).label.origin != DECLARED  # it is asked for above


def test_a_constant_and_a_level_are_set():
    page = set_several(["job"], missing="smith", other="baker")
    job = own(page).schema.features[-1]
    assert (job.missing, job.other) == ("smith", "baker")


def test_what_is_left_empty_stays():
    page = set_several(["a", "b"])
    assert facts(page) == facts(with_table(ROWS.encode()))


def test_a_bound_that_is_no_number_changes_nothing_and_gets_a_sentence():
    page = set_several(["a"], upper="many")
    assert "Upper bound must be a number" in says(page)
    assert "Nothing was changed." in says(page)
    assert facts(page) == facts(with_table(ROWS.encode()))


def test_a_fact_that_one_kind_has_is_set_for_that_kind_alone():
    rows = draft(with_table(ROWS.encode())).rows
    after = columns.set_for(rows, ["a", "job"], {"upper": 3.0, "other": "smith"})
    assert after.loc["a", "upper"] == 3
    assert after["other"].isna()["a"]
    assert after.loc["job", "other"] == "smith"
    assert after["upper"].isna()["job"]
