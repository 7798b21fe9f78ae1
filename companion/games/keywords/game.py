"""Key Words as a plugin: its facts, its switches, and what the screen sees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from companion.core.game import (
    Facts,
    Field,
    Game,
    Palette,
    choice_field,
    number_field,
    podium,
    seat_field,
)
from companion.core.questions import Json
from companion.core.setup import Choice, Option, Setup
from companion.core.text import Text, count, listing, say
from companion.core.views import Mark, Outcome, Piece, PodiumPlace, Reminder, SeatView, Track, View
from companion.games.keywords import rules
from companion.games.keywords.questions import BOARD_FACES
from companion.games.keywords.table import BOARDS, PICTURES, KeyWords, Player, Round

TITLE = "Key Words"
"""A working title: the name on the box is not known. Change it here only."""

OPTIONS = (
    Option("story_seconds", say("Narrator's clock"),
           say("If agreed: the story must be told in this time, or fifteen seconds after the reminder."), "KW-15", 0,
           (Choice(0, say("Off")), Choice(60, say("60 s")), Choice(90, say("90 s")), Choice(120, say("120 s")))),
    Option("placing_seconds", say("Placing clock"), say("Tokens that are not placed in time score nothing."), "KW-A12",
           0, (Choice(0, say("Off")), Choice(60, say("60 s")))),
    Option("penalty_per", say("A forbidden word costs"),
           say("Two points once a story, or for each of the three words."), "KW-A3", "story",
           (Choice("story", say("Once a story")), Choice("word", say("For each word")))),
    Option("penalty_when", say("The penalty is taken"),
           say("Together with the points of the round, or before them. It matters only to somebody near nought."),
           "KW-A5", "together",
           (Choice("together", say("With the round's points")), Choice("at once", say("At once")))),
    Option("tied_again", say("Tie-break tied again"),
           say("Those still level play another round, or share the victory."), "KW-A18", "repeat",
           (Choice("repeat", say("Another round")), Choice("share", say("Share the victory")))),
)


class KeyWordsGame(Game[KeyWords]):
    facts: ClassVar[Facts] = Facts(
        "keywords", TITLE, 3, 6, "20-40", say("One story, three hidden pictures: be quick to place your tokens."),
        "KW-1",
        dark=Palette("#151A33", "#212848", "#303961", "#F1F2FB", "#B7BCDA", "#8BE3C9", "#003527", "#155041", "#C6F7E8"),
        light=Palette("#F6F7FE", "#E6E9F8", "#D5DAF0", "#171B33", "#4D5375", "#00634D", "#FFFFFF", "#B5EFDF",
                      "#00281E"),
        icon="layers-outline", maker="MJ Games 2025")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    stage: ClassVar[str] = "companion.games.keywords.screen.stage:Stage"

    def new(self, setup: Setup) -> KeyWords:
        return KeyWords(setup)

    async def play(self, table: KeyWords) -> None:
        await rules.play(table)

    def outcome(self, table: KeyWords) -> Outcome | None:
        best = rules.winners(table)
        if not best:
            return None
        if len(best) > 1:
            sentence = say("{names} share the victory.", names=listing(tuple(best)))
        elif best[0].tie_break:
            sentence = say("{name} wins the tie-break.", name=best[0])
        else:
            sentence = say("{name} wins.", name=best[0])
        outcome = podium(table, sentence, best)
        places = tuple(self.with_tie_break(table, place) for place in outcome.places)
        return replace(outcome, places=places, details=tuple(self.details(table)))

    def with_tie_break(self, table: KeyWords, place: PodiumPlace) -> PodiumPlace:
        """The tie-break points stand beside the score (KW-A16)."""
        points = table.seats[place.seat].tie_break
        return replace(place, note=tie_break_note(points)) if points else place

    def details(self, table: KeyWords) -> Iterable[Reminder]:
        finder = max(table.seats, key=lambda player: player.found)
        fastest = max(table.seats, key=lambda player: player.fastest)
        yield Reminder(say("Sharpest eye: {name}", name=finder), "eye-outline",
                       count("{n} picture found", "{n} pictures found", finder.found), finder.index)
        yield Reminder(say("Quickest hand: {name}", name=fastest), "hand-back-left-outline",
                       count("once the fastest", "{n} times the fastest", fastest.fastest), fastest.index)

    # Corrections

    def fields(self, table: KeyWords) -> Iterable[Field]:
        yield from super().fields(table)
        yield number_field(table, "round", "round", say("Round"), 1, 99)
        if table.narrator is not None:
            yield seat_field(table, table, "narrator", "narrator", say("Narrator"))
        for player in table.seats:
            yield number_field(player, "narrated", f"seats.{player.index}.narrated",
                               say("Times {name} has narrated", name=player), 0, table.turns_each)
            if player.tie_break:
                yield last_tie_break(player)
        if table.is_under_way(Round):
            this = table.under_way(Round)
            if not this.tie_break:                                                     # KW-A19: there it is void
                yield number_field(this, "forbidden", "forbidden", say("Forbidden words said"), 0, 3)
            for picture, stack in zip(PICTURES, this.stacks, strict=True):
                yield choice_field(stack, "board", f"boards.{picture}", say("Board of picture {n}", n=picture),
                                   (None, *BOARDS), board_words)

    # Looking

    def view(self, table: KeyWords) -> View:
        pieces = tuple(Piece(player.points, player.index) for player in table.seats)
        return View(self.subtitle(table), tuple(self.seat_view(table, player) for player in table.seats),
                    tuple(self.reminders(table)), (Track(say("Points"), 51, pieces),))

    def subtitle(self, table: KeyWords) -> Text:
        if table.narrator is None:
            return say("Before the first round")
        if table.this_round().tie_break:
            return say("Tie-break, {name} narrates", name=table.narrator)
        if not table.still_to_narrate():
            return say("After the last round")
        return say("Round {n} of {all}, {name} narrates", n=table.round, all=table.rounds(), name=table.narrator)

    def seat_view(self, table: KeyWords, player: Player) -> SeatView:
        marks = (Mark("account-voice", say("narrates")),) if player is table.narrator else ()
        note = tie_break_note(player.tie_break) if player.tie_break else None
        return SeatView(player.index, player.points, marks, note)

    def reminders(self, table: KeyWords) -> Iterable[Reminder]:
        if table.narrator is None:
            yield Reminder(say("Four tokens each: one on nought of the track, three to guess with."), "layers-outline")
            return                                                                     # KW-1
        if table.this_round().told:
            return
        if table.round > 1 or table.tie_breaks:
            yield Reminder(say("Tokens home, all cards back and shuffled."), "cards-outline")      # KW-14
        yield Reminder(say("Draw four cards, put one away, lay out the boards of the other three."), "cards-outline")


def last_tie_break(player: Player) -> Field:
    def write(points: Any) -> None:
        player.tie_break[-1] = points

    return Field(f"seats.{player.index}.tie_break", say("{name}'s tie-break points", name=player), range(100),
                 lambda: player.tie_break[-1], write)


def tie_break_note(points: list[int]) -> Text:
    return say("tie-break {points}", points=", ".join(str(one) for one in points))


def board_words(value: Json) -> Text:
    return BOARD_FACES[value][0] if value in BOARD_FACES else say("not told")
