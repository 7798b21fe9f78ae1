"""Limits on everything that guests send."""

from typing import Final

PORT: Final = 8484
PORTS: Final = 10
"""How many more ports to try if the first is taken."""

HEAD: Final = 8 * 1024
BODY: Final = 16 * 1024
HEAD_SECONDS: Final = 5.0
"""For the whole header, so that sending one byte per second doesn't help."""
BODY_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 20.0
"""An open connection without a request."""
WRITE_SECONDS: Final = 10.0
"""A reader that accepts nothing for this long is gone."""
SILENT_SECONDS: Final = 15.0
"""A phone that acknowledges nothing for this long is away; at most 30 s including the heartbeat interval."""

CONNECTIONS: Final = 160
"""Without streams. Above this, the one waiting longest for its request is cut."""
STREAMS: Final = 96
WATCHERS: Final = 64
DEPTH: Final = 8
"""Nesting depth of JSON. The deepest answer of any game is a list of lists."""
LONGEST_ID: Final = 64
REMEMBERED: Final = 512
"""Cached results for repeated requests."""
LARGE_REPLY: Final = 64 * 1024
"""Larger ones are not cached."""

PER_SECOND: Final = 20.0
BURST: Final = 40.0
"""Requests per phone."""
PER_SECOND_ADDRESS: Final = 60.0
BURST_ADDRESS: Final = 240.0
"""Requests per address: eight phones may be behind one router."""
ADDRESSES: Final = 256
TRIES: Final = 5
"""Wrong codes per address."""
TRIES_IN_ALL: Final = 25
"""Wrong codes before the code is disabled; the QR code still works."""
TICKETS: Final = 8
"""Phones waiting for the host's approval."""

KNOCKS_PER_SECOND: Final = 0.2
KNOCKS: Final = 4.0
"""Requests to the host per address."""
AWAY_SECONDS: Final = 2.0
"""A phone without a stream for this long is away; a reload is faster."""
HOST_AWAY_SECONDS: Final = 60.0
"""After this, another phone may take the seat, or become the host of `serve`, without asking."""

EVENING_SECONDS: Final = 12 * 3600.0
"""For this long the app lets guests back in automatically."""
ASLEEP_SECONDS: Final = 4.0
BEAT_SECONDS: Final = 10.0
AFTER_THE_END: Final = 60.0
"""How long guests can see the result."""
