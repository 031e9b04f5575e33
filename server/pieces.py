"""Answers in pieces, the next when the one before is on its way.

uvicorn takes an answer whole: of a script of 4.7 MB, all that the other side does not take at once
waits in the process. A connection of which nothing is taken for a while is cut
(`server.patches.network.unread_answers`).
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server import limits


class InPieces:
    """Hand answers over in pieces.

    Parameters
    ----------
    app : ASGIApp
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_pieces(message: Message) -> None:
            body = memoryview(message.get("body", b""))
            last = max(0, len(body) - 1) // limits.PIECE * limits.PIECE
            if not last:
                await send(message)
                return
            for start in range(0, last, limits.PIECE):
                piece = bytes(body[start : start + limits.PIECE])
                await send({**message, "body": piece, "more_body": True})
            await send({**message, "body": bytes(body[last:])})

        await self.app(scope, receive, send_pieces)
