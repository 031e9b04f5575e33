"""From guesses to a schema that a release may use: one press, and nothing is asked twice."""

from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.label import LEFT_OUT, Label
from dpcore.data.declared.schema import (
    CHOICE,
    DECLARED,
    MARKING,
    OF_TABLE,
    PROPOSED,
    READ,
    WRITTEN,
    Category,
    Numeric,
    Schema,
)
from dpcore.release.records import check_schema, uncovered
from dplab.tables.guesses.completion import completed
from pages.data.questions import declaring
from pages.data.questions.declaring import table
from pages.data.sentences import filled_in
from tests.pages.tables import (
    csv,
    declare,
    draft,
    edit,
    load_schema,
    ok,
    open_page,
    own,
    upload,
    with_table,
)

JOBS = b"age,job,sick\n" + b"30,baker,yes\n50,smith,no\n41,smith,yes\n" * 20


def words(page) -> str:
    return "\n".join(each.value for each in page.markdown)


def labels(page) -> list[str]:
    return [each.label for each in page.button]


def press(page, start: str):
    (button,) = (each for each in page.button if each.label.startswith(start))
    return ok(button.click().run())


def test_what_a_release_needs_is_said_and_shown_before_the_press():
    page = with_table(JOBS)
    assert "**A release also needs**" in words(page)
    assert "a missing number is read as the middle of its bounds (age);" in words(page)
    assert "(job, 1 more column after encoding);" in words(page)
    assert "all but “yes” counts as −1 in sick." in words(page)
    (shown,) = (each.value for each in page.dataframe if "Any other value is" in each.value)
    assert shown.to_numpy().tolist() == [
        ["sick", "−1", "−1"],
        ["age", "40", ""],
        ["job", "other", "other"],
    ]
    assert "you vouch that all of them are public knowledge" in words(page)
    assert uncovered(own(page).schema)  # nothing is filled in before


def test_rows_without_a_label_stay_left_out_and_the_table_says_so():
    label = Label("sick", ("yes",), ("no",), unlabelled=LEFT_OUT)
    now = Schema(label, (Numeric("age", 0, 90, 45),))
    full = completed(now)
    assert table(now, full).to_numpy().tolist() == [["sick", "left out", "−1"]]
    assert "counts as −1 in sick, and rows without a label stay left out." in filled_in(now, full)


def test_one_press_declares_all_that_a_release_needs():
    page = declare(with_table(JOBS))
    schema = own(page).schema
    check_schema(schema)
    assert schema.label == Label("sick", ("yes",), origin=PROPOSED)
    assert schema.features == (
        Numeric("age", 30, 50, 40, PROPOSED),
        Category("job", ("baker", "smith", "other"), "other", "other", PROPOSED),
    )
    assert draft(page).schema() == schema
    assert "**Declared:** all 3 columns in use" in words(page)
    assert "A release also needs" not in words(page)
    assert declaring.ALL not in labels(page)


def facts_of(page) -> dict[str, list[str]]:
    (shown,) = (each.value for each in page.dataframe if "As declared" in each.value)
    return {row[0]: row[1:] for row in shown.to_numpy().tolist()}


def test_all_that_would_be_declared_and_what_of_it_was_read_is_listed_above_the_word_for_all():
    page = edit(with_table(JOBS), "age", lower=0.0, upper=120.0, origin=DECLARED)
    listed = facts_of(page)
    assert listed == {
        "sick": ["label", "+1: sick = yes; −1: all others", READ],
        "age": ["number", "0 to 120; missing is 60", DECLARED],
        "job": ["category", "3 levels: baker, smith, other; missing is other; any other is other",
                READ],
        "which cells mean “missing”": ["table", "(empty), ?, NA, N/A, nan", READ],
        "which columns are in use": ["table", "2 of 2 besides the label", READ],
        "whether there is a constant feature": ["table", "no", DECLARED],
        "how the file, its numbers and its levels are written": [
            "table", "commas between cells", READ],
    }  # fmt: skip
    page = declare(page)
    was_read = {name for name, (*_, origin) in listed.items() if origin == READ}
    assert len(own(page).schema.proposed()) == len(was_read)


def test_the_word_for_all_is_not_the_button_that_looks_the_easiest():
    page = with_table(JOBS)
    looks = {each.label: each.proto.type for each in page.button}
    assert looks[declaring.ALL] == "tertiary"
    assert looks[declaring.SOME] == "primary"
    (fold,) = (each for each in page.expander if each.label == declaring.ONE_BY_ONE)
    assert declaring.ALL in [each.label for each in fold.button]
    assert not fold.proto.expanded


def test_some_of_it_is_declared_fact_by_fact():
    page = with_table(JOBS)
    for names in (["age", MARKING], ["sick", WRITTEN], ["job"], [CHOICE]):
        before = own(page).schema.undeclared()
        chosen = page.multiselect(key=f"declare_{draft(page).number}")
        page = press(ok(chosen.set_value(names).run()), declaring.SOME)
        assert {*own(page).schema.undeclared()} == {*before} - {*names}
    check_schema(own(page).schema)
    assert own(page).schema == own(declare(with_table(JOBS))).schema
    assert declaring.ALL not in labels(page)


def test_without_a_schema_there_is_nothing_to_list_and_nothing_to_declare():
    page = edit(with_table(JOBS), "age", lower=90.0, upper=10.0)
    assert declaring.ALL not in labels(page)


