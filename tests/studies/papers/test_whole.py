"""Every file whole, with the paper's own numbers of draws: minutes, so only when asked for."""

import pytest

from dplab.simulation.executors.processes import Processes
from dplab.studies.papers import results
from dplab.studies.papers.claims import judge_all, surprises
from dplab.studies.papers.entries import entries
from dplab.studies.papers.reproduce import doubt, ours, reproduce, verdict

ENTRIES = entries()
PLACE = ["panel", "variant", "role", "loss", "where"]


@pytest.mark.whole
@pytest.mark.parametrize("name", ENTRIES)
def test_the_whole_gives_the_status_and_what_is_stored(name, tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    entry = ENTRIES[name]
    with Processes() as executor:
        *_, found = reproduce(entry, executor)
    assert verdict(entry, found) == entry.status
    assert doubt(found) == ""
    assert surprises(judge_all(entry, found)) == []
    for value in entry.expected:
        near = 0.01 if value.role == "non_private" else 0.015
        assert ours(found, value, value.variant) == pytest.approx(value.value, abs=near)
    stored = results.stored(name)
    pairs = found.merge(stored, on=PLACE, suffixes=("", "_stored"))
    assert len(pairs) == len(found) == len(stored)
    # The seeds are the same; the last bits of other processors move a record in thousands.
    assert (pairs.error - pairs.error_stored).abs().max() < 0.002
    # Labels are counted, not computed: they depend on no processor.
    assert (pairs.majority_error - pairs.majority_error_stored).abs().max() < 1e-5
