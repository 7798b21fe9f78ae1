"""What makes a function a check: it always comes back, and always with findings."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from companion.testing.driving import AnyGame, source_folder
from companion.testing.findings import Finding, broken_at
from companion.testing.limit import TooLong, within

P = ParamSpec("P")

Check = Callable[Concatenate[AnyGame, P], list[Finding]]

AT_MOST = 1200.0  # seconds for one check, on however busy a machine: a look that never returns is reported too


def a_check(check: Check[P]) -> Check[P]:
    """A game that raises when looked at, or never comes back, is a finding and no crash of the kit."""

    @wraps(check)
    def guarded(game: AnyGame, /, *args: P.args, **more: P.kwargs) -> list[Finding]:
        name = check.__name__.removeprefix("check_").replace("_", " ")
        try:
            with within(AT_MOST):
                return check(game, *args, **more)
        except TooLong:
            return [Finding(name, game.facts.id, f"not finished within {AT_MOST:g} seconds")]
        except Exception as error:
            return [Finding(name, game.facts.id, f"it broke: {broken_at(error, source_folder(game))}")]

    return guarded
