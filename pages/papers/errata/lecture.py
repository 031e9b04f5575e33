"""What the lecture prints, claim by claim: what is right, where to see it, which test pins it.

Each number is computed by the same functions as the part of Foundations that shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dplab.laplace import average, beliefs, composition, game, mechanism, regression
from dplab.studies.foundations.noisy_sum import SHARE
from dplab.studies.foundations.regression import turned
from pages.kit import words

RIGHT, LOOSE, LIMITED, WRONG = "Right", "Right, but loose", "Right, with a condition", "Wrong"

LAPLACE = "tests/laplace"
SMALL, ONE = 0.1, 1.0
"""The ε at which the noisy sum is stated, and the one at which bounds are compared."""

BOUND, LARGE = 100.0, 400.0
"""Of the noisy average, as the part opens: M, and the one value beyond it."""

RECORDS, SMALL_X, LARGE_X, LAM = 50, 0.001, 0.01, 0.1
"""Of the regression, as the part opens."""

ANSWERS, VOTES = 10, 10


@dataclass(frozen=True)
class LectureClaim:
    """One executable claim.

    Parameters
    ----------
    place : str
        In the lecture.
    printed : str
        What it states there.
    verdict : str
        `RIGHT`, `LOOSE`, `LIMITED` or `WRONG`.
    exact : str
        What is right, with its numbers.
    part : str
        Of Foundations, by its word in the address.
    test : str
        File and function.
    at : mapping
        What else the address says where the part shows it.
    """

    place: str
    printed: str
    verdict: str
    exact: str
    part: str
    test: str
    at: Mapping[str, object] = field(default_factory=dict)


def claims() -> tuple[LectureClaim, ...]:
    """Return the claims in the lecture's order."""
    parts = (_of_the_game, _of_beliefs, _of_sums, _of_averages, _of_regression, _of_composition)
    return tuple(claim for part in parts for claim in part())


def in_short(found: tuple[LectureClaim, ...]) -> str:
    """Return how many claims stand as printed."""
    counts = {name: sum(each.verdict == name for each in found) for name in (RIGHT, LOOSE, WRONG)}
    limited = len(found) - sum(counts.values())
    return (
        f"Of {len(found)} claims that can be computed, {counts[RIGHT]} are right as stated, "
        f"{counts[LOOSE]} are right but loose, {limited} need a condition, and {counts[WRONG]} are "
        "wrong. The lecture is an introduction, and its slips are instructive."
    )


def short(value: float) -> str:
    """Return a number to three digits."""
    return words.number(float(f"{value:.3g}"))


def line(claim: LectureClaim) -> str:
    """Return a claim and its verdict as one paragraph."""
    return f"**{claim.place}.** {claim.printed} **{claim.verdict}.** {claim.exact}"


