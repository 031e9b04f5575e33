"""No address has all connections."""

from server import limits
from server.open_files import most_connections
from server.patches.network.open_connections import OpenConnections
from tests.server.patches.network.transports import Transport, connect, served


def test_an_address_has_as_many_as_a_class_needs_and_all_no_more_than_there_is_room_for(
    monkeypatch,
):
    monkeypatch.setattr(limits, "ADDRESS_CONNECTIONS", 3)
    kind = served()
    OpenConnections(6, lambda address: address == "127.0.0.1").watch(kind)
    one = [connect(kind, Transport()) for _ in range(5)]
    assert [each.transport.is_cut for each in one] == [False] * 3 + [True] * 2
    # Another address is not held by it, and a trusted proxy by the whole alone.
    proxy = [connect(kind, Transport("127.0.0.1")) for _ in range(4)]
    assert [each.transport.is_cut for each in proxy] == [False] * 3 + [True]
    # One that was cut gives no place back, one that was open does.
    one[4].connection_lost(None)
    assert connect(kind, Transport("192.0.2.9")).transport.is_cut
    one[0].connection_lost(None)
    assert not connect(kind, Transport("192.0.2.9")).transport.is_cut


def test_a_websocket_is_the_connection_that_its_request_was():
    kind, websocket = served(), served()
    opened = OpenConnections(1, lambda _: False)
    opened.watch(kind)
    opened.watch(websocket)
    first = connect(kind, Transport())
    upgraded = connect(websocket, first.transport)
    assert not first.transport.is_cut
    upgraded.connection_lost(None)
    assert not connect(kind, Transport()).transport.is_cut


def test_two_hundred_behind_one_address_have_room_for_all_that_their_browsers_open():
    opened = OpenConnections(most_connections(65_536), lambda _: False)
    assert all(opened.takes(Transport()) for _ in range(200 * 7))
