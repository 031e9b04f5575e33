"""A visitor's own table: theirs alone, freed when they are gone, no larger than there is room."""

import gc
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from pages.comparison.screen import cached, own_table
from pages.comparison.screen.own_table import OwnTable
from pages.kit import visitor
from pages.kit.visitor import kept
from server.visits.visitor_store import GIVEN_UP, MemoryLimits
from server.visits.visitors import COOKIE
from tests.pages.screen import PATIENCE, complaints, opened
from tests.pages.tables import csv, declare, draft, own, says, upload, with_table

ADA = "a" * 43


@pytest.fixture(autouse=True)
def usual_room() -> Iterator[None]:
    """Give back the room that a test took, and what others left."""
    kept.clear()
    yield
    kept.room = MemoryLimits()
    kept.clear()


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Return a function that lets all that comes have a cookie, as one browser's tabs do."""

    def come_as(name: object) -> None:
        class Context:
            cookies = {COOKIE: name} if name else {}
            url, timezone, headers = None, "Europe/Zurich", dict[str, str]()
            theme = visitor.st.context.theme
            is_embedded = False

        monkeypatch.setattr(visitor.st, "context", Context)

    return come_as


def switched(page: AppTest, to: str) -> AppTest:
    return page.switch_page(f"{to}/page.py").run()


def test_two_tabs_of_a_browser_share_the_table_and_what_is_declared(named):
    named(ADA)
    first = with_table()
    second = opened("data", data="upload")
    assert complaints(second) == []
    assert own(second) is own(first)
    declare(second)
    assert own(first).schema.undeclared() == ()
    first.run()
    assert complaints(first) == []
    assert own(first).schema.undeclared() == ()  # what this tab had shown does not undo it


def test_a_tab_that_changes_nothing_changes_nothing(named):
    named(ADA)
    page = with_table().run()
    before = draft(page)
    assert draft(page.run()) is before


@pytest.mark.parametrize("name", [None, "", "Ada", "b" * 44])
def test_without_a_good_cookie_each_session_is_a_visitor(named, name: object):
    named(name)
    first, second = with_table(), opened("data", data="upload")
    assert first.session_state["visitor"] != second.session_state["visitor"]
    assert own(second) is None


def test_another_browser_sees_nothing(named):
    named(ADA)
    with_table()
    named("e" * 43)
    assert own(opened("data", data="upload")) is None


def test_a_sweep_over_the_table_is_found_again_after_a_refresh(named):
    named(ADA)
    first = switched(with_table(axis="n"), "trade_off")
    (run,) = first.session_state["sweep_runs"]
    cached.registry().wait(run, PATIENCE, ADA)
    again = opened("trade_off", axis="n", data="upload", run=run)
    assert complaints(again) == []
    assert "sweep_runs" not in again.session_state  # none was started
    assert len(again.get("plotly_chart")) == 1
    named("e" * 43)
    stranger = opened("trade_off", axis="n", data="upload", run=run)
    assert "Links do not carry uploads" in says(stranger)


def test_the_memory_of_a_table_is_freed_although_its_session_lives():
    page = switched(declare(with_table()), "trade_off")
    held = [weakref.ref(each) for each in (own(page), own(page).data.X, draft(page).table)]
    gc.collect()
    assert all(each() is not None for each in held)
    kept.leave(page.session_state["visitor"])
    gc.collect()
    assert [each() for each in held] == [None] * 3
    page.run()
    assert any("none of yours" in each.value for each in page.error)


def test_a_table_that_had_to_go_is_explained_to_its_owner(monkeypatch: pytest.MonkeyPatch):
    page = with_table()
    monkeypatch.setattr("server.visits.visitor_store.IDLE", -1)
    # Room for one table and half another: files of one length are not compressed to one length.
    kept.room = MemoryLimits(server=kept.size(page.session_state["visitor"]) * 3 // 2)
    other = with_table(csv(seed=1))
    assert own(other) is not None
    assert own(page) is None
    assert [each.value for each in page.run().warning] == [GIVEN_UP]
    assert GIVEN_UP in says(switched(page, "trade_off"))
    kept.room = MemoryLimits()
    again = upload(switched(page, "data"), csv())
    assert (own(again) is not None, [each.value for each in again.warning]) == (True, [])


def test_a_table_that_is_too_large_is_refused_with_a_sentence():
    kept.room = MemoryLimits(visitor=1000)
    page = opened("data", data="upload")
    page.file_uploader[0].upload("mine.csv", csv())
    page.run()
    assert complaints(page) == []
    assert "This file cannot be used: this would take" in says(page)
    assert kept.size(page.session_state["visitor"]) == 0


def test_results_make_room_before_the_table_does(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(visitor, "name", lambda: ADA)
    table = OwnTable(1, None, None, None)
    kept.room = MemoryLimits(visitor=10_000)
    kept.keep(ADA, "own_table", table)
    made = [table.recall("f", str(i), 100, lambda: np.zeros(500)) for i in range(4)]
    assert [len(each) for each in made] == [500] * 4
    assert kept.size(ADA) <= 10_000
    assert own_table.required() is table
    table.recall("f", "once more", 100, lambda: np.zeros(500))
    kept.keep(ADA, "draft", np.zeros(1000))  # a next table comes in place of them
    assert (kept.size(ADA), table.results) == (8000, {})


def test_results_that_others_replaced_count_no_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(visitor, "name", lambda: ADA)
    table = OwnTable(1, None, None, None)
    kept.keep(ADA, "own_table", table)
    for i in range(6):
        table.recall("f", str(i), 2, lambda: np.zeros(500))
    assert kept.total() == 2 * 4000


def test_a_visitor_without_a_table_is_told_where_it_went(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(visitor, "name", lambda: "e" * 43)
    with pytest.raises(InvalidInput, match="ten minutes after you close the last tab"):
        own_table.required()


def test_spellings_of_a_value_that_counts_as_all_others_have_one_name_once_all_is_declared():
    lines = (f"{i % 37},{('1', '0', '0.0', '-0', '1.0')[i % 5]}" for i in range(60))
    page = declare(with_table("\n".join(["age,relapse", *lines, ""]).encode()))
    label = own(page).schema.label
    assert label.joined
    assert label.negative == ()
    assert sorted(own(page).answers) == ["0.0", "1"]
    assert complaints(switched(page, "trade_off")) == []


def test_where_an_empty_label_counts_as_a_no_each_side_has_a_name_that_can_be_read():
    lines = (f"{i % 37},{('yes', '')[i % 2]}" for i in range(60))
    page = with_table("\n".join(["age,sick", *lines, ""]).encode())
    page = next(b for b in page.button if b.label == "An empty cell means no").click().run()
    assert own(declare(page)).schema.label.positive == ()
    assert own(page).answers == ("(empty)", "yes")
