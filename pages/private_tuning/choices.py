"""What the tuning page adds: candidates, a kernel, and what the figure runs along."""

import streamlit as st

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.simulation.settings import Settings
from dplab.studies.private_tuning.costs import Question
from pages.comparison import values
from pages.comparison.kernels import OR_NONE, KernelChoice
from pages.comparison.screen import settings
from pages.kit import address, controls, words
from pages.kit.address import UrlParameter
from pages.kit.text import help_on

MOST = 12
CALLED = "Candidates for λ"
PURE = {name: entry.label for name, entry in MECHANISMS.items() if entry.guarantee == "pure"}
ACROSS = {"epsilon": "ε", "n": "n"}


def _lams(text: str) -> tuple[float, ...]:
    read = words.read_numbers(CALLED, text)
    lams = tuple(dict.fromkeys(read))  # one that is named twice would take two parts of the records
    if not 1 <= len(lams) <= MOST:
        raise InvalidInput(f"{CALLED} must be 1 to {MOST} values of λ; got {len(lams)}.")
    try:
        return tuple(checks.between(CALLED, lam, *values.BOUNDS["lam"]) for lam in lams)
    except InvalidInput as refusal:
        is_unclear = "," in text and ", " not in text  # 0,5 was read as 0 and 5.
        raise InvalidInput(f"{refusal} {words.LIST_HINT}" if is_unclear else str(refusal)) from None


CANDIDATES = UrlParameter("candidates", "1e-4, 1e-3, 1e-2, 0.1, 1", _lams, lambda text: f"“{text}”")
MECHANISM = address.one_of("The mechanism that is tuned", "tuned", "objective", PURE)
AXIS = address.one_of("The axis of the figure", "across", "epsilon", ACROSS)
KERNEL = KernelChoice.on("tuning", "linear", OR_NONE)
VALUES = (CANDIDATES, MECHANISM, AXIS, *KERNEL.values)

STRAIGHT = {"tuning_kernel": "linear"}
CURVED = {"tuning_kernel": "gaussian", "tuning_bandwidth": "8", "tuning_features": "50"}
PRESETS = {
    "Flipped labels (CM08)": {"data": "unseparable", "n": "14000", "epsilon": "0.1", "draws": "50"},
    "Adult": {"data": "adult", "n": "5000", "epsilon": "0.5", "draws": "20"},
    "Circles": {"data": "circles", "n": "5000", "epsilon": "2", "draws": "20", **CURVED},
    "Your own table": {"data": "upload", "n": "all", "epsilon": "1", "draws": "20"},
}


def show() -> None:
    """Draw the page's own settings: presets, candidates, mechanism, kernel."""
    with st.container(border=True, key="tuning"):
        st.header("Candidates", anchor=False)
        shown = address.text_of(CANDIDATES)
        got = st.text_input(
            "Values of λ, with commas in between",
            shown,
            key=address.follow(CANDIDATES, shown),
            on_change=address.write,
            args=(CANDIDATES,),
            max_chars=200,
            help=help_on("candidates"),
        )
        address.brought(CANDIDATES, shown, got)
        controls.note(CALLED, shown)
        controls.refusal(CANDIDATES)
        controls.one_of_many(MECHANISM, "Trained by", PURE)
        settings.kernel(KERNEL)
        with st.container(horizontal=True):
            for name in PRESETS:
                st.button(name, on_click=_set, args=(name,))


def _set(preset: str) -> None:
    known = values.VALUES | {value.name: value for value in KERNEL.values}
    for name, text in (STRAIGHT | PRESETS[preset]).items():
        address.put(known[name], text)


def across() -> str:
    """Draw the choice of what the figure runs along and return its name."""
    return controls.one(AXIS, "Error against", ACROSS)


def question(chosen: Settings) -> Question:
    """Return what the settings and the page's own choices ask, at one ε and n."""
    lams = address.get(CANDIDATES)
    return Question(chosen, address.get(MECHANISM), lams, *KERNEL.chosen(address.get))
