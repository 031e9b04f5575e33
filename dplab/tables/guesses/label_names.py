"""How much a column's name says that the column is the label, and which side a value names.

Words that hardly ever name a feature (survived, attrition, churn, species) count more than words
that often do (default, status, income), a word that is the whole name more than one inside a
longer name. Words around them that say nothing are left out: is_fraud, Attrition_Flag, Class Name.
A name that says sex, race or the like is `is_protected`: it is proposed last of all.

A value is on the side that its words name (`side_of`): +1 for what happened or was found (yes,
churned, refused, positive), -1 for what did not (no, negative, existing, healthy, not churned). Of
two values the one that the column's own name says is +1 (approved, of loan_approval), unless its
words say the other side (`sides_of`).

Examples
--------
>>> [side_of(value) for value in ("Yes", "not churned", "Attrited Customer", "blue")]
[1, -1, 1, 0]
>>> weight("Attrition_Flag", is_quantity=False) == weight("attrition", is_quantity=False)
True
>>> weight("loan_default", is_quantity=False) > weight("balance", is_quantity=False)
True
>>> is_protected("Gender"), is_protected("trace")
(True, False)
"""

from collections.abc import Sequence

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

POSITIVE = distinct_words(
    """
    yes true positive pos present ja oui si sí sim
    abnormal affected anomalous anomaly attack attrited bankrupt cancelled canceled case cases
    charged churn churned closed convicted converted dead death deceased default defaulted defaults
    delinquent depressed detected diabetic died disease diseased dropout exited expired failed
    failure fault faulty fraud fraudulent fired hacked ill infected injured insolvent lapsed
    late left malicious malignant malware overdue patient phishing pregnant readmitted recidivist
    recurred recurrence refused rejected relapse relapsed resigned responder sick smoker spam
    subscribed suspicious terminated tumor tumour unhealthy unpaid
    """
)
"""Words of what happened, or was found."""

NEGATIVE = distinct_words(
    """
    false negative neg absent nein nao não nej nee none
    active alive benign control controls existing genuine ham healthy intact legit legitimate
    living normal paid renewed repaid regular retained safe solvent stayed staying unaffected
    """
)
"""Words of what did not happen, or of how things usually are."""

NEGATED = distinct_words("no not non never without nor didn doesn isn wasn didnt hasnt isnt nicht")
"""Words that turn the rest of a value round."""

PREFIXES = ("non", "not", "no", "un", "in", "dis")
"""The same as the beginning of a word: nonfraud, undetected."""

PAIRS = (("y", "n"), ("t", "f"), ("j", "n"), ("p", "n"), ("s", "n"), ("o", "n"), ("+", "-"))
"""Letters that are short for yes and no, where the two stand against each other."""

COMPARED = {">": 1, "≥": 1, "<": -1, "≤": -1}
"""Of numbers the larger ones are +1."""

LEAST_STEM, STEM = 4, 5
"""Letters that a word has at least, and that two words begin alike with, where one names the other
(of shorter words all)."""

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


def side_of(value: str) -> int:
    """Return the side that the words of a value name: 1, -1, or 0 where they name none."""
    sign, rest = _turned(value)
    sides = {*map(_side_of_word, rest)} - {0}
    if not rest:
        return min(sign, 0)
    if len(sides) == 1:
        return sign * sides.pop()
    # What is not so is the other side, whatever it is: no recurrence, not placed.
    return min(sign, 0)


def sides_of(values: Sequence[str], name: str = "") -> tuple[str, str] | None:
    """Return two values in the order -1, +1 as their words say, or None where they do not.

    `name` is that of the column.
    """
    first, other = values
    ways = (_short(values), [_is_named(value, name) for value in values], _sides(values))
    for signs in ways:
        if signs[0] != signs[1]:
            return (first, other) if signs[1] > signs[0] else (other, first)
    return None


def _short(values: Sequence[str]) -> list[int]:
    """Return the sides of y and n, or of > and <, or the like; 0 for others."""
    folded = [value.casefold() for value in values]
    compared = [COMPARED.get(value[:1], 0) for value in values]
    if 0 not in compared:
        return compared
    for plus, minus in PAIRS:
        if {*folded} == {plus, minus}:
            return [1 if value == plus else -1 for value in folded]
    return [0, 0]


def _sides(values: Sequence[str]) -> list[int]:
    """Return the sides of two values by their words, or as one is the other after a prefix."""
    folded = ["".join(words_of(value)) for value in values]
    beyond = [
        any(here == prefix + there for prefix in PREFIXES)
        for here, there in zip(folded, folded[::-1], strict=True)
    ]
    found = [side_of(value) for value in values]
    return found if found[0] != found[1] else [-turned for turned in beyond]


def _is_named(value: str, name: str) -> bool:
    """Return whether a value is what its column's name says: Placed of Placement."""
    sign, rest = _turned(value)
    stems = words_of(name)
    said = any(_same_stem(word, stem) for word in rest for stem in stems)
    return said and sign > 0 and side_of(value) >= 0


def _side_of_word(word: str) -> int:
    for prefix in ("", *PREFIXES):
        bare, sign = word.removeprefix(prefix), -1 if prefix else 1
        if word.startswith(prefix) and bare in POSITIVE | NEGATIVE:
            return sign if bare in POSITIVE else -sign
    return 0


def _turned(value: str) -> tuple[int, list[str]]:
    """Return -1 for a value that says not, else 1, and its other words."""
    words = words_of(value)
    rest = [word for word in words if word not in NEGATED]
    sign = -1 if len(rest) < len(words) else 1
    return sign, rest


def _same_stem(first: str, other: str) -> bool:
    length = min(len(first), len(other), STEM)
    return length >= LEAST_STEM and first[:length] == other[:length]


def _amount(core: list[str], whole: str) -> float:
    if whole in AMOUNTS:
        return AMOUNT_WHOLE
    return AMOUNT_LAST if core and core[-1] in AMOUNTS else 0.0
