"""The watchman looks at threads that run on while he looks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.engine import boundary


class LeftMeanwhile(SimpleNamespace):
    """A frame that its thread leaves between two looks: its caller is there once."""

    caller: Any

    @property
    def f_back(self) -> Any:
        caller, self.caller = self.caller, None
        return caller


def frame(module: str, caller: Any = None) -> Any:
    return LeftMeanwhile(f_globals={"__name__": module}, f_code=None, caller=caller)


def test_a_frame_that_is_left_while_it_is_looked_at_does_not_end_the_watch() -> None:
    app = frame("companion.core.play")
    rules = frame("toy.rules", app)
    assert boundary._call_into(rules, "toy") == (rules, app)


def test_an_import_that_gets_no_processor_is_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first start on a busy machine: twenty seconds have gone by, half a second of them was work."""
    monkeypatch.setattr(boundary, "monotonic", lambda: 120.0)
    monkeypatch.setattr(boundary, "_worked", lambda thread: 10.5)
    visitor = boundary.Visitor()
    visitor.since, visitor.worked, visitor.seen = 100.0, 10.0, 80
    assert not boundary._too_long(visitor, 0, importing=True)
    assert boundary._too_long(visitor, 0, importing=False), "a call without an import has had ten times its two seconds"
    monkeypatch.setattr(boundary, "_worked", lambda thread: 19.0)
    assert boundary._too_long(visitor, 0, importing=True), "nine seconds of work in one import"
