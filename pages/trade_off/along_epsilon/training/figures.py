"""Training errors along ε beside test errors; and the excess of the objective beside its bound."""

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.comparison import EPSILONS
from dplab.simulation.measures import MEASURES
from dplab.simulation.summaries import Summary
from dplab.studies.trade_off.on_training import DELTA, TrainingFit, TrainingFits
from pages.comparison.figures import curves
from pages.comparison.figures.curves import EPSILON_AXIS, HEIGHT, MARGIN, Curve
from pages.comparison.private import ComparisonAtEpsilon
from pages.kit.figures import marks, style
from pages.kit.figures.axes import Axis
from pages.kit.figures.style import FigureDict

EXCESS_AXIS = Axis("Excess risk J(w) − J(w*)", 1e-6, 100.0)
"""Fixed, so that nothing jumps and settings can be compared; w = 0 has about ℓ(0) at most."""

BOUND_DASH, ZERO_DASH = "dash", "dot"


def errors(
    fits: TrainingFits, comparison: ComparisonAtEpsilon, *, dark: bool, phone: bool
) -> FigureDict:
    """Return the training errors along ε, with the test errors at the visitor's ε hollow."""
    settings, found = fits.question.settings, fits.errors
    label = f"Training {MEASURES[settings.measure].label.lower().replace('test ', '')}"
    level = Summary.of(found["non_private", float("inf")])
    along: dict[str, Curve] = {"non_private": ((EPSILONS[0], EPSILONS[-1]), (level, level))}
    along |= {name: _along(fits, name) for name in comparison.outcomes}
    drawing = curves.error_against(
        EPSILON_AXIS,
        {(name, settings.loss): curve for name, curve in along.items()},
        title=f"{label} against ε",
        dark=dark,
        rule=fits.rule,
        errors=label,
    )
    now = {name: Summary.of(found[name, settings.epsilon]) for name in comparison.outcomes}
    curves.mark(drawing, EPSILON_AXIS, settings.epsilon, now, dark=dark)
    drawing["data"] += _on_test(comparison, style.palette(dark))
    return curves.for_phone(drawing) if phone else drawing


def excess(
    fits: TrainingFits,
    comparison: ComparisonAtEpsilon,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the same there
) -> FigureDict:
    """Return the excess along ε: medians and bands, bounds dashed, and that of zeros dotted."""
    colours, epsilon = style.palette(dark), fits.question.settings.epsilon
    along = {name: _excess_along(fits, name) for name in comparison.outcomes}
    traces: list[FigureDict] = []
    for name, fitted in along.items():
        color = colours.methods[name]
        places = [at for at, _ in fitted]
        summaries = [Summary.of(fit.excess) for _, fit in fitted]
        curve = places, [_above(each) for each in summaries]
        traces += curves.band(curve, color)
        traces.append(
            curves.medians(
                curve,
                marks.stroke(color, 2.5, style.LOOKS[name].dash),
                name=MECHANISMS[name].label,
                mode="lines+markers",
                marker=marks.marker(style.LOOKS[name].mark, 7),
                hovertemplate="%{y:.2g}",
            )
        )
        for dash, values in (
            (BOUND_DASH, [fit.bound for _, fit in fitted]),
            (ZERO_DASH, [fit.of_zero for _, fit in fitted]),
        ):
            traces.append(
                marks.line(places, values, marks.stroke(color, 1.5, dash), **marks.SILENT)
            )
    traces += [
        _named(f"bound, at least {100 * (1 - DELTA):.0f} %", BOUND_DASH, colours),
        _named("w = 0", ZERO_DASH, colours),
    ]
    drawing = {
        "data": traces,
        "layout": marks.layout(
            "Excess risk against ε",
            dark=dark,
            height=HEIGHT,
            margin=MARGIN,
            hovermode="x unified",
            xaxis=marks.log_axis(EPSILON_AXIS),
            yaxis=marks.log_axis(EXCESS_AXIS),
            shapes=[],
            annotations=[],
            legend=marks.legend(traceorder="normal"),
        ),
    }
    here = {name: _above(Summary.of(fits.fits[name, epsilon].excess)) for name in along}
    return curves.mark(drawing, EPSILON_AXIS, epsilon, here, dark=dark)


def _on_test(comparison: ComparisonAtEpsilon, colours: style.Palette) -> list[FigureDict]:
    at = EPSILON_AXIS.inside(comparison.settings.epsilon)
    return [
        marks.dots(
            [at],
            [summary.median],
            marks.marker(
                f"{style.LOOKS[name].mark}-open",
                11,
                colours.methods[name],
                line=marks.stroke(colours.methods[name], 2),
            ),
            name="on the test records",
            showlegend=number == 0,
            hovertemplate="test %{y:.1%}<extra></extra>",
        )
        for number, (name, summary) in enumerate(comparison.summaries.items())
    ]


def _along(fits: TrainingFits, name: str) -> Curve:
    found = fits.errors
    places = [at for at in EPSILONS if (name, at) in found]
    return places, [Summary.of(found[name, at]) for at in places]


def _excess_along(fits: TrainingFits, name: str) -> list[tuple[float, TrainingFit]]:
    return [(at, fits.fits[name, at]) for at in EPSILONS if (name, at) in fits.fits]


def _above(summary: Summary) -> Summary:
    """Return a summary that goes on below the picture, and not to the 0 that no logarithm has."""
    low = EXCESS_AXIS.low / 10
    return Summary(*(max(each, low) for each in (summary.median, summary.low, summary.high)))


def _named(label: str, dash: str, colours: style.Palette) -> FigureDict:
    stroke = marks.stroke(colours.quiet, 1.5, dash)
    return marks.scatter([None], [None], name=label, mode="lines", line=stroke, hoverinfo="skip")