def _of_the_game() -> tuple[LectureClaim, ...]:
    most, laplace = game.max_win_probability(ONE), game.max_win_on_laplace(ONE)
    tie, other = (game.majority_best(ones, VOTES) for ones in (VOTES // 2, VOTES // 2 - 1))
    return (
        LectureClaim(
            "Section 4, game",
            "The probabilities of an answer on two neighbours differ by about ε at most.",
            LOOSE,
            f"By tanh(ε/2) at most: {2 * most - 1:.3f} at ε = {ONE:g}. Randomised response "
            "reaches that.",
            "game",
            f"{LAPLACE}/test_game.py::test_an_event_differs_by_the_hyperbolic_tangent_at_most",
            {"foundations_answers": "randomised_response", "epsilon": ONE},
        ),
        LectureClaim(
            "Section 4, game",
            "Bob wins with probability $e^\\varepsilon/2$ at most.",
            LOOSE,
            f"$e^\\varepsilon/(1+e^\\varepsilon)$ at most, reached by randomised response: "
            f"{most:.3f} at ε = {ONE:g}, "
            f"where the lecture has {game.paper_most(ONE):.3f}. On Laplace answers he wins with "
            f"probability {laplace:.3f}.",
            "game",
            f"{LAPLACE}/test_game.py::test_nobody_beats_the_best_of_any_mechanism",
            {"foundations_answers": "laplace", "epsilon": ONE},
        ),
        LectureClaim(
            "Section 4, game",
            "Without noise, Bob always wins on a majority.",
            LIMITED,
            f"Only where the other votes tie: then with probability {tie:g}, and with "
            f"{other:g} otherwise. Alice may choose them so.",
            "game",
            f"{LAPLACE}/test_game.py::test_without_noise_one_vote_decides_only_where_the_others_tie",
            {"foundations_answers": "majority"},
        ),
    )


def _of_beliefs() -> tuple[LectureClaim, ...]:
    printed, worlds = beliefs.paper_between_worlds(ONE), beliefs.most_between_worlds(ONE)
    return (
        LectureClaim(
            "Theorem 3",
            "With a record and with it replaced, posteriors differ "
            "by $e^{2\\varepsilon}-1$ at most.",
            LOOSE,
            f"By tanh(ε/2) at most, which is reached: {worlds:.3f} at ε = {ONE:g}, where the "
            f"lecture has {printed:.3f}. From prior to posterior it is tanh(ε/4), "
            f"{beliefs.most_from_prior(ONE):.3f}.",
            "beliefs",
            f"{LAPLACE}/test_beliefs.py::test_both_bounds_are_reached",
            {"foundations_question": "xor", "epsilon": ONE},
        ),
    )


def _of_sums() -> tuple[LectureClaim, ...]:
    b = mechanism.scale(1, SMALL)
    printed, exact, chebyshev = (
        width(SHARE, b)
        for width in (
            mechanism.paper_half_width,
            mechanism.half_width,
            mechanism.chebyshev_half_width,
        )
    )
    return (
        LectureClaim(
            "Theorem 4",
            "An answer with Laplace noise of scale GS/ε is ε-differentially private.",
            RIGHT,
            "The ratio of the two densities reaches $e^\\varepsilon$ and never exceeds it.",
            "sum",
            f"{LAPLACE}/test_mechanism.py::"
            "test_the_density_ratio_of_neighbours_reaches_e_to_the_epsilon_and_never_exceeds_it",
        ),
        LectureClaim(
            "Section 5",
            "The noise has mean 0 and variance 2GS²/ε².",
            RIGHT,
            f"For a sum at ε = {SMALL:g} the variance is {2 * b**2:g}.",
            "sum",
            f"{LAPLACE}/test_mechanism.py::test_the_noise_has_mean_zero_and_the_lectures_variance",
            {"epsilon": SMALL},
        ),
        LectureClaim(
            "Section 5, noisy sum",
            f"At ε = {SMALL:g} the answer is 95 % sure to lie within about 14.5 of the sum.",
            WRONG,
            f"Within {exact:.2f}. As the lecture prints it, {printed:.2f} covers "
            f"{words.percent(mechanism.coverage(printed, b))}: in Chebyshev's inequality 0.95 "
            f"stands where 0.05 belongs. Applied rightly, that gives {chebyshev:.2f}, which covers "
            f"{words.percent(mechanism.coverage(chebyshev, b))}: more than was asked for.",
            "sum",
            f"{LAPLACE}/test_mechanism.py::test_the_lectures_figures_come_out",
            {"epsilon": SMALL},
        ),
    )


def _of_averages() -> tuple[LectureClaim, ...]:
    kept = average.worst_loss(*average.kept_promise([LARGE], BOUND, ONE))
    broken = average.worst_loss(*average.unclipped_outlier([LARGE], BOUND, ONE))
    return (
        LectureClaim(
            "Section 5, noisy average",
            "The average of n values in [0, M] has the global sensitivity M/n.",
            LIMITED,
            f"n and M must be public and values clipped. One value of {LARGE:g} averaged with "
            f"M = {BOUND:g} as it is loses {short(broken)} times ε.",
            "average",
            f"{LAPLACE}/test_average.py::test_clipped_values_and_a_public_bound_keep_epsilon",
            {"foundations_average_way": "unclipped"},
        ),
        LectureClaim(
            "Section 5, noisy average",
            "Adding more data yields more privacy.",
            LIMITED,
            "Only where the noise stays as it is. "
            f"With noise of scale M/(nε) the largest privacy loss is {short(kept)} times ε for "
            "every n; more data need less noise.",
            "average",
            f"{LAPLACE}/test_average.py::test_more_data_yield_less_noise_and_the_same_privacy",
            {"foundations_average_way": "kept"},
        ),
    )


def _of_regression() -> tuple[LectureClaim, ...]:
    found = turned(RECORDS, SMALL_X, LARGE_X, LAM)
    at = {
        "foundations_made_n": RECORDS,
        "foundations_small_x": SMALL_X,
        "foundations_large_x": LARGE_X,
        "foundations_lam": LAM,
    }
    ridge = regression.ridge_sensitivity(n=RECORDS, lam=LAM)
    return (
        LectureClaim(
            "Theorem 5",
            "A minimiser moves no further than the gradient at it changes.",
            WRONG,
            "No further than that over λ, the strong convexity, as in the paper that the lecture "
            "quotes.",
            "regression",
            f"{LAPLACE}/test_regression.py::test_ridge_moves_too_far_for_a_bound_without_lambda",
            at,
        ),
        LectureClaim(
            "Theorem 6",
            "Least squares over a ball has the global sensitivity 2M√k(N+PM)/n at most.",
            WRONG,
            f"One record of {RECORDS} moves a slope by {short(found.moved)}, where "
            f"{short(found.claimed)} is claimed. Ridge at λ = {LAM:g} moves by {short(ridge)} at "
            "most.",
            "regression",
            f"{LAPLACE}/test_regression.py::"
            "test_one_outcome_turns_the_line_by_fifty_times_the_printed_bound",
            at,
        ),
    )


def _of_composition() -> tuple[LectureClaim, ...]:
    each = [SMALL] * ANSWERS
    at = {"epsilon": SMALL, "foundations_k": ANSWERS}
    return (
        LectureClaim(
            "Theorem 7",
            "k answers at ε each cost kε together.",
            RIGHT,
            f"{ANSWERS} at ε = {SMALL:g} cost {short(composition.sequential(each))}; a loss of kε "
            "is reached with probability $2^{-k}$.",
            "composition",
            f"{LAPLACE}/test_composition.py::test_the_loss_reaches_k_epsilon_and_never_exceeds_it",
            at,
        ),
        LectureClaim(
            "Theorem 8",
            "Answers on disjoint parts of the records cost ε together.",
            LIMITED,
            "The value that changes must not decide the part: "
            f"{short(composition.parallel(each))} then, and "
            f"{short(composition.parallel(each, parts_are_fixed=False))} otherwise, where one "
            "record is replaced.",
            "composition",
            f"{LAPLACE}/test_composition.py::"
            "test_a_changed_value_that_moves_its_record_between_parts_costs_two_answers",
            at,
        ),
    )
