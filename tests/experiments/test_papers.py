"""The papers' files are whole, run as they say, and give the status that they claim."""

from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.experiments.papers import runs
from dpcore.experiments.papers.entries import STATUSES, entries, read
from dpcore.experiments.sweeps import check

ENTRIES = entries()
over_entries = pytest.mark.parametrize("name", ENTRIES)


@over_entries
def test_every_entry_says_what_it_is(name):
    entry = ENTRIES[name]
    assert entry.status in STATUSES
    assert entry.title
    assert entry.learned.endswith(".")
    assert entry.why.endswith(".")
    assert (entry.status == "unpublished") == (not entry.published)
    assert not entry.published or entry.tolerance_from


@over_entries
def test_every_role_is_played_in_every_variant(name):
    for variant in ENTRIES[name].variants:
        assert set(variant.roles) == {"non_private", "output", "objective"}


@pytest.mark.parametrize("name", ["cm08_figure_1", "cm08_figure_2c", "cm08a_figure_1"])
def test_entries_become_sweeps_at_the_printed_settings(name):
    entry = ENTRIES[name]
    for run in runs.runs(entry):
        check(run.spec, run.records)
        assert run.spec.draws == entry.draws
        assert run.spec.epsilons[0] * run.noise == pytest.approx(
            entry.values[0] if entry.axis == "epsilon" else entry.epsilon
        )


@pytest.fixture
def tables_at_hand(tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))


@pytest.mark.usefixtures("tables_at_hand")
@over_entries
def test_every_entry_runs(name):
    # Two draws on one data seed, ends of the axis only; `make papers` runs the whole.
    entry = ENTRIES[name]
    short = replace(
        entry,
        values=entry.values[:: max(1, len(entry.values) - 1)],
        panels=tuple(
            replace(panel, values=panel.values[:: max(1, len(panel.values) - 1)])
            for panel in entry.panels
        ),
        folds=1,
    )
    *_, found = runs.reproduce(short, draws=2, seeds=1)
    assert set(found.panel) == {panel.name for panel in entry.panels}
    assert set(found.variant) == {variant.name for variant in entry.variants}
    assert set(found.role) == {"non_private", "output", "objective"}
    assert np.all((found.error >= 0) & (found.error <= 1))
    places = found["where"][np.isfinite(found["where"])]
    assert set(places.round(9)) >= {
        round(value, 9) for value in short.panels[0].values or short.values
    }


@pytest.mark.usefixtures("tables_at_hand")
@pytest.mark.parametrize("name", ["cm08a_figure_1", "cm08a_figure_2"])
def test_fewer_draws_give_the_same_verdict(name):
    *_, found = runs.reproduce(ENTRIES[name], draws=20, seeds=1)
    assert runs.verdict(ENTRIES[name], found) == ENTRIES[name].status


@pytest.fixture(scope="module")
def figure_1():
    # 40 of the 200 draws: the mean of 200 errors is then known to about 0.01.
    *_, found = runs.reproduce(ENTRIES["cm08_figure_1"], draws=40)
    return found


def test_printed_table_comes_out_as_claimed(figure_1):
    entry = ENTRIES["cm08_figure_1"]
    assert runs.verdict(entry, figure_1) == entry.status
    for value in entry.expected:
        assert runs.ours(figure_1, value, value.variant) == pytest.approx(value.value, abs=0.02)
    assert not runs.agrees(entry, figure_1, "as printed")


def test_both_spreads_are_there_and_differ(figure_1):
    noisy = figure_1[figure_1.role != "non_private"]
    assert np.all(noisy.sd_draws > 0)
    assert np.all(noisy.sd_folds > 0)
    assert np.all(noisy.sd_draws > noisy.sd_folds)
    assert set(figure_1.folds) == {5}
    assert set(noisy.draws) == {40}


def test_a_verdict_needs_every_published_value(figure_1):
    entry = ENTRIES["cm08_figure_1"]
    one_off = figure_1.copy()
    row = (one_off.variant == "noise × 5") & (one_off.role == "output")
    one_off.loc[row, "error"] += 0.1
    assert runs.verdict(entry, one_off) == "not reproducible"
    missing = figure_1[figure_1.panel == entry.panels[0].name]
    assert runs.verdict(entry, missing) == "not reproducible"


def test_a_file_that_names_what_is_not_there_gets_a_sentence(tmp_path):
    text = """
paper = "X"\nplace = "Y"\ntitle = "Z"\nlearned = "L."\nstatus = "{}"\nwhy = "W."\naxis = "n"
values = [100]\n[[panels]]\nname = "P"\ndata = "uniform"\n[[variants]]\nname = "as printed"
roles = {{ output = "output" }}\n
"""
    path = tmp_path / "x.toml"
    path.write_text(text.format("wrong"))
    with pytest.raises(InvalidInput, match="status must be one of faithful"):
        read(path)
    path.write_text(text.format("faithful").replace('axis = "n"', ""))
    with pytest.raises(InvalidInput, match=r"x\.toml is no entry"):
        read(path)
