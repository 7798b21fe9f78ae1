"""What people add to a play afterwards: place, note, correct date. Its log is unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from companion.services.history import Finished

if TYPE_CHECKING:
    from companion.services.evening import Evening

KEY = "details"


@dataclass(frozen=True)
class Details:
    place: str = ""
    note: str = ""
    when: float = 0.0
    """The day it was really played; 0 if as recorded."""


def details_of(evening: Evening, play: int) -> Details:
    return _details(evening).get(evening.store.play(play).uid, Details())


def save_details(evening: Evening, play: int, details: Details) -> None:
    evening.set(KEY, {**evening.setting(KEY), evening.store.play(play).uid: asdict(details)})


def dated(evening: Evening, plays: Iterable[Finished]) -> list[tuple[Finished, Details]]:
    """Finished plays with their details, by corrected date, newest first."""
    rows = (*evening.store.plays(), *evening.store.plays(archived=True))
    details, uids = _details(evening), {row.id: row.uid for row in rows}
    found = [(one, details.get(uids.get(one.id, ""), Details())) for one in plays]
    return sorted(((replace(one, when=added.when or one.when), added) for one, added in found),
                  key=lambda pair: -pair[0].when)


def _details(evening: Evening) -> dict[str, Details]:
    return {uid: Details(**raw) for uid, raw in evening.setting(KEY).items()}
