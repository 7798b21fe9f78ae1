"""Load classes that a game names as `module:Class` from its package."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from companion.core.engine.boundary import home_of, package_of
from companion.core.game import Game


def own_part(games: Iterable[Game[Any]], target: str) -> Any:
    """Raises `ImportError` for other packages, since importing runs code."""
    module, _, name = target.partition(":")
    if home_of(module) not in {package_of(game) for game in games}:
        raise ImportError(f"{target} is no part of the game's own package")
    return getattr(import_module(module), name)
