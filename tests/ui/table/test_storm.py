"""A storm against an open ballot: random touches anywhere, keys, rotations, pauses, changes of theme, answers from
elsewhere.

Never a vote of another seat, never one that was not chosen, never an unseal. A small storm runs with all tests; for the
thousand touches at each of the eight sizes: `TABLESIDE_TOUCHES=1000 make test ARGS=tests/ui/table/test_storm.py`.
"""

import os
from random import Random
from typing import Any

import pytest
from kivy.core.window import Window

from companion.core.log import ANSWER
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.toy import toy

pytestmark = pytest.mark.touch

TOUCHES = int(os.environ.get("TABLESIDE_TOUCHES", "40"))
EACH = None if TOUCHES > 40 else 4
VOTERS = 5
SIZES = [(412, 892), (320, 568), (1280, 800), (640, 360), (360, 640), (600, 960), (800, 1280), (892, 412)]
KEYS = [(27, None, []), (9, None, []), (9, None, ["shift"]), (13, None, []), (32, " ", []), (122, "z", ["ctrl"]),
        (121, "y", ["ctrl"]), (122, "z", ["ctrl", "shift"]), (122, "z", ["meta"]), (113, "q", ["ctrl"]),
        (278, None, []), (273, None, []), (97, "a", []), (282, None, []), (63, "?", ["shift"])]
OUTSIDE = 120  # so far beyond the window fingers come down, too


