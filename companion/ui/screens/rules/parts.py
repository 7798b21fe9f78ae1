"""Rules as cards: number, title, words, what they cite, and the house's switches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.kinds import same
from companion.core.questions import Json
from companion.core.rulebook import Rule
from companion.core.text import say
from companion.services.open_play import OpenPlay
from companion.ui.table.why import RuleHead
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Wrap
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Pill, TonalButton
from companion.ui.widgets.controls.rows import CardBox, IconLine
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

Go = Callable[[str], None]


class CitedRule(Pill):
    """A rule that another one names: tap it to go there."""

    high = 34.0
    ink = "primary"


def house_rules(look: Look, game: Game[Any], rule: Rule, chosen: dict[str, Json] | None) -> list[IconLine]:
    """The switches that change this rule, with what the table chose; without a play only that there is a switch."""
    lines = []
    for option in game.options:
        if option.rule != rule.id:
            continue
        value = option.default if chosen is None else chosen.get(option.key, option.default)
        words = option.words(value)
        ours = chosen is not None and not same(value, option.default)
        text = say("House rule here: {label}: {choice}", label=option.label, choice=words) if ours else \
            say("Switch: {label}: {choice}", label=option.label, choice=words)
        lines.append(IconLine(look, text, "scale-balance", ink="text" if ours else "text2"))
    return lines


def rule_card(look: Look, game: Game[Any], rule: Rule, go: Go, chosen: dict[str, Json] | None = None) -> CardBox:
    """One rule whole. `go` is called with the number of a rule it cites."""
    book = game.rulebook()
    parts: list[Any] = [RuleHead(look, rule)]
    if rule.text:
        parts.append(Words(look, rule.text, "body", "text2"))
    parts += house_rules(look, game, rule, chosen)
    cited = [one for one in dict.fromkeys(rule.cites()) if one in book]
    if cited:
        parts.append(Wrap([CitedRule(look, one, "arrow-right", partial(go, one)) for one in cited], gap=14))
    card = CardBox(look, parts, gap=8)
    card.rule = rule.id
    return card


def rule_sheet(app: TablesideApp, look: Look, game: Game[Any], ids: Iterable[str],
               opened: OpenPlay | None = None) -> None:
    """Why? for a line: its rule, and the way to all the others."""
    book = game.rulebook()
    chosen = None if opened is None else dict(opened.play.setup.options)

    def go(rule: str) -> None:
        app.close_sheet(lambda: app.go("rules", game=game.facts.id, rule=rule, opened=opened))

    rules = [book[one] for one in dict.fromkeys(ids) if one in book]
    parts: list[Any] = [rule_card(look, game, rule, go, chosen) for rule in rules]
    if not parts:
        parts = [Words(look, say("This game says nothing more about it."), "body", "text2")]
    title = rules[0].title if rules else say("Why?")
    app.open_sheet(Sheet(look, title, parts, TonalButton(look, say("All rules"), "book-open-variant",
                                                         lambda: go(rules[0].id if rules else ""))))
