"""Winter's panels for cards and figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Face, Question, ShownChoice
from companion.core.text import Word, listing, say
from companion.games.winter_tales.board.characters import (
    FIGURES,
    QUESTS,
    SIDE_ICONS,
    SIDE_NAMES,
    SIDES,
    WRITER,
)
from companion.games.winter_tales.rules.kinds import (
    ARTIFACT,
    BACK,
    CARD,
    END,
    LAST,
    NEXT,
    NONE,
    OUT,
    STEPS,
    CountCards,
)
from companion.games.winter_tales.rules.memories import plays_for
from companion.games.winter_tales.rules.quest_cards import eligible
from companion.games.winter_tales.screen.stage.town import add_figure
from companion.games.winter_tales.table import Character, Player, Resolving, Trap, Winter
from companion.ui.drawing.art import Sprite, group_in
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action, AnswerPanel, Choosers, Host
from companion.ui.table.panels.pick import SHORT, PickOnePanel
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Column, Grid, Holder, SeatToken, Words
from companion.ui.widgets.base.flow import Row
from companion.ui.widgets.base.part import Box, enough
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.rows import SignButton

TOKEN = 46.0
QUEST_HIGH, INDENT = 48.0, 44.0
ROWS = 4
"""Most answers in one column."""


class FigureToken(Widget):
    def __init__(self, size_dp: float = 40.0) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size_dp), dp(size_dp)))
        layer = group_in(self.canvas)
        self._sprite = Sprite(layer)
        self.shown: tuple[str, str, int | None] = ("", "", None)
        """The character, its letter and its player's colour."""
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, side: str, letter: str, key: str, colour: int | None = None) -> None:
        if (key, letter, colour) != self.shown:
            self.shown = (key, letter, colour)
            radius = self.height * 0.42
            self._sprite.clear()
            add_figure(self._sprite, key, side, letter, radius)
            if colour is not None:
                at = (radius * 0.82, -radius * 0.72)
                self._sprite.add_token(colour, "", radius * 0.36, at, rim=float(dp(1.5)))
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self._sprite.pos = (self.x + self.width / 2, self.y + self.height / 2)


def figure_of(choice: Any) -> str:
    if isinstance(choice, Character):
        return choice.key
    key = str(choice).partition(" ")[0]
    return key if key in FIGURES else ""


def quest_of(choice: Any) -> str:
    """The key of the quest an answer takes up; empty for none."""
    key = str(choice).partition(" ")[2]
    return key if key in QUESTS else ""


class FigureCard(AnswerCard):
    figure = ""

    def show(self, face: Face, **how: Any) -> None:
        super().show(face, **how)
        if self.figure:
            self.icon.name = ""

    def _show_token(self, face: Face) -> None:
        token: Any = self.token
        if token is not None and isinstance(token, FigureToken) != bool(self.figure):
            self.remove_widget(token)
            self.token = token = None
        if not self.figure:
            super()._show_token(face)
            return
        if token is None:
            token = self.token = FigureToken(TOKEN)
            self.add_widget(token)
        token.show(FIGURES[self.figure].side, "", self.figure,
                   None if face.seat is None else face.seat.colour)


class FiguresPanel(PickOnePanel):
    def cards(self, count: int) -> list[AnswerCard]:
        return enough(self.made_cards, count, lambda: self._bound(FigureCard(self.look, self.host.letter)))

    def _rows(self) -> list[Any]:
        """One row per character, with the quests it may take up below, in pairs."""
        rows: list[Any] = []
        for head in [card for card in self.shown if " " not in str(card.choice)]:
            quests = [card for card in self.shown
                      if str(card.choice).startswith(f"{figure_of(head.choice)} ")]
            grid = Grid(quests, columns=min(2, len(quests)), gap=8)
            indent = Widget(size_hint=(None, None), size=(dp(INDENT), 1))
            rows.append(Column([head, Row([indent, grid], stretch=grid)], gap=4) if quests else head)
        return rows

    def _fill(self) -> None:
        if any(quest_of(card.choice) for card in self.shown):
            self.column.fill(self._rows())
            return
        self._fill_plain()

    def _fill_plain(self) -> None:
        """Use two columns if one is too long; skip second lines that are all the same."""
        longest = max((len(card.hint.text) for card in self.shown), default=0)
        if len(self.shown) <= ROWS or self.look.scale > BIG or longest > SHORT:
            super()._fill()
            return
        if len({card.hint.text for card in self.shown}) == 1:
            for card in self.shown:
                card.hint.say("")
        self.grid.fill(self.shown)
        self.column.fill([self.grid])

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        quest, who = quest_of(one.choice), figure_of(one.choice)
        if isinstance(card, FigureCard):
            card.figure = "" if quest else who
        super()._dress(card, one)
        if quest:
            card.high = QUEST_HIGH
            card.show(Face(QUESTS[quest].name, icon=SIDE_ICONS[QUESTS[quest].side]))
        elif any(quest_of(choice.choice) for choice in self.described.choices):
            card.show(replace(one.face, label=FIGURES[who].name))


