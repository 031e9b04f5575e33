"""How the numbers of both parts were made: draws that did not converge are told."""

from dataclasses import replace

from dplab.simulation.settings import Settings
from dplab.studies.who_pays import decided
from pages.who_pays.decided import sentences as of_people
from pages.who_pays.groups import sentences as of_groups
from tests.studies.who_pays.cases import paid, two_groups

MISSED = "Not every draw converged."


def test_draws_that_did_not_converge_are_told_of_groups():
    found = paid(two_groups(0.3, n=100, draws=3), "objective")
    assert MISSED not in of_groups.protocol(found, "records", "λ")
    assert MISSED in of_groups.protocol(replace(found, converged=False), "records", "λ")


def test_draws_that_did_not_converge_are_told_of_people():
    found = decided.run(decided.Question(Settings(data="gaussian", n=100, draws=3), "objective"))
    assert MISSED not in of_people.protocol(found, "records", "λ")
    missed = replace(found, answered=replace(found.answered, converged=False))
    assert MISSED in of_people.protocol(missed, "records", "λ")
