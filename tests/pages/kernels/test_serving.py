"""The second half of Kernels: three ways to serve predictions, as a visitor meets them."""

import csv
import io
import math
from base64 import b64decode
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import plotly.graph_objects as go
import pytest

from dplab.kernels.serving import WAYS
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.kernels import serving as core
from dplab.studies.kernels.served_along import Question, run, table
from dplab.studies.kernels.serving import EPSILONS, ServingChoice
from edition import views
from edition.views import RememberingRecords
from pages.comparison import terms
from pages.kernels.serving import results, sentences
from pages.kernels.serving.figures import pinp, ways
from pages.kernels.serving.values import ServingQuestion
from pages.kernels.serving.view import ServedAnswer, script
from pages.kit.figures import style
from pages.kit.figures.style import FigureDict
from pages.kit.view import View
from pages.kit.words import percent
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import declare, with_table

SMALL = {"kernels_serving_n": "1000", "kernels_points": "40", "draws": "5", "d": "4"}
SETTINGS = Settings(data="cubic", d=4, n=1000, draws=5, epsilon=1.0)
RECORDS = RememberingRecords()
CHOICE = ServingChoice(SETTINGS, parameters=(("degree", 3),), n_points=40)


def opened_half(**query: str):
    return opened("kernels", kernels_half="serving", **SMALL | {"epsilon": "1"} | query)


def shown(**query: str) -> View[ServedAnswer]:
    return views.view(
        "kernels", {"kernels_half": "serving", **SMALL, "epsilon": "1"} | query, RECORDS
    )


def drawing(found: View[ServedAnswer]) -> FigureDict:
    return as_json(found.draw(dark=False, phone=False))


def of_the_switch(found: View[ServedAnswer]) -> str:
    """Return what the page says about the switch."""
    asked = found.answer.predictions.question
    broken = "tddl_laplace" in found.answer.predictions.broken
    return sentences.changed(asked.form, asked.choice.n_points, is_broken=broken)


def of_pinp(found: View[ServedAnswer]) -> tuple[FigureDict, str]:
    """Return the figure of PINP's conversation, and what the page says of it."""
    served, rule = found.answer.predictions, terms.as_markdown(found.answer.rule)
    spoken = RECORDS.get(results.conversation, served.question)
    exact, now = served.learner.predictions, served.here("wrong")["pinp"]
    picture = pinp.draw(spoken, exact, largest=served.largest, dark=False)
    said = sentences.conversation(spoken, exact, now, rule, served.largest)
    return as_json(picture), said.replace("\\", "")


def text(app) -> str:
    return text_of(app).replace("\\", "")


def named(figure, name: str):
    return next(trace for trace in figure["data"] if trace.get("name") == name)


def medians(found, measured: str = "wrong") -> list[float]:
    return [
        Summary.of(getattr(found[way, 1.0], measured)).median
        for way in ("functional", "tddl_gaussian", "tddl_laplace", "pinp")
    ]


@pytest.fixture(scope="module")
def learner():
    return core.learn(CHOICE)


@pytest.mark.parametrize("form", ["mended", "printed"])
def test_tiles_show_the_errors_that_the_core_computes(learner, form: str):
    app = opened_half(kernels_form=form)
    assert complaints(app) == []
    found = core.served(CHOICE, (1.0,), form=form, learned=learner)
    assert [each.value for each in app.metric] == [
        percent(each) for each in (learner.wrong, *medians(found))
    ]
    assert ("; not private" in text(app)) == (form == "printed")


@pytest.mark.parametrize("measured", ["wrong", "off"])
def test_curves_hold_the_errors_of_each_way_and_their_spread(learner, measured: str):
    figure = drawing(shown(kernels_measured=measured))
    go.Figure(figure)
    found = core.served(CHOICE, EPSILONS, learned=learner)
    for name, way in WAYS.items():
        curve = named(figure, way.label)
        expected = [Summary.of(getattr(found[name, e], measured)) for e in EPSILONS]
        assert curve["y"] == pytest.approx([each.median for each in expected])
        np.testing.assert_allclose(curve["customdata"], [(s.low, s.high) for s in expected])
    if measured == "wrong":
        assert named(figure, "Non-private")["y"] == [learner.wrong] * 2
        assert "always predicting" in str(figure["layout"]["annotations"])
    else:
        low, high = figure["layout"]["yaxis"]["range"]
        assert all(10**low <= y <= 10**high for way in WAYS.values()
                   for y in named(figure, way.label)["y"])  # fmt: skip
    assert "you are here" in str(figure["layout"]["annotations"])


