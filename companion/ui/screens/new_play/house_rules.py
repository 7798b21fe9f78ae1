"""The switches of the table before a play: folded to one sentence that says what is set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Json
from companion.core.setup import Option
from companion.core.text import Text, count, listing, say, spelled
from companion.ui.screens.new_play.parts import NewPlayDraft
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link
from companion.ui.widgets.controls.choices import ChoiceRow, SwitchRow
from companion.ui.widgets.controls.headings import Divider, Heading

MODE = "mode"
"""How the table plays at all: not a house rule, so it is never folded away."""
MOST_TOLD = 3


class HouseRules:
    """`parts` for the column of the page. `changed`: something was set, or the fold moved."""

    def __init__(self, look: Look, options: tuple[Option, ...], draft: NewPlayDraft,
                 changed: Callable[[], object]) -> None:
        self.look, self.options, self.draft, self.changed = look, options, draft, changed
        self.rows: dict[str, Any] = {}
        self.link = Link(look, "", "chevron-down", self._fold, icon_last=True)
        self.head = Heading(Words(look, say("House rules"), "kicker", "primary"), self.link)
        self.told = Words(look, "", "support", "text2")
        self.column = Column([], gap=tokens.L)

    def parts(self) -> list[Any]:
        modes = [option for option in self.options if option.key == MODE]
        others = [option for option in self.options if option.key != MODE]
        parts: list[Any] = [Divider(self.look), *(self._row(option) for option in modes)] if modes else []
        if others:
            folded = self.draft.folded
            self.link.text = str(say("Change") if folded else say("Hide"))
            self.link.set_icon("chevron-down" if folded else "chevron-up")
            self.told.say(self.sentence(others))
            self.column.fill([] if folded else [self._row(option) for option in others])
            parts += [Divider(self.look), self.head, self.told, *([] if folded else [self.column])]
        return parts

    def sentence(self, options: list[Option]) -> Text:
        """What is not as in the book."""
        other = [option for option in options
                 if self.draft.options.get(option.key, option.default) != option.default]
        if not other:
            return say("All as in the rulebook.")
        told = [say("{rule}: {choice}", rule=option.label, choice=self._choice(option)) for option in other[:MOST_TOLD]]
        more = len(other) - MOST_TOLD
        if more > 0:
            told.append(count("one more", "{number} more", more, number=spelled(more)))
        return say("{rules}.", rules=listing(told))

    def _choice(self, option: Option) -> Text | str:
        now = self.draft.options.get(option.key, option.default)
        if self._is_switch(option):
            return say("on") if now else say("off")
        return next((choice.label for choice in option.choices if choice.value == now), str(now))

    def _is_switch(self, option: Option) -> bool:
        return [choice.value for choice in option.choices] == [False, True]

    def _row(self, option: Option) -> Any:
        if option.key not in self.rows:
            self.rows[option.key] = self._make(option)
        return self.rows[option.key]

    def _make(self, option: Option) -> Any:
        now = self.draft.options.get(option.key, option.default)

        def take(value: Json) -> None:
            self.draft.options[option.key] = value
            self.changed()

        if self._is_switch(option):
            return SwitchRow(self.look, option.label, option.sentence, bool(now), take)
        choices = [(choice.value, choice.label) for choice in option.choices]
        return ChoiceRow(self.look, option.label, option.sentence, choices, now, take)

    def _fold(self) -> None:
        self.draft.folded = not self.draft.folded
        self.changed()
