"""Hosts and Origins: who is let in, and what is said to the others."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.checks import InvalidInput
from server.entry.hosts import (
    LONGEST,
    OWN,
    VARIABLE,
    Allowed,
    Refusal,
    read_allowed,
    read_authority,
    with_own_origin,
)

PLAIN = read_allowed("")
COURSE = read_allowed(" lab.example, https://course.example,[fd00::7]:8443 ,, ")

AT_HOME = ["localhost", "localhost:8501", "LocalHost:1", "127.0.0.1", "127.0.0.1:65535", "[::1]:80"]
FOREIGN_HOSTS = [
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil-localhost",
    "LOCALHOST.EVIL.EXAMPLE",
    "localhost.",
    "127.0.0.1.",
    "127.1",
    "127.0.0.01",
    "2130706433",
    "0.0.0.0",
    "10.0.0.5:8501",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::2]:8501",
]
MALFORMED_HOSTS = [
    "evil.example#localhost",
    "evil.example@localhost",
    "localhost@evil.example",
    "localhost/evil",
    "localhost evil",
    "localhost:",
    "localhost:65536",
    "localhost:8501:8501",
    "localhost:x",
    "localhost\n",
    "localhost\x00",
    "localhost,evil.example",
    "http://localhost",
    "::1",
    "[::1",
    "[::1]x",
    "[localhost]",
    "[::1%25eth0]",
    "ⅼocalhost",
    "a" * 10_000,
]
FOREIGN_ORIGINS = [
    "http://localhost:3000",
    "http://localhost",
    "https://localhost",
    "http://127.0.0.1:8501",
    "https://evil.example",
    "http://localhost.evil.example:8501",
    "http://[::1]:8501",
    "null",
    "chrome-extension://abcdef",
]
MALFORMED_ORIGINS = [
    "",
    "localhost:8501",
    "//localhost:8501",
    "http://",
    "http://[::1",
    "http://localhost:8501/",
    "http://localhost:8501#",
    "http://evil.example#localhost:8501",
    "http://evil.example@localhost:8501",
    "http://localhost:8501@evil.example",
    "http://localhost:8501 http://evil.example",
    "http://localhost:99999",
    "http://local\thost:8501",
    "http://localhost:8501\r\nX: 1",
    "http://" + "a" * 10_000,
    "javascript:alert(1)",
]


def status(
    allowed: Allowed, host: str, *origins: str, is_here: bool = True, is_probe: bool = False
) -> int:
    try:
        allowed.check([host], origins, is_here=is_here, is_probe=is_probe)
    except Refusal as found:
        refusal = found
    else:
        return 200
    assert str(refusal).isascii()
    assert str(refusal).isprintable()
    assert len(str(refusal)) < 1500
    return refusal.status


@pytest.mark.parametrize("host", AT_HOME)
def test_the_machine_itself_is_known_on_any_port(host: str):
    assert status(PLAIN, host) == 200


@pytest.mark.parametrize("host", AT_HOME)
def test_from_elsewhere_the_machines_own_names_count_only_where_they_are_named(host: str):
    assert status(PLAIN, host, is_here=False) == 421
    assert status(COURSE, host, is_here=False) == 421
    assert status(read_allowed("localhost, 127.0.0.1, ::1"), host, is_here=False) == 200


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_another_host_is_refused(host: str):
    assert status(PLAIN, host) == 421
    assert status(COURSE, host) == 421


@pytest.mark.parametrize("host", MALFORMED_HOSTS)
def test_a_malformed_host_is_refused(host: str):
    assert status(PLAIN, host) == 400


def test_a_host_is_needed():
    assert status(PLAIN, "") == 421
    with pytest.raises(Refusal) as refusal:
        PLAIN.check([], [])
    assert refusal.value.status == 421


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("host", ["localhost:8501", "LOCALHOST:8501", "[::1]:9000", "127.0.0.1"])
def test_a_page_of_the_server_may_use_it(scheme: str, host: str):
    assert status(PLAIN, host, f"{scheme}://{host}") == 200


def test_the_usual_port_need_not_be_named():
    assert status(PLAIN, "localhost:443", "https://localhost") == 200
    assert status(PLAIN, "localhost", "https://localhost:443") == 200
    assert status(PLAIN, "localhost:80", "https://localhost") == 421


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_page_from_elsewhere_is_refused(origin: str):
    assert status(PLAIN, "localhost:8501", origin) == 421


@pytest.mark.parametrize("origin", MALFORMED_ORIGINS)
def test_a_malformed_origin_is_refused(origin: str):
    assert status(PLAIN, "localhost:8501", origin) == 400


def test_two_of_a_kind_are_refused():
    for hosts, origins in (["localhost"] * 2, []), (["localhost"], ["http://localhost"] * 2):
        with pytest.raises(Refusal) as refusal:
            PLAIN.check(hosts, origins, is_here=True)
        assert refusal.value.status == 400


@pytest.mark.parametrize("host", ["lab.example", "LAB.example:8501", "course.example", "[fd00::7]"])
def test_named_hosts_are_let_in_on_any_port(host: str):
    assert status(COURSE, host) == 200
    assert status(COURSE, host, f"https://{host}") == 200
    assert status(PLAIN, host) == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://lab.example",
        "https://lab.example",
        "https://course.example",
        "https://[fd00::7]:8443",
    ],
)
def test_named_origins_are_let_in_whatever_the_host_is(origin: str):
    """A proxy that changes the Host on the way is the reason."""
    assert status(COURSE, "127.0.0.1:8501", origin) == 200
    assert status(PLAIN, "127.0.0.1:8501", origin) == 421


@pytest.mark.parametrize(
    "origin",
    [
        "http://course.example",
        "https://course.example:8443",
        "https://lab.example:1",
        "https://x.lab.example",
    ],
)
def test_origins_beside_the_named_ones_are_refused(origin: str):
    assert status(COURSE, "127.0.0.1:8501", origin) == 421


@pytest.mark.parametrize("entry", ["::1", "[::1]", "[0:0:0:0:0:0:0:1]:8501"])
def test_ipv6_may_be_written_in_each_way(entry: str):
    assert read_allowed(entry).hosts == {"::1"}


def test_names_beyond_ascii_are_those_that_browsers_send():
    assert status(read_allowed("bücher.example"), "xn--bcher-kva.example") == 200


@pytest.mark.parametrize(
    "entry",
    ["*", "*.example", "lab example", "ftp://lab.example", "http://", "a/b", "x:99999", "é" * 80],
)
def test_a_wrong_entry_is_refused_with_its_name(entry: str):
    with pytest.raises(InvalidInput, match=f"^{VARIABLE} must name hosts .* got "):
        read_allowed(f"lab.example, {entry}")


@pytest.mark.parametrize("host", ["10.0.0.5:8501", "10.0.0.5", "[fd00::1]:80", ""])
def test_a_proxy_may_ask_for_health_by_address(host: str):
    assert status(PLAIN, host, is_probe=True) == 200
    assert status(PLAIN, host) == 421


def test_a_probe_by_a_foreign_name_or_page_is_refused():
    assert status(PLAIN, "evil.example", is_probe=True) == 421
    assert status(PLAIN, "10.0.0.5", "https://evil.example", is_probe=True) == 421
    assert status(PLAIN, "", "https://evil.example", is_probe=True) == 421


def test_a_refusal_says_what_was_given_what_is_allowed_and_what_to_do():
    with pytest.raises(Refusal) as refusal:
        COURSE.check(["10.0.0.5:8501"], [])
    for said in ("10.0.0.5", "localhost", "[fd00::7]", "lab.example", f"{VARIABLE}=10.0.0.5"):
        assert said in str(refusal.value)
    assert "--server.address" in str(refusal.value)
    with pytest.raises(Refusal) as refusal:
        COURSE.check(["localhost:8501"], ["http://localhost:3000"], is_here=True)
    for said in ("http://localhost:8501", f"{VARIABLE}=http://localhost:3000"):
        assert said in str(refusal.value)


@settings(max_examples=40)
@given(st.text(max_size=2 * LONGEST), st.text(max_size=2 * LONGEST))
def test_any_text_is_let_in_or_refused_in_plain_words(host: str, origin: str):
    assert status(COURSE, host, origin) in {400, 421}


PARTS = st.sampled_from(
    [
        "localhost",
        "127.0.0.1",
        "[::1]",
        "evil.example",
        "lab.example",
        ".",
        ":",
        "8501",
        "@",
        "#",
        "/",
        " ",
    ]
)


@given(st.lists(PARTS, max_size=5).map("".join))
def test_only_known_names_pass(host: str):
    if status(COURSE, host) == 200:
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        assert (name or host).strip("[]") in COURSE.hosts | {*OWN, host}
        assert read_authority(host).host in COURSE.hosts | {*OWN}
        assert not set("@#/ ") & set(host), port


@given(st.sampled_from(["http", "https"]), st.integers(1, 65535), st.integers(1, 65535))
def test_another_port_is_another_origin(scheme: str, port: int, other: int):
    answer = status(PLAIN, f"localhost:{port}", f"{scheme}://localhost:{other}")
    assert answer == (200 if port == other else 421)


def test_streamlit_is_told_the_text_of_the_host():
    assert (
        with_own_origin("HTTPS://Course.example:443", "127.0.0.1:8501") == "HTTPS://127.0.0.1:8501"
    )
