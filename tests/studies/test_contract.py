"""What all studies promise: a question that can be kept and sent, equal answers, a long table.

A study's `Question` holds all that its answer depends on. What a page keeps, what a process is sent
and what a file holds rest on this.
"""

import pickle
from dataclasses import fields, replace
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dplab.simulation.settings import UPLOAD
from tests.studies.examples import EXAMPLES, Example


def study(example: Example) -> Any:
    return import_module(f"dplab.studies.{example.module}")


def asked(example: Example) -> Any:
    return study(example).Question(**example.question)


def answer(example: Example) -> Any:
    """Return the answer; of one that grows, what has come at the end."""
    found = study(example).run(asked(example))
    if not hasattr(found, "send"):
        return found
    while True:
        try:
            last = next(found)
        except StopIteration as end:
            return last if end.value is None else end.value


every_study = pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.module)


@every_study
def test_equal_questions_are_one_question(example: Example):
    first, second = asked(example), asked(example)
    assert first == second
    assert hash(first) == hash(second)
    assert repr(first) == repr(second)
    with pytest.raises(AttributeError):
        setattr(first, fields(first)[0].name, None)


@every_study
def test_a_question_can_be_sent(example: Example):
    question = asked(example)
    assert pickle.loads(pickle.dumps(question)) == question


@every_study
def test_a_question_says_whether_it_is_about_a_visitors_own_table(example: Example):
    """What is kept of it is kept with the visitor by this property alone."""
    question = asked(example)
    assert not getattr(question, "is_own", False)
    about_own = _about_own(question)
    assert getattr(about_own, "is_own", False) is (about_own != question)


def _about_own(question: Any) -> Any:
    """Return a question with the own table for all data that it names."""
    named = {field.name: getattr(question, field.name) for field in fields(question)}
    changed = {
        name: UPLOAD if name == "data" else _about_own(inside)
        for name, inside in named.items()
        if name == "data" or hasattr(inside, "__dataclass_fields__")
    }
    return replace(question, **changed)


@every_study
def test_equal_questions_have_equal_answers_in_long_tables(example: Example):
    first, second = (study(example).table(answer(example)) for _ in range(2))
    pd.testing.assert_frame_equal(first, second)
    _is_long_and_has_a_column_for_each_setting(first, example)


def _is_long_and_has_a_column_for_each_setting(table: pd.DataFrame, example: Example) -> None:
    question = asked(example)
    assert len(table) > 0
    assert all(np.ndim(value) == 0 for value in table.iloc[0])
    missing = {name for name in _settings(question) if name not in table.columns}
    assert missing == set(example.left_out)


def _settings(question: Any) -> set[str]:
    """Return the names of all that a question holds; settings inside of it count one by one."""
    names = set()
    for field in fields(question):
        inside = getattr(question, field.name)
        names |= _settings(inside) if hasattr(inside, "__dataclass_fields__") else {field.name}
    return names
