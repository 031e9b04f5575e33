"""The answers of pages that look closer at one thing: whom it costs, a plane, kernels, a record."""

from tests.pages.answers.row import ENDS, EPSILONS, GUESSED, NO_NOISE, UPLOAD, AnswerRow

CLOSER = [
    AnswerRow(
        "geometry",
        {"plane_n": "100"},
        (
            {"epsilon": "inf"},
            {"epsilon": "1e-6"},
            {"epsilon": "1e6"},
            {"loss": "huber"},
            *({"data": each} for each in ("moons", "circles", "counterexample", "gaussian")),
            {"data": "two_groups"},
            {"data": "breast_cancer"},
            {"data": "breast_cancer", "plane_first": "99", "plane_second": "1"},
            {"data": "breast_cancer", "plane_first": "98", "plane_second": "99"},
            {"plane_n": "10"},
            {"lam": "1e-6"},
            {"lam": "1e6"},
            {"d": "50"},
        ),
        (
            UPLOAD,
            ({"plane_n": "5001"}, "Training records n must be at most 5,000"),
            ({"plane_n": "x"}, "Training records n must be a whole number such as 2,000"),
            ({"data": "breast_cancer", "plane_first": "0"}, "First feature must be at least 1"),
            (
                {"data": "breast_cancer", "plane_first": "1", "plane_second": "1"},
                "The two features must differ",
            ),
        ),
    ),
    AnswerRow(
        "private_tuning",
        {"n": "300", "draws": "3"},
        (
            {"epsilon": "inf"},
            {"epsilon": "1e-6"},
            {"candidates": "1"},
            {"candidates": "0.1, 0.1"},
            {"tuned": "output"},
            {"tuned": "objective_tight", "loss": "huber"},
            {"data": "breast_cancer"},
            {"data": "counterexample", "d": "4"},
            {"lam": "1e6"},
            {"n": "6"},
            {"across": "n"},
        ),
        (
            UPLOAD,
            ({"candidates": "x"}, "Candidates for λ must be a number"),
            ({"candidates": ""}, "Candidates for λ must be 1 to 12 values"),
            ({"candidates": ",".join(map(str, range(1, 14)))}, "1 to 12 values of λ; got 13"),
            ({"candidates": "0"}, "Candidates for λ must be between"),
            ({"n": "5"}, "5 candidates need 6 parts"),
            ({"n": "1", "candidates": "1"}, "1 candidate needs 2 parts"),
            ({"tuned": "objective_2008"}, "The mechanism that is tuned must be"),
            ({"draws": "500", "n": "20000", "d": "100"}, "more than this page computes at once"),
            (
                {"data": "counterexample", "draws": "500", "n": "500000"},
                "more than this page computes at once",
            ),
        ),
    ),
    *(
        AnswerRow(
            "who_pays",
            {"n": "500", "draws": "10", "epsilon": "1"},
            (
                {"n": "20", "draws": "2"},
                {"n": "1"},
                *ENDS,
                {"d": "1"},
                {"d": "100"},
                {"group_share": "0.005", "n": "20"},
                {"group_angle": "0"},
                {"group_flip": "0.5"},
                {"lam": "1e-6"},
                {"lam": "1e6"},
                along,
            ),
            (UPLOAD, ({"who_pays_method": "nothing"}, "Method must be"), *more),
            {"who_pays_part": part},
        )
        for part, along, more in (
            (
                "groups",
                {"who_pays_figure": "along", "who_pays_counted": "missed"},
                (
                    ({"who_pays_counted": "nothing"}, "What is counted must be"),
                    *(
                        ({"data": "breast_cancer", "who_pays_cuts": text}, sentence)
                        for text, sentence in (
                            ("1000", "leave all records in one group"),
                            ("inf", "must be a finite number"),
                            ("15; 15", "must differ"),
                            (",".join(map(str, range(10, 23))), "at most 11"),
                            *(
                                (text, "Cut at must be")
                                for text in ("15, x", "1,5, 2,5", "abc", "1e999", "nan")
                            ),
                        )
                    ),
                ),
            ),
            (
                "decided",
                {"who_pays_people": "along"},
                tuple(
                    ({"who_pays_pair": pair}, "Pair of releases must be")
                    for pair in ("-1", "1000001", "x", "1.5", "inf")
                ),
            ),
        )
    ),
    AnswerRow(
        "kernels",
        {"kernels_n": "200", "draws": "5", "kernels_features": "20"},
        (
            *EPSILONS,
            *(
                {"kernels_kernel": kernel, "kernels_data": data}
                for kernel in ("gaussian", "laplacian", "cauchy", "polynomial")
                for data in ("moons", "circles", "xor")
            ),
            {"kernels_data": "chosen", "data": "breast_cancer"},
            {"kernels_n": "10"},
        ),
        (
            ({"kernels_data": "chosen", **UPLOAD[0]}, UPLOAD[1]),
            ({"kernels_features": "7"}, "must be even"),
            (
                {"kernels_features": "1000", "kernels_n": "20000", "draws": "50"},
                "take too long to learn",
            ),
            (
                {"kernels_features": "1000", "kernels_n": "20000", "draws": "2"},
                "Take n up to 4,000",
            ),
            *(({"kernels_bandwidth": each}, "Bandwidth γ must be") for each in ("0", "nan")),
            ({"kernels_features": "1e9"}, "Features D must be"),
            ({"kernels_kernel": "sigmoid"}, "Kernel must be"),
            ({"kernels_degree": "0", "kernels_kernel": "polynomial"}, "Degree p must be"),
            ({"kernels_n": "1"}, "Training records n must be"),
            (
                {
                    "kernels_data": "chosen",
                    "data": "breast_cancer",
                    "kernels_kernel": "polynomial",
                    "kernels_degree": "9",
                },
                "monomials",
            ),
            ({"kernels_also": "objective_gaussian", "delta": "0.01"}, "here 1/200 = 0.005"),
        ),
        {"kernels_half": "features"},
    ),
    AnswerRow(
        "kernels",
        {"kernels_serving_n": "1000", "kernels_points": "40", "draws": "5", "d": "4"},
        (
            *ENDS,
            {"epsilon": "50", "kernels_form": "printed"},
            {"lam": "1e-6"},
            {"lam": "1e6"},
            {"kernels_serving_n": "10"},
            {"kernels_points": "1"},
            {"draws": "2"},
            {"kernels_bound": "0.001"},
            {"kernels_bound": "5"},
            {"kernels_failure": "1e-6", "kernels_form": "printed"},
            {"kernels_failure": "0.5"},
            {"delta": "1e-12"},
            {"d": "1"},
            {"kernels_degree": "1"},
            {"loss": "huber"},
            {"seed": "7"},
            {"measure": "auc"},
            {"kernels_measured": "off"},
        ),
        (
            ({"kernels_serving_data": "chosen", **UPLOAD[0]}, UPLOAD[1]),
            NO_NOISE,
            ({"delta": "0.001"}, "δ must be above 0 and below 1/n, here 1/1,000"),
            ({"kernels_points": "0"}, "Test points T must be at least 1"),
            ({"kernels_points": "2001"}, "Test points T must be at most 2,000"),
            *(({"kernels_bound": each}, "Norm bound C must be between") for each in ("0", "-1")),
            ({"kernels_bound": "x"}, "Norm bound C must be a number"),
            ({"kernels_failure": "0"}, "Failure probability β must be between"),
            ({"kernels_serving_n": "1"}, "Training records n must be at least 10"),
            ({"lam": "0"}, "Regularization λ must be between"),
            ({"kernels_form": "both"}, "must be “Corrected” or “As published”"),
            ({"kernels_serving_data": "moon"}, "Records must be “A cubic” or “Others”"),
        ),
        {"kernels_half": "serving"},
    ),
    *(
        AnswerRow(
            "adversary",
            {"n": "200"},
            (
                {"data": "uniform", "d": "5"},
                {"data": "counterexample"},
                {"loss": "huber"},
                {"epsilon": "1e-3"},
                {"epsilon": "1e6"},
                {"n": "2"},
                {"lam": "1"},
                {"adversary_row": "900"},
                *extremes,
            ),
            (
                UPLOAD,
                ({"n": "1"}, "at least 2"),
                ({"adversary_row": "0"}, "Person must be at least 1"),
                ({"adversary_row": "x"}, "Person must be a whole number"),
                ({"adversary_suspects": "1"}, "Suspects must be at least 2"),
                ({"adversary_suspects": "201"}, "Suspects must be at most 200"),
                ({"adversary_question": "all"}, "The question must be"),
                ({"adversary_mechanism": "non_private"}, "Mechanism must be"),
                ({"adversary_draw": "0"}, "Draw must be at least 1"),
                *refused,
            ),
            {"adversary_scene": scene},
        )
        for scene, extremes, refused in (
            ("read", ({"epsilon": "inf"}, {"adversary_column": "99"}), ()),
            ("epsilon", ({"epsilon": "inf"}, {"adversary_mechanism": "objective_2008"}), ()),
            (
                "line_up",
                (
                    {"adversary_mechanism": "output"},
                    {"adversary_mechanism": "objective_2008"},
                    {"adversary_suspects": "2"},
                    {"data": "uniform", "adversary_question": "attribute"},
                    {"adversary_question": "label"},
                    {"adversary_question": "membership"},
                ),
                (GUESSED, ({"adversary_suspects": "150"}, "Take at most")),
            ),
        )
    ),
    AnswerRow(
        "adversary",
        {"n": "60"},
        (
            {"epsilon": "inf"},
            {"epsilon": "1e-3"},
            {"adversary_mechanism": "objective_2008"},
            {"epsilon": "1e6"},
            {"adversary_mechanism": "objective_gaussian", "delta": "0.001"},
            {"data": "uniform", "d": "5", "loss": "huber"},
            {"n": "1"},
            {"n": "1000000"},
            {"lam": "1"},
        ),
        (
            UPLOAD,
            ({"data": "counterexample"}, "no record of it can be left out"),
            ({"adversary_mechanism": "non_private"}, "Mechanism must be"),
        ),
        {"adversary_scene": "threshold"},
    ),
]
