"""Who decides meets the same numbers on every page of the way to the sheet that is signed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from benchmarks.visitors.paths.somebody import walk
from benchmarks.visitors.paths.stakeholder import EPSILON, FOREIGN, STEPS, Stakeholder
from dpcore.privacy import risk
from dplab.studies.overview.dial import stored


@pytest.mark.parametrize(
    "phone", [False, pytest.param(True, marks=pytest.mark.whole)], ids=["desktop", "phone"]
)
def test_from_the_first_page_to_the_signed_sheet_the_numbers_are_the_same(
    open_page: Callable[..., Page], phone: bool
):
    page = open_page(FOREIGN, phone=phone)
    stakeholder = Stakeholder(page, page.url.partition("/?")[0])
    assert [lap.said for lap in walk(stakeholder, STEPS) if lap.has_stopped] == []
    path = stakeholder.met
    assert [met.page for met in path] == [
        "Overview", "Adversary, without noise", "Adversary", "Trade-off", "Decide", "The sheet"
    ]  # fmt: skip
    epsilon, stops = float(EPSILON), {stop.epsilon: stop for stop in stored().stops}
    more = 1000 * (stops[epsilon].error - stops[float("inf")].error)
    shown, signed = risk.in_100(risk.limit(epsilon)), risk.times(epsilon, up=True)
    for met in path:
        if met.page in ("Decide", "The sheet"):  # A promise is rounded up.
            assert {f"right at most {each} times in 100" for each in met.risks} == {signed}
        else:
            assert set(met.risks) <= {shown}
        assert set(met.costs) <= {f"{more:.0f}"}
    assert all(met.risks for met in path if met.page != "Adversary, without noise")
    assert all(met.costs for met in path if not met.page.startswith("Adversary"))
