"""The table in one look, how it ended, and what must add up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.game import podium
from companion.core.text import Text, count, listing, say, spelled
from companion.core.views import Mark, Outcome, Piece, Reminder, SeatView, Track, View
from companion.games.windmill.rules import winners
from companion.games.windmill.table import GRID, CurrentStory, Player, Windmill


def outcome(table: Windmill) -> Outcome | None:
    if table.round <= table.rounds:
        return None
    best = winners(table)
    if len(best) > 1:
        sentence = say("{names} share the victory.", names=listing(tuple(best)))
    else:
        sentence = say("{name} wins.", name=best[0])
    return replace(podium(table, sentence, best), details=tuple(details(table)))


def details(table: Windmill) -> Iterable[Reminder]:
    guesser = max(table.seats, key=lambda player: player.found)
    if guesser.found:
        found = count("one card found", "{found} cards found", guesser.found, found=spelled(guesser.found))
        captured = count("once with the Windmill", "{n} times with the Windmill", guesser.captured)
        how = say("{found}, {captured}", found=found, captured=captured) if guesser.captured else found
        yield Reminder(say("Best guesser: {name}", name=guesser), "eye-outline", how, guesser.index)
    if table.best_tale is not None:
        tale = table.best_tale
        how = count("story {story}, found by the first guesser", "story {story}, found after {n} guesses",
                    tale.guesses, story=tale.story)
        yield Reminder(say("Tale of the night: {name}", name=tale.teller), "book-open-variant", how,
                       tale.teller.index)


def view(table: Windmill) -> View:
    seats = tuple(seat_view(table, player) for player in table.seats)
    pawns = tuple(Piece(player.points, player.index) for player in table.seats)
    subtitle = say("Round {round}, story {story} of {all}", round=min(table.round, table.rounds),
                   story=min(table.story_number(), table.stories), all=table.stories)
    return View(subtitle, seats, tuple(reminders(table)), (Track(say("Points"), 41, pawns),))


def seat_view(table: Windmill, player: Player) -> SeatView:
    marks = []
    if player is table.token:
        marks.append(Mark("flag-variant", say("First Player token")))
    if table.is_under_way(CurrentStory) and table.under_way(CurrentStory).windmill_with is player:
        marks.append(Mark("wind-turbine", say("guesses with the Windmill")))
    return SeatView(player.index, player.points, tuple(marks))


def reminders(table: Windmill) -> Iterable[Reminder]:
    if table.token is None:
        yield Reminder(say("Lay the small cards out, five by five, and the large ones as a deck."), "cards-outline")
        return
    telling = table.is_under_way(CurrentStory) and not table.under_way(CurrentStory).card_down
    if telling and table.story_number() > 1:
        yield Reminder(tidy_up(table), "cards-outline")              # WM-21
    left = table.cards_left()
    yield Reminder(count("{n} card left in the grid", "{n} cards left in the grid", left), "cards-outline")


def tidy_up(table: Windmill) -> Text:
    if not table.never_ending():
        return say("Cards back into the grid, the told card into the deck, the Windmill to the middle.")
    if not table.told_this_round:
        return say("New round: every card comes back, the large ones into the deck.")   # WM-23
    return say("Cards back into the grid; a guessed one stays beside it.")              # WM-23


def totals(table: Windmill) -> Sequence[tuple[str, int, int]]:
    """In play and beside it = box."""
    taken = table.this_story().taken
    return (("small cards", table.cards_left() + taken + table.laid_aside, GRID),)      # WM-3
