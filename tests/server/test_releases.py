"""Whether a server releases, and where its ledger lies: settings of its owner."""

import pytest

from dpcore.checks import InvalidInput
from server.entry.hosts import VARIABLE
from server.releases import PLACE, SWITCH, read_releases, usual_place


@pytest.mark.parametrize(
    ("hosts", "switch", "is_here", "are_on"),
    [
        ("", "", True, True),
        ("", "", False, False),
        ("lab.example", "", True, False),
        ("lab.example", "on", False, True),
        ("", "on", False, True),
        ("", "off", True, False),
        ("lab.example", " ON ", True, True),
    ],
)
def test_releases_are_on_for_who_sits_at_the_machine_or_where_somebody_said_so(
    hosts, switch, is_here, are_on
):
    assert read_releases({VARIABLE: hosts, SWITCH: switch}, is_here=is_here).are_on == are_on


@pytest.mark.parametrize(
    "wrong",
    [
        {SWITCH: "yes"},
        {PLACE: "nonsense://ada:secret@db.example/x"},
        {PLACE: ":memory:"},
        {PLACE: "mysql://ada:sec\u00a0secret@db.example/x"},
        {PLACE: "postgresql://ada:secret\x01@db.example/x"},
        {PLACE: "postgresql://ada:secret@db.example:port/x"},
        {PLACE: "sqlite:///secret" + 5000 * "x"},
        {PLACE: "secret" + 5000 * "x"},
    ],
)
def test_a_setting_that_is_none_is_refused_without_its_password(wrong):
    with pytest.raises(InvalidInput, match=r"^EXPLORER_.*\.$") as refusal:
        read_releases(wrong)
    assert "sec" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_the_ledger_lies_with_the_users_data_unless_another_place_is_named(tmp_path):
    assert read_releases({}).place == usual_place()
    named = read_releases({PLACE: str(tmp_path / "l.db")})
    with named.ledger() as ledger:
        assert ledger.lies == f"the file {tmp_path / 'l.db'}"
    assert list(tmp_path.iterdir()) == []


def test_where_a_database_lies_is_said_without_user_and_password():
    url = "sqlite:///l.db"
    with read_releases({PLACE: url}).ledger() as ledger:
        assert ledger.lies.endswith("l.db")
