"""Story cards: how many are open, drawn and discarded; hands stay secret (WT-19)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.core.engine.by_hand import HandLine
from companion.core.fields import Field, Rows
from companion.core.text import Text, count, say
from companion.core.values import Json
from companion.games.winter_tales.board.characters import QUESTS, SIDES
from companion.games.winter_tales.table import MOST_CARDS, Activation, Memory, Player, Resolving, Winter

ENDINGS = (".lying", ".discarded", ".drawn", ".trimmed")
"""Of the paths of these fields, and of no others."""


def cards_fields(table: Winter) -> Iterator[Field]:
    for player in table.seats:
        rows = Rows(table, player, weight=3, absent=0)
        for name, label in (("lying", say("{name}'s face-up cards")),
                            ("discarded", say("Cards {name} has discarded")),
                            ("drawn", say("Cards {name} has drawn"))):
            yield rows.number(name, label, 0, MOST_CARDS, "cards-outline", passing=name != "lying",
                              group=say("Story cards") if name == "lying" else None,
                              change=partial(moved, name, player), named=name == "drawn" and table.opening)
        yield Rows(table, player, absent=0).number(
            "trimmed", say("How often {name} discarded down to seven"), 0, MOST_CARDS, "cards-outline",
            passing=True, named=announced(table, player), change=partial(trimmed, player))


def announced(table: Winter, player: Player) -> bool:
    """The next question says who discards: in a quest (WT-59), or before everybody draws (WT-21)."""
    if table.ended is player and not table.anybody_ready():
        return True
    quest, activation = table.perhaps(Resolving), table.perhaps(Activation)
    over = activation is None or not activation.joining
    return over and quest is not None and bool(quest.sent) and quest.sent[-1].owner is player


def trimmed(player: Player, old: Json, new: Json) -> Text:
    number = (new or 0) - (old or 0)
    if number > 0:
        return count("{name} discards down to seven cards", "{name} discards down to seven cards, {n} times",
                     number, name=player)
    return count("{name} takes back the cards discarded at the end of the turn",
                 "{name} takes back the cards discarded at the end of {n} turns", -number, name=player)


def moved(what: str, player: Player, old: Json, new: Json) -> Text:
    number = (new or 0) - (old or 0)
    n = abs(number)
    forth, back = {
        "lying": (count("{name} plays {n} card", "{name} plays {n} cards", n, name=player),
                  count("{name} takes {n} face-up card back", "{name} takes {n} face-up cards back",
                        n, name=player)),
        "drawn": (count("{name} draws {n} card", "{name} draws {n} cards", n, name=player),
                  count("{name} puts {n} card back on the deck", "{name} puts {n} cards back on the deck",
                        n, name=player)),
        "discarded": (count("{name} discards {n} card", "{name} discards {n} cards", n, name=player),
                      count("{name} takes {n} card back from the discards",
                            "{name} takes {n} cards back from the discards", n, name=player)),
        "cleared": (count("{name} discards {n} face-up card", "{name} discards {n} face-up cards",
                          n, name=player),
                    count("{name} lays {n} discarded card face up again",
                          "{name} lays {n} discarded cards face up again", n, name=player)),
        "quest": (say("{name} discards all face-up cards but the memory", name=player),
                  say("{name} lays the cards of this quest face up again", name=player)),
    }[what]
    return forth if number > 0 else back


def as_moves(table: Winter, lines: Sequence[HandLine]) -> Iterator[HandLine]:
    """Tell open cards that go to the discards, or come back from them, as one move."""
    by_path = {line.path: line for line in lines}
    how = "quest" if set(quest_memories(table, by_path)) & set(SIDES) else "cleared"
    for line in lines:
        seat, _, what = line.path.rpartition(".")
        lying, gone = by_path.get(f"{seat}.lying"), by_path.get(f"{seat}.discarded")
        # it became the memory
        single = how == "quest" and lying is not None and abs(lying.old - lying.new) == 1
        played = what in ("lying", "discarded") and (gone is not None or single)
        if not played or lying is None or line.seat is None:
            yield line
        elif line is lying:
            yield from from_the_table(table.seats[line.seat], lying, gone, how)


def quest_memories(table: Winter, by_path: Mapping[str, HandLine]) -> Iterator[Json]:
    """Sides of memories that quests laid or took back: an objective is no card of a quest (WT-67, WT-122)."""
    laid = table.fresh
    if "ongoing" in by_path and isinstance(laid, Memory) and laid.source in QUESTS:
        yield laid.side
    if any(path.startswith("quests.") and "done" in (line.old, line.new) for path, line in by_path.items()):
        for path, line in by_path.items():
            if path.startswith("track."):
                yield from (line.old, line.new)


def from_the_table(player: Player, lying: HandLine, gone: HandLine | None, how: str) -> Iterator[HandLine]:
    if gone is None or (how == "quest" and 0 in (lying.old, lying.new)):    # WT-67: one may be the memory
        words = moved(how, player, lying.new, lying.old)
        yield replace(lying, sentence=words, also=() if gone is None else (replace(gone, sentence=words),))
        return
    number, more = lying.old - lying.new, gone.new - gone.old
    both = 0  # cards that leave the table for the discards; below zero, they come back
    if number * more > 0:
        both = min(number, more) if more > 0 else max(number, more)
    lies, discards = lying.old - both, gone.old + both
    if both:
        yield replace(lying, new=lies, sentence=moved("cleared", player, 0, both),
                      also=(replace(gone, new=discards),))
    if lies != lying.new:
        yield replace(lying, old=lies, sentence=moved("lying", player, lies, lying.new))
    if discards != gone.new:
        yield replace(gone, old=discards, sentence=moved("discarded", player, discards, gone.new))
