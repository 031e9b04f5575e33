"""The page Adversary, first part: the reconstructed record, and what is said about it."""

import csv
import io
import subprocess
import sys

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.adversary.attacks import Question
from dplab.studies.adversary.person import Traces
from dplab.tables.decoding.rows import DecodedLevel, DecodedNumber
from edition.views import RememberingRecords, view
from pages.adversary import record_names as fruit
from pages.adversary import results
from pages.adversary.rows import compared
from pages.adversary.sentences import record as sentences
from pages.adversary.values import AdversaryQuestion
from pages.adversary.view import script
from pages.kit.figures.table import as_csv
from pages.kit.view import View
from tests.house.some import some
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, own, upload, with_table

PAGE = "adversary"
RECORDS = RememberingRecords()
SMALL = {"data": "uniform", "n": "200", "d": "5", "epsilon": "1", "lam": "0.01"}

QUICK = Settings(data="uniform", n=200, d=5, epsilon=1.0)

ZEROS = "\n".join(
    ["change,job,sick"]
    + [
        f"{0 if k % 7 else k - 30},{'smith' if k % 2 else 'baker'},{'yes' if k % 3 else 'no'}"
        for k in range(60)
    ]
).encode()
"""A table whose numbers are mostly zero, between bounds of both signs."""


def opened_small(**query):
    return unfolded(opened(PAGE, **(SMALL | query)))


def shown(**query: str) -> View[Question]:
    return view(PAGE, SMALL | query, RECORDS)


def unfolded(app):
    """Open the fold with the whole record."""
    app.session_state["fold whole"] = True
    return app.run()


def test_the_record_is_reconstructed_and_the_digits_are_those_of_the_core():
    app = opened_small()
    assert not complaints(app)
    found = results.reconstructed(Settings(data="uniform", n=200, d=5, epsilon=1.0), 0, RECORDS)
    (true,) = [guess for guess in found.guesses if guess.is_true]
    assert f"to at least {true.digits.min()} digits" in text_of(app)
    assert true.digits.min() > 6
    for value in found.person.x:
        assert f"{value:.9f}" in text_of(app).replace("\\", "")


def compared_of(asked: Question) -> str:
    return as_csv(compared(results.reconstructed(asked.settings, asked.row, RECORDS)))


def test_another_record_is_not_what_is_reconstructed():
    """The near miss: the table of one person does not show another's record."""
    first, second = (compared_of(Question(QUICK, row)) for row in (0, 1))
    other = results.reconstructed(QUICK, 1, RECORDS).person
    assert f"{other.x[0]:.9f}" in second
    assert f"{other.x[0]:.9f}" not in first


def test_generated_people_are_fruit_and_a_row_has_one_name():
    assert "Apple 1" in shown().below[0]
    assert "Banana 2" in shown(adversary_row="2").below[0]
    assert len({fruit.name(row) for row in range(1_000)}) == 1_000
    assert fruit.name(23) == fruit.name(23)


def test_a_person_who_is_not_there_gets_a_sentence_and_the_last_one_is_shown():
    app = opened_small(adversary_row="900")
    assert not complaints(app)
    assert "There is no person 900 among 200 training records: person 200 is shown." in text_of(app)
    assert fruit.name(199) in text_of(app)


def test_a_column_beyond_the_last_is_the_last():
    assert shown(adversary_column="99").answer.column == "x5"


@pytest.mark.parametrize("query", [{"adversary_row": "0"}, {"n": "1"}], ids=str)
def test_bad_input_gets_a_sentence_and_the_page_goes_on(query):
    app = opened_small(**query)
    assert not complaints(app)
    assert app.error
    assert app.expander


def test_a_hinge_leaves_records_without_a_trace_and_the_button_leads_to_one_with():
    settings = Settings(data="uniform", n=30, d=5, loss="huber", lam=1e-4)
    without = [k for k in range(30) if not results.reconstructed(settings, k, RECORDS).guesses]
    assert len(without) == results.traces(settings, RECORDS).without > 0
    row = str(without[0] + 1)
    app = opened_small(n="30", loss="huber", lam="1e-4", adversary_row=row)
    assert "left no trace" in text_of(app)
    (button,) = (each for each in app.button if each.label == "Somebody who left a trace")
    app = button.click().run()
    assert not complaints(app)
    assert "digits." in text_of(app)
    assert app.query_params["adversary_row"] != [row]


