"""What the page Release says; each sentence about privacy stands in claims.toml."""

from collections.abc import Sequence

from dpcore.checks import written
from dpcore.data.declared.schema import FileLayout, Schema
from dpcore.data.files.dialect import UTF_8, CsvDialect
from dpcore.ledger import Budget, Charge
from dpcore.ledger.charges import in_symbols
from dpcore.ledger.sentences import left, promise
from dpcore.release import Model
from dpcore.release.certificate import theorem
from dpcore.release.orders import ReleasePlan, ReleaseRequest
from dpcore.release.records import of_loss, weights_in_words
from dpcore.release.records import words as label_words
from dpcore.release.regularization import PublicLam, rule_in_words
from dpcore.release.undeclared import UndeclaredCells, sentences
from pages.comparison.terms import called
from pages.kit import words
from pages.kit.text import escape_markdown
from server.releases import PLACE, SWITCH, Releases

STEPS = {
    "Table and schema": "",
    "Privacy budget": (
        "First finish step 1: a budget needs a data set of known size, and the schema says what is "
        "trained."
    ),
    "Review": "First finish step 2: an ε, and a budget that pays for it.",
    "Release and certificate": "First finish step 3: only what can be charged can be released.",
}
"""The four steps, each with why it cannot be done before the one above."""

FOLLOWS = (
    "This is not a simulation: what is released here is real, and what is charged stays spent. "
    "No error and no comparison is shown, because none was paid for."
)
SWITCHED_OFF = f"Releases are switched off on this server, by {SWITCH}=off."
NOT_SWITCHED_ON = (
    "Releases are switched off on this server, for you. By default only somebody at the server's "
    "own machine can release, and only while the server answers to no other names. "
    f"To switch them on for the owner of the data, start the server with {SWITCH}=on, and "
    f"with {PLACE}=… for the ledger's file or database. Anyone who reaches this page can then read "
    "and spend every budget of that ledger: put a password in front."
)
READ_ANEW = (
    "You can take your table from the Data page. Its file is read again, as its schema declares. "
    "Here nothing is recognised from the records, because no ε would cover that."
)
NOT_READY = (
    "The schema of the Data page still holds guesses, or leaves a cell without a meaning. Declare "
    "the rest there, fact by fact or all of it."
)
SAMPLE_OFFER = (
    "No table at hand? The sample is generated and describes no one; its schema is declared."
)
SAMPLE = (
    "This is the sample: its records are generated and describe no one. Its charges and its "
    "certificate are real, for a data set of its own whose name says so."
)
EXAMPLE = (
    "**An example, not a certificate.** Nothing was released: it shows what a release of the "
    "sample at ε = 1 would state. The certificate of your release takes its place."
)
NO_ENTRY = "none: this is an example"
BEFOREHAND = (
    "Choose all of this without looking at the records. The other pages show what these records do "
    "to a classifier, and ε does not cover a choice made by them."
)
SAY_EPSILON = "Enter ε to continue."
SAY_BOTH = "Enter ε and δ to continue."
CHANGED = (
    "Your request changed as you pressed the button, so nothing was charged and nothing was drawn. "
    "Read it again, then press."
)
NOT_CHARGED = "Nothing was charged and nothing was drawn."
NOT_SETTLED = (
    "The ledger has the charge but no model: the release was interrupted, or another program has "
    "not finished it yet. Its budget is spent, and it is never drawn again."
)
READ_WRONG = (
    "If that is more than you expect, check how the schema says that the file and each column's "
    "numbers are written."
)
ALL_DECLARED = (
    "Every cell is as declared: a number, a declared level, or marked as missing. This is for you "
    "alone: it depends on the records, and ε does not cover it."
)
FOR_YOUR_EYES = (
    "These counts are for you alone: they depend on the records, and ε does not cover them. "
    "Whether to go on is your decision; a release that is not made because of them is itself an "
    "answer about the records."
)


def read_as(said: CsvDialect) -> str:
    """Return how a table was read; the page shows nothing of its cells."""
    header = (said.header_line or 1) if said.has_header else 0
    found = FileLayout(str(said.separator), header, said.encoding or UTF_8, said.sheet or "")
    how = found.in_words + (", decimal commas (0,5)" if said.decimal_comma else "")
    return f"Read with {escape_markdown(how)}. If that is wrong, remove the file and choose again."


