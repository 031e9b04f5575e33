"""What the papers say in words is judged by results: each kind, each verdict, every file."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dplab.studies.papers import claims
from dplab.studies.papers.claims import judge, judge_all, surprises, tally
from dplab.studies.papers.entries import (
    KINDS,
    Entry,
    EntryPanel,
    PaperClaim,
    Variant,
    check_entry,
    entries,
)
from dplab.studies.papers.results import stored

ENTRIES = entries()
CLAIMS = [(name, place) for name, entry in ENTRIES.items() for place in range(len(entry.claims))]
over_claims = pytest.mark.parametrize(("name", "place"), CLAIMS)
SWAPPED = {"output": "objective", "objective": "output"}


@pytest.mark.parametrize("name", ENTRIES)
def test_stored_results_give_the_verdicts_that_the_file_expects(name):
    assert surprises(judge_all(ENTRIES[name], stored(name))) == []


@over_claims
def test_every_verdict_has_its_numbers_in_every_variant(name, place):
    entry = ENTRIES[name]
    judged = judge(entry, entry.claims[place], stored(name))
    assert [each.variant for each in judged.evidence] == [each.name for each in entry.variants]
    assert all("%" in each.words or "points" in each.words for each in judged.evidence)


@over_claims
def test_a_lead_is_lost_when_the_roles_change_places(name, place):
    entry = ENTRIES[name]
    claim = entry.claims[place]
    if claim.kind != "leads" or {*claim.roles, claim.over} != set(SWAPPED):
        pytest.skip("It does not compare output and objective perturbation.")
    found = stored(name)
    swapped = found.assign(role=found.role.replace(SWAPPED))
    # Whoever led as printed is now behind everywhere, and the other way round.
    assert (
        judge(entry, claim, swapped).verdict
        == {
            "holds": "fails",
            "holds with a change": "fails",
            "fails": "holds",
        }[claim.expected]
    )


@pytest.mark.parametrize("name", ["cm08_figure_2a", "cm08a_figure_2"])
def test_an_entry_that_is_not_computed_whole_is_undecided(name):
    entry, found = ENTRIES[name], stored(name)
    judged = judge_all(entry, found[found.panel == "none"])
    assert {one.verdict for one in judged} == {"undecided"}
    assert {each.words for one in judged for each in one.evidence} == {"not computed"}


ENTRY = Entry(
    "x", "X", "Y", "Z", "L.", "faithful", "W.", "epsilon", (0.1, 0.2, 0.4),
    panels=(EntryPanel("P", "uniform"), EntryPanel("Q", "uniform")),
    variants=(Variant("as printed"), Variant("changed")),
)  # fmt: skip
CHANCE = {"output": (0.5, 0.5, 0.5), "objective": (0.5, 0.5, 0.5)}
LEADS = PaperClaim("C.", "leads", ("objective",), "holds", over="output", panels=("P",))


def results(sd=0.0, panel="P", variant="as printed", **errors):
    """Return results along ε: the error of each role at each place, 100 draws with their spread."""
    rows = [
        (panel, variant, "logistic", role, role, where, error, sd, 0.0, 100, 1, 1)
        for role, values in errors.items()
        for where, error in zip(ENTRY.values, values, strict=True)
    ]
    columns = (
        "panel", "variant", "loss", "role", "mechanism", "where", "error", "sd_draws", "sd_folds",
        "draws", "folds", "seeds",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def verdict(claim, *found):
    """Return a claim's verdict; a variant of which nothing is said is at chance everywhere."""
    filled = [results(panel=p, variant=v.name, **CHANCE) for p in "PQ" for v in ENTRY.variants]
    table = pd.concat([*filled, *found])
    place = ["panel", "variant", "role", "where"]
    return judge(ENTRY, claim, table.drop_duplicates(place, keep="last")).verdict


