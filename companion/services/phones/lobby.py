"""`serve` before there is a play, and after one: whoever comes first is the host, and begins one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.game import Game
from companion.core.json_values import Json
from companion.core.questions import Refused
from companion.core.text import say
from companion.services.open_play import STARTED
from companion.services.phones.guests import NOBODY, WATCHER
from companion.services.phones.joining import check_secret, known_token, watch
from companion.services.phones.server.calls import Post, ask
from companion.services.phones.server.door import Door

Begin = Callable[[str, list[str]], None]


def games_json(games: Mapping[str, Game[Any]]) -> list[Json]:
    """What can be played; a game that needs its owner's copy entered first begins in the app."""
    return [{"id": game.facts.id, "title": game.facts.title, "fewest": game.facts.fewest, "most": game.facts.most}
            for game in games.values()]


class Lobby:
    """What the door asks while nothing is on the table."""

    def __init__(self, door: Door, games: Mapping[str, Game[Any]], post: Post, begin: Begin) -> None:
        self.door, self.guests, self.games, self.post, self.begin = door, door.guests, games, post, begin

    def show(self) -> None:
        self.door.show({NOBODY: self._state(True), WATCHER: self._state(False)})

    def _state(self, host: bool) -> Json:
        table = {"state": "none", "game": "", "title": "Tableside", "subtitle": "", "headline":
                 str(say("Nothing is on the table yet.")), "asked": [], "asked_table": False, "seats": [], "lines": [],
                 "reminders": [], "cards": [], "tracks": [], "stage": None, "guests": False, "where": "Tableside"}
        you: Json = {"seat": None, "host": True} if host else {"watch": True}
        state = {"epoch": f"{STARTED}.none", "boot": STARTED, "you": you, "mine": None, "table": table}
        if not host:
            return state
        return {**state, "host": {"undo": False, "redo": False, "open": False, "guests": False, "asks": [], "exits": [],
                                  "games": games_json(self.games)}}

    # Asked by the door, in its thread

    async def join(self, message: dict[str, Json], address: str) -> Json:
        if "token" in message:
            return known_token(self.guests, message)
        check_secret(self.guests, message, address)
        return await ask(self.post, lambda: self._join(message))

    def _join(self, message: dict[str, Json]) -> Json:
        if "seat" not in message and message.get("watch") is not True:
            return {"title": "Tableside", "game": "", "host": "Tableside", "secret": self.guests.secret, "seats": [],
                    "watch": True}
        if "seat" in message and (not self.guests.host or self.guests.host_is_away()):
            token = self.guests.be_host()
            self.show()
            return {"token": token, "seat": None}
        return watch(self.guests)

    async def do(self, token: str, message: dict[str, Json]) -> Json:
        return await ask(self.post, lambda: self._do(token, message))

    def _do(self, token: str, message: dict[str, Json]) -> Json:
        if message.get("op") != "new" or not self.guests.is_host(token):
            return {"refused": str(say("Only the host can do that."))}
        return begin_play(self.begin, message)

    async def look(self, token: str) -> None:
        await ask(self.post, self.show)

    async def leave(self, token: str) -> None:
        self.guests.leave(token)


def begin_play(begin: Begin | None, message: dict[str, Json]) -> Json:
    """Of the host's request, whoever takes it."""
    names = message.get("names")
    if begin is None or not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        return {"refused": str(say("This can't be done here."))}
    try:
        begin(str(message.get("game")), [name.strip() for name in names if name.strip()])
    except Refused as refused:
        return {"refused": str(refused)}
    return {"ok": True}
