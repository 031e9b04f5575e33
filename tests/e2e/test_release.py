"""A release in a real browser: one charge and one model, whatever is pressed, and how often."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from dpcore.ledger import Ledger
from dpcore.release import Model
from tests.e2e.browser import PHONE, Windows, settled, visitor
from tests.e2e.odd_server import HOW
from tests.e2e.test_accessibility import barriers_in_two_looks
from tests.e2e.test_data import EMPTY, declare, with_table
from tests.e2e.test_downloads import take
from tests.pages.release.forms import SCHEMA, N, csv, entries
from tests.serving import IN_THREADS, serve

OpenPage = Callable[..., Page]
ODD = ("tests.e2e.odd_server", "{port}")
RELEASE, DONE = "Release one classifier for", "One classifier is released"
BUTTON = "Model, scorer and certificate"


def give(page: Page, label: str, name: str, content: bytes) -> None:
    box = page.get_by_role("region", name=label)
    file = FilePayload(name=name, mimeType="text/plain", buffer=content)
    box.locator("input[type=file]").set_input_files(file)
    expect(box).to_have_count(0)  # A good file takes its place.
    settled(page)
    expect(page.locator("strong", has_text=re.compile(f"^{re.escape(name)}$"))).to_be_visible()


def type_in(page: Page, label: str, text: str) -> None:
    """Type into a box by keyboard alone, in place of what stands there."""
    page.get_by_role("textbox", name=label, exact=True).focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    settled(page)


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label).focus()
    page.keyboard.press("Enter")


def fill(page: Page, name: str) -> None:
    """Fill the form up to its last button; with files chosen, the keyboard does all the rest."""
    give(page, "Your table", "clinic.csv", csv())
    give(page, "Its declared schema, as JSON", "clinic.json", SCHEMA.to_json().encode())
    expect(page.get_by_text("Every cell has a declared meaning")).to_be_visible()
    type_in(page, "Name of the data set", name)
    type_in(page, "Total ε, set once", "2")
    press(page, "Open this budget")
    expect(page.get_by_text(f"Opened for n = {N} records")).to_be_visible()
    type_in(page, "Privacy parameter ε", "1")
    expect(page.get_by_role("button", name=RELEASE)).to_be_visible()
    settled(page)


def kinds(folder: Path) -> list[str]:
    with Ledger(folder / "ledger.db") as ledger:
        return [each["kind"] for each in entries(ledger)]


@pytest.mark.whole
def test_a_release_by_keyboard_gives_one_zip_prints_and_has_no_barrier(open_page: OpenPage):
    page = open_page("/release")
    fill(page, "by keyboard")
    assert barriers_in_two_looks(page) == []
    press(page, RELEASE)
    expect(page.get_by_text(DONE)).to_be_visible()
    assert barriers_in_two_looks(settled(page)) == []
    with zipfile.ZipFile(io.BytesIO(take(page, BUTTON))) as packed:
        assert sorted(packed.namelist()) == ["certificate.html", "model.json", "scorer.py"]
        model = Model.from_json(packed.read("model.json").decode())
    assert model.certificate["data_set"] == "by keyboard"
    assert b"pure \xce\xb5-differential privacy" in take(page, "Certificate")
    assert broken_words(page) == []
    assert "release" not in page.url.partition("?")[2]
    page.emulate_media(media="print")
    expect(page.get_by_text("pure ε-differential privacy")).to_be_visible()
    expect(page.get_by_test_id("stMain").get_by_role("button")).to_have_count(0)
    page.emulate_media(media="screen")
    page.reload()
    expect(page.get_by_text(DONE)).to_be_visible()
    use(page, json.dumps(model.document).encode())


# In every run without a browser: `tests/pages/release/test_from_data.py`.
@pytest.mark.whole
def test_a_table_of_the_data_page_becomes_a_certificate_and_nothing_is_asked_twice(
    browser: Windows, tmp_path: Path
):
    with (
        serve(tmp_path, environment=IN_THREADS) as own,  # Its ledger holds no other budget.
        visitor(browser, own.url, dark=False, phone=False) as guest,
    ):
        page = declare(with_table(guest.open(EMPTY), csv()))
        page.get_by_role("link", name="Release one classifier").click()
        press(page, "Take mine.csv")
        expect(page.get_by_role("button", name="Take mine.csv")).to_have_count(0)
        press(settled(page), "Take the schema of the Data page")
        expect(page.get_by_text("Every cell has a declared meaning")).to_be_visible()
        type_in(page, "Name of the data set", "from Data")
        type_in(page, "Total ε, set once", "2")
        press(page, "Open this budget")
        expect(page.get_by_text(f"Opened for n = {N} records")).to_be_visible()
        type_in(page, "Privacy parameter ε", "1")
        expect(page.get_by_role("button", name=RELEASE)).to_be_visible()
        assert barriers_in_two_looks(settled(page)) == []
        press(page, RELEASE)
        expect(page.get_by_text(DONE)).to_be_visible()
        assert kinds(tmp_path) == ["open", "charge", "settle"]


def broken_words(page: Page) -> list[str]:
    """Return what the certificate's first column cannot hold on a phone without breaking a word."""
    wide = page.viewport_size
    page.set_viewport_size(PHONE)
    cells = page.locator(".st-key-release_certificate td:first-child")
    expect(cells.first).to_be_visible()
    found: list[str] = cells.evaluate_all(
        """cells => cells.filter(cell => {
            const box = cell.getBoundingClientRect();
            cell.style.overflowWrap = "normal";
            const fits = cell.scrollWidth <= Math.ceil(box.width);
            cell.style.overflowWrap = "";
            return !fits;
        }).map(cell => cell.innerText)"""
    )
    if wide:
        page.set_viewport_size(wide)
    return found


