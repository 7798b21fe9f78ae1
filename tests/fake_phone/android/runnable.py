"""There is one thread here."""

from collections.abc import Callable
from typing import Any


def run_on_ui_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    return function
