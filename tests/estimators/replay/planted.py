"""Mistakes to plant into a fit; the replay, or the search through the model, has to find each."""

from dpcore.estimators import account, encoder, linear, training, tuned, tuning
from tests.release.replay.planted import Mistake

KEEP = "self._keep(training.draw(rows, codes, entropy), classes)"
DEAL = "order = entropy.permutation(self.plan.n)"
TRAIN = "training.draw(X[rows], codes[rows], entropy)"

MUTANTS = {
    "parts stratified by label": Mistake(
        tuning,
        "TunedTraining.draw",
        DEAL,
        f"{DEAL}; order = order[np.argsort(codes[order], kind='stable')]; "
        "order = np.concatenate([order[k::len(self.plan.sizes)] "
        "for k in range(len(self.plan.sizes))])",
    ),
    "parts by label": Mistake(
        tuning, "TunedTraining.draw", DEAL, "order = np.argsort(codes, kind='stable')"
    ),
    "the same bits for all candidates": Mistake(
        tuning,
        "TunedTraining.draw",
        TRAIN,
        TRAIN.replace("entropy", "__import__('copy').deepcopy(entropy)"),
    ),
    "records kept in the fitted model": Mistake(
        linear, "LinearEstimator.fit", KEEP, f"self._seen = rows; {KEEP}"
    ),
    "labels kept in the fitted model": Mistake(
        linear, "LinearEstimator.fit", KEEP, f"{KEEP}; self._names = {{'y': list(y)}}"
    ),
}
"""Those that the estimators' tests once let through."""

KEPT = {
    "a mean kept in the fitted model": Mistake(
        linear, "LinearEstimator.fit", KEEP, f"{KEEP}; self.mean_ = float(rows.mean())"
    ),
    "the largest row in the name of λ": Mistake(
        linear, "LinearEstimator.fit", KEEP, f"{KEEP}; self.lam_ += float(rows.max())"
    ),
    "a warm start without noise": Mistake(
        linear,
        "LinearEstimator.fit",
        KEEP,
        f"{KEEP}; self._start = np.linalg.lstsq(rows, codes, rcond=None)[0]",
    ),
    "which labels occur": Mistake(
        linear, "LinearEstimator.fit", KEEP, f"{KEEP}; self.classes_ = np.unique(y)"
    ),
}
"""Other ways for a fitted model to tell of its records without noise."""

OTHERS = {
    "the same bits for all planes": Mistake(
        training,
        "Training.draw",
        "self._one(X, y, weight, entropy)",
        "self._one(X, y, weight, __import__('copy').deepcopy(entropy))",
    ),
    "who learned also judges": Mistake(
        tuning, "TunedTraining.draw", "drawn = [", "last = parts[0]; drawn = ["
    ),
    "the choice at 2ε": Mistake(
        tuning, "TunedTraining.draw", "spared(self.plan.epsilon)", "spared(2 * self.plan.epsilon)"
    ),
    "each plane at all of ε": Mistake(
        training, "share_of", "share = epsilon / n_planes", "return epsilon"
    ),
    "each plane at all of δ": Mistake(
        training,
        "Training.__post_init__",
        "delta=share_of(self.delta, self.n_classes)",
        "delta=self.delta",
    ),
    "charged without its δ": Mistake(
        linear, "LinearEstimator.fit", "training.spend, self.delta", "training.spend"
    ),
    "no group privacy": Mistake(
        linear, "LinearEstimator.fit", "per_record(self.epsilon, account)", "self.epsilon"
    ),
    "a λ of the whole table": Mistake(
        tuned, "PrivatelyTunedClassifier._training", "n=size,", "n=n,"
    ),
    "a bound that is read from the data": Mistake(
        linear,
        "LinearEstimator.fit",
        "unit_rows(X, self.norm_bound,",
        "unit_rows(X, min(self.norm_bound, np.abs(X).max() or 1.0),",
    ),
    "classes that occur": Mistake(
        linear, "LinearEstimator.fit", "known_classes(y, self.classes)", "np.unique(y)"
    ),
    "rows are shortened together": Mistake(
        encoder, "DeclaredEncoder.transform", "into_the_ball(rows,",
        "rows /= max(1, np.linalg.norm(rows, axis=1).max()); into_the_ball(rows,",
    ),
    "class weights from the counts of the labels": Mistake(
        training, "Training.weight", "[codes]",
        "[codes] / np.maximum(1, np.bincount(codes, minlength=self.n_classes))[codes]",
    ),
    "charged for each record": Mistake(
        account, "Account.charge", "epsilon=epsilon",
        "epsilon=epsilon / self.budget.records_per_person",
    ),
}  # fmt: skip
"""Others of their kind."""
