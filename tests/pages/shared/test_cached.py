"""What is remembered: for all visitors, but in its session where an own table is asked for."""

import itertools

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.experiments.sources import UPLOAD
from pages.is_it_private import computed
from pages.shared import cached
from tests.pages.screen import complaints, opened
from tests.pages.tables import csv, declare, upload, with_table

PAGE = "is_it_private"
OWN = {"pair": "own", "data": UPLOAD}
COUNT = itertools.count()


@pytest.fixture
def computings(monkeypatch) -> list[str]:
    """Count what the page "Is it private?" really computes."""
    done: list[str] = []
    for name in ("read", "audited"):
        original = getattr(computed.verdicts, name)

        def counted(*args, name=name, original=original):
            done.append(name)
            return original(*args)

        monkeypatch.setattr(computed.verdicts, name, counted)
    return done


def on_own_table(seed: int = 0) -> AppTest:
    app = declare(with_table(csv(seed=seed))).switch_page(f"{PAGE}/page.py")
    app.session_state["pair"] = "own"
    return app


def test_results_on_an_own_table_are_kept_in_its_session(computings):
    app = on_own_table().run()
    assert complaints(app) == []
    first = list(computings)
    assert sorted(first) == ["audited", "read"]
    assert complaints(app.run()) == []
    assert computings == first


def test_results_on_an_own_table_are_nobody_elses(computings):
    on_own_table().run()
    first = len(computings)
    on_own_table().run()
    assert len(computings) == 2 * first


def test_another_table_has_results_of_its_own(computings):
    app = on_own_table().run()
    first = len(computings)
    other = app.switch_page("data/page.py").run()
    declare(upload(other, csv(seed=1))).switch_page(f"{PAGE}/page.py").run()
    assert len(computings) == 2 * first


def test_results_on_public_data_are_kept_for_all(computings):
    query = {"n": "150", "epsilon": f"0.5{next(COUNT)}371", "d": "2"}
    assert complaints(opened(PAGE, **query)) == []
    first = list(computings)
    assert sorted(first) == ["audited", "read"]
    assert complaints(opened(PAGE, **query)) == []
    assert computings == first


def test_two_functions_never_share_results():
    @cached.remembered(5)
    def doubled(number: int) -> int:
        return 2 * number

    @cached.remembered(5)
    def tripled(number: int) -> int:
        return 3 * number

    assert [(doubled(k), tripled(k)) for k in (1, 2, 1)] == [(2, 3), (4, 6), (2, 3)]
