"""The objective as noise tilts it, and the classifier that comes out: for each draw a frame.

Nothing moves until somebody presses Play, and then from one draw to the next at once.
"""

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.checks import Array
from dpcore.studies.geometry.plane import Cloud, Plane
from pages.comparison.figures import playing
from pages.geometry.figures import parts
from pages.kit.figures import style

HEIGHT, OF_PHONE = 560, 440
BELOW, OF_PHONE_BELOW = 190, 220
"""Pixels of the margin that holds buttons, slider and legend."""

STEP = 700
"""Milliseconds between two draws while they play."""

BESIDE = 0.42
"""Where the slider starts: left of it stand the buttons."""


def over_draws(
    cloud: Cloud,
    scene: parts.Scene,
    tilted: Array,
    plane: Plane,
    *,
    dark: bool,
    phone: bool = False,
) -> go.Figure:
    """Return the objective as each draw tilts it, and the classifier that comes out; a slider.

    Parameters
    ----------
    cloud : Cloud
        Of objective perturbation.
    scene : parts.Scene
    tilted : array (k, m, m)
        Excess of the tilted objective, for the first k draws.
    plane : Plane
    dark : bool
        The theme in use.
    phone : bool
        Whether it is drawn for a phone.
    """
    colours, names = style.palette(dark), [str(k + 1) for k in range(len(tilted))]
    figure = make_subplots(
        1, 2, horizontal_spacing=0.1, subplot_titles=["The objective,<br>tilted", "Its minimiser"]
    )
    parts.level(figure, scene.grid, scene.excess, colours.quiet, 0.4, 1, 1)
    parts.optimum_mark(figure, plane.optimum, colours, 1)
    parts.records(figure, scene, colours, 1, 2)
    parts.add(figure, [parts.non_private_line(plane.optimum, scene.edge, colours)], 1, 2)
    contour, point, line = _traces(cloud, scene, tilted[0], colours)
    moving = parts.add(figure, [contour, point], 1, 1) + parts.add(figure, [line], 1, 2)
    figure.layout.annotations = _titles(figure, cloud, 0, scene)
    figure.frames = [
        go.Frame(
            name=name,
            data=_numbers(cloud, scene, each, k),
            traces=moving,
            layout={"annotations": _titles(figure, cloud, k, scene)},
        )
        for k, (name, each) in enumerate(zip(names, tilted, strict=True))
    ]
    parts.axes(figure, scene, rows=1)
    figure.update_layout(
        template=style.template(dark),
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 64, "b": BELOW},
        legend=parts.LEGEND,
        sliders=[parts.slider(names, 0, "Draw ", colours, BESIDE)],
        updatemenus=[playing.buttons(colours, STEP, 74, redraw=True)],
    )
    return parts.for_phone(figure, scene, OF_PHONE, OF_PHONE_BELOW) if phone else figure


def _numbers(
    cloud: Cloud, scene: parts.Scene, tilted: Array, k: int
) -> list[go.Contour | go.Scatter]:
    """Return what changes with the draw: contours, the classifier, its line."""
    x, y = parts.ends(cloud.coefs[k], scene.edge)
    w = cloud.coefs[k]
    return [
        go.Contour(z=parts.short(np.sqrt(tilted))),
        go.Scatter(x=[float(w[0])], y=[float(w[1])], customdata=[float(cloud.errors[k])]),
        go.Scatter(x=x, y=y),
    ]


def _traces(
    cloud: Cloud, scene: parts.Scene, tilted: Array, colours: style.Palette
) -> list[go.Contour | go.Scatter]:
    """Return the same for the first draw, with the looks that stay."""
    name = cloud.plan.mechanism
    colour = colours.methods[name]
    _, point, line = _numbers(cloud, scene, tilted, 0)
    point.update(
        mode="markers",
        name="Private classifier",
        marker={
            "symbol": style.LOOKS[name].mark,
            "size": 12,
            "color": colour,
            "line": {"color": colours.ground, "width": 2},
        },
        hovertemplate=scene.hover,
    )
    line.update(
        mode="lines", line={"color": colour, "width": 4}, hoverinfo="skip", showlegend=False
    )
    return [parts.contour(scene.grid, tilted, float(scene.excess.max()), colour), point, line]


def _titles(figure: go.Figure, cloud: Cloud, k: int, scene: parts.Scene) -> list[dict[str, object]]:
    question, answer = (title.to_plotly_json() for title in figure.layout.annotations)
    errs = scene.errs(float(cloud.errors[k]))
    return [question, answer | {"text": f"Its minimiser<br>{errs}"}]
