"""Every Red of a night on one page, one answer (WW-97, WW-111)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.json_values import Json
from companion.core.kinds import PickSeveral
from companion.core.kinds.several import SeveralDraft
from companion.core.questions import Face, Refused
from companion.core.said import said
from companion.core.showing.description import ShownChoice
from companion.core.text import Text, count, say
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.night_plan import PlannedFlight
from companion.games.windward.rules.night.flights import (
    Rest,
    choose_way,
    flights_ahead,
    fly,
    hunted_ship,
    number_of,
    the_way,
)
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import Captain, Windward
from companion.games.windward.words import letter_of


@dataclass(frozen=True)
class AllFly(PickSeveral[Windward, str]):
    """WW-97, WW-111: every Red of the night on one page. The answer: who flies where, in order (`red7@1,-2`)."""

    rule = "WW-111"
    also = ("WW-86", "WW-90", "WW-92", "WW-94", "WW-97", "WW-112", "WW-A19", "WW-A21")
    icon = "format-list-numbered"
    panel = "companion.games.windward.screen.night:NightPage"
    seat: Captain

    def sentence(self, table: Windward) -> Text:
        flying = len([one for one in self.flights(table) if one.moves])
        return count("{spaces} Red flies tonight.", "{spaces} Reds fly tonight.", flying,
                     spaces=NIGHT[flying] if flying < len(NIGHT) else str(flying))

    kicker = said("Move them on the table, one after the other")
    title = said("All at once")

    def why(self, table: Windward) -> Text | None:
        if not table.is_under_way(Rest):
            return None
        pieces, mode = table.pieces(hunted_ship(table)), table.mode()
        reasons = [explain.reasons(table.planet, pieces, mode, one.decision)[0] for one in self.flights(table)[:1]]
        return reasons[0].text if reasons else None

    def flights(self, table: Windward, answer: Sequence[str] = ()) -> tuple[PlannedFlight, ...]:
        """The night, with what was chosen so far."""
        if not table.is_under_way(Rest):
            return ()
        ends = {number_of(token): end_of(token) for token in answer}
        return tuple(flights_ahead(table, ends, list(ends)))

    def things(self, table: Windward) -> Sequence[str]:
        return [token for one in self.flights(table) for token in tokens_of(one)]

    def least(self, table: Windward) -> int:
        return len(self.flights(table))

    def most(self, table: Windward) -> int:
        return self.least(table)

    def possible(self, table: Windward) -> bool:
        return bool(self.flights(table))

    def decode(self, table: Windward, raw: Json) -> tuple[str, ...]:
        if not isinstance(raw, list) or not all(isinstance(one, str) for one in raw):
            raise Refused(say("The flights of this night are needed here."), self.rule)
        return tuple(raw)

    def check(self, table: Windward, answer: tuple[str, ...]) -> None:
        if not answer or not all(map(is_token, answer)) or self.planned(table, answer) != answer:
            raise Refused(say("The Reds fly differently tonight. Look at the list again."), self.rule)

    def planned(self, table: Windward, answer: Sequence[str] = ()) -> tuple[str, ...]:
        """The whole answer that begins with these choices."""
        return tuple([token_of(one.decision.crester, one.way) for one in self.flights(table, answer)])

    def could_be(self, table: Windward, raw: Json) -> bool:
        try:
            self.check(table, self.decode(table, raw))
        except Refused:
            return False
        return True

    def random_answer(self, table: Windward, rng: Any) -> Json:
        chosen: dict[str, str] = {}
        for _ in range(len(table.cresters)):
            flights = self.flights(table, tuple(chosen.values()))
            open_ones = [one for one in flights if one.decision.crester.id not in map(number_of, chosen)]
            if not open_ones:
                break
            token = tokens_of(open_ones[0])[int(rng.random() * len(tokens_of(open_ones[0])))]
            chosen[token] = token
        return list(self.planned(table, tuple(chosen.values())))

    def draft(self, table: Windward) -> NightDraft:
        return NightDraft(self, table)

    button = said("All moved")

    def moves(self, table: Windward, answer: Any) -> Iterable[str]:
        return {f"beasts.{token.partition('@')[0]}": token.partition("@")[2] for token in answer}

    async def then(self, table: Windward, answer: tuple[str, ...]) -> None:
        rest_now = table.under_way(Rest)
        for token in table.each(lambda: answer):
            rest_now.now, rest_now.way = number_of(token), -1
            if not the_way(table).arrives:
                choose_way(table, end_of(token))
            await fly(table)


TOKEN = re.compile(r"red[1-9][0-9]{0,3}@-?[0-9]{1,2},-?[0-9]{1,2}")
NIGHT = (say("No"), say("One"), say("Two"), say("Three"), say("Four"), say("Five"), say("Six"), say("Seven"),
         say("Eight"), say("Nine"))


def token_of(crester: mover.FlyingCrester, way: mover.Way) -> str:
    return f"red{crester.id}@{spell(way.end)}"


def tokens_of(flight: PlannedFlight) -> list[str]:
    """One for each way that the table may choose; the marked one first."""
    return [token_of(flight.decision.crester, way) for way in flight.choices]


def is_token(token: str) -> bool:
    return TOKEN.fullmatch(token) is not None


def end_of(token: str) -> Hex:
    q, _, r = token.partition("@")[2].partition(",")
    return Hex(int(q), int(r))


class NightDraft(SeveralDraft):
    """Ready from the start, with the marked ways; a tap on another one takes it, and later Reds follow."""

    question: AllFly

    def clear(self) -> None:
        self._drawn = []
        self.tokens = list(self.question.planned(self.table))

    def drop_stale(self) -> None:
        self.tokens = list(self.question.planned(self.table, tuple(filter(is_token, self.tokens))))

    def tap(self, token: Json) -> None:
        if token in self.tokens:
            return
        if token not in [one.token for one in self.shown()]:
            raise Refused(say("One of those can't be chosen here. Choose from what is shown."), self.question.rule)
        changed = [token if number_of(one) == number_of(token) else one for one in self.tokens]
        self.tokens = list(self.question.planned(self.table, changed))

    def erase(self) -> None:
        self.clear()

    def so_far(self) -> tuple[str, ...]:
        return tuple(self.tokens)

    def flights(self) -> tuple[PlannedFlight, ...]:
        return self.question.flights(self.table, self.so_far())

    def shown(self) -> tuple[ShownChoice, ...]:
        """A row a flight; equal ways a row each, A and B, the chosen one with a check."""
        rows: list[ShownChoice] = []
        moving = [one for one in self.flights() if one.moves]
        for number, flight in enumerate(moving, 1):
            for letter, way in zip(WAYS, flight.choices, strict=False):
                token = token_of(flight.decision.crester, way)
                rows.append(ShownChoice(token, flight_face(self.table, number, flight, way, letter),
                                        chosen=token in self.tokens, choice=token))
        return tuple(rows)

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"choices": self.shown(), "least": self.question.least(self.table),
                "most": self.question.most(self.table)}

    def second(self) -> None:
        return None


WAYS = "ABCDEF"


def flight_face(table: Windward, number: int, flight: PlannedFlight, way: mover.Way, letter: str) -> Face:
    """Which Red, from where; below it the way for the hands."""
    red = flight.decision.crester
    who = say("{n}. Red {letter}, {where}", n=number, letter=letter_of(red.id), where=in_words(table, red.at))
    hands = explain.for_the_hands(table.planet, way.path)
    if way.arrives:
        me = table.under_way(Rest).captain
        return Face(who, say("{way}: it reaches {name}", way=hands, name=me) if table.solo
                    else say("{way}: it attacks {name}", way=hands, name=me), "sword-cross")
    if len(flight.choices) > 1:
        return Face(who, say("Way {letter}: {way}", letter=letter, way=hands), "map-marker-path")
    return Face(who, say("{way}", way=hands), "target")
