"""A visitor's own table in a real browser: from the file to the trade-off, and back."""

import gzip
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.addresses import PAGES
from tests.e2e.browser import PATIENCE, Windows, settled, visitor
from tests.e2e.test_accessibility import (
    barriers,
    barriers_at_both_widths,
    barriers_in_three_looks,
    barriers_in_two_looks,
)
from tests.processes import spent
from tests.serving import Server

OpenPage = Callable[..., Page]
EMPTY = "/data?data=upload"
ROWS = 60
JOBS, SICK = ("baker", "smith", "smith", "smith"), ("yes", "no", "no")
TABLE = "age,job,sick\n"
TABLE += "".join(f"{20 + i % 40},{JOBS[i % 4]},{SICK[i % 3]}\n" for i in range(ROWS))
DECLARED = "columns in use, on your word"
GUESSED = "A private release must not use it"
COST = re.compile(r"^At ε = |^Without noise the classifier")
"""How the sentence on what privacy costs begins, where there is something to learn or nothing."""
COLUMNS = ("column", "use", "origin", "kind", "lower", "upper", "levels")


def drop(page: Page, text: str | bytes, name: str = "mine.csv") -> Page:
    """Give the page a file, as dropping it would."""
    data = text.encode() if isinstance(text, str) else text
    file = FilePayload(name=name, mimeType="text/csv", buffer=data)
    box = page.get_by_role("region", name=re.compile("table: CSV, Excel or Parquet"))
    box.locator("input[type=file]").set_input_files(file)
    return page


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.whole), True])
def test_a_file_that_is_too_large_gets_a_sentence_that_is_seen(
    browser: Windows, server: Server, phone: bool, tmp_path: Path
):
    large = tmp_path / "large.csv"
    large.write_bytes(b"a,b\n" + b"1,x\n" * 26_500_000)
    with visitor(browser, server.url, dark=False, phone=phone) as guest:
        page = guest.open(EMPTY)
        box = page.get_by_role("region", name=re.compile("table: CSV, Excel or Parquet"))
        box.locator("input[type=file]").set_input_files(large)
        sentence = page.get_by_text("File must be 100.0MB or smaller.")
        expect(sentence).to_be_visible()
        place, window = sentence.bounding_box(), page.viewport_size
        assert min(place["width"] / 100, place["height"] / 10) > 1
        assert place["x"] + place["width"] <= window["width"]


def with_table(page: Page, text: str | bytes = TABLE) -> Page:
    drop(page, text)
    expect(page.get_by_text(GUESSED)).to_be_visible()
    return settled(page)


def declare(page: Page) -> Page:
    page.get_by_text("See what would be declared").click()
    for _ in range(3):  # A page that is laid out anew takes a press away.
        if not settled(page).get_by_text(DECLARED).count():
            page.get_by_role("button", name="I declare all of this").click()
    expect(page.get_by_text(DECLARED)).to_be_visible()
    return settled(page)


def edit(page: Page, field: str, text: str) -> None:
    """Type into the first row of the grid by keyboard alone, once the grid has the focus."""
    _go_to(page, field)
    page.keyboard.press("Enter")
    box = page.locator(".gdg-input:focus")
    expect(box).to_be_visible()
    box.fill(text)
    page.keyboard.press("Enter")


@pytest.mark.whole
def test_bounds_are_pasted_over_several_rows_and_filled_down(open_page: OpenPage):
    lines = (f"{i % 7},{i % 11},{i % 13},{'ny'[i % 2]}\n" for i in range(ROWS))
    numbers = "a,b,c,sick\n" + "".join(lines)
    page = with_table(open_page(EMPTY), numbers)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])  # A browser asks.
    page.evaluate("navigator.clipboard.writeText('-7\\t70\\n-8\\t80\\n-9\\t90\\n')")
    _go_to(page, "lower")
    _go_to(page, "lower")  # The first time, the grid may not have the focus that pasting asks for.
    page.keyboard.press("Control+v")
    cell = "glide-cell-{}-{}".format
    for row, (lower, upper) in enumerate([("-7", "70"), ("-8", "80"), ("-9", "90")]):
        expect(page.get_by_test_id(cell(COLUMNS.index("lower"), row)).first).to_have_text(lower)
        expect(page.get_by_test_id(cell(COLUMNS.index("upper"), row)).first).to_have_text(upper)
    _go_to(page, "upper")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+d")
    for row in range(3):
        expect(page.get_by_test_id(cell(COLUMNS.index("upper"), row)).first).to_have_text("70")
    expect(settled(page).get_by_text("A release also needs")).to_be_visible()
    page.context.clear_permissions()
    assert barriers_in_two_looks(page) == []


