"""KDD Cup 1999: connections of a network, most of them attacks (DARPA 1998; UCI KDD Archive, 1999).

Predicted is an attack of any kind: every label but `normal.`. `KDDCUP99` is the "10 percent" file
of 494,021 connections, `SAMPLE` the 70,000 of them that papers on private learning work with. About
two rows in three repeat an earlier one, so that equal rows stand on both sides of a split: errors
are lower than on connections never seen.

**What is declared.** Counts, bytes and seconds may be any number from 0; rates lie in [0, 1] by
definition. A bound b stands here as [-b, b], so that 0, by far the commonest value, stays 0: the
flags of a quiet connection would otherwise fill the unit ball. The bounds themselves are round
numbers, far below the largest values. Of the services the twenty best known are levels, and the
table's own level `other` takes the rest. `num_outbound_cmds` and `is_host_login` are left out: the
task's documentation lists them, and nothing ever uses them.
"""

import numpy as np
import pandas as pd

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.real.table import Source, Table, untouched

_UPPER_BOUNDS = {
    "duration": 1_000,
    "src_bytes": 10_000,
    "dst_bytes": 10_000,
    "land": 1,
    "wrong_fragment": 3,
    "urgent": 3,
    "hot": 30,
    "num_failed_logins": 5,
    "logged_in": 1,
    "num_compromised": 10,
    "root_shell": 1,
    "su_attempted": 2,
    "num_root": 10,
    "num_file_creations": 10,
    "num_shells": 2,
    "num_access_files": 5,
    "is_guest_login": 1,
    "count": 511,
    "srv_count": 511,
    "serror_rate": 1,
    "srv_serror_rate": 1,
    "rerror_rate": 1,
    "srv_rerror_rate": 1,
    "same_srv_rate": 1,
    "diff_srv_rate": 1,
    "srv_diff_host_rate": 1,
    "dst_host_count": 255,
    "dst_host_srv_count": 255,
    "dst_host_same_srv_rate": 1,
    "dst_host_diff_srv_rate": 1,
    "dst_host_same_src_port_rate": 1,
    "dst_host_srv_diff_host_rate": 1,
    "dst_host_serror_rate": 1,
    "dst_host_srv_serror_rate": 1,
    "dst_host_rerror_rate": 1,
    "dst_host_srv_rerror_rate": 1,
}
_LEVELS = {
    "protocol_type": ("icmp", "tcp", "udp"),
    "flag": ("OTH", "REJ", "RSTO", "RSTOS0", "RSTR", "S0", "S1", "S2", "S3", "SF", "SH"),
}
_SERVICES = (
    "auth", "domain_u", "eco_i", "ecr_i", "finger", "ftp", "ftp_data", "http", "IRC", "ntp_u",
    "other", "pop_3", "private", "smtp", "ssh", "telnet", "time", "urp_i", "whois", "X11",
)  # fmt: skip

SAMPLE_SIZE, SAMPLE_SEED = 70_000, 1999


def _fetch(folder: str) -> pd.DataFrame:
    from sklearn.datasets import fetch_kddcup99

    table = fetch_kddcup99(data_home=folder, percent10=True, as_frame=True).frame
    table = table.rename(columns={"labels": "label"})
    texts = (*_LEVELS, "service", "label")
    decoded = {name: table[name].map(lambda cell: cell.decode()) for name in texts}
    numbers = {name: pd.to_numeric(table[name]) for name in _UPPER_BOUNDS}
    return table.assign(**decoded, **numbers)[[*numbers, *decoded]]


def _fetch_sample(folder: str) -> pd.DataFrame:
    table = _fetch(folder)
    rng = np.random.default_rng(SAMPLE_SEED)
    chosen = rng.choice(len(table), SAMPLE_SIZE, replace=False)
    return table.iloc[np.sort(chosen)].reset_index(drop=True)


_SCHEMA = Schema(
    Label("label", negative=("normal.",)),
    (
        *(Numeric(name, -bound, bound) for name, bound in _UPPER_BOUNDS.items()),
        *(Category(name, levels) for name, levels in _LEVELS.items()),
        Category("service", _SERVICES, other="other"),
    ),
    markers=(),
)

KDDCUP99 = Table(
    "kddcup99",
    "KDD Cup 1999, 494,021 connections",
    "494,021 network connections, 39 columns in use; the “10 percent” file of the UCI KDD Archive, "
    "1999. Any attack counts as +1.",
    _SCHEMA,
    untouched,
    (("kddcup99_10pct.csv.gz",),),
    Source("figshare.com", 3, 494_021, _fetch),
)

SAMPLE = Table(
    "kddcup99_70k",
    "KDD Cup 1999, 70,000 connections",
    "70,000 network connections, 39 columns in use, drawn from the “10 percent” file of the UCI "
    "KDD Archive, 1999. Any attack counts as +1.",
    _SCHEMA,
    untouched,
    (("kddcup99_70k.csv.gz",),),
    Source("figshare.com", 3, SAMPLE_SIZE, _fetch_sample),
)