def test_every_way_can_be_told_from_the_others_without_colour():
    for broken in (False, True):
        looks = [ways.look(way, broken=broken and way == "tddl_laplace") for way in WAYS]
        assert len({look.dash for look in looks}) == len(WAYS)
        assert len({look.mark for look in looks}) == len(WAYS)
    assert set(ways.WAY_LOOKS) == set(WAYS) == set(sentences.NAMES)


@pytest.mark.parametrize(("better", "said"), [
    (3, "at all 3 ε computed"), (2, "at 2 of the 3 ε computed"), (0, "at none of the 3 ε computed"),
])  # fmt: skip
def test_how_often_the_baseline_wins_is_counted(better: int, said: str):
    def at(errors):
        return {float(k): Summary(each, each, each) for k, each in enumerate(errors)}

    along = {
        "functional": at([0.2] * better + [0.4] * (3 - better)),
        "pinp": at([0.3] * 3),
        "tddl_laplace": at([0.1] * 3),
    }
    assert said in sentences.smallest(along, ("tddl_laplace",), "wrong")
    assert "none of the 3" in sentences.smallest(along, (), "wrong")


@pytest.mark.whole
def test_the_baseline_has_the_smallest_error_at_every_epsilon_where_the_page_starts():
    found = views.view("kernels", {"kernels_half": "serving"})
    said = "has the smallest median share of wrong labels at all 12 ε computed"
    assert said in found.sentence
    assert percent(found.answer.predictions.learner.wrong) == "25.5 %"


def test_the_switch_changes_what_it_says_and_nothing_else():
    mended, printed = (shown(kernels_form=form) for form in ("mended", "printed"))
    one, other = map(drawing, (mended, printed))
    for name in ("Functional Gaussian", "TDDL, Gaussian noise", "Non-private"):
        assert named(one, name)["y"] == named(other, name)["y"]
    for name in ("PINP", "TDDL, Laplace noise"):
        assert named(one, name)["y"] != named(other, name)["y"]
    assert named(other, "TDDL, Laplace noise")["line"]["dash"] == "dot"
    said = "the constant 1, which is not (ε, δ)-differentially private"
    assert said in of_the_switch(printed)
    assert "Left out: TDDL with Laplace noise" in printed.sentence
    assert "Left out" not in mended.sentence


def test_the_fold_about_the_switch_says_what_was_mended():
    app = opened_half(kernels_form="printed")
    app.session_state["fold What was corrected?"] = True
    said = of_the_switch(shown(kernels_form="printed")).replace("\\", "")
    assert said in text(app.run())
    assert figures(app)[:2] == [
        drawing(shown(kernels_form="printed")), of_pinp(shown(kernels_form="printed"))[0]
    ]  # fmt: skip


def test_one_answer_needs_no_more_than_the_printed_noise_and_the_page_says_so():
    found = shown(kernels_form="printed", kernels_points="1")
    assert "which is enough for this few answers (T = 1)" in of_the_switch(found)
    assert not any(map(found.answer.predictions.is_broken, WAYS))


def test_pinp_as_printed_never_updates_at_20_000_records_and_calibrated_it_is_of_use():
    query = {"kernels_serving_n": "20000", "kernels_points": "200", "d": "10", "draws": "20"}
    picture, said = of_pinp(shown(kernels_form="printed", **query))
    assert "An answer must be off by σ = 801 to be updated." in said
    assert "larger than CR = 11.8" in said
    assert "Nothing is updated in 20 draws: every answer is 0" in said
    assert "is wrong, no better than always predicting −1" in said
    assert named(picture, "an update: exact plus noise (0)")["x"] == []
    _, mended = of_pinp(shown(**query))
    assert "clearly better than always predicting" in mended
    assert "There is no update" not in mended


