"""Merge several changes into one sentence: cargo dropped or picked up, teeth traded at port."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.engine.by_hand import HandLine
from companion.core.text import Text, listing, say
from companion.games.windward.board.hexes import read, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.fields.board import CARGO
from companion.games.windward.fields.captains import discarded, drawn, plus_two
from companion.games.windward.rules.cargo import worth
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import Captain, Cargo, Windward
from companion.games.windward.words import THE, cargo_words


def as_moves(table: Windward, lines: Sequence[HandLine]) -> Iterable[HandLine]:
    by_path = {line.path: line for line in lines}
    moves: list[HandLine] = []
    for captain in table.seats:
        for space in dict.fromkeys([line.path.split(".")[1] for line in lines if line.path.startswith("loose.")]):
            moves += left_on(table, captain, space, by_path)
        moves += teeth_shown(table, captain, by_path)
        moves += looted(table, captain, by_path)
        moves += cards_discarded(captain, by_path)
    first = {line.path for line in moves}
    return [*moves, *[line for line in lines if line.path in by_path and line.path not in first]]


def left_on(table: Windward, captain: Captain, space: str, by_path: dict[str, HandLine]) -> list[HandLine]:
    """Merge cargo moved between hold and space, perhaps with a +2 token from the stock (WW-79)."""
    mine, hold = f"captains.{captain.index}", f"hold{captain.index}"
    lying = {kind: line for kind in CARGO if (line := by_path.get(f"loose.{space}.{kind}")) is not None}
    amounts = {kind: line.new - line.old for kind, line in lying.items()}
    sign = 1 if any(amount > 0 for amount in amounts.values()) else -1
    fallen = [line for line in by_path.values() if line.path.startswith("beasts.")
              and (line.old, line.new) == ((hold, space) if sign > 0 else (space, hold))]
    ship = by_path.get(f"{mine}.ship")
    emptied = any((line := by_path.get(f"{mine}.{kind}")) is not None and (line.old > line.new) == (sign > 0)
                  for kind in CARGO)
    was_here = ship is not None and space in (ship.old, ship.new)
    if not lying or not (was_here or fallen or emptied) or any(amount * sign < 0 for amount in amounts.values()):
        return []  # also if another captain's line has told it
    words: list[Text] = [THE[line.path.split(".")[1].rstrip("0123456789")] for line in fallen]
    words += cargo_words(*[abs(amounts.get(kind, 0)) for kind in CARGO])
    where = in_words(table, read(space))
    sentence = (say("Leave on {where}: {things}", where=where, things=listing(words)) if sign > 0 else
                say("{name} picks up from {where}: {things}", name=captain, where=where, things=listing(words)))
    return settled(captain, sentence, [*fallen, *lying.values()], amounts, by_path)


def looted(table: Windward, loser: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-78: merge cargo moved from a lost ship to the winner's hold, or back when that is undone."""
    ship = by_path.get(f"captains.{loser.index}.ship")
    for winner in table.seats if ship is not None and spell(POST) in (ship.old, ship.new) else ():
        sign = 1 if ship is not None and ship.new == spell(POST) else -1
        gained = {kind: line for kind in CARGO
                  if (line := by_path.get(f"captains.{winner.index}.{kind}")) is not None
                  and sign * (line.new - line.old) > 0 and f"captains.{loser.index}.{kind}" in by_path}
        if winner is loser or not gained:
            continue
        amounts = {kind: line.new - line.old for kind, line in gained.items()}
        words = listing(cargo_words(*[abs(amounts.get(kind, 0)) for kind in CARGO]))
        taker, giver = (winner, loser) if sign > 0 else (loser, winner)
        sentence = say("{winner} takes from {loser}: {things}", winner=taker, loser=giver, things=words)
        return settled(loser, sentence, list(gained.values()), amounts, by_path)
    return []


def settled(captain: Captain, sentence: Text, parts: list[HandLine], amounts: dict[str, int],
            by_path: dict[str, HandLine]) -> list[HandLine]:
    """Return the merged line, plus any other change to the captain's +2 tokens."""
    for kind, amount in amounts.items():
        own = by_path.get(f"captains.{captain.index}.{kind}")
        if own is not None and own.new - own.old + amount == 0:
            parts.append(own)
        elif own is not None:
            by_path[own.path] = replace(own, sentence=plus_two(captain, own.new - own.old + amount))
    moved = merged(sentence, parts, by_path)
    token = by_path.pop(f"captains.{captain.index}.plus_two", None)         # told once, however many spaces there are
    return [moved] if token is None else [moved, token]


def teeth_shown(table: Windward, captain: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-33: merge teeth returned to the stock with the notoriety gained."""
    mine = f"captains.{captain.index}"
    teeth = [line for kind in ("grey_teeth", "red_teeth") if (line := by_path.get(f"{mine}.{kind}")) is not None]
    track = by_path.get(f"{mine}.notoriety")
    if not teeth or track is None or any(line.new >= line.old for line in teeth):
        return []
    shown = Cargo(*[sum([line.old - line.new for line in teeth if line.path.endswith(kind)])
                    for kind in ("grey_teeth", "red_teeth")])
    if worth(shown) != track.new - track.old:
        return []
    words = listing(cargo_words(shown.grey_teeth, shown.red_teeth))
    return [merged(say("{name} shows {teeth}: notoriety {old} → {new}", name=captain, teeth=words, old=track.old,
                       new=track.new), [track, *teeth], by_path)]


def cards_discarded(captain: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-52: merge cards that went from the hand to the discards, or back."""
    hand, pile = by_path.get(captain.path("cards")), by_path.get(captain.path("played"))
    if hand is None or pile is None:
        return []
    moved = pile.new - pile.old
    if hand.new - hand.old + moved:
        by_path[hand.path] = replace(hand, sentence=drawn(captain, hand.new - hand.old + moved))
        return []
    return [merged(discarded(captain, moved), [pile, hand], by_path)]


def merged(sentence: Text, parts: Sequence[HandLine], by_path: dict[str, HandLine]) -> HandLine:
    for line in parts:
        by_path.pop(line.path, None)
    return replace(parts[0], sentence=sentence, also=tuple(one for line in parts for one in line.changes())[1:])
