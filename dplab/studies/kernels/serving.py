"""Three ways to serve predictions of a kernel minimiser, and what each costs.

The trusted learner has n private records and the minimiser w* over exact features of a kernel. T
public test points ask for predictions. Two errors are shown, both over the draws: the share of
wrong labels at the points, and the mean of |prediction - w*·φ(z)|, what privacy alone adds.

Every ε uses the same noise on another scale; the test points are the first T of the test part.

Examples
--------
>>> choice = ServingChoice(Settings(data="cubic", d=4, n=2000, epsilon=1.0, draws=3), n_points=50)
>>> learned = learn(choice)
>>> found = served(choice, (0.5, 2.0), learned=learned)
>>> found["functional", 0.5].wrong.shape
(3,)
>>> bool(found["functional", 2.0].off.mean() < found["tddl_gaussian", 2.0].off.mean())
True
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from dpcore import checks
from dpcore.checks import Array, InvalidInput
from dpcore.data.dataset import Dataset
from dpcore.erm.prediction import error
from dpcore.erm.solver import solve
from dplab.features import FEATURE_MAPS, make
from dplab.instruments.neighbours import in_ball
from dplab.kernels import tdil
from dplab.kernels.plans import AnswerPlan, KernelProblem, UpdatePlan, loss_at_zero
from dplab.kernels.plans import plan_tdil as plan_of_tdil
from dplab.kernels.points import PublicPoints
from dplab.kernels.serving import WAYS, Conversation, converse, plan_of
from dplab.kernels.tdil import SelfTaught
from dplab.maps.contract import FeatureMap
from dplab.simulation import sources
from dplab.simulation.settings import AboutRecords, Settings
from dplab.simulation.sources import stream
from dplab.simulation.sweeps.cells import limit_threads

CUBIC = Settings(data="cubic", d=10, n=20_000, lam=0.01, epsilon=1.0)
"""Where the page starts: labels that a cubic kernel can represent."""

EPSILONS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Where curves over ε are computed."""

MOST_LEARNING = 15_000_000_000
"""Records, and directions, times directions squared: some ten seconds at usual λ."""

NEGLIGIBLE = 1e-13
"""Share of the largest eigenvalue below which rounding hides a direction."""

TDIL_LAM, TDIL_DRAWS = 0.1, 20
"""Of TDIL where it is shown: at a smaller λ it would need a larger n still."""

TDIL_DECADES = range(5, 11)
TDIL_SIZES = tuple(10**k for k in TDIL_DECADES)
"""n that no table here has."""

ROUNDS, FEWEST_ROUNDS, STEPS = 1_000, 100, 3
"""Of TDIL that are shown; it would run many more. To walk w* three times takes 3‖w*‖/η rounds."""


@dataclass(frozen=True)
class ServingChoice(AboutRecords):
    """Settings of a simulation, and how predictions are served.

    Parameters
    ----------
    settings : Settings
        With δ, below 1/n.
    kernel : str
        A key of `FEATURE_MAPS` whose features are exact.
    parameters : tuple of (name, value)
        Of the map; those that are left out take their defaults.
    n_points : int
        T, public test points; at most as many as the test part holds.
    norm_bound : float or None
        C; √(2ℓ(0)/λ) if left out.
    failure : float
        β of JT13's constants.
    """

    settings: Settings = field(default=CUBIC)
    kernel: str = "polynomial"
    parameters: tuple[tuple[str, float], ...] = ()
    n_points: int = 200
    norm_bound: float | None = None
    failure: float = 0.05

    def at_any_epsilon(self) -> "ServingChoice":
        """Return the choice without its ε: what is the same at every one is kept by it."""
        return replace(self, settings=self.settings.with_epsilon(1.0))

    def to_learn(self) -> "ServingChoice":
        """Return the choice with all that `learn` does not ask for at its default."""
        names = ("lam", "loss", "h", "n")
        asked = replace(
            self.settings.source, **{name: getattr(self.settings, name) for name in names}
        )
        return replace(self, settings=asked, norm_bound=None, failure=0.05)

    def to_teach(self) -> "ServingChoice":
        """Return what `asymptotic_tdil` is asked where it is shown: no records, and another λ."""
        names = ("epsilon", "loss", "h", "seed", "d", "delta")
        asked = {name: getattr(self.settings, name) for name in names}
        return ServingChoice(
            Settings(**asked, lam=TDIL_LAM, draws=TDIL_DRAWS), failure=self.failure
        )

    def problem(self, n: int, epsilon: float) -> KernelProblem:
        """Return what the plans ask for, with n records."""
        loss, lam = self.settings.make_loss(), self.settings.given_lam
        return KernelProblem(
            n=n,
            lam=lam,
            epsilon=epsilon,
            delta=self.settings.delta,
            n_points=self.n_points,
            lipschitz=loss.lipschitz,
            norm_bound=self.norm_bound,
            failure=self.failure,
            loss_at_zero=loss_at_zero(loss),
        )


