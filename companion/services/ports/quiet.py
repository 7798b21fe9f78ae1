"""A machine without a piece is silent: no sound device, no motor, no voice ever stops an evening."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)
_told: set[str] = set()


@contextmanager
def quietly(what: str) -> Iterator[None]:
    """Run the block; where the machine cannot do it, note that once for whoever reads the log, and go on."""
    try:
        yield
    except Exception as error:
        level = logging.DEBUG if what in _told else logging.WARNING
        _told.add(what)
        log.log(level, "this machine cannot do %s: %r", what, error)
