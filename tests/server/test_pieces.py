"""An answer in pieces is the same answer."""

import pytest

from server import limits
from server.pieces import InPieces
from tests.server.asgi import scope_of, sent_by

LARGE = 5_000_000


async def large(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(LARGE)})


@pytest.mark.parametrize(
    "size", [0, 1, limits.PIECE - 1, limits.PIECE, limits.PIECE + 1, 3 * limits.PIECE, LARGE]
)
def test_an_answer_in_pieces_is_the_same_answer(size: int):
    content = bytes(range(256)) * (size // 256 + 1)

    async def answering(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": content[:size]})

    start, *pieces = sent_by(InPieces(answering), scope_of())
    assert start == {"type": "http.response.start", "status": 200, "headers": []}
    assert b"".join(each["body"] for each in pieces) == content[:size]
    assert all(len(each["body"]) <= limits.PIECE for each in pieces)
    assert [each.get("more_body", False) for each in pieces] == [True] * (len(pieces) - 1) + [False]


def test_pieces_of_a_longer_answer_and_websockets_stay_as_they_are():
    async def streaming(_scope, _receive, send):
        await send({"type": "http.response.body", "body": bytes(100_000), "more_body": True})
        await send({"type": "http.response.body", "body": b"end"})

    more = [each.get("more_body", False) for each in sent_by(InPieces(streaming), scope_of())]
    assert more == [True, True, False]
    assert len(sent_by(InPieces(large), scope_of("/", "websocket"))) == 2
