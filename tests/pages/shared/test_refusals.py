"""Whatever an address holds, refusals call it as the screen does, and say what is shown."""

import re

import pytest

from dpcore.checks import InvalidInput
from pages.shared import address, page, settings
from pages.shared.address import Value
from tests.house import page_names
from tests.pages.screen import complaints, opened

TEXTS = ("foo", "-1", "1e12", "0.33", "foo,bar", "½ ½")
OWN = [value for name in page_names() for value in page.about(name).values]
VALUES = {value.name: value for value in (*settings.VALUES.values(), *OWN)}
ANY = {"run"}
"""Values that may be any text."""
IN_A_LINK = re.compile(r" \(in a link: [^)]*\)|“[^”]*”")
IDENTIFIER = re.compile(
    r"[a-z0-9]+_[a-z0-9_]+|\b(epsilon|lam|eps|gamma|auc|pair|runs|tuned|entry)\b"
)


def refused(value: Value, text: str) -> str:
    """Return the sentences that the screen shows for a text, or nothing if it is of use."""
    try:
        value.read(text)
    except InvalidInput as reason:
        return f"{reason} {address.instead(value, value.default)}"
    return ""


@pytest.mark.parametrize("name", sorted(VALUES))
def test_a_refusal_has_no_names_of_the_program_and_says_what_is_shown(name: str):
    said = [sentence for text in TEXTS if (sentence := refused(VALUES[name], text))]
    assert bool(said) == (name not in ANY)
    for sentence in said:
        plain = IN_A_LINK.sub("", sentence)
        assert not IDENTIFIER.search(plain), sentence
        assert not sentence.startswith(f"{name} ")
        assert not sentence[0].islower() or sentence.startswith("λ ")
        assert re.search(r"\. \S.* (is|are) shown instead\.$", sentence), sentence


def test_a_refused_word_has_both_spellings_of_those_allowed():
    assert refused(VALUES["axis"], "foo") == (
        "The axis of a sweep must be “ε”, “n”, “λ” or “ε × λ” (in a link: epsilon, n, lam, map); "
        "got “foo”. “ε” is shown instead."
    )
    assert refused(VALUES["folds"], "7") == (
        "The protocol must be “one split” or “five folds” (in a link: 1, 5); got “7”. “one split” "
        "is shown instead."
    )
    assert refused(VALUES["mechanisms"], "non_private,magic").endswith(
        "got “magic”. “Non-private”, “Output perturbation” and “Objective perturbation” are shown "
        "instead."
    )


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("draws", "a whole number such as 500"),
        ("n", "a whole number such as 2,000"),
        ("h", "a number from 0.01 to 2"),
        ("within", "a number such as 2 or 0.5"),
        ("plane_first", "its number, such as 1"),
    ],
)
def test_the_example_in_a_refusal_fits(name: str, example: str):
    assert f"must be {example}; got “x”." in refused(VALUES[name], "x")


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("sweeps", {"axis": "sideways"}),
        ("sweeps", {"mechanisms": "magic"}),
        ("sweeps", {"losses": "magic"}),
        ("is_it_private", {"pair": "twins"}),
        ("private_tuning", {"candidates": "0,5, 1"}),
        ("papers", {"entry": "figure_99"}),
    ],
)
def test_the_page_says_so_and_the_address_drops_it(name: str, query: dict[str, str]):
    app = opened(name, **{"n": "60", "draws": "2", "d": "2"} | query)
    assert complaints(app) == []
    assert any(error.value.endswith("shown instead.") for error in app.error)
    assert not query.keys() & set(app.query_params)
