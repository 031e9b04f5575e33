"""The scenes of the page Adversary: which one opens, on whose records, and what ε leaves of one."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from dpcore.privacy import risk
from dplab.instruments.adversary import ceiling
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load
from dplab.studies.adversary import left
from dplab.studies.adversary.attacks import PURE, Question
from dplab.studies.adversary.left import LeftOfColumn
from edition.views import RememberingRecords, view
from pages.adversary import results, values
from pages.adversary.figures import columns as figures_of_columns
from pages.adversary.sentences import columns as sentences
from pages.comparison import values as shared
from pages.kit import page
from pages.kit.values import reading
from tests.house.some import some
from tests.pages.kit.dials import turned
from tests.pages.screen import as_json, complaints, figures, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import csv, declare, with_table

PAGE = "adversary"
RECORDS = RememberingRecords()
SCENES = {
    "read": "What the attacker reconstructs",
    "epsilon": "What ε does not rule out",
    "line_up": "How often the best attacker is right",
}
"""The title of each scene's first figure."""

FOG, SHARP = Settings(data="breast_cancer", n=200, epsilon=0.1), 3000.0


def shown(app: AppTest) -> str:
    """Return the scene that the first figure belongs to."""
    assert not complaints(app)
    title = figures(app)[0]["layout"]["title"]["text"]
    return next(name for name, said in SCENES.items() if title == said)


def test_a_bare_address_shows_a_patient_whose_record_is_reconstructed():
    app = opened(PAGE)
    assert shown(app) == "read"
    assert "person 1, row 37 of the table" in text_of(app)
    names = [each["text"] for each in figures(app)[0]["layout"]["annotations"]]
    assert names[1] == "<b>mean radius</b>"
    assert names[2].startswith("14.25 (")
    assert "Apple" not in text_of(app)


def test_other_pages_keep_their_usual_records():
    app = opened(PAGE, n="200", draws="2")
    app.switch_page("trade_off/page.py")
    app = app.run()
    assert not complaints(app)
    assert "Breast cancer" not in text_of(app)


def test_the_usual_records_can_be_chosen_here_too():
    app = opened(PAGE, n="200")
    (box,) = (each for each in app.selectbox if each.label == "Data")
    assert box.value == shared.PATIENTS
    app = box.set_value(Settings().data).run()
    assert shown(app) == "read"
    assert "Apple 1" in text_of(app)


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"n": "200", "adversary_row": "7"},
        {"n": "200", "epsilon": "1"},
        {"adversary_question": "label"},
        {"adversary_draw": "3"},
    ],
    ids=str,
)
def test_whatever_else_an_address_names_the_first_scene_opens_on_patients(texts: dict[str, str]):
    asked = values.question(reading(texts))
    assert (asked.scene, asked.settings.data) == ("read", shared.PATIENTS)


def test_other_records_have_to_be_named():
    named = {"data": "uniform"}, {"adversary_records": "shared"}
    there = [values.question(reading(texts)).settings.data for texts in named]
    assert there == ["uniform", Settings().data]


@pytest.mark.parametrize("scene", SCENES)
def test_an_address_that_names_its_scene_opens_it_as_its_view(scene: str):
    query = {"adversary_scene": scene, "n": "200", "epsilon": "1"}
    app, found = opened(PAGE, **query), view(PAGE, query)
    assert shown(app) == scene
    assert figures(app)[0] == as_json(found.draw(dark=False, phone=False))
    assert {found.sentence, *found.below} <= {each.value for each in app.markdown}


def test_without_noise_the_record_is_reconstructed_and_a_line_up_has_no_view():
    last = {"n": "200", "epsilon": "inf"}
    one, other = (view(PAGE, last | {"adversary_scene": scene}) for scene in ("read", "epsilon"))
    assert one.sentence == other.sentence
    assert as_json(one.draw(dark=False, phone=False)) == as_json(
        other.draw(dark=False, phone=False)
    )
    with pytest.raises(InvalidInput, match="Without noise nothing is left to guess"):
        view(PAGE, last | {"adversary_scene": "line_up"})


def test_moving_epsilon_turns_it_on_and_stays_in_a_later_scene():
    app = opened(PAGE, n="200", adversary_scene="read", data="breast_cancer")
    app = turned(app, "epsilon", 3)
    assert shown(app) == "epsilon"
    assert risk.sentence(3.0) in text_of(app)
    app.session_state["adversary_scene"] = "line_up"
    assert shown(turned(app.run(), "epsilon", 1)) == "line_up"


def test_at_epsilon_infinity_the_switch_stands_on_no_noise_and_offers_some():
    app = opened(PAGE, n="200", adversary_scene="epsilon", epsilon="inf")
    (switch,) = (each for each in app.get("button_group") if each.label == "The picture")
    assert (switch.value, switch.options) == ("read", ["No noise", "ε = 1"])
    app = switch.set_value("epsilon").run()
    assert shown(app) == "epsilon"
    assert risk.sentence(1.0) in text_of(app)


@pytest.mark.parametrize(
    "scene", some(["epsilon", "line_up", "threshold"], ["epsilon", "threshold"])
)
def test_while_bounds_are_guesses_no_limit_is_said_to_hold(scene: str):
    def said(app: AppTest) -> str:
        app = app.switch_page(f"{PAGE}/page.py")
        app.session_state["adversary_scene"] = scene
        app = app.run()
        assert not complaints(app)
        return text_of(app)

    guessed, declared = (said(each) for each in (with_table(csv()), declare(with_table(csv()))))
    assert "No ε holds here yet" in guessed
    assert "No ε holds here yet" not in declared
    promises = "The limit holds for any records", "is right at most", "cannot be right", "allows at"
    for promise in promises:
        assert promise not in guessed.partition("How this works")[0]
    assert ("they are a simulation, and not private" in declared) == (scene == "threshold")
    held = "the noise allows at most" if scene == "threshold" else promises[0]
    assert held in declared


