"""The part *Sensitivity*: its pairs as they grow, its second panel, and a table of one's own."""

from base64 import b64decode
from dataclasses import replace

import numpy as np

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private.sensitivity import PAIRS, Question, run
from pages.comparison.records import Records
from pages.is_it_private.sensitivity import figures, sentences
from pages.is_it_private.sensitivity.view import view, views
from tests.pages.tables import csv, own_records

ASKED = Settings(data="gaussian", n=40, d=3, lam=0.1, epsilon=1.0)


def test_the_sentence_counts_the_pairs_so_far():
    states = views(ASKED, Records())
    first = next(states)
    assert "in 100 tries" in first.sentence
    assert f"100 of {PAIRS:,} random pairs" in first.made
    assert "in 2,000 tries" in [*states][-1].sentence


def test_every_pair_is_in_the_histogram():
    found = next(run(Question(ASKED)))
    for moves in (found.random, np.zeros(7), np.full(7, found.bound)):
        drawn = figures.both(replace(found, random=moves), dark=True, phone=False)["data"][0]
        counts = np.frombuffer(b64decode(drawn["y"]["bdata"]))
        assert counts.sum() == len(moves)


def test_without_noise_there_is_one_panel_and_a_sentence_that_says_why():
    shown = view(replace(ASKED, epsilon=float("inf")))
    assert len(shown.draw(dark=False, phone=False)["data"]) == 1
    assert shown.below == ("At ε = ∞ there is no noise to calibrate: choose a finite ε.",)
    assert len(view(ASKED).draw(dark=False, phone=True)["data"]) == 2


def test_losses_are_as_many_times_the_claim_as_the_worst_is_the_measured_move():
    found = next(run(Question(replace(ASKED, epsilon=0.5))))
    claimed, here, anywhere = sentences.losses(found).values()
    assert claimed == 0.5
    assert here == 0.5 * found.worst_here / found.random.max()
    assert anywhere == 0.5 * found.worst / found.random.max()
    assert f"reaches {here:.3g} on this table" in sentences.calibrated(found)


def test_another_table_is_named_only_where_it_loses_more():
    found = next(run(Question(ASKED)))
    assert f"and {found.calibrated:.3g} on another." in sentences.calibrated(found)
    said = sentences.calibrated(replace(found, worst=found.worst_here))
    assert said.endswith(f"{found.calibrated_here:.3g} on this table; no worse table was found.")


def test_what_nothing_moves_and_what_nothing_exceeds_is_said():
    found = next(run(Question(ASKED)))
    still = replace(found, random=np.zeros(100))
    assert sentences.moved(still).startswith("None of 100 random exchanges")
    assert "it protects nobody" in sentences.calibrated(still)
    largest = float(found.random.max())
    most = replace(found, worst_here=largest, worst=largest)
    assert "is the worst that was found" in sentences.calibrated(most)


def test_an_own_table_is_measured_with_its_own_records():
    records = own_records(csv())
    shown = view(replace(ASKED, data="upload"), records)
    assert shown.answer.d == records.required().data.X.shape[1]
    assert "Your own table" in shown.made
    assert set(shown.rows()["predicts"]) == {records.predicted(replace(ASKED, data="upload"))[0]}
