"""The kit reports once what people would stumble over although the rules are right."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion import testing
from companion.core.kinds import PickSeveral, PutInOrder
from companion.core.questions import Face
from companion.core.text import said, say
from companion.core.values import break_seal
from companion.core.views import Glance, InfoCard, Piece
from companion.testing import conformance, report
from companion.testing.driving import AnyGame
from companion.testing.looks import JPEG, LARGEST_COVER, PNG
from tests.kit.test_kit_finds import checked
from tests.sampling import sampled
from tests.toys import broken, orchard, unfit
from tests.toys.boards import COURSE, OnOneSpot, OnOneSpotAtOnce
from tests.toys.key_cards import game as key_cards
from tests.toys.key_cards import rules
from tests.toys.key_cards.rules import GRID
from tests.toys.scripted import Scripted, Slate

pytestmark = pytest.mark.slow

PLANTED: list[tuple[AnyGame, str, str]] = [
    (unfit.no_such_icon, "check_appearance", r"the game has the icon 'no-such-icon', which does not exist"),
    (unfit.no_such_icon, "check_appearance", r"the view has the icon 'aple', which does not exist"),
    (unfit.pink, "check_appearance", r"in the dark palette accent is 'pink', not a colour as #RRGGBB"),
    (unfit.pink, "check_appearance",
     r"in the light palette text2 on panel has a contrast of \d\.\d, and 4.5"),
    (unfit.plain_sentence, "check_questions", r"the sentence of Plain is a plain str.*wrap it in say\(\)"),
    (unfit.half_sentences, "check_looks",
     r"the view turns a sentence into text too early.* 'Day 1, fine' on as"),
    (unfit.half_sentences, "check_looks", r"the view shows a raw key \('old_tree\|new_tree'\)"),
    (unfit.half_sentences, "check_questions", r"the field sky shows raw keys \('fine', 'grey'\)"),
    (unfit.too_many, "check_questions", r"Everything has more than 300 answers, but a screen shows no more"),
    (unfit.asks_the_gone, "check_leaving", r"Plainly is asked of a player who has left"),
    (unfit.takes_the_wrong_seat, "check_joining", r"the newcomer does not sit last"),
    (unfit.says_no_reason, "check_joining", r"has no sentence: say how newcomers join"),
    (unfit.fills_the_end, "check_wild_table", r"the filled answer 'red' to GiveUp ends the play"),
    (unfit.no_face, "check_questions", r"Faceless shows 'given' on its cards"),
    (unfit.off_the_board, "check_questions", r"WhichSquare offers \(2, 0\), and the board has no spot '2,0'"),
    (unfit.off_the_board, "check_questions", r"the piece 'cart' stands on '5,5', which is no spot"),
    (unfit.off_the_board, "check_questions", r"the piece 'box' on '1,0' has no label for a screen reader"),
    (unfit.off_the_board, "check_questions",
     r"the field basket is on '0,0', and no piece 'basket' stands there"),
    (OnOneSpotAtOnce(), "check_questions",
     r"2 answers of TapOfAtOnce share the spot 'bend', and a tap gives the"),
    (unfit.odd_scenery, "check_questions", r"the piece 'a' has the tone 'red': write a colour as #RRGGBB"),
    (unfit.odd_scenery, "check_questions", r"the road has the colour 'sand'"),
    (unfit.odd_scenery, "check_questions", r"the board has a way to 'goal', which is no spot"),
    (unfit.odd_scenery, "check_questions", r"the frame .* shows nothing: give left, bottom, right and top"),
    (unfit.odd_scenery, "check_questions", r"2 pieces fall as number 1: number them from 1 up"),
    (unfit.odd_scenery, "check_questions",
     r"names the picture 'ketch', and page.svg has no symbol of that name"),
    (unfit.half_sentences, "check_wild_table", r"the view turns a sentence into text too early"),
]


def test_a_tap_that_asks_which_may_share_its_spot() -> None:
    sentences = [one.sentence for one in checked(OnOneSpot(), "check_questions")]
    assert not [one for one in sentences if "share the spot" in one]


@sampled(("game", "check", "sentence"), PLANTED, keep=len(PLANTED) - 1)  # the last takes seconds
def test_a_planted_slip_is_named(game: AnyGame, check: str, sentence: str) -> None:
    findings = checked(game, check)
    assert any(re.search(sentence, finding.sentence) for finding in findings), report(findings)


def test_a_plain_sentence_is_not_said_to_be_missing() -> None:
    sentences = [finding.sentence for finding in checked(unfit.plain_sentence, "check_questions")]
    assert len(sentences) == 1 and "has no sentence" not in sentences[0]
    mute = checked(broken.mute_question, "check_questions")
    assert any("has no sentence" in finding.sentence for finding in mute)


@pytest.mark.parametrize(("name", "data", "sentence"), [
    ("cover.svg", b"<svg/>", "the app can't show an SVG: `pack FOLDER` draws it as cover.png"),
    ("cover.png", b"<svg/>", "it is not a PNG or JPEG"),
    ("cover.png", PNG + bytes(LARGEST_COVER), "it has more than 2 MB; about 640 by 300 is enough"),
    ("cover.jpg", JPEG + b"...", ""),
])
def test_a_cover_that_can_t_be_drawn_is_said(name: str, data: bytes, sentence: str, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules.md").write_bytes((orchard.game.home / "rules.md").read_bytes())
    (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(type(orchard.game), "home", tmp_path)
    found = testing.check_appearance(orchard.game, plays=1)
    assert [(one.where, one.sentence) for one in found] == ([(name, sentence)] if sentence else [])


def test_a_healthy_toy_looks_right() -> None:
    assert testing.check_appearance(orchard.game) == testing.check_leaving(orchard.game) == []


@pytest.mark.thorough
def test_one_fault_gives_one_message() -> None:
    """The rules raise at the second question of every play: every check runs into the same line."""
    findings = [one for one in conformance(unfit.breaks_everywhere, plays=3) if "KeyError" in one.sentence]
    assert len(findings) == 1, report(findings)


class Leaks(type(key_cards)):
    """Key cards with one function of a careless maker."""

    def __init__(self, **own) -> None:
        for name, function in own.items():
            setattr(self, name, function)


def first_master(table, seat):
    key = table.key and table.seen_by(table.masters[0], table.key)
    return key and Glance(say("Key"), map=replace(GRID, pieces=(Piece("9,9", 0),)))


def if_red(table, seat):
    return Glance(say("Red")) if table.key and break_seal(table.key)[0] == "red" else None


def pictured(table):
    view = rules.view(table)
    if table.key is not None:
        table.seen_by(table.masters[1], table.key)
    return replace(view, map=replace(COURSE, ratio=1.2), cards=(InfoCard(say("Card"), picture="pear.png"),))


BOARD = {"board": lambda table: pictured(table).map}


@pytest.mark.parametrize("own, check, words", [
    ({"glance": first_master}, "questions", "glance shows Ana's secret to others: use seen_by only with the seat"),
    ({"glance": first_master}, "questions", "stands on '9,9', which is no spot"),
    ({"glance": if_red}, "secrets", "who has a glance shows a secret before it is revealed"),
    ({"glance": lambda table, seat: "key"}, "questions", "Leaks.glance returns 'key' instead of Glance or None"),
    ({"view": pictured, **BOARD}, "questions", "view shows Ben's secret to"),
    ({"view": pictured, **BOARD}, "questions", "no picture 'pear.png' beside"),
    (BOARD, "questions", "900 by 600 pixels, so its ratio is 1.500"),
    (BOARD, "questions", "no question offers bend, tower, and nothing ever lies there"),
])
def test_a_secret_or_a_board_shown_wrongly(own, check: str, words: str) -> None:
    found = getattr(testing, f"check_{check}")(Leaks(**own), plays=3)
    assert any(words in str(one) for one in found), report(found)


@dataclass(frozen=True)
class Card:
    key: str
    worth: int


class Cards(PickSeveral[Slate, Card]):
    rule: ClassVar[str] = "OR-8"
    hand: ClassVar[tuple[Card, ...]] = (Card("Sheep", 1), Card("Wood", 2), Card("Sheep", 3))
    sentence = said("Which cards do you play?")

    def things(self, table: Slate) -> tuple[Card, ...]:
        return self.hand

    def face(self, table: Slate, choice: Card) -> Face:
        return Face(say("{card}", card=choice.key))


class EqualCards(Cards):
    hand = (Card("Sheep", 1), Card("Wood", 2), Card("Sheep", 1))


class CardsWithFaces(EqualCards):
    """Equal for the rules, but not for those who choose."""

    def face(self, table: Slate, choice: Card) -> Face:
        number = next(n for n, one in enumerate(self.hand) if one is choice)
        return Face(say("Card {n}", n=number))


class CardsInOrder(PutInOrder[Slate, str]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("In which order do you lay them?")

    def things(self, table: Slate) -> tuple[str, ...]:
        return ("Sheep", "Sheep", "Wood")

    def least(self, table: Slate) -> int:
        return 3


def asks_for(question: type[Any]) -> AnyGame:
    async def script(table: Slate) -> None:
        await table.ask(question(table.seats[0]))
        table.n += 1
        table.over = table.n > 4
        table.by_players()

    return Scripted(script)


@sampled("question", [Cards, CardsWithFaces])
def test_two_different_things_with_one_token_are_named_with_their_line(question: type[Any]) -> None:
    findings = testing.check_questions(asks_for(question), plays=2)
    name, line = question.__name__, Cards.things.__code__.co_firstlineno
    assert [finding.sentence for finding in findings] == [
        f"two different things of {name} have the token 'Sheep': give each its own `token`"]
    assert findings[0].where.endswith(f", test_kit_looks.py:{line}"), findings[0].where


class RedCards(EqualCards):
    def face(self, table: Slate, choice: Card) -> Face:
        return replace(super().face(table, choice), tone="red")


def test_a_tone_that_is_no_colour_is_named() -> None:
    findings = testing.check_questions(asks_for(RedCards), plays=2)
    assert "the answer 'Sheep' of RedCards has the tone 'red': write a colour as #RRGGBB" in [
        finding.sentence for finding in findings], report(findings)


@pytest.mark.parametrize("question", [EqualCards, CardsInOrder])
@sampled("check", [testing.check_questions, testing.check_refusals, testing.check_undo])
def test_equal_things_can_be_played(question: type[Any], check: Any) -> None:
    assert check(asks_for(question), plays=2) == []
