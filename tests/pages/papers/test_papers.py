"""The Papers page: every entry is shown with its verdict, and a run of one's own replaces it."""

from urllib.parse import parse_qsl

import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dplab.studies.papers.claims import tally
from dplab.studies.papers.entries import entries
from dplab.studies.papers.reproduce import entry_sweeps, ours, verdict
from dplab.studies.papers.results import SILENT, always, is_relative, markdown, printed, stored
from dplab.studies.private_tuning.strategies import STRATEGIES
from pages.kit.view import View
from pages.papers import answer
from pages.papers import figures as paper_figures
from pages.papers.view import NONE_STORED, EntryBesideOurs, of_entry
from pages.private_tuning import values as tuning
from tests.house.some import every
from tests.house.syntax import ROOT
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "papers"
ENTRIES = entries()


def shown(name: str, results: pd.DataFrame | None = None) -> View[EntryBesideOurs]:
    return of_entry(name, results=results)


@pytest.mark.parametrize("name", ["cm08_figure_1", "cm08_figure_2c", "jt13_regression"])
def test_an_entry_opens_full(name):
    app = opened(PAGE, entry=name)
    assert not complaints(app)
    entry, text = ENTRIES[name], text_of(app)
    found = shown(name)
    assert found.sentence in [each.value for each in app.markdown]
    assert {found.made, *found.below[1:]} <= {each.value for each in app.caption}
    assert f"[{entry.status}]" in text
    assert "What the paper says in words" in text
    assert all(f"badge[{claim.expected}] {claim.says}" in text for claim in entry.claims)
    assert (SILENT in text) == (not entry.claims)
    assert len(figures(app)) == 1
    assert "Nothing is stored" not in text


@pytest.mark.parametrize("name", ENTRIES)
def test_every_entry_is_judged_as_its_file_says(name):
    entry, found = ENTRIES[name], shown(name)
    assert found.sentence == f"**{entry.learned}**"
    assert [one.verdict for one in found.answer.judged] == [one.expected for one in entry.claims]
    assert len(found.answer.rows) == len(entry.lines)
    assert bool(found.below) == bool(entry.published)


@pytest.mark.parametrize("name", ENTRIES)
def test_stored_numbers_give_the_verdict_that_is_shown(name):
    entry, found = ENTRIES[name], stored(name)
    assert verdict(entry, found) == entry.status
    near = 0.01 if entry.paper == "CM08" else 0.03
    for value in entry.expected:
        assert ours(found, value, value.variant) == pytest.approx(value.value, abs=near)


@pytest.mark.parametrize("name", every(4, ENTRIES))
def test_every_figure_has_the_constant_rule_as_a_thin_mark_and_says_it(name):
    seen, found = shown(name), stored(name)
    figure = seen.draw(dark=False, phone=False)
    named = paper_figures.RULE_OF_OUTCOMES if is_relative(found) else paper_figures.RULE
    rules = [each for each in figure["data"] if each.get("name", "").lower() == named.lower()]
    drawn = {
        round(error, 5)
        for each in rules
        for error in each.get("y" if each["mode"] == "lines" else "x")
    }
    assert drawn == set(found.majority_error)
    assert always(found) in seen.made
    assert always(found) in seen.alt


def test_differences_stand_beside_the_published_values():
    app = opened(PAGE, entry="cm08_figure_1")
    (table,) = (frame.value for frame in app.dataframe)
    assert table.equals(shown("cm08_figure_1").answer.rows)
    assert len(table) == 6
    assert list(table.method.str.split().str[0]) == 2 * ["Non-private", "Objective", "Output"]
    output = table.iloc[2]
    assert output.published == "0.2962 ± 0.0617"
    assert output["as printed"].endswith(")")
    assert "−" in output["as printed"]


def test_a_run_replaces_what_is_stored(monkeypatch):
    calls = []

    def quick(entry, *_):
        calls.append(entry.name)
        for _sweep in entry_sweeps(entry):
            yield stored(entry.name).drop(columns="seconds").assign(draws=7)

    monkeypatch.setattr(answer, "reproduce", quick)
    app = opened(PAGE, entry="cm08a_figure_1")
    next(button for button in app.button if button.label == "Run it now").click().run()
    assert not complaints(app)
    assert calls == ["cm08a_figure_1"]
    assert "7 draws" in text_of(app)
    assert "Stored with the project" not in text_of(app)


def test_a_run_of_ones_own_is_judged_in_place_of_what_is_stored(monkeypatch):
    swap = {"output": "objective", "objective": "output"}

    def swapped(entry, *_):
        for _sweep in entry_sweeps(entry):
            found = stored(entry.name).drop(columns="seconds")
            yield found.assign(role=found.role.replace(swap))

    monkeypatch.setattr(answer, "reproduce", swapped)
    app = opened(PAGE, entry="cm08_figure_2a")
    assert "Claims in words: :green-badge[2 hold]" in text_of(app)
    assert "n = 14,000: objective 1.1 %, output 6.3 %" in text_of(app)
    next(button for button in app.button if button.label == "Run it now").click().run()
    assert "badge[2 fail]" in text_of(app)
    assert "n = 14,000: objective 6.3 %, output 1.1 %" in text_of(app)
    assert not complaints(app)


def test_where_nothing_is_stored_the_page_says_so_and_offers_a_run(monkeypatch):
    monkeypatch.setattr(answer, "of_entry", shown_of_nothing)
    app = opened(PAGE, entry="cm08_figure_1")
    assert not complaints(app)
    assert [each.value for each in app.info] == [NONE_STORED]
    assert not figures(app)
    assert any(each.label == "Run it now" for each in app.button)


def shown_of_nothing(*_: object) -> None:
    raise InvalidInput(NONE_STORED)


