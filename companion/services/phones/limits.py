"""How much a stranger may ask of us. Everything that guests send is bounded by one of these."""

from __future__ import annotations

from typing import Final

PORT: Final = 8484
PORTS: Final = 10
"""Where the port is taken, so many more are tried."""

HEAD: Final = 8 * 1024
BODY: Final = 16 * 1024
HEAD_SECONDS: Final = 5.0
"""For the whole head: who sends a byte a second is cut off all the same."""
BODY_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 20.0
"""An open connection without a request."""
WRITE_SECONDS: Final = 10.0
"""A reader that takes nothing for so long is gone."""
SILENT_SECONDS: Final = 15.0
"""A phone that acknowledges nothing for so long is away; with the pause between beats at most 30 s."""

CONNECTIONS: Final = 160
"""Besides streams. Where there are more, the one that has waited longest for its request goes."""
STREAMS: Final = 96
WATCHERS: Final = 64
DEPTH: Final = 8
"""Of JSON. The deepest answer of any game is a list of lists."""
LONGEST_ID: Final = 64
REMEMBERED: Final = 512
"""Results that are held for those who send the same thing again."""

PER_SECOND: Final = 20.0
BURST: Final = 40.0
"""Requests of one phone."""
PER_SECOND_ADDRESS: Final = 60.0
BURST_ADDRESS: Final = 240.0
"""Of one address, whoever asks: eight phones may stand behind one router."""
ADDRESSES: Final = 256
TRIES: Final = 5
"""Wrong codes of one address."""
TRIES_IN_ALL: Final = 25
"""Wrong codes before the code is no longer taken at all; the QR code goes on."""
TICKETS: Final = 8
"""Phones that wait for the host's yes."""

PACKS_PER_SECOND: Final = 0.2
PACKS: Final = 3.0
"""A pack may be megabytes: a phone takes one, tries once more, and then waits."""
KNOCKS_PER_SECOND: Final = 0.2
KNOCKS: Final = 4.0
"""Of one address: each asks the host something."""
AWAY_SECONDS: Final = 2.0
"""Without a stream for so long a phone is away; a reload takes less."""
HOST_AWAY_SECONDS: Final = 60.0
"""Then another phone may become the host of `serve`."""

EVENING_SECONDS: Final = 12 * 3600.0
"""For so long the app lets guests back in without being asked."""
ASLEEP_SECONDS: Final = 4.0
BEAT_SECONDS: Final = 10.0
AFTER_THE_END: Final = 60.0
"""Guests can look at the result for this long."""