def test_a_lead_at_every_place_ends_with_one_place_behind():
    behind = {"output": (0.5, 0.4, 0.3), "objective": (0.4, 0.3, 0.31)}
    assert verdict(LEADS, results(output=(0.5, 0.4, 0.3), objective=(0.4, 0.3, 0.2))) == "holds"
    assert verdict(LEADS, results(**behind)) != "holds"
    assert verdict(replace(LEADS, how_often="most"), results(**behind)) == "holds"
    assert verdict(replace(LEADS, at="before the last"), results(**behind)) == "holds"
    assert verdict(replace(LEADS, at="last"), results(**behind)) != "holds"


def test_a_claim_from_a_place_on_looks_at_no_smaller_one():
    behind_at_first = results(output=(0.5, 0.4, 0.3), objective=(0.6, 0.3, 0.2))
    assert verdict(LEADS, behind_at_first) != "holds"
    assert verdict(replace(LEADS, since=0.2), behind_at_first) == "holds"


def test_equal_errors_are_no_lead():
    assert verdict(LEADS) == "undecided"
    half = results(output=(0.5, 0.5, 0.5), objective=(0.4, 0.5, 0.6))
    assert verdict(replace(LEADS, how_often="most"), half) == "undecided"


def test_a_lead_within_two_standard_errors_counts_for_neither_side():
    errors = {"output": (0.5, 0.5, 0.5), "objective": (0.46, 0.46, 0.46)}
    # A mean of 100 draws with sd 0.1 has a standard error of 0.01, a difference one of 0.014.
    assert verdict(LEADS, results(sd=0.1, **errors)) == "holds"
    assert verdict(LEADS, results(sd=0.15, **errors)) == "undecided"
    one_unsure = pd.concat([results(sd=0.1, **errors), results(sd=0.1, **errors)[1:2]])
    one_unsure.iloc[-1, one_unsure.columns.get_loc("error")] = 0.45
    assert verdict(LEADS, one_unsure) == "holds"


def test_folds_and_their_spread_are_part_of_the_standard_error():
    found = results(output=(0.5, 0.5, 0.5), objective=(0.46, 0.46, 0.46))
    assert verdict(LEADS, found.assign(sd_folds=0.04, folds=5)) == "undecided"
    assert verdict(LEADS, found.assign(sd_folds=0.04, folds=20)) == "holds"


def test_a_lead_by_as_much_as_is_asked_is_not_more():
    found = results(output=(0.5, 0.5, 0.5), objective=(0.25, 0.25, 0.25))
    assert verdict(replace(LEADS, by=0.24), found) == "holds"
    assert verdict(replace(LEADS, by=0.25), found) == "undecided"
    # 0.3 - 0.1 - 0.2 is not 0 in floating point.
    rounded = results(output=(0.3, 0.3, 0.3), objective=(0.1, 0.1, 0.1))
    assert verdict(replace(LEADS, by=0.2), rounded) == "undecided"


def test_a_claim_that_holds_in_a_variant_only_holds_with_a_change():
    ahead = {"output": (0.5, 0.4, 0.3), "objective": (0.4, 0.3, 0.2)}
    behind = {"output": ahead["objective"], "objective": ahead["output"]}
    changed = results(variant="changed", **ahead)
    assert verdict(LEADS, results(**behind), changed) == "holds with a change"
    lost = results(variant="changed", **behind)
    assert verdict(LEADS, results(**behind), lost) == "fails"
    assert verdict(LEADS, results(**ahead), lost) == "holds"


def at_most(value):
    return PaperClaim("C.", "at most", ("objective",), "holds", value=value, panels=("P",))


def near(**more):
    return PaperClaim("C.", "near", ("objective",), "holds", panels=("P",), **more)


FALLS = PaperClaim("C.", "falls", ("objective",), "holds", panels=("P",))
LEVEL = PaperClaim("C.", "level", ("objective",), "holds", within=0.05, panels=("P",))


