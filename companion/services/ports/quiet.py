"""Ignore missing hardware: no sound device, motor or voice may stop the app."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)
_told: set[str] = set()


@contextmanager
def quietly(what: str) -> Iterator[None]:
    """Run the block; log a failure, as a warning only the first time."""
    try:
        yield
    except Exception as error:
        level = logging.DEBUG if what in _told else logging.WARNING
        _told.add(what)
        log.log(level, "this machine cannot do %s: %r", what, error)
