"""The second part of the page Release: predictions of a model that was released."""

import json

import pytest

from dpcore.data import uploads
from dpcore.data.declared.schema import Label, Numeric, Schema
from dpcore.erm.losses import Logistic
from dpcore.ledger import Ledger
from dpcore.release import Model, bundle, release
from pages.kit.visitor import kept
from tests.pages.release.forms import SCHEMA, N, csv, give, ok, refusals
from tests.pages.screen import opened, words


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Model:
    with Ledger(tmp_path_factory.mktemp("model") / "l.db") as book:
        book.open("clinic", n=N, epsilon=1.0)
        return release(
            uploads.read(csv()), SCHEMA, mechanism="output", epsilon=1.0, lam=0.1,
            loss=Logistic(), ledger=book, data_set="clinic",
        )  # fmt: skip


def use_part():
    return ok(opened("release", release_part="use"))


def test_the_open_part_stands_in_the_address_and_an_old_address_opens_the_release():
    app = ok(opened("release"))
    assert "release_part" not in app.query_params
    assert [each.value for each in app.header][:1] == ["1. Table and schema"]
    app = ok(app.segmented_control(key="release_part_box").set_value("use").run())
    assert app.query_params["release_part"] == "use"
    by_a_link = opened("release", set="release_part=use")  # as other pages make it
    for there in (app, use_part(), ok(by_a_link)):
        assert next(each.key for each in there.file_uploader).startswith("release_model_")
        assert not there.header
    app = opened("release", release_part="neither")
    assert "The part must be" in refusals(app)
    assert [each.value for each in app.header][:1] == ["1. Table and schema"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_model_predicts_a_table_without_its_label(model, packed):
    content = bundle(model) if packed else model.to_json().encode()
    app = give(use_part(), "model", "model", content)
    assert "says ε = 1 for clinic" in words(app)
    app = give(app, "rows", "new.csv", b"age,job\n30,smith\n80,unknown\nold,\n")
    assert "Predictions of sick for 3 rows" in words(app)
    found = kept.get(app.session_state["visitor"], "release_rows").content
    assert model.predictions(found).splitlines()[0] == "sick"
    assert [each.label for each in app.get("download_button")] == ["CSV"]


def first_predictions(app) -> str:
    (said,) = (each.value for each in app.markdown if each.value.startswith("The first: "))
    return said


def test_predictions_are_in_the_own_words_of_a_table_that_has_its_label(model):
    (open_side,) = {*model.document["labels"].values()} - {"yes"}
    ages = "\n".join(f"{age},smith,{{}}" for age in range(20, 90, 2)) + "\n"
    app = give(use_part(), "model", "m.json", model.to_json().encode())
    both = "age,job,sick\n" + ages.format(*["yes", "healthy"] * 17, "yes")
    app = give(app, "rows", "new.csv", both.encode())
    shown = first_predictions(app)
    assert open_side not in shown
    assert "“healthy” is the only other value of sick in this table." in words(app)
    assert f"The model and the CSV call it “{open_side}”." in words(app)
    next(each for each in app.button if each.key == "release_remove_rows").click().run()
    alone = "age,job\n" + ages.replace(",{}", "")
    app = give(app, "rows", "new.csv", alone.encode())
    assert first_predictions(app) == shown.replace("healthy", open_side)
    assert "is the only other value" not in words(app)


def test_cells_that_the_model_does_not_know_are_counted(model):
    app = give(use_part(), "model", "m.json", model.to_json().encode())
    odd = give(app, "rows", "new.csv", b'age,job\n"30,5",smith\n"80,5",cook\n,smith\n')
    assert any("2 of 3 cells of age are not numbers" in each.value for each in odd.warning)
    assert any("1 of 3 cells of job is not a declared level" in each.value for each in odd.warning)
    next(each for each in odd.button if each.key == "release_remove_rows").click().run()
    usual = give(odd, "rows", "new.csv", b"age,job\n30,smith\n,smith\n80,smith\n")
    assert "not as declared" not in words(usual)


def test_a_table_without_a_column_is_refused(model):

    app = give(use_part(), "model", "m.json", model.to_json().encode())
    app = give(app, "rows", "new.csv", b"age,work\n30,smith\n")
    assert "job" in refusals(app)


def test_one_column_is_enough_for_a_model_of_one_feature(tmp_path):
    schema = Schema(Label("sick", ("yes",)), (Numeric("age", 0, 90, missing=45),))
    with Ledger(tmp_path / "l.db") as book:
        book.open("clinic", n=N, epsilon=1.0)
        model = release(
            uploads.read(csv()), schema, mechanism="output", epsilon=1.0, lam=0.1,
            loss=Logistic(), ledger=book, data_set="clinic",
        )  # fmt: skip
    app = give(use_part(), "model", "m.json", model.to_json().encode())
    app = give(app, "rows", "new.csv", b"age\n30\n80\n")
    assert "Predictions of sick for 2 rows" in words(app)


def hostile(model: Model) -> list[bytes]:
    whole = json.loads(model.to_json())
    return [
        b"", b"\x80\x04\x95", b"PK\x03\x04", b"[" * 100_000, b'{"format": 1e999}',
        json.dumps(whole | {"schema": {}}).encode(),
        json.dumps(whole | {"coefficients": []}).encode(),
        bundle(model)[:-40],
    ]  # fmt: skip


def test_hostile_models_are_refused_in_a_sentence(model):
    for content in hostile(model):
        app = give(use_part(), "model", "model", content)
        assert "This file cannot be used" in refusals(app)
        assert kept.get(app.session_state["visitor"], "release_model") is None


def test_what_a_certificate_says_is_shown_as_text(model):
    whole = json.loads(model.to_json())
    whole["certificate"]["data_set"] = "<b>x</b> [a](http://evil.example)"
    app = give(use_part(), "model", "m.json", json.dumps(whole).encode())
    assert "\\<b\\>" in words(app)
    assert "](" not in words(app).replace("\\]", "")
