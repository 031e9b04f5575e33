"""What to sweep over: a grid of ε, λ, n, losses and mechanisms, its size, and what is refused.

With a kernel, the records are its features (`erm.features`), made row by row from frequencies that
the seed draws; their number D is one more axis of the grid.

Examples
--------
>>> import dataclasses
>>> spec = SweepSpec(data="uniform", epsilons=(0.5, 5.0), sizes=(100, 1000), draws=3)
>>> n_fits(spec)
24
>>> most_records(spec)
20000
>>> n_fits(dataclasses.replace(spec, kernel="gaussian", features=(10, 100)))
48
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.dataset import FOLDS, Dataset, n_training
from dpcore.data.recipes import MAX_CELLS
from dpcore.erm.losses import Loss, make_loss
from dpcore.erm.weighted import EVEN
from dpcore.privacy.calibration import DELTA
from dpcore.privacy.gaussian import checked_delta
from dpcore.privacy.mechanisms import MECHANISMS, Request, calibrate
from dpcore.privacy.regularization.suggested import AUTO, Lam, lam_used
from dplab.features import FEATURE_MAPS, make
from dplab.maps.contract import FeatureMap, check_memory
from dplab.simulation import sources
from dplab.simulation.settings import NAMING, UPLOAD, Settings

MAX_FITS = 2_000_000
"""Largest sweep: a few hours of two cores at ten features."""

SECONDS_PER_VALUE, SECONDS_PER_FIT = 2e-9, 5e-5
"""Measured on one core: what a fit takes per record and feature, and besides."""

SECONDS_PER_RANK, SECONDS_PER_RANKING = 6e-8, 2e-5
"""The same of ranking pairs: per test record, whose scores are sorted, and besides.

45 to 75 ns from 1,000 to 20,000 test records, at any d; all else of a test takes a tenth of it. On
few training records it is most of a sweep's time: at n = 200 and 5,000 test records, six times as
much as the fits.
"""


STORED_ORDER = (
    "non_private", "output", "objective", "objective_tight", "output_gaussian",
    "objective_gaussian", "objective_2008", "output_laplace_norm", "objective_laplace_norm",
    "output_gamma", "objective_gamma",
)  # fmt: skip
"""Mechanisms as the registry had them when cells were first kept, and later ones: what a cell is
found by names them in this order, and so do its rows. Where they are shown, the registry's order
counts."""


@dataclass(frozen=True)
class SweepSpec:
    """What to sweep over.

    Parameters
    ----------
    data, d, knobs, seed
        The source of the records and the seed of everything, as in `Settings`.
    mechanisms : tuple of str
        Keys of `MECHANISMS`.
    losses : tuple of (name, h)
    epsilons : tuple of float
    lams : tuple of float or "auto"
        "auto" gives each mechanism, at each ε, n and D, the λ of `suggested_lam`.
    sizes : tuple of int
        Training records n; empty for all that a fold leaves.
    folds : int
        How many of the five folds, from 1 to 5.
    draws : int
        Runs of each private mechanism per cell.
    ranks : bool
        Whether pairs of both classes are ranked, for the area under the ROC curve.
    delta : float
        δ of the mechanisms that use it, above 0 and below 1/n for every n of the sweep.
    kernel : str
        A key of `FEATURE_MAPS`; with "linear" the records stay as they are.
    parameters : tuple of (name, value)
        Of the kernel, all but D; those that are left out take their defaults.
    features : tuple of int
        D of random features, even, at least one; empty where features are exact.
    positive_share : float
        Declared share of +1, as in `Settings`.
    """

    # The fields are the key of stored cells: see `store.key` for what a new one must do there.
    data: str = "unseparable"
    d: int = 10
    knobs: tuple[tuple[str, float], ...] = ()
    seed: int = 0
    mechanisms: tuple[str, ...] = ("non_private", "output", "objective")
    losses: tuple[tuple[str, float], ...] = (("logistic", 0.5),)
    epsilons: tuple[float, ...] = (0.1,)
    lams: tuple[Lam, ...] = (0.01,)
    sizes: tuple[int, ...] = ()
    folds: int = 1
    draws: int = 50
    ranks: bool = False
    delta: float = DELTA
    kernel: str = "linear"
    parameters: tuple[tuple[str, float], ...] = ()
    features: tuple[int, ...] = ()
    positive_share: float = EVEN

    @property
    def is_own(self) -> bool:
        """Whether the records are the visitor's own table."""
        return self.data == UPLOAD

    @property
    def has_kernel(self) -> bool:
        """Whether the records are mapped to features of a kernel."""
        return self.kernel != "linear"

    @property
    def uses_delta(self) -> bool:
        """Whether one of the mechanisms uses δ."""
        # Names may be wrong still: `check` refuses them in a sentence.
        return any(name in MECHANISMS and MECHANISMS[name].uses_delta for name in self.mechanisms)

    @property
    def follows_epsilon(self) -> bool:
        """Whether λ is the rule's, each mechanism's at each ε."""
        return AUTO in self.lams

    @property
    def given_lams(self) -> tuple[float, ...]:
        """The λ that are numbers: all of them along λ."""
        return tuple(lam for lam in self.lams if lam != AUTO)

    @property
    def source(self) -> Settings:
        """The settings that name the records."""
        # No more than what names the records: sweeps that differ otherwise share them in memory.
        return Settings(**{name: getattr(self, name) for name in NAMING})

    def make_loss(self, name: str, h: float) -> Loss:
        """Return one of the sweep's losses, with its class weights."""
        return make_loss(name, h, self.positive_share)

    def make_maps(self, d: int) -> Iterator[FeatureMap]:
        """Return the feature maps for records of d features, one by one: one for each D.

        A map of random features begins with the frequencies of every smaller one, in all folds and
        at all n.

        Raises
        ------
        InvalidInput
            As `erm.features.make`, or if D is missing, or given where it is not chosen.
        """
        _check_features(self)
        fixed = dict(self.parameters)
        if not self.features:
            return iter((make(self.kernel, d, fixed, self.seed),))
        # One by one, for a map of many features takes memory of its own.
        sizes = ({"features": size} for size in self.features)
        return (make(self.kernel, d, fixed | size, self.seed) for size in sizes)


