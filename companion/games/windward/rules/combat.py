"""The two sides of a battle, their strength and the odds (WW-58 to WW-64)."""

from dataclasses import dataclass, field

from companion.core.questions import Odds
from companion.core.text import Text, count, say
from companion.games.windward.board import odds
from companion.games.windward.board.cresters import STRENGTH
from companion.games.windward.board.hexes import Hex
from companion.games.windward.table import Boat, Captain, Crester, Windward
from companion.games.windward.words import THE, THE_FIRST

SHIP, LONGBOAT = 2, 1


@dataclass
class Party:
    """One side: a captain's ship or longboat, or Cresters."""

    captain: Captain | None = None
    boat: Boat | None = None
    cresters: list[Crester] = field(default_factory=list)
    cannons: int = 0
    dice: tuple[int, ...] | None = None
    card_hits: int = 0
    tokens: int = 0

    @property
    def is_ship(self) -> bool:
        return self.captain is not None and self.boat is None

    @property
    def key(self) -> str:
        """Identify the piece for the ban after a tie (WW-A12)."""
        if self.boat is not None:
            return self.boat.key
        if self.captain is not None:
            return f"ship{self.captain.index}"
        return "+".join([crester.key for crester in self.cresters])


@dataclass
class Battle:
    """A battle in progress on the defender's space (WW-151)."""

    attacker: Party
    defender: Party
    at: Hex
    back: Hex
    """Where the attacker came from (WW-74)."""
    tow: list[Crester] = field(default_factory=list)
    """Greys towed by an attacking longboat (WW-41)."""
    came: list[Crester] = field(default_factory=list)
    """Cresters that flew in but count as defenders; they go back (WW-A47)."""
    told: str = ""
    """How it ended, as players told it (WW-153)."""

    def party(self, side: str) -> Party:
        return self.attacker if side == "attacker" else self.defender

    def other(self, party: Party) -> Party:
        return self.defender if party is self.attacker else self.attacker

    def captain(self) -> Captain:
        """Return the captain involved; if there are two, the attacker."""
        found = self.attacker.captain or self.defender.captain
        assert found is not None, "no battle without a captain"
        return found


def strength(battle: Battle, party: Party) -> int:
    """Number of dice (WW-59, WW-63)."""
    if party.captain is None:
        return sum(STRENGTH[crester.kind] for crester in party.cresters)    # WW-114
    if party.boat is not None:
        return LONGBOAT + ("harpooner" in party.captain.crew)               # WW-51
    sergeant = party is battle.attacker and "sergeant" in party.captain.crew
    return SHIP + sergeant + party.cannons                                  # WW-62


def sure_hits(battle: Battle, party: Party) -> int:
    """Hits from the Marine, cards and +2 tokens (WW-63)."""
    marine = (party.is_ship and party.captain is not None and "marine" in party.captain.crew
              and any(crester.kind == "red" for crester in battle.other(party).cresters))
    return 2 * marine + party.card_hits + 2 * party.tokens                  # WW-A11: the Marine counts once


def hits(battle: Battle, party: Party) -> int:
    return sum(party.dice or ()) + sure_hits(battle, party)


def side_for_odds(battle: Battle, party: Party, more: int = 0) -> odds.BattleSide:
    if party.dice is not None:
        return odds.BattleSide(0, hits(battle, party))
    return odds.BattleSide(strength(battle, party) + more, sure_hits(battle, party))


def chances(table: Windward, battle: Battle, party: Party, more: int = 0) -> Odds:
    """Percentages from `party`'s side, with `more` extra cannons."""
    faces = table.box.battle_die
    found = odds.battle(faces, side_for_odds(battle, party, more), side_for_odds(battle, battle.other(party)))
    win, lose = round(float(found.win) * 100), round(float(found.loss) * 100)
    return Odds(win, 100 - win - lose, lose, "die" in table.box.guessed)


def sides(table: Windward) -> Text:
    battle = table.under_way(Battle)
    return count("{attacker} attacks {defender}", "{attacker} attack {defender}",
                 max(1, len(battle.attacker.cresters)),
                 attacker=party_words(table, battle.attacker, first=True),
                 defender=party_words(table, battle.defender))


def party_words(table: Windward, party: Party, *, first: bool = False) -> Text:
    """Describe a side; `first` means it starts the sentence."""
    if party.boat is not None:
        return say("{name}'s longboat", name=party.boat.owner)
    if party.captain is not None:
        return say("{name}", name=party.captain)
    if len(party.cresters) == 1:
        return (THE_FIRST if first else THE)[party.cresters[0].kind]
    return say("{n} Reds", n=len(party.cresters))


def foe_on(table: Windward, captain: Captain, space: Hex) -> Party | None:
    cresters = table.flying_at(space)
    if cresters:
        return Party(cresters=cresters if table.setup.options["two_reds_together"] else cresters[:1])
    other = table.ship_at(space, besides=captain)
    return None if other is None else Party(other)


def odds_of_attack(table: Windward, captain: Captain, space: Hex) -> Odds | None:
    """WW-64: odds if both sides fire all cannons and play no cards; None if odds are off."""
    foe = foe_on(table, captain, space) if table.setup.options["odds"] else None
    if foe is None:
        return None
    foe.cannons = 0 if foe.captain is None else max(0, foe.captain.cannons)
    mine = Party(captain, cannons=max(0, captain.cannons))
    return chances(table, Battle(mine, foe, space, captain.ship), mine)


def odds_of_boat(table: Windward, boat: Boat, space: Hex) -> Odds | None:
    foe = boats_foe(table, boat, space) if table.setup.options["odds"] else None
    mine = Party(boat.owner, boat)
    return None if foe is None else chances(table, Battle(mine, foe, space, boat.at), mine)


def boats_foe(table: Windward, boat: Boat, space: Hex) -> Party | None:
    """WW-37: a living Grey or another captain's longboat."""
    if (grey := table.grey_at(space)) is not None:
        return Party(cresters=[grey])
    other = next((one for one in table.boats if one.at == space and one is not boat), None)
    return None if other is None else Party(other.owner, other)