def declared_so(layout: FileLayout) -> str:
    """Return how a table is read of which the schema says it."""
    return f"Read as the schema declares: {escape_markdown(layout.in_words)}."


def declared(schema: Schema) -> str:
    """Return what a schema declares that a release may use."""
    features = words.pluralize(len(schema.features), "feature")
    columns = words.pluralize(len(schema.encoded_names()), "column")
    return f"The schema is complete: {features}, {columns} after encoding. Add the table."


def material(schema: Schema, n: int) -> str:
    """Return what table is there, as far as declared facts and its size say it."""
    features = words.pluralize(len(schema.features), "feature")
    columns = words.pluralize(len(schema.encoded_names()), "column")
    return (
        f"**{words.pluralize(n, 'record')}**, {features}, {columns} after encoding. The label is "
        f"{escape_markdown(schema.label.name)}. Every cell has a declared meaning."
        f"{_proposed(schema)}"
    )


def _proposed(schema: Schema) -> str:
    """Return how much was proposed from records before it was declared."""
    if not (count := len(schema.proposed())):
        return ""
    return (
        f" {words.pluralize(count, 'fact')} of it {'was' if count == 1 else 'were'} proposed from "
        "records and then declared by their owner: the certificate says so."
    )


def of_delta(found: Budget, of: str, delta: float) -> str:
    """Return what is said of a budget's δ after its ε; nothing where it has none."""
    return f", and δ = {written(delta)} {of} {written(found.delta)}" if found.delta else ""


def states(done: Sequence[str]) -> str:
    """Return the steps as a list in Markdown: what is done, and what came of it; what is next."""
    words_of = [f"Done: {each}" if each else "Done" for each in done]
    words_of += ["**Now**", "*Next*", *["*Later*"] * len(STEPS)]
    steps = zip(STEPS, words_of, strict=False)
    return "\n".join(f"{k}. {name}  \n   {said}" for k, (name, said) in enumerate(steps, start=1))


def of_material(schema: Schema, n: int) -> str:
    """Return what the first step came to."""
    columns = words.pluralize(len(schema.encoded_names()), "column")
    return f"{words.pluralize(n, 'record')}, {columns}"


def of_terms(asked: ReleaseRequest) -> str:
    """Return what the second step came to."""
    return f"{in_symbols(asked.total, asked.delta)} of {escape_markdown(asked.data_set)}"


def of_outcome(of: Charge, *, has_model: bool) -> str:
    """Return what the last step came to."""
    said = f"entry {of.number}, {in_symbols(of.epsilon, of.delta)}"
    return said if has_model else f"{said}, without a model"


def off(releases: Releases) -> str:
    """Return why this server releases nothing."""
    return NOT_SWITCHED_ON if releases.switch is None else SWITCHED_OFF


def order(asked: ReleaseRequest, route: ReleasePlan, found: Budget, after: Budget) -> list[str]:
    """Return everything that will happen, each in a sentence or two."""
    return [
        _charged(asked, found, after),
        _drawn(asked, route),
        *_parts(asked, route),
        *_people(asked, found),
    ]


def _charged(asked: ReleaseRequest, found: Budget, after: Budget) -> str:
    charged = (
        f"**Charged:** {in_symbols(asked.total, asked.delta)} to "
        f"{escape_markdown(found.data_set)}, before anything is drawn."
    )
    if found.terms is not None:
        return f"{charged} Afterwards {left(after)}. All together promise {promise(found)}."
    return (
        f"{charged} "
        f"ε = {written(found.spent)} of {written(found.epsilon)} is spent; afterwards "
        f"{written(after.left)} is left{of_delta(found, 'of', after.delta_left)}."
    )


def _drawn(asked: ReleaseRequest, route: ReleasePlan) -> str:
    plan = route.plans[0]
    lams = [
        f"{written(each.lam)}{'' if rule is None else ' (by the public rule)'}"
        for each, rule in zip(route.plans, route.rules, strict=True)
    ]
    lam = f"λ chosen among {words.listed(lams)}" if asked.candidates else f"λ = {lams[0]}"
    proved = theorem(plan.plan, asked.candidates, route.epsilon_test)
    weights = weights_in_words(of_loss(asked.loss), label_words(asked.schema.label))
    weighted = f" with class weights {escape_markdown(weights)}" if weights else ""
    return (
        f"**Drawn:** one classifier for {escape_markdown(asked.schema.label.name)}, once, from the "
        f"operating system's entropy: {called(asked.mechanism)}, "
        f"the {asked.loss.noun}{weighted}, {lam}. Private by {escape_markdown(proved)}."
    )


