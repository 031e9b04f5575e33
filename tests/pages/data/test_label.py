"""The Data page asks what is to be predicted, and starts from a proposal."""

from dpcore.data.declared.schema import PROPOSED, READ, Label
from tests.pages.tables import csv, declare, draft, load_schema, ok, own, says, with_table

PRICES = b"rooms,y\n" + b"".join(b"%d,%d.5\n" % (i % 6, 37 * i % 100) for i in range(60))
KINDS = b"age,class,job\n" + b"".join(
    b"%d,%s,%s\n" % (20 + i, b"abc"[i % 3 : i % 3 + 1], b"xz"[i % 2 : i % 2 + 1]) for i in range(60)
)


def captions(page) -> str:
    return "\n".join(text.value for text in page.caption).replace("\\", "")


def question(page) -> str:
    return page.header[0].value.replace("\\", "")


def written(page) -> str:
    return "\n".join(text.value for text in page.markdown).replace("\\", "")


def click(page, start: str):
    (button,) = (each for each in page.button if each.label.startswith(start))
    return ok(button.click().run())


def test_the_label_is_a_proposal_until_it_is_declared():
    page = with_table()
    assert "A guess, read from the data: sick is predicted" in captions(page)
    assert question(page).startswith("Is this your question: ")
    assert "A guess" not in captions(declare(page))
    assert question(page) == "Your question: which records have sick = yes?"


def test_the_two_sides_swap_in_one_click():
    page = click(with_table(), "Swap")
    assert own(page).schema.label == Label("sick", ("no",), ("yes",), READ)
    assert click(page, "Swap") is page
    assert own(page).schema.label == Label("sick", ("yes",), ("no",), READ)


def test_any_set_of_values_may_be_the_positive_side():
    page = with_table(KINDS)
    assert draft(page).label == Label("class", origin=READ)
    assert question(page) == "Which values of class count as +1?"
    assert own(page) is None
    positive = page.multiselect(key=f"positive_{draft(page).number}")
    ok(positive.set_value(["a", "c"]).run())
    assert own(page).data.positive_share == 2 / 3
    assert question(page) == "Is this your question: which records have class = a or c?"
    assert "40 of 60 records (66.7 %): a (20), c (20)" in written(page)
    assert own(click(page, "Swap")).schema.label == Label("class", (), ("a", "c"), READ)


def test_a_quantity_is_cut_at_a_threshold_that_can_be_typed():
    page = with_table(PRICES)
    assert own(page).schema.label == Label("y", origin=READ, threshold=50)
    assert question(page) == "Is this your question: which records have y above 50?"
    assert "threshold that is proposed makes the two sides about equally large" in captions(page)
    box = page.text_input(key=f"threshold_{draft(page).number}")
    ok(box.set_value("20,5").run())
    assert own(page).schema.label.threshold == 20.5
    assert "threshold that is proposed" not in captions(page)
    page.text_input(key=f"threshold_{draft(page).number}").set_value("many")
    ok(page.run())
    assert "Threshold of y (“Counts as +1 above”) must be a number such as" in says(page)
    assert own(page).schema.label.threshold == 20.5
    assert declare(page) is page
    assert own(page).schema.label == Label("y", origin=PROPOSED, threshold=20.5)


def test_a_number_with_few_values_may_get_a_threshold():
    page = with_table(csv(header="age,job,sick"))
    ok(page.selectbox(key=f"label_{draft(page).number}").set_value("age").run())
    assert draft(page).label.threshold is not None
    sides = next(g for g in page.get("button_group") if g.key == f"sides_{draft(page).number}")
    assert sides.label == "Sides by"


def test_the_question_stands_above_the_numbers_and_the_link_onward_with_both_sides_counted():
    page = with_table()
    assert question(page) == "Is this your question: which records have sick = yes?"
    said = [each.value for each in page.subheader[:2]]
    assert said == ["+1: sick = yes", "−1: sick = no"]
    assert "40 of 60 records (66.7 %)" in written(page)
    assert "20 of 60 records (33.3 %)" in written(page)
    kinds = [each.type for each in page.main]
    first = {kind: kinds.index(kind) for kind in ("header", "metric", "page_link")}
    assert first["header"] < first["metric"] < first["page_link"]


GRADES = b"rooms,risk\n" + b"".join(
    b"%d,%s\n" % (i % 7, (b"low", b"medium", b"high", b"low", b"")[i % 5]) for i in range(300)
)


def test_a_grade_is_cut_and_each_class_set_against_the_rest_by_one_click():
    page = with_table(GRADES)
    assert own(page) is None
    buttons = [button.label.replace("\\", "") for button in page.button if "+1:" in button.label]
    assert buttons == [
        "+1: risk = medium or high (120 of 240)",
        "+1: risk = low (120 of 240)",
        "+1: risk = high (60 of 240)",
        "+1: risk = medium (60 of 240)",
    ]
    page = click(page, "+1: risk = medium or high")
    assert draft(page).label == Label("risk", ("medium", "high"), (), READ)
    assert question(page) == "Is this your question: which records have risk = medium or high?"


def test_records_without_a_label_are_left_out_by_one_choice_and_it_is_remembered():
    page = click(with_table(GRADES), "+1: risk = low")
    assert "Leave out rows without a label" in says(page)
    assert own(page) is None
    box = page.checkbox(key=f"unlabelled_{draft(page).number}")
    assert box.label.replace("\\", "") == "60 of 300 records have no risk: leave them out"
    ok(box.check().run())
    assert len(own(page).data.y) == len(own(page).table) == 240
    assert "60 of the 300 rows have no label and were left out" in written(page)
    assert own(page).schema.label.leaves_out
    # Its bounds are tried now: they could not be before.
    assert draft(page).trials
    again = with_table(GRADES)
    assert load_schema(again, own(page).schema.to_json()) is again
    assert own(again).schema.label == own(page).schema.label
    assert len(own(again).data.y) == 240


def test_that_having_a_label_is_public_is_declared_by_itself():
    page = click(with_table(GRADES), "+1: risk = low")
    ok(page.checkbox(key=f"unlabelled_{draft(page).number}").check().run())
    page = declare(page)
    assert not own(page).schema.label.labelled_is_public
    assert "also requires you to declare that having a label is public" in written(page)
    ok(page.checkbox(key=f"labelled_is_public_{draft(page).number}").check().run())
    assert own(page).schema.label.labelled_is_public
    assert "also requires you to declare" not in written(page)
