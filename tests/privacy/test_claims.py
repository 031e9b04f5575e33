"""The large search for a broken claim, in small: it finds nothing, and would find a mistake."""

from dataclasses import replace

from benchmarks import claims
from dpcore.erm.losses import LOSSES
from dpcore.privacy import calibration


def test_no_claim_is_exceeded():
    tally = claims.search(100)
    assert tally.pairs + tally.optimised == 100
    assert tally.losses > 100 * claims.OUTPUTS / 2
    assert max(tally.worst.values()) <= 1 + 1e-9
    assert f"{tally.losses:,} privacy losses" in claims.report(tally)


def test_every_registered_loss_is_searched():
    assert {loss.name for loss in claims.CASES} == set(LOSSES)
    assert {getattr(loss, "h", None) for loss in claims.CASES} == {None, *claims.HALF_WIDTHS}


def test_a_tenth_less_noise_is_found(monkeypatch):
    plan = calibration._plan

    def mutant(*args, **kwargs):
        right = plan(*args, **kwargs)
        return replace(right, noise_rate=1.1 * right.noise_rate)

    monkeypatch.setattr(calibration, "_plan", mutant)
    assert max(claims.search(100).worst.values()) > 1.05
