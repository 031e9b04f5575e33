"""Few open files are enough for fewer tabs and connections."""

from server import limits
from server.open_files import most_connections, most_tabs


def test_few_open_files_are_enough_for_fewer():
    assert most_tabs(1024) == 206
    assert most_connections(1024) == 824
    assert (most_tabs(65_536), most_connections(65_536)) == (limits.TABS, limits.CONNECTIONS)
