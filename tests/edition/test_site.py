"""The edition opens from a file, below a path and in a frame, by keyboard and without scripts."""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Request, expect

from edition import prose, site, views
from pages.kit import paths
from pages.kit.figures.table import as_csv
from server import previews
from tests.e2e.browser import is_asked_by_page
from tests.edition.conftest import LIVE, MOVED

FIND = """
axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] } }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => [id, target, failureSummary])))
"""

TURN = """(counted) => {
  const dial = document.querySelector('input[type=range]');
  dial.value = dial.max;
  dial.dispatchEvent(new Event('input'));
  return document.querySelectorAll(counted).length;
}"""
"""What is there at once: by the time that a press has been told of, the dial may rest."""


TARGETS = """(body) => [...new Set([...body.querySelectorAll('a')].map((link) =>
  link.target || document.querySelector('base')?.target))]"""
"""In which windows links open."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder's grandparent, so that the edition lies below a path."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=folder.parents[1])
    ) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/below/a%20path/"
        server.shutdown()


def test_each_page_names_an_icon_that_is_there(folder, files):
    for file in files:
        html = (folder / file).read_text("utf-8")
        base = re.findall('<base href="([^"]*)"', html)
        (icon,) = re.findall('<link rel="icon" href="([^"]*)"', html)
        assert ((folder / file).parent / "".join(base) / icon).is_file()


@pytest.mark.parametrize(
    "look",
    [{}, {"dark": True, "phone": True}],
    ids=["desktop", "dark phone"],
)
@pytest.mark.whole
def test_every_page_opens_from_a_file_without_a_barrier(folder, files, opened, look):
    for file in files:
        page = opened((folder / file).as_uri(), **look)
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true })"
        )
        page.set_viewport_size({"width": 320 if look else 1440, "height": 844})
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], file
        page.evaluate(AXE_SCRIPT)
        assert page.evaluate(FIND) == [], file


def test_every_link_leads_to_a_file_of_the_edition_or_to_the_live_page(folder, files, opened):
    for file in files:
        page = opened((folder / file).as_uri())
        links = page.evaluate("[...document.links].map((each) => each.href)")
        for link in links:
            place = re.split("[?#]", link)[0]
            assert place.startswith((LIVE, folder.as_uri())), (file, link)
            if place.startswith(folder.as_uri()):
                name = place.removeprefix(folder.as_uri()).strip("/")
                assert (folder / name).is_file(), (file, link)
                part = link.partition("#")[2]
                assert not part or f'id="{part}"' in (folder / name).read_text("utf-8"), link


def test_the_file_of_a_page_that_another_one_took_in_leads_there(folder):
    html = (folder / MOVED).read_text("utf-8")
    assert '<meta http-equiv="refresh" content="0; url=trade-off.html">' in html
    assert '<a href="trade-off.html"' in html
    assert (folder / "trade-off.html").is_file()


def test_a_picture_of_a_part_has_the_lead_and_the_mathematics_of_that_part(folder):
    html = (folder / "kernels.html").read_text("utf-8")
    assert "features of a" in html
    assert "<h2>The mathematics</h2>" in html
    assert "three other ways" not in html


def test_name_and_card_are_those_of_the_dashboards_links():
    assert (site.PRODUCT, site.CARD) == (previews.NAME, previews.PICTURE)


def test_a_dial_is_turned_by_keyboard_and_says_so(folder, opened):
    with served(folder) as address:
        page = opened(address + "trade-off.html")
        dial = page.get_by_role("slider", name="Privacy parameter ε", exact=True)
        before, picture = page.locator(".said").inner_text(), page.locator(".wide").inner_html()
        dial.focus()
        page.keyboard.press("End")
        expect(page.locator(".at")).to_have_text("ε = 100")
        expect(dial).to_have_attribute("aria-valuetext", "ε = 100")
        assert page.locator(".said").inner_text() != before
        assert page.locator(".wide").inner_html() != picture
        live = page.locator("a.live").get_attribute("href")
        assert live == f"{LIVE}/trade-off?epsilon=100"
        page.keyboard.press("Home")
        expect(page.locator(".at")).to_have_text("ε = 0.001")


def test_the_numbers_of_a_picture_are_a_table_that_follows_its_dial(folder, opened):
    page = opened((folder / "kernels.html").as_uri())
    picture = views.picture("kernels")
    page.get_by_text("These numbers as a table").click()
    box = page.get_by_role("region", name="Table: kernels")
    for key, place in (("Home", picture.places[0]), ("End", picture.places[-1])):
        page.get_by_role("slider").press(key)
        rows = list(csv.reader(io.StringIO(as_csv(place.view.rows()))))
        expect(box.get_by_role("columnheader")).to_have_text(rows[0])
        expect(box.get_by_role("cell")).to_have_text([cell for row in rows[1:] for cell in row])


def test_every_page_leads_to_the_statement_on_accessibility_at_its_foot(folder):
    pages = [path for path in folder.glob("*.html") if "<footer>" in path.read_text("utf-8")]
    assert len(pages) > 5
    for path in pages:
        assert '<a href="accessibility.html">' in path.read_text("utf-8").partition("<footer>")[2]
    assert "Web Content" in (folder / "accessibility.html").read_text("utf-8")


def test_a_picture_in_a_frame_has_no_table(folder):
    assert 'class="numbers"' in (folder / "trade-off.html").read_text("utf-8")
    assert 'class="numbers"' not in (folder / "pictures/trade-off.html").read_text("utf-8")


@pytest.mark.parametrize("file", ["trade-off.html", "index.html", "pictures/trade-off.html"])
def test_a_dial_keeps_its_place_after_back_a_reload_and_in_a_link(folder, opened, file):
    page = opened((folder / file).as_uri())
    dial = page.get_by_role("slider")
    length = page.evaluate("history.length")
    dial.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"#epsilon=\d"))
    dial.press("Home")
    expect(page).to_have_url(re.compile(r"#epsilon=0\.0+1$"))
    at, link = dial.get_attribute("aria-valuetext"), page.url
    said = page.locator(".said, .instrument-said").first.inner_text()
    assert page.evaluate("history.length") == length
    page.goto((folder / "glossary.html").as_uri())
    page.go_back()
    for again in (page, opened(link)):
        again.reload()
        expect(again.get_by_role("slider")).to_have_attribute("aria-valuetext", at)
        expect(again.locator(".said, .instrument-said").first).to_have_text(said)
    page.evaluate("location.hash = 'epsilon=1.0'")  # A link into the page that is open.
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(r"\b1$"))
    page.evaluate("location.hash = 'contents'")  # It names no place.
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(r"\b1$"))


def test_a_dial_turns_where_the_address_may_not_be_changed(folder, opened):
    page = opened((folder / "trade-off.html").as_uri())
    refuse = (
        "() => { history.replaceState = () => { throw new DOMException('', 'SecurityError') } }"
    )
    page.evaluate(refuse)
    narrow = page.locator(".narrow").inner_html()
    page.evaluate(TURN, ".wide")
    # It is drawn once the dial rests.
    is_drawn = "(before) => document.querySelector('.narrow').innerHTML !== before"
    page.wait_for_function(is_drawn, arg=narrow)
    assert "#" not in page.url


def test_a_dial_in_a_sandboxed_frame_stands_where_it_should_and_says_where(folder, windows):
    with served(folder) as address, windows.browser.new_page() as page:
        picture = f"{address}pictures/trade-off.html#epsilon=1.0"
        page.set_content(f'<iframe sandbox="allow-scripts" src="{picture}"></iframe>')
        framed = page.frame_locator("iframe")
        expect(framed.locator(".at")).to_have_text("ε = 1")
        framed.get_by_role("slider").press("End")
        page.frames[1].wait_for_url("**#epsilon=100")


def test_a_picture_is_framed_by_another_page(folder, opened):
    with served(folder) as address:
        page = opened(address + "trade-off.html")
        page.get_by_text("Show this picture on a page of yours").click()
        pasted = page.get_by_label("HTML to paste").input_value()
        assert f'src="{address}pictures/trade-off.html"' in pasted
        page.get_by_role("slider").press("Home")
        expect(page).to_have_url(re.compile(r"#epsilon=0\.001$"))
        page.get_by_label("HTML to paste").focus()
        pasted = page.get_by_label("HTML to paste").input_value()
        (folder.parents[1] / "course.html").write_text(f"<title>A course</title>{pasted}", "utf-8")
        course = opened(address.rpartition("below/")[0] + "course.html")
        framed = course.frame_locator("iframe")
        expect(framed.locator(".at")).to_have_text("ε = 0.001")
        framed.get_by_role("slider").press("End")
        expect(framed.locator(".at")).to_have_text("ε = 100")
        room = "(html) => [html.scrollHeight, html.clientHeight]"
        needed, given = framed.locator("html").evaluate(room)
        assert needed <= given
        with course.expect_popup() as opening:  # No frame has room for a page.
            framed.get_by_role("link", name="How much accuracy does privacy cost?").click()
        assert opening.value.url == address + "trade-off.html"
        assert framed.locator("body").evaluate(TARGETS) == ["_blank"]


def test_a_frame_has_room_for_its_picture_on_a_phone_and_on_a_desktop(folder, opened):
    for file in sorted((folder / "pictures").glob("*.html")):
        pasted = opened((folder / file.name).as_uri()).get_by_label("HTML to paste").input_value()
        height = int(pasted.partition('height="')[2].partition('"')[0])
        page = opened(file.as_uri())
        for width in (358, 880):
            page.set_viewport_size({"width": width, "height": 300})
            for end in ("Home", "End"):
                page.get_by_role("slider").press(end)
                assert page.evaluate("document.documentElement.scrollHeight") <= height, file.name


def test_without_scripts_picture_sentence_and_questions_stand(folder, opened):
    page = opened((folder / "trade-off.html").as_uri(), java_script_enabled=False)
    expect(page.locator(".wide svg")).to_be_visible()
    expect(page.locator(".said")).to_contain_text("At ε = 1,")
    expect(page.get_by_role("slider")).to_be_hidden()
    page = opened((folder / "index.html").as_uri(), java_script_enabled=False)
    expect(page.locator(".wide .instrument-said")).to_contain_text("At ε = 1")
    expect(page.locator(".wide .instrument-line")).to_be_visible()
    expect(page.locator(".narrow .instrument-line")).to_be_hidden()
    assert page.get_by_role("slider").count() == 0
    page = opened((folder / "lesson-1.html").as_uri(), java_script_enabled=False)
    expect(page.get_by_text("how many times as likely").first).to_be_visible()
    expect(page.get_by_text("A script checks answers")).to_be_visible()


def test_an_answer_is_checked_by_keyboard_alone(folder, opened):
    page = opened((folder / "lesson-1.html").as_uri())
    box = page.locator("#step-1 input[name=answer]")
    box.focus()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#step-1 .feedback")).to_contain_text("Not yet.")
    box.fill("2.718")
    box.press("Enter")
    expect(page.locator("#step-1 .feedback")).to_contain_text("Right.")


def test_each_theme_has_its_own_colours_and_paper_the_light_ones(folder, opened):
    dark = opened((folder / "kernels.html").as_uri(), dark=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    assert dark.evaluate(ground) == "rgb(18, 24, 26)"
    expect(dark.locator(".wide image").first).to_be_hidden()  # the light one's
    dark.emulate_media(media="print")
    assert dark.evaluate(ground) == "rgb(253, 252, 250)"
    expect(dark.locator(".wide image").first).to_be_visible()


def test_both_themes_have_their_colours_in_browsers_from_before_2024(folder, opened):
    written = [each for each in folder.rglob("*.*") if each.suffix in (".css", ".html", ".js")]
    assert [each.name for each in written if "light-dark(" in each.read_text("utf-8")] == []
    limit = (
        "getComputedStyle(document.querySelector('#instrument .instrument-limit')).backgroundColor"
    )
    for dark, colour in ((False, "rgb(191, 77, 10)"), (True, "rgb(242, 161, 100)")):
        assert opened((folder / "index.html").as_uri(), dark=dark).evaluate(limit) == colour


def test_a_turn_asks_for_no_image_and_paper_finds_its_own_once_the_dial_rests(folder, opened):
    page = opened((folder / "kernels.html").as_uri(), dark=True)
    page.wait_for_load_state("networkidle")
    asked, light = list[Request](), page.locator(".wide image.only-light")
    page.on("request", lambda request: asked.extend([request] * is_asked_by_page(request)))
    assert page.evaluate(TURN, ".wide image.only-light") == 0
    expect(light).to_have_count(3)
    hrefs = light.evaluate_all("(images) => images.map((each) => each.href.baseVal)")
    assert {Path(each.url).name for each in asked} <= {Path(each).name for each in hrefs}


def test_paper_has_the_folds_that_are_open(folder, opened):
    page = opened((folder / "trade-off.html").as_uri())
    page.get_by_text("How this works", exact=True).click()
    page.emulate_media(media="print")
    expect(page.get_by_text("Assumptions", exact=True)).to_be_visible()
    expect(page.get_by_text("Paste this where", exact=False)).to_be_hidden()


def test_no_line_ends_within_an_equation_or_before_a_unit():
    said = str(prose.inline("At **ε = 0.1** of n = 2,000 it costs 3 points; `k = 1`, mean = 2"))
    assert "ε\u00a0=\u00a00.1" in said
    assert "n\u00a0=\u00a02,000" in said
    assert "3\u00a0points" in said
    assert "<code>k = 1</code>, mean = 2" in said


def test_each_picture_leads_on_and_so_do_the_first_and_the_last(folder):
    made = ["index.html", *("trade-off.html", "kernels.html"), "lessons.html"]
    if (folder / "adversary.html").exists():  # The whole edition.
        made = [
            "index.html",
            *(f"{paths.address_of(name)}.html" for name in views.pictured()),
            made[-1],
        ]
    for before, here, after in zip(made, made[1:], made[2:], strict=False):
        html = (folder / here).read_text("utf-8")
        assert f'rel="prev" href="{before}"' in html
        assert f'rel="next" href="{after}"' in html


def test_lessons_say_how_long_they_take_and_nothing_of_live_pages_alone(folder):
    html = (folder / "lessons.html").read_text("utf-8")
    assert "take about an hour" in html
    assert "Guided lessons on the live pages" not in html


def test_a_turn_says_how_its_numbers_were_made_and_epsilon_which_end_is_which(folder, opened):
    page = opened((folder / "trade-off.html").as_uri())
    expect(page.locator(".made")).to_contain_text("Generated: some labels flipped; Logistic loss")
    before = page.locator(".made").inner_text()
    page.get_by_role("slider").press("End")
    assert page.locator(".made").inner_text() != before  # λ follows ε
    expect(page.locator(".dial-ends")).to_have_text("← more privatemore accurate →")


def test_the_strips_of_the_instrument_keep_their_room_on_a_tablet_and_on_paper(folder, opened):
    page = opened((folder / "index.html").as_uri())
    page.set_viewport_size({"width": 720, "height": 900})
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        widths = page.locator(".instrument-strip").evaluate_all(
            "(all) => all.map((e) => e.clientWidth)"
        )
        assert min(width for width in widths if width) > 100
