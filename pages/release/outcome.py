"""What came of the button: a certificate and files, or a sentence; one draw for a key."""

from collections.abc import Iterable
from functools import partial

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.erm.losses import make_loss
from dpcore.ledger import Budget, Ledger
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release import Model, bundle, certificate
from dpcore.release.entropy import Entropy
from dpcore.release.orders import ReleaseRequest, plan_route
from dpcore.release.running import dry_run, execute
from dpcore.release.safe import pure_mechanisms
from dplab.tables import sample
from pages.kit import export, text
from pages.kit.frame import page_frame
from pages.release import sentences
from pages.release.material import Material
from pages.release.session import ReleaseSession

LONGEST_WORD = 30
"""Characters that fit into a phone's line beside what they are called."""

OF_A_CHARGE = ("Date, UTC", "Entry of the ledger", "Its budget, for all releases")
"""What a certificate has from the ledger."""
AT_A_GLANCE = ("Data set", "Records n, public", "Charged ε, per person", "Mechanism", "Theorem",
               "Entry in the ledger")  # fmt: skip
"""What the example shows before it is opened."""

SYMBOLS = r"\Pr[M(D) \in S] \le e^{\varepsilon} \Pr[M(D') \in S]"
AND_DELTA = r" + \delta"


def draw(order: ReleaseRequest, material: Material, ledger: Ledger, idempotency_key: str) -> None:
    """Release one classifier for a key, unless that was done before.

    Whatever happens to the page meanwhile: what comes of it is found by the key.
    """
    mine = ReleaseSession.current()
    with st.spinner("Charging, then drawing …"), mine.lock:
        mine.last = idempotency_key
        try:
            execute(order, material.table, ledger, idempotency_key, Entropy())
        except InvalidInput as refusal:
            mine.refused[idempotency_key] = str(refusal)


def show(ledger: Ledger, idempotency_key: str, *, is_alone: bool) -> str:
    """Draw what came of a key; return it in short, or an empty text if nothing was charged."""
    mine = ReleaseSession.current()
    with mine.lock:  # In another tab it may be under way.
        found = ledger.lookup(idempotency_key)
    if found is None:
        mine.last = ""
        said = mine.refused.pop(idempotency_key, sentences.NOT_CHARGED)
        st.error(text.escape_markdown(said), icon=":material/block:")
        return ""
    charge, document = found
    if document is None:
        said = mine.refused.get(idempotency_key, sentences.NOT_SETTLED)
        st.error(
            f"Entry {charge.number} of the ledger: {text.escape_markdown(said)}",
            icon=":material/warning:",
        )
    else:
        after = ledger.budget(charge.data_set)
        _model(Model.from_json(document), after, is_alone=is_alone)
    st.button(
        "Another release",
        on_click=mine.give_up,
        args=(idempotency_key,),
        icon=":material/restart_alt:",
    )
    return sentences.of_outcome(charge, has_model=document is not None)


def _model(model: Model, after: Budget, *, is_alone: bool) -> None:
    st.markdown(sentences.released(model, after, is_alone=is_alone))
    with export.row():
        export.file(
            "model.zip",
            lambda: bundle(model),
            "Model, scorer and certificate",
            icon=":material/folder_zip:",
        )
        export.file(
            "certificate.html",
            lambda: certificate.page(model),
            "Certificate",
            icon=":material/print:",
        )
    with st.container(border=True, key="release_certificate"):
        st.header("Certificate of a private classifier", anchor=False)
        _promise(model)
        _stated(model, certificate.rows(model))


def example() -> None:
    """Draw what a certificate looks like, where none is yet: of the sample, and not to be saved.

    Nothing is drawn or charged for it: a certificate states what was asked for, declared and
    planned, and is the same whatever the records are.
    """
    model = _example()
    rows = [row for row in certificate.rows(model) if row[0] not in OF_A_CHARGE]
    rows.append(("Entry in the ledger", sentences.NO_ENTRY))
    with st.container(border=True, key="release_example"):
        st.markdown(sentences.EXAMPLE)
        _promise(model)
        _table(row for row in rows if row[0] in AT_A_GLANCE)
        page_frame.lazy_expander(
            "All that the example states", partial(_stated, model, rows), "release_example"
        )


def _example() -> Model:
    best, loss = pure_mechanisms()[-1], make_loss("logistic")
    order = ReleaseRequest(sample.SCHEMA, best, 1.0, AUTO, loss, sample.DATA_SET)
    budget = Budget(sample.DATA_SET, sample.N, order.total)
    return dry_run(order, plan_route(order, budget), budget)


def _promise(model: Model) -> None:
    st.markdown(text.escape_markdown(model.certificate["guarantee"]))
    st.markdown(certificate.risk_in_words(model))
    st.latex(SYMBOLS + (AND_DELTA if "delta" in model.certificate else ""))
    st.markdown(text.escape_markdown(model.certificate["neighbours"]))


def _stated(model: Model, rows: Iterable[tuple[str, str]]) -> None:
    _table(rows)
    declared = certificate.columns(model)
    if declared:
        st.markdown("**Columns, as declared**")
        st.markdown("\n".join(f"- {_line(name)}: {_line(what)}" for name, what in declared))
    st.markdown("**What it does not promise**")
    limits = model.certificate["limits"]
    st.markdown("\n".join(f"- {text.escape_markdown(limit)}" for limit in limits))
    if levels := model.certificate.get("levels"):
        st.markdown(f"**{certificate.LEVELS}**")
        st.markdown("\n".join(f"- {text.escape_markdown(level)}" for level in levels))


def _table(rows: Iterable[tuple[str, str]]) -> None:
    # A word that a phone cannot hold, such as a hash, stands whole in the file.
    cells = [(text.escape_markdown(name), _line(value)) for name, value in rows]
    table = [("What", "How much"), ("---", "---"), *cells]
    st.markdown("\n".join(f"| {name} | {value} |" for name, value in table))


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else f"{word[:16]}…"


def _line(said: str) -> str:
    """Return a text whose words a phone can hold, as text and no markup."""
    return " ".join(text.escape_markdown(_short(word)) for word in said.split())
