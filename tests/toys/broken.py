"""Broken toys: Orchard with one fault each. The kit must name every one of them."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from companion.core import fields
from companion.core.fields import Field
from companion.core.kinds import Confirm, Number, PickText, Place, Row, SecretText
from companion.core.questions import Face, Kind, Question
from companion.core.setup import Setup
from companion.core.text import said, say
from companion.core.values import Json, break_seal
from companion.core.views import Reminder, View
from tests.toys.orchard import rules
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Give, Pick, PieName, Price, Vote, Weather
from tests.toys.orchard.table import Grower, Orchard, Turn


class Notebook(Orchard):
    """An orchard with a page to scribble on."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.page: Any = []
        self.looked = 0
        self.note = ""


class Noting(OrchardGame):
    def new(self, setup: Setup) -> Notebook:
        return Notebook(setup)


# 2. A secret that shows before it is opened

class LeakingSecret(Noting):
    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Notebook)
        for grower in table.left_of(table.seats[0]):
            ballot = await table.ask(Vote(grower))
            table.note = break_seal(ballot).name
        table.day += 1

    def view(self, table: Orchard) -> View:
        assert isinstance(table, Notebook)
        plain = super().view(table)
        return View(plain.subtitle, plain.seats, (Reminder(say("Somebody thought of {name}.", name=table.note)),))


class LeakingNext(OrchardGame):
    """The next question gives the secret away."""

    async def play(self, table: Orchard) -> None:
        ballot = await table.ask(Vote(table.seats[0]))
        await table.ask(PieName(table.seats[break_seal(ballot).index]))
        table.reveal(ballot)
        table.day += 1


# 3. A question without an answer

class Stuck(OrchardGame):
    async def play(self, table: Orchard) -> None:
        dice = await table.ask(Weather(None))
        table.weather = dice[0]
        with table.during(Turn(table.seats[0])):
            await table.one_of(Pick(table.seats[0]))  # a storm, and nobody may rest
        table.day += 1


class NoCure(Noting):
    """A correction that no restart fixes."""

    async def play(self, table: Orchard) -> None:
        await table.ask(Which(None))
        table.day += 1

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield fields.Rows(table).choice("note", say("Note"), ("", "shut"))


