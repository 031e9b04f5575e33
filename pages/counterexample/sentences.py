"""The counterexample in words and formulas, with the numbers of the moment."""

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.summaries import Summary
from dplab.studies import counterexample as core
from dplab.studies.counterexample import Example, MechanismRun, Runs
from dplab.studies.papers import entries
from pages.comparison import terms
from pages.kit import words

PRINTED = "cm08a_figure_1"
GIVEN = 6
"""Digits of what a visitor has set."""

PLAIN = (1e-3, 1e4)
"""Between these a number is written without a power of ten."""

UPRIGHT = 0.01
"""Lines stand upright where three quarters of the draws err less."""

Rows = dict[str, tuple[float, float, float]]
"""Per mechanism: signal, noise as drawn, noise by theory."""


def pair(compared: tuple[str, ...]) -> tuple[str, str]:
    """Return the two that stand side by side: noise in the question, noise on the answer."""
    return compared[1], compared[2]


def rows(example: Example, runs: Runs) -> Rows:
    """Return signal and noise of each mechanism."""
    return {
        name: (
            core.signal(example, run.plan.extra_lam),
            core.noise_seen(run.coefs, example.gamma),
            core.noise_in_margin(example, name),
        )
        for name, run in runs.items()
        if MECHANISMS[name].is_noisy
    }


def verdict(
    example: Example, runs: dict[str, MechanismRun], pair: tuple[str, str], rows: Rows
) -> str:
    """Return which mechanism fails, which does not, and by how much."""
    if np.isinf(example.epsilon):
        return "At ε = ∞ there is no noise: every mechanism gives the non-private classifier."
    errors = ", and ".join(f"{_middle(runs[name])} with {_inside(name)}" for name in pair)
    ratios = [rows[name][1] / rows[name][0] for name in pair]
    return (
        f"At n = {example.n:,} and ε = {words.number(example.epsilon)}, the median error is "
        f"{errors}; without noise it is {_error(runs['non_private'])}. In a record's margin, "
        f"noise over signal is {_ratio(ratios[0])} with objective perturbation and "
        f"{_ratio(ratios[1])} with output perturbation."
    )


def why(example: Example, runs: dict[str, MechanismRun], pair: tuple[str, str]) -> str:
    """Return what the lines of the picture do."""
    upright, fallen = (Summary.of(runs[name].errors) for name in pair)
    if np.isinf(example.epsilon):
        return "The lines are upright between the two columns."
    if fallen.high < UPRIGHT:
        return "With this many records even output perturbation leaves the line upright."
    if upright.high < UPRIGHT:
        return (
            "Only an upright line goes between the two columns. Output perturbation rotates it; "
            "objective perturbation does not, because this many records fix it."
        )
    if upright.median < fallen.median / 2:
        return (
            "Output perturbation rotates the line. Against objective perturbation the records "
            "begin to fix it: with more of them it stays upright."
        )
    return (
        "Here both kinds of noise rotate the line: the records are too few to fix it. Take "
        "more of them."
    )


def derivation(example: Example, pair: tuple[str, str]) -> str:
    """Return why, in four lines with the numbers of the moment."""
    objective, output = pair
    lines = (
        _signal_line(example),
        _length_line(example, output),
        _margin_line(example, output),
        _question_line(example, objective),
    )
    return "\n".join(f"{k}. {line}" for k, line in enumerate(lines, start=1))


def _signal_line(example: Example) -> str:
    v = _tex(core.signal(example))
    return rf"**Signal.** $v=\gamma w_1={v}$, from $-\ell'(v)\,\gamma^2=\lambda v$."


def _length_line(example: Example, output: str) -> str:
    plan = core.plan_of(example, output)
    gamma = plan.norm_law == "gamma"
    symbol, number = ("d", str(example.d)) if gamma else (r"\tfrac{1}{\sqrt2}",) * 2
    given = (example.n, example.lam, example.epsilon)
    scale = r"\cdot ".join(_tex(value, GIVEN) for value in given)
    mean = (example.d if gamma else 1) / plan.noise_rate
    return (
        rf"**Output perturbation**, mean length of the noise: "
        rf"${symbol}\cdot\frac{{2}}{{n\lambda\varepsilon}}="
        rf"{number}\cdot\frac{{2}}{{{scale}}}={_tex(mean)}$."
    )


def _margin_line(example: Example, output: str) -> str:
    moved, v = core.noise_in_margin(example, output), core.signal(example)
    return (
        r"**In a margin** that is $\sqrt{\mathbb{E}\lVert\eta\rVert^2/d}="
        rf"{_tex(moved)}\;{_sign(moved, v)}\;{_tex(v)}$."
    )