def test_the_next_with_a_trace_has_one_and_nobody_between():
    settings = Settings(data="uniform", n=30, d=5, loss="huber", lam=1e-4)
    traced = [bool(results.reconstructed(settings, k, RECORDS).guesses) for k in range(30)]
    for row in (0, 9, 29):
        place = results.next_with_trace(settings, row, RECORDS)
        between = [(row + step) % 30 for step in range(1, (place - row - 1) % 30 + 1)]
        assert traced[place]
        assert not any(traced[k] for k in between)


def test_both_candidates_stand_there_and_the_true_one_is_marked():
    # An own table has no wide ranges: two records fit, and the ranges hold.
    settings = Settings(data="uniform", n=200, d=5, lam=1e-4)
    row = next(
        k for k in range(200) if len(results.reconstructed(settings, k, RECORDS).guesses) == 2
    )
    found = results.reconstructed(settings, row, RECORDS)
    heads = sentences.headings(found)
    marked = [head for head in heads if head.endswith("(the true one)")]
    assert marked == [
        f"Candidate {1 + [g.is_true for g in found.guesses].index(True)} (the true one)"
    ]
    assert all(len(line) == len(heads) for line in sentences.lines(found))
    assert "Two records fit" in sentences.headline(found, row, settings)


def test_a_range_that_is_shown_holds_the_true_number():
    settings = Settings(data="breast_cancer", n=200)
    for row in range(5):
        found = results.reconstructed(settings, row, RECORDS)
        assert not any("wrong" in line[-1] for line in sentences.lines(found))


@pytest.mark.parametrize(("cell", "text"), [
    (DecodedNumber(37.00000000005, 37.00000000005, False, False, False), "37"),
    (DecodedNumber(20_000, 20_000, False, True, False), "20,000 or more"),
    (DecodedNumber(0, 0, True, False, True), "0 or less, or missing"),
    (DecodedNumber(11.234, 14.876, False, False, False), "between 11.23 and 14.88"),
    (DecodedNumber(11.236, 14.874, False, False, False), "between 11.23 and 14.88"),
    (DecodedNumber(-14.876, -11.234, False, False, False), "between -14.88 and -11.23"),
    (DecodedNumber(0.1, 0.5, False, True, False), "0.1 or more"),
    (DecodedNumber(0, 1, True, True, False), "any number"),
], ids=str)  # fmt: skip
def test_a_number_reads_as_what_is_known_of_it(cell, text):
    assert sentences.number(cell) == text


def test_a_level_says_what_else_would_read_the_same():
    assert sentences.level(DecodedLevel("smith", False, False)) == "smith"
    assert sentences.level(DecodedLevel("?", True, True)) == "?, or missing, or another level"
    assert sentences.level(DecodedLevel("missing", True, True)) == "missing, or another level"


@pytest.mark.parametrize(("value", "digits", "text"), [
    (37.00000000005, 11, "37"), (0.00123456, 4, "0.001235"), (20_000.0, 5, "20,000"),
    (-12.5, 4, "-12.5"), (0.0, 4, "0"), (1e15, 4, "1e15"), (123456.7, 4, "123,457"),
])  # fmt: skip
def test_numbers_are_written_without_zeros_at_their_end(value, digits, text):
    assert sentences.written(value, digits) == text


def test_a_zero_is_read_as_zero_and_not_as_its_rounding():
    page = declare(with_table(ZEROS))
    page.switch_page("adversary/page.py")
    text = text_of(unfolded(page))
    (line,) = (each for each in text.splitlines() if each.startswith("| change |"))
    assert [part.strip() for part in line.split("|")[2:4]] == ["0", "0, or missing"]


def test_the_csv_has_what_the_screen_shows():
    asked = Question(Settings(data="uniform", n=200, d=5), 3)
    found = results.reconstructed(asked.settings, 3, RECORDS)
    rows = list(csv.reader(io.StringIO(compared_of(asked))))
    assert tuple(rows[0]) == sentences.headings(found)
    assert [tuple(row) for row in rows[1:]] == sentences.lines(found)


TOLD = [Settings(data="uniform", n=200, d=5), Settings(data="counterexample", n=500, d=3)]


@pytest.mark.parametrize("settings", some(TOLD, TOLD[1:]), ids=lambda settings: settings.data)
def test_the_script_runs_as_it_is_and_prints_the_digits(settings):
    program = script(AdversaryQuestion(settings, row=4), RECORDS)
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    true = [g for g in results.reconstructed(settings, 3, RECORDS).guesses if g.is_true]
    assert len(true) == 1
    (digits,) = {
        int(line.split()[-2])
        for line in run.stdout.splitlines()
        if "to 0" not in line and "digits" in line
    }
    assert abs(digits - true[0].digits.min()) <= 1