def _go_to(page: Page, field: str) -> None:
    grid = settled(page).locator(".dvn-scroller").first
    grid.evaluate("node => node.scrollIntoView({block: 'center'})")
    grid.click(position={"x": 20, "y": 52})
    page.keyboard.press("Control+Home")  # Should the grid have moved under the click.
    for _ in range(COLUMNS.index(field)):
        page.keyboard.press("ArrowRight")
    cell = page.get_by_test_id(f"glide-cell-{COLUMNS.index(field)}-0").first
    expect(cell).to_have_attribute("aria-selected", "true")


def tile(page: Page, label: str) -> str:
    """Return the number that stands under a label."""
    metric = settled(page).get_by_test_id("stMetric").filter(has_text=re.compile(rf"^\s*{label}"))
    # The blank before a unit does not break.
    return metric.get_by_test_id("stMetricValue").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def onward(page: Page) -> Page:
    heading = page.get_by_test_id("stMain").get_by_role("heading", level=1)
    # A choice made just now draws the link anew, and a press on the old one goes nowhere.
    link = settled(page).get_by_role("link", name="See what privacy costs on these records")
    pressed_until(link, heading.filter(has_text=PAGES["/trade-off"]))
    return settled(page)


def test_own_table_goes_from_file_to_trade_off_and_back_and_nothing_of_it_is_written_anywhere(
    open_page: OpenPage, server: Server
):
    """A marked table goes all the way to a figure; no file of the server holds the mark."""
    page = open_page(EMPTY)
    drop(page, TABLE.replace("smith", "zweistein").replace("job", "unikolumn"), "tellnoone.csv")
    expect(page.get_by_text(GUESSED)).to_be_visible()
    declare(settled(page))
    assert tile(page, "Records") == str(ROWS)
    onward(page)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(page.get_by_text(COST)).to_be_visible()
    marks = (b"zweistein", b"unikolumn", b"tellnoone")
    for file in server.log.parent.rglob("*"):
        content = file.read_bytes() if file.is_file() else b""
        assert not any(mark in content for mark in marks), file
    assert not any(mark.decode() in page.url for mark in marks)
    # The next page adds λ to the address. A browser that is busy notes this as a place of its own:
    # its address says so at once, and nobody waits for a page that does not come.
    page.go_back()
    if "/trade-off" in page.url:
        settled(page).go_back()
    expect(page.get_by_text(DECLARED)).to_be_visible()
    assert tile(page, "Features d") == "4"  # with a level for other values


def test_an_own_tables_lam_follows_epsilon_and_one_that_is_typed_can_be_given_back(
    open_page: OpenPage,
):
    # Two numbers that go together, and a label that is the sign of their difference: a large λ
    # does not let the classifier tell them apart.
    rows = ((37 * i % 101, i % 11 - 3) for i in range(600))
    lines = (f"{old},{old + up},{'yes' if up > 0 else 'no'}" for old, up in rows)
    page = with_table(open_page(EMPTY), "\n".join(["before,after,rose", *lines, ""]))
    onward(page)
    follows = page.get_by_role("switch", name="λ follows ε")
    expect(follows).to_be_checked()
    by_rule = tile(page, "Non-private")
    box = page.get_by_role("textbox", name="Regularization λ, typed")
    box.fill("0.1")
    box.press("Enter")
    expect(page.get_by_text("λ = 0.1 itself costs")).to_be_visible()
    expect(follows).not_to_be_checked()
    assert tile(page, "Non-private") != by_rule
    page.get_by_role("button", name="Let λ follow ε").click()
    expect(page.get_by_text("λ = 0.1 itself costs")).to_have_count(0)
    expect(follows).to_be_checked()
    assert "lam=" not in settled(page).url
    assert tile(page, "Non-private") == by_rule


def visits() -> str:
    """Return a table of visits: a number of each patient, counts that are mostly zero, an outcome.

    The age and the count tell the outcome between them; a code that is known afterwards tells most.
    """
    rng = np.random.default_rng(0)
    falls = rng.poisson(0.4, 800) * rng.integers(1, 30, 800)
    age = rng.integers(20, 90, 800)
    ill = age / 20 + falls / 4 + rng.logistic(size=800) > 4
    code = np.where(rng.random(800) < 0.01, ~ill, ill) + 7
    cells = zip(
        range(5_000, 5_800), age, falls, code, np.where(ill, "admitted", "home"), strict=True
    )
    lines = (",".join(map(str, record)) for record in cells)
    return "\n".join(["visit_no,age,falls,code,outcome", *lines, ""])


def pressed_until(button: Locator, there: Locator) -> None:
    """Press a button again if a page that was just laid out anew took it from under the click."""
    for _ in range(3):  # The server loses none: `tests/server/admission` holds that.
        button.click()
        with suppress(AssertionError):
            expect(there).to_be_visible(timeout=PATIENCE / 4)
            return
    expect(there).to_be_visible()


