"""Everything runs in one thread."""

from collections.abc import Callable
from typing import Any


class Runnable:
    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self) -> None:
        self.function()


def run_on_ui_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    return function
