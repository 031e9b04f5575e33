"""The column that divides an own table: Data remembers it, and Who pays? begins with it."""

from tests.pages.screen import complaints
from tests.pages.tables import declare, ok, open_page, own, with_table


def divided(page):
    (found,) = [each for each in page.selectbox if each.label == "Groups by"]
    return found


def test_a_column_that_is_chosen_on_data_divides_the_table_on_who_pays():
    page = declare(with_table())
    choice = divided(page)
    assert choice.value is None
    assert choice.options == ["age", "job"]  # never the label
    ok(choice.set_value("job").run())
    assert own(page).group == "job"
    page.switch_page("who_pays/page.py").run()
    assert complaints(page) == []
    assert divided(page).value == "job"
    divided(page).set_value("age").run()
    assert own(page).group == "age"
    page.switch_page("data/page.py").run()
    assert divided(page).value == "age"


def test_other_data_have_a_link_where_they_have_groups_and_no_choice():
    def links(data: str) -> list[str]:
        found = open_page(data=data)
        assert not [each for each in found.selectbox if each.label == "Groups by"]
        return [each.label for each in found.get("page_link")]

    assert "See which group pays most" in links("breast_cancer")
    assert "See which group pays most" in links("two_groups")
    assert "See which group pays most" not in links("gaussian")
