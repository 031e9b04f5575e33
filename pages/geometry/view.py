"""What the noise does to a classifier: clouds of classifiers, and their lines among the records."""

from functools import partial
from string import Template

import pandas as pd

from dpcore.data.recipes import RECIPES
from dplab.studies.geometry import clouds as study
from dplab.studies.geometry.clouds import DRAWS, Clouds
from pages.comparison import terms
from pages.comparison.own_script import in_script
from pages.comparison.records import Records, keeping
from pages.geometry import sentences
from pages.geometry.figures import clouds
from pages.geometry.values import PlaneQuestion
from pages.kit.notebook import arguments
from pages.kit.text import script_template
from pages.kit.view import View

MOST_PLANES = MOST_TABLES = 60

keeping(study.plane_at, MOST_PLANES)
keeping(study.ground_of, MOST_PLANES)
keeping(study.heaviest_of, MOST_TABLES)


def view(question: PlaneQuestion, records: Records | None = None) -> View[Clouds]:
    """Return the clouds."""
    records = records or Records()
    asked = study.Question(question.settings, features(question, records), study.GRID)
    found = study.run(
        asked,
        records.own_data(asked),
        partial(records.ask, study.plane_at),
        partial(records.ask, study.ground_of),
    )
    settings, plane = found.settings, found.plane
    return View(
        sentences.told(found, terms.as_markdown(records.constant(settings))),
        sentences.alt(plane, settings.epsilon, settings.measure),
        partial(clouds.main, found),
        found,
        sentences.protocol(found, records.called(settings)),
        tuple(filter(None, (sentences.shape(plane, settings.epsilon),))),
        also=sentences.ALT_LINES,
        rows=lambda: records.with_names(study.table_of_draws(found), settings),
    )


def table(found: Clouds, records: Records) -> pd.DataFrame:
    """Return every classifier of every ε, one row each, with the names of a table."""
    return records.with_names(study.table(found), found.settings)


def features(question: PlaneQuestion, records: Records) -> tuple[int, int]:
    """Return the places of the two that are shown: those named, else the heaviest of a table.

    An address may name a place that another table has, and this one has not.
    """
    settings = question.settings
    if settings.data in RECIPES:
        return 1, 2
    first, second = places = named(question, len(records.dataset(settings).features))
    if first and second:
        return first, second
    heaviest = records.ask(study.heaviest_of, study.weighing(settings))
    others = (place for place in heaviest if place not in places)
    # A table with a single feature has no other: its picture is refused with a sentence.
    return first or next(others, 1), second or next(others, 1)


def named(question: PlaneQuestion, most: int) -> tuple[int | None, int | None]:
    """Return the places that the address names and a table of so many features has."""
    first, second = question.first, question.second
    return (first if first and first <= most else None), (
        second if second and second <= most else None
    )


def script(question: PlaneQuestion, records: Records | None = None) -> str:
    """Return a script on `dpcore` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    return Template(script_template("geometry")).substitute(
        settings=arguments(vars(question.settings)),
        features=features(question, records),
        draws=DRAWS,
        **in_script(question.settings.data, records),
    )
