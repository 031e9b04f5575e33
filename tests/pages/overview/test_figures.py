"""The first look's figure: its curves stand where the numbers say."""

import re
from base64 import b64decode
from math import inf

import pytest

from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.simulation.comparison import EPSILONS
from dpcore.simulation.constant import ConstantRule
from dpcore.simulation.summaries import Summary
from pages.comparison.figures.curves import EPSILON_AXIS, MAX_ERROR, ceiling, error_against
from pages.kit.figures import style
from pages.overview import figures

CURVES = {
    "non_private": ((EPSILONS[0], EPSILONS[-1]), (Summary(0.1, 0.1, 0.1),) * 2),
    "output": ((0.001, 0.1, 100.0), tuple(Summary(e, e - 0.1, e + 0.1) for e in (0.5, 0.35, 0.1))),
}

RULE = ConstantRule("<no>", 0.273, 0.01)


def drawn(epsilon: float = 0.1, *, dark: bool = False) -> tuple[str, str]:
    html = figures.error_against_epsilon(CURVES, epsilon, RULE, alt='Say "it" & <go>', dark=dark)
    picture = re.search(r"base64,([^\"]+)", html)
    assert picture is not None
    return html, b64decode(picture.group(1)).decode()


def test_curves_stand_where_the_numbers_say():
    _, svg = drawn()
    color = style.LIGHT.methods["output"]
    (points,) = re.findall(rf'<polyline points="([^"]+)" fill="none" stroke="{color}"', svg)
    heights = [float(point.split(",")[1]) for point in points.split()]
    assert heights == pytest.approx([100 * (1 - e / MAX_ERROR) for e in (0.5, 0.35, 0.1)], abs=0.01)


def test_marks_are_those_of_the_other_pages_and_stand_on_their_curve():
    for name, entry in MECHANISMS.items():
        html = figures.error_against_epsilon(
            {name: CURVES["output"]}, 0.1, RULE, alt="", dark=False
        )
        curve, sample = (b64decode(each).decode() for each in re.findall(r"base64,([^\"]+)", html))
        look = style.LOOKS[name]
        shape = f'd="{figures.MARKS[look.mark.removesuffix("-open")]}"' if entry.is_noisy else "d="
        assert (curve.count(shape), sample.count(shape)) == ((3, 1) if entry.is_noisy else (0, 0))
        assert f'stroke-dasharray="{figures.DASHES[look.dash]}"' in sample
        dots = re.findall(r'<svg x="([\d.]+)%" y="([\d.]+)%"', curve)
        points = re.findall(rf'points="([^"]+)" fill="none" stroke="{look.light}"', curve)[0]
        assert not entry.is_noisy or [",".join(each) for each in dots] == points.split()


def place(epsilon: float) -> float:
    html, _ = drawn(epsilon)
    (left,) = re.findall(r"left:([\d.]+)%;bottom", html)
    return float(left)


def test_an_epsilon_beyond_the_axis_stands_just_beyond_its_end():
    assert place(inf) == place(1e9) == pytest.approx(100 - place(1e-9))
    assert place(100.0) < place(inf) < 100


@pytest.mark.parametrize(("highest", "top"), [(MAX_ERROR, MAX_ERROR), (0.71, 1.0)])
def test_the_axis_of_errors_goes_further_where_a_band_does(highest: float, top: float):
    curve = ((0.1, 1.0), (Summary(0.3, 0.2, highest),) * 2)
    assert ceiling([curve]) == top
    drawing = error_against(EPSILON_AXIS, {("output", "huber"): curve}, title="", dark=False)
    assert drawing["layout"]["yaxis"]["range"] == [0, top]
    html = figures.error_against_epsilon({"output": curve}, 1.0, RULE, alt="", dark=False)
    assert ("100%</span>" in html) == (top == 1.0)


def test_words_are_escaped_and_nothing_comes_from_elsewhere():
    html, svg = drawn()
    assert 'aria-label="Say &quot;it&quot; &amp; &lt;go&gt;"' in html
    assert "http" not in html
    assert svg.count("http") == 1  # the name space of SVG


def test_the_constant_rule_is_a_thin_line_with_its_name():
    html, svg = drawn()
    height = 100 * (1 - 0.273 / MAX_ERROR)
    line = rf'points="0.00,{height:.2f} 100.00,{height:.2f}" fill="none" stroke="([^"]+)"'
    assert re.findall(line, svg) == [style.LIGHT.ink]
    assert f"bottom:{100 - height:.2f}%" in html
    assert "always answering &lt;no&gt; (27.3 %)" in html


def test_on_a_phone_the_legend_names_the_constant_rule():
    wide, narrow = (
        figures.error_against_epsilon(CURVES, 0.1, RULE, alt="", dark=False, phone=phone)
        for phone in (False, True)
    )
    assert "always answering &lt;no&gt; (27.3 %)" in wide
    assert "always answering" not in narrow
    legend = narrow.partition("flex-wrap")[2]
    assert "Always answering &lt;no&gt; (27.3 %)</span>" in legend


def test_each_theme_has_its_own_colours():
    assert drawn() != drawn(dark=True)
    assert style.DARK.methods["output"] in drawn(dark=True)[1]
