"""A table or figure of a paper beside ours: verdict, picture, differences, a run of one's own."""

import pandas as pd
import streamlit as st

from dpcore.checks import InvalidInput
from dplab.studies.papers.claims import Judgement, judge_all
from dplab.studies.papers.entries import Entry, EntryPanel, Variant, entries
from dplab.studies.papers.reproduce import doubt, entry_sweeps, reproduce
from dplab.studies.papers.results import SILENT
from pages.comparison.screen import cached
from pages.kit import chart, controls, words
from pages.kit.frame import page_frame
from pages.kit.page import values_of
from pages.kit.text import escape_markdown
from pages.kit.view import View
from pages.papers import sentences
from pages.papers.view import EntryBesideOurs, of_entry
from pages.papers.view import judged as of_stored

Shown = View[EntryBesideOurs]

_RUNS = "paper_runs"


def glance() -> None:
    """Write the list of all entries with their verdicts."""
    every = list(entries().values())
    verdicts = [judged(entry) for entry in every]
    # A list, since the cells of a table are too narrow for these on a phone.
    lines = [
        f"- **{entry.paper}, {entry.place}.** {entry.title} {sentences.in_short(entry, each)}"
        for entry, each in zip(every, verdicts, strict=True)
    ]
    with st.expander(sentences.glance(every, verdicts)):
        st.markdown("\n".join(lines))


def shown(entry: Entry) -> Shown | None:
    """Return an entry beside the visitor's own run of it, or what is stored, if anything is."""
    try:
        return of_entry(entry.name, cached.RECORDS, _own_runs().get(entry.name))
    except InvalidInput:
        return None


def head(entry: Entry) -> None:
    """Write the entry's verdicts and what was learned."""
    st.markdown(sentences.verdicts(entry, judged(entry)))
    page_frame.sentence(f"**{entry.learned}**")


def reasons(entry: Entry) -> None:
    """Write why it came out so, and what to mind."""
    st.markdown(entry.why)
    for caution in entry.cautions:
        st.caption(f":material/visibility: {caution}")


def judged(entry: Entry) -> tuple[Judgement, ...]:
    """Return what the results on show say about an entry's claims."""
    own = _own_runs().get(entry.name)
    return of_stored(entry.name, cached.RECORDS) if own is None else judge_all(entry, own)


def claims(found: Shown) -> None:
    """Write what the paper says in words, each claim with its verdict and the numbers behind it."""
    with st.container(key="paper_claims"):
        st.markdown("**What the paper says in words**")
        if not found.answer.entry.claims:
            st.caption(SILENT)
            return
        for one in found.answer.judged:
            with st.container(gap=None):
                st.markdown(sentences.claim(one))
                st.caption(sentences.evidence(one))
        st.caption(sentences.JUDGED)


def _own_runs() -> dict[str, pd.DataFrame]:
    """Return the runs of this visitor, by the names of their entries."""
    runs: dict[str, pd.DataFrame] = st.session_state.setdefault(_RUNS, {})
    return runs


def picture(found: Shown) -> None:
    """Draw the entry in the paper's own axes."""
    chart.view(found, found.answer.entry.name)
    page_frame.made(found.made)
    if of_draws := doubt(found.answer.results):
        st.warning(of_draws)


def differences(found: Shown) -> None:
    """Write published values, ours, and how far they are apart."""
    if not found.below:
        return
    _, compared = found.below
    with st.container(key="paper_values"):
        st.dataframe(found.answer.rows, hide_index=True)
        page_frame.made(compared, "compared")


def run_now(entry: Entry) -> None:
    """Draw the button that runs the entry with the paper's own number of draws, and run it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = st.button("Run it now", icon=":material/play_arrow:")
        _elsewhere(entry)
    if pressed:
        try:
            _run(entry)
        except InvalidInput as refusal:
            st.error(escape_markdown(str(refusal)))
        else:
            st.rerun()


def _run(entry: Entry) -> None:
    total = len(entry_sweeps(entry))
    bar = st.progress(0.0, f"{words.pluralize(total, 'sweep')} to run …")
    executor, store = cached.executor(), cached.store()
    for done, found in enumerate(reproduce(entry, executor, store), start=1):
        bar.progress(done / total, f"{done} of {words.pluralize(total, 'sweep')}")
        if done == total:  # A run that the visitor left gives no verdict: it would be on a part.
            _own_runs()[entry.name] = found


def _elsewhere(entry: Entry) -> None:
    """Draw the link that opens the entry's first panel on the page where its settings are dials."""
    panel = entry.panels[0]
    if entry.questions:
        controls.link_to(
            "kernels", "Ways to serve predictions: in Kernels", ":material/open_in_new:"
        )
        return
    # The other pages know records in the house's way only.
    known = [each for each in entry.variants if (each.rows or panel.rows) == "encoded"]
    if not known:
        return
    target, label, own = (
        ("private_tuning", "Open in Private tuning", _of_tuning)
        if entry.candidates
        else ("trade_off", "Open in Trade-off", _of_trade_off)
    )
    # What the entry says nothing of is at its default, whatever the visitor looked at before.
    defaults: dict[str, object] = {each.name: each.default for each in values_of(target)}
    contents = defaults | _shared(entry, panel) | own(entry, known[0])
    controls.link_to(target, label, ":material/open_in_new:", contents)


def _shared(entry: Entry, panel: EntryPanel) -> dict[str, object]:
    """Return what the settings of all pages hold for a panel."""
    (loss, h), *_ = entry.losses
    return {
        "data": panel.data,
        "d": panel.d,
        "lam": panel.lam or entry.lam,
        "epsilon": entry.epsilon,
        "n": round(max(panel.values or entry.values)) if entry.axis == "n" else entry.n,
        "draws": entry.draws,
        "seed": entry.seeds[0],
        "loss": loss,
        "h": h,
        **dict(panel.knobs),
    }


def _of_trade_off(entry: Entry, variant: Variant) -> dict[str, object]:
    """Return what Trade-off holds besides."""
    several = len(entry.losses) > 1
    return {
        "folds": entry.folds if entry.folds in (1, 5) else 1,
        "axis": entry.axis,
        "mechanisms": list(variant.roles.values()),
        "losses": [name for name, _ in entry.losses] if several else "",
    }


def _of_tuning(entry: Entry, variant: Variant) -> dict[str, object]:
    """Return what the page on private tuning holds besides."""
    return {
        "candidates": [f"{lam:g}" for lam in entry.candidates],
        "tuned": variant.roles["split"],
        "across": entry.axis,
    }
