"""The mechanisms after 2011 beside those of the papers: where they are chosen, with their δ."""

from dpcore.privacy.mechanisms import MECHANISMS
from pages.kit.text import unbroken
from tests.pages.screen import opened

SMALL = {"data": "uniform", "n": "200", "draws": "5"}
WITH_DELTA = {name: entry.label for name, entry in MECHANISMS.items() if entry.uses_delta}
ALL = ",".join(["non_private", "objective", "output", *WITH_DELTA])


def shown(**query):
    app = opened("trade_off", **SMALL | query)
    assert not app.exception
    return app


def test_nothing_of_delta_is_shown_where_no_mechanism_uses_it():
    app = shown()
    assert len(app.metric) == 3
    assert not any("δ" in each.value for each in (*app.markdown, *app.caption))


def test_chosen_mechanisms_have_tiles_and_their_delta_is_named():
    app = shown(mechanisms=ALL, delta="1e-5")
    assert [tile.label for tile in app.metric][3:] == [*map(unbroken, WITH_DELTA.values())]
    assert sum(unbroken("δ = 1e-5") in each.value for each in app.caption) == len(WITH_DELTA)
    assert any("ε = 1 and δ = 1e-5: weaker" in each.value for each in app.markdown)


def test_a_delta_from_one_in_n_on_is_refused_where_it_is_used_only():
    app = shown(mechanisms=ALL, delta="0.005")
    assert any("below 1/n, here 1/200 = 0.005; got 0.005" in each.value for each in app.error)
    assert not shown(delta="0.005").error
