"""Class weights, a shared setting: what it says, what it changes, and where it does not act."""

import csv
import io

import pytest

from dplab.simulation.settings import Settings
from dplab.studies.trade_off import errors
from pages.private_tuning import sentences
from tests.pages.screen import opened, with_more, words

SMALL = {"data": "gaussian", "n": "400", "draws": "5"}


def test_a_declared_share_says_what_each_class_counts_and_offers_the_balanced_error():
    app = with_more("trade_off", **SMALL, positive_share="0.2")
    assert not app.exception
    said = words(app)
    assert "Each record of −1 counts 0.25 in training, each of +1 counts 1." in said
    app = app.button(key="weights_measure").click().run()
    assert app.query_params["measure"] == "balanced"
    assert not any(each.key == "weights_measure" for each in app.button)
    assert "Balanced test error" in words(app)


def test_without_a_share_both_classes_count_alike_and_nothing_is_offered():
    app = with_more("trade_off", **SMALL)
    assert "Both classes count alike." in words(app)
    assert not any(each.key == "weights_measure" for each in app.button)


def test_weights_change_the_numbers_and_stand_beside_how_they_were_computed():
    plain, weighted = (
        opened("trade_off", **SMALL, **more) for more in ({}, {"positive_share": ".1"})
    )
    tiles = [[tile.value for tile in app.metric] for app in (plain, weighted)]
    assert len(tiles[0]) == len(tiles[1]) == 3
    assert tiles[0] != tiles[1]
    assert "counts 0.111 in training" in words(weighted)


@pytest.mark.parametrize("typed", ["0", "1", "2", "-1", "nan", "half"])
def test_a_share_that_is_none_is_refused_and_the_page_stays(typed: str):
    app = with_more("trade_off", **SMALL, positive_share=typed)
    assert not app.exception
    assert any("Declared share of +1" in each.value for each in (*app.error, *app.warning))
    assert "Both classes count alike." in words(app)


@pytest.mark.parametrize("page", ["who_pays", "decide"])
def test_a_page_that_counts_every_label_alike_says_what_weights_do_to_it(page: str):
    app = with_more(page, data="two_groups" if page == "who_pays" else "gaussian",
                    n="400", draws="5", positive_share="0.2")  # fmt: skip
    assert not app.exception
    assert "With weights there are more of them in all, and fewer in the rare class." in words(app)


@pytest.mark.parametrize("page", ["geometry", "adversary", "is_it_private", "counterexample"])
def test_where_no_weights_are_chosen_none_act(page: str):
    plain, weighted = (opened(page, n="200", **more) for more in ({}, {"positive_share": "0.05"}))
    assert words(plain) == words(weighted)


def test_the_csv_names_the_share_where_classes_have_weights():
    for share in (0.5, 0.2):
        settings = Settings(data="gaussian", n=200, draws=2, epsilon=1.0, positive_share=share)
        *_, curves = errors.run(errors.Question(settings))
        rows = list(csv.DictReader(io.StringIO(errors.table(curves).to_csv(index=False))))
        assert {row.get("positive_share") for row in rows} == ({None} if share == 0.5 else {"0.2"})


def test_mistakes_by_their_weights_are_counted_to_tenths():
    assert [sentences.counted(z) for z in (0.0, 3.0, 3.26, 1200.0)] == ["0", "3", "3.3", "1,200"]
