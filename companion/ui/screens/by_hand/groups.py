"""The fields of "Does it match?", by what hands touch together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.by_hand.fields import Field
from companion.core.seats import Seat
from companion.core.text import say
from companion.services.table.putting_right import PuttingRight


def in_groups(fields: Sequence[Field], at: str, seat: Seat | None) -> dict[str, list[Field]]:
    """What the table came for (`at` a path, or a seat) stands first, what only the books hold last."""
    groups: dict[str, list[Field]] = {}
    for field in sorted(fields, key=lambda one: not one.on_table):
        own = say("The table") if field.on_table else say("Only in the app")
        groups.setdefault(str(field.group or own), []).append(field)
    first = _first(fields, at, seat)
    if not first:
        return groups
    name = seat.name if seat is not None else next(name for name, some in groups.items() if first[0] in some)
    paths = {field.path for field in first}
    rest = {key: [one for one in some if one.path not in paths] for key, some in groups.items()}
    ahead = {name: [*first, *(rest.pop(name, []) if seat is None else ())]}
    return ahead | {key: some for key, some in rest.items() if some}


def with_space(groups: dict[str, list[Field]], draft: PuttingRight, place: str, at: str) -> dict[str, list[Field]]:
    """The same, and what lies on a space of the stage, stands there, or could be put there; each thing once. `at`: the
    table came for a thing on it, whose group stays first."""
    ahead = dict(list(groups.items())[:1]) if at else {}
    told = {field.path for some in ahead.values() for field in some}
    there = [field for field in draft.fields() if place in (field.place, field.read())]
    found = draft.to_add(place)
    name = str(next((field.group for field in found if field.group is not None), say("This space")))
    here = [replace(field, label=field.short or field.label) for field in (*there, *found) if field.path not in told]
    told |= {field.path for field in here}
    rest = {key: [one for one in some if one.path not in told] for key, some in groups.items() if key not in ahead}
    return ahead | ({name: here} if here else {}) | {key: some for key, some in rest.items() if some}


def _first(fields: Sequence[Field], at: str, seat: Seat | None) -> list[Field]:
    if at:
        return [field for field in fields if field.path == at]
    if seat is None:
        return []
    return [field for field in fields if field.seat == seat.index or field.path.startswith(f"seats.{seat.index}.")]
