"""What to do about an error in the rules: the values in the line that failed."""

import re
import traceback
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import FrameType, TracebackType
from typing import Any

from companion.core.registry import instead_of

NAME = re.compile(r"\b[A-Za-z_]\w*(?:\.\w+)*")
LOOKED_UP = re.compile(r"\b([A-Za-z_]\w*(?:\.\w+)*)\[")
OF_TYPE = re.compile(r"'(int|float|bool|str|tuple|list|NoneType)' object (.*)")
INSTEAD = {"is not subscriptable": "use it without [...]", "is not iterable": "don't loop over it",
           "is not callable": "don't call it"}


def advice(error: BaseException, line: str) -> str:
    """The fix of an error, as the end of a sentence; empty if it isn't clear. `line`: the game's own."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, KeyError):
        return _of_key(error, line, frames)
    dropped = re.search(r"unexpected keyword argument '(\w+)'", str(error))
    if dropped and instead_of(dropped[1]):
        return f": write {instead_of(dropped[1])} instead"
    if not isinstance(error, (TypeError, AttributeError)):
        return ""
    if re.search("'(generator|coroutine)'", str(error)):
        return ": the value comes from a question without await"
    return _of_type(error, line, frames)


def _of_key(error: KeyError, line: str, frames: list[FrameType]) -> str:
    if "options[" in line:
        return f": no Switch in your game's options has the key {error}"
    word = error.args[0] if error.args else None
    for frame in reversed(frames):
        for name, value in _values(LOOKED_UP, _line_in(frame, error.__traceback__), frame):
            if isinstance(value, Mapping) and word not in value:
                known = [str(one) for one in value]
                near = get_close_matches(str(word), known, 1)
                meant = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(map(repr, known[:6]))}"
                return f": {name} has no {word!r}; {meant}"
    if _fails_in(line, error):
        return f": {word!r} isn't in it; check with in first, or use .get()"
    return ""


def _of_type(error: BaseException, line: str, frames: list[FrameType]) -> str:
    found = OF_TYPE.search(str(error))
    if found is None:
        return ""
    pattern = LOOKED_UP if found[2] == "is not subscriptable" else NAME
    for frame in reversed(frames):
        for name, value in _values(pattern, _line_in(frame, error.__traceback__), frame):
            if type(value).__name__ == found[1] and "__" not in name:
                fix = INSTEAD.get(found[2], "check what its question answers with")
                return f": {name} is {value!r:.30} here, of the type {found[1]}; {fix}"
    if found[2] in INSTEAD and _fails_in(line, error):
        return f": the value is already of the type {found[1]}; {INSTEAD[found[2]]}"
    return ""


def _fails_in(line: str, error: BaseException) -> bool:
    """Was it raised by this line itself, not in a function that it calls?"""
    return traceback.extract_tb(error.__traceback__)[-1].line == line


def _line_in(frame: FrameType, trace: TracebackType | None) -> str:
    steps = zip(traceback.walk_tb(trace), traceback.extract_tb(trace), strict=True)
    return next((step.line or "" for (one, _), step in steps if one is frame), "")


def _values(pattern: re.Pattern[str], line: str, frame: FrameType) -> Iterator[tuple[str, Any]]:
    """Names in the line with their values, also of their attributes."""
    for found in pattern.finditer(line):
        name = found[1] if found.groups() else found[0]
        first, *rest = name.split(".")
        value = frame.f_locals.get(first, frame.f_globals.get(first))
        for part in rest:
            value = vars(value).get(part) if hasattr(value, "__dict__") else None
        yield name, value