def lam_by_rule(rule: PublicLam) -> str:
    """Return the λ that follows ε, its rule, and what that was applied to."""
    return (
        f"λ = {written(rule.lam)} follows ε, by a public rule that looks at no record: "
        f"{escape_markdown(rule_in_words(rule.as_dict()))}."
    )


def _parts(asked: ReleaseRequest, route: ReleasePlan) -> list[str]:
    said = []
    if asked.candidates:
        sizes = route.sizes[: len(route.plans)]
        said.append(
            f"**Split:** each candidate is trained on a part of its own, of {min(sizes):,} records "
            f"or more, and {route.sizes[len(sizes)]:,} other records judge them."
        )
    if asked.epsilon_test:
        said.append(
            f"**Tested:** {route.sizes[-1]:,} records chosen at random are not trained on; their "
            f"count of mistakes gets discrete Laplace noise, at ε = {written(asked.epsilon_test)}."
        )
    return said


def _people(asked: ReleaseRequest, found: Budget) -> list[str]:
    m = found.records_per_person
    if m == 1:
        return []
    return [
        f"**Per person:** one person has up to {m:,} records, so that the mechanism runs at "
        f"ε = {written(found.per_record(asked.epsilon))} for each record."
    ]


def released(model: Model, after: Budget, *, is_alone: bool) -> str:
    """Return what has happened, and who gives the model again where this browser is forgotten."""
    facts = model.certificate
    again = f"the ledger beside shows it again, under entry {facts['ledger']['entry']}."
    if not is_alone:
        again = (
            "this page gives it again only while this browser is known here; afterwards whoever "
            f"keeps the ledger can, by `python -m dpcore ledger model {facts['ledger']['entry']}`."
        )
    return (
        f"**One classifier is released.** {_charged_to(model)} was charged to "
        f"{escape_markdown(facts['data_set'])}; {what_is_left(after)}. Keep the zip: {again}"
    )


def what_is_left(after: Budget) -> str:
    """Return what is left of a budget, in its kind's own count."""
    if after.terms is not None:
        return left(after)
    return f"ε = {written(after.left)} is left{of_delta(after, 'of', after.delta_left)}"


def _charged_to(model: Model) -> str:
    return in_symbols(model.certificate["epsilon"], model.certificate.get("delta", 0.0))


def used(model: Model, n: int) -> str:
    """Return what a model predicts for how many rows."""
    label = escape_markdown(model.schema.label.name)
    return (
        f"**Predictions of {label} for {words.pluralize(n, 'row')}.** Cells that were not declared "
        "count as the schema says: nothing is refused for what it holds."
    )


def undeclared(cells: Sequence[UndeclaredCells], n: int) -> str:
    """Return in which columns cells of a table to predict were not declared, and what to do."""
    first = f"Among the first {words.pluralize(n, 'row')}, some cells are not as declared:"
    return f"{first}\n\n{_columns(cells)}\n\n{READ_WRONG}"


def before_the_charge(cells: Sequence[UndeclaredCells]) -> str:
    """Return which cells of a table to release from are not as declared, before the charge."""
    if not cells:
        return ALL_DECLARED
    first = "**Before you press:** some cells are not as declared."
    return f"{first}\n\n{_columns(cells)}\n\n{READ_WRONG}\n\n{FOR_YOUR_EYES}"


def _columns(cells: Sequence[UndeclaredCells]) -> str:
    return "\n".join(f"- {escape_markdown(each)}" for each in sentences(cells))


def about(model: Model) -> str:
    """Return what a model file says of itself, as a claim that anybody could have written."""
    facts = model.certificate
    return (
        f"Its certificate says {_charged_to(model)} for "
        f"{escape_markdown(facts['data_set'])}, "
        f"n = {facts['n']:,}. A file can say anything: compare entry {facts['ledger']['entry']} "
        "with the owner's ledger."
    )