def test_the_glance_counts_the_claims():
    (label,) = (each.label for each in opened(PAGE).expander if "at a glance" in each.label)
    expected = [claim.expected for entry in ENTRIES.values() for claim in entry.claims]
    assert f"Of {len(expected)} claims in words, {tally(expected)}." in label


def test_an_entry_without_numbers_leads_with_what_its_words_came_to():
    text = text_of(opened(PAGE, entry="cm08_figure_2c"))
    said = ("Claims in words", "badge[3 hold]", "badge[1 fails]", "no numbers in our copy")
    places = [text.index(each) for each in said]
    assert places == sorted(places)
    assert "badge[" not in text[: places[0]]


def test_a_run_that_broke_off_replaces_nothing(monkeypatch):
    def broken_off(entry, *_):
        yield stored(entry.name).drop(columns="seconds").assign(draws=7)
        raise InvalidInput("The visitor left.")

    monkeypatch.setattr(answer, "reproduce", broken_off)
    app = opened(PAGE, entry="cm08_figure_1")
    next(button for button in app.button if button.label == "Run it now").click().run()
    app.run()
    assert "7 draws" not in text_of(app)
    assert "Stored with the project" in text_of(app)


def test_draws_that_did_not_converge_are_said_beside_the_verdict(monkeypatch):
    whole = stored("cm08_figure_1")
    assert "did not converge" not in text_of(opened(PAGE, entry="cm08_figure_1"))
    own = {"cm08_figure_1": whole.assign(unconverged=1)}
    monkeypatch.setattr(answer, "_own_runs", lambda: own)
    assert "draws did not converge" in text_of(opened(PAGE, entry="cm08_figure_1"))


@pytest.mark.parametrize("name", ["cm08_figure_1", "cm08_figure_2c", "cms11_adult_privacy"])
def test_an_entry_opens_in_sweeps_as_printed_whatever_was_on_show(name):
    before = {"loss": "smoothed", "h": "0.1", "seed": "9", "spacing": "steps", "epsilon": "7"}
    entry = ENTRIES[name]
    app = opened(PAGE, entry=name, **before)
    link, *_ = app.get("page_link")  # and to the story, and the foot
    for key, text in parse_qsl(link.proto.query_string):
        app.query_params[key] = text
    app.run()
    assert not complaints(app)
    held = app.session_state
    assert (held["data"], held["seed"]) == (entry.panels[0].data, str(entry.seeds[0]))
    assert (held["loss"], held["h"], held["spacing"]) == ("logistic", "0.5", "ratios")
    assert held["losses"] == ("logistic,huber" if len(entry.losses) > 1 else "")
    assert float(held["epsilon"]) == entry.epsilon
    size = max(entry.values) if entry.axis == "n" else entry.n
    assert float(held["n"]) == size
    assert set(held["mechanisms"].split(",")) == set(entry.variants[0].roles.values())


@pytest.mark.parametrize("name", ["cms11_adult_tuning", "cms11_kddcup99_tuning"])
def test_an_entry_on_tuning_opens_in_private_tuning(name):
    entry = ENTRIES[name]
    app = opened(PAGE, entry=name, loss="huber", n="77", tuned="output", across="n")
    link, *_ = app.get("page_link")  # and to the story, and the foot
    assert link.proto.label == "Open in Private tuning"
    for key, text in parse_qsl(link.proto.query_string):
        app.query_params[key] = text
    app.run()
    assert not complaints(app)
    held = app.session_state
    assert (held["data"], held["loss"]) == (entry.panels[0].data, "logistic")
    assert (float(held["n"]), float(held["lam"])) == (entry.n, entry.lam)
    assert (held["tuned"], held["across"]) == ("objective", "epsilon")
    assert tuning.CANDIDATES.read(held["candidates"]) == entry.candidates


def test_a_figure_on_tuning_shows_every_way_to_choose():
    figure = shown("cms11_adult_tuning").draw(dark=False, phone=False)
    named = {trace["name"] for trace in figure["data"] if trace.get("showlegend")}
    assert named == {way.label for way in STRATEGIES.values()} | {paper_figures.RULE}
    assert figure["layout"]["xaxis"]["type"] == "log"


@pytest.mark.parametrize("name", ["jt13_covertype", "jt13_regression"])
def test_an_entry_on_test_points_leads_to_kernels(name):
    link, *_ = opened(PAGE, entry=name).get("page_link")  # and to the story, and the foot
    assert link.proto.label == "Ways to serve predictions: in Kernels"
    assert link.proto.page == "kernels"


def test_the_error_of_a_regression_is_called_relative_and_reaches_beyond_that_of_0():
    figure = shown("jt13_regression").draw(dark=False, phone=False)
    assert figure["layout"]["yaxis"]["title"]["text"] == "Relative error"
    assert figure["layout"]["yaxis"]["range"][1] > 1


def test_scaling_that_looks_at_all_records_is_said_on_the_page():
    for name in ("cms11_adult_privacy", "cm08a_figure_4c", "cm08a_figure_4d"):
        is_said = "a private release must not use it" in text_of(opened(PAGE, entry=name))
        assert is_said == (name != "cm08a_figure_4d")


def test_an_unknown_entry_falls_back_with_a_sentence():
    app = opened(PAGE, entry="nothing")
    assert not complaints(app)
    assert "Table or figure must be one of the list" in text_of(app)


def test_report_says_what_the_entries_say():
    report = markdown(dict(ENTRIES))
    assert (ROOT / "docs" / "reproductions.md").read_text(encoding="utf-8") == report
    for entry in ENTRIES.values():
        assert entry.why in report
        for value in entry.published:
            assert printed(value) in report
        for claim in entry.claims:
            assert f"- **{claim.expected.capitalize()}.** {claim.says}" in report
