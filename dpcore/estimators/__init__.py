"""Private classifiers as scikit-learn has them: for pipelines, from a raw table to a prediction.

`PrivateLinearClassifier` draws one classifier within ε. `PrivatelyTunedClassifier` chooses its λ
within the same ε. `DeclaredEncoder` brings a raw table into the unit ball by declared facts. Each
says in its docstring what is guaranteed, for which neighbours, by which theorem, and what is not.

Every fit spends ε anew: five folds of `cross_val_score` spend 5ε. With a `ledger` each fit is
charged before it draws, and refused when the budget does not reach; without one nothing is
recorded. What searches and folds fit are clones, and these refuse to be charged unless
`charge_each_fit` is set.

Importing this imports scikit-learn; `dpcore` itself does not.

Examples
--------
>>> import pandas as pd
>>> from sklearn.pipeline import make_pipeline
>>> from dpcore import Category, Label, Numeric, Schema
>>> schema = Schema(
...     Label("income", positive=(">50K",)),
...     (Numeric("age", 17, 90), Category("sex", ("Female", "Male"))),
... )
>>> table = pd.DataFrame({"age": [25, 70] * 100, "sex": ["Male", "Female"] * 100})
>>> model = make_pipeline(
...     DeclaredEncoder(schema), PrivateLinearClassifier(1.0, classes=("<=50K", ">50K"))
... )
>>> model.fit(table, ["<=50K", ">50K"] * 100).predict(table).shape
(200,)
"""

from dpcore.estimators.encoder import DeclaredEncoder
from dpcore.estimators.linear import PrivateLinearClassifier
from dpcore.estimators.signals import PrivacyLeakWarning, SimulationWarning
from dpcore.estimators.tuned import PrivatelyTunedClassifier
from dpcore.release.undeclared import UndeclaredCellsWarning

__all__ = [
    "DeclaredEncoder",
    "PrivacyLeakWarning",
    "PrivateLinearClassifier",
    "PrivatelyTunedClassifier",
    "SimulationWarning",
    "UndeclaredCellsWarning",
]
