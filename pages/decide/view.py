"""Which ε meets both limits, and which one is to be signed: a sheet, with a line more a panel."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from string import Template

import pandas as pd

from dpcore.checks import InvalidInput
from dpcore.privacy.risk import limit
from dplab.simulation.comparison import DECISIVE
from dplab.studies.adversary.curve import Named
from dplab.studies.decide import attack, dearest, sheet
from dplab.studies.decide.dearest import DearestGroups
from dplab.studies.decide.sheet import DecisionSheet
from dplab.studies.trade_off.more_records import PricedEpsilon
from pages.comparison import private, terms
from pages.comparison.own_script import in_script
from pages.comparison.records import Records, keeping
from pages.decide import figures, sentences
from pages.decide.deployed import DEPLOYED
from pages.decide.figures import ThinLine
from pages.decide.ticks import OF_COST, OF_RISK
from pages.decide.values import ALONE, ATTACK, AVERAGE, DEAREST, DISAGREEMENT, DecisionQuestion
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View, last

ON_THESE = "this attack,<br>on these records"
"""On two lines: it stands in the area, at its right end."""

MOST = 300
"""A few numbers for each ε."""

keeping(attack.in_steps, MOST)


def view(question: DecisionQuestion, records: Records | None = None) -> View[DecisionSheet]:
    """Return the sheet, with the lines that are asked for."""
    records = records or Records()
    found = last(views(question, records)).answer
    return of_sheet(question, found, records, _lines(question, found, records))


def views(question: DecisionQuestion, records: Records) -> Iterator[View[DecisionSheet]]:
    """Yield the sheet as far as it is computed, with those lines that need no computing."""
    asked = sheet.Question(question.settings)
    own, ask = records.own_data(asked), private.of_batch(records)
    for found in sheet.run(asked, own, ask):
        yield of_sheet(question, found, records, known_lines(question, found, records))


def of_sheet(
    question: DecisionQuestion, found: DecisionSheet, records: Records, lines: Sequence[ThinLine]
) -> View[DecisionSheet]:
    """Return what a sheet shows, with some lines more."""
    settings, risk, cost = question.settings, question.risk, question.cost
    rule, guessed = records.constant(settings), records.is_guessed(settings)
    signs, yours = chosen(question, found, records), question.yours
    band = found.band(risk / 100, cost / 1000)
    shown, has_attack = records.counted(settings, found.n), question.risk_line == ATTACK
    others = () if has_attack else DEPLOYED
    below = (sentences.too_small(band, terms.as_markdown(rule)), sentences.units(others))
    marked = sentences.marked(signs, yours, others)
    draw = partial(
        figures.sheet,
        found,
        rule,
        risk=risk,
        cost=cost,
        chosen=signs,
        yours=yours,
        thin=lines,
    )
    return View(
        sentences.told(found, rule, risk, cost, shown, guessed=guessed),
        sentences.alt(found, rule, risk, cost, marked, guessed=guessed),
        draw,
        found,
        sentences.protocol(found, records.called(settings)),
        tuple(filter(None, below)),
        rows=partial(table, question, found, records),
    )


def chosen(
    question: DecisionQuestion, found: DecisionSheet, records: Records
) -> PricedEpsilon | None:
    """Return the ε to sign and what it costs, of a whole sheet; None where none can be signed."""
    band = found.band(question.risk / 100, question.cost / 1000)
    is_whole = len(found.prices) == len(DECISIVE)
    if not (is_whole and band.holds) or records.is_guessed(question.settings):
        return None
    return private.priced(question.settings, band.inside(question.epsilon), records)


def known_lines(
    question: DecisionQuestion, found: DecisionSheet, records: Records
) -> list[ThinLine]:
    """Return the lines that are asked for, those that need no computing."""
    if len(found.prices) < len(DECISIVE):
        return []
    asked = question
    if asked.risk_line == ATTACK and records.known(attack.in_steps, _of_attack(found)) is None:
        asked = replace(asked, risk_line=ALONE)
    if asked.cost_line == DEAREST and records.known(_dearest, _of_groups(found, records)) is None:
        asked = replace(asked, cost_line=AVERAGE)
    return _lines(asked, found, records)


def _lines(question: DecisionQuestion, found: DecisionSheet, records: Records) -> list[ThinLine]:
    """Return the lines that are asked for, of a whole sheet, which stands without them."""
    lines: list[ThinLine] = []
    if question.risk_line == ATTACK:
        with suppress(InvalidInput):
            named = attacked(found, records).named
            lines.append(ThinLine(OF_RISK, ON_THESE, (100 * named).tolist()))
    if question.cost_line == DEAREST:
        with suppress(InvalidInput):
            people = [1000 * group.cost for group in dearest_groups(found, records).groups]
            lines.append(ThinLine(OF_COST, "pays most", people))
    if question.cost_line == DISAGREEMENT:
        differ = [1000 * price.disagreement for price in found.prices.values()]
        lines.append(ThinLine(OF_COST, "disagreement", differ))
    return lines


def attacked(found: DecisionSheet, records: Records) -> Named:
    """Return what an attack reaches on the releases of a sheet.

    Raises
    ------
    InvalidInput
        As `attack.in_steps`.
    """
    return records.ask_in_steps(attack.in_steps, _of_attack(found))


def dearest_groups(found: DecisionSheet, records: Records) -> DearestGroups:
    """Return who pays most for the releases of a sheet.

    Raises
    ------
    InvalidInput
        As `dearest.in_steps`.
    """
    return records.get_in_steps(_dearest, _of_groups(found, records))


def _dearest(records: Records, asked: dearest.Question) -> Generator[float, None, DearestGroups]:
    own = records.columns() if asked.settings.is_own else ()
    return dearest.in_steps(asked, *own)


keeping(_dearest, MOST)


def _of_attack(found: DecisionSheet) -> attack.Question:
    return attack.Question(found.question.settings, found.mechanisms)


def _of_groups(found: DecisionSheet, records: Records) -> dearest.Question:
    settings = found.question.settings
    column = records.required().group if settings.is_own else ""
    return dearest.Question(settings, found.mechanisms, column)


def table(question: DecisionQuestion, found: DecisionSheet, records: Records) -> pd.DataFrame:
    """Return the numbers of the picture, with the ε to sign, and lines that are on show."""
    rows = records.with_names(sheet.table(found), question.settings)
    if signs := chosen(question, found, records):
        rows = rows.assign(
            chosen_epsilon=signs.epsilon,
            chosen_guessed_right_at_most=limit(signs.epsilon),
            chosen_mechanism=signs.mechanism,
            chosen_more_wrong_per_1000=1000 * signs.cost,
        )
    with suppress(InvalidInput):  # The page says why there is no such line.
        if question.risk_line == ATTACK:
            rows = rows.assign(guessed_right_by_attack=attacked(found, records).named)
    with suppress(InvalidInput):
        if question.cost_line == DEAREST:
            groups = dearest_groups(found, records).groups
            rows = rows.assign(
                dearest_group=[group.name for group in groups],
                dearest_more_wrong_per_1000=[1000 * group.cost for group in groups],
            )
    return rows


def script(question: DecisionQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers."""
    lines = [script_template("decide")]
    if question.risk_line == ATTACK:
        lines.append(script_template("decide", "script_attack"))
    if question.cost_line == DEAREST:
        lines.append(script_template("decide", "script_dearest"))
    return Template("".join(lines)).substitute(
        settings=arguments(vars(question.settings)),
        **in_script(question.settings.data, records or Records()),
        risk=question.risk,
        cost=question.cost,
        epsilon=question.epsilon,
    )
