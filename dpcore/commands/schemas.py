"""`schema check`: whether a release may use a schema, without looking at any data."""

import argparse

from dpcore.data.reading import read_schema
from dpcore.release.records import check_schema


def check(asked: argparse.Namespace) -> int:
    """Print what the schema declares, or refuse it; return the exit code."""
    schema = read_schema(asked.schema)
    check_schema(schema)
    left_out = (
        " Rows without a label are left out: that everybody may know who has one is declared."
        if schema.label.leaves_out
        else ""
    )
    taken = len(schema.proposed())
    proposed = (
        f" {taken:,} of its facts {'was' if taken == 1 else 'were'} proposed from records and then "
        "declared: the certificate says so."
        if taken
        else ""
    )
    file = f" The file of the table has {schema.file.in_words}." if schema.file else ""
    features, columns = len(schema.features), len(schema.encoded_names())
    print(
        f"{asked.schema}: a release may use it. {features:,} "
        f"{'feature becomes' if features == 1 else 'features become'} {columns:,} "
        f"{'column' if columns == 1 else 'columns'}; the label is {schema.label.name}. Every cell "
        f"has a meaning, and nothing in it says that it was read from the data.{proposed}{left_out}"
        f"{file}"
    )
    return 0
