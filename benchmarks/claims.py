"""A large search for a broken claim: random neighbours, random outputs, and the optimised search.

`python -m benchmarks.claims 2000` takes 2,000 random settings of all mechanisms, and prints how
many pairs of neighbours and how many privacy losses it saw, over which ε, nλ, n and d, the largest
loss as a multiple of the claim, where one is proven, and as a multiple of the proven ceiling, which
holds for those whose claim is broken too. It ends with status 1 if either exceeds 1. A search
proves nothing; one that finds something does.
"""

import sys
from dataclasses import dataclass, field

import numpy as np

from dpcore.checks import Array
from dpcore.erm.losses import LOSSES, Loss, make_loss
from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import MECHANISMS, calibrate, family_of
from dplab.instruments.meter import Meter
from dplab.instruments.neighbours import Neighbours
from dplab.instruments.worst_case.bound import ceiling
from dplab.instruments.worst_case.search import worst_case

PURE = tuple(name for name, entry in MECHANISMS.items() if entry.guarantee == "pure")
# With a δ the claim is about no largest loss.
NOISY = tuple(n for n, entry in MECHANISMS.items() if entry.guarantee in ("pure", "broken"))
HALF_WIDTHS = (0.01, 0.05, 0.5, 2.0)
CASES: tuple[Loss, ...] = tuple(
    make_loss(name, h)
    for name, kind in LOSSES.items()
    for h in (HALF_WIDTHS if kind.has_half_width else HALF_WIDTHS[:1])
)
"""Every registered loss, so that a new one is searched too."""

FEATURES = (1, 2, 3, 5, 10, 20)
OUTPUTS = 300
OPTIMISED = 8
"""One setting in so many goes to the optimised search."""


@dataclass(frozen=True)
class Setting:
    """A mechanism where it is looked at."""

    mechanism: str
    loss: Loss
    n: int
    lam: float
    epsilon: float
    d: int

    @property
    def plan(self) -> Plan:
        """What the mechanism does with its ε."""
        return calibrate(self.mechanism, self.epsilon, lam=self.lam, n=self.n, loss=self.loss)


@dataclass
class Tally:
    """What was seen.

    Parameters
    ----------
    pairs, losses, optimised : int
        Random pairs of neighbours, privacy losses at random outputs, optimised searches.
    worst : dict
        Per mechanism that is proven, the largest loss as a multiple of ε.
    highest : dict
        Per mechanism, the largest loss as a multiple of the ceiling, where there is one.
    settings : list of Setting
    """

    pairs: int = 0
    losses: int = 0
    optimised: int = 0
    worst: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PURE, 0.0))
    highest: dict[str, float] = field(default_factory=lambda: dict.fromkeys(NOISY, 0.0))
    settings: list[Setting] = field(default_factory=list)


def search(rounds: int, seed: int = 0) -> Tally:
    """Look at `rounds` random settings."""
    rng, tally = np.random.default_rng(seed), Tally()
    for count in range(rounds):
        setting = _setting(rng)
        tally.settings.append(setting)
        optimised = _optimised(setting, count, tally) if count % OPTIMISED == 0 else None
        _note(setting, _random(setting, rng, tally) if optimised is None else optimised, tally)
    return tally


def _note(at: Setting, privacy_loss: float, tally: Tally) -> None:
    most = ceiling(at.plan, at.loss, lam=at.lam, n=at.n, n_features=at.d)
    tally.highest[at.mechanism] = max(tally.highest[at.mechanism], privacy_loss / most)
    if at.mechanism in PURE:
        tally.worst[at.mechanism] = max(tally.worst[at.mechanism], privacy_loss / at.epsilon)


def _setting(rng: np.random.Generator) -> Setting:
    return Setting(
        NOISY[rng.integers(len(NOISY))],
        CASES[rng.integers(len(CASES))],
        int(10 ** rng.uniform(np.log10(2), 5)),
        10 ** rng.uniform(-6, 0),
        10 ** rng.uniform(-2.5, 1.3),
        int(rng.choice(FEATURES)),
    )


def _optimised(at: Setting, seed: int, tally: Tally) -> float:
    tally.optimised += 1
    found = worst_case(at.plan, at.loss, lam=at.lam, n=at.n, n_features=at.d, seed=seed)
    return found.privacy_loss


def _random(at: Setting, rng: np.random.Generator, tally: Tally) -> float:
    pair = _neighbours(at.n, at.d, rng)
    meter = Meter(pair, at.plan, at.loss, at.lam)
    outputs = _outputs(pair, meter, rng)
    tally.pairs += 1
    tally.losses += len(outputs)
    return float(np.abs(meter.at(outputs)).max())


def _neighbours(n: int, d: int, rng: np.random.Generator) -> Neighbours:
    """Return up to six different others, each some number of times, and a record that changes."""
    k = int(rng.integers(0, 7))
    counts = np.floor((n - 1) ** rng.uniform(0, 1, k) / max(k, 1))
    before, after = _records(2, d, rng)
    after = (after, -before, 0 * after)[rng.choice(3, p=(0.6, 0.3, 0.1))]
    return Neighbours(_records(k, d, rng), counts, before, after, n)


def _records(k: int, d: int, rng: np.random.Generator) -> Array:
    """Return records in the unit ball, most of them at its edge."""
    z = _directions(k, d, rng)
    return z * np.where(rng.random((k, 1)) < 0.7, 1.0, rng.random((k, 1)) ** 3) * (1 - 1e-12)


def _outputs(pair: Neighbours, meter: Meter, rng: np.random.Generator) -> Array:
    """Return outputs of every length, in all directions and in those that matter."""
    anywhere = _directions(OUTPUTS, pair.n_features, rng) * 10 ** rng.uniform(-6, 6, (OUTPUTS, 1))
    along = np.linspace(-3, 3, 41)[:, None]
    lines = [along * record for record in (pair.before, pair.after)]
    if not family_of(meter.plan).has_jacobian:
        lines.append(meter.inverse.centre + along * meter.inverse.gap)
    return np.vstack([anywhere, *lines])


def _directions(k: int, d: int, rng: np.random.Generator) -> Array:
    z = rng.standard_normal((k, d))
    return np.asarray(z / np.linalg.norm(z, axis=1, keepdims=True))


def report(tally: Tally) -> str:
    """Return what was seen, in lines."""
    lines = [
        f"{tally.pairs:,} random pairs of neighbours, {tally.losses:,} privacy losses, "
        f"{tally.optimised:,} optimised searches; {len(CASES)} losses."
    ]
    ranges = {
        "ε": [at.epsilon for at in tally.settings],
        "nλ": [at.n * at.lam for at in tally.settings],
        "n": [at.n for at in tally.settings],
        "d": [at.d for at in tally.settings],
    }
    lines += [f"{name:2} {min(seen):.3g} to {max(seen):.3g}" for name, seen in ranges.items()]
    lines += [
        f"{name}: at most {ratio:.12f} times its claim" for name, ratio in tally.worst.items()
    ]
    lines += [f"{name}: at most {part:.12f} of its ceiling" for name, part in tally.highest.items()]
    return "\n".join(lines)


def main() -> None:
    """Search, report, and fail if a claim is broken."""
    tally = search(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    print(report(tally))
    sys.exit(max(*tally.worst.values(), *tally.highest.values()) > 1 + 1e-9)


if __name__ == "__main__":
    main()
