"""A machine without a piece is silent: no sound device, no motor, no voice ever stops an evening."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def quietly(what: str) -> Iterator[None]:
    """Run the block; where the machine cannot do it, note that and go on."""
    try:
        yield
    except Exception as error:
        log.debug("this machine cannot do %s: %r", what, error)
