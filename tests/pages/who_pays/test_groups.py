"""What each group pays, on the screen: the study's numbers, whatever is asked for."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.who_pays import costs
from dplab.studies.who_pays.costs import FEWEST, Costs
from dplab.tables.groups.division import Division
from pages.kit import words
from pages.kit.values import reading
from pages.who_pays import people
from pages.who_pays.groups import sentences
from pages.who_pays.values import question
from pages.who_pays.view import script
from tests.house.some import every
from tests.pages.kit.dials import looks, turned
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.who_pays.people import (
    PAGE,
    QUICK,
    box,
    drawing,
    has,
    open_page,
    refusals,
    said,
    shown,
    sound,
    verdict,
    words_of,
)
from tests.studies.who_pays.cases import sized

KNOBS = (("group_share", 0.05), ("group_angle", 90.0), ("group_flip", 0.05))
GROUPS = Settings(data="two_groups", n=500, draws=10, epsilon=1.0, knobs=KNOBS)


def study(settings: Settings = GROUPS, mechanism: str = "objective", **question: Any) -> Costs:
    asked = {"division": Division("group")} | question
    return costs.run(costs.Question(settings, mechanism, **asked))


def named(drawing: dict[str, Any]) -> list[str]:
    """Return what stands at the ends of the slopes."""
    return [note["text"] for note in drawing["layout"]["annotations"]]


def test_at_first_there_are_two_groups_and_the_numbers_of_the_study():
    app = sound(opened(PAGE))
    assert refusals(app) == []
    found = study(Settings(data="two_groups", epsilon=1.0, lam="auto", knobs=KNOBS))
    said = verdict(app)
    assert said.startswith("At ε = 1 the smaller group (5 in 100 of the records) pays ")
    larger, smaller = found.groups
    assert f"{words.points(smaller.cost)}, the larger group nothing measurable" in said
    assert larger.cost < 0.001 < smaller.cost
    (drawing,) = figures(app)
    assert [text.rpartition(" ")[0] for text in named(drawing)] == [
        f"{group.name} {words.percent(group.at_epsilon).removesuffix(' %')}"
        for group in found.groups
    ]
    assert f"gap between them is {words.points(found.gap)}" in text_of(app)
    assert "a release knows no groups" in text_of(app)


def test_its_words_are_those_of_the_costs_at_any_settings():
    found = shown(lam="0.02", epsilon="0.5", seed="3", group_share="0.3")
    settings = Settings(
        data="two_groups", n=500, draws=10, epsilon=0.5, lam=0.02, seed=3,
        knobs=(("group_share", 0.3), *KNOBS[1:]),
    )  # fmt: skip
    costs = study(settings)
    assert said(found) == sentences.verdict(costs)
    assert sentences.gap(costs) in found.below[0]


def test_the_dial_of_the_share_moves_the_groups():
    app = open_page(lam="0.01")
    before = verdict(app)
    turned(app, "group_share", 0.5)
    assert app.session_state["group_share"] == "0.5"
    assert verdict(sound(app)) != before
    turned(app, "group_share", "0.1")
    assert "effective number of records is" in text_of(sound(app))
    assert re.search(r"records is (4|5|6)\d\*\*:", text_of(app))


@pytest.mark.parametrize("share", every(4, people.SHARES))
def test_every_share_of_the_dial_is_answered(share: float):
    assert named(drawing(shown(group_share=f"{share:g}")))


@pytest.mark.parametrize("name", ["draws", "seed", "h", "group_share", "group_angle", "d"])
def test_a_refused_setting_gets_a_sentence_and_the_fold_opens(name: str):
    app = open_page(**{name: "-1"})
    (refusal,) = refusals(app)
    assert "shown instead" in refusal
    assert len(figures(app)) == 1


@pytest.mark.parametrize("data", ["two_groups", "breast_cancer"])
@pytest.mark.parametrize("method", every(2, people.METHODS))
def test_more_settings_open_and_draw_each_box_once(data: str, method: str):
    app = open_page(data=data, who_pays_method=method)
    app.session_state["more"] = True
    sound(app.run())
    assert len({each.key for each in app.number_input}) == len(app.number_input) >= 2
    assert MECHANISMS[method].uses_delta == ("Privacy parameter δ" in looks(app))


@pytest.mark.parametrize("counted", costs.COUNTED)
@pytest.mark.parametrize("method", every(2, people.METHODS))
@pytest.mark.parametrize("figure", ["now", "along"])
def test_every_method_figure_and_count_is_answered(counted: str, method: str, figure: str):
    found = shown(
        who_pays_method=method, who_pays_counted=counted, who_pays_figure=figure, lam="0.01"
    )
    title = drawing(found)["layout"]["title"]["text"]
    assert title.startswith(sentences.errors(counted))
    paid = study(Settings(**vars(GROUPS) | {"lam": 0.01}), method, counted=counted)
    assert said(found) == sentences.verdict(paid)
    is_exact = "Means over the noise are exact" in found.made
    assert is_exact == MECHANISMS[method].has_exact_chances


@pytest.mark.parametrize("counted", costs.COUNTED)
@pytest.mark.parametrize("figure", ["now", "along"])
def test_the_page_draws_the_view_and_says_what_missed_positives_are(counted: str, figure: str):
    query = {"who_pays_counted": counted, "who_pays_figure": figure}
    app, found = open_page(**query), shown(**query)
    assert figures(app) == [drawing(found)]
    assert verdict(app) == said(found)
    assert {*found.below, found.made} <= set(text_of(app).split("\n"))
    assert ("Missed: test records whose label is" in text_of(app)) == (counted == "missed")


def test_along_epsilon_each_group_has_its_errors_at_every_epsilon():
    traces = drawing(shown(who_pays_figure="along"))["data"]
    lines = [trace for trace in traces if trace.get("mode") == "lines+markers"]
    assert [trace["name"] for trace in lines] == ["larger group", "smaller group"]
    assert all(len(trace["x"]) == 11 for trace in lines)


@pytest.mark.parametrize("data", ["gaussian", "counterexample", "moons"])
def test_another_generated_law_gives_way_to_two_groups(data: str):
    asked = people.people(reading({"data": data, "d": "4"}))
    assert (asked.settings.data, asked.settings.knobs) == ("two_groups", KNOBS)


def test_the_page_says_that_two_groups_stand_for_another_law():
    app = open_page(data="gaussian", d="4")
    assert "has no groups: this page shows two generated groups" in text_of(app)
    assert verdict(app).startswith("At ε = 1 the ")
    assert box(app, "Data").value == "two_groups"


def test_without_noise_nobody_pays():
    found = shown(epsilon="inf")
    assert said(found) == "At ε = ∞ there is no noise: no group pays anything."
    assert "The gap" not in words_of(found)


EXTREMES = [
    {"n": "20", "draws": "2"}, {"n": "1"}, {"epsilon": "1e-9"}, {"epsilon": "1e9"}, {"d": "1"},
    {"d": "3"}, {"d": "100"}, {"group_share": "0.005", "n": "20"}, {"group_angle": "0"},
    {"group_flip": "0.5"}, {"lam": "1e-6"}, {"lam": "1e6"},
]  # fmt: skip


@pytest.mark.parametrize("query", every(3, EXTREMES), ids=str)
def test_extreme_settings_are_answered_along_epsilon_too(query: dict[str, str]):
    found = shown(**query, who_pays_method="output", who_pays_figure="along")
    assert said(found)
    assert drawing(found)["data"]


def test_one_draw_is_refused():
    app = open_page(draws="1")
    assert refusals(app) == ["Draws must be at least 2; got 1. 50 is shown instead."]


# --- Columns and cuts ---------------------------------------------------------------------------


def test_a_column_is_chosen_and_named_in_the_address():
    app = open_page(data="breast_cancer")
    assert (box(app, "Groups by").value, box(app, "Cut at").value) == ("mean texture", "20")
    box(app, "Groups by").set_value("mean area").run()
    assert app.session_state["who_pays_column"] == "mean area"
    assert "divided by “mean area”, cut at 500" in text_of(sound(app))
    assert "read from the data" in text_of(app)
    linked = open_page(data="breast_cancer", who_pays_column="mean area")
    assert verdict(linked) == verdict(app)


@pytest.mark.parametrize("column", ["sex", "diagnosis", "", "a" * 500, "<b>x</b> **y**"])
def test_a_column_that_is_not_there_gives_way_to_the_usual_one(column: str):
    found = shown(data="breast_cancer", who_pays_column=column)
    assert "divided by “mean texture”, cut at 20" in found.made


def test_the_usual_division_of_a_table_was_not_read_from_it_and_the_label_is_no_choice():
    app = open_page(data="breast_cancer", who_pays_column="of another table")
    assert "Column or cut read from the data" not in text_of(app)
    assert "diagnosis" not in box(app, "Groups by").options


def test_two_groups_have_no_other_column():
    app = open_page(who_pays_column="x1", who_pays_cuts="0")
    assert not has(app, "Groups by")
    assert not has(app, "Cut at")
    assert len(figures(app)) == 1


@pytest.mark.parametrize("way", ["typed", "linked"])
def test_cuts_that_are_no_numbers_get_a_sentence_and_the_proposed_one(way: str):
    if way == "linked":
        app = open_page(data="breast_cancer", who_pays_cuts="15, x")
    else:
        app = open_page(data="breast_cancer")
        sound(box(app, "Cut at").set_value("15, x").run())
    (refusal,) = refusals(app)
    assert refusal.startswith("Cut at must be")
    assert refusal.endswith("The proposed cut is shown instead.")
    assert "cut at 20" in text_of(app)
    assert len(figures(app)) == 1


@pytest.mark.parametrize("way", ["typed", "linked"])
def test_cuts_that_make_no_groups_get_a_sentence_until_they_are_taken_back(way: str):
    if way == "linked":
        app = open_page(data="breast_cancer", who_pays_cuts="15; 15")
    else:
        app = open_page(data="breast_cancer")
        sound(box(app, "Cut at").set_value("15; 15").run())
    (refusal,) = refusals(app)
    assert "must differ" in refusal
    assert figures(app) == []
    box(app, "Cut at").set_value("").run()
    assert refusals(sound(app)) == []
    assert len(figures(app)) == 1


def test_cuts_divide_a_column_and_go_with_it():
    app = open_page(data="breast_cancer")
    sound(box(app, "Cut at").set_value("17, 22").run())
    assert "cut at 17 and 22" in text_of(app)
    sound(box(app, "Groups by").set_value("mean area").run())
    assert "cut at 500" in text_of(app)
    assert app.session_state["who_pays_cuts"] == ""


def test_cuts_that_somebody_typed_are_not_said_to_be_read_from_the_data():
    app = open_page(data="breast_cancer", who_pays_column="mean area")
    assert "Column or cut read from the data" in text_of(app)
    sound(box(app, "Cut at").set_value("450").run())
    assert "Column or cut read from the data" not in text_of(app)


def test_cuts_are_named_with_the_digits_that_tell_them_apart():
    found = shown(data="breast_cancer", who_pays_cuts="20, 20.0000001")
    assert "cut at 20 and 20.0000001;" in found.made


@pytest.mark.parametrize("data", ["pima", "adult"])
def test_cuts_of_one_table_are_not_those_of_another(data: str, tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    app = open_page(data="breast_cancer", who_pays_cuts="15, 20")
    sound(box(app, "Data").set_value(data).run())
    assert refusals(app) == []
    assert len(figures(app)) == 1


def test_cuts_that_the_box_proposes_can_be_read_from_it(tables_folder, monkeypatch):
    """3,000 of Covertype's Elevation would be read as 3 and 0."""
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    app = open_page(data="covertype")
    proposed, said = box(app, "Cut at").value, verdict(app)
    sound(box(app, "Cut at").set_value(f" {proposed}").run())
    assert refusals(app) == []
    assert verdict(app) == said


