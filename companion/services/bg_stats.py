"""Exports a finished play to BG Stats, as its documented link or the same JSON in a file; reads its exports.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from companion.core import log
from companion.core.files import CUT_OFF
from companion.core.renamed import first_id
from companion.core.setup import PlayElsewhere, SeatElsewhere, name_key
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.core.views import Outcome
from companion.services.chronicle import length_of
from companion.services.elsewhere import LeftOutPlays, Seating, number_in, uid_of

if TYPE_CHECKING:
    from companion.services.open_play import OpenPlay
    from companion.services.play_details import Details

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def as_play(opened: "OpenPlay", outcome: Outcome, details: "Details") -> dict[str, Json]:
    """Dated at the end of the play in UTC. Our ids let BG Stats recognise people and games next time."""
    play, game = opened.play, opened.game
    places = {one.seat: one for one in outcome.places}
    first = next((record.seat for record in play.log if record.seat is not None), None)
    players: list[Json] = []
    for seat in play.table.seats:
        place = places.get(seat.index)
        player: dict[str, Json] = {"name": seat.name, "sourcePlayerId": name_key(seat.name),
                                   "startPlayer": seat.index == first,
                                   "winner": seat.index in outcome.winners or outcome.won is True}
        if place is not None:
            player["rank"] = place.place
            if place.score is not None:
                player["score"] = place.score
        players.append(player)
    ended = max((record.at for record in play.log if record.kind == log.ANSWER), default=opened.row.began)
    seconds = length_of(play.setup, play.log)
    bgg = game.bgg_of(play.setup)
    scored = [one for one in outcome.places if one.score is not None]
    best = max((one.score or 0 for one in scored), default=0)
    data: dict[str, Json] = {
        "sourceName": "Tableside", "sourcePlayId": opened.row.uid or str(opened.id),
        "playDate": datetime.fromtimestamp(details.when or ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(seconds / 60)) if seconds else 0,
        "game": {"name": opened.title, "sourceGameId": f"{first_id(game.facts.id)}/{opened.title}",
                 **({"bggId": bgg} if bgg else {}), "noPoints": not scored,
                 "highestWins": not scored
                 or any(one.score == best for one in scored if one.seat in outcome.winners)},
        "players": players}
    return data | ({"location": details.place} if details.place else {}) | (
        {"comments": details.note} if details.note else {})


def as_file(data: dict[str, Json]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_link(data: dict[str, Json]) -> str:
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


# Reading an export: everything of the owner, or a single shared play

TABLES = ("players", "games", "plays")
Raw = Mapping[str, Any]


def is_export(raw: Json) -> bool:
    return isinstance(raw, dict) and all(isinstance(raw.get(table), list) for table in TABLES)


def plays_in(raw: Raw) -> Iterator[PlayElsewhere | LeftOutPlays]:
    """Plays that BG Stats ignores stay out. Raises `Refused` if a list holds something else."""
    games, people = _by_id(raw["games"]), _by_id(raw["players"])
    places, seating = _by_id(raw.get("locations", [])), Seating()
    left_out: Counter[Text] = Counter()
    for play in _rows(raw["plays"]):
        game = _named(games, play, "gameRefId")
        try:
            if play.get("ignored") is True:
                raise Refused(say("BG Stats doesn't count such plays."))
            yield _play(play, game, _named(places, play, "locationRefId"), seating.seated(
                _seats(play, people)))
        except Refused as error:
            left_out[error.refusal.why] += 1
    yield from (LeftOutPlays.of(number, why) for why, number in left_out.items())


def _rows(rows: Json) -> list[Raw]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refused(CUT_OFF)
    return rows


def _by_id(rows: Json) -> dict[Any, Raw]:
    return {row["id"]: row for row in _rows(rows) if isinstance(row.get("id"), int)}


def _named(rows: Mapping[Any, Raw], row: Raw, key: str) -> Raw:
    """What this row names by its number, or nothing."""
    number = row.get(key)
    return rows.get(number, {}) if isinstance(number, int) else {}


def _word(row: Raw, key: str) -> str:
    found = row.get(key)
    return found.strip() if isinstance(found, str) else ""


def _whole(row: Raw, key: str) -> int:
    found = row.get(key)
    return found if type(found) is int and found > 0 else 0


def _seats(play: Raw, people: Mapping[Any, Raw]) -> list[tuple[str, int | None, bool]]:
    """Name, points and victory of each player, in seating order."""
    scores = sorted(_rows(play.get("playerScores", [])), key=lambda one: _whole(one, "seatOrder"))
    return [(_name(_named(people, one, "playerRefId")), number_in(str(one.get("score") or "")),
             one.get("winner") is True) for one in scores]


def _name(person: Raw) -> str:
    return "" if person.get("isAnonymous") is True else _word(person, "name")


def _play(play: Raw, game: Raw, place: Raw, seats: tuple[SeatElsewhere, ...]) -> PlayElsewhere:
    title = _word(game, "name")
    if not title:
        raise Refused(say("The game isn't in the file."))
    return PlayElsewhere(uid_of("bgstats", _word(play, "uuid") or json.dumps(play, sort_keys=True)), title,
                         _date(_word(play, "playDate")), seats, _whole(play, "durationMin"),
                         _word(place, "name"), _word(play, "comments"), _whole(game, "bggId"),
                         game.get("highestWins") is False)


def _date(text: str) -> float:
    """Local time. Raises `Refused`."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(text).timestamp()
    raise Refused(say("The date can't be read."))
