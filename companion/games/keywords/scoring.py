"""A round's points, computed from the current table so that preview, booking and corrections agree."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.text import Text, say
from companion.games.keywords.table import PICTURES, KeyWords, Player

PENALTY = 2     # KW-7
CONSOLATION = 2  # KW-15

Stacks = Sequence[Sequence[Player]]


@dataclass(frozen=True)
class NarratorShare:
    """The narrator's points of a round, the rule and the log text."""

    points: int
    rule: str
    told: Text


def stacks_of(table: KeyWords, picture: int = 0, tokens: Sequence[Player] = ()) -> Stacks:
    """The three stacks, including one being entered; the narrator has no token in any."""
    entered = [tokens if number == picture else stack.tokens
               for number, stack in zip(PICTURES, table.this_round().stacks, strict=True)]
    return [[player for player in stack if player is not table.narrator] for stack in entered]


def worth(place: int, tokens: int) -> int:
    """Points of a correct token: three for the fastest, one for the slowest, else two (KW-10).

    >>> [worth(place, 4) for place in (1, 2, 3, 4)], worth(1, 1)
    ([3, 2, 2, 1], 3)
    """
    if place == 1:
        return 3
    return 1 if place == tokens else 2


def guessed(stacks: Stacks, player: Player) -> list[int]:
    """A player's points per picture; a wrong token scores nothing (KW-10, KW-11)."""
    return [worth(stack.index(player) + 1, len(stack)) if player in stack else 0 for stack in stacks]


def sums(table: KeyWords, stacks: Stacks) -> list[int]:  # KW-10
    points = [0] * len(table.seats)
    for stack in stacks:
        tokens = len(stack)
        for place, player in enumerate(stack, start=1):
            points[player.index] += worth(place, tokens)
    return points


def narrator_share(table: KeyWords, stacks: Stacks) -> NarratorShare:  # KW-12, KW-13
    name = table.the_narrator()
    if table.this_round().tie_break and table.narrator not in table.contenders():
        return NarratorShare(0, "KW-A16", say("{name} narrated for nothing but the honour.", name=name))
    best = max(sums(table, stacks))                                    # KW-12: the best guesser of this round
    finders = sum(all(player in stack for stack in stacks) for player in stacks[0])
    if not best:
        return NarratorShare(0, "KW-A10",
                             say("{name}'s story was too obscure: nobody found a picture.", name=name))
    if finders == 2:
        return NarratorShare((best + 1) // 2, "KW-13",
                             say("{name}'s story was a little too clear: two found all three.", name=name))
    if finders > 2:
        return NarratorShare(0, "KW-13",
                             say("{name}'s story was too clear: {n} found all three.", name=name, n=finders))
    return NarratorShare(best, "KW-12",
                         say("{name}, the narrator, gets as many as the best guesser.", name=name))


def penalty(table: KeyWords) -> int:
    return PENALTY * table.this_round().forbidden


def narrator_change(table: KeyWords, share: int) -> int:
    """The narrator's points to book, never taking the score below zero (KW-7, KW-A4, KW-A5)."""
    old, lost = table.the_narrator().points, penalty(table)
    if table.setup.options["penalty_when"] == "at once":
        return max(0, old - lost) + share - old
    return max(0, old + share - lost) - old


def changes(table: KeyWords) -> list[tuple[Player, int]]:
    """Points to book, guessers first, the narrator last; zeros are left out."""
    stacks = stacks_of(table)
    points = sums(table, stacks)
    gains = [(player, points[player.index]) for player in table.seats if player is not table.narrator]
    gains.append((table.the_narrator(), narrator_change(table, narrator_share(table, stacks).points)))
    return [(player, points) for player, points in gains if points]