def test_the_conversation_shows_exact_values_and_answers(learner):
    plan, spoken = core.conversation(CHOICE, learned=learner)
    figure, said = of_pinp(shown(lam="0.01"))
    go.Figure(figure)
    exact, public, updates = figure["data"]
    np.testing.assert_allclose(exact["y"], learner.predictions, atol=5e-5)
    answered = dict(zip(public["x"] + updates["x"], public["y"] + updates["y"], strict=True))
    np.testing.assert_allclose([answered[t] for t in range(1, 41)], spoken.answers[0], atol=5e-5)
    assert updates["x"] == (np.flatnonzero(spoken.updated[0]) + 1).tolist()
    count = np.median(spoken.updated.sum(axis=1))
    assert f"a median of {count:,.0f} of 40 answers are updates" in said
    assert f"σ = {sentences.short(plan.threshold)} to be updated" in said


def test_tdil_learns_only_where_n_is_huge_and_a_printed_selection_may_cost_more_than_epsilon():
    app = opened_half()
    assert "Corrected, no round updates the classifier below n = 10⁷" in text(app)
    _, _, figure = figures(app)
    go.Figure(figure)
    large = replace(CHOICE, settings=replace(SETTINGS, lam=0.1, draws=20), n_points=1)
    for form, label in (("mended", "TDIL corrected"), ("printed", "TDIL as published")):
        found = core.asymptotic_tdil(large, core.TDIL_SIZES, printed=form == "printed")
        left, cost = (trace for trace in figure["data"] if trace["name"] == label)
        assert left["y"] == pytest.approx([r.distances[:, -1].mean() for _, r in found.values()])
        assert cost["y"] == pytest.approx([plan.selection_loss for plan, _ in found.values()])
        at_a_million = found[10**6][0].selection_loss
        assert (at_a_million > 1) == (form == "printed")
        said = f"{sentences.short(at_a_million)} {label.removeprefix('TDIL ')}"
        assert said in text(app)
    asked = shown(kernels_form="printed").answer.predictions.question
    runs = {form: results.tdil(asked, form, RECORDS) for form in ("mended", "printed")}
    assert "As published, no round updates" in sentences.tdil(runs, "printed", 1.0)


def test_so_large_an_epsilon_that_tdil_has_no_proof_gets_a_sentence():
    app = opened_half(epsilon="1e9")
    assert complaints(app) == []
    assert "At ε = 1,000,000,000 TDIL is not shown" in text(app)
    assert len(figures(app)) == 2
    assert len(figures(opened_half(epsilon="100"))) == 3


@pytest.mark.parametrize("query", [
    {"epsilon": "1e-9"}, {"kernels_serving_n": "10"}, {"delta": "1e-12"}, {"d": "1"},
    {"kernels_points": "1"}, {"kernels_bound": "0.001", "lam": "1e-6"},
], ids=str)  # fmt: skip
def test_extremes_have_all_their_figures(query):
    app = opened_half(**query)
    assert complaints(app) == []
    assert not app.error
    assert len(figures(app)) == 3
    assert "nan" not in text(app).replace("finance", "")


@pytest.mark.parametrize(("query", "sentence"), [
    ({"epsilon": "inf"}, "With ε = ∞ there is no noise and no guarantee"),
    ({"kernels_points": "0"}, "Test points T must be at least 1"),
    ({"kernels_bound": "x"}, "Norm bound C must be a number"),
    ({"kernels_failure": "0"}, "Failure probability β must be between"),
    ({"kernels_serving_n": "1"}, "Training records n must be at least 10"),
    ({"kernels_form": "both"}, "must be “Corrected” or “As published”"),
    ({"kernels_serving_data": "chosen", "data": "upload"}, "Data page"),
], ids=str)  # fmt: skip
def test_a_refusal_is_on_the_page(query, sentence: str):
    app = opened_half(**query)
    assert complaints(app) == []
    assert sentence in text(app)


NO_NUMBERS = "\n".join(
    ["job,sick", *(f"{'ab'[k % 2]},{'yes' if k % 3 else 'no'}" for k in range(60))]
)


