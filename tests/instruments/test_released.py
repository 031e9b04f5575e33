"""What a released model looks at: from its file alone, with intervals that hold what they say."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from dpcore.data import uploads
from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.erm.losses import Logistic
from dpcore.erm.solver import solve
from dpcore.ledger import Ledger
from dpcore.privacy import noise
from dpcore.privacy.mechanisms import MECHANISMS
from dpcore.release import Model, records, release
from dplab.instruments.directions import reach
from dplab.instruments.released import LEVEL, of_model, own_word, table
from dplab.tables.effects import of_schema
from tests.pages.release.forms import SCHEMA, N, csv

RUNS = 4_000
"""Of the noise: a share of 0.95 is known to 0.0034, one standard error."""


def model(coefs: np.ndarray, mechanism: str = "output", **facts: Any) -> Model:
    usual = {"candidates": [], "tau": 0.0, "grid": 0.0, "noise_rate": 0.7, "lam_used": 0.1}
    return Model(
        {
            "coefficients": [{"coefficient": float(each)} for each in coefs],
            "certificate": usual | {"mechanism": mechanism} | facts,
        },
        SCHEMA,
    )


@pytest.mark.parametrize("mechanism", ["output", "output_gaussian"])
def test_intervals_hold_the_effect_without_noise_as_often_as_they_say(mechanism: str):
    d, rng = len(SCHEMA.encoded_names()), np.random.default_rng(8)
    w, law = rng.normal(size=d), MECHANISMS[mechanism].norm_law
    noises = noise.sample(law.name, 0.7, RUNS, d, rng)
    effects = of_schema(SCHEMA)
    (truth,), drawn = effects.of(w[None]), effects.of(w + noises)
    margin = of_model(model(w, mechanism)).margin
    held = (np.abs(drawn - truth) <= margin).mean(axis=0)
    np.testing.assert_allclose(held, LEVEL, atol=5 * np.sqrt(LEVEL * (1 - LEVEL) / RUNS))
    # The near miss: an interval for two thirds of this noise holds too little.
    short = (np.abs(drawn - truth) <= 2 / 3 * margin).mean()
    assert short < LEVEL - 0.03


@pytest.mark.parametrize("mechanism", ["output", "output_gaussian"])
def test_where_noise_hides_everything_hardly_ever_a_wrong_sign_is_called_certain(mechanism: str):
    d, rng, law = len(SCHEMA.encoded_names()), np.random.default_rng(9), MECHANISMS[mechanism]
    noises = noise.sample(law.norm_law.name, 0.7, RUNS, d, rng)
    found = of_model(model(np.zeros(d), mechanism))
    # Of a classifier whose effects are next to nothing every second sign is wrong.
    wrong = of_schema(SCHEMA).of(noises) > found.far
    error = 5 * np.sqrt(LEVEL * (1 - LEVEL) / RUNS)
    assert wrong.any(axis=1).mean() <= 1 - LEVEL + error
    # The near miss: by the interval of each effect on its own more are.
    assert (of_schema(SCHEMA).of(noises) > found.margin).any(axis=1).mean() > 1 - LEVEL + error


def test_effects_depend_on_the_model_file_alone():
    given = model(np.arange(len(SCHEMA.encoded_names())))
    found, again = of_model(given), of_model(Model(given.document, given.schema))
    np.testing.assert_array_equal(found.values, again.values)
    np.testing.assert_array_equal(found.margin, again.margin)


@pytest.mark.parametrize(
    "facts",
    [
        {"mechanism": "objective"},
        {"mechanism": "output_laplace_norm"},
        {"mechanism": "a name that nobody knows"},
        {"candidates": [0.1, 0.2]},
        {"noise_rate": 0.0},
        {"residual_rate": 3.0},
    ],
    ids=str,
)
def test_no_interval_is_claimed_where_the_law_is_not_known(facts: dict[str, Any]):
    found = of_model(model(np.ones(len(SCHEMA.encoded_names())), **facts))
    assert found.margin is None
    assert not found.stands_out.any()


def test_a_model_that_was_released_is_within_its_interval(tmp_path):
    with Ledger(tmp_path / "l.db") as book:
        book.open("clinic", n=N, epsilon=1e6)
        released = release(
            uploads.read(csv()), SCHEMA, mechanism="output", epsilon=1e6, lam=0.1,
            loss=Logistic(), ledger=book, data_set="clinic",
        )  # fmt: skip
    data, found = encode(uploads.read(csv()), SCHEMA), of_model(released)
    w = solve(data.X, data.y, Logistic(), 0.1).coefs
    (truth,) = of_schema(SCHEMA).of(w)
    # Noise of about 1e-6: this pins the scale, and that the schema's order is the model's.
    np.testing.assert_allclose(found.values, truth, atol=1e-4)
    assert (np.abs(found.values - truth) <= 10 * found.margin).all()
    assert found.stands_out.any()
    rows = table(found)
    assert rows["effect"].tolist() == found.values.tolist()
    leaves_out_0 = rows["without_noise_low"] * rows["without_noise_high"] > 0
    assert leaves_out_0[rows["certain"]].all()


def test_noise_without_a_law_along_a_direction_has_no_reach():
    with pytest.raises(ValueError, match="no known law along a direction"):
        reach(noise.LAPLACE, 1.0, 3, 0.95)
    assert reach(noise.GAMMA, np.inf, 3, 0.95) == 0


@pytest.mark.parametrize(
    ("label", "column", "expected"),
    [
        (Label("sick", ("yes",)), ["yes", "no", "no"], {"not yes": "no"}),
        (Label("sick", negative=("no",)), ["yes", "no", "no"], {"not no": "yes"}),
        (Label("sick", ("yes",), joined=True), ["YES ", "no", "yes"], {"not yes": "no"}),
        (Label("sick", ("yes",)), ["yes", "no", "NA", ""], {"not yes": "no"}),
        (Label("sick", ("yes",)), ["yes", "no", "maybe"], {}),
        (Label("sick", ("yes",)), ["yes", "", "NA"], {}),
        (Label("sick", ("yes",), ("no",)), ["yes", "no", "never"], {}),
        (Label("other", ("yes",)), ["yes", "no", "no"], {}),
    ],
)
def test_an_open_side_has_the_only_other_word_of_a_table(
    label: Label, column: list[str], expected: dict[str, str]
):
    schema = Schema(label, (Numeric("age", 0, 90, missing=45),), markers=("", "NA"))
    document = {"labels": records.words(label)}
    assert own_word(Model(document, schema), pd.DataFrame({"sick": column})) == expected
