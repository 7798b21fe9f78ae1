"""Plays of other programs as score sheets of a single round."""

from companion.core.log import ANSWER, Record
from companion.core.setup import PlayElsewhere, Setup
from companion.games.score_sheet.sheet import (
    HIGH,
    LAST_BGG,
    LONGEST_PLAY,
    LONGEST_TITLE,
    LOW,
    MOST,
    NOBODY,
    NUMBERS,
    WINS,
    Sheet,
)


def retold(play: PlayElsewhere) -> tuple[Setup, list[Record]]:
    """Without points, or with points too large for a cell, only who won is kept."""
    scores = [seat.score for seat in play.seats]
    counts = any(score is not None for score in scores) and all(abs(score or 0) <= MOST for score in scores)
    won = tuple(index for index, seat in enumerate(play.seats) if seat.won)
    sheet = Sheet(play.game[:LONGEST_TITLE], by=NUMBERS if counts else WINS, wins=LOW if play.low else HIGH,
                  rounds=1, below_zero=True, winners=won or NOBODY, minutes=min(play.minutes, LONGEST_PLAY),
                  bgg=play.bgg if play.bgg <= LAST_BGG else 0)
    people = tuple(seat.person for seat in play.seats)
    return Setup(people, {}, sheet.to_json()), _scored(play) if counts else [_won(play, won)]


def _scored(play: PlayElsewhere) -> list[Record]:
    return [Record(ANSWER, f"Score/{index}", index, seat.score or 0, play.when)
            for index, seat in enumerate(play.seats)]


def _won(play: PlayElsewhere, won: tuple[int, ...]) -> Record:
    return Record(ANSWER, "WhoWon/table", None, str(won[0]) if len(won) == 1 else "draw", play.when)
