"""Score sheets ready made: common ways to count, to be found by typing. App and page offer the same ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.text import Text, folded, say
from companion.games.score_sheet import sheet as sheets
from companion.games.score_sheet.sheet import Sheet


@dataclass(frozen=True)
class ReadyMade:
    name: Text
    about: Text
    plan: Sheet
    rows: tuple[Text, ...] = ()

    def sheet(self) -> Sheet:
        """With its names in the language of now."""
        rows = tuple(str(row)[:sheets.LONGEST_NAME] for row in self.rows)
        return replace(self.plan, name=str(self.name)[:sheets.LONGEST_NAME], categories=rows)


DICE_ROWS = (say("Ones"), say("Twos"), say("Threes"), say("Fours"), say("Fives"), say("Sixes"), say("Bonus"),
             say("Three of a kind"), say("Four of a kind"), say("Full house"), say("Small straight"),
             say("Large straight"), say("Five of a kind"), say("Chance"))
BONUS = 35  # points, for 63 or more in the six rows above

READY_MADE = (
    ReadyMade(say("Tricks and bids"), say("Bid your tricks each round; only an exact bid scores"),
              Sheet(by=sheets.BIDS, rounds=10, bids=sheets.WIZARD, turn=sheets.DEALER)),
    ReadyMade(say("Five dice"), say("Rows with a bonus of 35 for 63 or more in the first six"),
              Sheet(icon="dice-5-outline", colour="#B3423A",
                    worth=tuple(BONUS if row is DICE_ROWS[6] else 1 for row in DICE_ROWS)), DICE_ROWS),
    ReadyMade(say("501 down"), say("Points come off, down to zero, as in darts"),
              Sheet(start=501, down=True, reach=sheets.ONCE, colour="#3B8C3B")),
    ReadyMade(say("First to 100"), say("A number each round; once someone has 100, the most points win"),
              Sheet(target=100, colour="#3B5BDB")),
    ReadyMade(say("Fewest points"), say("Penalty points; at 100 it's over, and the fewest win"),
              Sheet(target=100, wins=sheets.LOW, turn=sheets.DEALER, icon="cards-heart-outline",
                    colour="#C2557E")),
    ReadyMade(say("Race to ten"), say("Victory points by taps at any time; the first with ten wins"),
              Sheet(by=sheets.TAPS, target=10, reach=sheets.ONCE, icon="castle", colour="#0B8A8F")),
    ReadyMade(say("Knock-out"), say("Three lives each; the last one left wins"),
              Sheet(by=sheets.TAPS, start=3, down=True, reach=sheets.OUT, icon="sword-cross",
                    colour="#7A6A58")),
    ReadyMade(say("Teams and legs"), say("Two teams; the first to win three legs wins the match"),
              Sheet(by=sheets.WINS, sides=2, target=3, reach=sheets.ONCE, icon="chess-knight",
                    colour="#8A3FA0")),
    ReadyMade(say("Gains and losses"), say("What some win the others lose; each round adds up to zero"),
              Sheet(zero_sum=True, below_zero=True, turn=sheets.DEALER, colour="#B3423A")),
    ReadyMade(say("Together against the game"), say("No points; you win or lose together"),
              Sheet(by=sheets.WINS, wins=sheets.TOGETHER, icon="rocket-launch-outline", colour="#3B5BDB")),
)


def found(typed: str) -> Sequence[ReadyMade]:
    """Those whose name or description has all the words; all of them before anything is typed."""
    words = folded(typed).split()
    return [one for one in READY_MADE if all(word in folded(f"{one.name} {one.about}") for word in words)]
