"""What λ costs beside what noise costs, on the pages; an own table's λ follows ε, too."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dplab.simulation import sources
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.suggestions import baselines as core
from dplab.simulation.suggestions import of_settings
from dplab.simulation.suggestions.baselines import LAMS, Baselines, baselines
from pages.comparison import sentences, values
from tests.pages.kit.dials import turned
from tests.pages.screen import complaints, opened, words
from tests.pages.tables import csv, own, upload, with_table

CANCER = Settings(data="breast_cancer", n=300)
COSTLY = {"data": "breast_cancer", "n": "300", "draws": "5", "lam": "1"}
FOUND = Baselines((1e-5, 1e-3, 0.1), (0.147, 0.156, 0.3), 1000, 9000)


def buttons(page: AppTest) -> dict[str, str]:
    return {each.label: each.key for each in page.button if each.label.startswith("Take λ")}


def lam(page: AppTest) -> str:
    return page.text_input(key="lam").value if "lam" in page.session_state else "auto"


def baselines_of(page: AppTest, **changes: object) -> Baselines:
    chosen = replace(Settings(data="upload"), **changes)
    return baselines(part_of(own(page).data, chosen), chosen.make_loss())


def test_every_lam_of_the_grid_is_one_of_the_dial():
    assert set(LAMS) <= set(values.LAMS)


def test_a_costly_lam_is_told_and_one_click_lets_it_follow_epsilon():
    app = opened("trade_off", **COSTLY)
    found = baselines(sources.part(CANCER, 300), CANCER.make_loss())
    told = next(text.value for text in app.markdown if "itself costs" in text.value)
    assert told.startswith("Without noise, λ = 1 itself costs **")
    assert f"at the best λ of a grid the error is {100 * found.error(found.best):.1f} %" in told
    assert "not private" in told
    assert any(link.proto.page == "private-tuning" for link in app.get("page_link"))
    app.button(key="take_lam_auto").click().run()
    assert complaints(app) == []
    assert lam(app) == "auto"
    assert "itself costs" not in words(app)


@pytest.mark.parametrize(
    ("page", "axis"), [("trade_off", "epsilon"), ("trade_off", "n"), ("geometry", "epsilon")]
)
def test_no_lam_that_is_best_without_noise_is_offered(page: str, axis: str):
    """It ruins private classifiers, and the damage would be called the price of privacy."""
    app = opened(page, **COSTLY, axis=axis)
    assert complaints(app) == []
    assert not buttons(app)


def test_nothing_is_said_where_lam_costs_less_than_a_point_or_a_standard_error():
    found = baselines(sources.part(CANCER, 300), CANCER.make_loss())
    app = opened("trade_off", **COSTLY | {"lam": f"{found.best:.15g}"})
    assert complaints(app) == []
    assert "itself costs" not in words(app)
    assert not buttons(app)


def test_neither_epsilon_nor_lam_computes_it_again(monkeypatch: pytest.MonkeyPatch):
    asked = []

    def counting(*args: object, **kwargs: object) -> Baselines:
        asked.append(args)
        return core.baselines(*args, **kwargs)

    monkeypatch.setattr(of_settings, "baselines", counting)
    app = opened("trade_off", **COSTLY | {"seed": "77"})
    turned(app, "epsilon", 2.0)
    turned(app, "lam", 0.5)
    assert complaints(app) == []
    assert len(asked) == 1


def test_an_own_table_starts_with_a_lam_that_follows_epsilon():
    page = with_table(csv(200))
    assert lam(page) == "auto"
    assert complaints(page) == []


def test_a_lam_that_the_visitor_chose_stays_with_the_next_table():
    page = upload(opened("data", data="upload", lam="0.003"), csv(200))
    assert lam(page) == "0.003"
    assert lam(upload(page, sharp())) == "0.003"


def sharp(n: int = 600) -> bytes:
    """Return a table whose label is the sign of a small difference: a large λ does not see it."""
    rows = ((37 * i % 101, i % 11 - 3) for i in range(n))
    lines = (f"{old},{old + up},{'yes' if up > 0 else 'no'}" for old, up in rows)
    return "\n".join(["before,after,rose", *lines, ""]).encode()


def test_a_table_without_a_suggestion_yet_says_nothing():
    assert "without noise" not in words(opened("data", data="upload"))
    assert "without noise" not in words(opened("data", data="breast_cancer"))


def test_the_sentence_names_both_errors_and_a_part_of_the_records():
    assert sentences.cost_of_lam(FOUND, 2000, "0.01", 0.211) == (
        "Without noise, λ = 0.01 itself costs **6.4 points**: at the best λ of a "
        "grid the error is 14.7 % (learned from 1,000 of the 2,000 training records). Read from "
        "the test records, so not private."
    )
