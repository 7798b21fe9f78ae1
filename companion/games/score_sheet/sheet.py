"""A box's score sheet as its owner set it up, saved as plain data."""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from companion.core.boxes.code import box_code, box_of
from companion.core.colours import is_colour
from companion.core.text import Refused, say
from companion.core.values import Json, whole
from companion.games.score_sheet.frozen import DICTIONARIES

GAME = "score_sheet"
LONGEST_NAME, LONGEST_TITLE, MOST_ROUNDS, MOST_CATEGORIES = 40, 120, 60, 20
"""A title comes from another program; an owner types a shorter name."""
MOST = 99_999
"""The largest value of a cell, a start or a target, positive or negative."""
CODE = re.compile(r"\s*(SCORESHEET|ANYBOX)(-|\s+\d\w{4}\s+\w{5})", re.IGNORECASE)
"""How a code begins, by the id now or the first one: with hyphens as it is sent, or in groups as shown."""
BGG = re.compile(r"(?:(?:https?://)?(?:www\.)?boardgamegeek\.com/\w+/)?(\d{1,9})?(?:[/?#].*)?", re.ASCII)
MOST_PLAYERS, MOST_SIDES, LONGEST_CLOCK, MOST_WORTH = 12, 6, 3600, 1000

NUMBERS, TAPS, BIDS, WINS = "numbers", "taps", "bids", "wins"
ROUND, ONCE, OUT = "round", "once", "out"
HIGH, LOW, TOGETHER = "high", "low", "together"
FIRST, DEALER = "first", "dealer"
SHARED, DECIDED = "shared", "decided"

NOBODY = (-1,)
RARE = ("bgg", "winners", "minutes")
LONGEST_PLAY, LAST_BGG = 100_000, 10_000_000
MADE, TRICK, OFF, NIL, BONUS = range(5)
SKULL_KING, WIZARD, OH_HELL = (0, 20, 10, 10, 10), (20, 10, 10, 0, 0), (10, 1, 0, 0, 0)
"""Points by MADE, TRICK, OFF, NIL (a bid of zero, times the round) and BONUS (a step of it)."""

WINNERS = {HIGH: say("Most points"), LOW: say("Fewest points"), TOGETHER: say("All against the game")}
TURNS = {"": say("Nobody"), FIRST: say("First player"), DEALER: say("Dealer")}
TIES = {SHARED: say("Shared win"), DECIDED: say("You decide")}
REACHES = {ROUND: say("That round is the last"), ONCE: say("It ends at once"), OUT: say("They are out")}


@dataclass(frozen=True)
class Sheet:
    """How points come in (`by`), what ends it (`rounds`, `categories`, `target`), and who wins (`wins`).

    0 means: open end (`rounds`), no teams (`sides`), none (`target`, `clock`).
    """

    name: str = ""
    colour: str = "#C98A2B"
    icon: str = "cards-outline"
    by: str = NUMBERS
    """How points are entered: a number each round, taps, bids and tricks, or the round's winner."""
    wins: str = HIGH
    rounds: int = 0
    categories: tuple[str, ...] = ()
    worth: tuple[int, ...] = ()
    """What one point of each named row counts."""
    target: int = 0
    reach: str = ROUND
    """What the target does: this round is the last, the game ends at once, or the player is out."""
    start: int = 0
    down: bool = False
    """Count down from the start to the target, or to zero."""
    below_zero: bool = False
    zero_sum: bool = False
    bids: tuple[int, ...] = SKULL_KING
    sides: int = 0
    partners: tuple[int, ...] = ()
    """The team of each seat, set by hand for one play; otherwise partners sit apart."""
    tie: str = SHARED
    """What a tie at the end is: a shared victory, or the table decides."""
    clock: int = 0
    turn: str = ""
    """What moves on each round: nothing, the first player, or the dealer, who plays last."""
    bgg: int = 0
    """The game's number at BoardGameGeek, or 0."""
    winners: tuple[int, ...] = ()
    """Seats that won one play, as another program recorded it (`NOBODY` if none); otherwise points decide."""
    minutes: int = 0
    """How long that play took."""

    def to_json(self) -> Json:
        """Without what few sheets have: box codes stay short."""
        return {name: list(value) if isinstance(value, tuple) else value
                for name, value in asdict(self).items() if value or name not in RARE}

    def for_another_play(self) -> "Sheet":
        """Without what belongs to one play only."""
        return replace(self, winners=(), minutes=0)

    @staticmethod
    def of(raw: Json) -> "Sheet":
        """Raise `Refused` if the data is not a valid sheet."""
        if not isinstance(raw, dict):
            raise Refused(say("This is not a score sheet. Make a new one."))
        raw = {**_OLD.get(("low", raw.get("low")), {}), **_OLD.get(("passes", raw.get("passes")), {}), **raw}
        for name, fits in _FITS.items():
            if name in raw and not fits(raw[name]):
                raise Refused(say("The score sheet can't be read: {what} is wrong. Make a new one.",
                                  what=name))
        known: dict[str, Any] = {name: tuple(raw[name]) if isinstance(raw[name], list) else raw[name]
                                 for name in (field.name for field in fields(Sheet)) if name in raw}
        return Sheet(**known)

    def to_code(self) -> str:
        """The same code as *Share this box* in My boxes."""
        return box_code(GAME, DICTIONARIES, self.name, self.to_json())

    @staticmethod
    def of_code(text: str) -> "Sheet | None":
        """None if it isn't a code; raises `Refused` if it is damaged."""
        if CODE.match(text) is None:
            return None
        return Sheet.of(box_of(text, GAME, DICTIONARIES)[1])

    @property
    def last_round(self) -> int:
        """The round that ends the play; 0 if something else does."""
        return 0 if self.by == TAPS else len(self.categories) or self.rounds

    @property
    def counts(self) -> bool:
        """Are there points at all? A single win, draw or loss has none."""
        return self.by != WINS or (self.last_round != 1 and not self.together)

    @property
    def together(self) -> bool:
        return self.wins == TOGETHER

    @property
    def has_target(self) -> bool:
        return self.down or self.target < 0 or self.target > self.start

    @property
    def at_once(self) -> bool:
        return self.reach == ONCE or self.by == TAPS

    @property
    def low(self) -> bool:
        """Is the lowest column the best one?"""
        if self.reach == OUT and self.has_target:
            return not self.down and self.target >= 0
        return self.down or self.wins == LOW

    def reached(self, points: int) -> bool:
        falls = self.down or self.target < 0
        return self.has_target and (points <= self.target if falls else points >= self.target)

    def worth_of(self, row: int) -> int:
        if row < len(self.worth) and row < len(self.categories):
            return self.worth[row]
        return -1 if self.down and self.by == NUMBERS else 1

    def for_bid(self, bid: int, tricks: int, bonus: int, round_: int) -> int:
        """AB-13"""
        gives, off = self.bids, abs(bid - tricks)
        if bid == 0 and gives[NIL]:
            return bonus + gives[NIL] * round_ if not off else -gives[NIL] * round_
        return bonus + gives[MADE] + gives[TRICK] * tricks if not off else -gives[OFF] * off


