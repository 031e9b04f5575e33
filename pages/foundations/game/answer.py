"""The live page of the guessing game: a round, two buttons, and the score beside its bounds."""

from functools import partial

import streamlit as st

from dplab.studies.foundations.game import MANY, NAMES, ROUNDS, Game, Play, Question
from pages.foundations import export, rounded
from pages.foundations import rows as bounded
from pages.foundations.game import choices, sentences
from pages.foundations.game.values import GAME, GUESSES, OPTIMAL
from pages.foundations.game.view import script, view
from pages.foundations.rows import Row
from pages.kit import chart, controls, visitor
from pages.kit.export import also
from pages.kit.frame import page_frame
from pages.kit.view import View


def show(chosen: Question) -> None:
    """Draw the answer."""
    shown = view(chosen)
    played = shown.answer
    for value in (GAME, GUESSES, OPTIMAL):
        controls.refusal(value)
    chart.view(shown, "guessing-game", key="guessing_round")
    if played.mine:
        _as_bob(played.mine)
    else:
        _as_alice()
    _chances(played)
    _sentences(shown)
    export.row("game", shown.rows, script(chosen))


def _as_bob(mine: Play) -> None:
    k = len(mine.coins)
    with st.container(horizontal=True, key="guessing"):
        for which, name in enumerate(NAMES):
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


def _verdict(mine: Play) -> None:
    """Draw the verdict in a box of which screen readers tell whenever its text changes.

    Streamlit gives these two the role "status", and a warning the role "alert", which would
    interrupt; a text by itself has none and nobody hears of it.
    """
    said = sentences.verdict(mine)
    is_right = len(mine.coins) and mine.coins[-1] == mine.guesses[-1]
    (st.success if is_right else st.info)(said)


def _as_alice() -> None:
    st.button(
        "Other coins, other noise",
        key="new_game",
        on_click=choices.begin_anew,
        icon=":material/replay:",
    )


def _chances(found: Game) -> None:
    lines = rows(found)
    drawing = bounded.show(
        lines, "How often Bob wins", "Share of rounds", dark=visitor.is_dark(), at=sentences.COIN
    )
    alt = "How often Bob wins. " + "; ".join(f"{row.name}: {row.text}" for row in lines)
    chart.show(drawing, "", alt=alt, key="guessing_chances")
    also("foundations-game-wins.csv", "CSV of how often Bob wins", partial(bounded.table, lines))


def rows(found: Game) -> list[Row]:
    """Return the rows of the second picture: who played, and what bounds it."""
    return [
        *([_row("You", found.mine)] if found.mine else []),
        _row("Optimal Bob", found.optimal),
        Row("Best here", found.best, sentences.best(found.question.rules)),
        Row("Most at this ε", found.most, rounded.chance(found.most)),
    ]


def _row(name: str, play: Play | None) -> Row:
    """Return the row of a player; before the first round it has no share."""
    if play is None or not len(play.coins):
        return Row(name, None, "not played yet")
    k = len(play.coins)
    return Row(name, play.wins / k, f"{play.wins:,} of {k:,}", play.interval)


def _sentences(shown: View[Game]) -> None:
    played = shown.answer
    if played.mine:
        st.markdown(sentences.score(played.question.rules, played.mine))
    if played.optimal:
        st.markdown(sentences.optimal(played.optimal))
    page_frame.sentence(shown.sentence)
