"""Story's questions."""

from collections.abc import Iterable
from typing import Any, ClassVar

from companion.core.kinds import Confirm, Menu, Option, PickSeat, SecretSeat
from companion.core.questions import Face, Points, Reason, Timer
from companion.core.text import Text, count, here, listing, or_go_on, said, say, spelled
from companion.core.values import Sealed
from companion.games.story import scoring
from companion.games.story.table import GOAL, Player, Story

CHALLENGE, SILENT, OTHER = "challenge", "silent", "other"

ACTIONS = {
    CHALLENGE: (say("Challenge round"),
                say("Everybody passes one picture to the right, unseen until it is told."),
                "swap-horizontal"),                                         # ST-15
    SILENT: (say("Silent round"),
             say("Nobody says a word: show why your picture fits."),
             "volume-off"),                                                 # ST-16
    OTHER: (say("Another card"), say("Do what is printed on it, for the whole round."),
            "cards-playing-outline"),
}


def action_title(action: str) -> Text:
    return ACTIONS[action][0] if action in ACTIONS else say("Action card")


class Youngest(PickSeat[Story, Player]):  # ST-4
    rule = "ST-4"
    also = ("ST-A20",)

    sentence = said("Who is the youngest at the table?")
    kicker = said("They tell the first story")


class Begin(Confirm[Story]):
    """ST-14: the last moment for an action card."""

    rule = "ST-14"
    also = ("ST-17", "ST-4")
    seat: Player

    sentence = said("{seat}, choose a picture and begin.")
    kicker = said("Action card? Now or not this round")
    button = said("First story begins")

    def in_brief(self, table: Story, answer: str) -> Text:
        return say("{name} begins the first story", name=self.seat)

    async def then(self, table: Story, answer: str) -> None:
        """Do nothing: from here on, no action card can be played (ST-17)."""


class ActionCard(PickSeat[Story, Player]):
    """ST-14, ST-A14: anybody with a card left may play it, one per round for everyone."""

    rule = "ST-14"
    also = ("ST-A14", "ST-A15")
    icon = "cards-playing-outline"

    sentence = said("Who plays an action card?")
    title = said("Action card")

    def hint(self, table: Story) -> Text:
        return say("Two at once: the nearest clockwise from {name} goes first.", name=table.first_teller())

    def choices(self, table: Story) -> Iterable[Player]:
        return table.card_holders()

    async def then(self, table: Story, answer: Player) -> None:
        kind = await table.ask(WhichCard(answer))
        answer.card = False                                                 # ST-A15: not replaced
        table.action = kind                                                 # ST-14: binds the whole round
        table.by_players()
        table.tell(say("{name} played an action card: {card}.", name=answer, card=action_title(kind)),
                   answer, "ST-14")


class WhichCard(Menu[Story]):
    """ST-15, ST-16, ST-A16: the app explains two kinds; players read others from the card."""

    rule = "ST-A16"
    also = ("ST-15", "ST-16")
    seat: Player

    sentence = said("{seat}, which card is it?")

    def options(self, table: Story) -> Iterable[Option]:
        for kind, (label, hint, icon) in ACTIONS.items():
            yield Option(kind, label, icon, hint)


class StoryTold(Confirm[Story]):  # ST-4
    rule = "ST-4"
    also: ClassVar[tuple[str, ...]] = ("ST-A2", "ST-7", "ST-15", "ST-16")
    clock: ClassVar[str] = "story"
    seat: Player

    button = or_go_on(said("Story is told"))
    in_brief = or_go_on(said("{seat} told a story"))

    @here
    def sentence(self, table: Story) -> Text:
        if table.action == SILENT:
            return say("{name}, show why your picture fits.", name=self.seat)
        return say("{name}, why does your picture fit?", name=self.seat)

    def kicker(self, table: Story) -> Text:
        place = len(table.this_round().told) + 1
        return say("Story {n} of {all}", n=place, all=max(place, len(table.in_turn())))

    def hint(self, table: Story) -> Text | None:
        if table.action == CHALLENGE:
            return say("Tell your story with {name}'s picture; look at it only now.",
                       name=table.next_of(self.seat))
        if table.action == SILENT:
            return say("Not a word from anybody.")
        return None

    def timer(self, table: Story) -> Timer | None:
        seconds = table.setup.options["story_seconds"]                      # ST-7: a house rule
        if not seconds or self.seat.gone:
            return None
        return Timer(f"{self.clock} {table.round}.{self.seat.index}", seconds)


class LongerStory(StoryTold):
    """ST-10: a tied player continues their story with a neighbour's picture."""

    rule = "ST-10"
    also = ("ST-A5", "ST-A6", "ST-A13")
    clock = "longer"

    sentence = here(said("{seat}, go on with your story."))

    def kicker(self, table: Story) -> Text:
        return say("Tie-break, with a picture from {name}", name=scoring.received_from(table, self.seat))

    def hint(self, table: Story) -> Text | None:
        return say("The round stays silent.") if table.action == SILENT else None   # ST-A13


