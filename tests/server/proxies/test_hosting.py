"""What the guides tell operators is what there is: variables, files, a unit, a manifest."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import app
from container import start
from server.entry.host_guard import HEALTH, READY
from server.notices.connection import BLOCK
from tests.serving import ROOT

GUIDES = ("hosting", "containers", "servers", "upgrade")
HOSTING = "\n".join((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in GUIDES)
OURS = re.compile(r"\bEXPLORER_[A-Z_]+\b")


def test_the_lines_for_nginx_are_those_that_a_visitor_may_read():
    assert f"```nginx\n{BLOCK}\n```" in HOSTING


def test_every_variable_has_its_line_and_no_other_has():
    folders = ("server", "pages", "dpcore", "dplab", "edition")
    modules = [ROOT / "app.py", *(file for each in folders for file in (ROOT / each).rglob("*.py"))]
    read = {name for module in modules for name in OURS.findall(module.read_text("utf-8"))}
    assert set(re.findall(r"^\| `(EXPLORER_\w+)` \|", HOSTING, re.M)) == read
    assert {f"EXPLORER_{name}" for name in app.VARIABLES} == read


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", HOSTING, re.M | re.S)


def test_no_value_of_a_variable_is_that_of_another():
    """A unit's file of variables puts nothing in its place: the ledger would be a file so named."""
    assert not re.findall(r"^EXPLORER_\w+=.*\$.*$", HOSTING, re.M)


def test_nginx_keeps_a_visitor_to_the_server_that_answered_and_has_another_in_reserve():
    (text,) = (block for block in blocks("nginx") if "upstream" in block)
    upstreams = dict(re.findall(r"^upstream (\w+) \{ (.*) \}$", text, re.M))
    servers = re.findall(r"server (\S+);", upstreams.pop("any"))
    asked, answered = (
        dict(re.findall(r"^    (\S+) (\S+);$", each, re.M)) for each in text.split("map ")[1:]
    )
    # What nginx answers itself, such as to a table that is too large, leaves a visitor there.
    assert answered.pop("default") == "$explorer"
    assert asked == {"default": "any"} | {name: name for name in upstreams}
    for (name, said), server in zip(upstreams.items(), servers, strict=True):
        assert re.findall(r"server (\S+);", said) == [server]
        assert set(re.findall(r"server (\S+) backup;", said)) == set(servers) - {server}
        # Where one was dead, nginx names both, and the one that answered last.
        both = ", ".join([*(other for other in servers if other != server), server])
        named = [to for pattern, to in answered.items() if re.search(pattern.strip('"~'), both)]
        assert named == [name]


def test_the_unit_names_what_systemd_knows(tmp_path: Path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd")
    (text,) = blocks("ini")
    unit = tmp_path / "explorer.service"
    # The folder is elsewhere here, and its Python wherever these tests have theirs.
    text = text.replace("/srv/explorer/.venv/bin/streamlit", sys.executable)
    unit.write_text(text.replace("/srv/explorer", str(ROOT)), "utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stderr) == (0, "")


def test_the_manifest_starts_the_image_as_it_is_built():
    (text,) = blocks("yaml")
    deployment, service, ingress = yaml.safe_load_all(text)
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    ours = {each["name"].removesuffix(start.ENDING) for each in container["env"]}
    assert ours <= set(re.findall(r"^\| `(\w+)` \|", HOSTING, re.M))
    probes = {name: container[name]["httpGet"]["path"] for name in container if "Probe" in name}
    assert probes == {"livenessProbe": HEALTH, "readinessProbe": READY}
    dockerfile = (ROOT / "container" / "Dockerfile").read_text("utf-8")
    port, user = container["ports"][0]["containerPort"], deployment["spec"]["template"]["spec"]
    assert f"EXPOSE {port}\n" in dockerfile
    assert f"USER {user['securityContext']['runAsUser']}:" in dockerfile
    assert service["spec"]["ports"][0]["targetPort"] == port
    cookie = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/session-cookie-name"]
    assert f"lb_policy cookie {cookie}\n" in HOSTING


def test_every_file_and_command_that_it_names_is_there():
    for name in re.findall(r"`?([\w./-]+\.(?:md|txt|yaml))\b", HOSTING):
        assert (ROOT / name).exists() or (ROOT / "docs" / name).exists(), name
    targets = (ROOT / "Makefile").read_text("utf-8")
    for name in re.findall(r"`make ([a-z]+)", HOSTING):
        assert f"\n{name}:" in targets, name