def test_a_remark_the_sides_and_the_bounds_each_take_one_click_on_the_way_to_an_answer(
    open_page: OpenPage,
):
    page = with_table(open_page(EMPTY), visits())
    expect(page.get_by_role("button", name="Leave it out")).to_have_count(1)
    page.get_by_role("button", name="Leave it out").click()
    expect(page.get_by_role("button", name="Leave it out")).to_have_count(0)
    share = float(tile(page, "Positive class").removesuffix(" %"))
    page.get_by_role("button", name="Swap the two sides").click()
    expect(page.get_by_test_id("stMetric").filter(has_text="Positive class")).to_contain_text(
        f"{100 - share:.1f} %"
    )
    settled(page)  # What was tried by itself does not hold for these sides: the helper moves up.
    page.get_by_text("The bounds helper").click()
    pressed_until(
        settled(page).get_by_role("button", name="Try the ways on these columns"),
        page.get_by_role("button", name="Take these bounds"),
    )
    page.get_by_role("button", name="Take these bounds").click()
    settled(page)
    expect(page.get_by_text(GUESSED)).to_be_visible()
    assert tile(page, "Records") == "800"
    onward(page)
    expect(page.get_by_text(re.compile("^At ε = "))).to_be_visible()
    error, always = tile(page, "Non-private"), page.get_by_text(re.compile("^Always predicting"))
    constant = float(re.search(r"([\d.]+)\s%", always.inner_text())[1])
    assert float(error.removesuffix(" %")) < constant / 2


GRADES = "\n".join(
    ["rooms,quality", *(f"{i % 7},{3 + i % 5 if i % 6 else ''}" for i in range(240)), ""]
)


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.whole), True])
def test_the_question_is_seen_first_and_a_grade_with_gaps_takes_two_clicks_to_an_answer(
    open_page: OpenPage, phone: bool
):
    page = drop(open_page(EMPTY, phone=phone), GRADES)
    question = page.get_by_role("heading", level=2).first
    expect(question).to_have_text("Which values of quality count as +1?")
    top = question.bounding_box()["y"]
    assert top + 40 < page.viewport_size["height"]  # on the first screen
    page.get_by_text("40 of 240 records have no quality: leave them out").click()
    settled(page).get_by_role("button", name="+1: quality above").click()
    expect(question).to_have_text(re.compile("Is this your question: which records have quality"))
    assert tile(page, "Records") == "200"
    link = page.get_by_role("link", name="See what privacy costs on these records")
    assert question.bounding_box()["y"] < link.bounding_box()["y"]
    assert barriers(settled(page)) == []
    onward(page)
    expect(page.get_by_text(COST)).to_be_visible()


def test_grid_is_edited_by_keyboard_and_a_refused_table_changes_nothing(open_page: OpenPage):
    page = with_table(open_page(EMPTY))
    edit(page, "upper", "-1")
    expect(page.get_by_text("lower bound of age must be below its upper bound")).to_be_visible()
    expect(page.get_by_text("what worked last stays in use: 60 records")).to_be_visible()
    edit(page, "upper", "30")
    expect(page.get_by_text("Not used yet")).to_have_count(0)
    expect(page.get_by_text("had a number outside its bounds")).to_be_visible()
    settled(page).get_by_role("button", name="Another table").click()
    drop(page, "age,dose\n1,2\n", "other.csv")
    expect(page.get_by_text("must have at least 10 records")).to_be_visible()
    expect(page.get_by_text(f"your table of {ROWS} records")).to_be_visible()
    assert tile(page, "Records") == str(ROWS)


@pytest.mark.whole
def test_a_file_without_a_header_and_with_decimal_commas_is_read_as_the_visitor_says(
    open_page: OpenPage,
):
    page = open_page(EMPTY, dark=True, phone=True)
    with_table(page, "0,5;smith;yes\n1,5;baker;no\n" * 20)
    expect(page.get_by_text("Read with semicolons between cells")).to_be_visible()
    expect(page.get_by_text("No header: the first line is a record")).to_be_visible()
    assert tile(page, "Records") == "40"
    page.get_by_role("button", name="Read it differently").click()
    page.get_by_role("combobox", name=re.compile("Names of the columns")).click()
    page.get_by_role("option", name="In line 1", exact=True).click()
    expect(page.get_by_text("The first line names the columns.")).to_be_visible()
    assert tile(page, "Records") == "39"


def test_two_visitors_tables_of_one_name_never_meet(browser: Windows, server: Server):
    with (
        visitor(browser, server.url, dark=False, phone=False) as one,
        visitor(browser, server.url, dark=False, phone=True) as two,
    ):
        first = with_table(one.open(EMPTY))
        second = with_table(two.open(EMPTY), TABLE + "99,miner,no\n" * 20)
        assert tile(first, "Records") == str(ROWS)
        assert tile(second, "Records") == str(ROWS + 20)
        expect(first.get_by_text("miner")).to_have_count(0)
        for log in (server.log.read_text(), first.url, second.url):
            assert not {"mine.csv", "miner", "smith"} & set(re.split(r"[^\w.]", log))


