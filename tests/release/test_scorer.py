"""The scorer of one file: the same predictions as the package, on a machine with numpy alone."""

import ast
import csv
import io
import json
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.release import bundle, scorer
from dpcore.release.model import scorer_text
from dpcore.release.records import as_dict, read, texts_of, words
from tests.release.cases import SCHEMA, run, table

# Without folders of its own: nothing but the standard library and numpy.
BARE = (
    "import sys; real = __import__\n"
    "def only(name, *rest, **more):\n"
    "    if name.split('.')[0] in ('pandas', 'dpcore', 'scipy', 'sklearn', 'sqlalchemy'):\n"
    "        raise ImportError(name)\n"
    "    return real(name, *rest, **more)\n"
    "import builtins; builtins.__import__ = only\n"
    "sys.argv = sys.argv[1:]; import runpy; runpy.run_path(sys.argv[0], run_name='__main__')"
)
AGES = ["0", "45", "90", "91", "-5", "1e2", " 7 ", "", "?", "na", "old", "1e999", "٣", "1_0", ".5",
        "5.", "+3", "-0.0", "0x10", "nan", "8.999999999999999", "1" * 400]  # fmt: skip
WARDS = ["a", "b", "c", "d", "", "?", "NA", "A", " b ", 'say "a"', "a,b", "é", "line\nbreak", "=1"]


def fuzzed(n=400):
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "ward": [WARDS[i] for i in rng.integers(len(WARDS), size=n)],
            "unused": "x",
            "age": [AGES[i] for i in rng.integers(len(AGES), size=n)],
        }
    )


