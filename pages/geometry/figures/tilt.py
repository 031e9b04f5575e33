"""The objective as noise tilts it, and the classifier that comes out: for each draw a frame.

Nothing moves until somebody presses Play, and then from one draw to the next at once.
"""

from dpcore.checks import Array
from dplab.studies.geometry.plane import Cloud, Plane
from pages.comparison.figures import playing
from pages.geometry.figures import parts
from pages.kit.figures import marks, style
from pages.kit.figures.style import FigureDict

LEFT, RIGHT = marks.domains(2, 0.1)
HEIGHT, BELOW = 560, 190
"""Pixels; and of the margin that holds buttons, slider and legend."""

PLAYER = 104
"""Pixels of buttons and slider on a phone."""

STEP = 700
"""Milliseconds between two draws while they play."""

BESIDE, BESIDE_ON_PHONE = 0.42, 0.56
"""Where the slider starts: left of it stand the buttons."""


def over_draws(
    cloud: Cloud,
    scene: parts.Scene,
    tilted: Array,
    plane: Plane,
    *,
    dark: bool,
    phone: bool = False,
) -> FigureDict:
    """Return the objective as each draw tilts it, and the classifier that comes out; a slider.

    The cloud is of objective perturbation; `tilted` (k, m, m) is the excess of the tilted
    objective, for the first k draws.
    """
    colours, names = style.palette(dark), [str(k + 1) for k in range(len(tilted))]
    relief = parts.Relief.of(tilted, float(scene.excess.max()))
    traces, moving = _drawn(cloud, scene, relief, plane, colours)
    upper, lower = parts.ROWS_OF_PHONE if phone else ((LEFT, (0.0, 1.0)), (RIGHT, (0.0, 1.0)))
    drawing = marks.figure(
        traces,
        dark=dark,
        height=HEIGHT,
        margin={"l": 56, "r": 12, "t": 64, "b": BELOW},
        annotations=_titles(cloud, 0, scene, phone=phone),
        legend=parts.LEGEND,
        sliders=[parts.slider(names, 0, "Draw ", colours, BESIDE_ON_PHONE if phone else BESIDE)],
        updatemenus=[playing.buttons(colours, STEP, 74, redraw=True)],
        **parts.weights_axes(scene, 1, upper),
        **parts.records_axes(scene, 2, lower),
    )
    drawing["frames"] = [
        {
            "name": name,
            "data": _numbers(cloud, scene, relief, k),
            "traces": moving,
            "layout": {"annotations": _titles(cloud, k, scene, phone=phone)},
        }
        for k, name in enumerate(names)
    ]
    return parts.for_phone(drawing, PLAYER) if phone else drawing


def _drawn(
    cloud: Cloud, scene: parts.Scene, relief: parts.Relief, plane: Plane, colours: style.Palette
) -> tuple[list[FigureDict], list[int]]:
    """Return what is drawn of the first draw, and the places of what moves with the draws."""
    traces: list[FigureDict] = []
    level = parts.level(scene, colours, 0.4)
    named = parts.in_legend({cloud.plan.mechanism: "Private classifier"}, colours)
    parts.add(traces, named, 1)
    parts.add(traces, [level, parts.optimum_mark(plane.optimum, colours)], 1)
    parts.add(traces, parts.records(scene, colours, named=True), 2)
    parts.add(traces, [parts.non_private_line(plane.optimum, scene.edge, colours)], 2)
    contour, point, line = _traces(cloud, scene, relief, colours)
    return traces, parts.add(traces, [contour, point], 1) + parts.add(traces, [line], 2)


def _numbers(cloud: Cloud, scene: parts.Scene, relief: parts.Relief, k: int) -> list[FigureDict]:
    """Return what changes with the draw: contours, the classifier, its line."""
    w = cloud.coefs[k]
    return [
        marks.trace("contour", z=relief.heights[k]),
        marks.scatter([float(w[0])], [float(w[1])], customdata=[float(cloud.errors[k])]),
        marks.scatter(*parts.ends(w, scene.edge)),
    ]


def _traces(
    cloud: Cloud, scene: parts.Scene, relief: parts.Relief, colours: style.Palette
) -> list[FigureDict]:
    """Return the same for the first draw, with the looks that stay."""
    name = cloud.plan.mechanism
    colour, outline = colours.methods[name], marks.stroke(colours.ground, 2)
    _, point, line = _numbers(cloud, scene, relief, 0)
    return [
        parts.contour(scene.grid, relief.heights[0], relief.step, colour),
        point
        | {
            "mode": "markers",
            "showlegend": False,
            "marker": marks.marker(style.LOOKS[name].mark, 12, colour, line=outline),
            "hovertemplate": scene.hover,
        },
        line | {"mode": "lines", "line": marks.stroke(colour, 4)} | marks.SILENT,
    ]


def _titles(cloud: Cloud, k: int, scene: parts.Scene, *, phone: bool) -> list[FigureDict]:
    errs = scene.errs(float(cloud.errors[k]), wraps=not phone)
    if phone:
        return parts.titles_of_phone(("The objective, tilted", f"Its minimiser: {errs}"))
    answer = f"Its minimiser<br>{errs}"
    return [
        marks.panel_title("The objective,<br>tilted", sum(LEFT) / 2, 1.0),
        marks.panel_title(answer, sum(RIGHT) / 2, 1.0),
    ]
