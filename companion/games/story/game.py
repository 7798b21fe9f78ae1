"""Story as a plugin: its facts, its switches, and what the screen sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from companion.core.game import (
    Facts,
    Field,
    Game,
    Palette,
    choice_field,
    flag_field,
    number_field,
    podium,
    seat_field,
)
from companion.core.questions import Json
from companion.core.setup import Choice, Option, Setup
from companion.core.text import Text, count, listing, say
from companion.core.views import Mark, Outcome, Piece, Reminder, SeatView, Track, View
from companion.games.story import rules
from companion.games.story.questions import ACTIONS, action_title
from companion.games.story.table import GOAL, HAND, PICTURES, Player, Round, Story, Vote

TITLE = "Story"
LOW_PILE = 10

OPTIONS = (
    Option("starter", say("Who begins the next round"),
           say("The first story moves one seat to the left each round, or stays with the same player."), "ST-A4",
           "left", (Choice("left", say("One seat to the left")), Choice("same", say("The same player")))),
    Option("tie_break_pays", say("After a tie-break"),
           say("Which vote brings the three points: the second one, which settled it, or the first."), "ST-A7",
           "second", (Choice("second", say("The second vote pays")), Choice("first", say("The first vote pays")))),
    Option("story_seconds", say("Story clock"), say("A house rule: the box knows no clock. It only rings."), "ST-7", 0,
           (Choice(0, say("Off")), Choice(30, say("30 s")), Choice(60, say("60 s")), Choice(90, say("90 s")))),
)


class StoryGame(Game[Story]):
    facts: ClassVar[Facts] = Facts(
        "story", TITLE, 3, 8, "30-60", say("Why does your picture fit? Convince the table, then vote in secret."),
        "ST-1",
        dark=Palette("#1D1916", "#2C2622", "#3E3630", "#F7EFE4", "#C5B8A9", "#F2A58E", "#3A0F06", "#5B281B", "#FFDACF"),
        light=Palette("#FCF7F0", "#F1E8DA", "#E5D8C5", "#241B14", "#5E5347", "#9A2F20", "#FFFFFF", "#FFDAD2",
                      "#420A03"),
        icon="image-multiple-outline", maker="Ninja Print 2013")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    stage: ClassVar[str] = "companion.games.story.screen.stage:Stage"

    def new(self, setup: Setup) -> Story:
        return Story(setup)

    async def play(self, table: Story) -> None:
        await rules.play(table)

    def outcome(self, table: Story) -> Outcome | None:
        best = rules.winners(table)
        if not best:
            return None
        if len(best) > 1:
            sentence = say("{names} share the victory.", names=listing(tuple(best)))
        else:
            sentence = say("{name} wins.", name=best[0])
        return replace(podium(table, sentence, best), details=tuple(self.details(table)))

    def details(self, table: Story) -> Iterable[Reminder]:
        teller = max(table.seats, key=lambda player: player.stories_won)
        voter = max(table.seats, key=lambda player: player.good_votes)
        yield Reminder(say("Best teller: {name}", name=teller), "book-open-variant",
                       count("{n} story won", "{n} stories won", teller.stories_won), teller.index)
        yield Reminder(say("Best reader of the table: {name}", name=voter), "email-seal-outline",
                       count("{n} vote for the winner", "{n} votes for the winner", voter.good_votes), voter.index)

    # Corrections

    def fields(self, table: Story) -> Iterable[Field]:
        yield from super().fields(table)
        yield number_field(table, "round", "round", say("Round"), 1, 99)
        if table.starter is not None:
            yield seat_field(table, table, "starter", "starter", say("Who begins this round"))
        yield choice_field(table, "action", "action", say("Action card of this round"), (None, *ACTIONS), action_words)
        for player in table.seats:
            yield flag_field(player, "card", f"seats.{player.index}.card", say("{name}'s action card", name=player))
        if table.is_under_way(Round):
            this = table.under_way(Round)
            yield from self.vote_fields(table, this.votes, this.told, "votes", say("First vote"))
            yield from self.vote_fields(table, this.second, this.tied, "second", say("Second vote"))

    def vote_fields(self, table: Story, votes: list[Vote], stories: Sequence[Player], path: str,
                    group: Text) -> Iterable[Field]:
        for vote in votes:
            label = say("{name}'s vote", name=vote.voter)
            field = seat_field(table, vote, "story", f"{path}.{vote.voter.index}", label, group=group)
            yield replace(field, allowed=tuple(story.index for story in stories))

    # Looking

    def view(self, table: Story) -> View:
        pieces = tuple(Piece(player.points, player.index) for player in table.seats)
        return View(say("Round {n}, {phase}", n=table.round, phase=self.phase(table)),
                    tuple(self.seat_view(table, player) for player in table.seats), tuple(self.reminders(table)),
                    (Track(say("Points"), GOAL + 1, pieces),),
                    banner=action_title(table.action) if table.action else None)

    def phase(self, table: Story) -> Text:
        this = table.this_round()
        if this.second:
            return say("the second vote")
        if this.tied:
            return say("the tie-break")
        if this.votes or (this.told and len(this.told) >= len(table.in_turn())):
            return say("the vote")
        return say("the stories")

    def seat_view(self, table: Story, player: Player) -> SeatView:
        marks = []
        if player is table.starter:
            marks.append(Mark("flag-variant", say("begins this round")))
        if not player.card:
            marks.append(Mark("card-off-outline", say("action card played")))          # ST-17
        return SeatView(player.index, player.points, tuple(marks))

    def reminders(self, table: Story) -> Iterable[Reminder]:
        if table.starter is None:
            yield Reminder(say("Three pictures and one action card each, all secret; one picture to the middle."),
                           "cards-outline")                                            # ST-3
            return
        this = table.this_round()
        if table.action in ACTIONS and not this.votes:
            yield Reminder(ACTIONS[table.action][1], ACTIONS[table.action][2])         # ST-15, ST-16
        if this.votes:
            return
        if this.told:
            yield Reminder(say("{name} draws back to three pictures.", name=this.told[-1]), "cards-outline")  # ST-A2
        elif table.middle is not None:
            yield Reminder(say("{name}'s picture goes to the middle, all others leave the table.", name=table.middle),
                           "image-outline")                                            # ST-6
        yield from self.pile(table)

    def pile(self, table: Story) -> Iterable[Reminder]:
        left = table.pictures.pile
        if not left:
            yield Reminder(say("The pile is empty: shuffle the pictures laid aside."), "cards-outline")    # ST-A3
        elif left <= LOW_PILE:
            yield Reminder(count("About {n} picture left in the pile", "About {n} pictures left in the pile", left),
                           "cards-outline")

    def totals(self, table: Story) -> Sequence[tuple[str, int, int]]:
        pictures = table.pictures
        counted = pictures.pile + pictures.laid + pictures.discards + HAND * len(table.seats) + 1
        return (("pictures", counted, PICTURES),)                                      # ST-3


def action_words(value: Json) -> Text:
    return action_title(value) if value else say("none")
