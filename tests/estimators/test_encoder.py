"""The encoder is the one of dpcore.data, row by row, and takes declared facts only."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import READ, Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.estimators import DeclaredEncoder, PrivateLinearClassifier
from dpcore.ledger import Ledger


def schema(*, intercept=False, origin="declared"):
    return Schema(
        Label("income", positive=("high",)),
        (
            Numeric("age", 17, 90, missing=40, origin=origin),
            Category("sex", ("Female", "Male"), missing="Male"),
        ),
        intercept=intercept,
    )


def table(n=100):
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "income": rng.choice(["high", "low"], n),
            "sex": rng.choice(["Female", " Male", "?"], n),
            "town": "Basel",
            "age": rng.choice(["17", "95", "33.5", ""], n),
        },
        index=np.arange(n) * 3,
    )


@pytest.mark.parametrize("intercept", [False, True])
def test_rows_are_those_of_the_encoding(intercept):
    facts = schema(intercept=intercept)
    np.testing.assert_array_equal(
        DeclaredEncoder(facts).fit_transform(table()), encode(table(), facts).X
    )


def test_a_row_depends_on_its_own_cells_alone():
    whole = DeclaredEncoder(schema()).fit_transform(table())
    for row in (0, 7, 99):
        alone = DeclaredEncoder(schema()).transform(table().iloc[[row]])
        np.testing.assert_array_equal(alone[0], whole[row])


def test_the_label_need_not_be_there_and_other_columns_do_not_matter():
    encoder = DeclaredEncoder(schema()).fit(table())
    bare = table()[["age", "sex"]]
    np.testing.assert_array_equal(encoder.transform(bare), encoder.transform(table()))
    assert encoder.n_features_in_ == 2
    assert encoder.feature_names_in_.tolist() == ["age", "sex"]


def test_pandas_comes_out_where_it_is_asked_for():
    encoder = DeclaredEncoder(schema()).set_output(transform="pandas")
    out = encoder.fit_transform(table())
    assert out.columns.tolist() == ["age", "sex = Female", "sex = Male"]
    assert out.index.tolist() == table().index.tolist()
    assert encoder.get_feature_names_out().tolist() == out.columns.tolist()


def test_facts_that_were_read_from_the_data_are_refused():
    read = schema(origin=READ)
    for method in ("fit", "transform"):
        with pytest.raises(InvalidInput, match="read from the data: 'age'"):
            getattr(DeclaredEncoder(read), method)(table())
    DeclaredEncoder(read.declare()).fit(table())


@pytest.mark.parametrize(("given", "sentence"), [
    (np.zeros((3, 2)), "X must be a pandas DataFrame: columns are read by their names"),
    (table()[["age"]], "the table must have the column 'sex' once; it has only 'age'"),
    (pd.concat([table(), table()], axis=1), "have the column 'age' once; it has twice"),
    (table().head(0), "the table must have at least one record; it has none"),
    (table().assign(sex="x"), "which is not a declared level"),
    (table().assign(age="old"), "a numeric column takes numbers"),
])  # fmt: skip
def test_what_was_not_declared_gets_a_sentence(given, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        DeclaredEncoder(schema()).fit(given).transform(given)


def test_an_intercept_that_was_chosen_by_looking_is_refused_and_the_label_is_not_read():
    features = schema().features
    looked = Schema(
        Label("income", positive=("high",)), features, intercept=True, intercept_origin=READ
    )
    with pytest.raises(InvalidInput, match="read from the data: '\\(constant\\)'"):
        DeclaredEncoder(looked).fit(table())
    DeclaredEncoder(Schema(Label("income", ("high",), origin=READ), features)).fit(table())


def test_what_is_no_schema_gets_a_sentence():
    with pytest.raises(InvalidInput, match=r"schema must be a dpcore\.Schema; got dict"):
        DeclaredEncoder({"age": (17, 90)}).fit(table())


def test_it_learns_nothing_and_can_be_cloned():
    encoder = DeclaredEncoder(schema())
    assert not get_tags(encoder).requires_fit
    before = encoder.transform(table())  # without a fit
    np.testing.assert_array_equal(encoder.fit(table().head(1)).transform(table()), before)
    assert clone(encoder).schema == encoder.schema


def test_a_pipeline_from_a_raw_table_is_charged_and_predicts_from_a_raw_table(tmp_path):
    address = str(tmp_path / "budget.db")
    with Ledger(address) as ledger:
        ledger.open("adult", n=100, epsilon=4.0)
    model = make_pipeline(
        DeclaredEncoder(schema()),
        PrivateLinearClassifier(1.0, classes=("high", "low"), ledger=address),
    )
    model.set_output(transform="pandas").fit(table(), table()["income"])
    assert set(model.predict(table()[["age", "sex"]])) <= {"high", "low"}
    assert model[-1].feature_names_in_.tolist() == ["age", "sex = Female", "sex = Male"]
    model.set_params(privatelinearclassifier__charge_each_fit=True)
    assert cross_val_score(model, table(), table()["income"], cv=KFold(3)).shape == (3,)
    with Ledger(address) as ledger:
        assert ledger.budget("adult").spent == 4.0