class Ballot(SecretSeat[Story, Player]):
    """ST-5, ST-10: everybody votes in secret; voting for yourself is allowed."""

    rule = "ST-5"
    also = ("ST-8", "ST-10", "ST-A8", "ST-A18")
    icon = "email-seal-outline"
    seat: Player
    vote: str

    def sentence(self, table: Story) -> Text:
        if self.vote == "second":
            return say("Whose longer story is best?")
        return say("Whose story fits the picture best?")

    kicker = said("For {seat}'s eyes only")

    def hint(self, table: Story) -> Text:
        if self.vote == "second" and table.setup.options["tie_break_pays"] == "first":
            return say("This settles the tie; the first vote earns the points.")      # ST-A7
        return say("Three points if your choice wins the vote.")

    def noted(self, table: Story) -> Text:
        return say("{name} has voted.", name=self.seat)

    button = said("Seal my vote")

    def eligible(self, table: Story) -> Iterable[Player]:
        this = table.this_round()
        return scoring.still_here(this.tied if self.vote == "second" else this.told)   # ST-A23

    def face(self, table: Story, choice: Sealed[Player]) -> Face:
        face = super().face(table, choice)
        return Face(face.label, say("your own story"), seat=face.seat) if face.seat is self.seat else face


class Opened(Confirm[Story]):
    """ST-5, ST-8, ST-10: reveal all votes, with their points or the tie."""

    rule = "ST-8"
    also = ("ST-9", "ST-10", "ST-11", "ST-12", "ST-13", "ST-A7", "ST-A23")
    fixable = True
    vote: str

    def fixes(self, table: Story) -> str:
        return "votes.0" if self.vote == "first" else "second.0"

    def sentence(self, table: Story) -> Text:
        best = scoring.winner(table)
        if best is None:
            return is_level(table, self.vote)
        runner_up = scoring.runner_up(table)
        if not runner_up:
            return say("{name}'s story wins with every vote.", name=best)
        return say("{name}'s story wins, {votes} votes to {others}.", name=best,
                   votes=spelled(scoring.tally(table)[0][1]), others=spelled(runner_up))

    def kicker(self, table: Story) -> Text:
        votes = len(scoring.last_vote(table))
        return count("One vote, revealed", "All {all} votes, revealed together", votes, all=spelled(votes))

    def points(self, table: Story) -> Iterable[Points]:
        return [Points(player, points) for player, points in scoring.earned(table)]

    def reasons(self, table: Story) -> Iterable[Reason]:
        for player in scoring.left_before(table):
            yield Reason(say("{name} has left: their story and vote don't count.", name=player), "exit-run")
        if scoring.winner(table) is None:
            yield self.what_follows(table)
            return
        if self.vote == "second":
            first = table.setup.options["tie_break_pays"] == "first"        # ST-A7
            points = say("Three points to everyone who chose it in the second vote.")
            if first:
                points = say("Three points to everyone who chose it in the first vote.")
            yield Reason(points, "email-seal-outline")
        done = [player for player, points in scoring.earned(table) if player.points + points >= GOAL]
        if done:
            yield Reason(say("{names}: twenty points. The game ends with this round.",
                             names=listing(tuple(done))),
                         "trophy-outline")                                  # ST-13

    def what_follows(self, table: Story) -> Reason:
        if self.vote == "second":
            return Reason(say("Rock-paper-scissors: one point for the winner, nothing for anybody else."),
                          "scissors-cutting")                               # ST-12
        tied = scoring.level_at_the_top(table)
        ways = [say("{giver} to {taker}", giver=giver, taker=scoring.passed_to(table, giver))
                for giver in tied]
        return Reason(say("Pass a picture on: {ways}.", ways=listing(ways)), "swap-horizontal")   # ST-A5

    def button(self, table: Story, answer: Any) -> Text:
        if scoring.winner(table):
            return say("Add the points")
        return say("On to rock-paper-scissors") if self.vote == "second" else say("On to the tie-break")


class RockPaperScissors(PickSeat[Story, Player]):
    """ST-12: tied again; one point for the winner of the throw."""

    rule = "ST-12"
    also = ("ST-A9", "ST-A10")

    sentence = said("Who won rock-paper-scissors?")
    kicker = said("Tied again after the second vote")

    def hint(self, table: Story) -> Text | None:
        if len(scoring.level_at_the_top(table)) > 2:                        # ST-A10
            return say("All throw together. With exactly two signs, the losers drop out; otherwise throw "
                       "again.")
        return None

    def reasons(self, table: Story) -> Iterable[Reason]:
        yield Reason(say("One point for the winner, nothing for anybody else this round."),
                     "scissors-cutting")

    def choices(self, table: Story) -> Iterable[Player]:
        return scoring.level_at_the_top(table)                              # ST-A9

    def face(self, table: Story, choice: Any) -> Face:
        return Face(choice.name, seat=choice, points=(Points(choice, 1),))


def is_level(table: Story, vote: str) -> Text:
    counted = scoring.tally(table)
    names = listing(tuple(scoring.level_at_the_top(table)))
    votes = counted[0][1] if counted else 0
    if vote == "second":
        return count("{names} are tied again with one vote each.",
                     "{names} are tied again with {votes} votes each.",
                     votes, names=names, votes=spelled(votes))
    return count("{names} are tied with one vote each.", "{names} are tied with {votes} votes each.",
                 votes, names=names, votes=spelled(votes))
