"""Every game, answered by a robot that knows only the JSON it is sent, and only the operations of the protocol."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.registry import BUILT_IN, find_games
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.phones.guests import NOBODY, Guests
from companion.services.phones.http import read_json, write_json
from companion.services.phones.seat_view import SeatViews
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.phones.room import NAMES

pytestmark = pytest.mark.slow
ANSWERS = 120


class Robot:
    """The host's phone of `serve`, alone with the table: it is asked everything."""

    def __init__(self, views: SeatViews, seed: str) -> None:
        self.views, self.rng = views, Random(seed)
        self.answered = self.refused = 0
        self.kinds: set[str] = set()

    def state(self) -> Any:
        return json.loads(write_json(self.views[NOBODY].state()))

    def do(self, state: Any, op: str, **more: Any) -> Any:
        message = {"epoch": state["epoch"], "op": op, "key": state["mine"]["ask"]["key"], **more}
        reply = json.loads(write_json(self.views[NOBODY].do(read_json(write_json(message)))))
        assert "stale" not in reply and "failed" not in reply, (message, reply)
        return reply

    def turn(self, state: Any) -> None:
        """One question: tap what is shown, then the button."""
        ask = state["mine"]["ask"]
        self.kinds.add(ask["kind"])
        if state["mine"]["tiles"] and self.rng.random() < 0.3:
            self.other(state)
            return
        reply = self.give(state, ask)
        if reply.get("answered"):
            self.answered += 1
        elif "refused" in reply:
            self.refused += 1

    def other(self, state: Any) -> None:
        tile = self.rng.choice([one for one in state["mine"]["tiles"] if one["ready"]] or state["mine"]["tiles"])
        reply = self.views[NOBODY].do({"epoch": state["epoch"], "op": "look", "key": tile["key"]})
        assert "ok" in reply or "refused" in reply, reply
        self.answered += bool(reply.get("answered"))

    def give(self, state: Any, ask: Any) -> Any:
        free = [one["token"] for one in ask.get("choices", ()) if "barred" not in one]
        if ask.get("at_once") and free:
            return self.do(state, "tap", token=self.rng.choice(free))
        if "dice" in ask:
            for _ in ask["dice"]["slots"]:
                reply = self.do(state, "face", face=self.rng.choice(ask["dice"]["faces"])["number"])
                if reply.get("answered"):
                    return reply
        for row in ask.get("rows", ()):
            self.do(state, "row", row=row["key"], value=self.rng.randint(row["low"], row["high"]))
        least = 1 if ask["kind"] == "place" else ask.get("least", 0)
        for token in self.rng.sample(free, self.rng.randint(min(least, len(free)), min(ask.get("most", 1), len(free)))):
            reply = self.do(state, "tap", token=token)
            if reply.get("answered"):  # this game's own draft: a tap may say all
                return reply
        text = {"text": "a word"} if "text" in ask else {}
        reply = self.do(state, "give", **text)
        if "refused" in reply and (ask.get("second") or {}).get("does") in ("draw", "roll"):
            reply = self.do(state, "draw")
            reply = reply if reply.get("answered") else self.do(state, "give")
        return reply


@sampled("game", sorted(BUILT_IN), keep=2)
def test_a_robot_that_reads_only_json_plays_every_game(tmp_path: Path, game: str) -> None:
    games = dict(find_games().games)
    library = Library(open_store(tmp_path / "plays.db"), games, SetClock())
    opened = library.start(game, Setup(people(*NAMES[:min(4, games[game].facts.most)])))
    views = SeatViews(opened, Guests(host="h"), lambda: None, alone=True)
    robot = Robot(views, game)
    for _ in range(ANSWERS * 3):
        state = robot.state()
        if views.sealed:
            views.opened.open_votes()
        elif state["mine"] is None or robot.answered >= ANSWERS:
            break
        elif state["mine"]["ask"] is None:
            robot.other(state)
        else:
            robot.turn(state)
    assert robot.answered >= min(ANSWERS, 40) or state["table"]["state"] == "over", (robot.answered, state["table"])
    assert robot.refused <= robot.answered / 3, "what the rules alone know may be refused"
