"""The command line reads a number in one way, and takes nothing else for one."""

import argparse
import math
from pathlib import Path

import pytest

from dpcore.commands import numbers
from dpcore.commands.parser import make_parser
from edition.notebooks.__main__ import seed
from pages.kit import words
from tests.commands.cases import OPEN, RELEASE, run

NONE = ["1_0", "1_000.5", "１０", "٣", "nan", " nan", "inf", "-inf", "infinity", "1e999", "0x10",
        "", " ", "1 0", "1e", "½", "1,5", "--", "True", "1e1_0"]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
@pytest.mark.parametrize("read", [numbers.real, numbers.whole, numbers.lam])
def test_what_python_alone_takes_for_a_number_is_none_here(read, text: str):
    with pytest.raises(argparse.ArgumentTypeError, match=r"^must be a .*, such as .*; got '"):
        read(text)


@pytest.mark.parametrize("text", ["0.5", " 0.5", ".5", "5e-1", "+0.5", "0.50"])
def test_a_number_is_read_to_its_last_digit(text: str):
    assert numbers.real(text) == numbers.lam(text) == 0.5


def test_whole_numbers_are_not_read_through_a_float():
    assert numbers.whole("9007199254740993") == 9007199254740993
    assert numbers.whole("-3") == -3
    for text in ("4e3", "3.0", "9" * 5_000):
        with pytest.raises(argparse.ArgumentTypeError):
            numbers.whole(text)


def test_no_command_reads_a_number_in_another_way():
    """Every argument that is no text has a reader of `numbers`."""
    parsers, readers = [make_parser()], set()
    while parsers:
        for action in parsers.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
            elif action.type is not None:
                readers.add(action.type)
    assert readers == {numbers.real, numbers.whole, numbers.lam, numbers.lams}


def test_a_budget_is_not_opened_nor_charged_by_a_slip(place: Path, capsys):
    for wrong in ((*OPEN[:-1], "2_0"), (*OPEN[:-3], "4_00", *OPEN[-2:])):
        with pytest.raises(SystemExit, match="2"):
            run(place, *wrong)
    assert not (place / "l.db").exists()
    run(place, *OPEN)
    with pytest.raises(SystemExit, match="2"):
        run(place, *RELEASE[:6], "1_0", *RELEASE[7:])
    assert (
        "must be a number with a decimal point, such as 0.5; got '1_0'." in capsys.readouterr().err
    )
    assert not (place / "model.zip").exists()


@pytest.mark.parametrize("text", ["1_0", "_1", "1_000,5", "1e1_0"])
def test_on_the_screen_an_underscore_is_no_digit_either(text: str):
    with pytest.raises(ValueError, match="must be a number"):
        words.read_number("Total ε", text)


def test_on_the_screen_what_other_keyboards_write_still_is_a_number():
    assert words.read_number("Total ε", "１０") == 10
    assert math.isinf(words.read_number("Total ε", "∞"))


def test_a_seed_of_notebooks_has_plain_digits():
    assert seed("10") == 10
    for text in ("１０", "1_0", "٣", "-1", ""):
        with pytest.raises(argparse.ArgumentTypeError):
            seed(text)
