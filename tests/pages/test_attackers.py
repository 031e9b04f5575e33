"""A claim about privacy names its attacker: ε limits whoever knows all other records.

Whoever knows less gains no more, unless they believe that records go together
(`tests/laplace/test_beliefs.py` computes what they gain then). So no text may say that the
limit holds for everybody.

Every risk in words is the one sentence about it (`dpcore/privacy/risk.py`: two values, equally
likely), or says among how many it guesses.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpcore.privacy import risk
from tests.house.syntax import ROOT
from tests.pages import prose

TOO_WIDE = re.compile(
    r"\bso (for|of) (whoever|who|anybody|everybody|somebody|those who) knows? less"
    r"|(limit|guarantee|bound|ceiling)s? (always )?(holds?|is|are) (for|against) "
    r"(all\b(?! of them at once| (m |the )?records)|every(body|one)\b|any(body|one)\b"
    r"|(any|every|all) attackers?)"
    r"|\b(nobody|no one) who (starts|begins) from"
    r"|strongest attacker"
    r"|\banybody (gains|finds the|learns|can learn|could (learn|believe|name))"
    r"|whatever else (somebody|they|an attacker) knows?"
    r"|\bno attacker('s belief)? (exceeds|can exceed|gets beyond)"
    r"|belief of any attacker",
    re.I,
)
KINDS = {".md", ".toml", ".txt", ".html", ".py"}
HERE = "pages", "edition", "assets", "dpcore", "dplab", "server"
LETTERS = "README.md", "SECURITY.md", *map(str, (ROOT / "docs").rglob("*.md"))


def texts() -> Iterator[Path]:
    """Yield whatever has words for a reader: screens, lessons, stories, docstrings, guides."""
    for folder in HERE:
        yield from sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in KINDS)
    yield from (ROOT / name for name in LETTERS)


def too_wide(text: str) -> list[str]:
    """Return what says more than ε proves; lines and pieces of a string make no difference."""
    flat = re.sub(r"\s+", " ", re.sub(r"\"\s*\n\s*f?\"|\n\s*#", "", text))
    return [found[0] for found in TOO_WIDE.finditer(flat)]


def test_no_text_says_that_the_limit_holds_for_everybody():
    read = list(texts())
    assert len(read) > 500
    assert {
        str(p.relative_to(ROOT)): found for p in read if (found := too_wide(p.read_text()))
    } == {}


@pytest.mark.parametrize(
    "said",
    [
        "The limit holds for whoever knows all other records, and so for whoever knows less.",
        "Other people and other attacks may do better; the limit holds for all.",
        "the limit holds for all data there could be",
        "At ε = 1 nobody who starts from 10 in 100 exceeds 23.2 after any release",
        "a limit to how often anybody finds the right one of ten people",
        "the limit holds\nfor everybody",
        'x = (\n    "the less "\n    f"anybody can learn about one person."\n)',
        "whatever the records are and whatever else somebody\nknows",
        "What no attacker's belief exceeds; None where nothing is proven.",
        "This is the strongest attacker.",
    ],
)
def test_a_text_without_the_attacker_is_seen(said: str):
    assert too_wide(said)


@pytest.mark.parametrize(
    "said",
    [
        "The limit holds for whoever knows all other records, and for whoever knows less unless "
        "they believe that records go together.",
        "nobody who knows all other records and starts from 10 in 100 exceeds 23.2",
        "The guarantee is then for all of them at once, and each record gets a part.",
        "The guarantee is the same for everybody.",
        "with the same knowledge, no attacker does better",
    ],
)
def test_a_text_that_names_the_attacker_passes(said: str):
    assert too_wide(said) == []


# --- One sentence about risk --------------------------------------------------------------------

COUNTED = re.compile(
    r"(\d|…) ?(times |chances |right guesses )?(in|of) 100\b|\bonce in\b|in (1|10)00"
)
"""How a risk is counted; costs are counted in people."""

GUESSING = re.compile(
    r"attacker|adversar|knows (all|every)|suspects?\b|guess(es|ed|ing)?\b|believ|names? the right"
    r"|right (at most|about)|rule[sd]? out|tells? person|posterior",
    re.I,
)

AMONG = re.compile(
    r"\b(of|from|among|all|between) (the |… |only )?(\d+|…|two|ten|both|k|m|several)(?!\w)"
    r"|\b(\d+|…|two|ten) (equally likely )?(suspects|people|values|patients|records|candidates)"
    r"|start(s|ed)? from|both records|the one scale",
    re.I,
)
"""Says among how many: two, ten, or as many as are computed."""

COSTS = re.compile(r"wrong labels?|get a wrong|mistakes|errors?\b", re.I)

ONE = re.compile(
    r"Someone who knows (every other record|everybody else's records), and finds two values for "
    r"the last( person's)? equally likely, ((is (right at most [\d.]+ times in 100|wrong at least "
    r"(about )?once in [\d,]+ times)|may be wrong less than once in a billion times)(, on average "
    r"over releases)?; a coin, (50|half of the time)\.|may be right every time: nothing is ruled "
    r"out\.)"
)

GAME = "pages/foundations/", "dplab/studies/foundations/", "dplab/laplace/"
"""The guessing game and beliefs of the lecture: theirs are rounds that are played, and beliefs."""


NAMES = (
    "Right guesses in 100, at most",
    "Risk: right guesses in 100…",
    "Not ruled out: right … times in 100",
)
"""Of a dial, of a panel and of a gauge, beside the sentence itself and two people."""


def other_risks(sentences: Iterator[str]) -> list[str]:
    """Return the sentences that count a risk in words of their own, and name nobody among whom."""
    return [
        each
        for each in (sentence.replace("{guess}", "…") for sentence in sentences)
        if COUNTED.search(each)
        and GUESSING.search(each)
        and not COSTS.search(each)
        and not AMONG.search(each)
        and not ONE.fullmatch(each)
        and each not in NAMES
    ]


def read() -> Iterator[tuple[str, list[str]]]:
    for path in texts():
        name = path.relative_to(ROOT).as_posix()
        is_other = not name.startswith((*GAME, "dpcore/privacy/risk.py")) and "claims" not in name
        if path.suffix in (".py", ".toml", ".md") and is_other:
            yield name, prose.of_file(Path(path))


def test_every_risk_in_words_is_the_one_sentence_or_says_among_how_many():
    found = dict(read())
    assert len(found) > 300
    assert {name: other for name, said in found.items() if (other := other_risks(iter(said)))} == {}


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1.0, 4.0, 8.0, 15.0, 40.0])
@pytest.mark.parametrize("delta", [0.0, 1e-6])
def test_the_one_sentence_is_known_however_it_is_rounded(epsilon: float, delta: float):
    for up in (False, True):
        for records in (1, 3):
            said = risk.sentence(epsilon, delta, up=up, records_per_person=records)
            assert ONE.fullmatch(said)
            assert other_risks(iter([said])) == []


@pytest.mark.parametrize(
    "said",
    [
        "Whoever knows every record but one guesses right at most 73 times in 100.",
        "The best attacker names the right one 10.3 times in 100.",
        "An attacker can be certain of you 73 times in 100.",
        "Someone who knows every other record is right at most 73 times in 100; a coin, 50.",
    ],
)
def test_another_sentence_about_risk_is_seen(said: str):
    assert other_risks(iter([said])) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "The best attacker names the right one of ten suspects 10.3 times in 100.",
        "Of 1,000 people, 40 more get a wrong label: 4 of 100.",
        "At most 20 of 100 draws are worse.",
    ],
)
def test_what_names_its_suspects_or_counts_costs_may_be_said(said: str):
    assert other_risks(iter([said])) == []
