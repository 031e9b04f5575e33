import copy
import io
import json
import zipfile
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import dpcore.release
from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import MARKING, READ
from dpcore.erm.losses import make_loss
from dpcore.release import Model, bundle, certificate, document, load, page
from dpcore.release.document import MAX_MODEL
from tests.release.cases import SCHEMA, run, table

FORM = json.loads(files("dpcore.release").joinpath("model.schema.json").read_text("utf-8"))
VALID = jsonschema.Draft202012Validator(FORM)


@pytest.fixture
def model(ledger):
    candidates = ("auto", "auto")
    rare = make_loss("logistic", 0.5, 0.2)
    return run(ledger, lam=None, loss=rare, candidates=candidates, test_share=0.2, epsilon_test=1.0)


def places(item, way=()):
    """Yield the way to each value of a document."""
    yield way
    inner = item.items() if isinstance(item, dict) else enumerate(item)
    for key, value in inner:
        if isinstance(value, dict | list):
            yield from places(value, (*way, key))
        else:
            yield (*way, key)


def changed(whole, way, value):
    whole = copy.deepcopy(whole)
    item = whole
    for key in way[:-1]:
        item = item[key]
    if value is GONE:
        del item[way[-1]]
    else:
        item[way[-1]] = value
    return whole


GONE = object()
WRONG = [GONE, None, True, -1, 0, 1e151, 0.5, "", "x", "x" * 3000, [], {}, [[]], {"a": {}}]


def test_the_form_holds_and_names_what_the_reader_reads(model):
    VALID.validate(json.loads(model.to_json()))
    assert set(FORM["properties"]) == set(document.PARTS)
    certificate = FORM["properties"]["certificate"]
    assert set(certificate["properties"]) == {*document.CERTIFICATE, *document.ADDED}
    assert set(certificate["required"]) == set(document.CERTIFICATE)


def test_what_the_form_refuses_is_refused_in_a_sentence(model):
    whole, refused, tried = model.document, [], 0
    for way in list(places(whole))[1:]:
        for value in WRONG:
            wrong = changed(whole, way, value)
            tried += 1
            try:
                load(json.dumps(wrong))
            except InvalidInput as fault:
                refused.append(str(fault))
            else:
                assert VALID.is_valid(wrong), (way, value)
    assert tried > 800
    assert len(refused) > tried / 2
    assert all(said.endswith(".") and len(said) < 600 for said in refused)


def test_what_is_read_is_what_was_written(model):
    assert load(model.to_json()).document == model.document


DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        "{", "{}", '{"format": 1e999}', '{"a": NaN}', '{"a": -Infinity}', '{"a": 1, "a": 2}',
        '{"a": ' + DEEP, '{"a": ' + "9" * 5000 + "}", '{"a": "\\ud800"}',
        "{" + " " * MAX_MODEL + "}",
        '{"a": ' + "[" * 50 + "]" * 50 + "}", "{\x00}", '{"__class__": "os.system"}',
    ],
)  # fmt: skip
def test_hostile_texts_are_refused_in_a_sentence(text):
    with pytest.raises(InvalidInput, match=r"model file.*\."):
        load(text)


def test_two_thousand_damaged_files_are_refused_or_the_same_kind_of_model(model):
    rng = np.random.default_rng(0)
    data, refused = bytearray(model.to_json().encode()), []
    for _ in range(2_000):
        harmed = bytearray(data)
        for _ in range(rng.integers(1, 4)):
            harmed[rng.integers(len(harmed))] = rng.choice(list(b'"{}[],:0e-\\x\xff'))
        text = harmed.decode("utf-8", "surrogateescape")
        try:
            again = load(text if text.startswith("{") else "{" + text)
        except InvalidInput as fault:
            refused.append(str(fault))
        else:
            assert np.isfinite(again.coef).all()
            assert VALID.is_valid(json.loads(again.to_json()))
    assert all(said.endswith(".") for said in refused)


def test_files_that_cannot_be_read_are_refused_in_a_sentence(tmp_path):
    pickled = tmp_path / "model.pkl"
    pickled.write_bytes(b"\x80\x04\x95\x1b\x00cos\nsystem\n")
    for path in (pickled, tmp_path, tmp_path / "none", "a\0b"):
        with pytest.raises(InvalidInput, match=r"model file.*\."):
            load(path)


