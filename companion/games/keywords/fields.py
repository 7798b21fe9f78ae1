"""Correctable fields: the pieces on the table and the app's own state."""

import re
from collections.abc import Iterable
from itertools import chain, permutations
from typing import Any

from companion.core.fields import Allowed, Field, Rows, listed_once, pawn_field
from companion.core.text import Text, listing, say
from companion.core.values import Json
from companion.games.keywords.questions import BOARD_FACES
from companion.games.keywords.table import BOARDS, PICTURES, KeyWords, Player, Round, Stack

MOST_TIE_BREAKS = 99
TIE_BREAK = re.compile(r"seats\.([0-9]{1,3})\.tie_break(?:\.([0-9]{1,3}))?")


def fields(table: KeyWords) -> Iterable[Field]:
    yield from listed_once(table, always)
    for player in table.seats:
        for number in range(1, len(player.tie_break) + 1):
            yield tie_break_field(player, number)


def always(table: KeyWords) -> Iterable[Field]:
    """Fields of every play; tie-break fields come and go."""
    for player in table.seats:
        yield pawn_field(player, change=token_sentence(player))
    for picture in PICTURES:
        yield stack_field(table, picture)
    for picture in PICTURES:
        yield board_field(table, picture)
    books, this = Rows(table, on_table=False), Rows(table, Round, on_table=False)
    yield books.number("round", say("Round"), 1, 999)
    yield books.seat("narrator", say("Narrator"), once=True)                # KW-3
    for player in table.seats:
        yield Rows(table, player, on_table=False).number("narrated", say("Times {name} has narrated"), 0,
                                                         table.turns_each)
    yield books.number("tie_breaks", say("Tie-break rounds begun"), 0, 999)
    yield this.choice("forbidden", say("Forbidden words said"),
                      lambda: (0,) if table.this_round().tie_break else range(4))         # KW-A19


def field(table: KeyWords, path: str) -> Field | None:
    """Also find a tie-break not listed yet; `seats.0.tie_break` is the last one."""
    named = TIE_BREAK.fullmatch(path)
    if named is not None and int(named[1]) < len(table.seats):
        player = table.seats[int(named[1])]
        number = int(named[2]) if named[2] else len(player.tie_break)
        return tie_break_field(player, number) if 1 <= number <= MOST_TIE_BREAKS else None
    return next((one for one in fields(table) if one.path == path), None)


def token_sentence(player: Player) -> Any:
    """KW-1: one of the four tokens is on the score track."""
    def change(old: Json, new: Json) -> Text:
        if old is None:
            return say("{name} gets four tokens; one goes on space {new} of the track", name=player,
                       new=new)                                             # KW-A23
        if new is None:
            return say("{name}'s four tokens go back", name=player)
        return say("{name}'s token on the track {old} → {new}", name=player, old=old, new=new)

    return change


# Pictures

def stack_field(table: KeyWords, picture: int) -> Field:
    """Tokens on a picture, bottom to top, as seat numbers like `2,0` (KW-8)."""
    def read() -> Json:
        return ",".join(str(player.index) for player in stack_of(table, picture).tokens)

    def write(seats: Any) -> None:
        tokens = [table.seats[int(seat)] for seat in seats.split(",") if seat]
        table.held(Round).stacks[picture - 1].tokens = tokens

    def allowed() -> Allowed:
        seats = [str(player.index) for player in table.seats]
        stacks = chain.from_iterable(permutations(seats, height) for height in range(len(seats) + 1))
        return tuple(",".join(stack) for stack in stacks)

    def words(seats: Json) -> Text | str:
        names = tuple(table.called(int(seat)) for seat in seats.split(",") if seat)
        return say("{names}", names=listing(names)) if names else say("no tokens")

    def change(old: Json, new: Json) -> Text:
        if not new:
            return say("The guessing tokens go home")                       # KW-14
        return say("Tokens on picture {n}, from the bottom: {names}", n=picture, names=words(new))

    return Field(f"stacks.{picture}", say("Tokens on picture {n}", n=picture), allowed, read, write, words,
                 say("Pictures"), change=change, icon="layers-outline", weight=1, absent="")


def board_field(table: KeyWords, picture: int) -> Field:
    def write(board: Any) -> None:
        table.held(Round).stacks[picture - 1].board = board

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("The boards go back")                                # KW-14
        return say("Board of picture {n}: {board}", n=picture, board=board_words(new))

    return Field(f"boards.{picture}", say("Board of picture {n}", n=picture), (None, *BOARDS),
                 lambda: stack_of(table, picture).board, write, board_words, say("Pictures"), change=change,
                 icon="palette-outline")


def stack_of(table: KeyWords, picture: int) -> Stack:
    return table.this_round().stacks[picture - 1]


# State only the app tracks

def tie_break_field(player: Player, number: int) -> Field:
    """Points of one tie-break round; None if the player wasn't in it (KW-A16)."""
    def read() -> Json:
        return player.tie_break[number - 1] if number <= len(player.tie_break) else None

    def write(points: Any) -> None:
        if points is None:
            del player.tie_break[number - 1:]
            return
        player.tie_break += [0] * (number - len(player.tie_break))
        player.tie_break[number - 1] = points

    def allowed() -> Allowed:
        return range(100) if number <= len(player.tie_break) else (None, *range(100))

    return Field(f"seats.{player.index}.tie_break.{number}",
                 say("{name}'s points in tie-break {n}", name=player, n=number), allowed, read, write,
                 on_table=False, seat=player.index)


def board_words(value: Json) -> Text:
    return BOARD_FACES[value][0] if value in BOARD_FACES else say("not set")
