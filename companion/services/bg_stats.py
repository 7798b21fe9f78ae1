"""Exports a finished play to BG Stats, as its documented link or the same JSON in a file.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from companion.core import log
from companion.core.renamed import first_id
from companion.core.setup import name_key
from companion.core.values import Json
from companion.core.views import Outcome
from companion.services.chronicle import seconds_of

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
    seconds = seconds_of(play.log)
    scored = [one for one in outcome.places if one.score is not None]
    best = max((one.score or 0 for one in scored), default=0)
    data: dict[str, Json] = {
        "sourceName": "Tableside", "sourcePlayId": opened.row.uid or str(opened.id),
        "playDate": datetime.fromtimestamp(details.when or ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(seconds / 60)) if seconds else 0,
        "game": {"name": opened.title, "sourceGameId": f"{first_id(game.facts.id)}/{opened.title}",
                 "noPoints": not scored,
                 "highestWins": not scored
                 or any(one.score == best for one in scored if one.seat in outcome.winners)},
        "players": players}
    return data | ({"location": details.place} if details.place else {}) | (
        {"comments": details.note} if details.note else {})


def as_file(data: dict[str, Json]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_link(data: dict[str, Json]) -> str:
    return LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
