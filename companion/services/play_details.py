"""What people add to a play afterwards: place, note, correct date, a photo. Its log is unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.questions import Refused
from companion.core.text import say
from companion.services.history import Finished

if TYPE_CHECKING:
    from companion.services.evening import Evening

KEY = "details"
LARGEST_PHOTO = 25 * 1024 * 1024
PICTURES = (b"\xff\xd8\xff", b"\x89PNG")


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


def photo_of(evening: Evening, play: int) -> Path | None:
    """The file of the play's photo. It stays on this device: no export holds it."""
    path = _photo(evening, evening.store.play(play).uid)
    return path if path is not None and path.is_file() else None


def save_photo(evening: Evening, play: int, content: bytes) -> None:
    """Raises `Refused` if it is no picture or can't be saved."""
    if not content.startswith(PICTURES) or len(content) > LARGEST_PHOTO:
        raise Refused(say("That isn't a photo. Choose a JPEG or PNG."))
    path = _photo(evening, evening.store.play(play).uid)
    try:
        if path is None:
            raise OSError
        path.parent.mkdir(exist_ok=True)
        unfinished = path.with_suffix(".new")
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError:
        raise Refused(say("The photo couldn't be saved. Free some space and try again.")) from None


def remove_photo(evening: Evening, play: int) -> None:
    _remove_file(evening, evening.store.play(play).uid)


def forget_details(evening: Evening, uids: Iterable[str]) -> None:
    """Plays deleted for good leave nothing behind."""
    gone = set(uids)
    for uid in gone:
        _remove_file(evening, uid)
    left = {uid: one for uid, one in evening.setting(KEY).items() if uid not in gone}
    if left != evening.setting(KEY):
        evening.set(KEY, left)


def _remove_file(evening: Evening, uid: str) -> None:
    path = _photo(evening, uid)
    if path is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _photo(evening: Evening, uid: str) -> Path | None:
    home = evening.store.path
    return None if home is None or not uid.isalnum() else home.parent / "photos" / f"{uid}.jpg"


def _details(evening: Evening) -> dict[str, Details]:
    return {uid: Details(**raw) for uid, raw in evening.setting(KEY).items()}
