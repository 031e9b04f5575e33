"""Every sentence about privacy on the screen is in a claims file, with its source and its test.

A claims file holds each as `[[claim]]`: the `sentence` word for word (… for what is computed), its
`source`, and the `test` that pins what can be computed; or `why`, where nothing can be. What has a
word of privacy in it and claims nothing is a `[[not_claim]]` with its `reason`. `also` names the
modules outside of the page's folder whose sentences the page shows.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.house.syntax import ROOT, page_names
from tests.pages import prose

PAGES = ROOT / "pages"
NAMES = (*page_names(), "comparison")

PRIVACY = re.compile(
    r"(?<!non-)private|privacy(?! parameter)|ε-DP|differential|leak|reveal|guarantee|promis"
    r"|\b(gives?|given)\b.{0,60}\baway\b|\bprov(e|en|es|ed)\b|\bproofs?\b|theorem|\bclaim"
    r"|\bspen[dt]\b|\bbudget|pays? for|paid for|\bloses?\b|nothing of ε|\bno ε|as likely|but yours"
    r"|attacker|adversar|audit|confiden|\bpublic\b|neighbours?\b|neighbouring data|\breleas"
    r"|sensitivity|one record (moves|changes|may|can)|composition|protect|never do|anonym"
    r"|cookie|to disk|keeps? (its|their) ε",
    re.I,
)
LABEL = re.compile(r"\S+( \S+){0,3}(?<![.?!])|\S+( \S+)?")
"""Four words without a full stop, or two with one."""

IN_CORE = re.compile(r"\bdp(?:core|lab)(?:\.\w+)+")
"""What a source names of the core and of the laboratory."""

Claims = dict[str, Any]


@cache
def claims_of(name: str) -> Claims:
    """Return what the claims file of a page lists, and those of its parts."""
    found: Claims = {"claim": [], "not_claim": [], "also": []}
    for path in sorted((PAGES / name).rglob("claims.toml")):
        for key, entries in tomllib.loads(path.read_text("utf-8")).items():
            found[key] += entries
    return found


@cache
def shown_on(name: str) -> tuple[str, ...]:
    """Return the sentences of a page's folder, and of what its claims file names besides.

    Those of `kit` are listed with those of `comparison`: what all pages say stands in one file.
    """
    folder = PAGES / name
    files = [*folder.rglob("*.py"), *folder.rglob("page.md"), *folder.rglob("help.toml")]
    files += (PAGES / "kit").rglob("*.py") if name == "comparison" else ()
    files += [ROOT / path for path in claims_of(name)["also"]]
    return tuple(sentence for path in sorted(files) for sentence in prose.of_file(path))


def is_about_privacy(sentence: str) -> bool:
    """Tell whether a sentence has a word of privacy in it; a label or markup is no sentence."""
    is_sentence = not LABEL.fullmatch(sentence) and not sentence.startswith("<")
    return is_sentence and bool(PRIVACY.search(sentence))


@cache
def defined_in(path: Path) -> frozenset[str]:
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


# --- The rules: each yields a complaint for each place that breaks it ---------------------------


def sentences_are_on_the_screen(claims: Claims, shown: tuple[str, ...]) -> Iterator[str]:
    for each in (*claims["claim"], *claims["not_claim"]):
        if each["sentence"] not in shown:
            yield f"not on the screen: {each['sentence']}"


def claims_have_a_source_and_a_test(claims: Claims, _shown: tuple[str, ...]) -> Iterator[str]:
    for each in claims["claim"]:
        if not each.get("source") or ("test" in each) == ("why" in each):
            yield f"no source, or not one of test and why: {each['sentence']}"
        path, _, name = each.get("test", "").partition("::")
        if "test" in each and not (name.startswith("test_") and name in defined_in(ROOT / path)):
            yield f"no such test: {each['test']}"
    yield from (f"no reason: {x['sentence']}" for x in claims["not_claim"] if not x.get("reason"))


def sentences_about_privacy_are_listed(claims: Claims, shown: tuple[str, ...]) -> Iterator[str]:
    listed = [each["sentence"] for each in (*claims["claim"], *claims["not_claim"])]
    yield from (
        f"listed twice: {each}" for each in sorted({x for x in listed if listed.count(x) > 1})
    )
    for sentence in dict.fromkeys(shown):
        if is_about_privacy(sentence) and sentence not in listed:
            yield f"not in the claims file: {sentence}"


RULES = (
    sentences_are_on_the_screen,
    claims_have_a_source_and_a_test,
    sentences_about_privacy_are_listed,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("name", NAMES)
def test_claims_file_keeps_the_rule(name: str, rule):
    assert list(rule(claims_of(name), shown_on(name))) == []


def test_every_sentence_of_the_core_about_privacy_is_in_some_claims_file():
    read = {path for name in NAMES for path in claims_of(name)["also"]}
    speaking = {
        path.relative_to(ROOT).as_posix()
        for package in ("dpcore", "dplab")
        for path in (ROOT / package).rglob("*.py")
        if any(map(is_about_privacy, prose.of_file(path)))
    }
    assert speaking - read == set()


# --- The rules see when they are broken ---------------------------------------------------------

HERE = "tests/pages/test_claims_of_pages.py::test_claims_file_keeps_the_rule"
SHOWN = ("One record changes no result.", "Choose a number.", "No leak is possible.")
FIRST = {"sentence": SHOWN[0], "source": "proof: none", "test": HERE}
LAST = {"sentence": SHOWN[2], "reason": "an example"}
GOOD: Claims = {"claim": [FIRST], "not_claim": [LAST]}
SCREEN, TESTED, LISTED = RULES
PLANTED = {
    "another wording": (SCREEN, {"claim": [FIRST | {"sentence": "One record changes a result."}]}),
    "no longer shown": (SCREEN, {"not_claim": [LAST, {"sentence": "Nothing.", "reason": "gone"}]}),
    "no source": (TESTED, {"claim": [{"sentence": SHOWN[0], "test": HERE}]}),
    "an empty source": (TESTED, {"claim": [FIRST | {"source": ""}]}),
    "neither test nor why": (TESTED, {"claim": [{"sentence": SHOWN[0], "source": "a theorem"}]}),
    "both test and why": (TESTED, {"claim": [FIRST | {"why": "no reason"}]}),
    "no such test": (TESTED, {"claim": [FIRST | {"test": HERE + "s"}]}),
    "no such file": (TESTED, {"claim": [FIRST | {"test": "tests/nowhere.py::test_a"}]}),
    "not a test": (TESTED, {"claim": [FIRST | {"test": HERE.split("::")[0] + "::defined_in"}]}),
    "no reason": (TESTED, {"not_claim": [{"sentence": SHOWN[2]}]}),
    "a sentence not listed": (LISTED, {"not_claim": []}),
    "a sentence listed twice": (LISTED, {"claim": [FIRST, FIRST]}),
}


def test_a_good_claims_file_passes():
    assert [complaint for rule in RULES for complaint in rule(GOOD, SHOWN)] == []


@pytest.mark.parametrize(("rule", "planted"), PLANTED.values(), ids=PLANTED)
def test_a_planted_violation_is_seen(rule, planted: Claims):
    assert list(rule(GOOD | planted, SHOWN))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Nobody can tell whose record it was: that is proven.", True),
        ("The attacker learns nothing new.", True),
        ("Fifty outputs spend fifty times as much.", True),
        ("It is private.", True),
        ("Test error against the privacy parameter ε", False),
        ("The non-private error is lower here.", False),
        ("Private tuning", False),
        ("Neighbours.", False),
        ('<div title="private">not a sentence</div>', False),
    ],
)
def test_words_of_privacy_are_seen_in_sentences(sentence: str, expected: bool):
    assert is_about_privacy(sentence) == expected


PROSE = '''
"""A docstring about privacy is not on the screen."""
LEAD = "A label"
def said(found):
    return (f"It leaks {found:.2g} of " + (f"*all* {'that was promised.' if found else 'one'}"))
'''


def test_sentences_are_found_wherever_they_stand(tmp_path: Path):
    module, page, helps = (tmp_path / name for name in ("said.py", "page.md", "help.toml"))
    module.write_text(PROSE, "utf-8")
    assert prose.of_file(module) == ["A label", "It leaks … of all …", "that was promised.", "one"]
    page.write_text(
        "# Title\nA *lead*\nline. (Theorem 1.) $x$ moves.\n\n## Head\n- **One.** Two", "utf-8"
    )
    assert prose.of_file(page) == [
        "Title",
        "A lead line.",
        "(Theorem 1.)",
        "$x$ moves.",
        "Head",
        "One.",
        "Two",
    ]
    helps.write_text('epsilon = "A bound. It holds."', "utf-8")
    assert prose.of_file(helps) == ["A bound.", "It holds."]


@pytest.mark.parametrize("name", NAMES)
def test_sources_name_what_there_is(name: str):
    sources = [claim["source"] for claim in claims_of(name)["claim"]]
    dotted = {each for source in sources for each in IN_CORE.findall(source)}
    assert [each for each in sorted(dotted) if not exists(each)] == []


def test_a_source_that_is_gone_is_seen():
    assert exists("dpcore.release.running.execute")
    assert exists("dpcore.privacy.calibration.Plan.promise")
    assert not exists("dpcore.release.running.carry_out")
    assert not exists("dpcore.experiments")


def exists(dotted: str) -> bool:
    """Tell whether a dotted name is a module, or something in one."""
    found: Any = None
    for end in range(1, dotted.count(".") + 2):
        *before, last = dotted.split(".")[:end]
        try:
            found = import_module(".".join([*before, last]))
        except ModuleNotFoundError:
            if not hasattr(found, last):
                return False
            found = getattr(found, last)
    return True