def test_nothing_in_the_package_unpickles_or_evaluates():
    for path in Path(dpcore.release.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        for forbidden in ("pickle.", "eval(", "exec(", "import pickle", "yaml"):
            assert forbidden not in text, path.name


def test_a_schema_with_guesses_in_a_model_file_is_refused(model):
    way = ("schema", "label", "origin")
    with pytest.raises(InvalidInput, match="read from the data"):
        load(json.dumps(changed(model.document, way, "read from the data")))


@pytest.mark.parametrize("swap", [True, False])
def test_labels_are_those_of_the_schema(model, swap):
    document = json.loads(model.to_json())
    labels = document["labels"]
    document["labels"] = (
        {"positive": labels["negative"], "negative": labels["positive"]}
        if swap
        else labels | {"positive": "=1+1"}
    )
    with pytest.raises(InvalidInput, match="labels"):
        load(json.dumps(document))


def test_coefficients_stand_in_the_order_of_the_schema(model):
    whole = copy.deepcopy(model.document)
    whole["coefficients"].reverse()
    with pytest.raises(InvalidInput, match="coefficient of 'age' must be where"):
        load(json.dumps(whole))


def test_the_certificate_stands_alone_and_says_what_was_promised(model):
    html = page(model)
    for outside in ("http", "<script", "<link", "<img", "url("):
        assert outside not in html
    for said in (
        "Pr[M(D) ∈ S] ≤ e^ε",
        "n = 200",
        "CMS11",
        "as many digits",
        "NIST SP 800-226",
        "with discrete Laplace noise",
    ):
        assert said in html
    hostile = copy.deepcopy(model.document)
    hostile["certificate"]["data_set"] = "<script>alert(1)</script>"
    assert "<script" not in page(load(json.dumps(hostile)))


def test_the_bundle_holds_model_certificate_and_scorer(model):
    with zipfile.ZipFile(io.BytesIO(bundle(model))) as archive:
        assert archive.namelist() == ["model.json", "certificate.html", "scorer.py"]
        assert archive.read("model.json").decode() == model.to_json()
        assert load(archive.read("model.json").decode()).predict(table()).isin(
            ["yes", "not yes"]
        ).all()  # fmt: skip


def test_a_model_is_read_from_its_file_or_its_zip(model):
    for content in (model.to_json().encode(), bundle(model)):
        assert Model.from_bytes(content).document == model.document


def test_damaged_zips_are_refused_in_a_sentence(model):
    whole, rng = bundle(model), np.random.default_rng(0)
    wrong = [b"", b"\xff", whole[:-30], whole[100:]]
    for _ in range(300):
        damaged = bytearray(whole)
        for place in rng.integers(0, len(whole), 3):
            damaged[place] = rng.integers(256)
        wrong.append(bytes(damaged))
    refused = 0
    for content in wrong:
        try:
            found = Model.from_bytes(content)
        except InvalidInput as fault:
            refused += str(fault).endswith(".")
        else:
            assert found.document == model.document
    assert refused > 100


def test_a_zip_that_unpacks_to_more_than_a_model_is_refused_before_it_is_read():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("model.json", b" " * (5 * MAX_MODEL))
    with pytest.raises(InvalidInput, match="at most"):
        Model.from_bytes(packed.getvalue())


def test_the_version_is_that_of_the_project():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    assert f'version = "{document.RELEASED_BY.split()[1]}"' in text


def test_a_certificate_says_that_tau_is_reached_only_if_every_candidate_reaches_it(ledger):
    proven, unproven = 0.1, 1e-5
    for candidates, is_proven in (((proven, 0.2), True), ((proven, unproven), False)):
        facts = run(ledger, lam=None, candidates=candidates, mechanism="output").certificate
        assert facts["reached"].startswith("on every table" if is_proven else "not proven")


def test_the_certificate_says_what_a_table_had_proposed(ledger):
    age = replace(SCHEMA.features[0], origin=READ)
    guessed = replace(SCHEMA, features=(age, SCHEMA.features[1]), markers_origin=READ)
    with pytest.raises(InvalidInput, match="these were read from the data: 'age'"):
        run(ledger, schema=guessed)
    model = load(run(ledger, schema=guessed.declare()).to_json())
    assert model.certificate["proposed"] == ["age", MARKING]
    said = dict(certificate.rows(model))
    called = "Proposed from records by dpcore, then declared by their owner"
    assert said[called] == "the bounds or levels of 'age'; which texts mean missing"
    assert called in page(model)
    VALID.validate(json.loads(model.to_json()))
    for wrong in (["age"], [], ["age", MARKING, "ward"]):
        with pytest.raises(
            InvalidInput, match="facts that the certificate calls proposed must be proposed"
        ):
            load(json.dumps(changed(model.document, ("certificate", "proposed"), wrong)))


def test_a_certificate_of_what_was_declared_is_as_it_always_was(ledger):
    model = run(ledger)
    assert "proposed" not in model.to_json()
    assert "Proposed" not in page(model)
