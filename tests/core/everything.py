"""A file of everything, all of its parts together: the app takes them one by one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from companion.core.files import EVERYTHING, BoxFile, DamagedPlay, LeftOut, PlayFile, dump, read_parts
from companion.core.setup import Person
from companion.core.values import Json


@dataclass
class Everything:
    plays: list[PlayFile] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    boxes: list[BoxFile] = field(default_factory=list)
    settings: dict[str, Json] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def text(self) -> str:
        return dump(*self.plays, *self.people, *self.boxes, self.settings, kind=EVERYTHING)


def everything_in(text: str | bytes) -> Everything:
    found = Everything()
    for part in read_parts(BytesIO(text.encode() if isinstance(text, str) else text), EVERYTHING):
        match part:
            case PlayFile():
                found.plays.append(part)
            case BoxFile():
                found.boxes.append(part)
            case Person():
                found.people.append(part)
            case LeftOut():
                found.left_out.append(str(part.sentence))
            case DamagedPlay():
                pass
            case dict():
                found.settings.update(part)
    return found


def parts_of(text: str) -> list[dict[str, Json]]:
    """The lines of a file, from its head to its end."""
    return [json.loads(line) for line in text.splitlines()]


def text_of(parts: list[dict[str, Json]]) -> str:
    """The file with these lines; its end counts them again."""
    last = [{"end": len(parts) - 2}] if "end" in parts[-1] else []
    return "".join(json.dumps(part) + "\n" for part in [*parts[:len(parts) - len(last)], *last])


def changed(text: str, kind: str = "play", **members: Json) -> str:
    """The file with other members in its first part of this kind (`head`: in its head)."""
    parts = parts_of(text)
    at = 0 if kind == "head" else next(number for number, part in enumerate(parts) if kind in part)
    before: Mapping[str, Json] = parts[at] if kind == "head" else parts[at][kind]
    parts[at] = {**before, **members} if kind == "head" else {kind: {**before, **members}}
    return text_of(parts)


NAMES = {"plays": "play", "people": "person", "copies": "copy", "damaged": "damaged"}


def unpacked(text: str) -> dict[str, Any]:
    """A file of everything as one dictionary."""
    head, *parts = parts_of(text)
    found: dict[str, Any] = {**head, **{name: [part[one] for part in parts if one in part]
                                        for name, one in NAMES.items()}}
    return {**found, "settings": next((part["settings"] for part in parts if "settings" in part), {})}


def packed(raw: dict[str, Any]) -> str:
    """The dictionary as a file."""
    head: dict[str, Json] = {name: raw[name] for name in ("format", "version", "app") if name in raw}
    parts = [{one: part} for name, one in NAMES.items() for part in raw.get(name, [])]
    return text_of([head, *parts, {"settings": raw["settings"]}, {"end": 0}])
