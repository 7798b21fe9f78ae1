"""The table at a glance, and how it ended."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.game import best_at, only, podium, victory
from companion.core.text import Text, count, in_a_row, listing, say, spelled
from companion.core.views import (
    Map,
    Mark,
    Outcome,
    Piece,
    PodiumPlace,
    Reminder,
    Reveal,
    SeatView,
    Spot,
    Track,
    View,
)
from companion.games.keywords.rules import winners
from companion.games.keywords.table import PICTURES, KeyWords, Player


def outcome(table: KeyWords) -> Outcome | None:
    best = winners(table)
    if not best:
        return None
    broken_tie = len(best) == 1 and best[0].tie_break
    words = say("{name} wins the tie-break.", name=best[0]) if broken_tie else victory(best)
    ended = podium(table, words, best)
    places = tuple(with_tie_break(table, place) for place in ended.places)
    return replace(ended, places=places, details=tuple(details(table)))


def with_tie_break(table: KeyWords, place: PodiumPlace) -> PodiumPlace:  # KW-A16
    points = table.seats[place.seat].tie_break
    return replace(place, note=tie_break_note(points)) if points else place


def details(table: KeyWords) -> Iterable[Reminder]:
    if finders := best_at(table.seats, lambda player: player.found):
        yield Reminder(count("Sharpest eye: {names}", "Sharpest eyes: {names}", len(finders),
                             names=listing(finders)),
                       "eye-outline", count("{n} picture found", "{n} pictures found", finders[0].found),
                       only(finders))
    if fastest := best_at(table.seats, lambda player: player.fastest):
        yield Reminder(count("Quickest hand: {names}", "Quickest hands: {names}", len(fastest),
                             names=listing(fastest)), "hand-back-left-outline",
                       count("fastest once", "fastest {n} times", fastest[0].fastest), only(fastest))


def view(table: KeyWords) -> View:
    pieces = tuple(Piece(player.points, player.index) for player in table.seats)
    return View(subtitle(table), tuple(seat_view(table, player) for player in table.seats),
                tuple(reminders(table)), (Track(say("Points"), 51, pieces),))


def board(table: KeyWords) -> Map:
    """The three pictures with their stacks, the fastest token at the bottom (KW-8).

    Once all are entered, the tokens fall one after the other."""
    spots = tuple(Spot(f"picture{n}", say("Picture {n}", n=n), (2 * n - 1) / 6, 0.5, shape="tray")
                  for n in PICTURES)
    counts = reveal(table)
    tokens = [(spot.key, player) for spot, stack in zip(spots, table.this_round().stacks, strict=False)
              for player in stack.tokens]
    pieces = tuple(Piece(key, player.index, key=f"{key} {player.index}", falls=turn if counts else 0)
                   for turn, (key, player) in enumerate(tokens, 1))
    return Map(spots, pieces=pieces, ratio=1.5, scale=1.15, zooms=False, reveal=counts)


def reveal(table: KeyWords) -> Reveal | None:
    """The moment when all stacks are entered: they are counted token by token, but only once."""
    this = table.this_round()
    order = [player for stack in this.stacks for player in stack.tokens]
    if this.agreed or not order or any(not one.read or one.again for one in this.stacks):
        return None
    return Reveal(say("The stacks are counted…"), say("{name}'s token is the last…", name=order[-1]))


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
        yield Reminder(say("Four tokens each: one on space 0 of the track, three to guess with."),
                       "layers-outline")
        return                                                                     # KW-1
    if table.this_round().told:
        return
    if table.round > 1 or table.tie_breaks:
        yield Reminder(say("All cards back and shuffled."), "cards-outline")      # KW-14
    yield Reminder(say("Draw four cards, put one away, and lay out boards for the other three."),
                   "cards-outline")


def tie_break_note(points: list[int]) -> Text:
    return say("tie-break {points}", points=in_a_row(*points))


def ahead(table: KeyWords) -> Iterable[Text]:
    this = table.this_round()
    if table.narrator is None:
        yield say("Then the first story is told.")                          # KW-3
        return
    if not this.told:
        yield say("Then everybody else places three tokens, as fast as they can.")     # KW-8
    if this.tie_break or not table.still_to_narrate():
        yield say("The tie-break decides.")                                 # KW-17
        return
    narrator, places = table.the_narrator(), len(table.seats)
    due = [player for player in table.still_to_narrate()
           if player is not narrator or player.narrated + 1 < table.turns_each]
    if due:
        following = min(due, key=lambda player: (player.index - narrator.index - 1) % places)
        yield say("{name} narrates round {n}.", name=following, n=spelled(table.round + 1))     # KW-4
    else:
        yield say("This is the last round.")                                # KW-16