# --- Sentences ----------------------------------------------------------------------------------


def own_costs(sizes: list[int], **settings: Any) -> Costs:
    """Return costs of groups with so many test records, by a mechanism whose mean is exact."""
    now, records = sized(*sizes)
    question = costs.Question(
        Settings(**vars(now) | settings), "output", Division("group"), costs.ERROR
    )
    return costs.run(question, records)


def everything(found: Costs) -> str:
    return "\n".join(
        [
            sentences.verdict(found),
            *sentences.more(found),
            sentences.title(found, phone=False),
            sentences.alt(found),
            sentences.alt_along(found),
            sentences.protocol(found, "A table", "λ = 1"),
        ]
    )


@pytest.mark.parametrize("epsilon", [0.1, 1e9, np.inf])
@pytest.mark.parametrize("sizes", [[200, 60], [200, 29], [29, 5], [12] * 12, [40] * 12])
def test_sentences_hold_numbers_and_no_group_without_verdict(sizes: list[int], epsilon: float):
    found = own_costs(sizes, epsilon=epsilon)
    said = everything(found)
    assert re.findall(r"\bnan\b|\binf\b|None", said) == []
    too_small = [group.name for group in found.groups if group.n_test < FEWEST]
    assert all(f"“{name}”" not in sentences.verdict(found) for name in too_small)
    for name in too_small if found.known else []:
        assert f"“{name}”" in sentences.too_few(found)


