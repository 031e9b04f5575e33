"""Which mistakes are made in each group: the errors of the picture, taken apart."""

from dataclasses import replace

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.who_pays import costs
from dplab.studies.who_pays.costs import Costs
from dplab.tables.groups.division import Division
from pages.who_pays.groups import answer, sentences
from tests.pages.screen import opened
from tests.pages.who_pays.people import PAGE, sound

KNOBS = (("group_share", 0.05), ("group_angle", 90.0), ("group_flip", 0.05))
GROUPS = Settings(data="two_groups", epsilon=1.0, lam="auto", knobs=KNOBS)


def study() -> Costs:
    return costs.run(costs.Question(GROUPS, "objective", Division("group")))


def test_mistakes_of_each_group_are_its_errors_in_the_words_of_the_label():
    app = opened(PAGE)
    app.session_state["fold who_pays_mistakes"] = True
    (rows,) = (each.value for each in sound(app.run()).table)
    assert list(rows)[3:] == ["answered “−1”", "answered “+1”"]
    for group in study().groups:
        of_group = rows[rows["Of 100 of"] == f"the {group.name}"]
        for label, error in (
            ("Without noise", group.without_noise),
            ("Objective perturbation", group.at_epsilon),
        ):
            cells = of_group[of_group["Classifier"] == label].iloc[:, 3:].astype(float).to_numpy()
            assert cells[0, 1] + cells[1, 0] == pytest.approx(100 * error, abs=0.11)
            assert cells.sum() == pytest.approx(100, abs=0.21)


def test_mistakes_on_one_side_alone_have_no_table():
    app = sound(opened(PAGE, who_pays_counted="missed"))
    assert answer.MISTAKES not in [each.label for each in app.expander]


def test_a_group_that_has_no_test_record_has_no_row():
    found = study()
    first, *others = found.groups
    without = replace(found, groups=(replace(first, n_test=0, confusions=None), *others))
    names = set(sentences.mistakes(without, ("no", "yes"))["Of 100 of"])
    assert names == {f"the {group.name}" for group in others}
