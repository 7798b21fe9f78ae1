"""What a guest's page shows, as plain JSON. Every word comes from the play: there are no rules and no sentences twice.

Nothing that a seat may not see goes into its state. `table` is what everybody at the table sees anyway; `mine` is made
from the questions of that one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.core.json_values import Json
from companion.core.questions import Timer
from companion.core.seats import initials
from companion.core.showing.description import as_json
from companion.core.text import Text, say
from companion.services.chronicle import ToldLine, last_lines
from companion.services.open_play import OpenPlay
from companion.services.table.controller import TableController
from companion.services.table.situation import Q, SeatState
from companion.services.table.why import Why

LINES = 3
Where = Callable[[Any], tuple[float, float] | None]
"""Where a space lies on the picture of the stage, from 0 to 1, from the top left; None: nowhere."""


def words(text: Text | str | None) -> str:
    return "" if text is None else str(text)


def seats_json(opened: OpenPlay) -> list[Json]:
    """Who sits there: name, colour, shape and letter."""
    seats = opened.play.table.seats
    letters = initials(seat.name for seat in seats)
    return [{"seat": seat.index, "name": seat.name, "colour": seat.colour, "shape": seat.shape,
             "letter": letters[seat.index], "gone": seat.gone} for seat in seats]


def timer_json(opened: OpenPlay, timer: Timer, starts: bool) -> Json:
    """Drawn by the page itself, from its end. `starts`: this is the surface that sets a clock going by showing it."""
    timers = opened.timers
    now = timers.now()
    found = timers.of(timer) if starts else timers.peek(timer)
    left = found.left(now)
    shown: dict[str, Json] = {"name": timer.name, "seconds": timer.seconds, "running": found.running, "over": left <= 0,
                              "started": timers.started(timer), "by_hand": timer.starts_by_hand}
    if found.running:
        return {**shown, "ends": round((now.wall + left) * 1000)}
    return {**shown, "left": round(left, 1)}


def table_json(reader: TableController, phones: Collection[int], starts: bool) -> dict[str, Json]:
    """The public part. `phones`: the seats that have one."""
    opened, now, view = reader.opened, reader.situation, reader.view
    facts, given = opened.game.facts, now.given
    asked = [one for one in reader.play.open() if one.key() not in given] if now.state in ASKING else []
    found: dict[str, Json] = {
        "state": now.state, "game": facts.id, "title": facts.title, "subtitle": words(view.subtitle if view else ""),
        "headline": headline(reader), "asked": sorted({one.seat.index for one in asked if one.seat is not None}),
        "asked_table": any(one.seat is None for one in asked),
        "seats": [_seat(who, state, phones) for who, state in zip(seats_json(opened), reader.seats, strict=True)],
        "lines": [{"text": words(line.text), "seat": line.seat, "at": round(line.at * 1000)}
                  for line in public_lines(reader)],
        "look": {"dark": as_json(facts.dark), "light": as_json(facts.light)}}
    if now.asked:
        found["in"] = sorted(one.seat.index for one in now.asked if one.seat is not None and one.key() in given)
    if reader.timer is not None:
        found["timer"] = timer_json(opened, reader.timer, starts)
    if reader.hand.lines:
        found["hand"] = {"title": words(reader.hand.title), "put_back": reader.hand.put_back,
                         "lines": [{"text": words(one.sentence), "seat": one.seat, "icon": one.icon}
                                   for one in reader.hand.lines]}
    if view is not None:
        found.update(banner=words(view.banner), reminders=as_json(view.reminders), cards=as_json(view.cards),
                     tracks=as_json(view.tracks))
    if now.outcome is not None:
        found["outcome"] = as_json(now.outcome)
    return found


BARE: dict[str, Json] = {"score": None, "active": False, "marks": [], "note": "", "side": ""}
"""Of a seat of which nothing may be told."""
ASKING = ("question", "ballots", "seats")


def public_lines(reader: TableController) -> list[ToldLine]:
    """The newest lines, without who answered in secret and when: that would tell in which order."""
    play = reader.play
    opened = {reveal.by for reveal in play.run.reveals}  # the last answer of a round tells what was opened by it
    many = LINES + len(play.table.seats)
    while True:  # a vote may have been changed any number of times: that must not push other lines out
        told = last_lines(play, many)
        found = [line for line in told if line.record < 0 or line.record in opened or not play.log[line.record].sealed]
        if len(found) >= LINES or len(told) < many:
            return found[:LINES]
        many *= 2


def headline(reader: TableController) -> str:
    """Everybody's: on a guest's phone no phone is passed round."""
    if reader.situation.state == "ballots":
        return words(say("Everybody answers in secret."))
    return words(reader.headline)


def _seat(who: dict[str, Json], state: SeatState, phones: Collection[int]) -> Json:
    return {**who, "score": state.score, "active": state.active, "gone": state.gone, "phone": state.index in phones,
            "marks": as_json(state.marks), "note": state.note, "side": state.side}


def sealed_json(table: dict[str, Json]) -> dict[str, Json]:
    """All secret answers are in: the table as it was before the last one, and that all are in. Nothing else."""
    same = {key: value for key, value in table.items() if key not in ("timer", "in", "asked", "asked_table")}
    seats = [one["seat"] for one in table["seats"] if not one["gone"]]
    return {**same, "state": "sealed", "headline": words(say("All secret answers are in.")), "in": seats, "asked": [],
            "asked_table": False}


def blank_json(table: dict[str, Json]) -> dict[str, Json]:
    """Only who sits there: the rest may tell of votes that are still closed."""
    return {"game": table["game"], "title": table["title"], "look": table["look"], "subtitle": "", "lines": [],
            "reminders": [], "cards": [], "tracks": [], "banner": "",
            "seats": [{**one, **BARE} for one in table["seats"]]}


def ask_json(controller: TableController, question: Q, where: Where | None, starts: bool) -> Json:
    """A question as the page draws it, with what was tapped so far. Raises `GameFailed`."""
    described = controller.describe(question)
    found: dict[str, Json] = as_json(described)
    if question.kind == "place" and where is not None:
        for shown, choice in zip(found.get("choices", ()), described.choices, strict=True):
            at = where(choice.choice)
            if at is not None:
                shown["at"] = [round(at[0], 4), round(at[1], 4)]
    timer = question.timer(controller.play.table)
    if timer is not None:
        found["timer"] = timer_json(controller.opened, timer, starts)
    return found


def tile_json(controller: TableController, question: Q, title: str = "") -> Json:
    table = controller.play.table
    return {"key": question.key(), "title": title or words(question.title(table)), "icon": question.icon,
            "ready": bool(question.possible(table))}


def why_json(why: Why) -> Json:
    return {"text": words(why.text), "hints": [words(one) for one in why.hints],
            "line": [{"seat": one.seat.index, "words": words(one.words), "now": one.now} for one in why.line],
            "reminders": [{"text": words(one.text), "icon": one.icon} for one in why.reminders],
            "rules": [{"id": rule.id, "title": rule.title, "text": rule.text} for rule in why.rules],
            "house": [{"label": words(one.label), "choice": words(one.choice), "sentence": words(one.sentence)}
                      for one in why.house]}
