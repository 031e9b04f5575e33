"""What HOSTING.md tells operators is what there is: the lines for a proxy, and every variable."""

import re

from server.notices.connection import BLOCK
from tests.serving import ROOT

HOSTING = (ROOT / "HOSTING.md").read_text("utf-8")
OURS = re.compile(r"\bEXPLORER_[A-Z_]+\b")


def test_the_lines_for_nginx_are_those_that_a_visitor_may_read():
    assert f"```nginx\n{BLOCK}\n```" in HOSTING


def test_every_variable_has_its_line_and_no_other_has():
    folders = ("server", "pages", "dpcore", "edition")
    modules = [ROOT / "app.py", *(file for each in folders for file in (ROOT / each).rglob("*.py"))]
    read = {name for module in modules for name in OURS.findall(module.read_text("utf-8"))}
    assert set(re.findall(r"^\| `(EXPLORER_\w+)` \|", HOSTING, re.M)) == read
