"""The page Release in Streamlit's test bench: a clinic, its schema, the way through the form."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from dpcore.data.declared.schema import Category, Label, Numeric, Schema
from tests.pages.screen import complaints, opened

SCHEMA = Schema(
    Label("sick", ("yes",)),
    (
        Numeric("age", 0, 90, missing=45),
        Category("job", ("smith", "baker", "none"), missing="none", other="none"),
    ),
)
N = 120


def csv(n: int = N) -> bytes:
    rows = (
        f"{20 + k % 60},{('smith', 'baker')[k % 2]},{'yes' if k % 60 > 30 else 'no'}"
        for k in range(n)
    )
    return "\n".join(["age,job,sick", *rows, ""]).encode()


def ok(app: AppTest) -> AppTest:
    assert complaints(app) == []
    return app


def again(app: AppTest) -> AppTest:
    """Open the page in another session of the same browser."""
    other = opened("release")
    other.session_state["visitor"] = app.session_state["visitor"]
    return ok(other.run())


def box(app: AppTest, place: str) -> Any:
    (found,) = (each for each in app.file_uploader if each.key.startswith(f"release_{place}_"))
    return found


def give(app: AppTest, place: str, name: str, content: bytes) -> AppTest:
    box(app, place).upload(name, content)
    return ok(app.run())


def say(app: AppTest, **typed: str) -> AppTest:
    for name, text in typed.items():
        app.text_input(key=f"release_{name}").input(text)
    return ok(app.run())


def press(app: AppTest, label: str) -> AppTest:
    (found,) = (each for each in app.button if each.label.startswith(label))
    return ok(found.click().run())


def with_table(schema: Schema = SCHEMA, n: int = N) -> AppTest:
    app = ok(opened("release"))
    box(app, "table").upload("clinic.csv", csv(n))
    return give(app, "schema", "clinic.json", schema.to_json().encode())


def by_name(app: AppTest, name: str) -> AppTest:
    """Choose a budget that the table is not offered, by its name."""
    app = ok(app.selectbox(key="release_data_set").select(" ").run())
    return say(app, by_name=name)


def with_budget(epsilon: str = "3", name: str = "clinic", **facts: str) -> AppTest:
    app = with_table()
    chosen = app.selectbox(key="release_data_set")
    app = ok(chosen.select("").run()) if chosen.value else app
    app = say(app, new_name=name, new_epsilon=epsilon, **facts)
    return press(app, "Open this budget")


def ready(epsilon: str = "1") -> AppTest:
    return say(with_budget(), epsilon=epsilon)


def labels(app: AppTest) -> list[str]:
    return [each.label for each in app.button]


def can_release(app: AppTest) -> bool:
    return any(label.startswith("Release one classifier for") for label in labels(app))


def refusals(app: AppTest) -> str:
    return "\n".join(each.value for each in app.error).replace("\\", "")


def entries(ledger: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(ledger.to_json())["entries"]
    return found
