"""The watchman looks at threads that run on while he looks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

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
