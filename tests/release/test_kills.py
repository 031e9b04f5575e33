"""Killed at any moment, a release leaves no model without its charge, and no second one.

Forks, which start in milliseconds, release until they are killed with SIGKILL.
"""

import itertools
import os
import signal
import time
from multiprocessing import get_context

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.ledger import Ledger
from dpcore.release import running
from dpcore.release.entropy import Entropy
from dpcore.release.model import Model
from tests.release.cases import order, table

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
FORK = get_context("fork")
KILLS = int(os.environ.get("RELEASE_KILLS", "20"))
CHEAP = {"epsilon": 0.001, "mechanism": "output"}


def give(ledger, key, folder):
    """Release, and hand the model on: what lies in the folder has been seen by somebody."""
    model = running.execute(order(**CHEAP), table(), ledger, key, Entropy())
    (folder / key).write_text(model.to_json(), "utf-8")
    return model


def give_until_killed(address, number, folder):
    with Ledger(address) as ledger:
        for i in itertools.count():
            give(ledger, f"{number}-{i}", folder)


@pytest.fixture
def book(tmp_path):
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.open("clinic", n=200, epsilon=100.0)
        yield ledger


def check(ledger, folder):
    """Return how many charges have a model and how many have none; assert all that must hold."""
    assert ledger.verify() == ()
    with_model = without = 0
    charges = ledger.budget("clinic").charges
    assert len({charge.ticket for charge in charges}) == len(charges)
    for charge in charges:
        _, document = ledger.lookup(charge.ticket)
        if document is None:
            without += 1
            with pytest.raises(InvalidInput, match="did not finish"):
                give(ledger, charge.ticket, folder / "again")
        else:
            with_model += 1
            assert give(ledger, charge.ticket, folder / "again").to_json() == document
    assert len(ledger.budget("clinic").charges) == len(charges)
    for path in folder.iterdir():
        if path.is_file():
            found = ledger.lookup(path.name)
            # Writing the file may have been cut short: what there is was charged and settled.
            assert found is not None
            assert found[1] is not None
            assert found[1].startswith(path.read_text("utf-8"))
    return with_model, without


def test_killed_at_random_moments_there_is_no_model_without_its_charge(book, tmp_path):
    (tmp_path / "given" / "again").mkdir(parents=True)
    rng = np.random.default_rng(0)
    for number in range(KILLS):
        args = (str(tmp_path / "ledger.db"), number, tmp_path / "given")
        child = FORK.Process(target=give_until_killed, args=args)
        child.start()
        # After so many models, however busy the machine is, and then at some moment of the next.
        wanted, end = rng.integers(0, 3), time.monotonic() + 30
        while len(list((tmp_path / "given").glob(f"{number}-*"))) < wanted:
            assert time.monotonic() < end
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.04))
        child.kill()
        child.join()
    with_model, _ = check(book, tmp_path / "given")
    assert with_model > 0


def kill_in(module, name, *, after=False):
    """Let the process end by SIGKILL when a function is called, or when it has returned."""
    real = getattr(module, name)

    def deadly(*args, **kwargs):
        if after:
            real(*args, **kwargs)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(module, name, deadly)


MOMENTS = {
    "before the charge": (lambda: kill_in(Ledger, "charge"), (0, 0)),
    "between charge and draw": (lambda: kill_in(Ledger, "charge", after=True), (0, 1)),
    "before the noise": (lambda: kill_in(Entropy, "bits"), (0, 1)),
    "after the draw": (lambda: kill_in(running, "_draw", after=True), (0, 1)),
    "before it is settled": (lambda: kill_in(Ledger, "settle"), (0, 1)),
    "after it was settled": (lambda: kill_in(Ledger, "settle", after=True), (1, 0)),
}


def give_with(plant, address, folder):
    plant()
    with Ledger(address) as ledger:
        give(ledger, "key", folder)


@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_at_each_step_the_charge_stands_and_the_model_with_it(book, tmp_path, moment):
    (tmp_path / "given" / "again").mkdir(parents=True)
    plant, left = MOMENTS[moment]
    child = FORK.Process(
        target=give_with, args=(plant, str(tmp_path / "ledger.db"), tmp_path / "given")
    )
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert check(book, tmp_path / "given") == left


def give_unsettled(address, folder):
    with Ledger(address) as ledger:
        Ledger.settle = lambda *_: None
        give(ledger, "key", folder)


def test_a_way_that_gives_a_model_before_it_is_kept_is_caught(book, tmp_path):
    (tmp_path / "given" / "again").mkdir(parents=True)
    child = FORK.Process(
        target=give_unsettled, args=(str(tmp_path / "ledger.db"), tmp_path / "given")
    )
    child.start()
    child.join()
    with pytest.raises(AssertionError):
        check(book, tmp_path / "given")


def test_two_at_once_with_one_key_get_one_model(book, monkeypatch):
    first = []
    real = Ledger.charge

    def late(self, *args, **kwargs):
        # Between the other's look for the key and its charge.
        if not first:
            first.append(None)
            first[0] = running.execute(order(), table(), book, "t", Entropy())
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Ledger, "charge", late)
    second = running.execute(order(), table(), book, "t", Entropy())
    assert isinstance(first[0], Model)
    assert second.to_json() == first[0].to_json()
    assert len(book.budget("clinic").charges) == 1
