"""Odd columns get a quiet line, and one click leaves each out."""

import numpy as np

from dpcore.data.declared.schema import CHOICE
from tests.pages.tables import declare, draft, edit, ok, own, with_table

N = 240


def table(**columns) -> bytes:
    """Return a table with a number, a label, and some more columns."""
    rng = np.random.default_rng(0)
    age = rng.integers(18, 80, N)
    sick = np.where(age + rng.normal(0, 50, N) > 50, "yes", "no")
    columns = {"age": age} | {name: make(sick) for name, make in columns.items()} | {"sick": sick}
    lines = [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    return "\n".join([",".join(columns), *lines, ""]).encode()


def said(page) -> str:
    texts = (*page.caption, *page.markdown)
    return "\n".join(text.value for text in texts).replace("\\", "").replace("⁠", "")


def leave(page, count: int = 1):
    buttons = [button for button in page.button if button.label == "Leave it out"]
    assert len(buttons) == count
    return ok(buttons[0].click().run())


def test_a_plain_table_gets_no_remark():
    page = with_table(table())
    assert "Leave it out" not in {button.label for button in page.button}


def test_a_leak_is_asked_about_and_left_out_by_one_click():
    page = with_table(table(code=lambda sick: np.where(sick == "yes", 7, 3)))
    assert "alone it predicts the label almost as well as all columns together" in said(page)
    assert "Is it known before the outcome is?" in said(page)
    page = leave(page)
    assert own(page).data.features[:1] == ("age",)
    assert "may be a leak" not in said(page)


def test_what_is_left_out_on_a_remark_is_chosen_by_the_data_again():
    page = declare(with_table(table(code=lambda sick: np.where(sick == "yes", 7, 3))))
    assert own(page).schema.undeclared() == ()
    assert own(leave(page)).schema.undeclared() == (CHOICE,)


def test_bounds_that_nobody_has_touched_follow_a_column_that_is_left_out():
    page = leave(with_table(table(code=lambda sick: np.where(sick == "yes", 7, 3))))
    alone = draft(with_table(table()))
    assert own(page).schema.features == own(with_table(table())).schema.features
    assert draft(page).intercept == alone.intercept


def test_bounds_that_were_edited_stay_when_a_column_is_left_out():
    page = with_table(table(code=lambda sick: np.where(sick == "yes", 7, 3)))
    page = leave(edit(page, "age", upper=70.0))
    assert draft(page).rows.loc["age", "upper"] == 70


def test_dates_are_remarked_upon_and_left_out_by_one_click():
    page = with_table(
        table(seen=lambda sick: [f"2024-01-{1 + i % 28:02}" for i in range(len(sick))])
    )
    assert "**seen** holds dates" in said(page)
    assert not draft(leave(page)).rows.loc["seen", "use"]


def test_persons_say_what_epsilon_then_means_and_what_to_do():
    page = with_table(table(patient_id=lambda sick: [i // 3 for i in range(len(sick))]))
    assert "**patient_id** names persons, with up to 3 records each" in said(page)
    assert "somebody with 3 records is protected by 3ε" in said(page)
    assert "most “Records per person” that there may be" in said(page)
    # Whether it is learned from or not, these records belong to one person.
    assert not draft(page).rows.loc["patient_id", "use"]
    page = edit(page, "patient_id", use=True)
    assert "It is not a feature to learn from" in said(page)
    assert "protected by 3ε" in said(leave(page))


def test_an_identifier_that_repeats_unevenly_says_what_epsilon_may_mean():
    page = with_table(table(visit_id=lambda sick: [int(i**0.5) for i in range(len(sick))]))
    assert "**visit_id** looks like an identifier that repeats" in said(page)
    assert "If it stands for a person, ε holds per record" in said(page)


def test_a_code_whose_levels_repeat_evenly_is_learned_from_as_a_category_without_a_remark():
    page = with_table(table(ward_id=lambda sick: [i % 6 for i in range(len(sick))]))
    assert "**ward_id**" not in said(page)
    assert own(page).data.features[1:7] == tuple(f"ward_id = {level}" for level in range(6))
