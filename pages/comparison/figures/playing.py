"""Figures that hold their frames: what plays them and stops them, in the browser alone."""

from pages.kit.figures import style
from pages.kit.figures.style import FigureDict

AT_ONCE = {"mode": "immediate", "transition": {"duration": 0}}
"""Frames follow each other without a glide, for those who want little motion."""


def buttons(colours: style.Palette, step: int, below: int, *, redraw: bool) -> FigureDict:
    """Return Play and Pause, as Plotly's layout has them, below a figure.

    Parameters
    ----------
    colours : Palette
        Of the theme.
    step : int
        Milliseconds that each frame is shown.
    below : int
        Pixels under the axis.
    redraw : bool
        Whether a frame has more than points and lines, such as contours.
    """
    play = AT_ONCE | {"fromcurrent": True, "frame": {"duration": step, "redraw": redraw}}
    stop = AT_ONCE | {"frame": {"duration": 0, "redraw": False}}
    return {
        "type": "buttons",
        "direction": "left",
        "x": 0,
        "xanchor": "left",
        "y": 0,
        "yanchor": "top",
        "pad": {"t": below},
        "bgcolor": colours.ground,
        "bordercolor": colours.quiet,
        "font": {"color": colours.ink},
        "showactive": False,
        "buttons": [
            {"label": "Play", "method": "animate", "args": [None, play]},
            {"label": "Pause", "method": "animate", "args": [[None], stop]},
        ],
    }
