"""The table at a glance, and how it ended."""

from collections.abc import Iterable
from operator import gt

from companion.core.text import Text, count, listing, say
from companion.core.views import (
    Counted,
    InfoCard,
    Mark,
    Outcome,
    Piece,
    PodiumPlace,
    Reminder,
    SeatView,
    Track,
    View,
)
from companion.games.winter_tales.board.characters import (
    NEUTRAL,
    OBJECTIVES,
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    SPRING,
    WINTER,
)
from companion.games.winter_tales.rules.memories import (
    breakdown,
    memory_story,
    memory_word,
    score,
    verdict,
    winners,
)
from companion.games.winter_tales.rules.new_quests import goal_line
from companion.games.winter_tales.rules.objectives import garrison
from companion.games.winter_tales.table import (
    Activation,
    Battle,
    Entering,
    LaidOpen,
    Player,
    Resolving,
    Trap,
    Winter,
)
from companion.games.winter_tales.town_map import town_map

STORY_CARDS, SOON = 93, 12
"""Cards in the box, and how many before the end players are warned (WT-24)."""
SIDE_TONES = {SPRING: "#F08A24", WINTER: "#6C9BE8", NEUTRAL: "#8A97AD"}


def view(table: Winter) -> View:
    seats = tuple(seat_view(table, player) for player in table.circle())
    return View(subtitle(table), seats, tuple(reminders(table)), (memory_track(table),), tuple(cards(table)),
                banner(table))


board = town_map


def subtitle(table: Winter) -> Text:
    if table.phase == "setup":
        return say("Setting up")
    if table.phase == "epilogue":
        return say("Epilogue")
    if table.phase == "over":
        return say("The end")
    quest = table.perhaps(Resolving)
    if quest is not None:
        return say("Chapter {n}, {quest}", n=table.chapter, quest=quest.quest)
    return count("Chapter {chapter}, {n} memory", "Chapter {chapter}, {n} memories", table.length,
                 chapter=table.chapter)


def seat_view(table: Winter, player: Player) -> SeatView:
    """The faction comes first because a narrow strip only has room for one mark."""
    marks: list[Mark] = []
    if player.side:
        marks.append(Mark(SIDE_ICONS[player.side], SIDE_NAMES[player.side]))
    if player is table.acting and table.phase == "turns":
        marks.append(Mark("flag-variant", say("acting player")))
    if player is table.arbiter:
        marks.append(Mark("scale-balance", say("story arbiter")))
    if any(power.owner is player and power.key != "propaganda" for power in table.powers.values()):
        marks.append(Mark("star-four-points-outline", say("holds a power")))
    note: Text | None = None
    if table.finale is not None:
        note = count("{n} card", "{n} cards", table.finale.cards[player.index])
    elif table.phase == "turns":
        note = say("{n} ready", n=len(table.ready_of(player)))
    return SeatView(player.index, None, tuple(marks), note, SIDE_NAMES.get(player.side, ""))


def memory_track(table: Winter) -> Track:
    pieces = [Piece(space, label=memory_word(memory), note=memory_story(memory),
                    tone=SIDE_TONES.get(memory.side, ""))
              for space, memory in enumerate(table.track) if memory is not None]
    told = None if table.finale is None or not table.finale.note else say("“{note}”", note=table.finale.note)
    pieces.append(Piece(table.length, label=say("Epilogue"), note=told))
    return Track(say("Memory track"), table.length + 1, tuple(pieces))


