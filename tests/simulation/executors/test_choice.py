"""The setting that chooses where sweeps are computed."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from dpcore.checks import InvalidInput
from dplab.simulation.executors import choice, cluster
from dplab.simulation.executors.cluster import Cluster
from dplab.simulation.executors.processes import Processes
from tests.house.syntax import ROOT


def test_the_setting_chooses(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1.0)
    monkeypatch.delenv(choice.SETTING, raising=False)
    for setting, kind in (
        (None, Processes), ("processes", Processes), ("threads", ThreadPoolExecutor),
        ("tcp://127.0.0.1:1", Cluster),
    ):  # fmt: skip
        with choice.chosen(setting) as executor:
            assert type(executor) is kind
    monkeypatch.setenv(choice.SETTING, "elsewhere")
    with pytest.raises(InvalidInput, match=r"EXPLORER_SCHEDULER must be .*; got 'elsewhere'"):
        choice.chosen()


def test_dask_is_not_imported_unless_asked_for():
    script = (
        "import sys, dplab.simulation.executors.choice as e; e.chosen('').shutdown();"
        "sys.exit(any(name.split('.')[0] in ('dask', 'distributed') for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_express_computes_on_this_machine_whatever_the_setting():
    for setting in ("", "processes", "tcp://127.0.0.1:1", "threads"):
        with choice.express(setting) as executor:
            assert executor.submit(abs, -1).result(120) == 1
            assert not isinstance(executor, Cluster)
