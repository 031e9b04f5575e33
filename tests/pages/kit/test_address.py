"""The address: unseen boxes for the values that left their defaults, and sentences for bad ones."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from dpcore.checks import InvalidInput
from pages.comparison import values
from pages.kit import address, page
from pages.kit.address import UrlParameter
from tests.house.syntax import page_names
from tests.pages.kit.dials import text_on, told, turned
from tests.pages.screen import complaints, opened

FEW = {"n": "60", "draws": "2", "d": "2"}


def boxes(app: AppTest) -> list[str]:
    """Return the names of the unseen boxes, in their order on the page."""
    return [box.proto.query_param_key for box in app.text_input if box.proto.query_param_key]


def said(app: AppTest, name: str) -> str:
    """Return what the address says; the test bench holds texts and lists of them."""
    text = app.query_params[name]
    return text if isinstance(text, str) else text[-1]


def move(app: AppTest, epsilon: str) -> AppTest:
    return turned(app, "epsilon", epsilon)


def test_only_values_that_the_address_names_have_boxes():
    assert boxes(opened("papers")) == []
    assert sorted(boxes(opened("trade_off", **FEW))) == sorted(FEW)


def test_a_value_that_leaves_its_default_gets_a_box_and_goes_into_the_address():
    app = move(opened("trade_off", **FEW), "0.31")
    assert complaints(app) == []
    assert sorted(boxes(app)) == sorted([*FEW, "epsilon"])
    assert said(app, "epsilon") == "0.31"
    move(app, "0.32")
    assert said(app, "epsilon") == "0.32"


def test_a_box_stays_where_it_is_once_it_is_there():
    first = boxes(opened("trade_off", **FEW))
    app = move(opened("trade_off", **FEW), "0.31")
    assert boxes(app) == [*first, "epsilon"]
    assert boxes(move(app, "1")) == [*first, "epsilon"]
    assert "epsilon" not in app.query_params
    assert app.session_state["epsilon"] == "1"
    move(app, "0.4")
    assert said(app, "epsilon") == "0.4"


def test_a_value_without_a_box_is_at_its_default():
    app = opened("trade_off", **FEW)
    assert "epsilon" not in app.session_state
    assert text_on(app, "epsilon") == "1"


def test_of_all_fields_only_the_boxes_are_unseen():
    """By the names that Streamlit gives them: what a browser says of the others is a visitor's."""
    app = opened("trade_off", **FEW, within="2")
    unseen = {each.key for each in app.text_input if address.is_unseen(each.proto.id)}
    assert sorted(unseen) == sorted(boxes(app))
    assert {each.key for each in app.text_input} > unseen, "and there are fields that are seen"


def test_boxes_of_other_pages_go_along():
    app = opened("papers", entry="cm08a_figure_1", epsilon="0.7")
    app.switch_page("trade_off/page.py").run()
    assert sorted(boxes(app)) == ["entry", "epsilon"]
    assert said(app, "entry") == "cm08a_figure_1"


def test_a_link_that_sets_a_value_gives_it_a_box():
    app = opened("trade_off", set="epsilon=0.6", **FEW)
    assert "epsilon" in boxes(app)
    assert said(app, "epsilon") == "0.6"
    assert "set" not in app.query_params


def test_more_values_send_no_more_messages():
    def drawn(names: tuple[str, ...]) -> None:
        from pages.kit import address
        from pages.kit.address import UrlParameter

        address.show([UrlParameter(name, "1") for name in names])

    few, many = (
        AppTest.from_function(drawn, args=(tuple(map(str, range(n))),)).run() for n in (1, 100)
    )
    assert len(few.main.children) == len(many.main.children)
    assert boxes(few) == boxes(many) == []


def test_a_text_that_is_refused_does_not_stay_in_the_address():
    app = opened("trade_off", **FEW, epsilon="-1", lam="x")
    assert [e.value.partition(";")[0] for e in app.error] == [
        "Privacy parameter ε must be between 1e-9 and 1,000,000,000, or ∞",
        "Regularization λ must be a number such as 0.5, 1e-3 or 20,000",
    ]
    assert app.error[0].value.endswith(". 1 is shown instead.")
    assert "epsilon" not in app.query_params
    assert text_on(app, "epsilon") == "1"


