"""One evening by mouse and keyboard, to Tonight: a round of Story and all of Windmill.

`Evening` does it, and calls `look` after every step: a camera takes a picture there.
"""

from collections.abc import Callable

from tests.mouse.desk import Desk, Seen

NAMES = ("Ana", "Ben", "Cleo", "Lena")
VOTES = ("Ben", "Ana", "Ben", "Ben")
MOST = 30  # answers between two ballots


class Evening:
    def __init__(self, desk: Desk, look: Callable[[str], None]) -> None:
        self.desk, self._look = desk, look

    def look(self, name: str) -> None:
        self.desk.comes_to_rest()
        self._look(name)

    def walk(self) -> None:
        self.first_start()
        self.names()
        self.story()
        self.windmill()
        self.tonight()

    # What the app says about itself

    def is_on(self, page: str) -> None:
        self.desk.wait_for(lambda seen: seen[0]["page"] == page, page)

    def asked(self) -> str:
        """The open question, once nothing is revealed any more; empty if the play is over."""
        def settled(seen: list[Seen]) -> list[str]:
            window = seen[0]
            over = window["page"] == "result" and [""]
            return [] if window["reveals"] else over or window["asked"]
        return str(self.desk.wait_for(settled, "a question, or the end")[0])

    def answer(self, text: str, kind: str = "") -> None:
        """Click it, and wait until the play has one answer more."""
        before = self.desk.seen()[0]["answers"]
        self.desk.click(text, kind)
        self.desk.wait_for(lambda seen: seen[0]["answers"] == before + 1, f"{text or kind} to be answered")

    # Steps

    def first_start(self) -> None:
        self.desk.says("Choose a box")
        self.look("welcome")
        self.desk.click("Choose a box")
        self.is_on("library")
        self.look("library")

    def names(self) -> None:
        self.desk.click("Story", "GameCover")
        self.is_on("new_play")
        self.desk.says("Add the first player")
        for name in NAMES:
            self.desk.type(name)
            self.desk.key("Return")
            self.sits(name)
        self.look("new-play")
        self.desk.key("Return")
        self.is_on("table")

    def sits(self, name: str) -> None:
        row = ("SeatRow", name)
        self.desk.wait_for(lambda seen: any((one["kind"], one["text"]) == row for one in seen), name)

    def story(self) -> None:
        """One round: a point for Ben, who is the winner though the others have three each (ST-8)."""
        self.look("table")
        self.answer("Ana", "Tile")
        self.round_of_story()
        self.look("next-round")
        self.desk.click(sign="dots-vertical")
        self.look("menu")
        self.desk.click("End this play here")
        self.look("end")
        self.desk.click("Ben 1", "TallChip")
        self.is_on("result")
        self.look("ended-early")
        self.home()

    def round_of_story(self) -> None:
        for _ in range(MOST):
            if self.asked() == "Ballot":
                break
            self.answer("", "PrimaryButton")
        self.look("hand-over")
        for vote in VOTES:
            self.vote(vote)
        self.look("votes-closed")
        self.desk.click("Reveal all votes")
        self.desk.wait_for(lambda seen: seen[0]["reveals"], "the reveal")
        self._look("reveal")
        assert self.asked() == "Opened"
        self.look("votes-open")
        self.answer("Add the points")

    def vote(self, name: str) -> None:
        """A mouse can't hold the pad and choose: one click opens the ballot."""
        before = self.desk.seen()[0]["answers"]
        self.desk.click("", "HoldPad")
        self.desk.click(name, "AnswerCard")
        self.desk.click("Seal my vote")
        self.desk.wait_for(lambda seen: seen[0]["answers"] == before + 1, "a sealed vote")

    def windmill(self) -> None:
        """The same people to the end. Each first guess is right, so all share the victory (WM-13, WM-22)."""
        self.desk.click("Windmill", "GameCover")
        self.is_on("new_play")
        self.sits("Lena")
        self.look("new-play-known")
        self.desk.key("Return")
        self.is_on("table")
        self.answer("Ana", "Tile")
        self.look("windmill")
        while asked := self.asked():
            self.answer({"CardDown": "Card is down", "Guess": "Right card"}[asked])
        self.desk.says("Ana, Ben, Cleo and Lena share the victory")
        self.look("result")
        self.home()

    def home(self) -> None:
        self.desk.key("Escape")
        self.is_on("library")

    def tonight(self) -> None:
        self.look("library-tonight")
        self.desk.click("Tonight: Story and Windmill")
        self.is_on("tonight")
        self.desk.says("Ben: 2 wins")
        self.look("tonight")