def cards(table: Winter) -> Iterable[InfoCard]:
    """Show this turn's latest event, except during a quest; in the epilogue, the score."""
    if table.last is not None and table.phase == "turns" and table.perhaps(Resolving) is None:
        yield InfoCard(say("{title}", title=table.last.title),
                       lines=(Reminder(say("{line}", line=table.last.line), table.last.icon),))
    if table.phase in ("epilogue", "over"):
        yield InfoCard(say("The score"), lines=tuple(
            Reminder(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES))


def reminders(table: Winter) -> Iterable[Reminder]:
    """Show only what matters now: hands during an activation, else open cards and quests."""
    quest, activation = table.perhaps(Resolving), table.perhaps(Activation)
    if table.due is not None:
        yield table.due
    if table.phase != "turns" or any(table.perhaps(kind) is not None for kind in (Battle, Trap, Entering)):
        return
    if activation is not None and (quest is None or activation.joining):
        yield Reminder(say("{who} draws {n}; at the end discard down to 7.", who=activation.character,
                           n=table.cards_drawn(activation.character)), "cards-outline")
        if abs(sum([player.drawn for player in table.seats]) - STORY_CARDS) < SOON:
            yield Reminder(say("If the deck runs out, shuffle the discards into a new one."),
                           "cached")                                        # WT-24
    if quest is not None:
        return
    if activation is None and not table.full and table.on_map():
        yield Reminder(say("On the map: {quests}",
                           quests=listing([goal_line(one) for one in table.on_map()])),
                       "map-marker")
    if table.on("objectives") and table.full and gt(*garrison(table)):
        yield Reminder(say("Winter is in more locations than spring."), "bullseye-arrow")
    for one in table.laid_open:
        yield Reminder(say("Revealed by {name}: {card}", name=one.player, card=open_card(table, one)),
                       "bullseye-arrow")


def open_card(table: Winter, one: LaidOpen) -> Text:
    name = OBJECTIVES[one.key].name
    if len(one.places) == 2:
        return say("{card}, {one} and {two}", card=name, one=table.place(one.places[0]),
                   two=table.place(one.places[1]))
    return say("{card}", card=name)


def banner(table: Winter) -> Text | None:
    if table.phase == "turns" and table.perhaps(Activation) is None and len(table.free_spaces()) == 1:
        return say("One memory to go")
    return None


def why_of_a_draw(table: Winter) -> tuple[Reminder, ...]:  # WT-82
    if score(table, SIDES[0]) != score(table, SIDES[1]):
        return ()
    if table.writer_here() is not None:
        return (Reminder(say("A draw: the writer wins"), "feather"),)
    return (Reminder(say("A draw: the side that opened the epilogue wins"), "scale-balance"),)


def outcome(table: Winter) -> Outcome | None:
    if table.phase != "over":
        return None
    won = {player.index for player in winners(table)}
    places = [PodiumPlace(player.index, 1 if player.index in won else 2,
                          player.points if player.side in SIDES else None, SIDE_NAMES.get(player.side))
              for player in table.circle()]
    places.sort(key=lambda place: place.place)
    scores = tuple(Reminder(breakdown(table, side), SIDE_ICONS[side]) for side in SIDES)
    details = scores + why_of_a_draw(table)
    return Outcome(verdict(table), tuple(sorted(won)), tuple(places), details=details)


def how_much(table: Winter, headings: int) -> Text:
    return count("One chapter", "{n} chapters", table.chapter)


def notes(table: Winter) -> Iterable[tuple[str, Text]]:  # WT-52, WT-72
    if table.phase == "setup":
        return ()
    memories = [(f"track.{space}.note", say("The story of {name}", name=memory.name))
                for space, memory in enumerate(table.track, start=1) if memory is not None]
    return [*memories, *[(f"quests.{quest.key}.note", say("What {quest} is about", quest=quest))
                         for quest in table.on_map()]]


def totals(table: Winter) -> Iterable[tuple[str, int, int]]:
    states = ("free", "map", "done", "boxed")
    return [("quest tokens", sum(quest.state in states for quest in table.quests.values()), 8),
            ("characters", len(table.characters), 14)]


# Counts for the player pages

MEMORIES = say("Memories on the track")
LABELS: dict[tuple[str, bool], Text] = {
    ("spring", True): say("With spring, won"), ("spring", False): say("With spring, lost"),
    ("winter", True): say("With winter, won"), ("winter", False): say("With winter, lost")}


def counted(table: Winter, records: object) -> Iterable[Counted]:
    for memory in table.track:
        if memory is not None and not memory.of_objective and memory.side in SIDES:
            for player in table.seats:
                if player.side in SIDES:
                    yield Counted(MEMORIES, LABELS[player.side, player.side == memory.side], player.index)