def use(page: Page, model: bytes) -> None:
    page.get_by_role("radio", name="Use a released model").click()
    page.wait_for_url("**release_part=use*")
    give(page, "A released model: model.json, or its zip", "model.json", model)
    give(page, "The table to predict", "new.csv", csv(30))
    expect(page.get_by_text("Predictions of sick for 30 rows.")).to_be_visible()
    assert barriers_in_two_looks(settled(page)) == []
    assert len(take(page, "CSV").splitlines()) == 31


def test_the_open_part_survives_a_reload_and_the_way_back(open_page: OpenPage):
    page = open_page("/release")
    first = settled(page).get_by_role("heading", name="1. Table and schema")
    expect(first).to_be_visible()
    page.get_by_role("radio", name="Use a released model").click()
    page.wait_for_url("**/release?release_part=use")
    model = page.get_by_role("region", name="A released model: model.json, or its zip")
    page.reload()
    expect(model).to_be_visible()
    settled(page).goto("about:blank")
    page.go_back()
    expect(model).to_be_visible()
    expect(first).to_have_count(0)


@pytest.mark.whole
def test_the_sample_leads_through_four_steps_by_keyboard_and_its_example_is_not_printed(
    browser: Windows, tmp_path: Path
):
    with (
        serve(tmp_path, environment=IN_THREADS) as own,  # No test shares its budgets.
        visitor(browser, own.url, dark=False, phone=False) as guest,
    ):
        page = settled(guest.open("/release"))
        example = page.get_by_text("An example, not a certificate")
        expect(example).to_be_visible()
        fold = page.get_by_text("All that the example states")
        fold.click()
        expect(page.locator(".st-key-release_example").get_by_text("Noise rate β")).to_be_visible()
        assert barriers_in_two_looks(settled(page)) == []
        page.emulate_media(media="print")
        expect(example).to_be_hidden()
        page.emulate_media(media="screen")
        fold.click()
        press(settled(page), "Try it with the sample")
        press(page, "Open a budget of ε = 3 for the sample")
        expect(page.get_by_text("Opened for n = 1,000 records")).to_be_visible()
        type_in(settled(page), "Privacy parameter ε", "1")
        press(page, RELEASE)
        expect(page.get_by_text(DONE)).to_be_visible()
        expect(example).to_have_count(0)
        assert kinds(tmp_path) == ["open", "charge", "settle"]
        assert "Sample data that describes nobody" in take(page, "Certificate").decode()


