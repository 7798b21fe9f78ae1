"""Answers any question by real touches, as a player would, and plays a whole game.

    hands = Hands(driver)
    hands.give("right")                          # the question in the panel
    hands.reply(question, [0, 1])                # another open one: its tile first, or its line in the menu

An answer is plain JSON, as in the log. Hands finds the widget that gives it, and checks the log after every
answer.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.kinds import DONE, same
from companion.core.log import ANSWER
from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing.driving import NAMES, AnyGame, Finding, Findings, broken_at, report, source_folder
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.touches.offscreen import PHONE, SMALL
from companion.ui.table.panels.pick import PickOnePanel
from companion.ui.widgets.base.part import is_within
from companion.ui.widgets.controls.answer import ActionTile, AnswerCard
from companion.ui.widgets.controls.buttons import Link
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieKey, NumberPad
from companion.ui.widgets.controls.rows import ListRow, Stepper

FAR = 12
"""From this many taps on, type the number instead."""
HOLD, AFTER = 0.07, 0.17  # the fastest tap that a scrolling list still accepts


class Hands:
    def __init__(self, drive: AppDriver) -> None:
        self.drive = drive

    # State

    @property
    def page(self) -> Any:
        return self.drive.app.page

    @property
    def play(self) -> Any:
        """The current play, even if the screen shows its result."""
        return self.drive.app.visits[-1].args["opened"].play

    @property
    def question(self) -> Any:
        return self.page.situation.question

    @property
    def over(self) -> bool:
        return self.drive.app.visits[-1].name != "table" or self.play.outcome() is not None

    # One touch

    def touch(self, what: Any, wait: float = 0.0) -> None:
        """Tap a widget, given directly or by its text, scrolling if needed; then `wait` seconds."""
        drive = self.drive
        self.watch()
        widget = drive.find(what) if isinstance(what, str) or callable(what) else what
        for _ in range(4):  # a long list grows while it is scrolled
            drive.scroll_to(widget)
            x, y = drive.where(widget)
            if 0 <= y <= drive.size[1]:
                break
        self.touch_at(x, y)
        if wait:
            drive.advance(wait)

    def touch_at(self, x: float, y: float) -> None:
        wide, high = self.drive.size
        assert 0 <= x <= wide and 0 <= y <= high, f"off the screen, at {x:.0f}, {y:.0f}"
        self._wait_to_tap(x, y)
        finger = self.drive.down(x, y)
        self.drive.advance(HOLD)
        finger.touch_up()
        self.drive.advance(AFTER)

    def _wait_to_tap(self, x: float, y: float) -> None:
        """Until a tap there counts. A map may glide meanwhile, so aim at it afterwards."""
        self.watch()
        self.drive.look_first(x, y)

    def watch(self) -> None:
        """Wait until votes or winners are revealed: the panel is away meanwhile, and a tap ends it."""
        while any(getattr(one, "reveals", False) for one in (self.page, getattr(self.page, "stage", None))):
            self.drive.advance(frames=1)

    def main(self) -> None:
        """Tap the filled button, or the action beside a timer that is not started."""
        button = self.page.panel.row.main
        assert button is not None, f"there is no button; the screen says {self.drive.texts()}"
        self.touch(button)

    def menu(self, line: str) -> None:
        """A line or tile of the table's menu."""
        self.touch(self.page.bar.menu, 0.4)
        self.touch(self.drive.find(line, (ListRow, ActionTile)), 0.4)

    def close_sheet(self) -> None:
        assert self.drive.app.sheets, "no sheet is open"
        self.drive.key(27)
        self.drive.advance(0.4)

    # Answers

    def reply(self, question: Any, raw: Any) -> None:
        before, key = len(self.play.log), question.key()
        only = question.only_answer(self.play.table)
        state = self.page.situation.state
        if state == "ballots":
            self._vote(question, raw)
        else:
            if self.question is None or self.question.key() != key:
                self.bring(question)
            if len(self.play.log) == before:
                self.give(raw, check=False)
        log = self.play.log
        assert len(log) == before + 1, f"{key} did not take {raw!r}; the screen says {self.drive.texts()}"
        record = log[before]
        at_once = only is not None and same(record.answer, only)  # its tile takes both gas of a pocket
        given = record.rolled or at_once or same(record.answer, raw)  # the phone deals as it likes
        assert (record.kind, record.key) == (ANSWER, key) and given, f"{record} is not {key} {raw!r}"

    def give(self, raw: Any = DONE, check: bool = True) -> None:
        question, before = self.question, len(self.play.log)
        panel = self.page.panel
        if hasattr(panel.answer_panel, "rows") and isinstance(panel.answer_panel.rows, dict):
            self._cards(panel.answer_panel, raw)
        else:
            way = {"confirm": lambda *_: self.main(), "pick one": self._pick, "pick a seat": self._pick,
                   "pick several": self._several, "put in order": self._several, "number": self._numbers,
                   "dice": self._dice, "place": self._place, "text": self._note}[question.kind]
            way(question, raw)
        if check:
            assert len(self.play.log) == before + 1, (
                f"{question.key()} did not take {raw!r}: {self.drive.texts()}")

    def offers(self, question: Any, raw: Any) -> bool:
        """Whether the page shows this answer, as far as the question is in the panel."""
        panel = self.page.panel.answer_panel
        in_panel = panel is not None and self.question is not None and self.question.key() == question.key()
        return not in_panel or panel.offers(raw)

    def bring(self, question: Any) -> None:
        title = str(question.title(self.play.table))
        seats = self.page.situation.state == "seats"
        name = question.seat.name if seats and question.seat is not None else title
        tiles = self.drive.all(name, ListRow if seats else ActionTile) or [
            button for button in self.page.panel.row.parts[:-1] if button.text == name]
        if not tiles and self.play.open()[0].key() == question.key():  # the main question, behind another one
            tiles = self.drive.all("Back", ActionTile)
        if tiles:
            self.touch(tiles[0])
            return
        if self._behind_more(title):
            return
        self.menu(title)
        if self.drive.app.sheets:  # questions of one kind share a line; the next sheet lists them by seat
            rows = [row for row in self.drive.all(title, ListRow) if not row.faded]
            self.touch(rows[0], 0.4)

    def _behind_more(self, title: str) -> bool:
        """Questions without a tile are behind More."""
        tiles = self.drive.all("More…", ActionTile)
        if not tiles:
            return False
        self.touch(tiles[0], 0.4)
        rows = self.drive.all(title, ListRow)
        if rows:
            self.touch(rows[0], 0.4)
        else:
            self.close_sheet()
        return bool(rows)

    def _chooser(self, fits: Callable[[Any], bool]) -> Any:
        found = [card for card in self.drive.all(lambda one: hasattr(one, "choice"))
                 if not getattr(card, "faded", False) and fits(card.choice)]
        assert found, f"no card or tile gives that answer; the screen says {self.drive.texts()}"
        return found[0]

    def _pick(self, question: Any, raw: Any) -> None:
        self.touch(self._chooser(lambda choice: same(question.encode(choice), raw)))

    def _several(self, question: Any, raw: Any) -> None:
        # a small phone folds the list behind its last link
        if not self.drive.has(lambda one: hasattr(one, "choice")):
            self.touch([link for link in self.drive.all(cls=Link)
                        if is_within(link, self.page.panel.scroll)][-1])
        tapped = question.draft(self.play.table).tapped(raw)
        for token in tapped:
            chooser = self._chooser(partial(same, token))
            if not chooser.chosen:  # a page may have a default selection
                self.touch(chooser)
        for card in self.drive.all(lambda one: hasattr(one, "choice") and getattr(one, "chosen", False)):
            if not any(same(card.choice, token) for token in tapped):
                self.touch(card)
        self.main()

    def _numbers(self, question: Any, raw: Any) -> None:
        if type(self.page.panel.answer_panel) is PickOnePanel:
            self._pick(question, raw)
            return
        if self.drive.has(cls=NumberPad):
            self.type_number(raw)
            self.main()
            return
        wanted = raw if isinstance(raw, list) else [raw]
        likely = [card for card in self.drive.all(cls=AnswerCard) if same(card.choice, raw)]
        if likely:  # a single card or token of a battle
            self.touch(likely[0])
            return
        rows = self.page.panel.answer_panel.described.rows
        wanted = [value for value, row in zip(wanted, rows, strict=True) if row.high or row.low]
        assert len(self.drive.all(cls=Stepper)) == len(wanted)
        for number, value in enumerate(wanted):
            self._step_to(number, value)
        self.main()

    def _step_to(self, number: int, value: int) -> None:
        """A few taps on plus or minus, or typed if it is far away or between two steps."""
        for _ in range(200):
            stepper = self.drive.all(cls=Stepper)[number]
            if stepper.value == value:
                return
            away = None if stepper.value is None else abs(stepper.value - value)
            if not stepper.key.disabled and (away is None or away > FAR or away % stepper.by):
                self.touch(stepper.key, 0.4)
                self.type_number(value)
                self.touch("Set", 0.4)
            else:
                self.touch(stepper.plus if stepper.value < value else stepper.less)

    def type_number(self, value: int) -> None:
        """Type on the visible keypad, erasing first."""
        pad = self.drive.find(cls=NumberPad)
        while pad.typed:
            self.touch(pad.erase)
        if value < 0:
            self.touch(pad.sign)
        for digit in str(abs(value)):
            self.touch(pad.keys[digit])

    def _dice(self, question: Any, raw: Any) -> None:
        before = len(self.play.log)
        for die in raw:
            self.touch(next(key for key in self.drive.all(cls=DieKey) if key.number == die))
        if len(self.play.log) == before:  # a single die is one tap, and the last die may submit the throw
            self.main()

    def _place(self, question: Any, raw: Any) -> None:
        before = len(self.play.log)
        space = question.decode(self.play.table, raw)
        if not (self.on_stage(space) or self._on_whole_stage(space) or self._on_card(space)):
            self._from_list(question, space)
        if len(self.play.log) == before:  # otherwise tapping the space was the answer
            self.main()

    def _on_card(self, space: Any) -> bool:
        """One of a few spaces, or of several answers on the spot that was tapped."""
        cards = [card for card in self.drive.all(cls=AnswerCard) if card.choice == space and not card.faded]
        if cards:
            self.touch(cards[0])
        return bool(cards)

    def _from_list(self, question: Any, space: Any) -> None:
        listed = self.drive.all("Choose from a list") or self.drive.all("List", ActionTile)
        if listed:
            self.touch(listed[0], 0.3)
        found = listed or self._behind_more("Choose from a list")
        assert found, f"no list shows {space!r}: {self.drive.texts()}"
        label = str(question.face(self.play.table, space).label)
        self.touch(next(card for card in self.drive.all(label, AnswerCard) if not card.faded), 0.4)

    def on_stage(self, space: Any) -> bool:
        """Tap the space itself, if the stage highlights it and it is visible."""
        stage = self.page.stage
        if not stage.lights_places or not hasattr(stage, "where"):
            return False
        try:
            self._wait_to_tap(*stage.where(space))
            x, y = stage.seen_at(stage.where(space))
        except (KeyError, IndexError, AssertionError, TypeError):
            return False
        room = stage.room
        if not (room.x + 4 < x < room.right - 4 and room.y + 4 < y < room.top - 4):
            return False
        before = len(self.play.log)
        self.touch_at(x, y)
        return len(self.play.log) > before or bool(self.page.panel.answer_panel.preview() == space)

    def _on_whole_stage(self, space: Any) -> bool:
        """If it is out of view, show the whole board."""
        overview = getattr(self.page.stage, "overview", None)
        if overview is None or overview.parent is None:
            return False
        self.touch(overview, 0.5)
        return self.on_stage(space)

    def _note(self, question: Any, raw: Any) -> None:
        if raw:
            self.touch(self.drive.find(cls=TextEntry))
            self.drive.type(raw)
        self.main()

    def _cards(self, kind: Any, raw: Any) -> None:
        """Winter Tales counts cards in rows with plus and minus; the rest are buttons and answers."""
        for row in kind.rows.values():
            if row.parent is not None and row.line is not None:
                if row.line.plus == raw:
                    self.touch(row.plus)
                    return
                if raw and row.line.minus == raw:
                    self.touch(row.less)
                    return
        label = str(kind.question.face(self.play.table, raw).label)
        buttons = [button for button in self.page.panel.row.buttons if button.text == label and button.parent]
        self.touch(buttons[0] if buttons else self._chooser(lambda choice: same(choice, raw)))

    def _vote(self, question: Any, raw: Any) -> None:
        """One thumb holds the pad, the other chooses and seals."""
        dark = self.page.dark
        if dark.question.key() != question.key():
            at = next(at for at, one in enumerate(dark.situation.asked) if one.key() == question.key())
            self.touch([*reversed(dark.line.children)][at])
        thumb = self.drive.down(*self.drive.where(dark.pad))
        self.drive.advance(0.5)
        if question.seals:
            self.touch(self._chooser(lambda choice: same(question.encode(choice), raw)))
        self.touch(self.page.dark.ballot.button)
        thumb.touch_up()
        self.drive.advance(0.1)
        middle = self.page.dark.middle if self.drive.app.visits[-1].name == "table" else None
        if middle is not None:  # the last vote: the phone goes to the middle
            self.touch(middle.button)