def test_a_small_group_is_called_one_where_positives_are_counted():
    found = shown(data="breast_cancer", who_pays_counted="missed")
    assert "30 positive test records or more" in said(found)
    # 47 of the 114 test records are positive.
    assert "tested on 114 others" in found.made


def test_a_share_is_never_said_to_be_more_or_less_than_it_is():
    found = study()
    group = found.groups[0]
    said = {
        n_train: sentences._share(replace(group, n_train=n_train), replace(found, n=20_000))
        for n_train in (0, 3, 20, 189, 200, 19_990, 20_000)
    }
    assert said == {
        0: "without a training record",
        3: "fewer than 1 in 1,000 of the records",
        20: "1 in 1,000 of the records",
        189: "9 in 1,000 of the records",
        200: "1 in 100 of the records",
        19_990: "more than 99 in 100 of the records",
        20_000: "100 in 100 of the records",
    }


def test_one_record_is_no_plural():
    assert "like a table of 1 record with" in words_of(shown(n="20", draws="2", lam="0.01"))


@pytest.mark.parametrize("query", [{"epsilon": "inf"}, {"group_share": "0.005"}])
def test_the_effective_number_says_whose_it_is(query: dict[str, str]):
    assert "The smaller group's **effective number" in words_of(shown(**query))