@pytest.mark.parametrize("name", [PAGE, "decide"])
def test_unknown_data_is_refused_with_the_name_of_what_is_shown(name: str):
    app = opened(name, data="german_credit", n="200", draws="2")
    (refused,) = (each.value for each in app.error)
    assert refused.endswith("“Breast cancer, Wisconsin” is shown instead.")


def test_an_arrow_key_on_a_slide_turns_epsilon_on():
    dial = page.about(PAGE).dial
    assert dial is not None
    assert dial.also is values.turned_on
    app = opened(PAGE, present="1", n="200", adversary_scene="read", data="breast_cancer")
    (larger,) = (each for each in app.button if each.label == "Larger ε")
    assert shown(larger.click().run()) == "epsilon"


# --- What a release leaves --------------------------------------------------------------------


def of(settings: Settings, mechanism: str = "objective") -> tuple[LeftOfColumn, ...]:
    return results.left_over(Question(settings, 0, mechanism=mechanism), RECORDS)


@pytest.mark.parametrize("mechanism", PURE)
def test_no_belief_in_a_value_exceeds_its_limit(mechanism: str):
    for epsilon in (0.1, 1.0, 10.0):
        for each in of(FOG.with_epsilon(epsilon), mechanism):
            assert each.ceiling == pytest.approx(ceiling(epsilon, 1 / len(each.labels)))
            assert each.beliefs.max() <= each.ceiling * (1 + 1e-9)
            assert each.beliefs.sum(axis=1) == pytest.approx(np.ones(50))


def test_little_noise_leaves_few_values_and_much_noise_leaves_all():
    wide, narrow = of(FOG), of(FOG.with_epsilon(SHARP))
    assert all(len(each.likely(0)) == len(each.labels) for each in wide)
    assert sum(len(each.likely(0)) for each in narrow) < sum(len(each.labels) for each in narrow)
    truths = [each.beliefs[:, each.truth].mean() for each in narrow]
    assert np.mean(truths) > 2 * np.mean([1 / len(each.labels) for each in narrow])


def test_the_likely_values_are_the_fewest_with_the_belief_asked_for():
    beliefs = np.array([[0.5, 0.3, 0.16, 0.04]])
    column = LeftOfColumn("x", ("a", "b", "c", "d"), np.linspace(0, 1, 4), beliefs, 0, None)
    assert column.likely(0) == [0, 1, 2]
    assert beliefs[0, [0, 1, 2]].sum() >= left.LIKELY > beliefs[0, [0, 1]].sum()


def test_what_is_reconstructed_lies_where_the_record_does():
    settings = Settings(data="breast_cancer", n=200, lam=0.01)
    for row in range(5):
        for column in results.reconstructed_columns(settings, row, RECORDS):
            true = column.fits[-1]
            assert true.is_true
            assert true.low - 1e-6 <= column.truth <= true.high + 1e-6
            assert not any(fit.is_true for fit in column.fits[:-1])


def test_generated_records_are_reconstructed_to_a_point():
    settings = Settings(data="uniform", n=200, d=5, lam=0.01)
    for column in results.reconstructed_columns(settings, 0, RECORDS):
        true = column.fits[-1]
        assert true.low == true.high == pytest.approx(column.truth, abs=1e-6)


def test_values_are_as_dark_as_they_are_likely_and_fill_their_row():
    columns = of(FOG.with_epsilon(SHARP))
    said = sentences.of_left(columns, 0, [""] * len(columns))
    drawing = figures_of_columns.left(columns, 0, said, dark=False)
    boxes = [box for box in drawing["layout"]["shapes"] if box["y0"] == -figures_of_columns.HALF]
    assert [box["x0"] for box in boxes[1:]] == [box["x1"] for box in boxes[:-1]]
    assert (boxes[0]["x0"], boxes[-1]["x1"]) == (0.0, 1.0)
    shades = [opacity(box) for box in boxes]
    assert (np.diff(np.array(shades)[np.argsort(columns[0].beliefs[0])]) >= 0).all()
    assert max(shades) > 2 * min(shades)


def opacity(box: dict[str, Any]) -> float:
    return float(box["fillcolor"].rpartition(",")[2].rstrip(")"))


def test_the_sentence_has_the_belief_the_guess_and_the_limit():
    columns = of(FOG.with_epsilon(1.0))
    said = sentences.left(columns, "objective", 1.0)
    believed = np.mean([each.beliefs[:, each.truth].mean() for each in columns])
    assert f"a probability of {100 * believed:.1f} % (before: " in said
    sizes = [len(each.labels) for each in columns]
    assert f"the true one of {min(sizes)} to {max(sizes)} values" in said
    most = max(ceiling(1.0, 1 / len(each.labels)) for each in columns)
    rounded = float(said.rpartition("caps it at ")[2].rstrip(" %."))
    assert 100 * most <= rounded < 100 * most + 0.1
    assert "no limit is proven" in sentences.left(columns_without_limit(), "objective_2008", 1.0)


def columns_without_limit() -> tuple[LeftOfColumn, ...]:
    beliefs = np.full((50, 2), 0.5)
    return (LeftOfColumn("x", ("a", "b"), np.array([0.0, 1.0]), beliefs, 0, None),)


def test_a_column_that_cannot_be_lined_up_is_left_out():
    settings = Settings(data="counterexample", n=500, d=3, epsilon=1.0)
    columns = left.left_over(Question(settings, 0), part_of(load(settings), settings))
    assert all(len(each.labels) > 1 for each in columns)