def at_random(rng: Random) -> Callable[[Any], tuple[Any, Any]]:
    """From the play, the question to answer and the answer."""
    def choose(play: Any) -> tuple[Any, Any]:
        open_ones = [one for one in play.open() if one.possible(play.table)]
        if play.run.given():
            open_ones = [one for one in open_ones if one.key() not in play.run.given()] or open_ones
        question = rng.choice(open_ones)
        return question, question.random_answer(play.table, rng)
    return choose


ANSWERS = 60
TRIES = 100


@contextmanager
def overhearing(game: AnyGame, found: Findings) -> Iterator[None]:
    """Find what the app only logs, such as a board that can't be drawn."""
    log, home = logging.getLogger("tableside"), source_folder(game)

    def hear(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        words = broken_at(error, home) if error is not None else ""
        if re.search(r"\(\w+\.py:\d+\)", words):
            found.add(record.getMessage(), f"it raised {words}")
        return True

    log.addFilter(hear)
    try:
        yield
    finally:
        log.removeFilter(hear)


@contextmanager
def the_app(games: Iterable[AnyGame], size: tuple[int, int] = PHONE) -> Iterator[AppDriver]:
    """The real app with only these games, its own store, and a clock controlled by the driver."""
    from companion.ui.app.tableside import TablesideApp
    ports = recording_machine()
    with TemporaryDirectory() as folder:
        found = Found({game.facts.id: game for game in games})
        app = TablesideApp(store=Path(folder) / "tableside.db", ports=ports, found=found)
        driver = AppDriver(app, size, on_time=ports.clock.advance).start()
        try:
            yield driver
        finally:
            driver.stop()


def play_by_touches(game: AnyGame, *, players: int | None = None, seed: int = 0, answers: int = ANSWERS,
                    size: tuple[int, int] = PHONE) -> list[Finding]:
    """Give every answer by touch and check the log after each; a finished play shows its result."""
    found = Findings("by touches")
    seated = players or fewest(game)
    rng = Random(seed)
    with the_app([game], size) as driver, overhearing(game, found):
        app = driver.app
        app.go("table", opened=app.library.start(game.facts.id, Setup(people(*NAMES[:seated]))))
        driver.advance(0.5)
        hands = Hands(driver)
        number, random = 0, at_random(rng)
        try:
            while number < answers and not hands.over:
                hands.reply(*_offered(hands, random))
                number += 1
            _see_the_end(hands)
        except Exception as error:
            keys = [question.key() for question in hands.play.open()]
            words = " ".join(str(error).split())[:300]
            found.add(f"seed {seed}, {seated} players, answer {number + 1}, {', '.join(keys)}",
                      f"it can't be played by touches: {type(error).__name__}: {words}")
    return found.list()


def _offered(hands: Hands, random: Callable[[Any], tuple[Any, Any]]) -> tuple[Any, Any]:
    for _ in range(TRIES):
        question, raw = random(hands.play)
        if hands.offers(question, raw):
            return question, raw
    raise AssertionError(f"the page offers none of {TRIES} random answers: {hands.drive.texts()}")


def fewest(game: AnyGame) -> int:
    """The fewest players without options; playing alone may need its own mode."""
    for seated in range(game.facts.fewest, game.facts.most):
        with suppress(Refused):
            game.prepare(Setup(people(*NAMES[:seated])))
            return seated
    return game.facts.most


def _see_the_end(hands: Hands) -> None:
    drive = hands.drive
    if hands.play.outcome() is None:
        return
    drive.advance(1.0)
    if drive.app.visits[-1].name == "table":
        hands.main()
        drive.advance(1.0)
    if drive.app.visits[-1].name != "result":
        raise AssertionError(f"the play is over, and no result is shown: {drive.texts()}")


def touch_test(game: AnyGame, *, answers: int = ANSWERS, seed: int = 0) -> Any:
    """A test function with the fewest and most players, on a normal and a small phone."""
    import pytest
    cases: list[tuple[int, tuple[int, int]]] = [(fewest(game), PHONE), (game.facts.most, SMALL)]

    @pytest.mark.parametrize(("players", "size"), cases)
    def test_by_touches(players: int, size: tuple[int, int]) -> None:
        findings = play_by_touches(game, players=players, seed=seed, answers=answers, size=size)
        assert not findings, f"{game.facts.title}:\n{report(findings)}"

    return test_by_touches
