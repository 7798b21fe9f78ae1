"""The table at a glance, how it ended, and the totals to check."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.game import best_at, only, podium, victory
from companion.core.log import ANSWER, EXIT, RESTART, Record
from companion.core.text import Text, count, listing, say, spelled
from companion.core.views import (
    Counted,
    Map,
    Mark,
    Outcome,
    Piece,
    Prop,
    Reminder,
    Road,
    SeatView,
    Track,
    View,
)
from companion.games.windmill.rules import still_to_tell, winners
from companion.games.windmill.table import GRID, CurrentStory, Player, Windmill

LAST = 40
"""The track's last space; higher scores lap."""
SPACES = LAST + 1
"""With the start space."""
ROAD = Road("#ECD3A0", "#8A5F3C", "#B98A5A", 0.074)
TOWER = Prop("tower", 0.5, 0.44, 3.1, over=True)
FRAME = (-0.0117, -0.02, 1.0117, 1.36)
"""The track, with the evening sky above it."""


def outcome(table: Windmill) -> Outcome | None:
    if table.round <= table.rounds:
        return None
    best = winners(table)
    return replace(podium(table, victory(best), best), details=tuple(details(table)))


def details(table: Windmill) -> Iterable[Reminder]:
    if best := best_at(table.seats, lambda player: player.found):
        found = count("{n} card found", "{n} cards found", best[0].found)
        yield Reminder(count("Best guesser: {names}", "Best guessers: {names}", len(best),
                             names=listing(best)),
                       "eye-outline", found, only(best))
    if bold := best_at(table.seats, lambda player: player.captured):
        yield Reminder(say("Boldest with the Windmill: {names}", names=listing(bold)), "wind-turbine",
                       count("{n} story captured", "{n} stories captured", bold[0].captured), only(bold))
    if table.best_tale is not None and not table.best_tale.equalled:
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
    return View(subtitle, seats, tuple(reminders(table)), (Track(say("Points"), SPACES, pawns),))


def board(table: Windmill) -> Map:
    """The score track round the mill."""
    pawns = (Piece(str(space_of(player.points)), player.index, key=f"pawn{player.index}")
             for player in table.seats)
    return Map.spiral(SPACES, pawns, dot=0.03, scale=3.2, road=ROAD, frame=FRAME, zooms=False, props=(TOWER,))


def space_of(points: int) -> int:
    """The space for a score; after 40 comes 1 again, as zero is the start space.

    >>> [space_of(points) for points in (0, 40, 41, 80, 81)]
    [0, 40, 1, 40, 1]
    """
    return points if points <= LAST else (points - 1) % LAST + 1


def seat_view(table: Windmill, player: Player) -> SeatView:
    marks = []
    if player is table.token:
        marks.append(Mark("flag-variant", say("First Player token")))
    if table.is_under_way(CurrentStory) and table.under_way(CurrentStory).windmill_with is player:
        marks.append(Mark("wind-turbine", say("guesses with the Windmill")))
    return SeatView(player.index, player.points, tuple(marks))


def reminders(table: Windmill) -> Iterable[Reminder]:
    if table.token is None:
        yield Reminder(say("Lay the small cards out, five by five, and the large ones as a deck."),
                       "cards-outline")
        return
    telling = table.is_under_way(CurrentStory) and not table.under_way(CurrentStory).card_down
    if telling and table.story_number() > 1:
        yield from tidy_up(table)                                           # WM-21
    if not telling or table.never_ending():
        left = table.cards_left()
        yield Reminder(count("{n} card left in the grid", "{n} cards left in the grid", left),
                       "cards-outline")


def tidy_up(table: Windmill) -> Iterable[Reminder]:
    if not table.never_ending():
        yield Reminder(say("All cards back into the grid"), "cards-outline", by_hand="story.taken")
        yield Reminder(say("Told card into the deck; the Windmill lies in the middle"), "wind-turbine")
    elif not table.told_this_round:                                         # WM-23
        yield Reminder(say("New round: every card comes back, the large ones into the deck."),
                       "cards-outline")
    else:
        yield Reminder(say("Cards back into the grid; guessed ones stay beside it."), "cards-outline")


def totals(table: Windmill) -> Sequence[tuple[str, int, int]]:
    taken = table.this_story().taken
    return (("small cards", table.cards_left() + taken + table.laid_aside, GRID),)      # WM-3


def ahead(table: Windmill) -> Iterable[Text]:
    if table.token is None:
        yield say("Then the first story is told.")                          # WM-4
        return
    guessers = table.guessing_after(table.this_story().guesser or table.the_teller())
    if guessers:
        yield count("Then {names} guesses.", "Then {names} guess, one after the other.", len(guessers),
                    names=listing(tuple(guessers)))                         # WM-7
    yield next_story(table)


def next_story(table: Windmill) -> Text:
    waiting = [player for player in still_to_tell(table) if player is not table.the_teller()]
    token = table.token or table.seats[0]
    if waiting:
        first = min(waiting, key=lambda player: (player.index - token.index) % len(table.seats))
        return say("{name} tells the next story.", name=first)              # WM-6
    if table.round < table.rounds:
        return say("After this story round {n} begins.", n=spelled(table.round + 1))
    return say("This is the last story.")                                   # WM-22


FOUND = say("Cards found, by guess")
GUESSES: tuple[Text, ...] = (say("First guess"), say("Second guess"), say("Third guess"), say("Fourth guess"))


def counted(table: Windmill, records: Sequence[Record]) -> Iterable[Counted]:
    """Guesses of a void story don't count."""
    guess, found = 0, []
    for record in records:
        word, _, seat = record.key.partition("/")
        if record.kind in (EXIT, RESTART) or word == "CardDown":
            guess = 0
        elif record.kind == ANSWER and word == "Guess" and record.answer in ("right", "wrong", "late"):
            guess += 1
            if record.answer == "right":
                found.append((min(guess, len(GUESSES)), int(seat)))
    return [Counted(FOUND, GUESSES[nth - 1], seat) for nth, seat in sorted(found)]
