"""Two lectures as stories: each number that a slide or its notes say is computed, or a setting."""

import math
import re
from collections.abc import Mapping

import numpy as np
import pytest

from dplab.simulation.summaries import Summary
from dplab.studies import counterexample
from dplab.studies.counterexample import Example
from dplab.studies.private_tuning import costs
from dplab.studies.private_tuning.strategies import Comparison
from pages.counterexample import values as of_counterexample
from pages.kit import text
from pages.kit.frame import story
from pages.kit.frame.story import StoryScene
from pages.kit.values import reading
from pages.lessons import stories
from pages.private_tuning import values as of_tuning
from pages.trade_off import values as of_trade_off
from pages.trade_off.view import view as trade_off
from tests.pages.screen import complaints, opened, words

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")


def said(scene: StoryScene) -> set[str]:
    """Return the numbers of a slide's title and notes, lines' own numbers and small words aside."""
    plain = re.sub(r"Line \d+:|\(d[+−]1\)|1 \+ eᵛ|1/\(|\(1−γ²\)|2\(?n?√|2/\(nλ\)|nλε/2|−εz/2|λε\)",
                   "", f"{scene.sentence} {scene.notes}")  # fmt: skip
    return {each.rstrip(",") for each in NUMBER.findall(plain)}


def example(scene: StoryScene) -> Example:
    return of_counterexample.example_of(reading(dict(scene.at)))


def tuned(scene: StoryScene) -> Comparison:
    return costs.at_one_place(of_tuning.question(reading(dict(scene.at))))


def points(share: float) -> str:
    return f"{100 * share:.1f}"


def test_each_lecture_has_six_scenes_with_notes():
    for name in ("signal", "tuning"):
        told = story.shipped()[name]
        assert len(told.scenes) == 6
        assert all(scene.notes for scene in told.scenes)


def test_signal_noise_and_margin_are_those_of_the_study():
    scenes = story.shipped()["signal"].scenes
    first, signal, noise, margin, why, fewer = scenes
    usual, many, half = example(noise), example(margin), example(fewer)
    v = counterexample.signal(usual)
    assert math.isclose(v, counterexample.signal(example(signal)), rel_tol=1e-9)
    assert f"{v:.2f}" == "0.40"
    rate = counterexample.plan_of(usual, "output").noise_rate
    moved = [counterexample.noise_in_margin(each, "output") for each in (usual, many, half)]
    assert moved[0] == pytest.approx(math.sqrt(usual.d + 1) / rate)
    needed = usual.n * moved[0] / v
    _, across = counterexample.curvatures(half, "objective")
    kappa = (across - half.lam) * (half.d - 1) / (1 - half.gamma**2)
    bounds = {f"{2 / (usual.n * usual.lam):g}", f"{rate:g}", f"{usual.d / rate:g}"}
    assert said(first) == {"0.01", "10", "1"}
    assert said(signal) == {"0", "0.40", "0.1", "0.01"}
    assert said(noise) == bounds | {"100,000", f"{usual.epsilon:g}", f"{usual.lam:.4f}"}
    assert said(margin) == {
        f"{moved[0]:.1f}", f"{moved[0] / v:.0f}", "50", "9", f"{moved[1]:.2f}", "0.40", "1",
        f"{round(needed, -4):,.0f}", "100", "0.001"}  # fmt: skip
    assert moved[1] < v
    assert round(needed, -4) == 830_000
    short = counterexample.noise_in_margin(half, "objective")
    assert said(fewer) == {
        "50,000", f"{short:.2f}", "0.40", "0.01", "10", f"{across:.3f}",
        f"{round(across / half.lam, -1):.0f}", f"{moved[2]:.1f}"}  # fmt: skip
    assert counterexample.signal(half, counterexample.plan_of(half, "objective").extra_lam) == v
    assert said(why) == {f"{kappa:.2f}", "2", "0.1", "20"}


def test_the_sentence_under_a_slide_has_the_ratio_and_the_length_of_its_title():
    noise = story.shipped()["signal"].scenes[2]
    app = opened(noise.page, **dict(noise.at))
    assert complaints(app) == []
    assert r"\cdot\frac{2}{" in words(app)
    assert "=10$" in words(app)
    assert "9 with output perturbation" in words(app)


def test_the_cloud_of_the_counterexample_is_as_long_as_the_notes_say():
    why = story.shipped()["signal"].scenes[4]
    app = opened(why.page, **dict(why.at))
    assert complaints(app) == []
    [ratio] = re.findall(r"([\d.]+) times as long as wide", words(app))
    assert round(float(ratio)) == 20


def test_what_a_choice_of_lam_costs_is_what_the_pages_say():
    before, after, split, pick, two, more = story.shipped()["tuning"].scenes
    for scene in (before, after):
        view = trade_off(of_trade_off.question(reading(dict(scene.at))))
        [cost] = re.findall(r"objective perturbation costs ([\d.]+) points", scene.sentence) or (
            re.findall(r"cost ([\d.]+) points", scene.sentence)
        )
        assert f"objective perturbation costs {cost} points" in view.sentence
    found: Mapping[str, Comparison] = {
        "split": tuned(split), "pick": tuned(pick), "two": tuned(two), "more": tuned(more)
    }  # fmt: skip
    total, of_split, _ = found["split"].costs
    middle = {name: Summary.of(each.errors["split"]).median for name, each in found.items()}
    assert max(found["split"].plan.sizes) == 334
    assert len(found["split"].plan.sizes) == 6
    assert said(split) == {"2,000", "334", "4", "1", points(of_split), points(middle["split"])}
    assert total > 0
    at = found["pick"]
    off = np.mean(at.tuned.mistakes.argmin(axis=1) != at.tuned.picks)
    assert 0.25 < off < 0.75, "“often off”"
    assert said(pick) == {
        "0.1", f"{math.exp(0.1 * 10 / 2):.1f}", "1", f"{math.exp(10 / 2):.0f}",
        f"{math.floor(at.most_above_best(0.05))}", "95", "100",
        points(at.costs[2]), points(at.costs[1])}  # fmt: skip
    assert max(found["two"].plan.sizes) == 667
    assert said(two) == {"667", points(found["two"].costs[1]), points(of_split)}
    fixed = Summary.of(found["more"].errors["fixed"]).median
    assert said(more) == {points(found["more"].costs[0]), points(middle["more"]), points(fixed)}


def test_notes_stand_under_the_titles_of_their_slides():
    for name in ("class", "signal", "tuning"):
        written = "\n".join(stories.noted(story.shipped()[name]))
        for number, scene in enumerate(story.shipped()[name].scenes, 1):
            title, notes = map(text.escape_markdown, (scene.sentence, scene.notes))
            assert f"{number}. **{title}**\n\n   {notes}\n" in written