def _question_line(example: Example, objective: str) -> str:
    _along, across = core.curvatures(example, objective)
    moved = core.noise_in_margin(example, objective)
    v = core.signal(example, core.plan_of(example, objective).extra_lam)
    return (
        rf"**Objective perturbation:** the records limit it, with ${_tex(across)}$ instead of "
        rf"$\lambda={_tex(example.lam, GIVEN)}$: ${_tex(moved)}\;{_sign(moved, v)}\;{_tex(v)}$."
    )


def caveat(rows: Rows, objective: str) -> str:
    """Return when the last line of the derivation is no more than an order of magnitude."""
    signal, seen, theory = rows[objective]
    if theory > 0 and (seen > signal or not 0.5 < seen / theory < 2):
        return (
            "The last line holds for short noise only. Here the draws move a margin by "
            f"{words.rounded(seen)}."
        )
    return "The draws agree: see the dots beside the rings."


def printed(example: Example, runs: dict[str, MechanismRun]) -> str:
    """Return what the paper has where this is its example with its noise, or an empty text."""
    entry = entries.named(PRINTED)
    (panel,) = entry.panels
    laplace = "objective_laplace_norm" in runs
    same = (example.d, example.gamma) == (panel.d, dict(panel.knobs)["gamma"]) and (
        example.lam,
        example.epsilon,
    ) == (entry.lam, entry.epsilon)
    if not same or example.n not in entry.values:
        return ""
    names = {
        True: ("objective_laplace_norm", "output_laplace_norm"),
        False: ("objective", "output"),
    }
    # Means, as in the paper's figure: a mean is far above the median where few draws fail.
    ours = [words.percent(float(runs[name].errors.mean())) for name in names[laplace]]
    theirs = {value.role: value for value in entry.published}
    return (
        f"{entry.place} of Chaudhuri and Monteleoni's first version shows this example at n = "
        f"{entry.values[0]:.0f} to {entry.values[-1]:.0f}: objective perturbation has an error "
        f"below {words.percent(theirs['objective'].value)}, output perturbation one of about "
        f"{words.percent(theirs['output'].value)}. Means over the draws here: {ours[0]} and "
        f"{ours[1]} at n = {example.n:,}. {entry.why}"
    )


def alt(runs: dict[str, MechanismRun], pair: tuple[str, str]) -> str:
    """Return the picture of the planes in words."""
    parts = [f"{MECHANISMS[name].label}: median error {_middle(runs[name])}" for name in pair]
    return (
        "Two columns of records, one per class, and the lines of drawn classifiers. "
        + "; ".join(parts)
        + "."
    )


def alt_lengths(rows: Rows) -> str:
    """Return the picture of the lengths in words."""
    return "Noise beside signal. " + "; ".join(
        f"{MECHANISMS[name].label}: signal {words.rounded(signal)}, noise {words.rounded(seen)}"
        for name, (signal, seen, _) in rows.items()
    )


def _inside(mechanism: str) -> str:
    """Return a mechanism's name as it stands within a sentence."""
    label = MECHANISMS[mechanism].label
    return label[0].lower() + label[1:]


def _error(run: MechanismRun) -> str:
    return words.percent(Summary.of(run.errors).median)


def _middle(run: MechanismRun) -> str:
    return f"{_error(run)} (half of the draws: {terms.range_of(Summary.of(run.errors))})"


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 2 else words.rounded(ratio)


def _sign(moved: float, signal: float) -> str:
    return r"\gg" if moved > 3 * signal else r"\ll" if moved < signal / 3 else r"\approx"


def _tex(value: float, digits: int = 2) -> str:
    """Return a number to some digits as a formula has it, large and small ones by powers of ten."""
    if PLAIN[0] <= value < PLAIN[1] or value == 0:
        return f"{value:.{digits}g}" if value < 100 else f"{value:.0f}"
    factor, _, power = f"{value:.{digits - 1}e}".partition("e")
    factor = factor.rstrip("0").rstrip(".") if "." in factor else factor
    return (rf"{factor}\cdot " if factor != "1" else "") + rf"10^{{{int(power)}}}"


def protocol(example: Example, runs: Runs) -> str:
    """Return how the numbers were made."""
    missed = [MECHANISMS[name].label for name, run in runs.items() if not run.converged]
    return (
        f"Records are drawn as counts over the {2**example.d:,} points of the distribution, errors "
        f"are exact probabilities under it. {words.pluralize(example.draws, 'draw')} of the noise "
        "on one set of records for each n. Errors are medians; bands hold half of the draws. "
        "Logistic loss." + (f" Not every draw converged: {', '.join(missed)}." if missed else "")
    )