def scored(folder, rows) -> list[str]:
    rows.to_csv(folder / "table.csv", index=False)
    return subprocess.run(
        [sys.executable, "-c", BARE, "scorer.py", "model.json", "table.csv"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def folder(ledger, tmp_path):
    model = run(ledger)
    with zipfile.ZipFile(io.BytesIO(bundle(model))) as archive:
        archive.extractall(tmp_path)
    return model, tmp_path


def test_the_scorer_says_what_the_package_says(folder):
    model, place = folder
    rows = fuzzed()
    done = scored(place, rows)
    assert done.stderr.splitlines() == [each.sentence for each in model.undeclared(rows)]
    assert len(done.stderr.splitlines()) == 2
    name, *said = (row[0] for row in csv.reader(io.StringIO(done.stdout)))
    assert name == "sick"
    assert said == model.answers(rows).tolist()
    assert {*said} == {"yes", "not yes"}


@pytest.mark.parametrize(
    ("text", "why"),
    [("age,ward\n1\n", "row 1"), ("age\n1\n", "'ward'"), ("ages,age (2),ward\n", "'age' once"),
     ("", "'age' once"), ('age,ward\n1,"a', "CSV")],
)  # fmt: skip
def test_a_table_that_cannot_be_scored_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why):
        scorer.read(io.StringIO(text), as_dict(SCHEMA))


@pytest.mark.parametrize("start", scorer.PACKED)
def test_a_packed_file_is_called_one(folder, start):
    _, place = folder
    (place / "table.csv").write_bytes(start + b"\0" * 9)
    with pytest.raises(ValueError, match="a packed file, a workbook or Parquet"):
        scorer.predictions(str(place / "model.json"), str(place / "table.csv"))


def test_the_scorer_imports_nothing_but_numpy_and_the_standard_library():
    tree = ast.parse(scorer_text())
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert names - set(sys.stdlib_module_names) == {"numpy"}


@pytest.mark.parametrize("intercept", [False, True])
def test_a_release_encodes_as_the_rest_of_the_package_where_that_does_not_refuse(intercept):
    schema = Schema(
        Label("sick", ("yes",)),
        (
            Numeric("age", -3, 77.7, missing=45),
            Category("ward", ("a", "b", "na"), missing="b", other="a"),
            Numeric("dose", 0, 1e-3, missing=0),
        ),
        markers=("", "?", "NA", "-9"),
        intercept=intercept,
    )
    rng = np.random.default_rng(0)
    good = [text for text in AGES if text not in ("old", "1e999", "٣", "1_0", "0x10", "nan")]
    rows = pd.DataFrame(
        {
            "age": rng.choice([*good[:-1], "-9", "-9.0"], 500),
            "ward": rng.choice(WARDS, 500),
            "dose": rng.uniform(-1e-3, 2e-3, 500),
            "sick": rng.choice(["yes", "no", " yes", "YES"], 500),
        }
    )
    X, y = read(rows, schema)
    known = encode(rows, schema)
    np.testing.assert_allclose(X, known.X, rtol=0, atol=1e-15)
    assert (y == known.y).all()


@pytest.mark.parametrize(
    ("values", "is_plain"),
    [(("y" * 196,), True), (("y" * 197,), False), (("y" * 199, "z"), False), (("a\nb",), False)],
    ids=["196 signs", "197", "two values", "a break"],
)
def test_sides_have_their_values_names_only_where_a_model_file_can_hold_both(values, is_plain):
    # "not " before it makes the other side longer by four signs, and 200 are the most.
    name = " or ".join(values)
    sides = {"positive": name, "negative": f"not {name}"}
    assert words(Label("kind", values)) == (sides if is_plain else {side: side for side in sides})


@pytest.mark.parametrize("label", [
    Label("kind", ("yes",)), Label("kind", negative=("no",)), Label("kind", threshold=10),
], ids=["positive", "negative", "threshold"])  # fmt: skip
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_table_whose_labels_are_all_on_one_side_has_these_labels(label, side):
    cells = {
        "positive": {1.0: ["yes"], -1.0: ["no", "?", ""]},
        "negative": {1.0: ["yes", "?", ""], -1.0: ["no"]},
        "threshold": {1.0: ["11", "1e3"], -1.0: ["10", "?", "much"]},
    }["threshold" if label.threshold else "positive" if label.positive else "negative"]
    schema = Schema(label, (Numeric("age", 0, 90, missing=45),))
    for several in (cells[side], cells[side][:1] * 5):
        rows = pd.DataFrame({"age": "1", "kind": several})
        assert read(rows, schema)[1].tolist() == [side] * len(several)
        # And so has one record that is all by itself.
        assert read(rows[:1], schema)[1].tolist() == [side]


def test_a_threshold_puts_what_is_no_number_below():
    schema = Schema(Label("price", threshold=10), (Numeric("age", 0, 90, missing=45),))
    rows = pd.DataFrame({"age": "1", "price": ["11", "10", "", "much", "1e999", "10.000001"]})
    assert read(rows, schema)[1].tolist() == [1, -1, -1, -1, -1, 1]
    assert words(schema.label) == {"positive": "above 10", "negative": "not above 10"}


def test_a_label_may_name_its_negative_side():
    schema = Schema(Label("kind", negative=("normal.", "")), (Numeric("age", 0, 90, missing=45),))
    rows = pd.DataFrame({"age": "1", "kind": ["normal.", "?", "", "attack"]})
    assert read(rows, schema)[1].tolist() == [-1, 1, -1, 1]
    assert words(schema.label)["positive"] == "not normal. or (empty)"


def test_scores_are_the_products_with_the_encoded_rows():
    rng = np.random.default_rng(0)
    X, _ = read(table(), SCHEMA)
    coef = rng.normal(size=5)
    V = scorer.encode(as_dict(SCHEMA), texts_of(table(), SCHEMA.features), 200)
    np.testing.assert_allclose(scorer.scores(V, coef.tolist(), True), X @ coef, atol=1e-14)


def on_disk(folder, *, intercept=False, coef=(1.0, 0.0, 0.0)):
    """Write a model of two features and a table with a row on each side, and one between."""
    schema = Schema(
        Label("sick", ("yes",)),
        (Numeric("age", 0, 2, missing=1), Category("ward", ("a", "b"), missing="a", other="b")),
        intercept=intercept,
    )
    model = {
        "schema": as_dict(schema),
        "labels": words(schema.label),
        "coefficients": [{"coefficient": w} for w in coef],
    }
    (folder / "model.json").write_text(json.dumps(model), "utf-8")
    (folder / "table.csv").write_text("ward,age\na,2\nb,0\nc,1\n", "utf-8")
    return str(folder / "model.json"), str(folder / "table.csv")


def test_a_row_on_the_plane_is_positive_and_each_other_on_its_side(tmp_path):
    text, odd = scorer.predictions(*on_disk(tmp_path))
    assert text.splitlines() == ["sick", "yes", "not yes", "yes"]
    assert odd == ["1 of 3 cells of ward is not a declared level: it counts as 'b'."]


def test_without_a_constant_nothing_is_added_and_with_one_its_coefficient():
    V = np.array([[0.5, 0.0], [3.0, 4.0]])
    assert scorer.scores(V, [1.0, 1.0], False).tolist() == [0.5, 1.4]
    with_one = scorer.scores(V, [1.0, 1.0, -2.0], True)
    np.testing.assert_allclose(with_one, np.array([-1.5, -0.6]) / 2**0.5, rtol=1e-15)


def test_who_says_both_files_gets_predictions_and_who_does_not_a_sentence(tmp_path, capfdbinary):
    files = on_disk(tmp_path)
    scorer.main(files)
    written, told = capfdbinary.readouterr()
    assert written == b"sick\nyes\nnot yes\nyes\n"
    assert told.startswith(b"1 of 3 cells of ward")
    for wrong in ((), files[:1], (*files, "more.csv"), (*files, *files)):
        with pytest.raises(SystemExit, match="Say which model and which table"):
            scorer.main(wrong)


@pytest.mark.parametrize(("word", "safe"), [("=1+1", "'=1+1"), ("-1", "-1"), ("yes", "yes")])
def test_words_are_never_formulas(word, safe):
    assert scorer.written(word) == safe
