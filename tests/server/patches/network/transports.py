"""Connections of a class as uvicorn's are, without a network."""


class Transport:
    """One end of a connection that notes whether it was cut."""

    def __init__(self, address: str = "192.0.2.1", waits: int = 0) -> None:
        self.address, self.waits, self.is_cut = address, waits, False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.address, 1

    def get_write_buffer_size(self) -> int:
        return self.waits

    def abort(self) -> None:
        self.is_cut = True


def served() -> type:
    """Return a class as uvicorn's, which does nothing by itself."""

    class Served:
        def connection_made(self, transport: Transport) -> None:
            self.transport = transport

        def connection_lost(self, reason: Exception | None) -> None: ...
        def pause_writing(self) -> None: ...
        def resume_writing(self) -> None: ...

    return Served


def connect(kind: type, transport: Transport):
    protocol = kind()
    protocol.connection_made(transport)
    return protocol