def test_a_double_click_a_reload_and_two_tabs_are_one_charge_and_one_model(
    browser: Windows, tmp_path: Path
):
    go = tmp_path / "go"
    settings = IN_THREADS | {HOW: str(go)}
    with (
        serve(tmp_path, ODD, environment=settings) as odd,
        visitor(browser, odd.url, dark=False, phone=False) as guest,
    ):
        first = guest.open("/release")
        fill(first, "clinic")
        second = guest.tab("/release")
        expect(second.get_by_role("button", name=RELEASE)).to_be_visible()
        third = guest.tab("/release")
        expect(third.get_by_role("button", name=RELEASE)).to_be_visible()
        first.get_by_role("button", name=RELEASE).dblclick()
        expect(first.get_by_text("Charging, then drawing")).to_be_visible()
        second.get_by_role("button", name=RELEASE).click()
        third.reload()
        assert kinds(tmp_path) == ["open", "charge"]
        go.touch()
        for tab in (first, second, third):
            expect(tab.get_by_text(DONE)).to_be_visible()
        first.go_back()
        first.go_forward()
        expect(first.get_by_text(DONE)).to_be_visible()
        assert kinds(tmp_path) == ["open", "charge", "settle"]
        assert len({hash_of(tab) for tab in (first, second, third)}) == 1


def hash_of(page: Page) -> str:
    return settled(page).get_by_role("row", name="Entry of the ledger").inner_text()


@pytest.mark.whole
def test_a_server_that_is_killed_in_the_middle_leaves_a_charge_and_says_so(
    browser: Windows, tmp_path: Path
):
    with ExitStack() as stays:
        odd = stays.enter_context(
            serve(tmp_path, ODD, environment=IN_THREADS | {HOW: "die"}, may_fail=True)
        )
        guest = stays.enter_context(visitor(browser, odd.url, dark=False, phone=False))
        page = guest.open("/release")
        fill(page, "clinic")
        page.get_by_role("button", name=RELEASE).click()
        odd.process.wait(60)
        assert kinds(tmp_path) == ["open", "charge"]
        with serve(tmp_path, port=odd.port, environment=IN_THREADS):
            page.goto(f"{odd.url}/release")
            expect(page.get_by_text("not finished; its budget is spent")).to_be_visible()
            expect(page.get_by_text("ε = 1 of 2 spent, 1 left")).to_be_visible()
            settled(page)
            guest.forget()
            stays.close()
    assert kinds(tmp_path) == ["open", "charge"]


@pytest.mark.whole
def test_a_server_that_was_restarted_shows_the_released_model_again(
    browser: Windows, tmp_path: Path
):
    with ExitStack() as stays:
        first = stays.enter_context(serve(tmp_path, environment=IN_THREADS))
        guest = stays.enter_context(visitor(browser, first.url, dark=False, phone=False))
        page = guest.open("/release")
        fill(page, "clinic")
        press(page, RELEASE)
        expect(page.get_by_text(DONE)).to_be_visible()
        seal = hash_of(page)
        first.process.kill()
        first.process.wait(60)
        with serve(tmp_path, port=first.port, environment=IN_THREADS):
            page.goto(f"{first.url}/release")
            # Its memory of this browser ended with it.
            expect(page.get_by_text("ε = 1 of 2 spent, 1 left")).to_be_visible()
            expect(page.get_by_text(DONE)).to_have_count(0)
            settled(page).get_by_role("combobox", name="Show a released model again").click()
            page.get_by_role("option", name="Entry 2").click()
            expect(page.get_by_text(DONE)).to_be_visible()
            assert hash_of(page) == seal
            assert kinds(tmp_path) == ["open", "charge", "settle"]
            assert barriers_in_two_looks(settled(page)) == []
            guest.forget()
            stays.close()
