"""The class kit: a timetable that adds up, a link that opens, and thirty codes as one table."""

import csv
import io
import json
import re
import time
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
import segno

from dpcore.checks import InvalidInput
from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from pages.kit import paths, text
from pages.kit.frame import story
from pages.kit.values import texts_of
from pages.lessons import sheet
from pages.lessons.class_kit import class_table, codes, for_a_class, handed_in, links
from pages.lessons.steps.answers import Reply
from server.client_messages import LONGEST_TEXT
from tests.hostile.test_costly_files import PROCESSOR
from tests.pages.screen import complaints, opened, words

SIZE, PATIENCE = 30, 60.0


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page waits for what is computed, however busy the machine is."""
    monkeypatch.setattr(handed_in, "PATIENCE", PATIENCE)


def code(first: str = "2.72", tries: int = 1, **more: str) -> str:
    """Return a code of an answer to step 1.1, and of `gives_away_3="7"` to 2.3."""
    replies = {("promises", 1): Reply(first, False, tries, 0)}
    for name, given in more.items():
        lesson, _, number = name.rpartition("_")
        replies[lesson, int(number)] = Reply(given, False, 1, 0)
    return sheet.spell(replies)


def a_class(size: int = SIZE) -> list[str]:
    """Return a code for each of a class: every third takes 1 + ε for the ratio."""
    return [code("2" if number % 3 == 0 else "2.72", number + 1) for number in range(size)]


def collected(pasted: str, of: str = "") -> codes.Collection:
    return codes.collect(codes.entries(pasted, of))


def pasting(pasted: str):
    app = opened("lessons", lessons_open="class")
    app.text_area(key=handed_in.BOX).input(pasted)
    return app.run()


def rows_of(pasted: str) -> list[list[str]]:
    students, _ = handed_in.students(collected(pasted), {}, PATIENCE)
    return list(csv.reader(io.StringIO(class_table.as_csv(students))))


@pytest.mark.parametrize("between", ["\n", " ", ", ", ";", "\r\n\r\n", "\t"])
def test_thirty_codes_are_read_whatever_stands_between_them(between: str):
    found = collected(between.join(a_class()))
    assert [each.replies["promises", 1].tries for each in found.codes] == [*range(1, SIZE + 1)]
    assert found.told == ()


def test_thirty_codes_make_a_table_with_counts_and_the_commonest_slip():
    app = pasting("\n".join(a_class()))
    assert complaints(app) == []
    assert not app.warning
    table = app.dataframe[0].value
    assert list(table.columns) == ["Student", "1.1"]
    assert list(table["Student"]) == [*map(str, range(1, SIZE + 1)), "Solved"]
    assert list(table["1.1"][:3]) == ["✗ 1", "✓ 2", "✓ 3"]
    assert table["1.1"].iloc[-1] == "20/30"
    lesson = entries.lessons()["promises"]
    [slip] = [said for name, said in lesson.steps[0].misses.items() if "1 + ε" in said]
    assert "10 answered “2”: " + slip.partition("{")[0] in words(app)


def test_a_broken_code_is_told_with_its_line_and_the_others_stand():
    given = a_class(3)
    app = pasting("\n".join([given[0], given[1][:-9], given[2], "", "what is this?"]))
    assert complaints(app) == []
    told = app.warning[0].value.replace("\\", "")
    assert "Line 2: " in told
    assert [f"Line 5: “{word}" in told for word in ("what", "is", "this")] == [True] * 3
    assert codes.UNNAMED in told
    assert list(app.dataframe[0].value["1.1"]) == ["✗ 1", "✓ 3", "1/2"]


def test_two_codes_with_nothing_between_them_are_refused_and_none_is_lost():
    found = collected("".join(a_class(2)))
    assert found.codes == ()
    assert len(found.told) == 1


def test_a_code_that_a_letter_has_broken_into_lines_is_one_code():
    long = code(**{f"promises_{number}": "7" for number in range(2, 8)})
    lines = [long[at : at + 20] for at in range(0, len(long), 20)]
    assert len(lines) == 4
    found = collected("\n".join([*lines, code(), *lines[:-1], code("3")]))
    assert [each.place for each in found.codes] == ["line 1", "line 5", "line 9"]
    assert [each.partition(":")[0] for each in found.told] == ["Line 6", "Line 7", "Line 8"]


def test_a_code_given_twice_stands_once_and_is_told():
    found = collected("\n".join([code(), code("2"), code()]))
    assert len(found.codes) == 2
    assert found.told == ("Line 3: the same code as line 1. It stands once.",)


def test_one_code_of_two_students_stands_for_both_and_is_told():
    rows = [f"Ana,{code()}", f"Ben,{code()}", f"Ana,{code()}", f"Ben,{code()}"]
    found = collected("\n".join(["name,code", *rows]))
    assert [each.name for each in found.codes] == ["Ana", "Ben"]
    assert "Line 3 (Ben): the same code as line 2 (Ana). Both count" in found.told[0]
    assert [each.partition(":")[0] for each in found.told] == [
        "Line 3 (Ben)", "Line 4 (Ana)", "Line 5 (Ben)"]  # fmt: skip
    assert all(each.endswith("It stands once.") for each in found.told[1:])


def test_other_lessons_stand_beside_each_other_and_only_those_who_answered_are_counted():
    given = [code(), code("2", gives_away_3="7"), sheet.spell({})]
    head, *students, _, solved, slips = rows_of("\n".join(given))
    assert head == ["student", "1.1 solved", "1.1 tries", "2.3 solved", "2.3 tries"]
    assert students == [
        ["1", "yes", "1", "", ""], ["2", "no", "1", "no", "1"], ["3", "", "", "", ""]
    ]  # fmt: skip
    assert solved == ["(solved)", "1 of 2", "", "0 of 1", ""]
    assert slips[1].startswith("1 answered “2”: ")


@pytest.mark.parametrize(
    "table",
    [
        "Name,Answer\nAna,{0}\nBen,{1}",
        "\nE-mail;First name;Surname;What you hand in\na@b;An;a;{0}\nb@c;Be;n;{1}\n",
        "code\tfull name\n{0}\tAna\n{1}\tBen",
        'name,code\n"Ana",{0}\n\n"Ben","{1}"\n',
    ],
)
def test_a_table_with_names_calls_students_by_them(table: str):
    found = collected(table.format(code(), code("2")), "of the file")
    assert [each.name.replace(" ", "") for each in found.codes] == ["Ana", "Ben"]
    assert found.told == ()
    assert found.codes[0].place.endswith(" of the file")


def test_whoever_has_no_code_or_a_broken_one_is_told_by_line_and_name():
    found = collected(f"name,code\nAna,{code()}\n\nBen,\nCy,eNxyz\nDi")
    assert [each.name for each in found.codes] == ["Ana"]
    assert found.told == (
        "Line 4 (Ben): there is no code.",
        "Line 5 (Cy): “eNxyz” is not a sheet code.",
        "Line 6 (Di): there is no code.",
    )


HOSTILE = '=HYPERLINK("http://x")<b>|*a*[x](http://y)\u202e\n2'


def test_a_hostile_name_stays_text_on_the_screen_and_in_the_file():
    quoted = HOSTILE.replace('"', '""')
    pasted = f'name,code\n"{quoted}",{code("2")}\n"{quoted}",{code("2")}'
    app = pasting(pasted)
    assert complaints(app) == []
    assert app.dataframe[0].value["Student"][0].startswith("'=HYPERLINK")
    assert text.escape_markdown('=HYPERLINK("http://x")<b>|*a*[x](http://y) 2') in (
        app.warning[0].value
    )
    for row in rows_of(pasted):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row)
        assert not any(sign in cell for cell in row for sign in "\n\u202e")


@pytest.mark.parametrize("given", ["<script>alert(1)</script>", "=1+1", "| a | b", "$x$ `y`"])
def test_a_hostile_answer_stays_text(given: str):
    app = pasting(code(given))
    assert complaints(app) == []
    assert text.escape_markdown(given)[:6] in words(app)
    assert "<script>" not in words(app)


@pytest.mark.parametrize("pasted", ["", " \n\t \n", ",;,"])
def test_an_empty_box_says_nothing(pasted: str):
    app = pasting(pasted)
    assert complaints(app) == []
    assert not app.warning
    assert not app.error
    assert not app.dataframe


def test_more_than_a_class_has_is_refused_with_the_limit():
    app = pasting("\n".join(["x"] * (codes.MOST + 1)))
    assert str(codes.MOST) in app.error[0].value
    assert len(collected("\n".join(a_class(codes.MOST))).codes) == codes.MOST


def test_the_limits_are_those_that_the_help_names():
    said = text.help_on("lessons_codes")
    assert f"{codes.MOST} codes" in said
    assert f"{codes.BOX:,} characters" in said
    assert f"{codes.FILE // 1_000_000} MB" in said
    assert LONGEST_TEXT > codes.BOX >= sheet.LONGEST
    longest = max(len(each) for each in a_class())
    assert longest * SIZE < codes.BOX


@pytest.mark.parametrize("content", [b"x" * (codes.FILE + 1), b"Andr\xe9,abc"])
def test_a_file_that_cannot_be_read_gets_a_sentence(content: bytes):
    with pytest.raises(InvalidInput, match=r"\.$"):
        codes.decoded(content)


def test_a_table_with_a_cell_without_end_gets_a_sentence():
    with pytest.raises(InvalidInput, match="Line 2"):
        collected('name,code\n"' + "x" * 200_000)


PACKED = urlsafe_b64encode(zlib.compress(json.dumps("x" * 199_000).encode(), 9)).decode()
COSTLY = {
    "words": "a " * 499_999,
    "beginnings": "eN " * 330_000,
    "commas": "name" + "," * 990_000,
    "what unpacks to a lot": f"{PACKED}\n" * (990_000 // len(PACKED)),
    "a wide table of it": "name" + "," * 300 + "\n" + ("x" + f",{PACKED}" * 300 + "\n") * 10,
}


@pytest.mark.parametrize("pasted", COSTLY.values(), ids=COSTLY)
def test_no_file_of_the_largest_size_keeps_the_processor(pasted: str):
    assert len(pasted) <= codes.FILE
    begun = time.process_time()
    with suppress(InvalidInput):
        assert collected(pasted).codes == ()
    assert time.process_time() - begun < PROCESSOR


def test_one_students_answers_are_listed_and_of_a_single_code_at_once():
    app = pasting(code("2"))
    assert "**1.1 Two curves.** 2 (1 try)" in words(app)
    app = pasting("\n".join([code("2"), code("3", tries=4)]))
    assert "Two curves.**" not in words(app)
    app.selectbox[-1].select_index(1).run()
    assert "(4 tries)" in words(app)


PLAN = re.compile(r"\| (\d+) to (\d+) \| (.+) \|")
SLIDES = {"90": [1, 3, 4, 5, 6, 7], "45": [5, 6, 7]}
"""That a timetable names; those between the first two are shown with them."""


@pytest.mark.parametrize("minutes", SLIDES)
def test_a_timetable_has_all_its_minutes_and_slides_and_steps_that_there_are(minutes: str):
    rows = PLAN.findall(text.sections("lessons")[for_a_class.TIMETABLES[minutes]])
    ends = [0] + [int(end) for _, end, _ in rows]
    assert [int(begin) for begin, _, _ in rows] == ends[:-1]
    assert ends[-1] == int(minutes)
    slides = [int(each) for _, _, said in rows if said.startswith("Slide")
              for each in re.findall(r"\d", said)]  # fmt: skip
    assert slides == SLIDES[minutes]
    assert slides[0] == for_a_class.FIRST_SLIDES[minutes]
    lessons = [named.groups() for row in rows if (named := LESSON.match(row[2]))]
    by_number = {each.number: each for each in entries.lessons().values()}
    assert by_number[int(lessons[0][0])].name == for_a_class.FIRST_LESSONS[minutes]
    for begin, end, said in rows:
        if named := LESSON.match(said):
            whole = by_number[int(named[1])]
            share = int(named[2] or len(whole.steps)) / len(whole.steps)
            assert int(end) - int(begin) >= whole.minutes * share, said


LESSON = re.compile(r"Lesson (\d), (?:all steps|steps 1 to (\d))")


def test_the_slides_of_a_class_have_a_note_each():
    assert len(story.shipped()["class"].scenes) == 7
    assert all(scene.notes for scene in story.shipped()["class"].scenes)


@pytest.mark.parametrize(("seed", "minutes"), [("0", "90"), ("7", "45")])
def test_the_link_for_students_opens_the_first_question_with_the_seed_of_the_class(
    seed: str, minutes: str
):
    app = opened("lessons", lessons_open="class", seed=seed, lessons_minutes=minutes)
    assert complaints(app) == []
    link = urlsplit(app.code[0].value)
    at = dict(parse_qsl(link.query))
    first = entries.lessons()[for_a_class.FIRST_LESSONS[minutes]]
    assert at["lesson"] == first.name
    assert link.path == paths.path_of(first.steps[0].page)
    assert at.get("seed", "0") == seed
    page = opened(first.steps[0].page, **at)
    assert complaints(page) == []
    assert first.steps[0].title in [each.value for each in page.header] or first.draw


def test_a_link_to_a_step_leaves_what_is_guessed_as_it_was():
    for lesson in entries.lessons().values():
        for number, step in enumerate(lesson.steps, 1):
            at = dict(parse_qsl(urlsplit(links.link("https://x.example", lesson, number)).query))
            assert (at["lesson"], at["step"]) == (lesson.name, str(number))
            if step.guess:
                assert texts_of(step.guess.at).items() <= at.items()


def test_a_code_is_the_link_in_black_on_white_with_a_text_for_those_who_do_not_see_it(
    monkeypatch: pytest.MonkeyPatch,
):
    def here(lesson: Lesson, number: int) -> str:
        return links.link("https://explorer.example", lesson, number, 4_294_967_295)

    monkeypatch.setattr(links, "here", here)
    lesson = entries.lessons()["gives_away"]
    drawn = unquote(links.code(lesson, 7, links.ON_SCREEN))
    assert 'alt="QR code that opens step 7 of lesson 2, What a classifier reveals"' in drawn
    assert "stroke=&#x27;#000&#x27;" in drawn or "stroke='#000'" in drawn
    assert "fill=&#x27;#fff&#x27;" in drawn or "fill='#fff'" in drawn
    modules = segno.make_qr(here(lesson, 7), error="m").symbol_size(border=links.QUIET)[0]
    assert f"0 0 {modules} {modules}" in drawn
    assert modules <= 320 / 4, "a module has four pixels or more on the screen"
    assert links.code(lesson, 6, links.ON_SCREEN) != links.code(lesson, 7, links.ON_SCREEN)


@pytest.mark.parametrize(
    ("server", "is_own"),
    [
        ("http://127.0.0.1:8501", True),
        ("http://localhost", True),
        ("http://[::1]:80/below", True),
        ("https://lab.example", False),
        ("http://192.168.1.20:8501", False),
        ("https://localhost.lab.example", False),
        ("", False),
    ],
)
def test_a_link_that_leads_each_device_to_itself_is_known(
    server: str, is_own: bool, monkeypatch: pytest.MonkeyPatch
):
    assert links.is_of_one_machine(server) == is_own
    told = list[str]()
    monkeypatch.setattr(links, "server", lambda: server)
    monkeypatch.setattr(links.st, "warning", lambda said, **_: told.append(said))
    links.warn()
    assert bool(told) == is_own
    assert all("EXPLORER_HOSTS" in said and "docs/hosting.md" in said for said in told)


def test_all_that_a_class_needs_is_in_one_place_and_only_there():
    labels = [each.proto.label for each in opened("lessons", lessons_open="class").get("page_link")]
    titles = [f"{each.number}. {each.title}" for each in entries.lessons().values()]
    assert [label for label in labels if label in titles] == titles
    assert "Present the slides" in labels
    app = opened("lessons")
    elsewhere = [each.proto.label for each in app.get("page_link")]
    assert "For a class: 45 or 90 minutes" in elsewhere
    assert not {*titles, "Sheets and notes"} & {*elsewhere}
    assert story.shipped()["class"].title not in words(app)