@dataclass(frozen=True, eq=False)
class Learner:
    """What the trusted learner knows, and the points that ask.

    `n` counts private records. Predictions (T,) are w*·φ(z_t), `norm` is ‖w*‖, and both are
    private. Labels (T,) are the points' true ones, -1 or +1; `wrong` is the share of wrong ones
    without noise, in [0, 1].
    """

    n: int
    predictions: Array
    labels: Array
    points: PublicPoints
    norm: float
    wrong: float


@dataclass(frozen=True, eq=False)
class Served:
    """Errors of one way at one ε.

    `wrong` (n_draws,) are shares of wrong labels at the test points, in [0, 1], and `off`
    (n_draws,) means of |prediction - w*·φ(z)|.
    """

    wrong: Array
    off: Array
    plan: AnswerPlan


def learn(choice: ServingChoice, records: Dataset | None = None) -> Learner:
    """Return the kernel minimiser's predictions at the test points.

    Parameters
    ----------
    choice : ServingChoice
        Its ε does not matter: whoever moves ε keeps what this returned.
    records : Dataset, optional
        As in `sources.load`.

    Raises
    ------
    InvalidInput
        If the kernel has no exact features, there are not enough test records, or a parameter is
        out of range.
    """
    limit_threads()
    if FEATURE_MAPS[checks.one_of("kernel", choice.kernel, tuple(FEATURE_MAPS))].is_random:
        raise InvalidInput(
            f"The {choice.kernel} kernel has random features only; the exact minimiser needs exact "
            "ones. Take the polynomial or the linear kernel."
        )
    settings = choice.settings
    n = sources.n_used(sources.load(settings, records), settings)
    part = sources.part(settings, n, records=records)
    if part.test_weight is not None:
        raise InvalidInput(
            "These records come from a distribution, which has no list of test points that could "
            "be asked. Choose other data."
        )
    checks.whole("n_points", choice.n_points, high=len(part.y_test))
    phi = make(choice.kernel, part.X.shape[1], dict(choice.parameters), settings.seed)
    Z, labels = part.X_test[: choice.n_points], part.y_test[: choice.n_points]
    _check_work(len(part.y), phi.n_features)
    learning, features = _features(phi, part.X, Z)
    optimum = solve(learning, part.y, settings.make_loss(), settings.given_lam).coefs
    return Learner(
        part.n,
        features @ optimum[0],
        labels,
        PublicPoints(phi.kernel(Z, Z)),
        float(np.linalg.norm(optimum)),
        float(error(optimum, features, labels)[0]),
    )


def _check_work(n: int, n_features: int) -> None:
    size = min(n, n_features)
    if (n + size) * size**2 > MOST_LEARNING:
        raise InvalidInput(
            f"This kernel has {n_features:,} features on these records, too many to learn from "
            f"{n:,} records while you wait. Take a smaller degree, fewer records, or data with "
            "fewer features."
        )


def _features(phi: FeatureMap, X: Array, Z: Array) -> tuple[Array, Array]:
    """Return features of records and of points; of few records in the space that they span.

    The minimiser lies there, so that it and its predictions are the same.
    """
    if phi.n_features <= len(X):
        return phi(X), phi(Z)
    values, directions = np.linalg.eigh(phi.kernel(X, X))
    kept = values > NEGLIGIBLE * values[-1]
    root = np.sqrt(values[kept])
    # Rounding may put a record of norm 1 just outside of the ball.
    return in_ball(directions[:, kept] * root), phi.kernel(Z, X) @ (directions[:, kept] / root)


