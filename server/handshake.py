"""Long headers of a websocket: read as far as those of any other request.

uvicorn reads a request with h11, and hands on that of a websocket to `websockets`, which gives up
at a line of 8 kB or at 128 headers. uvicorn then neither answers nor closes the connection, and one
that is left over breaks the server's end. A browser with many cookies comes there as well as a
hostile client. With limits beyond what h11 lets through, the door gets to see such a request.
"""

from websockets import http11

BEYOND_H11 = 2**20
"""Bytes of a line, and headers: the loop reads 256 kB at once, and h11 allows no more than that."""


def read_long_headers() -> None:
    """Lift the limits of `websockets`, in this process."""
    http11.MAX_LINE_LENGTH = http11.MAX_NUM_HEADERS = BEYOND_H11
