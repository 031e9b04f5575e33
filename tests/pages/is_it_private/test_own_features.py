"""With a table of one's own, Is it private? is about as many features as that table has."""

import pytest

from dplab.simulation.settings import Settings
from pages.comparison import privacy_loss
from pages.comparison.records import Records
from tests.pages.screen import complaints, opened
from tests.pages.tables import csv, own, own_records, with_table


def shown_d(app) -> float:
    (box,) = (each for each in app.number_input if each.label == "Features d")
    return box.value


def test_on_an_own_table_it_opens_at_the_tables_features():
    page = with_table().switch_page("is_it_private/page.py").run()
    assert complaints(page) == []
    d = own(page).data.X.shape[1]
    assert shown_d(page) == d
    assert d != Settings.d


def test_a_number_that_is_typed_stays():
    page = with_table(d="4").switch_page("is_it_private/page.py").run()
    assert complaints(page) == []
    assert shown_d(page) == 4


def test_on_other_data_it_opens_as_ever():
    assert shown_d(opened("is_it_private", data="breast_cancer")) == Settings.d


@pytest.mark.parametrize("settings", [Settings(data="upload"), Settings(data="pima")])
def test_without_an_own_table_d_is_that_of_the_settings(settings: Settings):
    assert privacy_loss.features(settings, Records()) == settings.d


def test_a_table_of_many_columns_stays_within_what_the_box_offers():
    header = ",".join([*(f"c{k}" for k in range(150)), "sick"])
    rows = "\n".join(
        ",".join(["1" if (i + k) % 2 else "7" for k in range(150)] + ["yes" if i % 3 else "no"])
        for i in range(40)
    )
    records = own_records(f"{header}\n{rows}\n".encode())
    assert records.required().data.X.shape[1] > 100
    assert privacy_loss.features(Settings(data="upload"), records) == 100
    assert (
        privacy_loss.of(Settings(data="upload"), own_records(csv())).d
        == own_records(csv()).required().data.X.shape[1]
    )
