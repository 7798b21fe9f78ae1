"""Merge several changes into one sentence: cargo dropped or picked up, teeth traded at port, the set-up."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from companion.core.engine.by_hand import HandLine
from companion.core.text import Text, count, listing, say
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.fields.board import CARGO, way_there
from companion.games.windward.fields.captains import discarded, drawn, on_track, plus_two
from companion.games.windward.rules.cargo import worth
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import MATES, Captain, Cargo, Windward
from companion.games.windward.words import THE, cargo_words


def as_moves(table: Windward, lines: Sequence[HandLine]) -> Iterable[HandLine]:
    by_path = {line.path: line for line in lines}
    moves: list[HandLine] = []
    for captain in table.seats:
        spaces = [line.path.split(".")[1] for line in lines if line.path.startswith("loose.")]
        for space in dict.fromkeys(spaces):
            moves += left_on(table, captain, space, by_path)
        moves += teeth_shown(table, captain, by_path)
        moves += looted(table, captain, by_path)
        moves += cards_discarded(captain, by_path)
        moves += boats_counted(captain, by_path)
    moves += traded(table, by_path)
    moves += first_pieces(table, by_path)
    moves += both_reds(table, by_path)
    mates_back(table, by_path)
    moves += white_on_the_track(table, by_path)
    first = {line.path for line in moves}
    others = [by_path[line.path] for line in lines if line.path in by_path and line.path not in first]
    return [*moves, *others]


def left_on(table: Windward, captain: Captain, space: str, by_path: dict[str, HandLine]) -> list[HandLine]:
    """Merge cargo moved between hold and space, perhaps with a +2 token from the stock (WW-79)."""
    mine, hold = f"captains.{captain.index}", f"hold{captain.index}"
    lying = {kind: line for kind in CARGO if (line := by_path.get(f"loose.{space}.{kind}")) is not None
             and (kind == "plus_two" or f"{mine}.{kind}" in by_path)}
    amounts = {kind: line.new - line.old for kind, line in lying.items()}
    sign = 1 if any(amount > 0 for amount in amounts.values()) else -1
    fallen = [line for line in by_path.values() if line.path.startswith("beasts.")
              and (line.old, line.new) == ((hold, space) if sign > 0 else (space, hold))]
    ship = by_path.get(f"{mine}.ship")
    emptied = any((line := by_path.get(f"{mine}.{kind}")) is not None and (line.old > line.new) == (sign > 0)
                  for kind in CARGO)
    was_here = ship is not None and space == (ship.old if sign > 0 else ship.new)
    both_ways = any(amount * sign < 0 for amount in amounts.values())
    if not lying or both_ways or not (was_here or fallen or emptied):
        return []  # also if another captain's line has told it
    words: list[Text] = [THE[line.path.split(".")[1].rstrip("0123456789")] for line in fallen]
    words += cargo_words(*[abs(amounts.get(kind, 0)) for kind in CARGO])
    where = in_words(table, read(space))
    about = {"name": captain, "where": where, "things": listing(words)}
    if sign > 0:
        sentence = say("{name} leaves on {where}: {things}", **about)
    else:
        sentence = say("{name} picks up from {where}: {things}", **about)
    if amounts.get("plus_two") == sign and f"{mine}.plus_two" not in by_path:  # WW-79: one left, one taken
        if sign > 0:
            sentence = say("{name} leaves on {where}: {things}. {name} takes a new +2 token", **about)
        else:
            sentence = say("{name} picks up from {where}: {things}. {name} gives back a +2 token", **about)
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
        elif own is not None and kind == "plus_two":
            by_path[own.path] = replace(own, sentence=plus_two(captain, own.new - own.old + amount))
    moved = merged(sentence, parts, by_path)
    # told once, however many spaces there are
    token = by_path.pop(f"captains.{captain.index}.plus_two", None)
    return [moved] if token is None else [moved, token]


def teeth_shown(table: Windward, captain: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-33: merge teeth returned to the stock with the notoriety gained."""
    mine = f"captains.{captain.index}"
    teeth = [line for kind in ("grey_teeth", "red_teeth")
             if (line := by_path.get(f"{mine}.{kind}")) is not None]
    track = by_path.get(f"{mine}.notoriety")
    if not teeth or track is None or any(line.new >= line.old for line in teeth):
        return []
    shown = Cargo(*[sum([line.old - line.new for line in teeth if line.path.endswith(kind)])
                    for kind in ("grey_teeth", "red_teeth")])
    if worth(shown) != track.new - track.old:
        return []
    words = listing(cargo_words(shown.grey_teeth, shown.red_teeth))
    return [merged(say("{name} shows {teeth}: notoriety {old} → {new}", name=captain, teeth=words,
                       old=track.old, new=on_track(track.new)), [track, *teeth], by_path)]


