"""The lecture, claim by claim: each claim has a test, a part and the right numbers."""

import ast
import re
from urllib.parse import parse_qsl

import pytest

from pages.foundations.values import PARTS
from pages.papers.errata import lecture
from pages.papers.errata.answer import OF_LECTURE
from tests.house.some import every
from tests.house.syntax import ROOT
from tests.pages.screen import complaints, opened, words

CLAIMS = lecture.claims()


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.printed[:30])
def test_each_claim_names_a_part_and_a_test_that_exist(claim: lecture.LectureClaim):
    path, _, name = claim.test.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert claim.part in PARTS.labels
    known = {"epsilon", *(value.name for value in PARTS.values)}
    assert set(claim.at) <= known
    for value in PARTS.values:
        if value.name in claim.at:
            value.read(str(claim.at[value.name]))


def test_the_numbers_are_those_of_the_closed_forms():
    # By hand: ln(20)/0.1, √(2/0.05)/0.1, √(2/0.95)/0.1, e/(1+e), 1 - e^{-1/2}/2, tanh(1/2), e² - 1.
    text = " ".join(map(lecture.line, CLAIMS))
    for number in (
        "29.96", "63.25", "14.51", "76.6", "0.731", "0.697", "1.359", "0.462", "0.245", "6.389",
        "134", "2.72", "1.66", "4 times ε", "is 1 times ε", "variance is 200",
    ):  # fmt: skip
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", text), number
    assert "cost 1;" in text
    assert "0.1 then, and 0.2 otherwise" in text


def test_each_verdict_is_counted_once():
    counted = sum(map(int, re.findall(r", (?:and )?(\d+) ", lecture.in_short(CLAIMS))))
    assert counted == len(CLAIMS)
    assert {claim.verdict for claim in CLAIMS} == {
        lecture.RIGHT, lecture.LOOSE, lecture.LIMITED, lecture.WRONG,
    }  # fmt: skip


def opened_fold(**query: str):
    app = opened("papers", papers_part="errata", **query)
    app.session_state[f"fold {OF_LECTURE}"] = True
    return app.run()


def test_the_fold_lists_every_claim():
    app = opened_fold()
    assert complaints(app) == []
    assert all(claim.printed in words(app) for claim in CLAIMS)


@pytest.mark.parametrize("number", every(3, range(1, len(CLAIMS) + 1)))
def test_each_claim_opens_its_part_at_its_settings(number: int):
    app, claim = opened_fold(epsilon="0.5", draws="7"), CLAIMS[number - 1]
    links = [each.proto for each in app.get("page_link") if each.proto.page == "foundations"]
    assert len(links) == len(CLAIMS)
    for key, text in parse_qsl(links[number - 1].query_string):
        app.query_params[key] = text
    app.switch_page("foundations/page.py").run()
    assert complaints(app) == []
    assert [each.value for each in app.error] == []
    assert PARTS.lead(claim.part)[1] in words(app)
    # The default is not spelled out in the address; what other pages need stays there.
    expected = float(str(claim.at.get("epsilon", 0.5)))
    assert float(app.query_params.get("epsilon", "1")) == expected
    assert app.query_params["draws"] == "7"