@pytest.mark.parametrize("table", [None, NO_NUMBERS.encode()], ids=["numbers", "no numbers"])
def test_an_own_table_is_served_with_the_points_it_has(table):
    page = declare(with_table(table))
    page.session_state["kernels_n"] = "200"  # of the half that is open first
    page.session_state["kernels_half"] = "serving"
    page.switch_page("kernels/page.py").run()
    page.segmented_control(key="kernels_serving_data_box").set_value("chosen").run()
    assert complaints(page) == []
    assert "Your own table (mine.csv), predicting “sick” (+1: yes): 48 training records" in text(
        page
    )
    assert "This data has 12 test records: all of them ask." in text(page)


def test_a_bound_on_the_norm_can_be_named_and_left_out():
    bound, other = shown(kernels_bound="0.01"), shown()
    assert named(drawing(bound), "TDDL, Gaussian noise")["y"] != pytest.approx(
        named(drawing(other), "TDDL, Gaussian noise")["y"]
    )
    # A ball that is too small holds no prediction: only what is proven is said to.
    for each in (bound, other):
        said = f"CR = {sentences.short(math.sqrt(2 * math.log(2) / 0.01))}"
        assert said in of_pinp(each)[1]


def test_drawings_say_in_words_what_they_show():
    for dark in (False, True):
        for model in sentences.MODELS:
            drawn = ways.drawing(model, alt=sentences.alt_model(model), dark=dark)
            assert f'alt="{sentences.alt_model(model)}"' in drawn
            svg = b64decode(drawn.partition("base64,")[2].partition('"')[0]).decode()
            assert style.palette(dark).ink in svg
            ElementTree.fromstring(svg)
    assert set(ways.MESSAGES) == set(ways.LATER) == {way.model for way in WAYS.values()}
    htmls = [each.proto.body for each in opened_half().get("html")]
    assert sum("data:image/svg+xml" in each for each in htmls) == len(sentences.MODELS)


def found_here(form: str = "mended"):
    return run(Question(CHOICE, form))


def test_csv_holds_what_the_figures_show():
    rows = list(csv.DictReader(io.StringIO(table(found_here()).to_csv(index=False))))
    assert len(rows) == 2 * len(WAYS) * len(EPSILONS)
    found = core.served(CHOICE, (1.0,))
    for way in WAYS:
        (row,) = (
            each for each in rows
            if (each["error"], each["way"], float(each["epsilon"])) == ("off", way, 1.0)
        )  # fmt: skip
        assert float(row["median"]) == pytest.approx(np.median(found[way, 1.0].off))
        assert float(row["noise_scale"]) == pytest.approx(found[way, 1.0].plan.scale)


@pytest.mark.parametrize("form", ["mended", "printed"])
def test_the_offered_script_prints_the_numbers_of_the_page(capsys, form: str):
    exec(script(ServingQuestion(Question(CHOICE, form))), {})
    printed = capsys.readouterr().out
    assert f"non-private    {core.learn(CHOICE).wrong:.1%} wrong" in printed
    for each in medians(core.served(CHOICE, (1.0,), form=form)):
        assert f" {each:.1%} wrong" in printed
    plan, _ = core.conversation(CHOICE, form=form)
    assert f"PINP: threshold {plan.threshold:.3g}" in printed
    assert "TDIL, n = 1e+10" in printed


def test_what_is_learned_depends_on_no_epsilon_and_no_delta():
    other = replace(
        CHOICE, settings=replace(SETTINGS, epsilon=3.0, delta=1e-9), failure=0.1, norm_bound=2.0
    )
    assert results.learner(CHOICE, RECORDS) is results.learner(other, RECORDS)


def test_delta_can_be_typed_in_the_fold_and_moves_the_noise():
    page = opened_half(kernels_bound="0")  # refused, so that the fold is open
    page.text_input(key="delta_box").set_value("1e-9").run()
    assert complaints(page) == []
    assert "At ε = 1 and δ = 1e-9 the median" in text(page)
    strict = core.served(replace(CHOICE, settings=replace(SETTINGS, delta=1e-9)), (1.0,))
    assert [each.value for each in page.metric[1:]] == [percent(each) for each in medians(strict)]
