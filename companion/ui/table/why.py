"""The Why? sheet: the rules behind a question, house rules, and the answers in full."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.questions import InLine
from companion.core.rulebook import Rule
from companion.core.text import Text, say
from companion.services.table import HouseRule, Q, why_of
from companion.ui.theme import Look
from companion.ui.widgets import Box, Holder, Row, SeatToken, Words
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


class RuleChip(Row):
    def __init__(self, look: Look, text: str) -> None:
        self.words = Words(look, text, "label", "on_container", chrome=True)
        super().__init__([self.words], pad=10, air=5)
        Box(self, look.colour("container"), dp(13))


class RuleHead(Row):
    def __init__(self, look: Look, rule: Rule) -> None:
        title = Words(look, rule.title, "answer")
        super().__init__([RuleChip(look, rule.id), title], title, gap=10)


class SeatLine(Holder):
    """The seats in order, with what it means for each; the current one stands out."""

    def __init__(self, screen: TableScreen, line: list[InLine]) -> None:
        super().__init__()
        look = screen.look
        self.tokens = [SeatToken(look, one.seat.colour, screen.letters[one.seat.index], 40 if one.now else 30,
                                 alpha=1.0 if one.now else 0.75) for one in line]
        self.captions = [Words(look, one.words, "label", "primary" if one.now else "text2", align="center",
                               chrome=True)
                         for one in line]
        self.dots = [Words(look, "· · ·", "label", "text2", align="center", chrome=True) for _ in line[1:]]
        self.fill([*self.tokens, *self.captions, *self.dots])

    def fit(self, width: float) -> float:
        self.share = width / len(self.tokens)
        for one in (*self.captions, *self.dots):
            one.fit(self.share - dp(4))
        return self.take_size(width, dp(44) + max(one.height for one in self.captions))

    def arrange(self) -> None:
        for at, (token, caption) in enumerate(zip(self.tokens, self.captions, strict=True)):
            middle = self.x + self.share * (at + 0.5)
            token.center = (middle, self.top - dp(20))
            caption.pos = (middle - caption.width / 2, self.top - dp(44) - caption.height)
        for at, dots in enumerate(self.dots, 1):
            dots.center = (self.x + self.share * at, self.top - dp(20))


def why_parts(screen: TableScreen, question: Q) -> list[Any]:
    look, why = screen.look, why_of(screen.controller, question)
    parts: list[Any] = [] if why.text is None else [Words(look, why.text, "body")]
    if why.line:
        parts.append(SeatLine(screen, list(why.line)))
    parts += [Words(look, text, "body", "text2") for text in why.hints]
    parts += [IconLine(look, one.text, one.icon, role="body") for one in why.reminders]
    parts += _answers(screen, question) if look.big else []
    parts += [CardBox(look, [RuleHead(look, rule), *([Words(look, rule.text, "body", "text2")] if rule.text else [])],
                      gap=6) for rule in why.rules]
    parts += [_house_rule(screen, one) for one in why.house]
    if not parts:
        parts.append(Words(look, say("The rules say no more about this."), "body", "text2"))
    return parts


def _answers(screen: TableScreen, question: Q) -> list[Any]:
    """The answers' second lines, which big text hides in the panel."""
    if question.kind not in ("pick one", "pick a seat") or question.secret:
        return []
    table, lines = screen.play.table, []
    for choice in question.choices(table):
        face = question.face(table, choice)
        if face.hint is not None:
            lines.append(IconLine(screen.look, say("{label}: {hint}", label=face.label, hint=face.hint), face.icon))
        for one in face.points:
            lines.append(IconLine(screen.look, say("{label}: {name} {points}", label=face.label, name=one.seat,
                                                   points=signed(one.change)), face.icon))
    return [CardBox(screen.look, lines)] if lines else []


def _house_rule(screen: TableScreen, rule: HouseRule) -> ListRow:
    """A house rule; a tap opens its page, with the alternative and the reason."""
    text: Text = say("House rule: {label}: {choice}", label=rule.label, choice=rule.choice)
    app, opened = screen.app, screen.controller.opened
    go = partial(app.go, "rules", game=opened.game.facts.id, rule=rule.rule, opened=opened)
    return ListRow(screen.look, text, rule.sentence, "scale-balance", partial(app.close_sheet, go),
                   more="chevron-right")
