"""Files of one's own machine: read up to a limit, and made for their owner alone."""

import os
import threading
from pathlib import Path

import pytest

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import MAX_JSON
from dpcore.data.files import own
from dpcore.data.reading import content, read_schema
from dpcore.release import load
from dpcore.release.document import MAX_MODEL


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077], indirect=True)
@pytest.mark.usefixtures("umask")
def test_what_is_made_is_its_owners_alone(tmp_path: Path):
    own.write_new(tmp_path / "model.zip", b"a model")
    own.make_file(tmp_path / "ledger.db")
    own.make_folder(tmp_path / "above" / "folder")
    assert mode(tmp_path / "model.zip") == mode(tmp_path / "ledger.db") == 0o600
    assert mode(tmp_path / "above" / "folder") == 0o700
    assert (tmp_path / "model.zip").read_bytes() == b"a model"
    assert own.rights_of_others(tmp_path / "model.zip") == ""


@pytest.mark.parametrize("given", [0o644, 0o660, 0o400, 0o600])
def test_what_is_there_keeps_its_mode_and_its_content_and_is_told(tmp_path: Path, given: int):
    file, folder = tmp_path / "ledger.db", tmp_path / "folder"
    file.write_bytes(b"entries")
    file.chmod(given)
    folder.mkdir(0o755)
    own.make_file(file)
    own.make_folder(folder)
    assert (mode(file), mode(folder)) == (given, 0o755)
    with pytest.raises(FileExistsError):
        own.write_new(file, b"others")
    assert file.read_bytes() == b"entries"
    assert own.rights_of_others(file) == ("" if given & 0o077 == 0 else f"{given:o}")


def test_a_file_behind_a_link_is_its_owners_too(tmp_path: Path):
    (tmp_path / "link").symlink_to(tmp_path / "ledger.db")
    own.make_file(tmp_path / "link")
    assert mode(tmp_path / "ledger.db") == 0o600


def test_a_folder_or_nothing_has_no_rights_to_tell_of(tmp_path: Path):
    for path in (tmp_path, tmp_path / "none", "postgresql://host/ledgers", "a\0b"):
        assert own.rights_of_others(path) == ""


def test_a_file_is_read_up_to_its_limit_and_no_byte_further(tmp_path: Path):
    file = tmp_path / "table.csv"
    file.write_bytes(b"x" * 10)
    assert own.read(file, 10) == b"x" * 10
    with pytest.raises(own.TooLong):
        own.read(file, 9)
    file.write_bytes(b"")
    assert own.read(file, 0) == b""


def test_a_file_that_is_too_long_is_not_read_at_all(tmp_path: Path):
    """A terabyte without content: whoever reads it has no memory left."""
    file = tmp_path / "table.csv"
    with file.open("wb") as opened:
        opened.truncate(2**40)
    with pytest.raises(InvalidInput, match="must have at most 4,000,000,000 bytes"):
        content(file, 4_000_000_000)


def test_a_device_that_has_no_size_and_no_end_is_refused_at_the_limit():
    """Its size is 0: a look at that alone lets it in, and it is read for ever."""
    with pytest.raises(InvalidInput, match=r"^/dev/zero must have at most 3,000,000 bytes\.$"):
        content("/dev/zero", 3_000_000)
    with pytest.raises(InvalidInput, match=f"at most {4 * MAX_JSON:,} bytes"):
        read_schema("/dev/zero")
    with pytest.raises(InvalidInput, match=f"at most {MAX_MODEL:,} characters"):
        load("/dev/zero")


def test_a_pipe_is_read_to_its_end(tmp_path: Path):
    """What a shell writes as <(zcat table.csv.gz) is one."""
    pipe, whole = tmp_path / "pipe", bytes(range(256)) * 10_000
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(whole,))
    writer.start()
    assert own.read(pipe, len(whole)) == whole
    writer.join()