@pytest.mark.whole
def test_a_refresh_and_another_tab_keep_the_table_and_one_shows_what_the_other_declares(
    browser: Windows, server: Server
):
    with visitor(browser, server.url, dark=False, phone=False) as ada:
        one = with_table(ada.open(EMPTY))
        two = ada.tab(EMPTY)
        expect(two.get_by_text(GUESSED)).to_be_visible()
        edit(two, "upper", "30")
        expect(two.get_by_text("had a number outside its bounds")).to_be_visible()
        declare(one)
        expect(one.get_by_text("had a number outside its bounds")).to_be_visible()
        one.reload()
        expect(settled(one).get_by_text(DECLARED)).to_be_visible()
        assert tile(one, "Records") == str(ROWS)
        two.goto(f"{server.url}/trade-off?data=upload&draws=2&lam=0.01")
        expect(settled(two).get_by_text(COST)).to_be_visible()
        one.goto("about:blank")
        assert tile(ada.open(EMPTY), "Records") == str(ROWS)


def test_a_declared_schema_goes_on_as_a_link_without_a_record_and_as_a_file_that_loads_again(
    browser: Windows, server: Server, tmp_path: Path
):
    saved = tmp_path / "schema.json"
    with visitor(browser, server.url, dark=False, phone=False) as ada:
        page = declare(with_table(ada.open(EMPTY)))
        page.get_by_text("Save, load or link what is declared here").click()
        address = page.get_by_test_id("stCode").inner_text().replace("\n", "").strip()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as JSON").click()
        download.value.save_as(saved)
    with visitor(browser, server.url, dark=False, phone=False) as by_link:
        other = by_link.open("/data" + address[address.index("?") :])
        expect(other.get_by_text("declares 2 columns and the label sick")).to_be_visible()
        drop(other, TABLE)
        expect(other.get_by_text(DECLARED)).to_be_visible()
        assert tile(other, "Features d") == "4"
    with visitor(browser, server.url, dark=False, phone=False) as by_file:
        other = with_table(by_file.open(EMPTY))
        other.get_by_text("Save, load or link what is declared here").click()
        other.locator("input[type=file]").last.set_input_files(saved)
        expect(other.get_by_text(DECLARED)).to_be_visible()


@pytest.mark.whole
def test_adult_is_uploaded_declared_and_shown(
    open_page: OpenPage, server: Server, tables_folder: Path
):
    table = gzip.decompress((tables_folder / "adult_train.csv.gz").read_bytes())
    page = open_page(f"{EMPTY}&lam=1e-6&draws=2&n=20000")
    before = spent(server.process.pid)
    declare(with_table(page, table))
    assert spent(server.process.pid) - before < 20  # seconds of the processor; measured four
    assert tile(page, "Records") == "32,561"
    assert tile(page, "Features d") == "112"  # four categories get a level for other values
    assert tile(page, "Positive class") == "24.1 %"
    assert tile(page, "Training records") == "20,000"
    expect(page.get_by_text("all 15 columns in use, on your word")).to_be_visible()
    onward(page)
    # At most 0.02 above a plain logistic regression on unscaled columns.
    assert 15 <= float(tile(page, "Non-private").removesuffix(" %")) <= 16.7
    expect(page.get_by_text("trained on 20,000 records, tested on 6,512")).to_be_attached()


@pytest.mark.whole
def test_whoever_lacks_a_linked_table_is_invited_and_no_state_of_the_page_has_a_barrier(
    browser: Windows, server: Server, open_page: OpenPage
):
    with visitor(browser, server.url, dark=False, phone=True) as one:
        for data in ("breast_cancer", "counterexample"):
            assert barriers(one.open(f"/data?data={data}")) == []
        assert barriers_in_two_looks(one.open("/data?data=circles")) == []
    page = open_page(EMPTY)
    expect(page.get_by_text("Opened a shared link?")).to_be_visible()
    expect(page.get_by_role("region", name="Your table: CSV, Excel or Parquet")).to_be_visible()
    assert barriers_in_two_looks(page) == []
    drop(page, "a,b\n1,2\n")
    expect(page.get_by_text("must have at least 10 records")).to_be_visible()
    assert barriers_in_two_looks(settled(page)) == []
    assert barriers_at_both_widths(with_table(page)) == []
    edit(page, "upper", "-1")
    expect(page.get_by_text("Not used yet")).to_be_visible()
    assert barriers_in_two_looks(settled(page)) == []
    assert barriers_in_three_looks(declare(page)) == []
