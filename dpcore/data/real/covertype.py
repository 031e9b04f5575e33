"""Covertype: plots of forest, 30 by 30 metres, in Colorado (UCI, 1998).

Predicted is lodgepole pine (class 2), the commonest of seven kinds, against the rest. The original
has 581,012 plots; a sample of 92,962 that is stratified by class serves as well.

**What is declared.** Ten measurements and 44 flags for wilderness area and soil type. Bounds are
round numbers of geography (heights where forest grows, degrees of a circle, shade from 0 to 255)
that clip the extremes on purpose. A flag has the bounds -1 and 1, so that 0 stays 0.
"""

import pandas as pd

from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.real.table import Source, Table, untouched

_BOUNDS = {
    "Elevation": (2_000, 3_600),
    "Aspect": (0, 360),
    "Slope": (0, 40),
    "Horizontal_Distance_To_Hydrology": (0, 800),
    "Vertical_Distance_To_Hydrology": (-200, 200),
    "Horizontal_Distance_To_Roadways": (0, 7_000),
    "Hillshade_9am": (150, 255),
    "Hillshade_Noon": (170, 255),
    "Hillshade_3pm": (50, 230),
    "Horizontal_Distance_To_Fire_Points": (0, 7_000),
}
_BLOCKS = {"Wilderness_Area": 4, "Soil_Type": 40}


def _flags(joint: str, first: int) -> list[str]:
    return [f"{block}{joint}{first + k}" for block, size in _BLOCKS.items() for k in range(size)]


FLAGS = _flags("", 1)


def _fetch(folder: str) -> pd.DataFrame:
    from sklearn.datasets import fetch_covtype

    table = fetch_covtype(data_home=folder, as_frame=True).frame
    # scikit-learn counts the flags from 0 and sets a dash between name and number.
    return table.rename(columns=dict(zip(_flags("_", 0), FLAGS, strict=True)))


TABLE = Table(
    "covertype",
    "Covertype (forest)",
    "Plots of forest in Colorado, 54 columns; UCI Machine Learning Repository, 1998: all 581,012, "
    "or a stratified sample of 92,962. Lodgepole pine counts as +1.",
    Schema(
        Label("Cover_Type", positive=("2",)),
        (
            *(Numeric(name, *bounds) for name, bounds in _BOUNDS.items()),
            *(Numeric(flag, -1, 1) for flag in FLAGS),
        ),
        markers=(),
    ),
    untouched,
    (("covertype.csv.gz",), ("covertype_93k.csv.gz",)),
    Source("figshare.com", 11, 581_012, _fetch),
)
