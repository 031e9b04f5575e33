"""The live page of the maps: both beside each other."""

import streamlit as st

from dplab.simulation.settings import Settings
from dplab.studies.is_it_private import worst_map
from pages.comparison.screen import cached
from pages.is_it_private import export
from pages.is_it_private.worst_map.view import by_mechanism, script
from pages.kit import chart, text
from pages.kit.frame import page_frame


def show(asked: Settings) -> None:
    """Draw both maps, with the visitor's place on them."""
    shown = by_mechanism(asked, cached.RECORDS)
    first, *_ = shown.values()
    page_frame.sentence(first.sentence)
    for column, (name, each) in zip(st.columns(2), shown.items(), strict=True):
        with column:
            chart.view(each, f"worst-loss-{name}")
    page_frame.made(text.sections("is_it_private/worst_map")["About the map"], "map")
    ratios = {name: each.answer for name, each in shown.items()}
    export.row("worst_map", lambda: worst_map.table(ratios), script(asked))
