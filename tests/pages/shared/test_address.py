"""The unseen boxes behind the address: as many as values have left their defaults."""

from streamlit.testing.v1 import AppTest

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
    return app.text_input(key="epsilon_box").set_value(epsilon).run()


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
    assert boxes(move(app, "0.1")) == [*first, "epsilon"]
    assert "epsilon" not in app.query_params
    assert app.session_state["epsilon"] == "0.1"
    move(app, "0.4")
    assert said(app, "epsilon") == "0.4"


def test_a_value_without_a_box_is_at_its_default():
    app = opened("trade_off", **FEW)
    assert "epsilon" not in app.session_state
    assert app.text_input(key="epsilon_box").value == "0.1"


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
    def page(names: tuple[str, ...]) -> None:
        from pages.shared import address
        from pages.shared.address import Value

        address.show([Value(name, "1") for name in names])

    few, many = (
        AppTest.from_function(page, args=(tuple(map(str, range(n))),)).run() for n in (1, 100)
    )
    assert len(few.main.children) == len(many.main.children)
    assert boxes(few) == boxes(many) == []


def test_a_text_that_is_refused_does_not_stay_in_the_address():
    app = opened("trade_off", **FEW, epsilon="-1", lam="x")
    assert [e.value.partition(";")[0] for e in app.error] == [
        "Privacy parameter ε must be between 1e-9 and 1,000,000,000, or ∞",
        "Regularization λ must be a number such as 0.5, 1e-3 or 20,000",
    ]
    assert app.error[0].value.endswith("0.1 is shown instead.")
    assert not {"epsilon", "lam"} & set(app.query_params)
    assert app.text_input(key="epsilon_box").value == "0.1"


def test_what_was_there_before_takes_the_place_of_what_is_refused():
    app = move(move(opened("trade_off", **FEW), "0.31"), "-1")
    (sentence,) = (e.value for e in app.error)
    assert sentence.endswith("0.31 is shown instead.")
    assert said(app, "epsilon") == "0.31"
    assert app.text_input(key="epsilon_box").value == "0.31"


def test_a_refusal_stays_until_something_else_is_moved():
    app = move(opened("trade_off", **FEW), "-1")
    assert len(app.error) == 1
    assert len(app.run().error) == 1
    assert len(app.text_input(key="lam_box").set_value("0.02").run().error) == 0
