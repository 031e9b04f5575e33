#!/bin/sh
# What a new PostgreSQL gets before the dashboard comes: its tables, which belong to whoever runs this,
# and a role that reads them and adds to them. It can neither change nor remove what is written, nor
# make tables: only the head of the ledger, one row that tells which entry is the last, it moves.
# The image of PostgreSQL runs this once; with POSTGRES_USER, POSTGRES_DB and the PASSWORD of that role
# set, it does the same in a database of yours.
set -eu
PASSWORD=${PASSWORD:-$(cat /run/secrets/database_password)}
# Not as an argument of psql, which everybody on the machine can read.
export PASSWORD
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\set password `printf %s "$PASSWORD"`
BEGIN;

CREATE TABLE cells (
    key VARCHAR(64) NOT NULL,
    rows BYTEA NOT NULL,
    PRIMARY KEY (key)
);
CREATE TABLE ledger_entries (
    number INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    ticket VARCHAR(200),
    body TEXT NOT NULL,
    hash VARCHAR(64) NOT NULL,
    document TEXT,
    PRIMARY KEY (number),
    UNIQUE (ticket, kind)
);
CREATE TABLE ledger_head (
    id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hash VARCHAR(64) NOT NULL,
    PRIMARY KEY (id)
);
-- Where the first entry will follow.
INSERT INTO ledger_head VALUES (1, 1, 0, repeat('0', 64));

CREATE ROLE explorer LOGIN PASSWORD :'password';
GRANT SELECT, INSERT ON cells, ledger_entries TO explorer;
GRANT SELECT, UPDATE (number, hash) ON ledger_head TO explorer;
-- What everybody may do by default: tables that go with their connection, and in an older PostgreSQL
-- lasting ones.
REVOKE TEMPORARY ON DATABASE :"DBNAME" FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

COMMIT;
SQL
