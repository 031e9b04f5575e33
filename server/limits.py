"""Every number of admission, each with what it is for."""

PLACES = 1
"""Runs at a time in this process. Python computes one thread at a time: with 80 visitors who ask
for 20 answers a second beside two sweeps, one place gave 14.5, two 13.0, three 11.0, four 9.8."""

POLLS = 1
"""Looks at sweeps under way, besides: a class that watches sweeps takes no place from who moves."""

REST = 3.0
"""Times as long as a look took, until the next one: all together take a quarter of the time. A look
at a large sweep takes a seventh of a second, and whoever watches asks for two a second."""

QUICK = 0.5
"""Seconds after which a run gives its place back, and goes on: it is no quick answer any more. As
many more for each that goes on already, since they make all others slower,"""

LONG = 2.0
"""but never more seconds than these,"""

LONG_IN_ALL = 24
"""as long as no more than so many go on: beyond, there would be threads without an end. Where as
many go on, and one more has the place, everybody waits until one has ended."""

LONG_EACH = 4
"""Of these, one visitor's: whoever has as many begins no other run until one has ended."""

MOST_WAITING = 64
"""Messages of one tab that wait: presses, which nothing replaces. What comes then stays in the
network until there is room: not lost, as long as the connection lasts."""

MOST_WAITING_BYTES = 8 * 2**20
"""Their size, beyond one: two of the largest messages."""

SIZE_UNCOUNTED = 2**18
"""Bytes of a tab's values that count as nothing: usually they are some kB. What is above counts as
its visitor's memory, as a table does, for as long as the tab is open."""

MESSAGES = 40.0
"""Messages of a tab that are read in a second. A key held down sends 30; what comes faster waits in
the network, and the sender with it."""

VISITOR_MESSAGES = 80.0
"""The same for all tabs of a visitor: two that are used at the same time."""

BURST = 80
"""Messages that are read at once after a silence."""

TABS = 1_000
"""Connections of all visitors: each takes 0.5 to 2 MB once its page is drawn."""

VISITOR_TABS = 32
"""Connections of one visitor: more tabs than anybody finds again."""

FILES_PER_TAB = 4
"""Open files of a connection: its own, and three that Streamlit opens for its session."""

FILES_BESIDE = 200
"""Open files that the server needs besides: its store, its ledger, requests for pages."""

SILENT = 200
"""Connections that have said nothing yet. One more closes the oldest of them: whoever opens a page
speaks at once, and whoever only holds connections open keeps nobody out."""

FIRST_WORD = 10.0
"""Seconds until a connection that has said nothing is closed. One that spoke, or that takes up a
session of before, may be quiet for as long as its tab is open."""

PIECE = 2**16
"""Bytes of an answer that are handed over at once. The next ones wait until these are on their way:
a connection whose browser reads nothing holds no more than that, and what the system buffers."""

UNREAD = 30.0
"""Seconds in which a browser has to take a part of what waits for it, or its connection is cut. One
that sleeps comes back when it wakes; a slow one takes a piece in far less."""

LEAST_READ = 2**12
"""Bytes that count as a part: who reads one at a time holds a connection no longer."""

CONNECTIONS = 8_000
"""Open connections in all, those for a page's files included."""

ADDRESS_CONNECTIONS = 2_000
"""Of these from one address: 200 people behind one have 7 each while their pages open. A proxy that
the server trusts speaks for many, and may have all."""

RETRY = 30
"""Seconds after which somebody who found no room is asked to come back."""