class Storm:
    """Holds the pad for whoever is asked to, and lets everything happen while the ballot is open."""

    def __init__(self, drive: Any, rng: Random) -> None:
        self.drive, self.rng, self.page = drive, rng, drive.app.page
        self.fingers: list[Any] = []
        self.touches = self.sealed = 0
        self.known = len(self.log)

    @property
    def log(self) -> list[Any]:
        return list(self.page.play.log)

    @property
    def dark(self) -> Any:
        return self.page.dark

    # One ballot, from opening to whatever closes it

    def ballot(self, most: int) -> None:
        self._begin()
        thumb = self.drive.down(*self.drive.where(self.dark.pad))
        self.drive.advance(0.5)
        assert self.dark.ballot is not None, "the pad was held, and no ballot came"
        self.paper, self.voter = self.dark.ballot, self.dark.ballot.question.key()
        end = self.touches + most
        while self.dark.ballot is not None and self.touches < end:
            self._happen()
            self._check()
        for finger in [*self.fingers, thumb]:
            finger.touch_up()
            self._check()
        self.fingers.clear()
        self.drive.advance(0.1)
        self._check()
        self._end()

    def _begin(self) -> None:
        """Sometimes everybody else has voted, so this vote would reveal them all."""
        if self.rng.random() < 0.4:
            asked = self.dark.question.key()
            for question in self.page.play.open():
                if question.key() != asked:
                    self.page.controller.opened.answer(question.key(), 0)
            self.page.refresh()
        self.known = len(self.log)

    def _end(self) -> None:
        """Whatever was sealed is taken back, for the next one; the sheet of Why? is closed."""
        while self.drive.app.sheets:
            self.drive.key(27)
        if self.dark.middle is not None:
            assert not self.drive.says("The votes:"), "opened in the last voter's hand"
            self.drive.tap("Reveal all votes")
            assert self.page.situation.state == "question"
        if self.page.play.can_undo():
            self.page.controller.opened.undo(0)
            self.page.refresh()
            self.drive.advance(0.1)
        assert self.page.situation.state == "ballots"

    # What happens

    def _happen(self) -> None:
        rng = self.rng
        what = rng.choices(("tap", "down", "up", "move", "key", "turn", "pause", "focus", "look", "elsewhere"),
                           (50, 14, 12, 8, 12, 2, 1, 1, 1, 2))[0]
        getattr(self, f"_{what}")()
        self.drive.advance(frames=rng.choice((1, 1, 2, 4)))

    def _place(self) -> tuple[float, float]:
        """Anywhere, beyond the edges too; often where something lies, seen or hidden."""
        rng, (wide, high) = self.rng, self.drive.size
        if rng.random() < 0.5:
            return rng.uniform(-OUTSIDE, wide + OUTSIDE), rng.uniform(-OUTSIDE, high + OUTSIDE)
        dark, panel = self.dark, self.page.panel
        hidden = [*dark.line.children, dark.back, dark.undo, dark.menu, dark.token, self.page.bar.undo, panel.why]
        seen = [*self.paper.cards, *self.paper.cards, self.paper.button, self.paper.button, self.paper.why]
        x, y = self.drive.where(rng.choice(rng.choice((hidden, seen))))
        return x + rng.uniform(-20, 20), y + rng.uniform(-20, 20)

    def _down(self) -> None:
        self.touches += 1
        self.fingers.append(self.drive.down(*self._place()))
        if len(self.fingers) > 3:
            self._up()

    def _up(self) -> None:
        if self.fingers:
            self.fingers.pop(self.rng.randrange(len(self.fingers))).touch_up()

    def _tap(self) -> None:
        self.touches += 1
        finger = self.drive.down(*self._place())
        self.drive.advance(frames=self.rng.choice((1, 2)))
        self._check()
        finger.touch_up()

    def _move(self) -> None:
        if self.fingers:
            self.rng.choice(self.fingers).touch_move(*self._place())

    def _key(self) -> None:
        key, text, modifiers = self.rng.choice(KEYS)
        Window.dispatch("on_keyboard", key, 0, text, list(modifiers))

    def _turn(self) -> None:
        self.drive.resize(self.drive.size[::-1])

    def _pause(self) -> None:
        self.drive.app.on_pause()
        assert self.dark.ballot is None
        self.drive.app.on_resume()

    def _focus(self) -> None:
        """The window loses the eye: what the app does when Kivy says so."""
        self.drive.app.window_focus(Window, False)
        assert self.dark.ballot is None
        self.drive.app.window_focus(Window, True)

    def _look(self) -> None:
        """Sunset: the theme changes, and every page is made again."""
        library = self.drive.app.library
        library.set("theme", "light" if self.drive.app.look.dark else "dark")
        self.drive.app.apply_settings()
        self.page = self.drive.app.page
        assert self.dark.ballot is None

    def _elsewhere(self) -> None:
        """Another device seals its own vote; none seals the last one, which would reveal them all."""
        given = self.page.play.run.given()
        waiting = [one.key() for one in self.page.play.open() if one.key() not in given and one.key() != self.voter]
        if waiting and len(self.log) == self.known:
            self.page.controller.opened.answer(self.rng.choice(waiting), self.rng.randrange(VOTERS))
            self.known = len(self.log)
            self.page.refresh()

    # What must never be

    def _check(self) -> None:
        assert self.drive.app.page is self.page, "another page was opened"
        assert self.page.controller.wish == "", "a seat behind the ballot was tapped"
        fresh = self.log[self.known:]
        if not fresh:
            return
        assert [(one.kind, one.key, one.sealed) for one in fresh] == [(ANSWER, self.voter, True)]
        assert fresh[0].answer == self.paper.question.encode(self.paper.chosen)
        assert self.dark.ballot is None, "sealed, and still open"
        assert not self.drive.says("The votes:"), "opened in the last voter's hand"
        self.known += 1
        self.sealed += 1


@sampled(("size", "text"), list(zip(SIZES, [100, 200] * 4, strict=True))[:EACH])
def test_a_storm_seals_only_what_the_voter_chose(at_table: Start, size: Any, text: int) -> None:
    seed = size[0] * 1_000 + size[1] + text
    drive = at_table(toy("vote", "ready"), players=VOTERS, size=size, settings={"text_size": text})
    storm = Storm(drive, Random(seed))
    while storm.touches < TOUCHES:
        storm.ballot(TOUCHES - storm.touches)
    assert storm.touches >= TOUCHES