def served(
    choice: ServingChoice,
    epsilons: Sequence[float],
    *,
    ways: Sequence[str] = tuple(WAYS),
    form: str = "mended",
    learned: Learner | None = None,
) -> dict[tuple[str, float], Served]:
    """Return the errors of each way at each ε.

    Parameters
    ----------
    choice : ServingChoice
    epsilons : sequence of float
        Positive and finite.
    ways : sequence of str
        Keys of `WAYS`.
    form : str
        "printed" or "mended"; a way of which nothing is printed stays as it is.
    learned : Learner, optional
        What `learn` returned for the choice.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    learned = learn(choice) if learned is None else learned
    return {
        (way, epsilon): _serve(choice, learned, way, choice.problem(learned.n, epsilon), form)
        for way in ways
        for epsilon in epsilons
    }


def _serve(
    choice: ServingChoice, learned: Learner, way: str, problem: KernelProblem, form: str
) -> Served:
    entry = WAYS[checks.one_of("way", way, tuple(WAYS))]
    plan = plan_of(way, problem, learned.points, form if form in entry.plans else "mended")
    rng = stream(choice.settings.seed, way, learned.n)
    predictions = entry.serve(
        plan, problem, learned.points, learned.predictions, choice.settings.draws, rng
    )
    wrong = np.where(predictions >= 0, 1.0, -1.0) != learned.labels
    off = np.abs(predictions - learned.predictions)
    return Served(wrong.mean(axis=1), off.mean(axis=1), plan)


def conversation(
    choice: ServingChoice, *, form: str = "mended", learned: Learner | None = None
) -> tuple[UpdatePlan, Conversation]:
    """Return PINP's plan at the settings' ε, and its answers question by question.

    The draws are those of `served`.

    Parameters
    ----------
    choice, form, learned
        As in `served`.
    """
    learned = learn(choice) if learned is None else learned
    problem = choice.problem(learned.n, choice.settings.epsilon)
    plan = plan_of("pinp", problem, learned.points, form)
    assert isinstance(plan, UpdatePlan)  # as all of PINP's are
    rng = stream(choice.settings.seed, "pinp", learned.n)
    spoken = converse(plan, learned.points, learned.predictions, choice.settings.draws, rng)
    return plan, spoken


def asymptotic_tdil(
    choice: ServingChoice,
    sizes: Sequence[int],
    *,
    length: float = 1.0,
    printed: bool = False,
    rounds: int = ROUNDS,
) -> dict[int, tuple[UpdatePlan, SelfTaught]]:
    """Run TDIL with the linear kernel at sizes that no table has: n stands in its constants only.

    Parameters
    ----------
    choice : ServingChoice
        Its ε, λ, loss, d and draws; δ is the smaller of its own and 1/(10n), so that n may grow.
    sizes : sequence of int
        n of each run.
    length : float
        ‖w*‖ in place of a minimiser's; along the first feature, for the ball has no direction.
    printed : bool
        Whether the selection has the exponent that JT13 prints.
    rounds : int
        At most so many are run, and fewer where steps are long: what is left falls with n only
        where no run is cut off halfway.

    Raises
    ------
    InvalidInput
        If a value is out of range.
    """
    settings, plans, enough = choice.settings, [], []
    optimum = checks.positive("length", length) * np.eye(1, settings.d)[0]
    for n in sizes:
        delta = min(settings.delta, 0.1 / checks.whole("n", n))
        small = replace(choice, settings=replace(settings, delta=delta), n_points=1)
        plan = plan_of_tdil(small.problem(n, settings.epsilon), printed=printed)
        plans.append(plan)
        # A plan of less than one round may have no step.
        walk = math.ceil(STEPS * length / plan.step) if plan.step else 0
        enough.append(min(rounds, max(FEWEST_ROUNDS, walk)))
    runs = tdil.learn_in_step(
        plans,
        optimum,
        rounds=enough,
        n_draws=settings.draws,
        rngs=[stream(settings.seed, "tdil") for _ in plans],
    )
    return dict(zip(sizes, zip(plans, runs, strict=True), strict=True))
