"""What the app asks instead of orders, cargo and longboats if it tracks only turns and battles (WW-153)."""

from collections.abc import Iterable

from companion.core.kinds import Menu, Option
from companion.core.text import Refusal, listing, said, say
from companion.games.windward.board.hexes import Hex
from companion.games.windward.rules.aftermath import crester_falls, earn
from companion.games.windward.rules.cargo import TOKENS
from companion.games.windward.rules.orders import WARES, Release, no_release, release, tag_spaces
from companion.games.windward.rules.placing import CaptainSpace
from companion.games.windward.table import TOOTH, Captain, Crester, Windward
from companion.games.windward.words import cargo_words


class Notoriety(Menu[Windward]):
    """WW-33, WW-55: teeth and notoriety bought at the Trading Post."""

    stays = True
    rule, icon = "WW-33", "star-four-points"
    also = ("WW-55", "WW-103", "WW-153")
    seat: Captain

    sentence = said("{seat}, how did you gain notoriety?")
    title = said("Notoriety")

    def options(self, table: Windward) -> Iterable[Option]:
        for kind, worth in TOOTH.items() if self.seat is not table.naturalist else ():          # WW-144
            face = TOKENS[f"{kind}_teeth"]
            yield Option(kind, face.label, face.icon, say("+{n} notoriety", n=worth))
        ware = WARES["notoriety"]
        yield Option("bought", ware.label, "gas-cylinder", say("{n} gas", n=ware.price))

    async def then(self, table: Windward, answer: str) -> None:
        if answer == "bought":
            told = say("{name} bought notoriety for {n} gas.", name=self.seat, n=WARES["notoriety"].price)
            earn(table, self.seat, 1, told, "WW-55")
        else:
            teeth = listing(cargo_words(int(answer == "grey"), int(answer == "red")))
            told = say("{name} showed {teeth} at the Trading Post.", name=self.seat, teeth=teeth)
            earn(table, self.seat, TOOTH[answer], told, "WW-33")
        table.by_players()


class GreyBeaten(CaptainSpace):
    """WW-69: a longboat won."""

    rule, icon = "WW-69", "rowing"
    also = ("WW-37", "WW-70", "WW-153")

    sentence = said("Which Grey did your longboat beat?")
    title = said("Grey beaten")
    button = said("This one")

    def choices(self, table: Windward) -> Iterable[Hex]:
        return dict.fromkeys([grey.at for grey in table.living("grey") if grey.at is not None])

    async def then(self, table: Windward, answer: Hex) -> None:
        grey = table.grey_at(answer)
        if grey is not None:
            await crester_falls(table, grey, self.seat)


class Research(Menu[Windward]):
    """WW-139: the Naturalist releases a beaten Crester."""

    rule, icon = "WW-139", "tag-outline"
    also = ("WW-140", "WW-A31", "WW-A49", "WW-153")
    seat: Captain

    sentence = said("{seat}, which Crester do you release?")
    title = said("Research the Crester")

    def beaten(self, table: Windward) -> dict[str, Crester]:
        """One of each kind; a Red that fought this turn is another (WW-A49)."""
        return {f"{one.kind} {one.fought}": one for one in table.cresters if not one.living}

    def options(self, table: Windward) -> Iterable[Option]:
        for key, one in self.beaten(table).items():
            label = say("A tagged Red") if one.kind == "red" else say("A tagged Grey")
            stays = one.kind == "red" and one.fought
            hint = say("It fought you this turn, so it stays tonight") if stays else None
            barred: Refusal | None = Refusal(say("Only at sky."), "WW-42")
            if not self.seat.at_port:
                barred = no_release(table, self.seat, one)
            yield Option(key, label, "tag-outline", hint, opens=True, barred=barred)

    async def then(self, table: Windward, answer: str) -> None:
        crester = self.beaten(table)[answer]
        space = await table.ask(ReleaseBeaten(self.seat, crester))
        if not crester.living and crester in table.cresters:
            release(table, self.seat, crester, space)
            table.by_players()


class ReleaseBeaten(Release):
    crester: Crester

    def choices(self, table: Windward) -> Iterable[Hex]:
        return tag_spaces(table, self.seat, self.crester.kind)
