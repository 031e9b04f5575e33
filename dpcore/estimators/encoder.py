"""From a raw table to the unit ball, as a step of a scikit-learn pipeline."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import validate_data

from dpcore.checks import Array, InvalidInput, cut
from dpcore.data.cells import listed
from dpcore.data.declared.schema import Schema
from dpcore.data.encoding import check_columns, check_size, into_the_ball, write
from dpcore.release.undeclared import undeclared_cells, warn


class DeclaredEncoder(TransformerMixin, BaseEstimator):
    """A raw table as rows of the unit ball, by declared facts alone.

    Numbers are clipped to declared bounds and scaled to [-1, 1], categories become one column for
    each declared level, missing cells the declared constant, and rows longer than 1 are shortened:
    `dpcore.data.encoding`. `fit` learns nothing. With `PrivateLinearClassifier` behind it (its
    norm_bound is 1), a pipeline is private from the raw table to the prediction.

    Parameters
    ----------
    schema : Schema
        The features, how each is encoded, and whether there is a constant one. Its label is not
        read here: that goes to the classifier as y.

    Attributes
    ----------
    n_features_in_ : int
        Columns that are read; others may be there and are ignored.
    feature_names_in_ : array of str
        Their names.

    Guarantee
    ---------
    Row by row: what a row becomes depends on its own cells and on the schema, so that tables that
    differ in one record (n public) become data sets that differ in one record, and a guarantee for
    these is one for the tables. A schema with facts that were read from the data would tie each row
    to all others, and is refused. Outside of it: an undeclared level, a missing cell without a
    constant, and text in a column of numbers end in an error, and that there was one says something
    of the data. Declare what such cells stand for.

    Examples
    --------
    >>> from dpcore.data.declared.schema import Label, Numeric
    >>> schema = Schema(Label("income", ("high",)), (Numeric("age", 10, 90, missing=50),))
    >>> DeclaredEncoder(schema).fit_transform(pd.DataFrame({"age": ["17", "95", "?"]})).ravel()
    array([-0.825,  1.   ,  0.   ])
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def fit(self, X: pd.DataFrame, y: Any = None) -> Self:  # noqa: ARG002
        """Check the schema and the columns; nothing is learned from the cells.

        Parameters
        ----------
        X : DataFrame (n, n_columns)
        y : ignored

        Raises
        ------
        InvalidInput
            If the schema holds facts that were read from the data, or a column is absent.
        """
        validate_data(self, self._columns(X), skip_check_array=True)
        return self

    def transform(self, X: pd.DataFrame) -> Array:
        """Return the rows of the unit ball, shape (n, number of encoded columns).

        Parameters
        ----------
        X : DataFrame (n, n_columns)
            Texts or numbers; it is not changed.

        Raises
        ------
        InvalidInput
            If a column is absent, or a cell is not what was declared and has no meaning.

        Warns
        -----
        UndeclaredCellsWarning
            If cells are not as declared and have one, with how many there are and what they count
            as: undeclared levels, and numbers that are absent without a marker. In a pipeline that
            comes before a classifier is charged; it tells of the records, for their owner.
        """
        table = self._columns(X)
        rows, start = np.zeros((len(table), len(self.schema.encoded_names()))), 0
        for feature in self.schema.features:
            block = rows[:, start : start + len(feature.encoded_names)]
            write(feature, table[feature.name], self.schema.markers, block)
            start += block.shape[1]
        into_the_ball(rows, self.schema.intercept)
        # Before a fit behind it is charged. What is not covered by the schema was refused above.
        # Scikit-learn's wrapper around this lies between it and whoever calls it.
        warn(undeclared_cells(table, self.schema, with_label=False), level=3)
        return rows

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:  # noqa: ARG002
        """Return the names of the encoded columns; what comes in was declared with the schema."""
        return np.array(self.schema.encoded_names(), dtype=object)

    def _columns(self, X: Any) -> pd.DataFrame:
        """Return the declared columns, after checking that they are declared, and there once."""
        if not isinstance(self.schema, Schema):
            raise InvalidInput(
                f"schema must be a dpcore.Schema; got {cut(type(self.schema).__name__)}. "
                "Schema.from_json reads a saved one."
            )
        read = sorted(set(self.schema.undeclared()) - {self.schema.label.name})
        if read:
            raise InvalidInput(
                f"The schema must be declared; these facts were read from the data: {listed(read)}."
                " Check them against what you know without the table, then take schema.declare()."
            )
        if not isinstance(X, pd.DataFrame):
            raise InvalidInput(
                "X must be a pandas DataFrame: columns are read by their names; got "
                f"{cut(type(X).__name__)}."
            )
        names = [feature.name for feature in self.schema.features]
        check_size(len(X), self.schema)
        check_columns(X, names)
        return X[names]

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        tags.input_tags.string = tags.input_tags.categorical = tags.input_tags.allow_nan = True
        return tags
