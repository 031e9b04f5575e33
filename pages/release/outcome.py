"""What came of the button: a certificate and files, or a sentence; one draw for a key."""

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.privacy.ledger import Ledger
from dpcore.release import Model, bundle, certificate
from dpcore.release.entropy import Entropy
from dpcore.release.orders import ReleaseRequest
from dpcore.release.running import execute
from pages.kit import export, text
from pages.release import desk, sentences
from pages.release.material import Material

LONGEST_WORD = 30
"""Characters that fit into a phone's line beside what they are called."""

SYMBOLS = r"\Pr[M(D) \in S] \le e^{\varepsilon} \Pr[M(D') \in S]"


def draw(order: ReleaseRequest, material: Material, ledger: Ledger, idempotency_key: str) -> None:
    """Release one classifier for a key, unless that was done before.

    Whatever happens to the page meanwhile: what comes of it is found by the key.
    """
    mine = desk.here()
    with st.spinner("Charging, then drawing …"), mine.lock:
        mine.last = idempotency_key
        try:
            execute(order, material.table, ledger, idempotency_key, Entropy())
        except InvalidInput as refusal:
            mine.refused[idempotency_key] = str(refusal)


def show(ledger: Ledger, idempotency_key: str, *, is_alone: bool) -> str:
    """Draw what came of a key; return it in short, or an empty text if nothing was charged."""
    mine = desk.here()
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
        left = ledger.budget(charge.data_set).left
        _model(Model.from_json(document), left, is_alone=is_alone)
    st.button(
        "Another release",
        on_click=mine.give_up,
        args=(idempotency_key,),
        icon=":material/restart_alt:",
    )
    return sentences.of_outcome(charge, has_model=document is not None)


def _model(model: Model, left: float, *, is_alone: bool) -> None:
    st.markdown(sentences.released(model, left, is_alone=is_alone))
    with export.row():
        export.file(
            "model.zip",
            lambda: bundle(model),
            "Model, scorer and certificate",
            icon=":material/folder_zip:",
            quiet=False,
        )
        export.file(
            "certificate.html",
            lambda: certificate.page(model),
            "Certificate",
            icon=":material/print:",
        )
    with st.container(border=True, key="release_certificate"):
        st.header("Certificate of a private classifier", anchor=False)
        facts = model.certificate
        st.markdown(text.escape_markdown(facts["guarantee"]))
        st.latex(SYMBOLS)
        st.markdown(text.escape_markdown(facts["neighbours"]))
        rows = [("What", "How much"), ("---", "---"), *_escaped(model)]
        st.markdown("\n".join(f"| {name} | {value} |" for name, value in rows))
        declared = certificate.columns(model)
        if declared:
            st.markdown("**Columns, as declared**")
            st.markdown("\n".join(f"- {_line(name)}: {_line(what)}" for name, what in declared))
        st.markdown("**What it does not promise**")
        st.markdown("\n".join(f"- {text.escape_markdown(limit)}" for limit in facts["limits"]))


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else f"{word[:16]}…"


def _line(said: str) -> str:
    """Return a text whose words a phone can hold, as text and no markup."""
    return " ".join(text.escape_markdown(_short(word)) for word in said.split())


def _escaped(model: Model) -> list[tuple[str, str]]:
    # A word that a phone cannot hold, such as a hash, stands whole in the file.
    return [(text.escape_markdown(name), _line(value)) for name, value in certificate.rows(model)]