def test_whoever_errs_less_with_noise_is_counted_too():
    found = study()
    one, other = (
        replace(group, at_epsilon=group.without_noise + cost)
        for group, cost in zip(found.groups, (0.1, -0.05), strict=True)
    )
    said = sentences.gap(replace(found, groups=(one, other)))
    assert said.endswith("100 more get a wrong label; of the smaller group 50 fewer.")
    even = replace(other, at_epsilon=other.without_noise)
    assert sentences.gap(replace(found, groups=(one, even))).endswith("smaller group none.")


# --- To take along ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"data": "breast_cancer", "who_pays_cuts": "17, 20", "who_pays_method": "output"},
        {"who_pays_counted": "missed", "epsilon": "inf"},
        {"who_pays_method": "objective_gaussian", "delta": "1e-5"},
    ],
    ids=str,
)
def test_the_script_prints_the_numbers_of_the_page(query: dict[str, str], capsys):
    exec(script(question(reading(QUICK | query))), {})
    lines = capsys.readouterr().out.splitlines()
    for text in named(drawing(shown(**query))):
        percent = text.removesuffix(" %").rpartition(" ")[2]
        assert any(f"{percent}% at ε" in line for line in lines)


def test_help_and_refusals_stay_when_the_page_is_opened_again():
    app = sound(opened(PAGE, **QUICK, who_pays_method="nothing", who_pays_counted="nothing"))
    assert complaints(app) == []
    assert len(refusals(app)) == 2
