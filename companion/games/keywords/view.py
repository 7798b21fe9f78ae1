"""The table in one look, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.game import podium
from companion.core.text import Text, count, listing, say
from companion.core.views import Mark, Outcome, Piece, PodiumPlace, Reminder, SeatView, Track, View
from companion.games.keywords.rules import winners
from companion.games.keywords.table import KeyWords, Player


def outcome(table: KeyWords) -> Outcome | None:
    best = winners(table)
    if not best:
        return None
    if len(best) > 1:
        sentence = say("{names} share the victory.", names=listing(tuple(best)))
    elif best[0].tie_break:
        sentence = say("{name} wins the tie-break.", name=best[0])
    else:
        sentence = say("{name} wins.", name=best[0])
    ended = podium(table, sentence, best)
    places = tuple(with_tie_break(table, place) for place in ended.places)
    return replace(ended, places=places, details=tuple(details(table)))


def with_tie_break(table: KeyWords, place: PodiumPlace) -> PodiumPlace:
    """The tie-break points stand beside the score (KW-A16)."""
    points = table.seats[place.seat].tie_break
    return replace(place, note=tie_break_note(points)) if points else place


def details(table: KeyWords) -> Iterable[Reminder]:
    finder = max(table.seats, key=lambda player: player.found)
    fastest = max(table.seats, key=lambda player: player.fastest)
    yield Reminder(say("Sharpest eye: {name}", name=finder), "eye-outline",
                   count("{n} picture found", "{n} pictures found", finder.found), finder.index)
    yield Reminder(say("Quickest hand: {name}", name=fastest), "hand-back-left-outline",
                   count("fastest once", "fastest {n} times", fastest.fastest), fastest.index)


def view(table: KeyWords) -> View:
    pieces = tuple(Piece(player.points, player.index) for player in table.seats)
    return View(subtitle(table), tuple(seat_view(table, player) for player in table.seats),
                tuple(reminders(table)), (Track(say("Points"), 51, pieces),))


def subtitle(table: KeyWords) -> Text:
    if table.narrator is None:
        return say("Before the first round")
    if table.this_round().tie_break:
        return say("Tie-break, {name} narrates", name=table.narrator)
    if not table.still_to_narrate():
        return say("After the last round")
    return say("Round {n} of {all}, {name} narrates", n=table.round, all=table.rounds(), name=table.narrator)


def seat_view(table: KeyWords, player: Player) -> SeatView:
    marks = (Mark("account-voice", say("narrates")),) if player is table.narrator else ()
    note = tie_break_note(player.tie_break) if player.tie_break else None
    return SeatView(player.index, player.points, marks, note)


def reminders(table: KeyWords) -> Iterable[Reminder]:
    if table.narrator is None:
        yield Reminder(say("Four tokens each: one on space 0 of the track, three to guess with."), "layers-outline")
        return                                                                     # KW-1
    if table.this_round().told:
        return
    if table.round > 1 or table.tie_breaks:
        yield Reminder(say("Tokens home, all cards back and shuffled."), "cards-outline")      # KW-14
    yield Reminder(say("Draw four cards, put one away, lay out the boards of the other three."), "cards-outline")


def tie_break_note(points: list[int]) -> Text:
    return say("tie-break {points}", points=", ".join(str(one) for one in points))
