"""The page "Is it private?": verdicts that agree with theory, whatever is asked of it."""

import re

import pytest

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from tests.pages.screen import complaints, figures, opened
from tests.pages.screen import words as text_of

PAGE = "understand/is_it_private.py"
SMALL = {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"}
PURE = [name for name, entry in MECHANISMS.items() if entry.guarantee == "pure"]

EXTREME = {
    "tiny epsilon": {"epsilon": "1e-9"},
    "huge epsilon": {"epsilon": "1e9"},
    "no privacy": {"epsilon": "inf"},
    "one record": {"n": "1"},
    "a billion records": {"n": "1000000000"},
    "huge lam": {"lam": "1e6"},
    "tiny lam": {"lam": "1e-6"},
    "many features": {"d": "100"},
    "narrow corner": {"loss": "huber", "h": "0.01"},
    "wide corner": {"loss": "smoothed", "h": "2"},
    "own data": {"pair": "own"},
    "own data by counts": {"pair": "own", "data": "counterexample"},
    "one own record": {"pair": "own", "n": "1"},
}


def verdict(app) -> str:
    """Return the sentence in bold."""
    (sentence,) = (m.value for m in app.markdown if re.match(r"\*\*Claims", m.value))
    return sentence.strip("*")


@pytest.mark.parametrize(("query", "leak"), [
    ({"n": "600", "lam": "1e-6", "epsilon": "0.2", "d": "1"}, 5.98), (SMALL, 1.23),
])  # fmt: skip
def test_the_missing_jacobian_is_caught(query: dict[str, str], leak: float):
    app = opened(PAGE, mechanism="objective_2008", **query)
    found = float(app.metric[1].value)
    assert leak * 0.99 <= found <= float(app.metric[2].value)
    assert f"Claims ε = {query['epsilon']}, can leak {app.metric[1].value}:" in verdict(app)
    assert len(figures(app)) == 3


def test_at_its_own_setting_the_mechanism_of_2008_is_harmless_and_unproven():
    app = opened(PAGE, mechanism="objective_2008", n="14000", lam="0.01", epsilon="0.1", d="10")
    assert [metric.value for metric in app.metric][::2] == ["0.1", "0.102"]
    assert "within the claim; but only 0.102 is proven" in verdict(app)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mechanism", PURE)
def test_pure_mechanisms_keep_their_claim(mechanism: str, loss: str):
    app = opened(PAGE, mechanism=mechanism, loss=loss, **SMALL | {"d": "2"})
    claim, found, most = (float(metric.value) for metric in app.metric)
    assert found <= most <= claim
    assert "no data set can make it more than" in verdict(app)


@pytest.mark.parametrize("mechanism", ["output_laplace_norm", "objective_laplace_norm"])
def test_a_length_with_the_wrong_law_leaks_without_limit(mechanism: str):
    assert "can leak without limit" in verdict(opened(PAGE, mechanism=mechanism, n="100", d="2"))
    one = {"n": "2000", "lam": "0.1", "epsilon": "1", "d": "1", "loss": "huber"}
    assert re.search(
        "can leak 1.4.*: 1.4.* times its claim", verdict(opened(PAGE, mechanism=mechanism, **one))
    )


def test_no_noise_claims_nothing():
    app = opened(PAGE, mechanism="non_private", **SMALL)
    assert verdict(app).startswith("Claims nothing and leaks without limit")


@pytest.mark.parametrize("query", EXTREME.values(), ids=EXTREME)
def test_extreme_settings_get_a_verdict(query: dict[str, str]):
    app = opened(PAGE, **SMALL | query)
    assert complaints(app) == []
    assert [e.value for e in app.error] == []
    assert verdict(app)


@pytest.mark.parametrize("query", [
    {"mechanism": "laplace"}, {"pair": "best"}, {"runs": "5"}, {"d": "0"}, {"epsilon": "0"},
    {"lam": "x"}, {"n": "0"},
], ids=str)  # fmt: skip
def test_bad_values_get_a_sentence_and_the_default(query: dict[str, str]):
    app = opened(PAGE, **SMALL | query)
    assert complaints(app) == []
    (sentence,) = (e.value for e in app.error)
    assert sentence.startswith(f"{next(iter(query))} must be")
    assert verdict(app)


def test_too_many_records_get_a_sentence():
    app = opened(PAGE, **SMALL | {"n": "1e12"})
    assert complaints(app) == []
    assert "n must be at most" in app.error[0].value


def test_examples_bring_their_settings():
    app = opened(PAGE)
    (button,) = (b for b in app.button if b.label == "Few records, small λ")
    button.click().run()
    assert verdict(app) == "Claims ε = 0.2, can leak 5.99: 30 times its claim."


def test_all_mechanisms_stand_in_the_strip():
    *_, strip = figures(opened(PAGE, **SMALL))
    texts = [note["text"] for note in strip["layout"]["annotations"]]
    assert {entry.label for entry in MECHANISMS.values()} <= set(texts)
    assert texts.count("holds") == len(PURE)


def test_own_data_lose_less_than_the_worst_case():
    app = opened(PAGE, pair="own", data="breast_cancer", mechanism="output", epsilon="1")
    largest = float(re.search(r"the largest loss is (\d\.\d+)\.", text_of(app))[1])
    assert 0 < largest <= float(app.metric[1].value)
    assert "Breast cancer" in text_of(app)
