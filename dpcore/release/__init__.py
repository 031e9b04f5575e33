"""Release one private classifier: charged to a ledger, drawn once, with a certificate.

Everything else in `dpcore` simulates: it draws from seeds and looks at the truth. Here a model is
released, and only declared facts, the public n and one draw of the operating system's entropy
shape it (`running` tells in what order, `safe` why what is *computed* is private, `records` why no
cell can cause a refusal, `regularization` which λ is taken where none is named). There is no seed,
no baseline, no share of clipped rows, and no test error unless it is paid for.

A `Model` is JSON (`document`), never pickle; `bundle` packs it with its certificate and a scorer of
one file that needs numpy only.

Examples
--------
>>> import tempfile
>>> import pandas as pd
>>> from dpcore import Label, Logistic, Numeric, Schema
>>> from dpcore.ledger import Ledger
>>> table = pd.DataFrame({"age": ["20", "70"] * 500, "sick": ["no", "yes"] * 500})
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("age", 0, 90, missing=45),))
>>> with tempfile.TemporaryDirectory() as folder, Ledger(f"{folder}/ledger.db") as ledger:
...     budget = ledger.open("clinic 2024", n=1_000, epsilon=5.0)
...     model = release(table, schema, mechanism="objective_tight", epsilon=5.0,
...                     loss=Logistic(), ledger=ledger, data_set="clinic 2024")
...     ledger.budget("clinic 2024").left
0.0
>>> model.predict(table).tolist()[:2]
['not yes', 'yes']
>>> load(model.to_json()).certificate["lam_rule"]["rule"]
'λ = max(0.3 d/(nε), 0.1/n, c²/100,000)'
"""

from dpcore.release.certificate import bundle, page
from dpcore.release.model import Model, kept, load
from dpcore.release.running import release
from dpcore.release.safe import MissedTolerance
from dpcore.release.undeclared import UndeclaredCellsWarning

__all__ = [
    "MissedTolerance",
    "Model",
    "UndeclaredCellsWarning",
    "bundle",
    "kept",
    "load",
    "page",
    "release",
]
