"""The guessing game: a round, two buttons, and the score beside its bounds."""

import numpy as np
import pandas as pd
import streamlit as st

from dpcore.privacy.laplace.game import most_of_any, printed_most
from dpcore.studies.foundations import game
from dpcore.studies.foundations.game import MANY, ROUNDS, Play
from pages.foundations import epsilon, export, rounded
from pages.foundations import rows as bounded
from pages.foundations.game import choices, figures, sentences
from pages.foundations.game.choices import Match
from pages.foundations.rows import Row
from pages.kit import chart, controls
from pages.kit.frame import page_frame


def show(chosen: Match) -> None:
    """Draw the answer."""
    epsilon.finite()
    for value in (choices.GAME, choices.GUESSES, choices.OPTIMAL):
        controls.refusal(value)
    mine = game.after(chosen.rules, chosen.seed, chosen.guesses) if chosen.is_bob else None
    best = game.optimal(chosen.rules, chosen.seed) if chosen.optimal else None
    if mine:
        _as_bob(chosen, mine)
    elif best:
        _as_alice(chosen, best)
    _chances(chosen, mine, best)
    _said(chosen, mine, best)
    export.row("game", lambda: table(mine, best), values(chosen))


def _as_bob(chosen: Match, mine: Play) -> None:
    drawing = figures.play(
        chosen.rules, mine, sentences.title(chosen.rules, mine), dark=chart.is_dark()
    )
    alt = sentences.alt(chosen.rules, mine)
    chart.show(drawing, "guessing-game", alt=alt, key="guessing_round")
    k = len(mine.coins)
    with st.container(horizontal=True, key="guessing"):
        for which, name in enumerate(figures.NAMES):
            st.button(
                f"It was {name}",
                key=f"guess_{name}",
                on_click=choices.guess,
                args=(str(which), k),
                disabled=k == ROUNDS,
                width="stretch",
            )
    _verdict(mine)
    with st.container(horizontal=True, key="game_further"):
        st.button("New game", key="new_game", on_click=choices.begin_anew, icon=":material/replay:")
        st.button(
            f"Let the optimal Bob play {MANY:,} rounds",
            key="optimal",
            on_click=choices.let_optimal_play,
            icon=":material/fast_forward:",
        )
    choices.within_reach()


def _verdict(mine: Play) -> None:
    """Draw the verdict in a box of which screen readers tell whenever its text changes.

    Streamlit gives these two the role "status", and a warning the role "alert", which would
    interrupt; a text by itself has none and nobody hears of it.
    """
    said = sentences.verdict(mine)
    is_right = len(mine.coins) and mine.coins[-1] == mine.guesses[-1]
    (st.success if is_right else st.info)(said)


def _as_alice(chosen: Match, best: Play) -> None:
    first = Play(best.coins[:ROUNDS], best.guesses[:ROUNDS], best.answers[:ROUNDS])
    title = sentences.title_of_optimal()
    drawing = figures.play(chosen.rules, first, title, dark=chart.is_dark())
    alt = sentences.alt_of_optimal(chosen.rules, first)
    chart.show(drawing, "guessing-game", alt=alt, key="guessing_round")
    choices.within_reach()
    st.button(
        "Other coins, other noise",
        key="new_game",
        on_click=choices.begin_anew,
        icon=":material/replay:",
    )


def _chances(chosen: Match, mine: Play | None, best: Play | None) -> None:
    found = rows(chosen, mine, best)
    drawing = bounded.show(
        found, "How often Bob wins", "Share of rounds", dark=chart.is_dark(), at=sentences.COIN
    )
    alt = "How often Bob wins. " + "; ".join(f"{row.name}: {row.text}" for row in found)
    chart.show(drawing, "", alt=alt, key="guessing_chances")


def rows(chosen: Match, mine: Play | None, best: Play | None) -> list[Row]:
    """Return the rows of the second picture: who played, and what bounds it."""
    found = [_row("You", mine)] if mine else []
    found.append(_row("Optimal Bob", best))
    on_these, most = game.best(chosen.rules), most_of_any(chosen.rules.epsilon)
    printed = printed_most(chosen.rules.epsilon)
    says = sentences.as_percent(printed) + (", says nothing" if printed >= 1 else "")
    return [
        *found,
        Row("Best here", on_these, sentences.best(chosen.rules)),
        Row("Most at this ε", most, rounded.chance(most)),
        Row("The lecture", printed, says),
    ]


def _row(name: str, play: Play | None) -> Row:
    """Return the row of a player; before the first round it has no share."""
    if play is None or not len(play.coins):
        return Row(name, None, "not played yet")
    k = len(play.coins)
    return Row(name, play.wins / k, f"{play.wins:,} of {k:,}", play.interval)


def _said(chosen: Match, mine: Play | None, best: Play | None) -> None:
    if mine:
        st.markdown(sentences.score(chosen.rules, mine))
    if best:
        st.markdown(sentences.optimal(best))
    page_frame.sentence(f"**{sentences.bounds(chosen.rules)}**")
    st.markdown(sentences.corrected(chosen.rules))


def table(mine: Play | None, best: Play | None) -> str:
    """Return every round that is played as CSV; of the next one, the answer."""
    frames = [
        _rounds(player, play)
        for player, play in (("you", mine), ("optimal Bob", best))
        if play is not None
    ]
    return str(pd.concat(frames, ignore_index=True).to_csv(index=False))


def _rounds(player: str, play: Play) -> pd.DataFrame:
    missing = len(play.answers) - len(play.coins)
    names = np.array(figures.NAMES)
    coins, guesses = (
        [*names[column.astype(int)], *[None] * missing] for column in (play.coins, play.guesses)
    )
    return pd.DataFrame(
        {
            "player": player,
            "round": np.arange(1, len(play.answers) + 1),
            "answer": play.answers,
            "chosen": coins,
            "guess": guesses,
        }
    )


def values(chosen: Match) -> dict[str, object]:
    """Return what the script needs."""
    rules = chosen.rules
    return {
        "answers": rules.answers,
        "epsilon": rules.epsilon,
        "ones": rules.ones,
        "differ": rules.differ,
        "seed": chosen.seed,
        "guesses": chosen.guesses if chosen.is_bob else "",
    }
