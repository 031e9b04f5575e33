"""What is explained is still planted: a reason for a line that is gone would hide the next."""

import tomllib
from pathlib import Path

from tests.release.mistakes.mutations import mutations

EXPLAINED = tomllib.loads(Path(__file__).with_name("survivors.toml").read_text("utf-8"))


def test_each_survivor_that_is_explained_is_a_mistake_that_is_planted():
    for name, reasons in EXPLAINED.items():
        planted = {each.key for each in mutations(Path(name).read_text("utf-8"))}
        assert reasons.keys() <= planted, name
        assert all(reason.endswith(".") for reason in reasons.values())


def test_a_mistake_changes_one_expression_and_moves_no_line():
    right = "def f(epsilon, n):\n    return g(\n        epsilon /\n        n\n    )\n"
    planted = {each.key: each.text for each in mutations(right)}
    assert planted == {
        "f: epsilon / n → epsilon * n": right.replace("epsilon /\n        n", "(epsilon * n\n)"),
        "f: epsilon → 2 * epsilon": right.replace("epsilon /", "(2 * epsilon) /"),
        "f: n → 2 * n": right.replace("    n\n", "    (2 * n)\n"),
    }