def test_an_own_tables_row_stands_in_no_address_and_no_script():
    page = declare(with_table())
    page.switch_page("adversary/page.py")
    page = page.run()
    assert not complaints(page)
    before = dict(page.query_params)
    (surprise,) = (each for each in page.button if each.label == "Surprise me")
    row = 1
    while row == 1:  # one row in 48 is the first again
        page = surprise.click().run()
        assert not complaints(page)
        row = own(page).noted["adversary_row"]
    assert dict(page.query_params) == before
    assert "adversary_row" not in page.query_params
    assert f"person {row}, row" in text_of(page)
    (code,) = (each.value for each in page.code if "reconstructs one record" in each.value.lower())
    assert "person = 1  # as on the page" in code
    assert "row = person - 1" in code
    assert not any("adversary_row" in each.value for each in page.code)


def test_an_own_tables_row_outlives_a_reload_and_goes_with_the_table():
    page = declare(with_table())
    page.switch_page("adversary/page.py")
    (box,) = (each for each in page.run().number_input if each.label == "Person")
    page = box.set_value(7).run()
    assert not complaints(page)

    def reloaded(query):
        again = opened()
        again.session_state["visitor"] = page.session_state["visitor"]
        for name, value in query.items():
            again.query_params[name] = value
        again.switch_page("adversary/page.py")
        again = again.run()
        assert not complaints(again)
        return text_of(again)

    assert "person 7, row" in reloaded({"data": "upload"})
    # The near misses: another table, public or one's own, has a row of its own.
    assert "person 7" not in reloaded({"data": "breast_cancer", "n": "200"})
    page.switch_page("data/page.py")
    declare(upload(page.run(), ZEROS, "other.csv"))
    assert "person 1, row" in reloaded({"data": "upload"})


def test_another_tables_row_leaves_the_address_of_an_own_table():
    page = declare(with_table())
    page.session_state["adversary_row"] = "7"
    page.switch_page("adversary/page.py")
    page = page.run()
    assert not complaints(page)
    assert "person 1, row" in text_of(page)
    assert page.session_state["adversary_row"] == "1"
    assert "adversary_row" not in page.query_params
    # Nobody has a table, and the row goes all the same; that of a public table stays.
    assert opened(PAGE, data="upload", adversary_row="7").session_state["adversary_row"] == "1"
    assert opened_small(adversary_row="7").session_state["adversary_row"] == "7"


def test_who_left_no_trace_has_no_file():
    settings = Settings(data="uniform", n=30, d=5, loss="huber", lam=1e-4)
    guesses = [bool(results.reconstructed(settings, k, RECORDS).guesses) for k in range(30)]
    for is_there in (False, True):
        row = str(guesses.index(is_there) + 1)
        app = opened_small(n="30", loss="huber", lam="1e-4", adversary_row=row)
        assert ("CSV" in files(app)) == is_there


def files(app):
    return [button.label for button in app.get("download_button")]


def test_an_own_tables_row_is_reconstructed_in_its_own_words():
    page = declare(with_table())
    page.switch_page("adversary/page.py")
    text = text_of(unfolded(page))
    assert sentences.OWN in text
    assert "| age |" in text
    assert "| job |" in text


def test_a_links_row_of_another_table_is_not_the_own_tables_row():
    page = declare(with_table())
    page.query_params["adversary_row"] = "7"
    page.switch_page("adversary/page.py")
    assert "person 1, row" in text_of(page.run())


def test_a_faint_trace_is_told_from_none():
    smooth, flat = Settings(), Settings(loss="huber")
    found = Traces(n=200, without=3, doubled=0, undecided=0)
    assert "below the precision of the solver" in sentences.traces(found, smooth)
    assert "flat" in sentences.traces(found, flat)
    assert "nearly zero, or the classifier is very sure" in sentences.hidden("Apple 1", smooth)
    assert "left no trace but one" in sentences.hidden("Apple 1", flat)


@pytest.mark.parametrize(
    ("without", "undecided", "said"),
    [
        (0, 0, "Each of these 200 training records can be reconstructed."),
        (0, 150, "Of 200 training records, 50 can be reconstructed, and 150 narrowed down to two."),
    ],
)
def test_who_is_one_of_two_is_not_counted_as_reconstructed(without: int, undecided: int, said: str):
    found = Traces(n=200, without=without, doubled=undecided, undecided=undecided)
    assert sentences.traces(found, Settings()) == said
