"""Every answer of the dashboard, one row each: its address, what is extreme, what cannot be.

A row is all that `test_views.py` needs to hold the contract of pages for it.
"""

from pages.comparison import values
from tests.pages.answers.closer import CLOSER
from tests.pages.answers.row import ENDS, EPSILONS, NO_NOISE, NOTHING_TO_SPEND, UPLOAD, AnswerRow

ROWS = [
    AnswerRow(
        "overview",
        {"epsilon": "1"},
        EPSILONS,
        (({"epsilon": "0"}, f"{values.CALLED['epsilon']} must be between"),),
    ),
    AnswerRow(
        "trade_off",
        {"n": "300", "draws": "3"},
        (
            *EPSILONS,
            {"lam": "1e-6", "n": "100"},
            {"lam": "1e6"},
            {"n": "1"},
            {"d": "1"},
            {"n": "200", "d": "100"},
            {"n": "100", "loss": "huber", "h": "0.01"},
            {"loss": "smoothed", "h": "2"},
            {"flip": "0.5", "band": "1"},
            {"n": "100", "draws": "500"},
            {"seed": str(2**32 - 1)},
            {"within": "2"},
            {"trade_off_draws": "dots"},
            {"trade_off_draws": "one_by_one", "measure": "auc"},
        ),
        (
            UPLOAD,
            ({"epsilon": "abc"}, f"{values.CALLED['epsilon']} must be"),
            ({"lam": "0,5,1"}, f"{values.CALLED['lam']} must be"),
        ),
    ),
    AnswerRow(
        "counterexample",
        {"draws": "3", "d": "4", "example_n": "1000"},
        (
            *({"example_epsilon": each} for each in ("inf", "1e-6", "1e9")),
            *({"example_n": each} for each in ("10", "1000000")),
            *({"d": each} for each in ("2", "14")),
            {"gamma": "0.5"},
            *({"example_ratio": each} for each in ("0.01", "10000")),
            {"example_length": "laplace", "d": "2"},
            {"draws": "2"},
            {"data": "upload"},
        ),
        (
            ({"example_n": "9"}, "Training records n must be at least 10"),
            ({"example_n": "1000001"}, "Training records n must be at most 1,000,000"),
            ({"example_n": "x"}, "Training records n must be a whole number such as 2,000"),
            ({"example_ratio": "0"}, "λ in units of γ² must be between"),
            ({"example_epsilon": "-1"}, "Privacy parameter ε must be between"),
            ({"draws": "500", "d": "14"}, "Draws must be at most 217 at d = 14"),
        ),
    ),
    AnswerRow(
        "decide",
        {"n": "300", "draws": "3"},
        (
            {"decide_risk": "50.01"},
            {"decide_risk": "99.99", "decide_cost": "500"},
            {"decide_cost": "0.1"},
            {"decide_cost_line": "disagreement"},
            {"decide_cost_line": "dearest", "data": "two_groups"},
            {"decide_risk_line": "attack", "n": "100"},
            # No groups: the sheet stands without that line.
            {"decide_cost_line": "dearest", "data": "counterexample", "n": "500"},
        ),
        (
            UPLOAD,
            ({"decide_risk": "50"}, "must be between 50.01 and 99.99"),
            ({"decide_cost": "many"}, "must be"),
        ),
    ),
    *(
        AnswerRow(
            "trade_off",
            {"data": "uniform", "n": "100", "draws": "2"},
            (*EPSILONS, {"folds": "5"}, {"losses": "logistic,huber"}, {"within": "50"}),
            (
                UPLOAD,
                ({"mechanisms": ""}, "choose at least one method under “Compare”"),
                ({"folds": "7"}, "The protocol must be “one split” or “five folds”"),
            ),
            {"axis": axis},
        )
        for axis in ("n", "lam", "map")
    ),
    *CLOSER,
    AnswerRow(
        "foundations",
        {},
        (*ENDS, {"foundations_sum_n": "2"}, {"foundations_sum_draws": "10000"}, {"seed": "7"}),
        (
            NO_NOISE,
            ({"foundations_sum_n": "1"}, "People n must be at least 2"),
            ({"foundations_sum_n": "many"}, "People n must be a whole number such as 2,000"),
            ({"foundations_sum_ones": "-1"}, "Ones among the others must be at least 0"),
            ({"foundations_sum_bit": "2"}, "This person's bit must be"),
            ({"foundations_sum_draws": "10001"}, "Draws must be at most 10,000"),
        ),
        {"foundations_part": "sum"},
    ),
    AnswerRow(
        "foundations",
        {},
        (
            *ENDS,
            {"foundations_average_n": "2", "foundations_average_way": "hidden"},
            {"foundations_average_n": "100000", "foundations_average_way": "largest"},
            {"foundations_average_bound": "1", "foundations_average_way": "unclipped"},
            {"foundations_average_bound": "1000000"},
        ),
        (
            NO_NOISE,
            ({"foundations_average_bound": "0"}, "Declared bound M must be between 1 and 1,000,0"),
            ({"foundations_average_bound": "x"}, "Declared bound M must be a number such as 100"),
            ({"foundations_average_n": "1"}, "People n must be at least 2"),
            ({"foundations_average_way": "other"}, "The way must be"),
            ({"foundations_average_of": "upload"}, "a table of your own"),
        ),
        {"foundations_part": "average"},
    ),
    AnswerRow(
        "foundations",
        {"draws": "3", "foundations_n": "400"},
        (
            *({"epsilon": each} for each in ("1e-9", "1e9", "inf")),
            {"foundations_small_x": "1e-5", "foundations_large_x": "1e-4"},
            {"foundations_small_x": "1", "foundations_large_x": "1e-4"},
            {"foundations_made_n": "10000", "foundations_lam": "1e-6"},
        ),
        (
            ({"foundations_small_x": "0"}, "The others' x must be between 1e-5 and 1"),
            ({"foundations_large_x": "2"}, "The record's x must be between"),
            ({"foundations_made_n": "1"}, "Example records must be at least 2"),
            ({"foundations_n": "9"}, "Records n must be at least 10"),
            ({"foundations_n": "x"}, "Records n must be a whole number such as 2,000"),
            ({"foundations_lam": "0"}, "Regularization λ must be between"),
        ),
        {"foundations_part": "regression"},
    ),
    AnswerRow(
        "foundations",
        {"foundations_game": "5"},
        (
            *ENDS,
            {"foundations_role": "alice", "foundations_pair": "same"},
            {"foundations_role": "alice", "foundations_answers": "majority"},
            {"foundations_answers": "randomised_response", "epsilon": "1e9"},
            {"foundations_game": "4294967295", "foundations_guesses": "01" * 10},
        ),
        (
            NO_NOISE,
            ({"foundations_game": "x"}, "The number of the game must be a whole number"),
            ({"foundations_game": "4294967296"}, "The number of the game must be at most 4,294,9"),
            ({"foundations_guesses": "012"}, "signs 0 (for A) or 1 (for B)"),
            ({"foundations_ones": "11"}, "Ones among the other 10 votes must be at most 10"),
            ({"foundations_answers": "gauss"}, "The answers must be “Noisy sum (Laplace)”"),
        ),
        {"foundations_part": "game"},
    ),
    AnswerRow(
        "foundations",
        {},
        (
            *ENDS,
            {"foundations_output": "-1e12", "epsilon": "1e9"},
            {"foundations_zero": "0", "foundations_half": "0", "epsilon": "1e9"},
            {"foundations_question": "xor", "epsilon": "1e9", "foundations_one": "0"},
        ),
        (
            NO_NOISE,
            ({"foundations_zero": "-0.1"}, "The weight of Ana's value 0 must be between 0 and 1"),
            ({"foundations_half": "x"}, "The weight of Ana's value ½ must be a number from 0 to 1"),
            ({f"foundations_{name}": "0" for name in ("zero", "half", "one")}, "one of them above"),
            ({"foundations_output": "1e13"}, "The noisy answer must be between"),
            ({"foundations_bit": "2", "foundations_question": "xor"}, "The answered bit must be"),
        ),
        {"foundations_part": "beliefs"},
    ),
    AnswerRow(
        "foundations",
        {"foundations_k": "3"},
        (
            {"epsilon": "1e-9"},
            {"epsilon": "100", "foundations_k": "100"},
            {"foundations_k": "1"},
            {"foundations_spent": "1e9", "foundations_budget": "1e-9"},
        ),
        (
            NO_NOISE,
            ({"epsilon": "1000"}, "ε of each can be at most 100; got 1,000"),
            ({"foundations_k": "101"}, "Answers k must be at most 100"),
            ({"foundations_k": "x"}, "Answers k must be a whole number such as 100"),
            ({"foundations_budget": "0"}, "Budget must be between"),
            ({"foundations_spent": "0.1,x"}, "ε of a query must be a number such as 0.5"),
            ({"foundations_spent": "-1"}, "Privacy parameter ε of a query must be between"),
            ({"foundations_spent": "1," * 101}, "A link holds at most 100 queries; got 101"),
            ({"foundations_run": "0"}, "Run must be at least 1"),
        ),
        {"foundations_part": "composition"},
    ),
    *(
        AnswerRow(
            "is_it_private",
            {"n": "100", "lam": "1e-3", "epsilon": "0.1", "d": "1"},
            extremes,
            (({"n": "0"}, "Training records n must be"), ({"d": "0"}, "Features d must be"), *more),
            {"is_it_private_part": part},
        )
        for part, extremes, more in (
            (
                "meter",
                ({"epsilon": "inf"}, {"n": "1"}, {"pair": "own", "n": "1"}),
                (
                    ({"mechanism": "laplace"}, "Mechanism must be"),
                    ({"pair": "own", **UPLOAD[0]}, UPLOAD[1]),
                    ({"n": "1e12"}, "n must be at most"),
                    ({"mechanism": "output_gaussian", "delta": "0.01"}, "below 1/n"),
                ),
            ),
            ("mechanisms", ({"delta": "0.01"}, {"epsilon": "inf"}), ()),
            ("map", ({"epsilon": "inf"}, {"loss": "huber", "h": "0.2", "d": "2"}), ()),
            (
                "guarantee",
                (
                    {"epsilon": "1e-9"},
                    {"epsilon": "100", "d": "100"},
                    {"is_it_private_mechanism": "objective", "loss": "huber", "h": "0.2"},
                    {"is_it_private_mechanism": "output_gaussian", "delta": "1e-12"},
                    {"is_it_private_mechanism": "objective_gaussian"},
                ),
                (
                    ({"epsilon": "inf"}, "there is no guarantee to show"),
                    ({"epsilon": "1e9"}, "A guarantee is drawn for ε up to 100"),
                    ({"is_it_private_mechanism": "objective_2008"}, "no guarantee to show. Choose"),
                    ({"is_it_private_mechanism": "x"}, "Mechanism must be"),
                    (
                        {"is_it_private_mechanism": "output_gaussian", "delta": "0.01"},
                        "below 1/n",
                    ),
                ),
            ),
            (
                "sensitivity",
                ({"epsilon": "inf"}, {"n": "2", "d": "2"}, {"loss": "huber", "lam": "1e-6"}),
                (UPLOAD, ({"n": "1"}, "n must be at least 2")),
            ),
            ("spending", ({"n": "1000000000"}, {"epsilon": "1e9"}), (NOTHING_TO_SPEND,)),
        )
    ),
    AnswerRow(
        "papers",
        {"entry": "cm08_figure_1"},
        ({"entry": "cm08_figure_2c"}, {"entry": "jt13_regression"}),
        (({"entry": "nothing"}, "Table or figure must be one of the list"),),
    ),
    AnswerRow(
        "papers",
        {"papers_part": "errata"},
        tuple({"is_it_private_erratum": each} for each in ("deviation", "jacobian")),
        (NOTHING_TO_SPEND, ({"is_it_private_erratum": "x"}, "The erratum must be")),
    ),
]
"""By page and part, in the order of the contents."""
