"""The Data page asks what is to be predicted, and starts from a proposal."""

from dpcore.data.schema import DECLARED, READ, Label
from tests.pages.tables import csv, declare, draft, ok, own, says, with_table

PRICES = b"rooms,y\n" + b"".join(b"%d,%d.5\n" % (i % 6, 37 * i % 100) for i in range(60))
KINDS = b"age,class,job\n" + b"".join(
    b"%d,%s,%s\n" % (20 + i, b"abc"[i % 3 : i % 3 + 1], b"xz"[i % 2 : i % 2 + 1]) for i in range(60)
)


def captions(page) -> str:
    return "\n".join(text.value for text in page.caption).replace("\\", "")


def click(page, start: str):
    (button,) = (each for each in page.button if each.label.startswith(start))
    return ok(button.click().run())


def test_the_label_is_a_proposal_until_it_is_declared():
    page = with_table()
    assert "A proposal, read from the data: sick is predicted. Is that your" in captions(page)
    assert "A proposal" not in captions(declare(page))


def test_the_two_sides_swap_in_one_click():
    page = click(with_table(), "Swap")
    assert own(page).schema.label == Label("sick", ("no",), ("yes",), READ)
    assert click(page, "Swap") is page
    assert own(page).schema.label == Label("sick", ("yes",), ("no",), READ)


def test_any_set_of_values_may_be_the_positive_side():
    page = with_table(KINDS)
    assert draft(page).label == Label("class", origin=READ)
    assert "say which of its values count as +1" in captions(page)
    assert own(page) is None
    positive = page.multiselect(key=f"positive_{draft(page).number}")
    ok(positive.set_value(["a", "c"]).run())
    assert own(page).data.positive_share == 2 / 3
    assert own(click(page, "Swap")).schema.label == Label("class", (), ("a", "c"), READ)


def test_a_quantity_is_cut_at_a_threshold_that_can_be_typed():
    page = with_table(PRICES)
    assert own(page).schema.label == Label("y", origin=READ, threshold=50)
    assert "its median, rounded" in captions(page)
    box = page.text_input(key=f"threshold_{draft(page).number}")
    ok(box.set_value("20,5").run())
    assert own(page).schema.label.threshold == 20.5
    page.text_input(key=f"threshold_{draft(page).number}").set_value("many")
    ok(page.run())
    assert "Threshold of y (“Counts as +1 above”) must be a number such as" in says(page)
    assert own(page).schema.label.threshold == 20.5
    assert declare(page) is page
    assert own(page).schema.label == Label("y", origin=DECLARED, threshold=20.5)


def test_a_number_with_few_values_may_get_a_threshold():
    page = with_table(csv(header="age,job,sick"))
    ok(page.selectbox(key=f"label_{draft(page).number}").set_value("age").run())
    assert draft(page).label.threshold is not None
    sides = next(g for g in page.get("button_group") if g.key == f"sides_{draft(page).number}")
    assert sides.label == "Sides by"
