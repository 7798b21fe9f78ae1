"""What players still have to move by hand on the table of an open play."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.core import log
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.engine.by_hand import (
    NO_CARD,
    NOTHING,
    UNFORESEEN,
    HandCard,
    HandLine,
    Reading,
    ToldHands,
    as_corrected,
    differences,
    untracked,
)
from companion.core.log import Record
from companion.core.play import Play
from companion.core.text import Refused
from companion.services.store import Store

applog = logging.getLogger("tableside")

FARTHEST = 60
"""How many records back a list may have begun."""
WAITS = ""
"""Saved among the ticks: lines from before the last record wait for the end of something."""


def began_at(records: Sequence[Record]) -> int:
    """Where the last card began: at the last record, or at the first of the last undos in a row."""
    number = max(0, len(records) - 1)
    while number > 0 and records[number].kind in log.GOING and records[number - 1].kind in log.GOING:
        number -= 1
    return number


class SavedTicks:
    """Where a list began, and its ticks: for each the number of records then, and the line's path."""

    def __init__(self, store: Store, key: str) -> None:
        self._store, self._key = store, f"by_hand.{key}"

    def read(self, records: Sequence[Record]) -> tuple[int, list[Any]]:
        saved = self._store.setting(self._key)
        began = began_at(records)
        if not isinstance(saved, dict):
            return began, []
        since, done = saved.get("since"), saved.get("done")
        if not isinstance(since, int) or not isinstance(done, list):
            return began, []
        earliest = began - FARTHEST if done else began
        if not earliest <= since <= len(records):
            return began, []
        return since, done

    def save(self, since: int, done: list[Any]) -> None:
        with suppress(Refused):
            self._store.set(self._key, {"since": since, "done": done})


@dataclass(frozen=True)
class GoingBack:
    """What an undo would move on the board: the play after it, and the lines."""

    play: Play[Any]
    lines: tuple[HandLine, ...]

    @property
    def pieces(self) -> int:
        return sum(bool(change.place) for line in self.lines for change in line.changes())


