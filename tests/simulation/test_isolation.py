"""A task over a large file: computed elsewhere, refused as here, and gone when it is done."""

import gzip
import os

import pyarrow as pa
import pytest

from dpcore.checks import InvalidInput, Unavailable
from dpcore.data import uploads
from dpcore.data.files.dialect import RANDOM, CsvDialect
from dpcore.data.files.limits import Limits, NotText
from dplab.simulation import isolation as apart
from dplab.simulation.executors.choice import SETTING
from dplab.simulation.executors.processes import TEMPLATE
from tests.processes import gone

DATA = b"number,side\n" + b"".join(b"%d,%d\n" % (i, i % 2) for i in range(500))
LIMITS, SAID = Limits(rows=100), CsvDialect(rows=RANDOM)


def own_pid(_data: object) -> int:
    return os.getpid()


@pytest.fixture(autouse=True)
def in_processes(monkeypatch):
    monkeypatch.delenv(SETTING, raising=False)


def test_a_file_is_read_as_in_this_process():
    here = uploads.opened(DATA, LIMITS, SAID)
    there, packed = apart.run_in_subprocess(uploads.packed, DATA, LIMITS, SAID)
    assert there.table.equals(here.table)
    assert there.n_records == here.n_records == 500
    assert apart.run_in_subprocess(uploads.again, packed, LIMITS, SAID).table.equals(here.table)


@pytest.mark.parametrize(
    ("data", "fault"), [(DATA, InvalidInput), (b"\0" * 100, NotText), (b"a\x81" * 100, NotText)]
)
def test_a_refusal_is_the_same_sentence(data, fault):
    with pytest.raises(fault) as here:
        uploads.packed(data, LIMITS, CsvDialect())
    with pytest.raises(fault) as there:
        apart.run_in_subprocess(uploads.packed, data, LIMITS, CsvDialect())
    assert str(here.value) == str(there.value)


def test_the_process_ends_with_its_task_and_leaves_nothing_open():
    apart.run_in_subprocess(len, DATA)
    before = len(os.listdir("/proc/self/fd"))
    found = apart.run_in_subprocess(own_pid, DATA)
    assert found != os.getpid()
    assert gone(found)
    assert len(os.listdir("/proc/self/fd")) == before
    assert found not in TEMPLATE._copies


def test_a_process_that_is_lost_gets_a_sentence():
    with pytest.raises(Unavailable, match="was lost"):
        apart.run_in_subprocess(os._exit, 1)
    assert apart.run_in_subprocess(len, DATA) == len(DATA)


def test_where_no_process_may_be_started_it_is_computed_here(monkeypatch):
    monkeypatch.setenv(SETTING, "threads")
    assert apart.run_in_subprocess(own_pid, DATA) == os.getpid()


def where_read(*_):
    return os.getpid()


def test_what_may_be_more_than_it_looks_is_read_in_a_process_of_its_own():
    small, large = b"a,b\n1,2\n", b"a,b\n" + b"1,2\n" * apart.LARGE
    assert apart.read_file(where_read, small) == os.getpid()
    for data in (large, gzip.compress(small), b"PK\x03\x04" + small, b"PAR1" + small):
        assert apart.read_file(where_read, data) != os.getpid()
        kept = pa.Codec(uploads.CODEC).compress(data, asbytes=True)
        assert apart.read_file(where_read, kept, is_kept=True) != os.getpid() or data is large
    kept = pa.Codec(uploads.CODEC).compress(small, asbytes=True)
    assert apart.read_file(where_read, kept, is_kept=True) == os.getpid()
