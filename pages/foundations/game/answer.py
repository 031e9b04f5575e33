"""The guessing game: a round, two buttons, and the score beside its bounds."""

import streamlit as st

from dplab.studies.foundations import game
from dplab.studies.foundations.game import MANY, NAMES, ROUNDS, Game, Play, Question
from pages.foundations import epsilon, export, rounded
from pages.foundations import rows as bounded
from pages.foundations.game import choices, figures, sentences
from pages.foundations.rows import Row
from pages.kit import chart, controls, visitor
from pages.kit.frame import page_frame


def show(chosen: Question) -> None:
    """Draw the answer."""
    epsilon.finite()
    for value in (choices.GAME, choices.GUESSES, choices.OPTIMAL):
        controls.refusal(value)
    found = game.run(chosen)
    if found.mine:
        _as_bob(chosen, found.mine)
    elif found.optimal:
        _as_alice(chosen, found.optimal)
    _chances(found)
    _sentences(found)
    export.row("game", lambda: game.table(found), values(chosen))


def _as_bob(chosen: Question, mine: Play) -> None:
    drawing = figures.play(
        chosen.rules, mine, sentences.title(chosen.rules, mine), dark=visitor.is_dark()
    )
    alt = sentences.alt(chosen.rules, mine)
    chart.show(drawing, "guessing-game", alt=alt, key="guessing_round")
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
    choices.within_reach()


def _verdict(mine: Play) -> None:
    """Draw the verdict in a box of which screen readers tell whenever its text changes.

    Streamlit gives these two the role "status", and a warning the role "alert", which would
    interrupt; a text by itself has none and nobody hears of it.
    """
    said = sentences.verdict(mine)
    is_right = len(mine.coins) and mine.coins[-1] == mine.guesses[-1]
    (st.success if is_right else st.info)(said)


def _as_alice(chosen: Question, best: Play) -> None:
    first = Play(best.coins[:ROUNDS], best.guesses[:ROUNDS], best.answers[:ROUNDS])
    title = sentences.title_of_optimal()
    drawing = figures.play(chosen.rules, first, title, dark=visitor.is_dark())
    alt = sentences.alt_of_optimal(chosen.rules, first)
    chart.show(drawing, "guessing-game", alt=alt, key="guessing_round")
    choices.within_reach()
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


def _sentences(found: Game) -> None:
    rules = found.question.rules
    if found.mine:
        st.markdown(sentences.score(rules, found.mine))
    if found.optimal:
        st.markdown(sentences.optimal(found.optimal))
    page_frame.sentence(f"**{sentences.bounds(rules)}**")


def values(chosen: Question) -> dict[str, object]:
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
