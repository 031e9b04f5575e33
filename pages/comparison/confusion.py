"""Which records get which answer, as a small table in the words of the label.

Examples
--------
>>> found = {"without noise": Confusion((0.5, 0.3), (0.15, 0.05))}
>>> matrix(found, ("no", "yes"), "Of 100 records").columns.tolist()
['Of 100 records', 'Classifier', 'answered “no”', 'answered “yes”']
>>> matrix(found, ("no", "yes"), "Of 100 records").iloc[0].tolist()
['“no”', 'without noise', '50.0', '15.0']
"""

from collections.abc import Mapping

import pandas as pd

from dplab.simulation.measures import Confusion
from pages.kit import words
from pages.kit.text import escape_markdown


def matrix(found: Mapping[str, Confusion], answers: tuple[str, str], of: str) -> pd.DataFrame:
    """Return how many of 100 records of each class get which answer, as Markdown.

    The classifiers of one class stand below each other: private ones beside the one without noise.

    Parameters
    ----------
    found : mapping
        By what a classifier is called.
    answers : tuple of str
        What −1 and +1 are called.
    of : str
        Of which records: heads their classes.
    """
    negative, positive = (f"“{escape_markdown(each)}”" for each in answers)
    cells = [(negative, name, each.right[0], each.wrong[0]) for name, each in found.items()]
    cells += [(positive, name, each.wrong[1], each.right[1]) for name, each in found.items()]
    rows = [(side, name, *map(words.tenths, shares)) for side, name, *shares in cells]
    heads = (of, "Classifier", f"answered {negative}", f"answered {positive}")
    return pd.DataFrame(rows, columns=pd.Index(heads))