def test_filling_in_alone_declares_nothing():
    page = press(with_table(JOBS), "Fill in; let me")
    schema = own(page).schema
    assert uncovered(schema) == ()
    assert schema.undeclared() == ("sick", "age", "job", MARKING, CHOICE, WRITTEN)
    assert "A release also needs" not in words(page)
    assert "Fill in; let me review" not in labels(page)


def test_what_was_typed_is_not_filled_over():
    page = edit(with_table(JOBS), "age", missing="33")
    page = declare(edit(page, "job", other="baker"))
    age, job = own(page).schema.features
    assert age.missing == 33
    assert (job.levels, job.other, job.missing) == (("baker", "smith"), "baker", "baker")


def test_a_declared_schema_that_lacks_something_is_still_asked_for_it():
    page = edit(with_table(JOBS), "age", origin=DECLARED)
    page = edit(page, "job", origin=DECLARED)
    assert "A release also needs" in words(page)
    assert draft(page).label.origin == READ


def test_an_open_label_is_asked_for_and_declared_once_it_is_answered():
    three = csv().replace(b"no\n", b"perhaps\n", 3)
    page = with_table(three)
    assert draft(page).label.is_open
    assert "Declare which values of the label sick are positive." in words(page).replace("\\", "")
    page = declare(page)
    assert draft(page).label.is_open
    assert "**Declared:** all 3 columns in use but the label, on your word." in words(page)
    ok(page.multiselect(key=f"positive_{draft(page).number}").set_value(["yes"]).run())
    check_schema(own(page).schema)


def test_the_same_records_keep_what_was_computed_from_them():
    page = with_table()  # its only category has a level for missing cells already
    number = own(page).number
    page = declare(page)
    assert own(page).number == number
    other = with_table(JOBS)
    number = own(other).number
    assert own(declare(other)).number > number  # a further level is a further feature


def test_a_saved_schema_that_is_complete_asks_for_nothing():
    page = declare(with_table(JOBS))
    saved = own(page).schema.to_json()
    other = upload(open_page(data="upload"), JOBS)
    other.file_uploader(key=f"schema_{draft(other).number}").upload("s.json", saved.encode())
    other = ok(other.run())
    assert own(other).schema == own(page).schema
    assert declaring.ALL not in labels(other)


AS_SAID = {
    "markers_origin": "**Read from the data:** which cells mean “missing”. Fine",
    "columns_origin": "**Read from the data:** which columns are in use. Fine",
    "file_origin": "**Read from the data:** how the file, its numbers and its levels are written.",
    "intercept_origin": "**Read from the data:** whether there is a constant feature. Fine",
}


@pytest.mark.parametrize("entry", OF_TABLE.values())
def test_what_was_read_for_the_whole_table_alone_is_said_and_declared_by_the_same_press(entry):
    page = declare(with_table(JOBS))
    full = own(page).schema
    page = load_schema(page, replace(full, **{entry: READ}).to_json())
    assert AS_SAID[entry] in words(page)
    with pytest.raises(InvalidInput, match=entry):
        check_schema(own(page).schema)
    page = declare(page)
    assert own(page).schema == replace(full, **{entry: PROPOSED})
    assert "**Declared:** all 3 columns in use" in words(page)


def test_correcting_the_markers_or_the_columns_does_not_declare_the_rest_of_them():
    page = edit(with_table(JOBS), "age", use=False)
    markers = page.multiselect(key=f"markers_{draft(page).number}")
    page = ok(markers.set_value([*markers.value, "999"]).run())
    assert {MARKING, CHOICE} <= {*own(page).schema.undeclared()}
    # Once they are declared, what the visitor changes stays on the visitor's word.
    page = edit(declare(page), "age", use=True)
    assert own(page).schema.undeclared() == ()


def test_what_the_page_proposed_is_remembered_by_the_schema_its_file_and_the_screen():
    page = declare(with_table(JOBS))
    assert own(page).schema.proposed() == ("sick", "age", "job", MARKING, CHOICE, WRITTEN)
    assert "Proposed from these records, and then declared: sick, age, job, which cells" in words(
        page
    )
    saved = own(page).schema.to_json()
    other = load_schema(with_table(JOBS), saved)
    assert own(other).schema.proposed() == ("sick", "age", "job", MARKING, CHOICE, WRITTEN)


def test_a_guess_that_is_called_declared_in_the_grid_stays_known_as_proposed():
    page = edit(with_table(JOBS), "age", origin="declared")
    assert "age" in own(page).schema.proposed()
    # Once more, on the grid that was drawn anew, and in bulk: the bounds are still the page's.
    page = edit(page, "age", origin="declared")
    assert "age" in own(page).schema.proposed()
    # One bound is not both.
    page = edit(with_table(JOBS), "age", upper=120.0, origin="declared")
    assert "age" in own(page).schema.proposed()


def test_bounds_and_levels_that_somebody_types_are_declared():
    page = edit(with_table(JOBS), "age", lower=-1.0, upper=120.0)
    page = edit(page, "age", origin="declared")
    page = edit(page, "job", levels="baker, smith, other", origin="declared")
    schema = own(page).schema
    assert not {"age", "job"} & {*schema.proposed(), *schema.undeclared()}
    assert not {"age", "job"} & {*own(declare(page)).schema.proposed()}


def test_an_older_schema_file_means_what_it_meant():
    full = own(declare(with_table(JOBS))).schema.regardless()
    assert "proposed" not in full.to_json()
    page = load_schema(with_table(JOBS), full.to_json())
    assert own(page).schema == full
    assert "Proposed from these records" not in words(page)