def cards_discarded(captain: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-52: merge cards that went from the hand to the discards, or back."""
    hand, pile = by_path.get(captain.path("cards")), by_path.get(captain.path("played"))
    if hand is None or pile is None:
        return []
    moved = pile.new - pile.old
    if hand.new - hand.old + moved:
        by_path[hand.path] = replace(hand, sentence=drawn(captain, hand.new - hand.old + moved))
        return []
    return [merged(discarded(captain, moved), [hand, pile], by_path)]


def traded(table: Windward, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-123: cards that went from hand to hand, or back."""
    hands = [(captain, line) for captain in table.seats
             if (line := by_path.get(captain.path("cards"))) is not None
             and captain.path("played") not in by_path]
    if not table.coop or len(hands) < 2 or sum([line.new - line.old for _, line in hands]):
        return []
    told = [count("{name} gets {n} card", "{name} gets {n} cards", line.new - line.old, name=captain)
            if line.new > line.old else
            count("{name} gives {n} card", "{name} gives {n} cards", line.old - line.new, name=captain)
            for captain, line in hands]
    return [merged(say("Trade cards: {things}", things=listing(told)), [line for _, line in hands], by_path)]


def boats_counted(captain: Captain, by_path: dict[str, HandLine]) -> list[HandLine]:
    """Tell each longboat; the number aboard only if it says more."""
    boats, aboard = [], by_path.get(captain.path("boats"))
    for line in by_path.values():
        if line.path.startswith(f"boats.boat{captain.index}") and None in (line.old, line.new):
            boats.append(line)
    if aboard is None or aboard.new - aboard.old != sum([1 if line.new is None else -1 for line in boats]):
        return []
    words = boats[0].sentence if boats else aboard.sentence
    # the same piece
    return [merged(words, [boats[0], replace(aboard, sentence=words)], by_path)] if boats else []


def first_pieces(table: Windward, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-10 to WW-12, WW-107, WW-122: one sentence per kind while the table is set up."""
    made: list[HandLine] = []
    if not table.layout or table.phase == "turns":
        return made
    every = {"red": say("A Red on every Red start"), "gas": say("Two gas on every Gas Pocket"),
             "grey": say("A Grey on every Feeding Ground")}
    for kind, ground in (("red", Terrain.RED), ("grey", Terrain.FEEDING), ("gas", Terrain.GAS)):
        lines = {space: line for line in by_path.values() if (space := first_place(line, kind)) is not None
                 and table.planet.terrain.get(space) is ground}
        numbers = sorted({table.planet.territory[space] for space in lines})
        if lines and len(lines) == list(table.planet.terrain.values()).count(ground):
            made.append(merged(every[kind], list(lines.values()), by_path))
        elif kind == "grey" and lines and len(numbers) == len(lines):
            words = count("A Grey on the Feeding Ground of {where}",
                          "Greys on the Feeding Grounds of {where}",
                          len(numbers), where=listing([str(number) for number in numbers]))
            made.append(merged(words, list(lines.values()), by_path))
    return made


def first_place(line: HandLine, kind: str) -> Hex | None:
    """Where a Crester, or two gas, came from the stock."""
    if kind == "gas":
        filled = line.path.startswith("gas.") and (line.old, line.new) == (0, 2)
        return read(line.path[4:]) if filled else None
    came = line.path.startswith(f"beasts.{kind}") and line.old is None and "," in str(line.new)
    return read(line.new) if came else None


def both_reds(table: Windward, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-114: two Reds on one space that go the same way."""
    made, lines = [], [line for line in by_path.values() if line.path.startswith("beasts.red")]
    for one, other in combinations(lines, 2):
        if (one.old, one.new) == (other.old, other.new) and "," in f"{one.old}" and "," in f"{one.new}" and \
                {one.path, other.path} <= by_path.keys():
            made.append(merged(say("Both Reds on {where} go {way}", where=in_words(table, read(one.old)),
                                   way=way_there(table, one.old, one.new)), [one, other], by_path))
    return made


def white_on_the_track(table: Windward, by_path: dict[str, HandLine]) -> list[HandLine]:
    """WW-133: if its waking is undone, it goes to the track, not to the stock."""
    lines = [line for path, line in by_path.items() if path == "white_waits"
             or path.startswith("beasts.white")]
    lines.sort(key=lambda line: line.path != "white_waits")
    return [merged(lines[0].sentence, lines, by_path)] if table.white_waits and len(lines) > 1 else []


def mates_back(table: Windward, by_path: dict[str, HandLine]) -> None:
    """WW-83: one line if everything comes off the orders; it says whose, as the turn has passed on."""
    orders = [line for line in by_path.values() if line.path.startswith("turn.covered.") and not line.new]
    mates, coffee = by_path.get("turn.mates"), by_path.get("turn.coffee_out")
    if mates is None or mates.new != MATES or mates.was_of is None or mates.was_of >= len(table.seats):
        return
    if mates.new - mates.old + (coffee.old - coffee.new if coffee is not None else 0) == len(orders):
        whose = say("{name} takes the mates off the orders", name=table.seats[mates.was_of])
        by_path[mates.path] = replace(merged(whose, [mates, *orders], by_path), seat=mates.was_of)


def merged(sentence: Text, parts: Sequence[HandLine], by_path: dict[str, HandLine]) -> HandLine:
    for line in parts:
        by_path.pop(line.path, None)
    changes = [one for line in parts for one in line.changes()]
    return replace(parts[0], sentence=sentence, also=tuple(changes[1:]))
