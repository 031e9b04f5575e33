"""Points that look alike are one part of a picture; colours follow the theme in old browsers."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from edition.drawing import render
from edition.drawing.render import SvgRenderer

LOOK = 'd="M3,0H-3V3Z" opacity="0.5" style="fill: rgb(20, 90, 160);"'
AT = [(20, 20), (22, 21), (24, 20), (60, 44)]
"""Three of them lie over each other, so that each one's opacity shows."""


@pytest.fixture(scope="module")
def renderer() -> Iterator[SvgRenderer]:
    with render.svg_renderer() as opened:
        yield opened


def points(looks: list[str]) -> str:
    places = zip(AT, looks, strict=False)
    return "".join(f'<path transform="translate({x},{y})" {look}/>' for (x, y), look in places)


def plotted(looks: list[str]) -> str:
    """Return points as Plotly writes them: their opacity stands within the style."""
    plain = points(looks).replace(' opacity="0.5" style="', ' style="opacity: 0.5; ')
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><g>{plain}</g></svg>'


def pixels(renderer: SvgRenderer, svg: str) -> Image.Image:
    renderer._page.set_content(f"<body style='margin: 0'>{svg}")
    return Image.open(BytesIO(renderer._page.locator("svg").screenshot())).convert("RGB")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_points_that_look_alike_become_one_path_and_the_same_pixels(renderer, count):
    svg = plotted([LOOK] * count)
    made = render._as_markers(svg, "here")
    assert made.count("<path") == 2  # the marker's, and the one that it marks
    difference = ImageChops.difference(pixels(renderer, svg), pixels(renderer, made))
    assert max(high for _, high in difference.getextrema()) <= 2  # roundings of a blend


def test_a_single_point_stays_as_it_is_since_a_path_would_mark_it_twice():
    svg = plotted([LOOK])
    assert render._as_markers(svg, "here") == svg


def test_points_that_look_different_stay_as_they_are():
    svg = plotted([LOOK, LOOK.replace("160", "161")])
    assert render._as_markers(svg, "here") == svg


@pytest.mark.parametrize(("dark", "seen"), [(False, "rgb(1, 2, 3)"), (True, "rgb(4, 5, 6)")])
def test_a_colour_of_two_is_that_of_the_theme_without_light_dark(renderer, dark, seen):
    either = render.without_light_dark("--both: light-dark(#010203, #040506)")
    assert "light-dark" not in either
    palette = render.properties(dark=dark)
    for look in (f"{either}; color: var(--both)", f"color: {either.removeprefix('--both:')}"):
        renderer._page.set_content(f'<style>:root {{ {palette} }}</style><p style="{look}">')
        color = "getComputedStyle(document.querySelector('p')).color"
        assert renderer.evaluate(color, None) == seen
