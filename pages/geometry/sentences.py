"""The clouds in words, with the numbers of the moment."""

import numpy as np

from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.constant import ConstantRule
from dplab.simulation.settings import Settings
from dplab.simulation.summaries import Summary
from dplab.studies.geometry.clouds import Clouds
from dplab.studies.geometry.moved_record import MovedRecord
from dplab.studies.geometry.plane import COMPARED, SHARES, Cloud, Plane, elongation, mean_length
from pages.comparison import terms
from pages.geometry.figures.clouds import MOST_LINES
from pages.kit import words

ALT_LINES = (
    "The lines of the same classifiers among the records, those of output perturbation beside or "
    "above those of objective perturbation; the line without noise is dashed."
)


def told(now: Clouds, rule: ConstantRule) -> str:
    """Return the page's sentence as Markdown: the rule's answer as Markdown has it."""
    chosen, plane = now.settings, now.plane
    useful = useless(plane, chosen.epsilon, rule)
    return f"**{useful}{verdict(plane, chosen, now.part.n)}**"


def useless(plane: Plane, epsilon: float, rule: ConstantRule) -> str:
    """Return which classifiers do not beat a constant answer, with a blank behind, or nothing."""
    level = Summary(plane.error, plane.error, plane.error)
    if without_noise := terms.short_of(rule, {"Without noise the classifier": level}):
        return f"{without_noise}: at these settings the errors say nothing about what noise costs. "
    found = {
        terms.called(name): Summary.of(plane.clouds[name, epsilon].errors) for name in COMPARED
    }
    short = terms.short_of(rule, found)
    return f"Here {short}. " if short else ""


def verdict(plane: Plane, chosen: Settings, n: int) -> str:
    """Return what the noise does to both kinds of classifiers."""
    objective, output = (plane.clouds[name, chosen.epsilon] for name in COMPARED)
    apart = [words.rounded(plane.moved_by(name, chosen.epsilon)) for name in COMPARED]
    if np.isinf(chosen.epsilon):
        return "At ε = ∞ there is no noise: every draw is the non-private classifier."
    return (
        f"At ε = {words.number(chosen.epsilon)} and n = {n:,}, objective perturbation moves the "
        f"classifier by a median of {apart[0]}, output perturbation "
        f"by {apart[1]}; without noise its length is "
        f"{words.rounded(float(np.linalg.norm(plane.optimum)))}. "
        f"Their median {terms.errors(chosen.measure)} are {_error(objective)} and "
        f"{_error(output)}; without noise it is {words.percent(plane.error)}."
    )


def shape(plane: Plane, epsilon: float) -> str:
    """Return the shape of the two regions, and theory beside the draws."""
    objective, output = (plane.clouds[name, epsilon] for name in COMPARED)
    if np.isinf(epsilon):
        return ""
    length = plane.moved("output", epsilon).mean()
    return (
        f"The output cloud is round whatever the data; in theory the mean length of its noise is "
        f"2d/(nλε) = {words.rounded(mean_length(output.plan), 3)}, over these "
        f"{len(output.coefs)} draws it is {words.rounded(float(length), 3)}. The objective cloud "
        "takes the shape of the records: "
        f"its {SHARES[-1]:.0%} region is {elongation(objective.rims[-1]):.1f} times as long as "
        "wide, short where the records fix the classifier."
    ).replace("% region", " % region")


def turn(cloud: Cloud, shown: int, measure: str) -> str:
    """Return what the second picture does."""
    best, worst = cloud.errors[:shown].min(), cloud.errors[:shown].max()
    return (
        "Each draw tilts the objective by b·w/n and minimises it exactly: solid contours beside "
        f"those of the data alone. One of these {shown} classifiers would be released; their "
        f"{terms.errors(measure)} are {words.percent(float(best))} to "
        f"{words.percent(float(worst))}."
    )


def alt(plane: Plane, epsilon: float, measure: str) -> str:
    """Return the clouds in words."""
    parts = [
        f"{MECHANISMS[name].label}: {len(cloud.coefs)} classifiers, median "
        f"{terms.error(measure)} {_error(cloud)}, moved by a median of "
        f"{words.rounded(plane.moved_by(name, epsilon))}"
        for name in COMPARED
        for cloud in (plane.clouds[name, epsilon],)
    ]
    return f"Clouds of private classifiers. {'; '.join(parts)}"


def alt_tilt(cloud: Cloud, shown: int, measure: str) -> str:
    """Return the tilted objective in words."""
    return (
        f"Contours of the objective, tilted by each of {shown} draws. {turn(cloud, shown, measure)}"
    )


def _error(cloud: Cloud) -> str:
    return words.percent(Summary.of(cloud.errors).median)


def protocol(now: Clouds, called: str) -> str:
    """Return how the numbers were made; `called` is the data's name on screen."""
    chosen = now.settings
    found = now.plane.clouds[COMPARED[0], chosen.epsilon]
    missed = "" if all(c.converged for c in now.plane.clouds.values()) else terms.MISSED
    return (
        f"{called}; {terms.lam(chosen.lam, {})}. "
        f"{words.pluralize(len(found.coefs), 'draw')} of each mechanism on one set of "
        f"{words.pluralize(now.part.n, 'record')}, {MOST_LINES} of them as lines; "
        f"{terms.errors(chosen.measure)} are medians over the draws, on records that were "
        "kept for testing. Both mechanisms and every ε use the same noise on another scale: right "
        "for a picture, never for a release. Regions are computed, not fitted to the draws."
        f"{missed}"
    )


RECORD_WORDS = {
    "across": "Record, across",
    "up": "Record, up",
    "bound": "The moves of the classifier that the bound allows, and this one",
    "hint": "Drag the record, or use the arrow keys. Dashed: the line before. Solid: the line now.",
    "choose": "Tap another record to choose it.",
}
"""What the picture of the moved record says."""

EVERY_MOVE = "The record keeps its label. Noise must hide every such move, of any record."


def moved_record(found: MovedRecord) -> str:
    """Return how far the record moves the classifier, beside the bound and its most."""
    share, most = (
        words.percent(each / found.bound) for each in (found.distance, found.farthest_distance)
    )
    bound = f"the bound 2/(nλ) = {words.rounded(found.bound, 3)}"
    if not found.distance:
        home = found.question.to is None or np.array_equal(found.place, found.part.X[found.row])
        here = "is in its own place" if home else "does not move the classifier from here"
        return f"The record {here}. On the rim it moves the classifier by up to {most} of {bound}."
    said = f"This record moves the classifier by {words.rounded(found.distance, 3)}"
    return f"{said}: {share} of {bound}. On the rim it reaches up to {most}."