@pytest.mark.parametrize("page_name", ["geometry", "private_tuning", "is_it_private"])
def test_a_page_about_a_given_lam_says_which_one_it_shows_instead(page_name: str):
    assert opened(page_name, lam="x").error[0].value.endswith("0.01 is shown instead.")


@pytest.mark.parametrize("text", ["", "x", "nan", "-1"])
@pytest.mark.parametrize("query", [{}, FEW])
def test_a_refused_text_leaves_an_address_that_means_what_is_shown(query, text: str):
    app = opened("trade_off", **query, lam=text)
    assert app.error[0].value.endswith("λ that follows ε is shown instead.")
    assert "lam" not in app.query_params
    again = move(app, "0.31")
    assert complaints(again) == []
    assert not again.error
    assert said(again, "epsilon") == "0.31"
    assert "lam" not in again.query_params
    assert told(again, "lam")["auto"]


def test_what_was_there_before_takes_the_place_of_what_is_refused():
    app = move(move(opened("trade_off", **FEW), "0.31"), "-1")
    (sentence,) = (e.value for e in app.error)
    assert sentence.endswith("0.31 is shown instead.")
    assert said(app, "epsilon") == "0.31"
    assert text_on(app, "epsilon") == "0.31"


def test_a_refusal_stays_until_something_else_is_moved():
    app = move(opened("trade_off", **FEW), "-1")
    assert len(app.error) == 1
    assert len(app.run().error) == 1
    assert len(turned(app, "lam", "0.02").error) == 0


# --- Refusals call things as the screen does, and say what is shown instead -----------------------

TEXTS = ("foo", "-1", "1e12", "0.33", "foo,bar", "½ ½")
OWN = [value for name in page_names() for value in page.about(name).values]
VALUES = {value.name: value for value in (*values.VALUES.values(), *OWN)}
ANY = {"run", "who_pays_column"}
"""Values that may be any text."""
IN_A_LINK = re.compile(r" \(in a link: [^)]*\)|“[^”]*”")
IDENTIFIER = re.compile(r"[a-z0-9]+_[a-z0-9_]+|\b(epsilon|lam|eps|gamma|auc)\b")


def refused(value: UrlParameter, text: str) -> str:
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
        assert not sentence[0].islower() or sentence.startswith(("λ ", "δ "))
        assert re.search(r"\. \S.* (is|are) shown instead\.$", sentence), sentence


def test_a_refused_word_has_both_spellings_of_those_allowed():
    assert refused(VALUES["axis"], "foo") == (
        "What the error is shown against must be “ε”, “Records n”, “λ”, “Features D” or “ε × λ” "
        "(in a link: epsilon, n, lam, features, map); got “foo”. “ε” is shown instead."
    )
    assert refused(VALUES["folds"], "7") == (
        "The protocol must be “one split” or “five folds” (in a link: 1, 5); got “7”. “one split” "
        "is shown instead."
    )
    assert refused(VALUES["mechanisms"], "non_private,magic").endswith(
        "got “magic”. “Non-private”, “Objective perturbation” and “Output perturbation” are shown "
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
        ("trade_off", {"axis": "sideways"}),
        ("trade_off", {"mechanisms": "magic"}),
        ("trade_off", {"losses": "magic"}),
        ("is_it_private", {"pair": "twins"}),
        ("private_tuning", {"candidates": "0,5, 1"}),
        ("papers", {"entry": "figure_99"}),
    ],
)
def test_the_page_says_so_and_the_address_drops_it(name: str, query: dict[str, str]):
    app = opened(name, **{"n": "60", "draws": "2", "d": "2"} | query)
    assert complaints(app) == []
    assert any(error.value.endswith("shown instead.") for error in app.error)
    assert not query.keys() & app.query_params.keys()


# --- What an address leaves out -------------------------------------------------------------------


def test_an_address_that_names_something_leaves_the_rest_at_its_defaults():
    app = opened("trade_off", epsilon="1", **FEW)
    assert told(app, "lam")["auto"]
    assert "lam" not in app.query_params
    assert not opened("trade_off").query_params


def test_what_comes_back_to_its_default_leaves_the_address():
    app = move(move(opened("trade_off", **FEW), "0.7"), "1")
    assert "epsilon" not in app.query_params
