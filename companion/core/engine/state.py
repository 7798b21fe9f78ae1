"""The table as plain JSON, for comparing and inspecting tables.

Equal tables give equal JSON in any process: seats by index, sets sorted, secrets only marked as given.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from companion.core.setup import Seat
from companion.core.table import Table
from companion.core.text import Text, as_json
from companion.core.values import Json, Sealed


def picture(table: Table[Any]) -> Json:
    """Everything on the table except constants."""
    state = dict(table.__getstate__())
    seats = [_inside(vars(seat), []) for seat in state.pop("seats")]
    return {"seats": seats, **_inside(state, [])}


def _inside(state: Mapping[str, Any], above: list[object]) -> dict[str, Json]:
    return {name: _draw(value, above) for name, value in sorted(state.items())}


def _draw(value: Any, above: list[object]) -> Json:
    """Convert one value; `above` holds its ancestors, so cycles are named instead of followed."""
    if value is None or (isinstance(value, (bool, int, float, str)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Sealed):
        return "given"
    if isinstance(value, Seat):
        return {"seat": value.index}
    if isinstance(value, Text):
        return as_json(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, type):
        return value.__name__
    if any(value is one for one in above):
        return {"again": type(value).__name__}
    return _draw_whole(value, [*above, value])


def _draw_whole(value: Any, above: list[object]) -> Json:
    if isinstance(value, Mapping):
        return _inside({_name(key, above): one for key, one in value.items()}, above)
    if isinstance(value, (list, tuple)):
        return [_draw(one, above) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_draw(one, above) for one in value), key=canonical)
    if is_dataclass(value):
        inside = {one.name: getattr(value, one.name) for one in fields(value)}
        return {type(value).__name__: _inside(inside, above)}
    return {type(value).__name__: _inside(_attributes(value), above)}


def _attributes(value: object) -> dict[str, Any]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**held, **getattr(value, "__dict__", {})}


def _name(key: Any, above: list[object]) -> str:
    return key if isinstance(key, str) else canonical(_draw(key, above))


def canonical(value: Json) -> str:
    """Canonical JSON: equal values give equal text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
