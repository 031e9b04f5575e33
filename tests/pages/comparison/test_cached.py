"""What is remembered: for all visitors, but in its session where an own table is asked for."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from dpcore.erm.losses import LOSSES
from dpcore.privacy.tuning import Candidate
from dplab.simulation.settings import UPLOAD, Settings
from dplab.simulation.sweeps import SweepSpec
from dplab.simulation.sweeps.cells import cells
from dplab.studies.is_it_private import verdicts
from pages.comparison.records import Records
from pages.comparison.screen import cached, own_table
from pages.comparison.screen.memoized import Steps
from pages.comparison.screen.own_table import OwnTable
from pages.kit import visitor
from tests.pages.screen import complaints, opened
from tests.pages.tables import csv, declare, upload, with_table

PAGE = "is_it_private"
OWN = {"pair": "own", "data": UPLOAD}
COUNT = itertools.count()


@pytest.fixture
def computings(monkeypatch) -> list[str]:
    """Count what the page "Is it private?" really computes."""
    done: list[str] = []
    for name in ("privacy_losses", "audited"):
        original = getattr(verdicts, name)

        def counted(*args, name=name, original=original):
            done.append(name)
            return original(*args)

        monkeypatch.setattr(verdicts, name, counted)
    return done


def on_own_table(seed: int = 0) -> AppTest:
    app = declare(with_table(csv(seed=seed))).switch_page(f"{PAGE}/page.py")
    app.session_state["pair"] = "own"
    return app


def test_results_on_an_own_table_are_kept_in_its_session(computings):
    app = on_own_table().run()
    assert complaints(app) == []
    first = list(computings)
    assert sorted(first) == ["audited", "privacy_losses"]
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
    assert sorted(first) == ["audited", "privacy_losses"]
    assert complaints(opened(PAGE, **query)) == []
    assert computings == first


def test_two_functions_never_share_results():
    @cached.memoized(5)
    def doubled(number: int) -> int:
        return 2 * number

    @cached.memoized(5)
    def tripled(number: int) -> int:
        return 3 * number

    assert [(doubled(k), tripled(k)) for k in (1, 2, 1)] == [(2, 3), (4, 6), (2, 3)]


def test_losses_that_look_alike_have_results_of_their_own():
    @cached.memoized(5)
    def curvature(candidate: Candidate) -> float:
        return candidate.loss.curvature

    candidates = [Candidate("output", 0.1, kind.of_half_width(0.5)) for kind in LOSSES.values()]
    assert [curvature(one) for one in candidates] == [one.loss.curvature for one in candidates]


@pytest.fixture
def in_sessions(monkeypatch):
    """Return a function that makes an own table that of the visitor at work."""
    visitor.kept.clear()

    def come(number: int | None) -> OwnTable | None:
        table = None if number is None else OwnTable(number, None, None, None)
        monkeypatch.setattr(visitor, "name", lambda: f"visitor {number}")
        if table:
            visitor.kept.keep(visitor.name(), "own_table", table)
        return table

    return come


@pytest.mark.parametrize(
    "about",
    [
        (Settings(data=UPLOAD),),
        ((Settings(data=UPLOAD), 1),),
        (cells(SweepSpec(data=UPLOAD))[0],),
        (None, Settings(data=UPLOAD)),
    ],
    ids=["settings", "in a tuple", "in a cell", "second"],
)
def test_whatever_names_an_own_table_is_kept_with_it_alone(in_sessions, about):
    @cached.memoized(5)
    def owner(*_: object) -> int:
        return own_table.required().number

    for number in (1, 2):
        assert in_sessions(number)
        assert [owner(*about), owner(*about)] == [number, number]
    in_sessions(None)
    with pytest.raises(InvalidInput, match="table of your own"):
        owner(*about)


def test_what_is_kept_for_all_cannot_reach_an_own_table(in_sessions):
    @cached.memoized(5)
    def owner() -> int:
        return own_table.required().number

    in_sessions(1)
    with pytest.raises(InvalidInput, match="table of your own"):
        owner()
    assert own_table.required().number == 1


@pytest.mark.parametrize("records", [np.zeros(3), [1], {"a": 1}, OwnTable(1, None, None, None)])
def test_records_are_no_keys(records):
    @cached.memoized(5)
    def size(_: object) -> int:
        return 0

    with pytest.raises(TypeError, match="cannot be part of a key"):
        size(records)


def test_who_ask_the_same_at_once_compute_once():
    asked, both = [], threading.Barrier(8)

    @cached.memoized(5)
    def slow(number: int) -> int:
        asked.append(number)
        threading.Event().wait(0.1)
        return number

    def ask(_: int) -> int:
        both.wait()
        return slow(7)

    with ThreadPoolExecutor(8) as visitors:
        assert list(visitors.map(ask, range(8))) == [7] * 8
    assert asked == [7]


def test_what_is_known_is_returned_and_nothing_is_computed_for_it():
    asked = []

    @cached.memoized(5)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    def ask() -> tuple[object, ...]:
        return double.known(3), double(3), double.known(3), double.known(4)

    assert ask() == (None, 6, 6, None)
    assert asked == [3]


def test_a_run_that_was_overtaken_computes_nothing_more(monkeypatch):
    class Overtaken(BaseException):
        """What Streamlit raises where a run should end."""

    class State(dict):
        def get(self, *_: object) -> None:
            if asked == [0, 1]:
                raise Overtaken

    asked: list[int] = []

    @cached.memoized(5)
    def batch(number: int) -> None:
        asked.append(number)

    monkeypatch.setattr(cached.st, "session_state", State())
    with pytest.raises(Overtaken):
        list(map(batch, range(4)))
    assert asked == [0, 1]


def counting(*parts: object) -> Steps[int]:
    for step in range(4):
        yield (step + 1) / 4
    return len(parts)


def test_a_computation_in_steps_tells_its_shares_once():
    told: list[float] = []
    counted = cached.memoized_in_steps(5)(counting)
    assert counted.known(1, 2) is None
    assert [counted(told.append, 1, 2), counted(told.append, 1, 2)] == [2, 2]
    assert counted.known(1, 2) == 2
    assert told == [0.25, 0.5, 0.75, 1.0]


def counting_of_records(_: Records, *parts: object) -> Steps[int]:
    return counting(*parts)


def test_records_keep_what_takes_long_and_tell_how_far_it_is():
    told: list[float] = []
    mine, others = cached.VisitorRecords(told.append), cached.RECORDS
    assert others.known(counting_of_records, 1, 2) is None
    assert [mine.get_in_steps(counting_of_records, 1, 2) for _ in range(2)] == [2, 2]
    assert told == [0.25, 0.5, 0.75, 1.0]
    assert others.known(counting_of_records, 1, 2) == 2
    assert others.known(counting_of_records, 1, 3) is None
    assert Records().get_in_steps(counting_of_records, 1, 2) == 2
    assert Records().known(counting_of_records, 1, 2) is None


def test_steps_about_an_own_table_are_kept_with_it_alone(in_sessions):
    told: list[float] = []

    @cached.memoized_in_steps(5)
    def owner(_: Settings) -> Steps[int]:
        yield 1.0
        return own_table.required().number

    for number in (1, 2):
        assert in_sessions(number)
        about = Settings(data=UPLOAD)
        assert [owner(told.append, about), owner(told.append, about)] == [number, number]
    assert told == [1.0, 1.0]


def test_steps_belong_to_the_table_with_which_they_began(in_sessions):
    @cached.memoized_in_steps(5)
    def owner(_: Settings) -> Steps[int]:
        number = own_table.required().number
        yield 1.0
        return number

    def brings_another(_: float) -> None:
        visitor.kept.keep(visitor.name(), "own_table", OwnTable(2, None, None, None))

    in_sessions(1)
    about = Settings(data=UPLOAD)
    assert owner(brings_another, about) == 1
    assert owner(lambda _: None, about) == 2


def test_steps_for_all_cannot_reach_an_own_table(in_sessions):
    @cached.memoized_in_steps(5)
    def owner() -> Steps[int]:
        yield 1.0
        return own_table.required().number

    in_sessions(1)
    with pytest.raises(InvalidInput, match="table of your own"):
        owner(lambda _: None)
    assert own_table.required().number == 1


def test_an_overtaken_computation_ends_after_its_step_and_leaves_nothing(monkeypatch):
    class Overtaken(BaseException):
        """What Streamlit raises where a run should end."""

    class State(dict):
        def get(self, *_: object) -> None:
            if len(told) == 2:
                raise Overtaken

    told: list[float] = []
    counted = cached.memoized_in_steps(5)(counting)
    with monkeypatch.context() as patch:
        patch.setattr(cached.st, "session_state", State())
        with pytest.raises(Overtaken):
            counted(told.append, 3)
    assert told == [0.25, 0.5]
    assert counted(told.append, 3) == 1
    assert told == [0.25, 0.5, 0.25, 0.5, 0.75, 1.0]


def test_no_more_results_are_kept_with_a_table_than_allowed(in_sessions):
    asked: list[float] = []

    @cached.memoized(2)
    def noted(settings: Settings) -> None:
        asked.append(settings.epsilon)

    in_sessions(1)
    for epsilon in (1.0, 2.0, 1.0, 3.0, 1.0, 2.0):
        noted(Settings(data=UPLOAD, epsilon=epsilon))
    assert asked == [1.0, 2.0, 3.0, 2.0]


@pytest.mark.parametrize("copied", [True, False])
def test_all_get_the_same_object_only_where_nothing_is_copied(copied):
    @cached.memoized(2, copied=copied)
    def made(seed: int) -> list[int]:
        return [seed]

    assert made(1) == made(1) == [1]
    assert (made(1) is made(1)) == (not copied)


def test_a_study_is_kept_under_a_name_of_its_own():
    def run(question: int, records: object = None) -> object:
        return records or question

    for nameless in (
        partial(run, records=None),
        lambda question, records=None: records or question,
    ):
        for ask in (cached.RECORDS.ask, cached.RECORDS.ask_in_steps):
            with pytest.raises(TypeError, match="a function with a name"):
                ask(nameless, 5)
