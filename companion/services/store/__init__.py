"""The store: one SQLite file for plays, records, people, boxes, settings and timers.

`open_store(path)` returns a working store; `store.notice` says what was wrong with the file, if anything.
It raises `Busy` if another instance of the app locks the file so long that it can't even be read.
"""

from companion.services.store.opening import PATIENCE, SOON, open_store, start_fresh
from companion.services.store.rows import WAITING, BoxRow, Busy, PlayRow, ResultRow, Summary, Trouble
from companion.services.store.store import Store

__all__ = ["PATIENCE", "SOON", "WAITING", "BoxRow", "Busy", "PlayRow", "ResultRow", "Store", "Summary",
           "Trouble", "open_store", "start_fresh"]
