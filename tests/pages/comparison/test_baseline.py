"""What λ costs beside what noise costs, on the pages, and the λ from which an own table starts."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.simulation import sources
from dpcore.simulation.comparison import part_of
from dpcore.simulation.settings import Settings
from dpcore.simulation.suggestions import of_settings
from dpcore.simulation.suggestions import yardstick as core
from dpcore.simulation.suggestions.yardstick import LAMS, Yardsticks, yardsticks
from pages.comparison import sentences
from pages.comparison import settings as shared
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import csv, own, upload, with_table

CANCER = Settings(data="breast_cancer", n=300)
COSTLY = {"data": "breast_cancer", "n": "300", "draws": "5", "lam": "1"}
FOUND = Yardsticks((1e-5, 1e-3, 0.1), (0.147, 0.156, 0.3), 1000, 9000)


def buttons(page: AppTest) -> dict[str, str]:
    return {each.label: each.key for each in page.button if each.label.startswith("Take λ")}


def lam(page: AppTest) -> str:
    return page.text_input(key="lam").value if "lam" in page.session_state else "0.01"


def yardsticks_of(page: AppTest, **changes: object) -> Yardsticks:
    chosen = replace(Settings(data="upload"), **changes)
    return yardsticks(part_of(own(page).data, chosen), chosen.make_loss())


def test_every_lam_of_the_grid_is_one_of_the_dial():
    assert set(LAMS) <= set(shared.LAMS)


@pytest.mark.parametrize("page", ["trade_off", "overview"])
def test_a_costly_lam_is_told_with_the_best_one_and_taken_by_a_button(page: str):
    app = opened(page, **COSTLY)
    found = yardsticks(sources.part(CANCER, 300), CANCER.make_loss())
    told = next(text.value for text in app.markdown if "itself costs" in text.value)
    assert told.startswith("Without noise, λ = 1 itself costs **")
    assert f"{100 * found.error(found.best):.1f} % at the best λ of a grid" in told
    assert "not private" in told
    assert any(link.proto.page == "private-tuning" for link in app.get("page_link"))
    for wanted in (found.suggested, found.best):
        taken = app.button(key=f"take_lam_{wanted:.15g}").click().run()
        assert complaints(taken) == []
        assert float(taken.session_state["lam"]) == wanted
        assert "itself costs" not in words(taken)
        app = opened(page, **COSTLY)


def test_nothing_is_said_where_lam_costs_less_than_a_point_or_a_standard_error():
    found = yardsticks(sources.part(CANCER, 300), CANCER.make_loss())
    app = opened("trade_off", **COSTLY | {"lam": f"{found.suggested:.15g}"})
    assert complaints(app) == []
    assert "itself costs" not in words(app)
    assert not buttons(app)


def test_neither_epsilon_nor_lam_computes_it_again(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def counting(*args: object, **kwargs: object) -> Yardsticks:
        asked.append(args)
        return core.yardsticks(*args, **kwargs)

    monkeypatch.setattr(of_settings, "yardsticks", counting)
    app = opened("trade_off", **COSTLY | {"seed": "77"})
    app.select_slider(key="epsilon_slider").set_value(2.0).run()
    app.select_slider(key="lam_slider").set_value(0.5).run()
    assert complaints(app) == []
    assert len(asked) == 1


def test_an_own_table_starts_from_the_suggested_lam_and_says_so():
    page = with_table(csv(200))
    found = yardsticks_of(page)
    assert float(lam(page)) == found.suggested
    told = next(text.value for text in page.caption if "without noise" in text.value)
    assert told.startswith(f"λ = {found.suggested:g}, the ")
    assert f"{100 * found.error(found.suggested):.1f} %" in told
    assert told.endswith("read from the data, so not private.")
    assert not buttons(page)


def test_a_lam_that_the_visitor_chose_stays_and_the_suggestion_is_offered():
    page = upload(opened("data", data="upload", lam="0.003"), csv(200))
    assert lam(page) == "0.003"
    found = yardsticks_of(page)
    assert any(text.value.startswith("Suggested: λ = ") for text in page.caption)
    (key,) = buttons(page).values()
    page.button(key=key).click().run()
    assert float(lam(page)) == found.suggested
    assert not buttons(page)


def sharp(n: int = 600) -> bytes:
    """Return a table whose label is the sign of a small difference: a large λ does not see it."""
    rows = ((37 * i % 101, i % 11 - 3) for i in range(n))
    lines = (f"{old},{old + up},{'yes' if up > 0 else 'no'}" for old, up in rows)
    return "\n".join(["before,after,rose", *lines, ""]).encode()


def test_another_table_gets_its_own_suggestion_unless_lam_was_moved_since():
    page = with_table(csv(200))
    first = lam(page)
    page = upload(page, sharp())
    second = lam(page)
    assert float(second) == yardsticks_of(page).suggested
    assert second != first
    page.text_input(key="lam").set_value("0.3").run()
    page = upload(page, csv(200))
    assert lam(page) == "0.3"
    assert any(text.value.startswith("Suggested: λ = ") for text in page.caption)


def test_a_lam_moved_back_after_the_table_came_into_use_is_not_moved_again():
    page = with_table(sharp())
    page.text_input(key="lam").set_value("0.01").run()
    assert float(lam(page)) == 0.01
    assert complaints(page.run()) == []
    assert float(lam(page)) == 0.01


def test_a_table_without_a_suggestion_yet_says_nothing():
    assert "without noise" not in words(opened("data", data="upload"))
    assert "without noise" not in words(opened("data", data="breast_cancer"))


def test_a_suggestion_names_the_slack_that_it_took():
    assert "within one point of the best" in sentences.suggestion(FOUND, 1000, 1e-3)
    few = replace(FOUND, paired=(0, 0.035, 0.04))
    assert "within one standard error of the difference (3.5 points) of the best" in (
        sentences.suggestion(few, 1000, 1e-3)
    )
    rare = replace(FOUND, constant=0.175)
    assert (
        "the largest of a grid that costs at most a third of the best one's lead without noise "
        "over the constant rule (0.9 points), 15.6 % against 14.7 %"
    ) in sentences.suggestion(rare, 1000, 1e-3)
    alone = replace(FOUND, errors=(0.3, 0.1, 0.3))
    assert sentences.suggestion(alone, 1000, 1e-3) == (
        "λ = 0.001, the best of a grid without noise, 10.0 %; read from the data, so not private."
    )


def test_the_sentences_name_both_errors_and_a_part_of_the_records():
    assert sentences.suggestion(FOUND, 1000, 0.01) == (
        "Suggested: λ = 0.001, the largest of a grid within one point of the best without noise, "
        "15.6 % against 14.7 % at 1e-5; read from the data, so not private."
    )
    assert sentences.cost_of_lam(FOUND, 2000, 0.01, 0.211) == (
        "Without noise, λ = 0.01 itself costs **6.4 points**: the error is 14.7 % at the best λ of "
        "a grid, 1e-5, and 15.6 % at λ = 0.001, which as a rule needs less noise (learned from "
        "1,000 of the 2,000 training records). Read from the test records, so not private."
    )
