"""Windmill's questions."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.kinds import Confirm, Menu, Option, PickSeat
from companion.core.questions import InLine, Points, Reason, Timer
from companion.core.text import Refusal, Text, count, here, or_go_on, said, say, spelled
from companion.games.windmill.table import Player, Windmill

KICKERS = (say("First of {all} to guess"), say("Second of {all} to guess"), say("Third of {all} to guess"),
           say("Fourth of {all} to guess"))


class Oldest(PickSeat[Windmill, Player]):  # WM-4
    rule = "WM-4"
    also = ("WM-6", "WM-A14", "WM-2", "WM-3")

    sentence = said("Who is the oldest at the table?")
    kicker = said("They get the First Player token")

    def reasons(self, table: Windmill) -> Iterable[Reason]:
        yield Reason(say("All pawns wait on the start space, the Windmill card in the middle."), "chess-pawn")


class CardDown(Confirm[Windmill]):
    """WM-8, WM-9: tell a story in at most thirty seconds; laying the card ends it."""

    rule = "WM-8"
    also = ("WM-9", "WM-A5", "WM-A6")
    seat: Player

    sentence = here(said("{seat}, tell your story."))
    button = or_go_on(said("Card is down"))

    def kicker(self, table: Windmill) -> Text:
        if table.never_ending() and table.told_this_round:
            return say("Continue the tale before yours")                  # WM-23
        return say("Draw the top card, show it to nobody")

    def timer(self, table: Windmill) -> Timer | None:
        seconds = table.setup.options["story_seconds"]
        return Timer(f"story {occasion(table)}", seconds) if seconds and not self.seat.gone else None


class Guess(Menu[Windmill]):
    """WM-7, WM-11, WM-16: right, wrong, or take the Windmill first."""

    rule = "WM-13"
    also = ("WM-11", "WM-17", "WM-18", "WM-16", "WM-14", "WM-A7", "WM-A8")
    seat: Player

    @here
    def sentence(self, table: Windmill) -> Text:
        if self.has_windmill(table):
            return say("{guesser} picks with the Windmill: is it {teller}'s card?", guesser=self.seat,
                       teller=table.the_teller())
        return say("{guesser} picks: is it {teller}'s card?", guesser=self.seat, teller=table.the_teller())

    def kicker(self, table: Windmill) -> Text:
        n = table.position()
        everybody = n + len(table.guessing_after(self.seat))  # includes players who guessed and then left
        return replace(KICKERS[min(n, len(KICKERS)) - 1], args={"all": spelled(everybody)})

    def why(self, table: Windmill) -> Text:
        n = table.position()
        if self.has_windmill(table):                                        # WM-17, WM-18
            return say("With the Windmill, a right card gives {guesser} {n} points and {teller} none. A "
                       "wrong one costs {guesser} a point.", n=n + 1, guesser=self.seat,
                       teller=table.the_teller())
        return count("This is the first guess, so a right card gives {guesser} and {teller} one point each.",
                     "This is guess {n}, so a right card gives {guesser} and {teller} {n} points each.", n,
                     guesser=self.seat, teller=table.the_teller())          # WM-13

    def in_line(self, table: Windmill) -> Iterable[InLine]:
        """All guessers in order, then the teller, who loses a point if nobody finds it (WM-14)."""
        now, later = table.position(), table.guessing_after(self.seat)
        before = [player for player in table.left_of(table.the_teller()) if player not in (self.seat, *later)]
        here = [] if self.seat.gone else [self.seat]
        for n, player in enumerate((*before, *here, *later), now - len(before)):
            worth = n + 1 if n == now and self.has_windmill(table) else n
            words = say("{n}: wrong", n=n) if n < now else say("{n}: worth {points}", n=n, points=worth)
            yield InLine(player, words, player is self.seat)
        yield InLine(table.the_teller(), say("nobody: −1") if table.the_teller().points else say("nobody: 0"))

    def options(self, table: Windmill) -> Iterable[Option]:
        n, teller, timed = table.position(), table.the_teller(), table.setup.options["guess_seconds"]
        with_windmill, refusal = self.has_windmill(table), self.why_no_windmill(table)
        loss = (Points(self.seat, -1),) if with_windmill else ()            # WM-18
        gain, share = (n + 1, 0) if with_windmill else (n, n)               # WM-13, WM-17
        yield Option("right", say("Right card"), "check-bold", main=not self.seat.gone,
                     points=(Points(self.seat, gain), Points(teller, share)))
        yield Option("wrong", say("Wrong card"), "close-thick", self.after(table), points=loss)
        if not with_windmill:
            yield Option("windmill", say("Take the Windmill first"), "wind-turbine",
                         say("Right: {guesser} +{gain}, {teller} 0. Wrong: {guesser} −1", guesser=self.seat,
                             teller=teller, gain=n + 1),
                         opens=True, barred=refusal)
        if timed and table.setup.options["late_guess"] == "wrong":
            yield Option("late", say("No guess in time"), "timer-off-outline", self.after(table),
                         points=loss)                                       # WM-A7
        if self.seat.gone:
            yield Option("gone", say("Go on without {name}", name=self.seat), "exit-run",
                         main=not self.ends_play(table))

    def ends_play(self, table: Windmill) -> bool:
        """Nobody is left to guess or to tell after this guess (WM-20)."""
        told = (*table.told_this_round, table.the_teller())
        to_tell = [player for player in table.present() if player not in told]
        return table.round >= table.rounds and not to_tell and not table.guessing_after(self.seat)

    def why_no_windmill(self, table: Windmill) -> Refusal | None:
        if table.setup.options["strict_first_round"] and table.round == 1:
            return Refusal(say("No Windmill in the first round at this table."), "WM-A2")
        if self.seat.points < 1:
            return Refusal(say("{name} has no point to risk.", name=self.seat), "WM-16")
        return None

    def has_windmill(self, table: Windmill) -> bool:
        return table.this_story().windmill_with is self.seat

    def after(self, table: Windmill) -> Text:
        teller, to_come = table.the_teller(), table.guessing_after(self.seat)
        if to_come:
            return say("{name} guesses next", name=to_come[0])
        if teller.points:
            return say("Nobody found it: {name} −1", name=teller)           # WM-14
        return say("Nobody found it, and {name} has nothing to lose", name=teller)

    def timer(self, table: Windmill) -> Timer | None:
        seconds = table.setup.options["guess_seconds"]                      # WM-12
        if not seconds or self.seat.gone:
            return None
        late = "late" if table.setup.options["late_guess"] == "wrong" else None
        return Timer(f"guess {occasion(table)}.{table.position()}", seconds, late, starts_by_hand=False,
                     hidden=True)


def occasion(table: Windmill) -> str:
    """A name for this attempt, so a story told again has a fresh clock (WM-A9)."""
    return f"{table.story_number()}.{table.voided}"
