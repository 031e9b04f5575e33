"""The database beside the container: the tables that a dashboard would make, and few rights."""

import os
import re
import subprocess
from pathlib import Path

import sqlalchemy as sa
import yaml
from sqlalchemy.dialects import postgresql

from dpcore.ledger import database
from dpcore.ledger.chain import START, VERSION
from dplab.simulation.sweeps import store
from tests.serving import ROOT

SCRIPT = (ROOT / "container" / "database.sh").read_text("utf-8")


def spelled(statement: object) -> str:
    return " ".join(str(statement).split()).replace("( ", "(").replace(" )", ")")


def test_its_tables_are_those_that_ledger_and_store_make():
    made = re.findall(r"^(CREATE TABLE .*?);$", SCRIPT, re.M | re.S)
    tables = [*store.METADATA.sorted_tables, *database.METADATA.sorted_tables]
    dialect = postgresql.dialect()
    assert [spelled(each) for each in made] == [
        spelled(sa.schema.CreateTable(table).compile(dialect=dialect)) for table in tables
    ]


def test_its_head_is_that_of_a_ledger_without_entries():
    (head,) = re.findall(r"INSERT INTO ledger_head VALUES \((\d), (\d), (\d), (.*)\);", SCRIPT)
    assert head == ("1", f"{VERSION}", "0", f"repeat('{START[0]}', {len(START)})")
    assert START[0] * len(START) == START


def test_its_role_reads_and_adds_and_moves_the_head_and_can_do_no_more():
    granted = re.findall(r"^GRANT (.*) ON (.*) TO explorer;$", SCRIPT, re.M)
    assert granted == [
        ("SELECT, INSERT", "cells, ledger_entries"),
        ("SELECT, UPDATE (number, hash)", "ledger_head"),
    ]
    assert SCRIPT.count("GRANT") == len(granted)
    assert not re.search(r"SUPERUSER|CREATEDB|CREATEROLE|OWNER", SCRIPT)


def test_its_role_makes_no_tables_on_an_older_postgresql_either_nor_for_a_moment():
    revoked = re.findall(r"^REVOKE (.*) FROM PUBLIC;$", SCRIPT, re.M)
    assert revoked == ['TEMPORARY ON DATABASE :"DBNAME"', "CREATE ON SCHEMA public"]


def test_no_program_gets_the_password_as_an_argument_which_others_could_read(tmp_path: Path):
    seen = tmp_path / "seen"
    program = tmp_path / "psql"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" "$PASSWORD" >{seen}\n')
    program.chmod(0o700)
    names = {"POSTGRES_USER": "postgres", "POSTGRES_DB": "explorer", "PASSWORD": "open'sesame"}
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", ROOT / "container" / "database.sh"], env=names | path, check=True)
    *arguments, in_environment = seen.read_text().splitlines()
    assert in_environment == names["PASSWORD"]
    assert not any(names["PASSWORD"] in each for each in arguments)


def test_of_compose_only_the_dashboard_reaches_the_database_and_all_have_limits():
    services = yaml.safe_load((ROOT / "container" / "compose.yaml").read_text("utf-8"))
    networks = {name: each["networks"] for name, each in services["services"].items()}
    assert networks == {
        "caddy": ["outside"],
        "explorer": ["outside", "inside"],
        "database": ["inside"],
    }
    assert services["networks"]["inside"] == {"internal": True}
    assert all({"mem_limit", "pids_limit"} <= each.keys() for each in services["services"].values())


def test_images_and_actions_are_named_by_what_is_in_them():
    for file, name in (
        ("Dockerfile", r"BASE=(docker\S+)"),
        ("compose.yaml", r"image: (docker\S+)"),
    ):
        found = re.findall(name, (ROOT / "container" / file).read_text("utf-8"))
        assert found
        assert all(re.search(r"@sha256:[0-9a-f]{64}$", each) for each in found), found
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        used = re.findall(r"uses: (\S+)", workflow.read_text("utf-8"))
        assert used
        assert all(re.search(r"@[0-9a-f]{40}$", each) for each in used), used
