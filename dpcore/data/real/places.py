"""Where the rows of a real table lie: with scikit-learn, in a folder, in the cache, or elsewhere.

`read` looks in this order, and never asks the network: that is what `fetch` is for, which only
somebody's click calls. It runs in a process of its own, so that it can be given up at any moment,
holds up nobody else, and leaves no memory behind. What arrives is checked and becomes one file in
the user's cache folder.

The folder is what the environment variable EXPLORER_DATA names; the files in it are CSV with a
header, as they are or compressed.
"""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pandas as pd

from dpcore import checks
from dpcore.checks import InvalidInput, MissingExtra
from dpcore.data.cells import from_csv, listed
from dpcore.data.real.table import Source, Table

FOLDER = "EXPLORER_DATA"
MOST_ROWS = 1_000_000
LARGEST_FILE = 100_000_000
"""Bytes; the real tables have less than a tenth."""

PATIENCE = 120
"""Seconds after which fetching a table is given up."""

_ONE_AT_A_TIME = threading.Lock()


def is_here(table: Table) -> bool:
    """Tell whether a table can be read without asking the network."""
    return bool(table.shipped or _files(table) or _is_cached(table))


def read(table: Table, most: int = MOST_ROWS + 1) -> pd.DataFrame:
    """Return the first `most` rows of a table, tidied.

    Raises
    ------
    InvalidInput
        If the table is not on this machine, or what lies there is not the table.
    """
    if table.shipped:
        return table.tidy(table.shipped().head(most))
    files = _files(table)
    if files:
        rows = pd.concat([_csv(file, most) for file in files], ignore_index=True).head(most)
    elif _is_cached(table):
        rows = pd.read_parquet(cached(table)).head(most)
    else:
        raise InvalidInput(absent(table))
    _check(table, rows)
    return table.tidy(rows)


def absent(table: Table) -> str:
    """Return a sentence on how to get a table that is not here."""
    names = " or ".join(" and ".join(files) for files in table.files)
    return (
        f"{table.label} is not on this machine yet. Fetch it on the Data page, or start the "
        f"dashboard with {FOLDER} naming a folder that holds {names}."
    )


def fetch(table: Table, patience: float = PATIENCE) -> None:
    """Fetch a table from where scikit-learn gets it and keep it in the cache.

    Raises
    ------
    InvalidInput
        If it does not arrive in time, or is not what was expected.
    """
    source = _source(table)
    with _ONE_AT_A_TIME:
        reason = "" if cached(table).exists() else _fetched(table, patience)
    if reason:
        raise InvalidInput(
            f"{table.label} could not be fetched from {source.host}: {reason}. Try again later, "
            f"or put its files into the folder that {FOLDER} names."
        )


def _fetched(table: Table, patience: float) -> str:
    """Fetch a table in a process of its own; return why it failed, or nothing."""
    command = [sys.executable, "-m", "dpcore.data.real.fetching", table.name]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=patience, check=False, env=_environment()
        )
    except subprocess.TimeoutExpired:
        return f"it took more than {patience:g} seconds"
    return "" if done.returncode == 0 else _last_line(done.stderr)


def keep(table: Table) -> None:
    """Fetch a table here and now, check it, and put it into the cache: the work of `fetch`.

    Raises
    ------
    InvalidInput
        If what arrives is not the table.
    """
    source, target = _source(table), cached(table)
    with tempfile.TemporaryDirectory() as folder:
        rows = source.fetch(folder)
    if len(rows) != source.n_rows:
        raise InvalidInput(f"{len(rows):,} records arrived instead of {source.n_rows:,}")
    _check(table, rows)
    target.parent.mkdir(parents=True, exist_ok=True)
    # Under another name until it is whole: a reader never meets half of a file.
    part = target.with_suffix(f".{os.getpid()}.part")
    try:
        rows.to_parquet(part, index=False)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def cached(table: Table) -> Path:
    """Return where the cache keeps a table.

    Raises
    ------
    MissingExtra
        If there can be no cache: the extra `tables` brings what finds and reads it.
    """
    with checks.needing("tables", "The cache of real tables"):
        import platformdirs
        import pyarrow  # noqa: F401
    folder = Path(platformdirs.user_cache_dir("privacy-accuracy-explorer"))
    return folder / "tables" / f"{table.name}.parquet"


def _is_cached(table: Table) -> bool:
    try:
        return cached(table).exists()
    except MissingExtra:
        return False


def _source(table: Table) -> Source:
    if table.source is None:
        raise InvalidInput(f"{table.label} comes with scikit-learn; there is nothing to fetch.")
    return table.source


def _environment() -> dict[str, str]:
    # The new process finds this package wherever the server was started.
    root = str(Path(__file__).parents[3])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1].strip(" .") if lines else "it gave no reason"


def _files(table: Table) -> list[Path]:
    """Return the files of the first set that the folder holds whole."""
    named = os.environ.get(FOLDER)
    for names in table.files if named else ():
        files = [Path(str(named)) / name for name in names]
        if all(file.is_file() for file in files):
            return files
    return []


def _csv(file: Path, most: int) -> pd.DataFrame:
    if file.stat().st_size > LARGEST_FILE:
        raise InvalidInput(
            f"{file.name} must have at most {LARGEST_FILE // 1_000_000} MB; it has "
            f"{file.stat().st_size // 1_000_000:,}. Put the original file into the folder."
        )
    try:
        return from_csv(file, keep_default_na=False, nrows=most)
    except (OSError, ValueError, EOFError, MemoryError) as fault:
        raise InvalidInput(
            f"{file.name} cannot be read as CSV ({type(fault).__name__}). Put the original file "
            "into the folder."
        ) from None


def _check(table: Table, rows: pd.DataFrame) -> None:
    used = [table.schema.label.name, *(feature.name for feature in table.schema.features)]
    missing = [name for name in used if name not in rows.columns]
    if missing:
        raise InvalidInput(f"{table.label} must have the columns {listed(missing)}; it lacks them.")
    if len(rows) > MOST_ROWS:
        raise InvalidInput(f"{table.label} must have at most {MOST_ROWS:,} records; it has more.")
