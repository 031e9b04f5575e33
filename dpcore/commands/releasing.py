"""`release`: from a table and its declared schema to a zip of model, certificate and scorer."""

import argparse
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dpcore.checks import InvalidInput
from dpcore.commands import files, undeclared
from dpcore.data.cells import listed
from dpcore.data.declared.schema import Schema
from dpcore.data.reading import read_schema
from dpcore.erm.losses import make_loss
from dpcore.ledger import Ledger, NotKept, TicketUsed
from dpcore.ledger.sentences import left
from dpcore.release import bundle
from dpcore.release.entropy import Entropy
from dpcore.release.orders import ReleaseRequest
from dpcore.release.records import check_commas
from dpcore.release.running import execute
from dpcore.release.undeclared import stop


def run(asked: argparse.Namespace) -> int:
    """Release one classifier and write it; return the exit code.

    **Guarantee.** That of `dpcore.release.release`. That a file cannot be read as a table is said
    before anything is charged, and is outside of it; so are the cells that are counted, and the
    stop that `--stop-at-undeclared` asks for.
    """
    out = files.check_new(asked.out)
    schema, key = read_schema(asked.schema), asked.ticket or secrets.token_hex(16)
    if asked.decimal_comma:
        check_commas(schema)
    table = files.table(asked, schema)
    with Ledger(asked.ledger) as ledger:
        data_set = asked.data_set or _only(ledger)
        with _naming(key, ledger):
            # What is told comes before the charge; a stop there leaves the ledger as it was.
            tell = stop if asked.stop_at_undeclared else undeclared.tell
            order = _order(asked, schema, data_set)
            model = execute(order, table, ledger, key, Entropy(), tell)
            files.write(out, bundle(model))
            print(f"{out}: {model.certificate['guarantee']}")
            budget = ledger.budget(data_set)
    print(f"Entry {model.certificate['ledger']['entry']} of the ledger; {left(budget)}.")
    return 0


def _order(asked: argparse.Namespace, schema: Schema, data_set: str) -> ReleaseRequest:
    return ReleaseRequest(
        schema,
        asked.mechanism,
        asked.epsilon,
        asked.lam if asked.candidates is None else None,
        make_loss(asked.loss, asked.h, asked.positive_share),
        data_set,
        asked.test_share,
        asked.epsilon_test,
        asked.candidates or (),
        asked.delta,
    )


@contextmanager
def _naming(idempotency_key: str, ledger: Ledger) -> Iterator[None]:
    """Say of a refusal after the charge that it is charged, and by which key it is found.

    Of an interruption (Ctrl-C) likewise: whoever stops a release learns what it has cost. Of a
    key that was charged before nothing is added: another program may be drawing for it.
    """
    is_new = not _charged(idempotency_key, ledger)
    try:
        yield
    except (NotKept, TicketUsed):  # these say so themselves
        raise
    except InvalidInput as refusal:
        if is_new and (outcome := _charged(idempotency_key, ledger)):
            raise type(refusal)(f"{refusal} {outcome}") from refusal
        raise
    except KeyboardInterrupt as stop:
        if outcome := _charged(idempotency_key, ledger):
            raise NotKept(f"The release was interrupted. {outcome}") from stop
        raise


def _charged(idempotency_key: str, ledger: Ledger) -> str:
    """Return what has become of the charge of a key; nothing if there is none."""
    entry = None
    with suppress(InvalidInput):
        entry = ledger.lookup(idempotency_key)
    if entry is None:
        return ""
    if entry[1] is None:
        return f"It is charged under the idempotency key {idempotency_key}, and no model was kept."
    return (
        f"The model is kept in the ledger: the same command with --ticket {idempotency_key} gives "
        "it again, and charges nothing."
    )


def _only(ledger: Ledger) -> str:
    """Return the ledger's one data set."""
    names = ledger.data_sets()
    if len(names) == 1:
        return names[0]
    if not names:
        raise InvalidInput(
            "The ledger has no budget yet. Open one: python -m dpcore ledger open NAME --ledger "
            "FILE --n N --epsilon E."
        )
    raise InvalidInput(f"Name the data set with --data-set; the ledger has {listed(names)}.")