def in_stored_order(names: Collection[str]) -> tuple[str, ...]:
    """Return mechanisms in the order in which sweeps keep them, newer ones last."""
    others = (name for name in names if name not in STORED_ORDER)
    return (*(name for name in STORED_ORDER if name in names), *others)


def n_fits(spec: SweepSpec) -> int:
    """Return how many private classifiers a sweep trains: what its time grows with."""
    settings = n_private(spec) * len(spec.losses) * len(spec.epsilons) * len(spec.lams)
    return settings * spec.draws * n_sets(spec)


def n_sets(spec: SweepSpec) -> int:
    """Return how many training sets a sweep has: one for each n, fold and D."""
    return max(1, len(spec.sizes)) * spec.folds * max(1, len(spec.features))


def n_private(spec: SweepSpec) -> int:
    """Return how many of the mechanisms add noise: only these have more than one draw."""
    # A name may be wrong still: `check` refuses it in a sentence.
    known = (MECHANISMS.get(name) for name in spec.mechanisms)
    return sum(mechanism is None or mechanism.is_noisy for mechanism in known)


def most_records(spec: SweepSpec, records: Dataset | None = None) -> int:
    """Return the largest n: what a fold of the data leaves to train on."""
    return n_training(sources.n_records(spec.source, records))


def seconds(spec: SweepSpec, workers: int = 2, records: Dataset | None = None) -> float:
    """Return about how long a sweep takes, in seconds: the order of magnitude on common cores."""
    # Linear in n, D and the number of fits: what each fit takes grows with all of them alike, and
    # how many steps it takes `pace` learns.
    sizes = spec.sizes or (most_records(spec, records),)
    rows = sum(sources.n_rows(spec.source, n) for n in sizes) / len(sizes)
    values = _n_features(spec, records) * rows
    fits = n_fits(spec) + _n_non_private(spec)
    each = SECONDS_PER_VALUE * values + SECONDS_PER_FIT + _seconds_of_ranking(spec, records)
    return fits * each / workers


def _n_features(spec: SweepSpec, records: Dataset | None) -> float:
    """Return how many features what is trained on has, on average over D."""
    if spec.features:
        return sum(spec.features) / len(spec.features)
    d = sources.n_features(spec.source, records)
    return next(spec.make_maps(d)).n_features if spec.has_kernel else d


def _seconds_of_ranking(spec: SweepSpec, records: Dataset | None) -> float:
    """Return what it takes to rank the pairs of one classifier's test records, if that is asked."""
    if not spec.ranks:
        return 0.0
    available = sources.n_records(spec.source, records)
    tested = sources.n_rows(spec.source, available - n_training(available))
    return SECONDS_PER_RANK * tested + SECONDS_PER_RANKING


def _n_non_private(spec: SweepSpec) -> int:
    n_mechanisms = len(spec.mechanisms) - n_private(spec)
    return n_mechanisms * len(spec.losses) * len(spec.lams) * n_sets(spec)


