"""Output or objective perturbation? The answers of the third lesson, on Geometry and Trade-off.

Errors are those of the pages, draw by draw: the same records, the same noise
(`dplab.simulation.comparison`, `dplab.studies.geometry`).

Examples
--------
>>> at = {"epsilon": 1.0, "lam": 0.01, "plane_n": 2000}
>>> round(mean_length(at).answer, 6)
0.2
"""

from dataclasses import replace

from dpcore.privacy.calibration import Plan
from dpcore.privacy.mechanisms import calibrate
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, stream
from dplab.studies.geometry import clouds, plane
from dplab.studies.geometry.plane import COMPARED, FEATURES
from dplab.studies.lessons.costs import costs
from dplab.studies.lessons.entries import At, settings_of
from dplab.studies.lessons.grading import Truth

NEAR = 1.0
"""The cost in points that a picture is to show, at most."""

EXAM_SIZES, EXAM_EPSILONS, EXAM_LAMS = (1_000, 4_000, 5_000), (0.2, 0.5, 2.0), (0.001, 0.01, 0.1)
EXAM_WIDTHS = (4, 8, 20, 50)


def mean_length(at: At) -> Truth:
    """Return the mean length of the noise on a finished classifier in the plane: 2d/(nλε)."""
    plan = _plan_in_plane(at)
    mean = plane.mean_length(plan)
    return Truth(mean, 0.05 * mean, {"one_feature": mean / FEATURES})


def is_half_as_long(at: At) -> Truth:
    """Tell whether the noise is half as long as at 2,000 records, by records alone."""
    mean = plane.mean_length(_plan_in_plane(at))
    settings = settings_of(at)
    epsilon, lam = settings.epsilon, settings.given_lam
    is_right = mean <= 0.1 * (1 + 1e-9) and (epsilon, lam) == (1.0, 0.01)
    said = {"mean": mean, "epsilon": epsilon, "lam": lam, "n": at["plane_n"]}
    return Truth(is_right, said=said)


def roundest(at: At) -> Truth:
    """Return whose cloud is round on these records: output perturbation's, on any."""
    settings = _in_plane(at)
    drawn = clouds.plane_at(clouds.Question(settings, epsilons=(settings.epsilon,)))
    longer = {
        name: plane.elongation(drawn.clouds[name, settings.epsilon].rims[-1]) for name in COMPARED
    }
    return Truth(min(longer, key=longer.__getitem__), said=longer)


def cheaper(at: At) -> Truth:
    """Return how many points less objective perturbation costs, by the medians."""
    found = costs(settings_of(at))
    return Truth(
        found["output"] - found["objective"],
        0.11,
        {name: cost for name, cost in found.items() if abs(cost) > 0.5},
        found,
    )


def is_cheap_enough(at: At) -> Truth:
    """Tell whether output perturbation costs a point at most, and not next to nothing."""
    settings = settings_of(at)
    cost = costs(settings)["output"] if settings.epsilon > 0 else 0.0
    said = {"cost": cost, "epsilon": settings.epsilon}
    is_unmoved = settings.given_lam == Settings().given_lam and settings.data == Settings().data
    return Truth(is_unmoved and NEAR / 5 <= cost <= NEAR + 0.05, said=said)


def lam_in_use(at: At) -> Truth:
    """Return the λ that objective perturbation takes where the proof needs more: λ + Δ."""
    settings = settings_of(at)
    n = part_of(load(settings), settings).n
    plan = calibrate(
        "objective", settings.epsilon, lam=settings.given_lam, n=n, loss=settings.make_loss()
    )
    used = settings.given_lam + plan.extra_lam
    return Truth(
        used, 0.02 * used, {"chosen": settings.given_lam}, {"times": used / settings.given_lam}
    )


def epsilon_for_a_tenth(at: At) -> Truth:
    """Return ε for a tenth of the records, with the same noise: nλε stays, so ten times."""
    epsilon = float(at["epsilon"])
    misses = {"same": epsilon, "tenth": epsilon / 10, "root": epsilon * 10**0.5}
    return Truth(10 * epsilon, 0.01 * epsilon, misses, {"epsilon": epsilon})


def exam_length(at: At) -> Truth:
    """Return the mean length of output perturbation's noise at settings of the class."""
    random = stream(int(at["seed"]), "exam length")
    n, d = int(random.choice(EXAM_SIZES)), int(random.choice(EXAM_WIDTHS))
    epsilon, lam = float(random.choice(EXAM_EPSILONS)), float(random.choice(EXAM_LAMS))
    plan = calibrate("output", epsilon, lam=lam, n=n, loss=Settings().make_loss())
    mean = d / plan.noise_rate
    said = {"n": n, "d": d, "epsilon": epsilon, "lam": lam, "sensitivity": 2 / (n * lam)}
    return Truth(mean, 0.02 * mean, said=said)


def exam_records(at: At) -> Truth:
    """Return the records that keep the noise at another λ and ε of the class."""
    random = stream(int(at["seed"]), "exam records")
    n, by_lam = int(random.choice(EXAM_SIZES)), int(random.choice((2, 5, 10)))
    by_epsilon = int(random.choice((2, 4)))
    answer = n * by_lam * by_epsilon
    return Truth(answer, 0.0, said={"n": n, "by_lam": by_lam, "by_epsilon": by_epsilon})


def _in_plane(at: At) -> Settings:
    return replace(settings_of(at), d=FEATURES, n=int(at["plane_n"]))


def _plan_in_plane(at: At) -> Plan:
    settings, n = settings_of(at), int(at["plane_n"])
    lam, loss = settings.given_lam, settings.make_loss()
    return calibrate("output", settings.epsilon, lam=lam, n=n, loss=loss)
