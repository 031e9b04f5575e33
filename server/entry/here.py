"""Who asks from this machine itself, and straight: judged by the connection, never by a name in it.

A Host is what its sender wrote: whoever reaches the port from elsewhere can write `localhost`. The
address at which a connection arrived is the system's own word (`scope["server"]`; that of its other
end, `scope["client"]`, is what a trusted proxy said). At 127.0.0.1 and ::1 only this machine
arrives.

What a proxy on this machine forwards arrives there, too: it is told by the headers that proxies
add. A proxy that adds none, and sends the machine's own name as Host, cannot be told from somebody
who sits here: behind any proxy, `EXPLORER_HOSTS` has to name what people call the server.

A page learns of it by a header that the door puts in place of whatever was sent under its name.

Examples
--------
>>> here = {"type": "http", "server": ("127.0.0.1", 8501), "headers": []}
>>> is_here(here), is_here({**here, "headers": [(b"x-forwarded-for", b"127.0.0.1")]})
(True, False)
>>> arrives_here({**here, "server": ("192.0.2.1", 8501)})
False
"""

import re
from ipaddress import ip_address

from starlette.types import Scope

HEADER = "x-explorer-here"

FORWARDED = re.compile(
    rb"forwarded|via|x-forwarded-.+|x-real-ip|x-original-.+|x-client-ip|true-client-ip|cf-.+"
)
"""Headers that proxies add."""


def arrives_here(scope: Scope) -> bool:
    """Tell whether a connection arrived at the loopback: it comes from this machine."""
    address, _ = scope.get("server") or ("", None)
    try:
        found = ip_address(address)
    except ValueError:  # A socket of Unix has no address: at its other end may be a proxy.
        return False
    # A socket that takes both kinds names it ::ffff:127.0.0.1.
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def is_here(scope: Scope) -> bool:
    """Tell whether whoever asks is on this machine, and nobody forwarded it."""
    names = (name.lower() for name, _ in scope["headers"])
    return arrives_here(scope) and not any(map(FORWARDED.fullmatch, names))


def marked(scope: Scope) -> Scope:
    """Return the scope with the header that says so, and without any that was sent."""
    name = HEADER.encode()
    headers = [each for each in scope["headers"] if each[0].lower() != name]
    if is_here(scope):
        headers.append((name, b"1"))
    return {**scope, "headers": headers}
