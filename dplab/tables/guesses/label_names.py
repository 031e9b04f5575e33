"""How much a column's name says that the column is what a table is about.

Words that hardly ever name a feature (survived, attrition, churn, species) count more than words
that often do (default, status, income), a word that is the whole name more than one inside a
longer name. Words around them that say nothing are left out: is_fraud, Attrition_Flag, Class Name.
A name that says sex, race or the like is `is_protected`: it is proposed last of all.

Examples
--------
>>> weight("Attrition_Flag", is_quantity=False) == weight("attrition", is_quantity=False)
True
>>> weight("loan_default", is_quantity=False) > weight("balance", is_quantity=False)
True
>>> is_protected("Gender"), is_protected("trace")
(True, False)
"""

from dplab.tables.guesses.identifiers import distinct_words, words_of

NAMES = ("class", "label", "target", "y", "outcome", "response")
"""What labels are often called, whatever the table is about."""

STRONG = distinct_words(
    """
    admitted approval approved attrition bankrupt bankruptcy canceled cancelled churn churned
    classe classification clicked conversion converted creditability creditapproval creditrisk
    death deceased defaulted delinquency delinquent deposit diagnosis died dropout event
    exited expired failed failure fraud fraudulent graduated hired hospitalized loanapproval
    loanapproved loanstatus malignant mortality num passed personalloan placed potability
    promoted purchased readmission readmitted recid recidivism recurrence relapse relapsed resigned
    satisfaction satisfied seriousdlqin2yrs spam species stayed subscribed survival survived termd
    terminated variety won
    """
)
"""Words of what happened, or of what kind a thing is: they seldom name a feature."""

WEAK = distinct_words(
    """
    accepted bad category decision default direction disease fault good grade
    heartdisease income left loan outlier party prediction problem purchase quality quit
    rating result returned revenue risk segment sentiment severity stage status turnover type
    verdict vote winner
    """
)
"""Words that name labels, and features about as often."""

ILL = distinct_words("cancer covid diabetes hypertension stroke")
"""Illnesses: one column is the label, and the others are features."""

AMOUNTS = distinct_words(
    """
    charges cnt cost count medv mpg price revenue rings saleprice sales strength value yield
    """
)
"""What quantities that are to be predicted are often called."""

AROUND = distinct_words("a did flag had has indicator is label name the was will yn")
"""Words in a name that say nothing."""

PROTECTED = distinct_words(
    """
    caste ethnic ethnicgroup ethnicity female gender male nationality race religion sex
    """
)

WHOLE, INSIDE = 6.0, 4.0
"""What a strong word counts for as the whole name, and inside a longer name."""

WEAK_WHOLE, WEAK_INSIDE, ILLNESS = 3.5, 1.5, 1.0
AMOUNT_WHOLE, AMOUNT_LAST = 4.75, 4.25


def weight(name: str, *, is_quantity: bool) -> float:
    """Return what a name counts for, 0 for one that says nothing.

    Where the column holds a quantity, income and survival may be amounts and months, so that only a
    name of `NAMES` or `AMOUNTS` counts.
    """
    found = words_of(name)
    core = [word for word in found if word not in AROUND] or found
    whole = "".join(core)
    if whole in NAMES or "".join(found) in NAMES:
        return WHOLE
    if is_quantity:
        return _amount(core, whole)
    if whole in STRONG:
        return WHOLE
    if STRONG & set(core) or core[:1] == ["target"]:
        return INSIDE
    if whole in WEAK:
        return WEAK_WHOLE
    if whole in ILL:
        return ILLNESS
    # Not response time or class size: the last word says what it is.
    return WEAK_INSIDE if WEAK & set(core) or (core[-1:] and core[-1] in NAMES) else 0.0


def is_protected(name: str) -> bool:
    """Return whether a name says sex, gender, race, ethnicity or religion."""
    found = words_of(name)
    return bool(PROTECTED & {*found, "".join(found)})


def _amount(core: list[str], whole: str) -> float:
    if whole in AMOUNTS:
        return AMOUNT_WHOLE
    return AMOUNT_LAST if core and core[-1] in AMOUNTS else 0.0
