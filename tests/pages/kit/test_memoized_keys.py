"""No data get into a key, whatever an earlier record of the same class held."""

from dataclasses import dataclass

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.decide.sheet import DecisionSheet, Question
from pages.comparison.screen import cached


@dataclass(frozen=True)
class Asked:
    about: object = None


def test_a_record_that_holds_data_is_refused_behind_one_that_holds_none():
    @cached.memoized(5)
    def size(asked: Asked) -> int:
        return np.size(asked.about)

    assert size(Asked(1)) == 1
    with pytest.raises(TypeError, match="cannot be part of a key"):
        size(Asked(np.zeros(2_000)))


def test_what_holds_a_question_about_an_own_table_is_not_taken_for_one_about_others():
    sheet = DecisionSheet(Question(Settings(data=UPLOAD)), 1, 0.0, 0.0, {}, converged=True)
    # Nobody has a table here: to be asked for one is refused, and None would be for all.
    with pytest.raises(InvalidInput, match="table of your own"):
        cached.own_records(sheet)