class ChapterPanel(AnswerPanel):
    """What everybody does between two chapters; the town has nothing to add."""

    yields_stage = strip_optional = True


@dataclass(frozen=True)
class CardRow:
    """One row. `plus` and `minus` are the answers they give; if empty, the number is read-only."""

    key: str
    name: str
    second: str
    number: int
    player: Player
    lead: Character | None = None
    """The character shown in the row; None shows only the player's token."""
    plus: str = ""
    minus: str = ""
    active: bool = False


def step_of(table: Winter) -> int:
    quest = table.perhaps(Resolving)
    if quest is None or table.perhaps(Trap) is not None:
        return 0
    return min(len(STEPS), max(1, quest.step))


def lines_of(table: Winter, question: Question[Any, Any], choices: Sequence[str]) -> list[CardRow]:
    trap = table.perhaps(Trap)
    quest = table.perhaps(Resolving)
    if trap is not None:
        lines = [_line(table, table.owner_of(trap.soldier), [trap.soldier], trap.played, question, choices)]
    elif quest is not None:
        lines = quest_lines(table, quest, question, choices)
    else:
        lines = epilogue_lines(table, question, choices)
    if not any(line.active for line in lines) and isinstance(question.seat, Player):  # after a correction
        played = question.played(table) if isinstance(question, CountCards) else 0
        lines.append(_line(table, question.seat, [], played, question, choices))
    return lines


def quest_lines(table: Winter, quest: Resolving, question: Question[Any, Any],
                choices: Sequence[str]) -> list[CardRow]:
    acting = table.owner_of(quest.hero)
    lines: list[CardRow] = []
    for player in (acting, *table.left_of(acting)):
        mine = [one for one in quest.takes_part if one.owner is player]
        called = any(word.endswith(f" {player.index}") for word in choices)
        might = mine or (eligible(table, quest, player) if table.full else [])
        is_asked = player is question.seat
        played = quest.cards[player.index]
        if not (might or is_asked or called or played or player is acting):
            continue
        words = list(choices)
        if not is_asked:
            words = [word.split()[0] for word in choices if word.endswith(f" {player.index}")]
        sides = [side for side in SIDES if side in words] if not quest.sides[player.index] else []
        for side in sides or [""]:
            there = [one for one in might if not side or one.side == side]
            second = None if there else SIDE_NAMES.get(side)
            if player is acting:
                second = say("acting")
            line = _line(table, player, there, quest.cards[player.index], question, choices, side, second)
            if not is_asked:
                line = replace(line, plus=passes_on(player is acting, side, player, choices))
            lines.append(line)
    return lines


def passes_on(acting: bool, side: str, player: Player, choices: Sequence[str]) -> str:
    """The answer for a plus in another player's row: their first card, or the acting player's last."""
    if acting:
        return LAST if LAST in choices else ""
    word = f"{side or CARD} {player.index}"
    return word if word in choices else ""


def epilogue_lines(table: Winter, question: Question[Any, Any], choices: Sequence[str]) -> list[CardRow]:
    finale = table.finale
    if finale is None:
        return []
    tellers = [finale.opener, *[player for player in table.left_of(finale.opener) if player.side != WRITER]]
    return [_line(table, player, [], finale.cards[player.index], question, choices,
                  second=SIDE_NAMES.get(plays_for(table, player))) for player in tellers]


