"""What is odd about a column is found, and its near misses are left alone."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplab.tables.guesses.suspicion import (
    CONSTANT,
    DATE,
    IDENTIFIER,
    PERSONS,
    REPEATED,
    TEXT,
    ColumnWarning,
    is_named_id,
    suspicion,
    suspicions,
)

N = 80


def kind(values, name="a") -> str | None:
    found = suspicion(pd.Series(values, name=name))
    return found.kind if found else None


@pytest.mark.parametrize(
    "name",
    [
        "id",
        "ID",
        "Id",
        "customer_id",
        "PatientID",
        "user id",
        "uuid",
        "uid",
        "MRN",
        "patient_mrn",
        "ssn",
        "pid",
    ],
)
def test_names_that_say_id(name):
    assert is_named_id(name)


@pytest.mark.parametrize(
    "name",
    ["paid", "humid", "idea", "width", "id_age", "grid", "Covid", "fluid", "rapid", "liquid"],
)
def test_names_that_only_look_like_it(name):
    assert not is_named_id(name)


def test_a_counter_is_an_identifier_and_measurements_that_all_differ_are_none():
    assert kind(range(1000, 1000 + N)) == IDENTIFIER
    assert kind([f"{row * 37 % N + 0.25}" for row in range(N)]) is None
    assert kind([row * 7919 % 100_003 for row in range(N)]) is None  # whole numbers, wide apart


@pytest.mark.parametrize(
    "value",
    [
        lambda row: 10_000_000 + row * 999_983 % 80_000_000,
        lambda row: f"4{row * 7_919 % 100_003:019}",
        lambda row: f"{'KLMN'[row % 4]}-{1000 + row * 37 % 8999}",
        lambda row: 500 + row * 37 % N,
    ],
)
def test_nearly_one_code_a_record_is_an_identifier_by_its_shape(value):
    assert kind([value(row) for row in range(N)]) == IDENTIFIER
    # A record that stands twice changes nothing.
    assert kind([value(max(1, row)) for row in range(N)]) == IDENTIFIER
    assert kind([value(row // 3) for row in range(N)]) != IDENTIFIER


@pytest.mark.parametrize(
    "value",
    [
        lambda row: 1000 * (10_000 + row * 3_701 % 8_999),  # amounts of money
        lambda row: 10 ** (row % 8) * (1 + row),
        lambda row: f"{1 + row * 0.01234567:.8f}",
        lambda row: 10_000_000 + row * 999_983 % 80_000_000 + 0.5,
    ],
)
def test_measurements_of_many_digits_are_no_identifiers(value):
    assert kind([value(row) for row in range(N)]) is None


@given(st.lists(st.floats(0.001, 1e6, allow_nan=False), min_size=2, max_size=N, unique=True))
def test_no_column_of_fractions_is_suspected(values):
    if any(value != int(value) for value in values):
        assert kind([repr(value) for value in values]) is None


def test_an_identifier_that_repeats_says_how_often():
    values = ["7"] * 5 + [str(row) for row in range(100, 120)] + ["?", "?", "?", "?", "?", "?"]
    for name, repeated in (("visit_id", REPEATED), ("patient_id", PERSONS)):
        found = suspicion(pd.Series(values, name=name))
        assert found == ColumnWarning(name, repeated, 5)
        assert found.is_several
        assert suspicion(pd.Series(values[4:-6], name=name)).kind == IDENTIFIER


@pytest.mark.parametrize(
    "values",
    [
        ["2024-01-31", "2024-02-29", "?"],
        ["31.12.2023", "1.1.2024"],
        ["12/24/99", "01/02/03"],
        ["2024-01-31T10:15", "2024-02-29 08:00:00"],
        ["24-Dec-99", "1-Jan-00"],
        ["20141013T000000", "20150101T000000"],
        ["31 December 2023", "1 May 2024"],
        ["December 31, 2023", "Jan 1 2024"],
    ],
)
def test_dates_are_found(values):
    assert kind(values) == DATE


@pytest.mark.parametrize(
    "values",
    [
        ["10-20", "20-30"],
        ["1.5", "2.5"],
        ["2024", "2023"],
        ["1-2/3", "4"],
        ["May", "June"],
        ["Mar 10", "May 7"],
    ],
)
def test_ranges_numbers_and_years_are_no_dates(values):
    assert kind(values) is None


def test_free_text_and_codes_of_their_own():
    assert kind([f"came with pain number {row}" for row in range(N)]) == TEXT
    assert kind([f"AX-{row}" for row in range(N)]) == IDENTIFIER
    assert kind([f"city {row % 30}" for row in range(N)]) is None


@pytest.mark.parametrize(
    "name",
    [
        "patient",
        "Subject",
        "subject #",
        "user_id",
        "userid",
        "CustomerNo",
        "patient_nbr",
        "Client ID",
        "person",
        "student_no",
        "pupil",
        "case",
    ],
)
def test_codes_under_the_name_of_a_person_are_persons_who_have_several_records(name):
    found = suspicion(pd.Series([f"{row // 4}" for row in range(N)], name=name))
    assert (found.kind, found.most) == (PERSONS, 4)


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("patient_age", "31 47 62 55"),
        ("person_income", "1000 2000 3000 4000"),
        ("new_customer", "yes no"),
        ("income per person", "21000 32000 43000"),
        ("number of customer", "21 32 43"),
        ("customer_type", "1 2 3"),
        ("user", "guest member staff"),
        ("subject", "maths physics art"),
        ("patient", "0.5 1.5 2.5"),
        ("impatient", "1 2 3 4"),
        ("student", "yes no"),
        ("case", "upper lower"),
    ],
)
def test_what_is_only_said_of_a_person_is_none(name, levels):
    assert kind(levels.split() * 20, name=name) is None


@pytest.mark.parametrize("name", ["store_id", "RoomID", "code"])
def test_a_code_whose_levels_repeat_evenly_is_a_category(name):
    assert kind([f"{row % 8}" for row in range(N)], name=name) is None
    assert kind([f"K{row // 2}" for row in range(2 * N)], name=name) is None


@pytest.mark.parametrize("name", ["id", "store_id"])
def test_a_code_that_repeats_unevenly_or_says_no_more_than_id_may_stand_for_persons(name):
    uneven = [str(level) for level in range(16) for _ in range(1 + level**2 // 8)]
    assert kind(uneven, name=name) == REPEATED
    assert (kind([f"{row % 8}" for row in range(N)], name=name) == REPEATED) == (name == "id")


@pytest.mark.parametrize("values", [["1"] * N, ["", "?"] * 9])
def test_a_column_with_one_value_is_constant(values):
    assert kind(values) == CONSTANT


def test_a_value_and_gaps_are_not_constant():
    assert kind(["x", "NA"] * 9) is None


def test_a_table_is_read_column_by_column():
    table = pd.DataFrame({"id": range(N), "age": [row % 60 for row in range(N)], "same": ["1"] * N})
    assert [each.column for each in suspicions(table)] == ["id", "same"]
