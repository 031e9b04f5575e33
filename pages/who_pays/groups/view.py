"""What each group pays: its error without noise beside that at an ε, and along ε."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd

from dplab.studies.who_pays import along
from dplab.studies.who_pays import costs as study
from dplab.studies.who_pays.along import CostCurves
from dplab.studies.who_pays.costs import Costs
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View, last
from pages.who_pays import columns, results
from pages.who_pays.groups import figures, sentences
from pages.who_pays.groups.values import GroupQuestion


@dataclass(frozen=True, eq=False)
class GroupCosts:
    """What each group pays at the settings' ε, and along ε where that is asked for."""

    costs: Costs
    curves: CostCurves | None = None


def view(question: GroupQuestion, records: Records | None = None) -> View[GroupCosts]:
    """Return what each group pays.

    Raises
    ------
    InvalidInput
        If the records have no groups.
    """
    return last(views(question, records))


def views(question: GroupQuestion, records: Records | None = None) -> Iterator[View[GroupCosts]]:
    """Yield the same: at an ε first, then with the curves as far as they are computed."""
    records, people = records or Records(), question.people
    settings = people.settings
    division = columns.division(people, records)
    asked = study.Question(settings, people.mechanism, division, question.counted)
    costs = results.of_groups(records, asked)
    at_epsilon = View(
        f"**{sentences.verdict(costs)}**",
        sentences.alt(costs),
        partial(_slopes, costs),
        GroupCosts(costs),
        sentences.protocol(
            costs, records.called(settings), results.lams(records, settings, people.mechanism)
        ),
        tuple(sentences.more(costs)),
        rows=lambda: records.with_names(study.table(costs), settings),
    )
    yield at_epsilon
    if question.figure == "along":
        for curves in curves_of(costs, records):
            yield replace(
                at_epsilon,
                alt=sentences.alt_along(costs),
                draw=partial(_along, costs, curves),
                answer=GroupCosts(costs, curves),
                rows=partial(_rows, curves, records),
            )


def _rows(curves: CostCurves, records: Records) -> pd.DataFrame:
    return records.with_names(along.table(curves), curves.question.settings)


def curves_of(costs: Costs, records: Records) -> Iterator[CostCurves]:
    """Yield the same costs along ε, after each."""
    asked = costs.question
    there = along.Question(asked.settings, asked.mechanism, asked.division, asked.counted)
    return along.run(there, ask=partial(results.of_groups, records))


def _slopes(costs: Costs, *, dark: bool, phone: bool) -> FigureDict:
    return figures.slopes(costs, **_words(costs, phone=phone), dark=dark, phone=phone)


def _along(costs: Costs, curves: CostCurves, *, dark: bool, phone: bool) -> FigureDict:
    named = _words(costs, phone=phone)
    return figures.along(curves.at, costs, **named, dark=dark, phone=phone)


def _words(costs: Costs, *, phone: bool) -> dict[str, str]:
    counted = costs.question.counted
    return {"title": sentences.title(costs, phone=phone), "errors": sentences.errors(counted)}


def script(question: GroupQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If the records have no groups.
    """
    records, people = records or Records(), question.people
    division = columns.division(people, records)
    asked = vars(people.settings) | {
        "mechanism": people.mechanism,
        "column": division.column,
        "cuts": division.cuts,
        "counted": question.counted,
    }
    return part_code("who_pays", "groups", asked, in_script(people.settings.data, records))
