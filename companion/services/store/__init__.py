"""The store: one SQLite file for plays, records, people, copies, settings and timers.

`open_store(path)` always returns a working store; `store.notice` says what was wrong with the file, if anything.
"""

from companion.services.store.opening import open_store, start_fresh
from companion.services.store.rows import CopyRow, PlayRow, ResultRow, Summary, Trouble
from companion.services.store.store import Store

__all__ = ["CopyRow", "PlayRow", "ResultRow", "Store", "Summary", "Trouble", "open_store", "start_fresh"]
