"""The papers' files say what they are, and name only what exists."""

from dataclasses import replace

import pytest

from dpcore.checks import InvalidInput
from dplab.studies.papers.entries import STATUSES, check_entry, entries, read
from dplab.studies.papers.reproduce import entry_sweeps

ENTRIES = entries()
over_entries = pytest.mark.parametrize("name", ENTRIES)


@over_entries
def test_every_entry_says_what_it_is(name):
    entry = ENTRIES[name]
    assert entry.status in STATUSES
    assert entry.title
    assert entry.learned.endswith(".")
    assert entry.why.endswith(".")
    assert (entry.status == "no numbers in our copy") == (not entry.published)
    assert not entry.published or entry.tolerance_from


@over_entries
def test_every_role_is_played_in_every_variant(name):
    for variant in ENTRIES[name].variants:
        assert set(variant.roles) == set(ENTRIES[name].roles)


@over_entries
def test_scaling_that_looks_at_all_records_is_said(name):
    entry = ENTRIES[name]
    looks = {panel.name for panel in entry.panels if panel.rows in ("scaled", "maxima")}
    assert {caution.partition(":")[0] for caution in entry.cautions} == looks
    assert all("a private release must not use it" in caution for caution in entry.cautions)


TEXT = """
paper = "X"\nplace = "Y"\ntitle = "Z"\nlearned = "L."\nstatus = "{}"\nwhy = "W."\naxis = "n"
values = [100]\n[[panels]]\nname = "P"\ndata = "uniform"\n[[variants]]\nname = "as printed"
roles = {{ output = "output" }}\n
"""


def test_times_as_many_records_need_a_number_of_records(tmp_path):
    path = tmp_path / "x.toml"
    tenfold = TEXT.format("no numbers in our copy") + "records = 10\n"
    path.write_text(tenfold)
    (one,) = entry_sweeps(read(path))
    assert one.spec.sizes == (1000,)
    along_epsilon = tenfold.replace('axis = "n"', 'axis = "epsilon"')
    path.write_text(along_epsilon)
    with pytest.raises(InvalidInput, match="10 times as many records, but of how many"):
        read(path)
    path.write_text("n = 200\n" + along_epsilon)
    (one,) = entry_sweeps(read(path))
    assert one.spec.sizes == (2000,)


def test_a_file_that_names_what_is_not_there_gets_a_sentence(tmp_path):
    path, text = tmp_path / "x.toml", TEXT
    path.write_text(text.format("wrong"))
    with pytest.raises(InvalidInput, match="status must be one of faithful"):
        read(path)
    path.write_text(text.format("faithful").replace('axis = "n"', ""))
    with pytest.raises(InvalidInput, match=r"x\.toml is not an entry"):
        read(path)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"candidates": (0.1, 0.1)}, "candidates must differ"),
        ({"candidates": (0.1, -1.0)}, "must be positive"),
        ({"lam": float("nan")}, "must be"),
        ({"mechanism": "objective_2008"}, "mechanism must be one of"),
        ({"mechanism": "non_private"}, "mechanism must be one of"),
        ({"mechanism": "typo"}, "mechanism must be one of"),
    ],
)
def test_what_cannot_be_tuned_privately_is_refused(wrong, sentence):
    entry = ENTRIES["cms11_adult_tuning"]
    check_entry(entry)
    if "mechanism" in wrong:
        one, *others = entry.variants
        changed = replace(one, roles=one.roles | {"split": wrong["mechanism"]})
        wrong = {"variants": (changed, *others)}
    with pytest.raises(InvalidInput, match=sentence):
        check_entry(replace(entry, **wrong))
