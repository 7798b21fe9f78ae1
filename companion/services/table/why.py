"""Why a question is asked: its reason, its rules and the house rules they name."""

from dataclasses import dataclass

from companion.core.questions import InLine
from companion.core.rulebook import Rule
from companion.core.setup import Switch
from companion.core.text import Text
from companion.core.views import Reminder
from companion.services.table.controller import TableController
from companion.services.table.situation import Q


@dataclass(frozen=True)
class HouseRule:
    """An option that one of the rules names, and its setting."""

    label: Text
    choice: Text
    sentence: Text
    rule: str = ""
    """Where the rulebook says more about it."""


@dataclass(frozen=True)
class Why:
    """The reason first, then the order of play, reminders, and the rules in our own words."""

    text: Text | None
    line: tuple[InLine, ...]
    hints: tuple[Text, ...]
    reminders: tuple[Reminder, ...]
    rules: tuple[Rule, ...]
    house: tuple[HouseRule, ...]


def why_of(controller: TableController, question: Q) -> Why:
    table, game = controller.play.table, controller.game
    text = question.why(table)
    hints = () if text is not None else tuple(one for one in (question.kicker(table), question.hint(table))
                                              if one is not None)
    book = game.rulebook()
    rules = tuple(book[rule] for rule in dict.fromkeys((question.rule, *question.also)) if rule in book)
    cited = {rule.id for rule in rules} | {one for rule in rules for one in rule.cites()}
    house = tuple(_house_rule(controller, option) for option in game.options if option.rule in cited)
    line = () if text is None else tuple(question.in_line(table))
    reminders = controller.view.reminders if controller.view is not None else ()
    return Why(text, line, hints, reminders, rules, house)


def _house_rule(controller: TableController, option: Switch) -> HouseRule:
    value = controller.play.setup.options.get(option.key, option.default)
    return HouseRule(option.label, option.words(value), option.sentence, option.rule)
