"""Every mechanism at some settings: a strip that grows as the verdicts come in."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Verdict
from pages.comparison import privacy_loss
from pages.comparison.privacy_loss import SHORT, short
from pages.comparison.records import Records
from pages.is_it_private import answers
from pages.is_it_private.mechanisms import figures, sentences
from pages.kit import words
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View, last


def view(settings: Settings, records: Records | None = None) -> View[dict[str, Verdict]]:
    """Return the strip with all verdicts."""
    return last(views(settings, records))


def views(settings: Settings, records: Records | None = None) -> Iterator[View[dict[str, Verdict]]]:
    """Yield the same, with one more verdict each time."""
    records = records or Records()
    question = privacy_loss.of(settings, records)
    names, made = verdicts.judged(question), sentences.at_settings(question)
    for each in answers.verdicts_on_all(records, question):
        sentence, alt = f"**{sentences.counted(each)}**", sentences.strip_alt(each)
        draw, rows = partial(_strip, each, names), partial(verdicts.table, each)
        yield View(sentence, alt, draw, each, made, rows=rows)


def _strip(
    known: Mapping[str, Verdict],
    names: Sequence[str],
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the same there
) -> FigureDict:
    rows = {name: _row(verdict) for name, verdict in known.items()}
    return figures.verdicts(rows, names, dark=dark)


def _row(verdict: Verdict) -> figures.StripRow:
    claim, text = verdict.plan.epsilon, SHORT[verdict.standing]
    numbers = f"found {short(verdict.found)}, at most {short(verdict.ceiling)}"
    if verdict.standing == "approximate":
        # The claim is about no largest loss, which the axis shows: with Gamma noise there is one.
        delta = f"δ = {words.number(verdict.plan.delta)}"
        if math.isinf(verdict.plan.pure_epsilon):
            numbers = f"{delta}; single losses have no limit"
            return figures.StripRow(math.nan, math.nan, text, numbers)
        numbers = f"{delta}; {numbers}"
    if verdict.standing == "none":
        return figures.StripRow(math.inf, math.inf, text, numbers)
    return figures.StripRow(verdict.found / claim, verdict.ceiling / claim, text, numbers)


def script(settings: Settings, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers."""
    question = privacy_loss.of(settings, records or Records())
    return part_code("is_it_private", "mechanisms", vars(question))
