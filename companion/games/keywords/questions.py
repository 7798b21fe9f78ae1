"""Key Words' questions."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.kinds import Confirm, Menu, Option, PickSeat, PutInOrder
from companion.core.questions import Points, Reason, Sum, Timer
from companion.core.table import Unwind
from companion.core.text import Text, count, here, listing, or_go_on, said, say, spelled
from companion.games.keywords import scoring
from companion.games.keywords.table import PICTURES, KeyWords, Player

LAST_CALL = 15  # KW-15

PICTURE = {"first": say("First picture"), "second": say("Second picture"), "third": say("Third picture")}
BOARD_FACES = {
    "coral": (say("Coral board"), "heart"),
    "gold": (say("Gold board"), "star-four-points"),
    "teal": (say("Teal board"), "leaf"),
    "violet": (say("Violet board"), "moon-waning-crescent"),
}
WORDS = ("none", "one", "two", "three")
SAID = "comment-alert-outline"


class RoundVoided(Unwind):
    """The round is void and replayed with new cards (KW-A19)."""

    by_hand = say("Cancel this round")


class FirstNarrator(PickSeat[KeyWords, Player]):  # KW-3
    rule = "KW-3"
    by_chance = True

    sentence = said("Who narrates first?")
    kicker = said("Chance decides")


class TieBreakNarrator(PickSeat[KeyWords, Player]):
    """KW-17, KW-A16 to KW-A19: draw a narrator without a stake, but not the last one again."""

    rule = "KW-17"
    also = ("KW-A16", "KW-A17", "KW-A18")
    by_chance = True

    def sentence(self, table: KeyWords) -> Text:
        return say("{names} are tied. Who narrates the tie-break?", names=listing(tuple(table.contenders())))

    kicker = said("Chance decides")

    def hint(self, table: KeyWords) -> Text:
        if table.neutral():
            return say("Only the tied leaders guess; the narrator scores nothing.")
        return say("Everybody is tied: all score, even the narrator.")      # KW-A17

    def choices(self, table: KeyWords) -> Iterable[Player]:
        if neutral := table.neutral():
            fresh = neutral
            if table.tie_breaks:
                fresh = [player for player in neutral if player is not table.narrator]
            return fresh or neutral
        return [player for player in table.present() if player is not table.narrator] or table.present()


class EndOfStory(Confirm[KeyWords]):
    """KW-5, KW-6: draw four cards, keep three; one or two sentences that name none of them."""

    rule = "KW-6"
    also = ("KW-5", "KW-7", "KW-8", "KW-A11")
    seat: Player

    sentence = here(said("{seat}, tell your story."))
    kicker = said("One or two sentences, without the three words")
    button = or_go_on(said("The story has ended"))
    in_brief = or_go_on(said("{seat} told the story"))


class StoryInTime(Menu[KeyWords]):
    """KW-15: told within the agreed time, or fifteen seconds after the reminder."""

    rule = "KW-15"
    also = ("KW-6", "KW-A14", "KW-A15")
    seat: Player
    call: str

    @here
    def sentence(self, table: KeyWords) -> Text:
        if self.call == "last":
            return say("{name}, fifteen seconds: tell it now!", name=self.seat)
        return say("{name}, tell your story.", name=self.seat)

    def kicker(self, table: KeyWords) -> Text:
        if self.call == "last":
            return say("Time is up. Finish your story")
        return say("Draw four cards, then start the clock")

    told = or_go_on(said("The story has ended"))
    echo = or_go_on(said("{seat} told the story"))

    def options(self, table: KeyWords) -> Iterable[Option]:
        yield Option("told", self.told(table), "check-bold", main=not self.seat.gone, echo=self.echo(table))
        if self.call != "last":
            yield Option("late", say("Time is up"), "bell-ring-outline", say("Fifteen seconds more"),
                         opens=True)
        elif self.seat.gone:  # the round is cancelled, whatever the answer
            yield Option("failed", say("No story in time"), "timer-off-outline")
        elif table.this_round().tie_break:
            yield Option("failed", say("No story in time"), "timer-off-outline",
                         say("Cancels this round; play it again"))
        else:
            others = [player for player in table.present() if player is not self.seat]
            yield Option("failed", say("No story in time"), "timer-off-outline",
                         points=tuple(Points(player, scoring.CONSOLATION) for player in others))

    def timer(self, table: KeyWords) -> Timer | None:
        if self.seat.gone:
            return None
        occasion = f"{table.round}.{table.tie_breaks}.{table.voided}"
        if self.call == "last":
            return Timer(f"last call {occasion}", LAST_CALL, "failed", starts_by_hand=False, hidden=True)
        return Timer(f"story {occasion}", table.setup.options["story_seconds"], "late", hidden=True)


class TokensDown(Confirm[KeyWords]):
    """KW-8, KW-A12: asked only if players agreed on a time limit for placing."""

    rule = "KW-A12"
    also = ("KW-8",)

    sentence = said("Everybody: place your three tokens!")
    kicker = said("Tokens placed too late score nothing")
    button = said("Tokens are down")

    def timer(self, table: KeyWords) -> Timer:
        occasion = f"{table.round}.{table.tie_breaks}.{table.voided}"
        return Timer(f"tokens {occasion}", table.setup.options["placing_seconds"], starts_by_hand=False)


class StackUp(PutInOrder[KeyWords, Player]):
    """KW-8 to KW-11: whose tokens are on this picture, from the bottom up; wrong tokens are not entered."""

    rule = "KW-10"
    also = ("KW-8", "KW-11", "KW-12", "KW-13", "KW-A1", "KW-A2", "KW-A13")
    picture: int

    def sentence(self, table: KeyWords) -> Text:
        return say("Picture {n}: whose tokens? Bottom one first.", n=spelled(self.picture))

    def things(self, table: KeyWords) -> Sequence[Player]:
        return table.guessers()

    def preview(self, table: KeyWords, answer: Any) -> Iterable[Sum]:
        stacks = scoring.stacks_of(table, self.picture, answer)
        shown = max(n for n in PICTURES if n == self.picture or table.this_round().stacks[n - 1].read)
        for player in table.guessers():
            points = scoring.guessed(stacks, player)
            yield Sum(player, say("{sum}", sum=" + ".join(str(one) for one in points[:shown])), sum(points))
        share = scoring.narrator_share(table, stacks)
        yield Sum(table.the_narrator(), say("narrates"), scoring.narrator_change(table, share.points))

    def button(self, table: KeyWords, answer: Any) -> Text:
        waiting = [n for n in PICTURES if n != self.picture and not table.this_round().stacks[n - 1].read]
        return tuple(PICTURE.values())[waiting[0] - 1] if waiting else say("See the points")

    async def then(self, table: KeyWords, answer: tuple[Player, ...]) -> None:
        stack = table.this_round().stacks[self.picture - 1]
        line = say("Checked again: {line}", line=self.told(answer)) if stack.again else self.told(answer)
        stack.tokens, stack.read = list(answer), True
        table.by_players()
        table.tell(line, answer[0] if answer else None, "KW-10")

    def told(self, answer: Sequence[Player]) -> Text:
        if not answer:
            return say("Nobody found picture {n}.", n=self.picture)
        if len(answer) == 1:
            return say("Only {name} found picture {n}.", name=answer[0], n=self.picture)
        return say("{name} was fastest on picture {n}, before {others}.", name=answer[0], n=self.picture,
                   others=listing(tuple(answer[1:])))


class LookAgain(Menu[KeyWords]):
    """KW-10: enter a stack again before points are booked."""

    rule = "KW-10"
    also = ("KW-A2", "KW-A13")
    icon = "layers-outline"

    sentence = said("Which stack do you want to check again?")
    title = said("Look again")

    def options(self, table: KeyWords) -> Iterable[Option]:
        for (nth, label), stack in zip(PICTURE.items(), table.this_round().stacks, strict=True):
            yield Option(nth, label, "layers-outline", say("{names}", names=listing(tuple(stack.tokens))),
                         opens=True, then=stack.look_again)


class BoardColour(Menu[KeyWords]):  # KW-2, KW-5
    rule = "KW-5"
    icon = "palette-outline"
    picture: int

    def sentence(self, table: KeyWords) -> Text:
        return say("Which board is picture {n} on?", n=spelled(self.picture))

    title = said("Board colour")

    def options(self, table: KeyWords) -> Iterable[Option]:
        stack = table.this_round().stacks[self.picture - 1]
        for board, (label, icon) in BOARD_FACES.items():
            if board != stack.board:
                yield Option(board, label, icon)

    async def then(self, table: KeyWords, answer: str) -> None:
        table.this_round().stacks[self.picture - 1].board = answer
        table.by_players()


class ForbiddenWord(Menu[KeyWords]):
    """KW-7, KW-A3, KW-A19: the narrator said one of the three words."""

    rule = "KW-7"
    also = ("KW-A3", "KW-A4", "KW-A5", "KW-A6", "KW-A7", "KW-A19")
    icon = SAID
    seat: Player

    sentence = said("Did {seat} say one of the three words?")
    title = said("Forbidden word")

    def options(self, table: KeyWords) -> Iterable[Option]:
        this, each = table.this_round(), table.setup.options["penalty_per"] == "word"
        most = 3 if each and not this.tie_break else 1
        for number, word in enumerate(WORDS[:most + 1]):
            lost = (Points(self.seat, -scoring.PENALTY * number),)
            if number == min(this.forbidden, most):
                continue
            if not number:
                yield Option(word, say("No, none of them"), "check-bold")
            elif this.tie_break:
                yield Option(word, say("Yes, it was said"), SAID, say("Cancels this round; play it again"))
            elif each:
                yield Option(word,
                             count("Yes, one of them", "Yes, {words} of them", number, words=spelled(number)),
                             SAID, points=lost)
            else:
                yield Option(word, say("Yes, it was said"), SAID, points=lost)

    async def then(self, table: KeyWords, answer: str) -> None:
        this = table.this_round()
        this.forbidden = WORDS.index(answer)
        if this.forbidden:
            table.tell(say("{name} said a forbidden word.", name=self.seat), self.seat, "KW-7")
        else:
            table.tell(say("{name} said no forbidden word after all.", name=self.seat), self.seat, "KW-7")
        if this.forbidden and this.tie_break:
            raise RoundVoided                                               # KW-A19


class BookRound(Confirm[KeyWords]):  # KW-10 to KW-13
    rule = "KW-12"
    also = ("KW-10", "KW-13", "KW-7", "KW-A8", "KW-A9", "KW-A10")
    fixable = True

    def sentence(self, table: KeyWords) -> Text:
        return best_guessers(table)

    def kicker(self, table: KeyWords) -> Text:
        if table.this_round().tie_break:
            return say("Tie-break points don't go on the track")             # KW-A16
        return say("Points of this round")

    def points(self, table: KeyWords) -> Iterable[Points]:
        return [Points(player, points) for player, points in scoring.changes(table)]

    def reasons(self, table: KeyWords) -> Iterable[Reason]:
        share = scoring.narrator_share(table, scoring.stacks_of(table))
        yield Reason(share.told, "account-voice")
        if lost := scoring.penalty(table):
            yield Reason(count("One forbidden word: −{lost}", "{n} forbidden words: −{lost}",
                               table.this_round().forbidden, lost=lost), SAID)          # KW-7
        if scoring.narrator_change(table, share.points) > share.points - scoring.penalty(table):
            yield Reason(say("Nobody drops below zero."), "equal")        # KW-A4

    button = said("Add the points")

    async def then(self, table: KeyWords, answer: str) -> None:
        table.this_round().agreed = True


def best_guessers(table: KeyWords) -> Text:
    points = scoring.sums(table, scoring.stacks_of(table))
    best = max(points)
    if not best:
        return say("Nobody found a picture.")
    top = tuple(player for player in table.seats if points[player.index] == best)
    if len(top) > 1:
        return count("{names} guessed best, with one point each.",
                     "{names} guessed best, with {points} points each.",
                     best, names=listing(top), points=spelled(best))
    return count("{names} guessed best, with one point.", "{names} guessed best, with {points} points.",
                 best, names=listing(top), points=spelled(best))