def _line(table: Winter, player: Player, there: list[Character], number: int, question: Question[Any, Any],
          choices: Sequence[str], side: str = "", second: Word | None = None) -> CardRow:
    active = player is question.seat
    plus = side or (CARD if CARD in choices else "")
    name: Any = listing([one.name for one in there]) if there else player.name
    below: Word = second or ""
    if there:  # "Ana, acting" below a character
        owner = there[0].owner_name
        below = owner if second is None else say("{name}, {what}", name=owner, what=second)
    return CardRow(f"{player.index} {side}", str(name), str(below), number, player,
                   there[0] if there else None,
                   plus if active else "", BACK if active and BACK in choices else "", active)


class StepMarks(Widget):
    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.step = look, 0
        self._bars = []
        with self.canvas:
            for _ in range(len(STEPS)):
                ink = Color(1, 1, 1, 1)
                self._bars.append((ink, SmoothRoundedRectangle(radius=[dp(2.5)])))
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, step: int) -> None:
        self.step = step
        for number, (ink, _) in enumerate(self._bars):
            ink.rgba = self.look.colour("primary" if number < step else "surface3")

    def fit(self, width: float) -> float:
        self.size = (width, dp(6))
        return float(self.height)

    def _arrange(self, *_: object) -> None:
        gap = dp(4)
        wide = max(1.0, (self.width - gap * (len(STEPS) - 1)) / len(STEPS))
        for number, (_, bar) in enumerate(self._bars):
            bar.pos, bar.size = (self.x + number * (wide + gap), self.y), (wide, self.height)


class TellerRow(Holder):
    def __init__(self, look: Look, do: Callable[[str], None]) -> None:
        super().__init__()
        self.look = look
        self.line: CardRow | None = None
        self.text = ""
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]))
        self.figure = FigureToken()
        self.seat: SeatToken | None = None
        self.name = Words(look, "", "answer")
        self.second = Words(look, "", "support", "text2")
        self.number = Words(look, "0", "number", align="center")
        self.less = SignButton(look, "minus", lambda: do(self._now().minus))
        self.plus = SignButton(look, "plus", lambda: do(self._now().plus))

    def _now(self) -> CardRow:
        assert self.line is not None
        return self.line

    def show(self, line: CardRow, letter: str) -> None:
        self.line, self.text = line, line.name
        look = self.look
        self.name.say(line.name)
        self.second.say(line.second)
        self.number.say(str(line.number))
        if line.lead is not None:
            self.figure.show(line.lead.side, line.lead.letter, line.lead.key)
        size = 40.0 if line.lead is None else 20.0
        if self.seat is None or (self.seat.colour, self.seat.letter, self.seat.height) != (
                line.player.colour, letter, dp(size)):
            self.seat = SeatToken(look, line.player.colour, letter, size)
        self.box.fill(look.colour("surface3" if line.active else "surface2"))
        self.box.edge(look, line.active)
        loud = ("primary", "on_primary") if line.active else ("surface3", "text")
        for sign, on, ground, ink in ((self.plus, line.plus, *loud),
                                      (self.less, line.minus, "surface", "text")):
            sign.box.fill(look.colour(ground))
            sign.icon.tint(ink)
            sign.opacity, sign.disabled = (1.0, False) if on else (0.0, True)
        wanted = [self.figure if line.lead else None, self.seat, self.name, self.second, self.number,
                  self.less if line.active else None, self.plus if line.active or line.plus else None]
        self.fill([part for part in wanted if part is not None])

    def fit(self, width: float) -> float:
        line = self._now()
        self._signs = dp(104) if line.plus else dp(56)
        if line.active:
            self._signs = dp(150)
        self.number.fit(max(dp(46), self.number.px * 1.4))
        room = width - dp(60) - self._signs
        self._below = line.active and room < dp(92) * self.look.scale
        if self._below:
            room = width - dp(76)
        beside = dp(26) if line.lead else 0.0
        high = self.name.fit(room) + (self.second.fit(room - beside) if line.second else 0.0)
        return self.take_size(width, max(dp(60), high + dp(16)) + (dp(56) if self._below else 0.0))

    def arrange(self) -> None:
        if not hasattr(self, "_signs") or self.line is None:
            return
        line = self.line
        upper = self.top - (self.height - dp(56)) / 2 if self._below else self.center_y
        row = self.y + dp(30) if self._below else self.center_y
        lead: Any = self.figure if line.lead else self.seat
        lead.center = (self.x + dp(31), upper)
        left = self.x + dp(60)
        high = self.name.height + (self.second.height if line.second else 0.0)
        self.name.pos = (left, upper + high / 2 - self.name.height)
        if line.lead and self.seat is not None:
            self.seat.center = (left + dp(10), self.name.y - self.second.height / 2)
            left += dp(26)
        self.second.pos = (left, self.name.y - self.second.height)
        if not line.active and not line.plus:
            self.number.center = (self.right - dp(32), row)
            return
        self.plus.center = (self.right - dp(32), row)
        self.number.center = (self.right - dp(75) - (self.number.width - dp(46)) / 2, row)
        self.less.center = (self.number.x - dp(24), row)


