"""The Adversary page in a real browser: a person, ε by keyboard, another draw, every question."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from pages.adversary.values import QUESTIONS
from tests.e2e.browser import settled
from tests.e2e.test_data import EMPTY, declare, with_table
from tests.e2e.test_downloads import go, rows_of, take
from tests.e2e.test_phone import overlaps, with_epsilon
from tests.house.some import some

OpenPage = Callable[..., Page]

both_sizes = pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.whole), True])
QUICK = "/adversary?adversary_scene=line_up&data=breast_cancer&n=200&lam=0.01"
BARS, CURVE = "What the best attacker believes", "How often the best"


def figure(page: Page, title: str) -> Locator:
    found = page.locator(".js-plotly-plot", has_text=title)
    found.wait_for()
    return found


def numbers(page: Page) -> list[str]:
    """Return what stands behind the bars."""
    return [
        text
        for text in figure(page, BARS).locator(".annotation-text").all_text_contents()
        if "%" in text
    ]


def test_every_choice_changes_the_bars_and_stays_after_a_reload(open_page: OpenPage):
    page = open_page(f"{QUICK}&epsilon=30")
    before = numbers(page)
    page.get_by_role("button", name="Draw another").press("Enter")
    expect(page.get_by_text("Release 2 of 50")).to_be_visible()
    drawn = numbers(settled(page))
    assert drawn != before
    box = page.get_by_role("spinbutton", name="Person")
    box.fill("7")
    box.press("Enter")
    page.wait_for_url("**adversary_row=7*")
    person = numbers(settled(page))
    assert person not in (before, drawn)
    page.reload()
    expect(settled(page).get_by_role("spinbutton", name="Person")).to_have_value("7")
    assert numbers(page) == person  # of this draw, too
    card = page.locator(".st-key-settings")
    card.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    expect(page.get_by_text("At ε = 50 the limit")).to_be_visible()
    assert numbers(settled(page)) != person
    page.get_by_role("radio", name="Label").click()
    expect(page.get_by_text("On these records, this attack is right")).to_be_visible()
    page.wait_for_url("**adversary_question=label*")
    assert len(numbers(settled(page))) == 2


@pytest.mark.whole
@both_sizes
def test_no_name_lies_across_another_and_every_number_of_the_bars_fits(
    open_page: OpenPage, phone: bool
):
    page = open_page(f"{QUICK}&epsilon=0.1", phone=phone)
    assert_everything_has_its_place(page)
    for epsilon in ("1.5", "1000"):
        assert_everything_has_its_place(with_epsilon(page, epsilon))
    for question, epsilon in (("label", "1000"), ("membership", "1.5"), ("attribute", "10")):
        page.get_by_role("radio", name=QUESTIONS[question]).click()
        page.wait_for_url(f"**adversary_question={question}*")
        assert_everything_has_its_place(with_epsilon(page, epsilon))


@pytest.mark.whole
@both_sizes
def test_sixty_names_lie_apart_too(open_page: OpenPage, phone: bool):
    page = open_page(f"{QUICK}&epsilon=100&adversary_suspects=60", phone=phone)
    assert_everything_has_its_place(page)


def assert_everything_has_its_place(page: Page) -> None:
    """Check that no name lies across another, and that each number of the bars is whole."""
    for title in (CURVE, BARS):
        figure(page, title)
        assert overlaps(page, f".js-plotly-plot:has-text('{title}')") == []
    bars = figure(page, BARS)
    right = bars.bounding_box()
    for text in bars.locator(".annotation-text").all():
        box = text.bounding_box()
        assert right["x"] <= box["x"]
        assert box["x"] + box["width"] <= right["x"] + right["width"]


@both_sizes
def test_a_patient_is_reconstructed_and_moving_epsilon_leaves_a_fog(
    open_page: OpenPage, phone: bool
):
    page = open_page("/adversary", phone=phone)
    title = "What the attacker reconstructs"
    figure(page, title)
    assert overlaps(page, f".js-plotly-plot:has-text('{title}')") == []
    row = page.locator(".st-key-settings")
    row.get_by_role("slider", name="Privacy parameter ε").press("ArrowRight")
    expect(page.get_by_role("radio", name="ε = 1.5")).to_be_checked()
    left = "What ε does not rule out"
    figure(settled(page), left)
    assert overlaps(page, f".js-plotly-plot:has-text('{left}')") == []
    page.wait_for_url("**adversary_scene=epsilon*")
    page.reload()
    figure(settled(page), left)
    expect(page.get_by_text("14.25", exact=True).first).to_be_visible()


@pytest.mark.whole  # tests/pages/adversary/test_threshold.py holds what is drawn and said
@both_sizes
def test_the_threshold_is_a_part_whose_names_lie_apart_and_which_leads_to_others(
    open_page: OpenPage, phone: bool
):
    page = open_page("/adversary?epsilon=1", phone=phone)
    page.get_by_role("radio", name="A threshold on the loss").click()
    for said in ("At ε = 1, someone who knows one record alone", "Without noise, someone"):
        expect(page.get_by_text(said)).to_be_visible()
        figure(settled(page), "ROC curve of the attack")
        assert overlaps(page, ".js-plotly-plot:has-text('ROC curve')") == []
        if said.startswith("At"):
            with_epsilon(page, "inf")
    page.get_by_role("link", name="Where it succeeds: 50 records of 100 features").click()
    page.wait_for_url("**data=gaussian*")
    expect(page.get_by_role("radio", name="A threshold on the loss")).to_be_checked()
    figure(settled(page), "ROC curve of the attack")
    assert overlaps(page, ".js-plotly-plot:has-text('ROC curve')") == []


def test_one_press_is_one_place_to_go_back_to_and_none_means_other_records(open_page: OpenPage):
    """Values of one move, one after the other, left addresses that a reload read as older ones."""
    page = open_page("/adversary")
    page.get_by_text("ε = 1", exact=True).click()
    page.wait_for_url("**adversary_scene=epsilon*")
    settled(page).go_back()
    expect(page.get_by_role("radio", name="No noise")).to_be_checked()
    assert not urlsplit(page.url).query
    settled(page).reload()
    expect(settled(page).get_by_text("14.25 (").first).to_be_visible()


@pytest.mark.whole  # Without a browser, tests/pages/adversary/test_record.py holds the same.
def test_an_own_tables_person_stays_after_a_reload_and_out_of_the_address(open_page: OpenPage):
    page = declare(with_table(open_page(f"{EMPTY}&adversary_row=7")))
    page = go(page, "/adversary")
    box = page.get_by_role("spinbutton", name="Person")
    expect(box).to_have_value("1")
    assert "adversary_row" not in page.url
    box.fill("5")
    box.press("Enter")
    settled(page).reload()
    expect(settled(page).get_by_role("spinbutton", name="Person")).to_have_value("5")
    assert "adversary_row" not in page.url


@pytest.mark.parametrize(
    ("scene", "files"),
    some(
        [
            ("epsilon", ["CSV"]),
            ("line_up", ["CSV of the bars", "CSV of the curve"]),
            ("line_up&adversary_question=attribute", ["CSV of each column"]),
            ("threshold", ["CSV"]),
        ],
        [("line_up", ["CSV of the bars", "CSV of the curve"])],
    ),
)
def test_the_numbers_of_a_scene_with_noise_can_be_saved(
    open_page: OpenPage, scene: str, files: list[str]
):
    few = "data=breast_cancer&n=200&epsilon=10&lam=0.01"
    page = open_page(f"/adversary?adversary_scene={scene}&{few}")
    for label in files:
        rows: pd.DataFrame = rows_of(take(page, label), label)
        assert set(rows["data"]) == {"breast_cancer"}
        assert len(rows) >= 6
