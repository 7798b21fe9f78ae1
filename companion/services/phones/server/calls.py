"""Asking the thread that owns the play. It alone touches play, store and pictures; the door only waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.services.phones.limits import ASLEEP_SECONDS

log = logging.getLogger("tableside")

Post = Callable[[Callable[[], None]], None]
"""Have something done by the owner's thread, soon. Called from any thread."""


class Asleep(Exception):
    """The owner did not come to it: the app is in the background. It was not done, and will not be done later."""


async def ask(post: Post, work: Callable[[], Any], patience: float = ASLEEP_SECONDS) -> Any:
    """What `work` returns, done by the owner's thread. Raises `Asleep`; whatever `work` raises comes out here."""
    call: Future[Any] = Future()

    def run() -> None:
        if not call.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        try:
            call.set_result(work())
        except BaseException as error:
            call.set_exception(error)

    post(run)
    waiting = asyncio.wrap_future(call)
    done, _ = await asyncio.wait({waiting}, timeout=patience)
    if not done and call.cancel():
        raise Asleep
    return await waiting