class CardsPanel(Choosers):
    strip_optional = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.marks = StepMarks(self.look)
        self.rows: dict[str, TellerRow] = {}
        self.shown: set[str] = set()

    def draw(self) -> None:
        choices = [str(choice) for choice in self.question.choices(self.table)]
        self.marks.show(step_of(self.table))
        lines = lines_of(self.table, self.question, choices)
        lines.sort(key=lambda line: not line.active)  # the active player must not have to scroll
        rows = [self._row(line) for line in lines]
        taken = {line.plus for line in lines} | {line.minus for line in lines}
        taken |= {NEXT, OUT, LAST, self._main(choices), self._beside(choices)}
        if END in choices:
            taken.add(NONE)
        rest = [choice for choice in choices if choice not in taken]
        self.shown = {line.plus for line in lines} | {line.minus for line in lines} | {*rest}
        self.shown |= {self._main(choices), self._beside(choices)}
        self.column.fill([*rows, *self._answers(rest)])

    def offers(self, raw: Any) -> bool:
        """A shorter way takes the place of *Next* and *Nobody else*."""
        return raw in self.shown

    def _row(self, line: CardRow) -> TellerRow:
        row = self.rows.get(line.key)
        if row is None:
            row = self.rows[line.key] = TellerRow(self.look, self._answer)
        row.show(line, self.host.letter(line.player))
        return row

    def _answers(self, choices: list[str]) -> list[AnswerCard]:
        """Other answers: joining without a card, the expert nearby."""
        cards = self.cards(len(choices))
        for card, choice in zip(cards, choices, strict=True):
            card.choice = choice
            card.high = self.host.form.answer
            card.show(self._face(choice), terse=self.host.terse)
        return cards

    def _tap(self, chooser: AnswerCard) -> None:
        self._answer(chooser.choice)

    def _face(self, choice: str) -> Face:
        face: Face = self.question.face(self.table, choice)
        return face

    def _answer(self, choice: str) -> None:
        self.host.answer(self.question, choice)

    def above(self) -> list[Any]:
        return [self.marks] if step_of(self.table) else []

    def parts(self) -> list[Any]:
        return [self.column]

    def primary(self) -> Action | None:
        main = self._main(list(self.question.choices(self.table)))
        if not main:
            return None
        ends = main == END  # not filled: it ends the quest
        return Action(self._face(main).label, "check-bold" if ends else "arrow-right",
                      lambda: self._answer(main), icon_last=not ends, quiet=ends)

    def _main(self, choices: list[str]) -> str:
        """Go to the next player to ask, or to the end."""
        asked = [choice for choice in (NEXT, OUT) if choice in choices]
        if END in choices and (NONE not in choices or not self.table.full):
            return END
        return asked[0] if asked else ""

    def _beside(self, choices: list[str]) -> str:
        """Answers beside the button: the Artifact, or that nobody else joins."""
        main = self._main(choices)
        hidden = NONE if END in choices else ""
        return next((one for one in (ARTIFACT, END, NONE) if one in choices and one not in (main, hidden)),
                    "")

    def second(self) -> Action | None:
        beside = self._beside([str(choice) for choice in self.question.choices(self.table)])
        if not beside:
            return None
        face = self._face(beside)
        return Action(face.label, face.icon, lambda: self._answer(beside))