@pytest.mark.parametrize(
    ("claim", "errors", "holds"),
    [
        (at_most(0.3), (0.2, 0.1, 0.29), True),
        (at_most(0.3), (0.2, 0.1, 0.31), False),
        (near(value=0.5, within=0.05), (0.46, 0.5, 0.54), True),
        (near(value=0.5, within=0.05), (0.46, 0.5, 0.56), False),
        (near(over="output", within=0.05), (0.46, 0.5, 0.54), True),
        (near(over="output", within=0.05), (0.44, 0.5, 0.54), False),
        (FALLS, (0.5, 0.4, 0.39), True),
        (FALLS, (0.5, 0.4, 0.41), False),
        (FALLS, (0.3, 0.4, 0.5), False),
        (LEVEL, (0.5, 0.2, 0.46), True),
        (LEVEL, (0.5, 0.2, 0.44), False),
        (LEVEL, (0.5, 0.5, 0.56), False),
    ],
)
def test_each_kind_is_true_and_just_not_true(claim, errors, holds):
    assert (verdict(claim, results(objective=errors)) == "holds") == holds


def test_a_gap_widens_from_the_first_panel_to_the_second():
    widens = replace(LEADS, kind="widens", roles=("output",), over="objective", panels=("P", "Q"))
    small = results(objective=(0.5, 0.4, 0.3))
    large = results(panel="Q", objective=(0.5, 0.4, 0.2))
    assert verdict(widens, small, large) == "holds"
    assert verdict(replace(widens, panels=("Q", "P")), small, large) != "holds"
    assert verdict(widens, small, large.assign(panel="P")) != "holds"


def test_without_noise_one_error_stands_for_the_whole_axis():
    near_it = near(over="non_private", within=0.05)
    found = results(objective=(0.12, 0.11, 0.1), non_private=(0.1,) * 3)
    level = found[found.role == "non_private"][:1].assign(where=np.inf)
    found = pd.concat([found[found.role != "non_private"], level])
    found = pd.concat([found, found.assign(variant="changed")])
    assert judge(ENTRY, near_it, found).verdict == "holds"


def test_the_numbers_say_where_a_claim_is_weakest():
    found = results(output=(0.5, 0.4, 0.3), objective=(0.4, 0.35, 0.1))
    printed, _ = judge(ENTRY, LEADS, found).evidence
    assert (
        printed.words
        == "true for 3 of 3 places; weakest at P, ε = 0.2: objective 35.0 %, output 40.0 %"
    )
    (last, _) = judge(ENTRY, replace(LEADS, at="last"), found).evidence
    assert last.words == "P, ε = 0.4: objective 10.0 %, output 30.0 %"


def test_places_of_a_variant_with_more_records_are_told_as_they_are():
    entry = ENTRIES["cm08a_figure_1"]
    printed, hundredfold, _ = judge(entry, entry.claims[3], stored(entry.name)).evidence
    assert "n = 100:" in printed.words
    assert "n = 10,000:" in hundredfold.words


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (["holds"], "1 holds"),
        (["fails", "holds", "holds"], "2 hold, 1 fails"),
        (["holds with a change"] * 2 + ["fails"] * 2, "2 hold with a change, 2 fail"),
        (["undecided", "undecided", "holds with a change"], "1 holds with a change, 2 undecided"),
        ([], ""),
    ],
)
def test_verdicts_are_counted_in_words(verdicts, said):
    assert tally(verdicts) == said


def test_a_verdict_that_the_file_does_not_expect_is_said():
    entry, found = ENTRIES["cm08_figure_1"], stored("cm08_figure_1")
    wrong = replace(entry.claims[0], expected="fails")
    (sentence,) = surprises([judge(entry, wrong, found)])
    assert sentence.endswith("holds, and the file says: fails")


def test_every_kind_that_a_file_may_name_can_be_judged():
    assert set(claims._KINDS) == set(KINDS)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "is nicer"}, "kind must be one of"),
        ({"roles": ("split",)}, "role must be one of"),
        ({"over": ""}, "over must be one of"),
        ({"panels": ("R",)}, "panel must be one of"),
        ({"at": "somewhere"}, "at must be one of"),
        ({"how_often": "never"}, "how_often must be one of"),
        ({"expected": "true"}, "expected must be one of"),
        ({"kind": "widens"}, "names two panels"),
    ],
)
def test_a_claim_that_cannot_be_judged_is_refused(wrong, sentence):
    check_entry(replace(ENTRY, claims=(LEADS,)))
    with pytest.raises(InvalidInput, match=sentence):
        check_entry(replace(ENTRY, claims=(replace(LEADS, **wrong),)))