def bgg_in(typed: str) -> int:
    """A number at BoardGameGeek, typed or in the address of the game's page. Raises `Refused`.

    >>> bgg_in("https://boardgamegeek.com/boardgame/31260/a-game"), bgg_in(" 171 "), bgg_in("")
    (31260, 171, 0)
    """
    found = BGG.fullmatch(typed.strip())
    if found is None or int(found[1] or 0) > LAST_BGG:
        raise Refused(say("Type the number in the address of the game's page, or paste the address."))
    return int(found[1] or 0)


def rows_of(typed: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Names and worths of rows, typed with commas between them.

    >>> rows_of("Birds, Sets x5, Debts x-1")
    (('Birds', 'Sets', 'Debts'), (1, 5, -1))
    """
    found = [_WORTH.fullmatch(part.strip()) for part in typed.split(",") if part.strip()]
    rows = [(one["name"].strip(), int((one["n"] or "1").replace("−", "-"))) for one in found if one]
    return tuple(name for name, _ in rows), tuple(worth for _, worth in rows)


def typed_rows(sheet: Sheet) -> str:
    return ", ".join(name if sheet.worth_of(row) == 1 else f"{name} x{sheet.worth_of(row)}"
                     for row, name in enumerate(sheet.categories))


_WORTH = re.compile(r"(?P<name>.+?)(?:\s+[x×*]\s?(?P<n>[-−]?\d{1,4}))?")


def _number(low: int, high: int) -> Callable[[Json], bool]:
    return lambda value: whole(value) and low <= value <= high


def _flag(value: Json) -> bool:
    return isinstance(value, bool)


def _words(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


def _title(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TITLE


def _one_of(*words: str) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, str) and value in words


def _listed(fits: Callable[[Json], bool], most: int, least: int = 0) -> Callable[[Json], bool]:
    def fit(value: Json) -> bool:
        if not isinstance(value, (list, tuple)):
            return False
        return least <= len(value) <= most and all(map(fits, value))

    return fit


_FITS: dict[str, Callable[[Json], bool]] = {
    "name": _title, "colour": is_colour, "icon": _words, "by": _one_of(NUMBERS, TAPS, BIDS, WINS),
    "wins": _one_of(HIGH, LOW, TOGETHER), "rounds": _number(0, MOST_ROUNDS),
    "categories": _listed(lambda one: _words(one) and bool(one.strip()), MOST_CATEGORIES),
    "worth": _listed(_number(-MOST_WORTH, MOST_WORTH), MOST_CATEGORIES), "target": _number(-MOST, MOST),
    "reach": _one_of(ROUND, ONCE, OUT), "start": _number(-MOST, MOST), "down": _flag, "below_zero": _flag,
    "zero_sum": _flag, "bids": _listed(_number(-MOST_WORTH, MOST_WORTH), 5, 5),
    "sides": lambda value: whole(value) and (value == 0 or 2 <= value <= MOST_SIDES),
    "partners": _listed(_number(0, MOST_SIDES - 1), MOST_PLAYERS), "tie": _one_of(SHARED, DECIDED),
    "clock": _number(0, LONGEST_CLOCK), "turn": _one_of("", FIRST, DEALER),
    "bgg": _number(0, LAST_BGG), "winners": _listed(_number(-1, MOST_PLAYERS - 1), MOST_PLAYERS),
    "minutes": _number(0, LONGEST_PLAY), "low": _flag, "passes": _flag,
}
_OLD: dict[tuple[str, Json], dict[str, Json]] = {("low", True): {"wins": LOW},
                                                 ("passes", True): {"turn": FIRST}}
"""How earlier versions saved the winner and the first player."""
