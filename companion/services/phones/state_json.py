"""The JSON of a state: what everybody sees of the table, and one question."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.core import log as records
from companion.core.engine.by_hand import HandLine, way_of
from companion.core.game import Game
from companion.core.kinds import Place
from companion.core.questions import Timer
from companion.core.setup import initials
from companion.core.text import Text, count, listing, say
from companion.core.values import Json
from companion.core.views import Arrow, Map, Spot, as_plain
from companion.services.chronicle import ToldLine, last_lines
from companion.services.evening.moment import outcome_json
from companion.services.open_play import OpenPlay
from companion.services.packs.page_art import page_art, stamp
from companion.services.table.controller import TableController
from companion.services.table.situation import Q

LINES = 3
ASKING = ("question", "ballots", "seats")
BARE: dict[str, Json] = {"score": None, "active": False, "marks": [], "note": "", "side": ""}


def words(text: Text | str | None) -> Text | str:
    return "" if text is None else text


def plain(value: Any) -> Json:
    """As JSON, not yet translated: each guest reads it in their own language."""
    return as_plain(value, lambda text: text)


def seats_json(opened: OpenPlay) -> list[Json]:
    seats = opened.play.table.seats
    letters = initials(seat.name for seat in seats)
    return [{"seat": seat.index, "name": seat.name, "colour": seat.colour, "shape": seat.shape,
             "letter": letters[seat.index], "gone": seat.gone} for seat in seats]


def timer_json(opened: OpenPlay, timer: Timer, starts: bool) -> Json:
    """The page draws it from its end time. `starts`: showing it starts the timer."""
    timers = opened.timers
    now = timers.now()
    found = timers.of(timer) if starts else timers.peek(timer)
    left = found.left(now)
    shown: dict[str, Json] = {"seconds": timer.seconds, "running": found.running, "over": left <= 0,
                              "started": timers.started(timer)}
    if found.running:
        return {**shown, "ends": round((now.wall + left) * 1000)}
    return {**shown, "left": round(left, 1)}


def table_json(reader: TableController, starts: bool) -> dict[str, Json]:
    """The public part."""
    opened, now, view = reader.opened, reader.situation, reader.view
    facts, given = opened.game.facts, now.given
    asked = [one for one in reader.play.open() if one.key() not in given] if now.state in ASKING else []
    found: dict[str, Json] = {
        "state": now.state, "game": facts.id, "title": opened.name,
        "subtitle": words(view.subtitle if view else ""),
        "headline": headline(reader),
        "asked": sorted({one.seat.index for one in asked if one.seat is not None}),
        "asked_table": any(one.seat is None for one in asked),
        "seats": [{**plain(one), "seat": one.index} for one in reader.seats],
        "lines": lines_json(reader, LINES),
        "undone": bool(reader.play.log) and reader.play.log[-1].kind == records.UNDO,
        "look": {"dark": plain(facts.dark), "light": plain(facts.light)}}
    if now.asked:
        found["in"] = sorted(one.seat.index for one in now.asked if one.seat is not None
                             and one.key() in given)
    if reader.timer is not None:
        found["timer"] = timer_json(opened, reader.timer, starts)
    if reader.hand.lines:
        found["hand"] = {"title": words(reader.hand.title), "waits": reader.hands_wait, "lines": [
            {"text": words(one.sentence), "seat": one.seat, "icon": one.icon, "path": one.path}
            for one in reader.hand.lines]}
    if view is not None:
        by_hand = {one.path for one in reader.hand.lines}
        reminders = tuple(one for one in view.reminders if one.by_hand not in by_hand)
        found.update(banner=words(view.banner), turn=words(view.turn), reminders=plain(reminders),
                     cards=plain(view.cards), tracks=plain(view.tracks), sheet=plain(view.sheet))
    if now.state == "question":
        found["ahead"] = [words(one) for one in reader.ahead()]
    if now.outcome is not None:
        found["outcome"] = outcome_json(now.outcome, reader.play)
    return {**found, **board_json(reader)}


def board_json(reader: TableController) -> dict[str, Json]:
    """The board in two parts: `land` stays for a long time, and the stream sends it once."""
    play, now = reader.play, reader.situation
    board = play.board() if now.state not in ("broken", "misfit") else None
    if board is None:
        return {}
    arrows = hand_arrows(reader.hand.lines, board)
    asked = now.question
    if not goes_back(reader):
        shown = () if asked is None or asked.secret else drawn(asked, play.table, None)
        arrows = [*board.arrows, *shown, *arrows]
    reveal = {"reveal": plain(board.reveal)} if board.reveal else {}
    return {"board": {"pieces": plain(board.pieces), "arrows": plain(arrows), **reveal},
            "land": land_json(play.game, board)}


def hand_arrows(lines: Iterable[HandLine], board: Map | None) -> list[Arrow]:
    return [Arrow(way, "hand", one.place) for one in lines if (way := way_of(one, board))]


def goes_back(reader: TableController) -> bool:
    """While pieces are put back after an undo, the board shows only their ways."""
    return reader.hand.put_back and bool(reader.hand.lines)


def drawn(question: Q, table: Any, answer: Any) -> Sequence[Arrow]:
    """Its arrows; each flight says why: a sentence of `aloud`, or for a single one the first reason."""
    arrows = tuple(question.arrows(table, answer))
    flights = sum(one.kind == "flight" for one in arrows)
    if not flights:
        return arrows
    told = question.aloud(table, answer or ()) or [reason.text for reason in question.reasons(table)][:1]
    if len(told) != flights:
        return arrows
    why = iter(told)
    return [one if one.kind != "flight" else replace(one, label=one.label or next(why)) for one in arrows]


def land_json(game: Game[Any], board: Map) -> dict[str, Json]:
    """What stays on the board. Spots and props are short lists, as a planet has a hundred."""
    art = page_art(game.home)
    found: dict[str, Json] = plain(replace(board, spots=(), pieces=(), arrows=(), props=(), reveal=None))
    if board.props:
        found["props"] = [without_end([one.picture, one.x, one.y, one.scale if one.scale != 1 else "",
                                       one.over or ""]) for one in board.props]
    if art is not None:
        found["art"] = stamp(art)
    return {**found, "spots": [short(one) for one in board.spots]}


def short(spot: Spot) -> list[Json]:
    return without_end([
        spot.key, spot.name, spot.x, spot.y, spot.shape, spot.name if spot.label is None else spot.label,
        spot.picture, spot.zone, spot.tone, spot.icon, spot.wide or "", spot.high or "", spot.turn or "",
        "" if spot.scale == 1 else spot.scale, spot.ring or ""])


def without_end(found: list[Json]) -> list[Json]:
    while found[-1] == "":
        found.pop()
    return found


def lines_json(reader: TableController, most: int) -> list[Json]:
    return [line_json(line) for line in public_lines(reader, most)]


def line_json(line: ToldLine) -> dict[str, Json]:
    return {"text": words(line.text), "seat": line.seat, "at": round(line.at * 1000)}


def public_lines(reader: TableController, most: int) -> list[ToldLine]:
    """The newest lines, without who answered in secret and when, which would reveal the order."""
    play = reader.play
    opened = {reveal.by for reveal in play.run.reveals}  # a round's last answer reports what it revealed
    told_by_game = {entry.record for entry in play.chronicle()}

    def public(line: ToldLine) -> bool:
        number = line.record
        return number < 0 or number in opened or not play.log[number].sealed \
            or (number in told_by_game and line.text != play.run.in_secret.get(number))

    many = most + len(play.table.seats)
    while True:  # a vote changed many times must not push other lines out
        told = last_lines(play, many)
        found = [line for line in told if public(line)]
        if len(found) >= most or len(told) < many:
            return found[:most]
        many *= 2


def headline(reader: TableController) -> Text | str:
    """The headline for everybody; unlike at the table, no phone is passed round."""
    if reader.situation.state == "ballots":
        asked = reader.situation.asked
        names = listing(tuple(one.seat for one in asked if one.seat is not None))
        if not any(one.seals for one in asked):
            return count("{names} looks in secret.", "{names} look in secret.", len(asked), names=names)
        if len(asked) > 1:
            return say("Everybody answers in secret.")
        return say("{name} answers in secret.", name=names)
    return reader.headline


def sealed_json(table: dict[str, Json]) -> dict[str, Json]:
    """The table before the last secret answer, and that all are in."""
    same = {key: value for key, value in table.items() if key not in ("timer", "in", "asked", "asked_table")}
    seats = [one["seat"] for one in table["seats"] if not one.get("gone")]
    return {**same, "state": "sealed", "headline": say("All secret answers are in."), "in": seats,
            "asked": [], "asked_table": False, "seats": [{**one, "active": False} for one in table["seats"]]}


def blank_json(table: dict[str, Json]) -> dict[str, Json]:
    """Only the seats: the rest might reveal closed votes."""
    return {"game": table["game"], "title": table["title"], "look": table["look"], "subtitle": "",
            "lines": [], "reminders": [], "cards": [], "tracks": [], "sheet": None, "banner": "",
            "undone": False, "seats": [{**one, **BARE} for one in table["seats"]]}


def ask_json(controller: TableController, question: Q, starts: bool) -> Json:
    """A question for the page, with what was tapped so far. Raises `GameFailed`."""
    described = controller.describe(question)
    found: dict[str, Json] = plain(described)
    if not described.at_once:
        found["draft"] = controller.draft_name(question)
    if isinstance(question, Place):
        for shown, choice in zip(found.get("choices", ()), described.choices, strict=True):
            shown["spot"] = question.spot(choice.choice)
    seen = None
    if described.secret and question.seat is not None:
        seen = controller.play.glance(question.seat.index)
    if seen is not None:
        found["glance"] = {"title": seen.title, "lines": plain(seen.lines),
                           **({"land": land_json(controller.play.game, seen.map),
                               "pieces": plain(seen.map.pieces)} if seen.map else {})}
    table, answer = controller.play.table, controller.draft(question).so_far()
    arrows = () if goes_back(controller) else drawn(question, table, answer)
    if arrows:
        found["arrows"] = plain(arrows)
    if aloud := question.aloud(table, answer or ()):
        found["aloud"] = [words(one) for one in aloud]
    if question.stays_sealed:
        found["stays_sealed"] = True
    timer = question.timer(table)
    if timer is not None:
        found["timer"] = timer_json(controller.opened, timer, starts)
    return found


def tile_json(controller: TableController, question: Q, title: Text | str = "") -> Json:
    table = controller.play.table
    return {"key": question.key(), "title": title or words(question.title(table)), "icon": question.icon,
            "ready": bool(question.possible(table))}