class HandsAtTable:
    """Shared by all screens of a play, as there is one table. Consecutive undos add up to one card.

    Taking a correction back moves no piece: the lines are those of the other records. With `ticks`, the list
    is there again after the table was left: it follows from the log and from what was ticked."""

    def __init__(self, play: Play[Any], ticks: SavedTicks | None = None) -> None:
        self.play, self.ticks = play, ticks
        self.how = UNFORESEEN
        self._card = NO_CARD
        self._ticked = False
        """Lines are being ticked off: unticked ones stay for the next question."""
        self.waits = self._gathered = False
        """Lines stay for one card at the end, and some of the last card are older than its record."""
        self._seen: tuple[int, str] | None = None
        self._lying: Reading | None = None
        """How the real pieces lie: the state before the undo."""
        self._told: ToldHands | None = None
        """What hands have done with pieces that no field counts. Only undos and redos need it."""
        self._untold: frozenset[str] = frozenset()
        """Such lines of earlier records that nobody has done yet."""
        self._broken = False

    def card(self) -> HandCard:
        """The current card. If a game can't list its fields there is none, and the play goes on."""
        if self._seen is None and self.ticks is not None:
            with suppress(Refused):
                guarded(self._catch_up, self.ticks)
        if self._broken:
            return NO_CARD
        now = (len(self.play.log), self.how)
        if now != self._seen:
            try:
                self._card = guarded(self._read)
            except GameFailed:
                applog.exception("the game %s could not say what lies on the table", self.play.game.facts.id)
                self._broken, self._card = True, NO_CARD
            self._seen = now
        return self._card

    def tick(self, line: HandLine) -> None:
        if self.ticks is not None:
            self._save_tick(self.ticks, line)
        left = tuple(one for one in self._card.lines if one is not line)
        if left:
            self._card, self._ticked = replace(self._card, lines=left), True
            if self._lying is not None:
                self._lying = self._lying.but({one.path: one.new for one in line.changes()})
            self._follow(line)
        else:
            self.fold()

    def _follow(self, line: HandLine) -> None:
        """Somebody has done this line."""
        self._untold -= {line.path}
        if self._told is None or not line.untracked:
            return
        if self._told.pop(line.path, None) is None:
            self._told[line.path] = self.play.by_hand.told_hands()[line.path]

    def _save_tick(self, ticks: SavedTicks, line: HandLine) -> None:
        records = self.play.log
        since, done = ticks.read(records)
        if not self._ticked and not self._gathered:
            since, done = max(since, began_at(records)), []
        ticks.save(since, [*done, [len(records), line.path]])

    def fold(self) -> None:
        """Close before the next answer. Everything is assumed to be put back."""
        self._card, self._ticked, self._gathered = NO_CARD, False, False
        self._untold = frozenset()
        if not self._broken:
            self._lying = self.play.by_hand.reading()
            if self._told is not None:
                self._told = self.play.by_hand.told_hands()
        if self.ticks is not None:
            self.ticks.save(len(self.play.log), [])

    def to_go_back(self, to: int | None = None) -> GoingBack | None:
        """What an undo would put back on the board, besides the pieces that already go back."""
        now = self.card()
        waiting = {line.path for line in now.lines} if now.put_back else set()
        if not self._broken:
            with suppress(Refused):
                play, card = guarded(self._undone, to)
                lines = tuple(line for line in card.lines if line.place and line.path not in waiting)
                return GoingBack(play, lines) if lines else None
        return None

    def _undone(self, to: int | None) -> tuple[Play[Any], HandCard]:
        """A copy of the play after an undo, and the card then."""
        play = self.play.undone(to)
        hands = HandsAtTable(play)
        hands._continue(self)
        return play, hands.card()

    def _continue(self, other: "HandsAtTable") -> None:
        """Take over what another one knows of the same table."""
        self._card, self._ticked, self._seen = other._card, other._ticked, other._seen
        self._lying, self.waits, self._gathered = other._lying, other.waits, other._gathered
        self._told, self._untold = None if other._told is None else {**other._told}, other._untold

    def _read(self) -> HandCard:
        play = self.play
        now = play.by_hand.reading()  # first: if the game fails here, it is never watched
        waited, self.waits = self.waits, play.table.hands_wait()
        if self._seen is not None and self._lying is not None and play.log and play.log[-1].kind in log.GOING:
            return self._put_back(self._seen[0], self._lying, now)
        left = NO_CARD if self._card.put_back else self._card
        older = [one for line in left.lines for one in line.changes()] if waited else []
        card = play.by_hand.card(self.how, older)
        kept = self._kept(left, card, waited)
        self._told, self._untold = None, frozenset(line.path for line in kept if line.untracked)
        self._ticked, self._gathered = self._ticked and bool(kept), bool(older)
        paths = {one.path for line in (*kept, *card.lines) for one in line.changes()}
        undone = [*older, *(one for line in kept for one in line.changes())]
        self._lying = now.but({one.path: one.old for one in undone if one.path in paths})
        if self._gathered:
            self._save_waiting()
        lines = sorted((*kept, *card.lines), key=lambda line: line.untracked)
        return replace(card, lines=tuple(lines)) if kept else card

    def _kept(self, left: HandCard, card: HandCard, waited: bool) -> tuple[HandLine, ...]:
        """Lines of the last card that the new one doesn't have anyway."""
        if not waited and not self._ticked:
            return ()
        cause, paths = self.play.by_hand.cause, {line.path for line in card.lines}
        added_up = waited and cause is not None and not cause.corrected
        return tuple(line for line in left.lines
                     if line.path not in paths and (line.untracked or not added_up))

    def _save_waiting(self) -> None:
        if self.ticks is not None:
            records = self.play.log
            since, done = self.ticks.read(records[:-1])
            self.ticks.save(since, [*done, [len(records), WAITS]])

    def _put_back(self, seen: int, lying: Reading, now: Reading) -> HandCard:
        """After undos and redos. If only corrections were taken back, an open list keeps its title."""
        play, cause = self.play, self.play.by_hand.cause
        if began_at(play.log) <= seen:
            for length, (before, after) in play.by_hand.corrections:
                if length >= seen:
                    lying = as_corrected(lying, before, after)
        self._lying = lying
        told = [] if self.how == NOTHING else list(play.game.as_moves(play.table, differences(lying, now)))
        if self.how != NOTHING:
            told += self._untracked()
        if not told:
            return NO_CARD
        stays = cause is not None and cause.corrected and bool(self._card.lines)
        return HandCard(tuple(told), self._card.put_back if stays else True)

    def _untracked(self) -> list[HandLine]:
        """After undos and redos: what to do with pieces that no field counts."""
        now, by_hand = self.play.by_hand.told_hands(), self.play.by_hand
        if self._told is None:
            self._told = {path: line for path, line in by_hand.told_before.items()
                          if path not in self._untold}
        gone = {path: line for path, line in self._told.items() if path not in now}
        again = {path: line for path, line in now.items() if path not in self._told}
        return [*untracked(gone, back=True), *untracked(again)]

    def _catch_up(self, ticks: SavedTicks) -> None:
        """Play the records since the list began once more, with the ticks in between."""
        play, (since, done) = self.play, ticks.read(self.play.log)
        if since >= len(play.log) or play.misfit is not None:
            return
        again = Play(play.game, play.setup, play.log[:since], trusted=True)
        hands = HandsAtTable(again)
        hands.how = self.how
        hands.card()
        for record in play.log[since:]:
            again.repeat(record)
            hands.card()
            for number, path in done:
                if number == len(again.log):
                    hands._tick_path(path)
        play.by_hand.card()
        play.by_hand.cause = again.by_hand.cause
        self._continue(hands)

    def _tick_path(self, path: str) -> None:
        line = next((one for one in self.card().lines if one.path == path), None)
        if line is not None:
            self.tick(line)
