"""Windmill as a plugin: its facts, its switches, and what the screen sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core.game import Facts, Field, Game, Palette, number_field, podium, seat_field
from companion.core.setup import Choice, Option, Setup, switch
from companion.core.text import Text, count, listing, say, spelled
from companion.core.views import Mark, Outcome, Piece, Reminder, SeatView, Track, View
from companion.games.windmill import rules
from companion.games.windmill.table import GRID, CurrentStory, Player, Windmill

TITLE = "Windmill"

OPTIONS = (
    Option("mode", say("Mode"), say("Never-ending: each tale goes on from the one before, and a guessed card stays out "
                                    "for the round."), "WM-23", "normal",
           (Choice("normal", say("Single stories")), Choice("never-ending", say("Never-ending story")))),
    Option("story_seconds", say("Story clock"), say("How long a story may last."), "WM-8", 30,
           (Choice(0, say("Off")), Choice(15, say("15 s")), Choice(30, say("30 s")), Choice(45, say("45 s")),
            Choice(60, say("60 s")))),
    Option("guess_seconds", say("Guess clock"), say("Only if everybody agrees: thirty seconds for each guess."),
           "WM-12", 0, (Choice(0, say("Off")), Choice(30, say("30 s, all agree")))),
    Option("late_guess", say("When a guess is late"),
           say("The bell offers to count it as wrong, or only rings."), "WM-A7", "wrong",
           (Choice("wrong", say("Offer no guess")), Choice("alarm", say("Alarm only")))),
    switch("strict_first_round", say("No Windmill in round one"),
           say("Nobody may take the Windmill in the first round, not even with points."), "WM-A2"),
    Option("unguessed", say("A card nobody found"),
           say("In the never-ending mode: back into the deck, or beside the grid like a guessed one."), "WM-A11",
           "back", (Choice("back", say("Back into the deck")), Choice("aside", say("Lay it aside")))),
)


class WindmillGame(Game[Windmill]):
    facts: ClassVar[Facts] = Facts(
        "windmill", TITLE, 3, 5, "20-45", say("Tell a tale in thirty seconds; who finds your picture?"), "WM-1",
        dark=Palette("#221826", "#33243A", "#46334E", "#FBEFE3", "#CDB9C4", "#FFB56B", "#361700", "#5C3519", "#FFE0C2"),
        light=Palette("#FFF6EC", "#FBE7D3", "#F3D6BB", "#2B1722", "#66505A", "#9C3D12", "#FFFFFF", "#FFD9BC",
                      "#3E1500"),
        icon="wind-turbine", maker="CrowD Games 2020")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    stage: ClassVar[str] = "companion.games.windmill.screen.stage:Stage"

    def new(self, setup: Setup) -> Windmill:
        return Windmill(setup)

    async def play(self, table: Windmill) -> None:
        await rules.play(table)

    def outcome(self, table: Windmill) -> Outcome | None:
        if table.round <= table.rounds:
            return None
        best = rules.winners(table)
        if len(best) > 1:
            sentence = say("{names} share the victory.", names=listing(tuple(best)))
        else:
            sentence = say("{name} wins.", name=best[0])
        return replace(podium(table, sentence, best), details=tuple(self.details(table)))

    def details(self, table: Windmill) -> Iterable[Reminder]:
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

    # Corrections

    def fields(self, table: Windmill) -> Iterable[Field]:
        yield from super().fields(table)
        yield number_field(table, "round", "round", say("Round"), 1, table.rounds)
        yield number_field(table, "laid_aside", "laid_aside", say("Cards laid aside"), 0, len(table.seats))
        if table.token is not None:
            yield seat_field(table, table, "token", "token", say("First Player token"))
        for player in table.seats:
            yield told_field(table, player)
        if table.is_under_way(CurrentStory):
            story = table.under_way(CurrentStory)
            yield number_field(story, "guesses", "story.guesses", say("Guesses so far"), 0, len(table.seats) - 1)
            yield number_field(story, "taken", "story.taken", say("Cards out of the grid"), 0, len(table.seats) - 1)
            yield seat_field(table, story, "windmill_with", "story.windmill_with", say("Windmill card"),
                             none=say("in the middle"))

    # Looking

    def view(self, table: Windmill) -> View:
        seats = tuple(self.seat_view(table, player) for player in table.seats)
        pawns = tuple(Piece(player.points, player.index) for player in table.seats)
        subtitle = say("Round {round}, story {story} of {all}", round=min(table.round, table.rounds),
                       story=min(table.story_number(), table.stories), all=table.stories)
        return View(subtitle, seats, tuple(self.reminders(table)), (Track(say("Points"), 41, pawns),))

    def seat_view(self, table: Windmill, player: Player) -> SeatView:
        marks = []
        if player is table.token:
            marks.append(Mark("flag-variant", say("First Player token")))
        if table.is_under_way(CurrentStory) and table.under_way(CurrentStory).windmill_with is player:
            marks.append(Mark("wind-turbine", say("guesses with the Windmill")))
        return SeatView(player.index, player.points, tuple(marks))

    def reminders(self, table: Windmill) -> Iterable[Reminder]:
        if table.token is None:
            yield Reminder(say("Lay the small cards out, five by five, and the large ones as a deck."), "cards-outline")
            return
        telling = table.is_under_way(CurrentStory) and not table.under_way(CurrentStory).card_down
        if telling and table.story_number() > 1:
            yield Reminder(self.tidy_up(table), "cards-outline")              # WM-21
        left = table.cards_left()
        yield Reminder(count("{n} card left in the grid", "{n} cards left in the grid", left), "cards-outline")

    def tidy_up(self, table: Windmill) -> Text:
        if not table.never_ending():
            return say("Cards back into the grid, the told card into the deck, the Windmill to the middle.")
        if not table.told_this_round:
            return say("New round: every card comes back, the large ones into the deck.")   # WM-23
        return say("Cards back into the grid; a guessed one stays beside it.")              # WM-23

    def totals(self, table: Windmill) -> Sequence[tuple[str, int, int]]:
        taken = table.this_story().taken
        return (("small cards", table.cards_left() + taken + table.laid_aside, GRID),)      # WM-3


def told_field(table: Windmill, player: Player) -> Field:
    """Has this player told in this round? Who has not comes up, from the token to the left (WM-6)."""
    def write(told: Any) -> None:
        others = [one for one in table.told_this_round if one is not player]
        table.told_this_round[:] = [*others, player] if told else others

    return Field(f"told.{player.index}", say("{name} has told in this round", name=player), (False, True),
                 lambda: player in table.told_this_round, write, lambda told: say("yes") if told else say("no"))
