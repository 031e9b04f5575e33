"""A picture is checked at whatever was moved: a verdict in a sentence, never a failure."""

from urllib.parse import urlencode

import pytest

from dplab.studies.lessons import entries
from dplab.studies.lessons.replies import feedback
from pages.kit.values import texts_of
from pages.lessons.steps import place


@pytest.mark.parametrize(
    ("name", "number", "moved", "is_right"),
    [
        ("output_fails", 4, {"example_n": "1000000"}, True),
        ("output_fails", 4, {"example_n": "1000000", "example_length": "laplace"}, False),
        ("output_fails", 4, {"example_epsilon": "inf"}, False),
        ("output_fails", 4, {"d": "14", "draws": "500"}, False),
        ("output_fails", 4, {"example_ratio": "1e4"}, False),
        ("how_much_data", 2, {"n": "all", "epsilon": "0.1"}, True),
        ("how_much_data", 2, {"n": "all", "epsilon": "0.1", "lam": "0.1"}, False),
        ("how_much_data", 2, {"data": "breast_cancer"}, False),
        ("how_much_data", 2, {"epsilon": "inf"}, False),
        ("how_much_data", 7, {"epsilon": "1.2"}, True),
        ("how_much_data", 7, {"epsilon": "inf"}, False),
        ("how_much_data", 7, {"epsilon": "0.001"}, False),
        ("how_much_data", 7, {"epsilon": "1.5", "draws": "500"}, False),
        ("how_much_data", 7, {"epsilon": "1.5", "axis": "epsilon"}, False),
        ("proofs", 3, {"lam": "0.02"}, True),
        ("proofs", 3, {"lam": "0.02", "n": "all"}, False),
        ("proofs", 3, {"lam": "0.01"}, False),
        ("proofs", 3, {"lam": "1"}, False),
        ("proofs", 3, {"epsilon": "inf"}, False),
        ("proofs", 3, {"mechanism": "non_private"}, False),
        ("proofs", 3, {"mechanism": "output_laplace_norm", "d": "5"}, False),
        ("who_pays", 4, {"group_share": "0.25"}, True),
        ("who_pays", 4, {"group_share": "0.25", "n": "20000"}, True),
        ("who_pays", 4, {"group_share": "0.25", "n": "10000"}, False),
        ("who_pays", 4, {"group_share": "0.1"}, False),
        ("who_pays", 4, {"group_share": "0.5"}, False),
        ("who_pays", 4, {"group_share": "0.3", "epsilon": "0.2"}, False),
        ("who_pays", 4, {"group_share": "0.3", "group_angle": "0"}, False),
        ("who_pays", 4, {"group_share": "0.3", "who_pays_method": "output"}, False),
        ("who_pays", 4, {"group_share": "0.3", "who_pays_counted": "missed"}, False),
        ("who_pays", 4, {"group_share": "0.3", "who_pays_part": "decided"}, True),
        ("who_pays", 4, {"data": "breast_cancer"}, False),
        ("who_pays", 4, {"epsilon": "inf"}, False),
        ("who_pays", 6, {"epsilon": "0.3"}, True),
        ("who_pays", 6, {"epsilon": "0.1"}, False),
        ("who_pays", 6, {"epsilon": "0.5"}, False),
        ("who_pays", 6, {"epsilon": "0.2", "lam": "auto"}, False),
        ("who_pays", 6, {"epsilon": "0.2", "draws": "500"}, False),
        ("who_pays", 6, {"epsilon": "0.2", "who_pays_pair": "3"}, True),
        ("who_pays", 6, {"epsilon": "inf"}, False),
        ("who_pays", 6, {"data": "upload"}, False),
        ("a_paper", 5, {"entry": "cm08_figure_2d"}, True),
        ("a_paper", 5, {"entry": "cms11_adult_tuning"}, False),
    ],
)
def test_a_picture_is_right_as_asked_and_gets_a_sentence_elsewhere(
    name: str, number: int, moved: dict[str, str], is_right: bool
):
    lesson = entries.lessons()[name]
    step = lesson.steps[number - 1]
    at = urlencode(texts_of(step.at) | moved)
    truth = place.truth(lesson, step, at, 0)
    said = feedback.on(step, feedback.read(step, at, truth), truth)
    assert said.is_right is is_right
    assert "inf" not in said.text.split()
