"""Which Hosts and Origins this server answers to.

A browser sends the name in its address bar as `Host`, and where the page that asks comes from as
`Origin`. Neither can be chosen by a page, so the two together keep strange pages out:

- A page of `evil.example` whose name is made to lead to this machine (DNS rebinding) sends its own
  name as Host. A Host counts by its name, on any port, because tunnels and containers change ports.
- A page elsewhere that speaks to this server sends its own Origin. An Origin must equal ``http://``
  or ``https://`` and the Host, with the port: another program on this machine is another origin.

`localhost`, `127.0.0.1` and `::1` are known, of whoever asks from this machine (`here`). The
environment variable `EXPLORER_HOSTS` names more, which count from anywhere.

Examples
--------
>>> allowed = read_allowed("lab.example, https://course.example")
>>> sorted(allowed.hosts)
['course.example', 'lab.example']
>>> allowed.check(["lab.example:8501"], ["http://lab.example:8501"])
>>> allowed.check(["localhost.evil.example"], [])
Traceback (most recent call last):
...
server.entry.hosts.Refusal: This server does not answer to the host localhost.evil.example. ...
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from dpcore.checks import InvalidInput

VARIABLE = "EXPLORER_HOSTS"
OWN = ("localhost", "127.0.0.1", "::1")
"""The names of the machine itself, on which the server listens if nobody says otherwise."""

DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST = 300
"""Characters of a header that is read at all: a name has 253 at most (RFC 1035)."""

# Anchored by `fullmatch`, ASCII only: no user names, no percent signs, nothing that ends a line.
AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::([0-9]{1,5}))?", re.I | re.A)
ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)", re.I | re.A)


class Refusal(Exception):
    """A connection is refused; the message is for whoever asked, and quotes nothing raw."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Authority:
    """A host and the port that was given with it: what a Host header holds."""

    host: str
    port: int | None

    @property
    def is_address(self) -> bool:
        """Whether the host is an IP address and not a name."""
        try:
            ip_address(self.host)
        except ValueError:
            return False
        return True

    def __str__(self) -> str:
        """Return it as it stands in an address bar."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port is None else f"{host}:{self.port}"


@dataclass(frozen=True)
class Origin:
    """Where a page comes from; the port is that of the scheme if none was given."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        """Return it as a browser writes it."""
        port = None if self.port == DEFAULT_PORTS[self.scheme] else self.port
        return f"{self.scheme}://{Authority(self.host, port)}"


@dataclass(frozen=True)
class Allowed:
    """The hosts that this server answers to beside `OWN`, and the origins beside its address."""

    hosts: frozenset[str]
    origins: frozenset[Origin]

    def check(
        self,
        hosts: Sequence[str],
        origins: Sequence[str],
        *,
        is_here: bool = False,
        is_probe: bool = False,
    ) -> None:
        """Raise if a connection comes from elsewhere.

        Parameters
        ----------
        hosts, origins : Sequence of str
            The values of the two headers; several of one kind are malformed.
        is_here : bool
            Whether it arrived at the loopback: only there the machine's own names count.
        is_probe : bool
            Whether it asks for the server's health only. A proxy asks that of a bare address, or
            without a Host, as HTTP 1.0 does.

        Raises
        ------
        Refusal
            With status 400 for what is malformed, and 421 for what is foreign.
        """
        if len(hosts) > 1 or len(origins) > 1:
            raise Refusal(400, "A Host and an Origin may be given once each.")
        names = self.hosts | set(OWN) if is_here else self.hosts
        host = self._check_host(hosts[0] if hosts else "", names, is_probe)
        if origins:
            self._check_origin(origins[0], host)

    def _check_host(self, given: str, names: frozenset[str], is_probe: bool) -> Authority | None:
        if not given and is_probe:
            return None
        if not given:
            raise Refusal(421, f"This server needs a Host: one of {self._names()}.")
        host = read_authority(given)
        if host is None:
            raise Refusal(400, "The Host is malformed: it must be a name, or a name and a port.")
        if host.host not in names and not (is_probe and host.is_address):
            raise Refusal(421, self._foreign_host(Authority(host.host, None)))
        return host

    def _check_origin(self, given: str, host: Authority | None) -> None:
        origin = read_origin(given)
        if isinstance(origin, Origin) and (origin in self.origins or _is_at(origin, host)):
            return
        raise Refusal(421, self._foreign_origin(origin, host))

    def _foreign_host(self, given: Authority) -> str:
        return (
            f"This server does not answer to the host {given}. It answers to {self._names()}, on "
            f"any port. If {given} is meant to lead here, start the server with {VARIABLE}={given} "
            "(several are separated by commas). A server that other machines reach, with "
            "--server.address or behind a proxy, needs every name and address that people use for "
            "it."
        )

    def _foreign_origin(self, given: "Origin | None", host: Authority | None) -> str:
        own = f"http://{host} and https://{host}" if host else "its own address"
        sentence = f"This server answers pages of {own}, but not those of {given or 'elsewhere'}."
        if given is None:
            return f"{sentence} Open the dashboard itself, at its address."
        return (
            f"{sentence} Open the dashboard itself, at its address. If {given} is that address, "
            f"and a proxy changes the Host on the way, start the server with {VARIABLE}={given} "
            "(several are separated by commas)."
        )

    def _names(self) -> str:
        named = [str(Authority(host, None)) for host in sorted(self.hosts)]
        return ", ".join([*named, "and on this machine itself " * bool(named) + "localhost"])


def read_allowed(text: str) -> Allowed:
    """Return what `EXPLORER_HOSTS` names.

    Parameters
    ----------
    text : str
        Entries separated by commas. ``lab.example`` allows this host on any port, and the origins
        ``http://lab.example`` and ``https://lab.example`` whatever the Host is (a port that is
        given counts for the origins). ``https://course.example`` allows this origin, and its host.

    Raises
    ------
    InvalidInput
        If an entry is neither.
    """
    origins = [
        origin for entry in text.split(",") if entry.strip() for origin in _entry(entry.strip())
    ]
    return Allowed(frozenset(origin.host for origin in origins), frozenset(origins))


def _entry(entry: str) -> list[Origin]:
    """Return the origins that an entry of `EXPLORER_HOSTS` allows."""
    scheme, _, rest = entry.rpartition("://")
    authority = read_authority(_ascii(rest.removesuffix("/")))
    if authority is None or scheme not in ("", *DEFAULT_PORTS):
        raise InvalidInput(
            f"{VARIABLE} must name hosts or origins, such as lab.example or "
            f"https://course.example, separated by commas; got {entry!r}."
        )
    schemes = [scheme] if scheme else list(DEFAULT_PORTS)
    return [Origin(s, authority.host, authority.port or DEFAULT_PORTS[s]) for s in schemes]


def _ascii(host: str) -> str:
    """Return a name as browsers send it: beyond ASCII in Punycode, IPv6 in brackets."""
    try:
        return f"[{IPv6Address(host)}]"
    except ValueError:
        pass
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def read_authority(text: str) -> Authority | None:
    """Return the host, in lower case, and the port; None if the text is malformed."""
    found = AUTHORITY.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    bracketed, name, port = found.groups()
    if port and int(port) > 65535:
        return None
    try:
        host = str(IPv6Address(bracketed)) if bracketed else name.lower()
    except ValueError:
        return None
    return Authority(host, int(port) if port else None)


def read_origin(text: str) -> Origin | None:
    """Return the origin of a web page; None for other well-formed ones, such as `null`.

    Raises
    ------
    Refusal
        With status 400, if the text is no origin at all.
    """
    found = ORIGIN.fullmatch(text) if len(text) <= LONGEST else None
    if text == "null":
        return None
    authority = read_authority(found[2]) if found else None
    if found is None or authority is None:
        raise Refusal(400, "The Origin is malformed: it must be a scheme and a host.")
    scheme = found[1].lower()
    if scheme not in DEFAULT_PORTS:
        return None
    return Origin(scheme, authority.host, authority.port or DEFAULT_PORTS[scheme])


def _is_at(origin: Origin, host: Authority | None) -> bool:
    """Tell whether a page comes from the very address that it asks."""
    if host is None:
        return False
    port = DEFAULT_PORTS[origin.scheme] if host.port is None else host.port
    return (origin.host, origin.port) == (host.host, port)


def with_own_origin(origin: str, host: str) -> str:
    """Return an Origin that was let in as Streamlit compares it: with the very text of the Host.

    Examples
    --------
    >>> with_own_origin("https://course.example", "127.0.0.1:8501")
    'https://127.0.0.1:8501'
    """
    return f"{origin.partition(':')[0]}://{host}"