class Which(PickText[Any]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("Which one?")

    def choices(self, table: Any) -> Iterable[str]:
        return () if table.note == "shut" else ("red", "green")


# 4. A lost token

class Drop(Give):
    async def then(self, table: Orchard, answer: Grower) -> None:
        self.seat.apples -= 1
        table.under_way(Turn).actions += 1


class LostToken(OrchardGame):
    async def play(self, table: Orchard) -> None:
        with table.until(rules.TurnOver), table.during(Turn(table.seats[0])) as turn:
            while turn.actions < 4:
                await table.one_of(Pick(table.seats[0]), Drop(table.seats[0]), rules.Rest(table.seats[0]))
        table.day += 1

    def standing(self, table: Orchard) -> Sequence[Question[Orchard, Any]]:
        return ()


# 5. An answer that is the log's own list

class Rows(Place[Any, Any]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("Which row?")

    def choices(self, table: Any) -> Iterable[Any]:
        return ([0, 1], [1, 0])

    def decode(self, table: Any, raw: Json) -> Any:
        return raw

    def encode(self, answer: Any) -> Json:
        return answer


class SharedList(Noting):
    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Notebook)
        table.page = await table.ask(Rows(None))
        table.page.append(99)
        table.day += 1


# 6. Looks that change or fail

class CountingView(Noting):
    def view(self, table: Orchard) -> View:
        assert isinstance(table, Notebook)
        table.looked += 1
        return super().view(table)


class Fragile(PickText[Any]):
    rule: ClassVar[str] = "OR-4"
    sentence = said("Which one?")

    def choices(self, table: Any) -> Iterable[str]:
        return [("red", "green", "yellow")[table.seats[0].points]]


class FragileChoices(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Fragile(None))
        table.day += 1


# 7. Questions the generic panel or Why? can't show

class NoSuchRule(Confirm[Any]):
    rule: ClassVar[str] = "OR-99"
    sentence = said("Take 2 apples.")


class WrongCitation(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(NoSuchRule(None))
        table.day += 1


class Mute(Confirm[Any]):
    kind: ClassVar[Kind] = "own"
    sentence = said("")


class MuteQuestion(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Mute(None))
        table.day += 1


class SameKeys(Noting):
    async def play(self, table: Orchard) -> None:
        await table.one_of(Which(None), Which(None))
        table.day += 1


class Gullible(PickText[Any]):
    """Checks nothing."""

    rule: ClassVar[str] = "OR-4"
    sentence = said("Which one?")

    def choices(self, table: Any) -> Iterable[str]:
        return ("red", "green")

    def check(self, table: Any, answer: str) -> None:
        return


class TakesAnything(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Gullible(None))
        table.day += 1


# 8. State that is not on the table

class HiddenState(OrchardGame):
    def __init__(self) -> None:
        self.asked = 0

    async def play(self, table: Orchard) -> None:
        price = await table.ask(Price(None))
        self.asked += 1
        table.seats[0].points += price + self.asked % 2
        table.day += 1


class TwiceBegun(OrchardGame):
    """Restarting the day repeats what happens before the first question."""

    async def play(self, table: Orchard) -> None:
        table.seats[0].points += 1
        await table.ask(Price(None))
        table.day += 1


class EndlessStretch(OrchardGame):
    async def play(self, table: Orchard) -> None:
        while table.seats[0].points < 250:
            await table.ask(Price(None))
            table.seats[0].points += 1
        table.day += 5


class LeftUnderWay(OrchardGame):
    async def play(self, table: Orchard) -> None:
        table.now.append(Turn(table.seats[0]))
        await table.ask(Price(None))
        table.day += 1


# 9. Rules that never come back, and an exit nobody catches

class Endless(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Price(None))
        while table.day:
            table.seats[0].points ^= 1


class NobodyCatches(OrchardGame):
    """The second pie brings a frost that no day awaits."""

    async def play(self, table: Orchard) -> None:
        for grower in table.each(table.present):
            grower.apples += 3
            table.basket -= 3
            await table.ask(Price(None))
        table.day += 1


# What makers of games slip on

class Card(SecretText[Any]):
    """`face` gets the sealed word, so both cards look the same."""

    rule: ClassVar[str] = "OR-7"
    sentence = said("Which card?")

    def words(self, table: Orchard) -> Iterable[str]:
        return ("success", "failure")

    def face(self, table: Orchard, choice: Any) -> Face:
        return Face(say("Success")) if choice == "success" else Face(say("Failure"))


class Buy(Number[Any]):
    """Three cards that all say *Buy*."""

    rule: ClassVar[str] = "OR-8"
    sentence = said("How many?")

    def row(self, table: Orchard) -> Row:
        return Row(say("Crates"), 1, 3)

    button = said("Buy")


class SameFaces(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Buy(None))
        cards = await table.all_of([Card(seat) for seat in table.present()])
        for card in cards.values():
            table.reveal(card)
        table.day += 1


class Wrong(PickText[Any]):
    rule: ClassVar[str] = "OR-1"
    sentence = said("Which?")

    def hint(self, table: Orchard) -> Any:
        return "a plain hint"

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("yes",)

    def face(self, table: Orchard, choice: Any) -> Any:
        return None


class WrongTypes(OrchardGame):
    async def play(self, table: Orchard) -> None:
        await table.ask(Wrong(None))
        table.day += 1


leaking_secret = LeakingSecret()
leaking_next = LeakingNext()
stuck = Stuck()
no_cure = NoCure()
lost_token = LostToken()
shared_list = SharedList()
counting_view = CountingView()
fragile_choices = FragileChoices()
wrong_citation = WrongCitation()
mute_question = MuteQuestion()
same_keys = SameKeys()
takes_anything = TakesAnything()
hidden_state = HiddenState()
twice_begun = TwiceBegun()
endless_stretch = EndlessStretch()
left_under_way = LeftUnderWay()
endless = Endless()
nobody_catches = NobodyCatches()
same_faces = SameFaces()
wrong_types = WrongTypes()
