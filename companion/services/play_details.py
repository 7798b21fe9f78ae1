"""What people add to a play afterwards: place, note, correct date, a photo. Its log is unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.text import Refused, say
from companion.services.store.lines import SECOND

if TYPE_CHECKING:
    from companion.services.library import Library
    from companion.services.open_play import OpenPlay
    from companion.services.store import PlayRow

KEY = "details"
LONGEST_PLACE, LONGEST_NOTE = 100, 5_000
LARGEST_PHOTO = 25 * 1024 * 1024
# bytes; a third more as text must fit into a line and a file
LARGEST_SENT, MOST_SENT = 11_000_000, 40_000_000
PICTURES = (b"\xff\xd8\xff", b"\x89PNG")


@dataclass(frozen=True)
class Details:
    place: str = ""
    note: str = ""
    when: float = 0.0
    """The day it was really played; 0 if as recorded."""


def details_of(library: Library, play: int) -> Details:
    return every_details(library).get(library.store.play(play).uid, Details())


def day_of(library: Library, opened: OpenPlay) -> float:
    """When it was played: as corrected, or as recorded."""
    return details_of(library, opened.id).when or opened.row.began


def save_details(library: Library, play: int, details: Details) -> None:
    library.set(KEY, {**library.setting(KEY), library.store.play(play).uid: asdict(details)})


@dataclass(frozen=True)
class Evening:
    """A finished play in a list. `game`: the key it is counted under."""

    id: int
    game: str
    when: float
    place: str


def evenings(library: Library, *, archived: bool = False) -> list[Evening]:
    """Finished plays by corrected date, newest first. `archived`: the archived ones, too."""
    details, plain = every_details(library), Details()
    found = [(play, game, touched, details.get(uid, plain))
             for play, uid, game, touched in library.store.results.finished(archived=archived)]
    return sorted((Evening(play, library.key_of(play, game), added.when or touched, added.place)
                   for play, game, touched, added in found), key=lambda one: -one.when)


def photo_of(library: Library, play: int) -> Path | None:
    """The file of the play's photo. Only an export of everything may take it along."""
    path = _photo(library, library.store.play(play).uid)
    return path if path is not None and path.is_file() else None


def save_photo(library: Library, play: int, content: bytes) -> None:
    """Raises `Refused` if it is no picture or can't be saved."""
    _save_photo(_photo(library, library.store.play(play).uid), content)


def photos_to_send(library: Library) -> tuple[list[Path], int]:
    """The newest photos that fit into one file, and how many there are."""
    home, left = library.store.path, MOST_SENT
    if home is None:
        every = []
    else:
        every = sorted(home.parent.glob("photos/*.jpg"), key=lambda one: -one.stat().st_mtime)
    sent = []
    for photo in every:
        size = photo.stat().st_size
        if size <= min(left, LARGEST_SENT):
            sent.append(photo)
            left -= size
    return sent, len(every)


def takes_photo(library: Library, uid: str, content: bytes, *, save: bool) -> bool:
    """Whether a photo from a file is new here. `save`: keep it, if its play is here."""
    path = _photo(library, uid)
    new = path is not None and not path.exists() and content.startswith(PICTURES)
    if new and save:
        new = library.store.play_with(uid) is not None
        if new:
            _save_photo(path, content)
    return new


def _save_photo(path: Path | None, content: bytes) -> None:
    if not content.startswith(PICTURES) or len(content) > LARGEST_PHOTO:
        raise Refused(say("That isn't a photo. Choose a JPEG or PNG."))
    try:
        if path is None:
            raise OSError
        path.parent.mkdir(exist_ok=True)
        unfinished = path.with_suffix(".new")
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError:
        raise Refused(say("The photo couldn't be saved. Free some space and try again.")) from None


def remove_photo(library: Library, play: int) -> None:
    _remove_file(library, library.store.play(play).uid)


def delete_with_details(library: Library, rows: Sequence[PlayRow]) -> None:
    """Plays deleted for good leave nothing behind. Raises `Refused`, and then nothing changed."""
    gone, known, times = {row.uid for row in rows}, library.setting(KEY), library.setting("times")
    left = {uid: one for uid, one in known.items() if uid not in gone}
    timed = {entry: at for entry, at in times.get(KEY, {}).items() if entry.rpartition("/")[0] not in gone}
    said_of_them = (left, timed) != (known, times.get(KEY, {}))
    settings = {KEY: left, "times": {**times, KEY: timed}} if said_of_them else None
    library.store.delete(*(row.id for row in rows), settings=settings)
    for uid in gone:
        _remove_file(library, uid)


def _remove_file(library: Library, uid: str) -> None:
    path = _photo(library, uid)
    if path is not None:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _photo(library: Library, uid: str) -> Path | None:
    home = library.store.path
    if home is None or not uid.replace(SECOND, "").isalnum():
        return None
    return home.parent / "photos" / f"{uid}.jpg"


def every_details(library: Library) -> dict[str, Details]:
    """By the play's uid."""
    return {uid: Details(**raw) for uid, raw in library.setting(KEY).items()}
