"""Where no test record is of one class, pages say that a measure cannot be taken, and never 0."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.data.dataset import n_training
from dplab.simulation.measures import MEASURES
from pages.comparison.screen import cached
from tests.house.some import every
from tests.pages.screen import complaints
from tests.pages.screen import words as text_of
from tests.pages.tables import open_page, own, upload

N, POSITIVE = 80, 7
PAGES = ("trade_off", "geometry", "private_tuning", "kernels")
WRONG = re.compile(r"\b(nan|NaN|inf)\b")

pytestmark = pytest.mark.usefixtures("few_epsilons")


def one_positive() -> bytes:
    """Return a table of 80 records, of which one is positive."""
    rng = np.random.default_rng(3)
    lines = [
        f"{rng.uniform(0, 10):.3f},{rng.uniform(0, 10):.3f},{'yes' if k == POSITIVE else 'no'}"
        for k in range(N)
    ]
    return "\n".join(["dose,age,sick", *lines, ""]).encode()


def seed_of(*, is_tested: bool) -> int:
    """Return the first seed that tests the one positive record, or that does not."""
    return next(
        seed
        for seed in range(100)
        if (POSITIVE in np.random.default_rng(seed).permutation(N)[n_training(N) :]) == is_tested
    )


def shown(page: str, **query: str) -> AppTest:
    """Return a page of a visitor who has brought the table."""
    usual = {"data": "upload", "draws": "5", "lam": "0.1", "kernels_data": "chosen"}
    app = upload(open_page(**usual | query), one_positive())
    assert own(app).data.n_records == N
    return app.switch_page(f"{page}/page.py").run()


@pytest.mark.parametrize("measure", [name for name in MEASURES if name != "error"])
@pytest.mark.parametrize("page", every(2, PAGES))
def test_a_page_says_in_words_that_a_measure_cannot_be_taken(page: str, measure: str):
    app = shown(page, measure=measure, seed=str(seed_of(is_tested=False)))
    said = "\n".join(each.value for each in app.error) + text_of(app)
    assert "cannot be measured: no test record of class +1 is among 16" in said.replace("\\", "")
    assert "Take more records or another seed" in said
    assert not app.metric
    assert not WRONG.search(said)
    assert not app.exception


def test_a_sweep_over_folds_says_how_many_it_leaves_out():
    seed = str(seed_of(is_tested=False))
    app = shown("trade_off", axis="n", measure="balanced", seed=seed)
    app.session_state["folds"] = "5"
    *_, run = app.run().session_state["sweep_runs"]
    cached.registry().wait(run, 120, app.session_state["visitor"])
    app.run()
    assert complaints(app) == []
    said = text_of(app)
    assert "In 4 of 5 folds no test record is of one of the classes" in said
    assert not WRONG.search(said)


@pytest.mark.parametrize("page", every(2, PAGES[:4]))
def test_the_plain_error_says_what_it_is_silent_about(page: str):
    app = shown(page, measure="error", seed=str(seed_of(is_tested=False)))
    assert complaints(app) == []
    assert not WRONG.search(text_of(app))
    if page == "trade_off":
        assert "No test record is “yes”: the error says nothing about them" in text_of(app)
        assert "of these nothing can be measured" in app.metric[0].help


@pytest.mark.parametrize("measure", MEASURES)
def test_where_the_positive_record_is_tested_the_page_has_numbers(measure: str):
    app = shown("trade_off", measure=measure, seed=str(seed_of(is_tested=True)))
    assert complaints(app) == []
    assert app.metric
    assert not WRONG.search(text_of(app))
