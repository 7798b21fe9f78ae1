"""The table in one look, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, count, say, spelled
from companion.core.views import Card, Gauge, Mark, Outcome, Piece, Place, Reminder, SeatView, Track, View
from companion.games.winter_tales.characters import OBJECTIVES, SIDE_ICONS, SIDE_NAMES, SIDES, SPRING, WINTER
from companion.games.winter_tales.generating import goal_line
from companion.games.winter_tales.kinds import activation_of
from companion.games.winter_tales.memories import breakdown, memory_line, memory_word, verdict, winners
from companion.games.winter_tales.objectives import garrison
from companion.games.winter_tales.questions_quest import resolving_of, tally
from companion.games.winter_tales.skills import cards_drawn
from companion.games.winter_tales.table import LaidOpen, Player, Winter


def view(table: Winter) -> View:
    seats = tuple(seat_view(table, player) for player in table.circle())
    return View(subtitle(table), seats, tuple(reminders(table)), (memory_track(table),), tuple(cards(table)),
                banner(table))


def subtitle(table: Winter) -> Text:
    if table.phase == "setup":
        return say("Setting up")
    if table.phase == "epilogue":
        return say("Epilogue")
    if table.phase == "over":
        return say("The end")
    quest = resolving_of(table)
    if quest is not None:
        return say("Chapter {n}, {quest}", n=table.chapter, quest=quest.quest)
    return say("Chapter {n}, {memories} memories", n=table.chapter, memories=spelled(table.length))


def seat_view(table: Winter, player: Player) -> SeatView:
    marks: list[Mark] = []
    if player is table.acting and table.phase == "turns":
        marks.append(Mark("flag-variant", say("acting player")))
    if player is table.arbiter:
        marks.append(Mark("scale-balance", say("story arbiter")))
    for power in table.powers.values():
        if power.owner is player and power.key != "propaganda":
            marks.append(Mark("star-four-points-outline", say("holds a power")))
            break
    if table.finale is not None:
        note: Text | None = count("{n} card", "{n} cards", table.finale.cards[player.index])
    elif table.phase == "turns":
        note = say("{n} ready", n=len(table.ready_of(player)))
    else:
        note = None
    return SeatView(player.index, None, tuple(marks), note, player.side)


def memory_track(table: Winter) -> Track:
    pieces = [Piece(space, label=memory_word(memory)) for space, memory in enumerate(table.track) if memory is not None]
    pieces.append(Piece(table.length, label=str(say("Epilogue"))))
    return Track(say("Memory track"), table.length + 1, tuple(pieces))


def cards(table: Winter) -> Iterable[Card]:
    quest = resolving_of(table)
    if quest is not None:
        spring, winter = tally(table, quest)
        yield Card(say("{quest}", quest=quest.quest), (
            Gauge(say("Spring"), spring, max(spring + winter, 1), SIDE_ICONS[SPRING]),
            Gauge(say("Winter"), winter, max(spring + winter, 1), SIDE_ICONS[WINTER])))
    if table.last is not None and table.phase == "turns":
        yield Card(say("{title}", title=table.last.title),
                   lines=(Reminder(say("{line}", line=table.last.line), table.last.icon),))
    if table.phase in ("epilogue", "over"):
        yield Card(say("The score"), lines=tuple(Reminder(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES))


def reminders(table: Winter) -> Iterable[Reminder]:
    activation = activation_of(table)
    if activation is not None:
        n = cards_drawn(table, activation.character)
        yield Reminder(say("{who}: flipped, draws {n}; move, act, then discard down to 7.", who=activation.character,
                           n=n), "cards-outline")
    memory = table.marked()
    if memory is not None:
        yield Reminder(say("Bookmark: {memory}", memory=memory_line(memory)), "bookmark")
    for quest in table.on_map():
        place = table.site_of(quest)
        line = goal_line(quest)
        if place is not None:
            line = say("{quest}, at {place}", quest=line, place=table.place(place))
        yield Reminder(line, SIDE_ICONS[quest.side])
    if table.phase == "turns" and table.on("objectives") and table.full:
        winter, spring = garrison(table)
        yield Reminder(say("Winter stands in {winter} locations, spring in {spring}.", winter=winter, spring=spring),
                       "bullseye-arrow")
    for one in table.laid_open:
        card = open_card(table, one)
        yield Reminder(say("Laid open by {name}: {card}", name=one.player, card=card), "bullseye-arrow")


def open_card(table: Winter, one: LaidOpen) -> Text:
    name = OBJECTIVES[one.key].name
    if len(one.places) == 2:
        return say("{card}, {one} and {two}", card=name, one=table.place(one.places[0]), two=table.place(one.places[1]))
    return say("{card}", card=name)


def banner(table: Winter) -> Text | None:
    if table.phase == "turns" and len(table.free_spaces()) == 1:
        return say("One memory to go")
    return None


def outcome(table: Winter) -> Outcome | None:
    if table.phase != "over":
        return None
    won = {player.index for player in winners(table)}
    places = [Place(player.index, 1 if player.index in won else 2, player.points if player.side in SIDES else None,
                    SIDE_NAMES.get(player.side)) for player in table.circle()]
    places.sort(key=lambda place: place.place)
    details = tuple(Reminder(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)
    return Outcome(verdict(table), tuple(sorted(won)), tuple(places), details=details)
