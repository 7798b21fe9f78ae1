"""What is on Story's table, read from public state only. Must not import Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.questions import Question
from companion.games.story import scoring
from companion.games.story.questions import LongerStory, RockPaperScissors, StoryTold
from companion.games.story.table import Player, Story
from companion.ui.theme import tokens

SIDE_BY_SIDE = 3  # with more prints than this, tied ones stay in place


@dataclass(frozen=True)
class Photo:
    """What a print shows; `colour` is None for the starting picture from the pile."""

    colour: int | None
    letter: str = ""
    name: str = ""
    up: bool = True
    more: bool = False
    """A second picture is under it: the story continued in a tie-break."""


Voter = tuple[int, str]


@dataclass(frozen=True)
class Scene:
    photos: dict[int, Photo]
    middle: tuple[int, ...]
    """Prints in the middle: the winner's, or those tied."""
    pile: Photo
    """The starting picture, in the middle until a winner's takes its place (ST-6)."""
    votes: dict[int, tuple[Voter, ...]]
    dim: frozenset[int]
    teller: int | None
    won: bool
    throw: bool


def read(table: Story, question: Question[Story, object] | None) -> Scene:
    this = table.this_round()
    players = [player for player in table.seats if player in this.told or not player.gone]
    letters = dict(enumerate(tokens.initials(seat.name for seat in table.seats)))
    votes = scoring.last_vote(table)
    best = scoring.winner(table) if votes else None
    level = scoring.level_at_the_top(table) if votes and best is None else []
    telling = isinstance(question, (StoryTold, LongerStory))
    return Scene(
        {player.index: Photo(player.colour, letters[player.index], player.name, player in this.told,
                             player in this.longer) for player in players},
        in_the_middle(best, level, players),
        Photo(table.middle.colour, letters[table.middle.index], table.middle.name) if table.middle else Photo(None),
        {player.index: tuple((vote.voter.colour, letters[vote.voter.index]) for vote in votes if vote.story is player)
         for player in players},
        frozenset(player.index for player in players if level and player not in level),
        question.seat.index if telling and question is not None and question.seat is not None else None,
        best is not None, isinstance(question, RockPaperScissors))


def in_the_middle(best: Player | None, level: list[Player], players: list[Player]) -> tuple[int, ...]:
    if best is not None:
        return (best.index,) if best in players else ()
    few = 1 < len(level) <= SIDE_BY_SIDE and len(level) < len(players)
    return tuple(player.index for player in level if player in players) if few else ()