def check(spec: SweepSpec, records: Dataset | None = None, *, n_trained: int | None = None) -> None:
    """Refuse an impossible sweep before anything runs.

    The records are the caller's own table, as in `run`. `n_trained` is how many private classifiers
    are trained, where not `n_fits` as in a sweep.

    Raises
    ------
    InvalidInput
        With the first thing that is wrong: an empty grid, a value out of range, more records
        than there are, more classifiers than `MAX_FITS`, an upload without its records, features
        that memory cannot carry.
    """
    for name in ("mechanisms", "losses", "epsilons", "lams"):
        if not getattr(spec, name):
            raise InvalidInput(f"{name} must hold at least one value; got none.")
    checks.whole("folds", spec.folds, high=FOLDS)
    checks.whole("draws", spec.draws)
    # From here on numbers are whole: what follows may load.
    available = most_records(spec, records)
    for n in spec.sizes:
        checks.whole("n", n, high=available)
    _check_maps(spec, records)
    for mechanism in spec.mechanisms:
        checks.one_of("mechanism", mechanism, tuple(MECHANISMS))
    n, d = min(spec.sizes, default=available), round(_n_features(spec, records))
    for loss in (spec.make_loss(*each) for each in spec.losses):
        # At the smallest n, where the noise is longest and a plan is refused first.
        for request in requests(spec, n, d, loss):
            calibrate(
                request.mechanism,
                request.epsilon,
                lam=request.lam,
                n=n,
                loss=loss,
                delta=request.delta,
                n_features=d,
            )
            # At the largest: δ must be below 1/n for each.
            _check_delta(request, max(spec.sizes, default=available))
    # Last: a grid that is wrong is told so first, not how large it is.
    n_trained = n_fits(spec) if n_trained is None else n_trained
    if n_trained > MAX_FITS:
        raise InvalidInput(
            f"A sweep may train at most {MAX_FITS:,} private classifiers; this one has "
            f"{n_trained:,}. Take fewer draws, folds or grid values."
        )


def most_features(spec: SweepSpec, records: Dataset | None = None) -> int:
    """Return the largest D at which memory carries all records' features."""
    return MAX_CELLS // _n_rows(spec, records)


def _n_rows(spec: SweepSpec, records: Dataset | None) -> int:
    """Return the rows of the training or the test records of a sweep, which of them are more."""
    source, available = spec.source, most_records(spec, records)
    n_tested = sources.n_records(source, records) - available
    n_trained = max(spec.sizes, default=available)
    return max(sources.n_rows(source, n) for n in (n_trained, n_tested))


def _check_maps(spec: SweepSpec, records: Dataset | None) -> None:
    """Refuse a kernel that does not exist, or whose features of all records memory cannot carry."""
    for feature_map in spec.make_maps(sources.n_features(spec.source, records)):
        if spec.has_kernel:
            check_memory("Rows", _n_rows(spec, records), feature_map.n_features)


def _check_features(spec: SweepSpec) -> None:
    """Refuse D where it is not chosen, and its absence where it is."""
    kind = FEATURE_MAPS[checks.one_of("kernel", spec.kernel, tuple(FEATURE_MAPS))]
    random = " or ".join(name for name, each in FEATURE_MAPS.items() if each.is_random)
    if spec.features and not kind.is_random:
        raise InvalidInput(
            f"The {spec.kernel} kernel has exact features: their number D cannot be chosen; got "
            f"features = {', '.join(f'{size:,}' for size in spec.features)}. Leave them out, or "
            f"take a kernel with random features: {random}."
        )
    if kind.is_random and not spec.features:
        raise InvalidInput(
            f"features must hold at least one D with the {spec.kernel} kernel, such as 200; got "
            "none."
        )
    # Else D could be said in two places, and the axis of the grid would have no effect.
    if "features" in dict(spec.parameters):
        raise InvalidInput(
            "parameters hold all of a kernel but D, which belongs in features: (200,) is one D; "
            "got features among the parameters."
        )


def _check_delta(request: Request, largest: int) -> None:
    """Refuse a δ that the largest n of a sweep does not allow, where it is used."""
    if MECHANISMS[request.mechanism].uses_delta:
        checked_delta(request.delta, largest)


def requests(spec: SweepSpec, n: int, n_features: int, loss: Loss) -> list[Request]:
    """Return every point of the grid on one training set; non-private ones stand at ε = ∞.

    n and n_features are those of the training set, and the loss is one of the sweep's.
    """
    return [
        Request(
            mechanism,
            epsilon,
            lam_used(
                lam,
                mechanism,
                epsilon,
                n=n,
                n_features=n_features,
                loss=loss,
                delta=spec.delta,
            ),
            delta=spec.delta,
        )
        # In this order rows are stored, and tables show them.
        for lam in spec.lams
        for mechanism in spec.mechanisms
        for epsilon in MECHANISMS[mechanism].at(spec.epsilons)
    ]
