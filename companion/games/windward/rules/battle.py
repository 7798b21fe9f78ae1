"""Who fights whom, how strong, with what chances (WW-58, WW-59, WW-63)."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core import kinds
from companion.core.text import Text, listing, say
from companion.games.windward.board import odds
from companion.games.windward.board.cresters import STRENGTH
from companion.games.windward.board.hexes import Hex
from companion.games.windward.table import Boat, Captain, Crester, Windward
from companion.games.windward.words import crester_name, letter_of

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
        """Which piece this is, for the ban after a tie (WW-A12)."""
        if self.boat is not None:
            return self.boat.key
        if self.captain is not None:
            return f"ship{self.captain.index}"
        return "+".join([crester.key for crester in self.cresters])


@dataclass
class Battle:
    """A battle under way, on the defender's space (WW-151)."""

    attacker: Party
    defender: Party
    at: Hex
    back: Hex
    """Where the attacker came from (WW-74)."""
    tow: list[Crester] = field(default_factory=list)
    """Greys that an attacking longboat brought along (WW-41)."""
    came: list[Crester] = field(default_factory=list)
    """Cresters that flew in and yet are attacked: it is they who go back (WW-A47)."""

    def party(self, side: str) -> Party:
        return self.attacker if side == "attacker" else self.defender

    def other(self, party: Party) -> Party:
        return self.defender if party is self.attacker else self.attacker

    def captain(self) -> Captain:
        """The captain in it; of two the attacker."""
        found = self.attacker.captain or self.defender.captain
        assert found is not None, "no battle without a captain"
        return found


def strength(battle: Battle, party: Party) -> int:
    """How many dice (WW-59, WW-63)."""
    if party.captain is None:
        return sum(STRENGTH[crester.kind] for crester in party.cresters)    # WW-114: strengths add up
    if party.boat is not None:
        return LONGBOAT + ("harpooner" in party.captain.crew)               # WW-51
    sergeant = party is battle.attacker and "sergeant" in party.captain.crew
    return SHIP + sergeant + party.cannons                                  # WW-62


def sure_hits(battle: Battle, party: Party) -> int:
    """Hits that no die decides: Marine, cards, +2 tokens (WW-63)."""
    marine = (party.is_ship and party.captain is not None and "marine" in party.captain.crew
              and any(crester.kind == "red" for crester in battle.other(party).cresters))
    return 2 * marine + party.card_hits + 2 * party.tokens                  # WW-A11: the Marine once


def hits(battle: Battle, party: Party) -> int:
    return sum(party.dice or ()) + sure_hits(battle, party)


def side_for_odds(battle: Battle, party: Party, more: int = 0) -> odds.BattleSide:
    """What is still to be thrown, and what is sure already."""
    if party.dice is not None:
        return odds.BattleSide(0, hits(battle, party))
    return odds.BattleSide(strength(battle, party) + more, sure_hits(battle, party))


def chances(table: Windward, battle: Battle, party: Party, more: int = 0) -> kinds.Odds:
    """The battle's odds in per cent as `party` sees it, with so many more cannons."""
    faces = table.copy.battle_die
    found = odds.battle(faces, side_for_odds(battle, party, more), side_for_odds(battle, battle.other(party)))
    win, lose = round(float(found.win) * 100), round(float(found.loss) * 100)
    return kinds.Odds(win, 100 - win - lose, lose)


def party_of(table: Windward, side: str) -> Party:
    return table.under_way(Battle).party(side) if table.is_under_way(Battle) else Party()


def sides(table: Windward) -> Text:
    if not table.is_under_way(Battle):
        return say("No battle now")
    battle = table.under_way(Battle)
    return say("{attacker} attacks {defender}", attacker=party_words(battle.attacker, first=True),
               defender=party_words(battle.defender))


def party_words(party: Party, *, first: bool = False) -> Text:
    """A side in words; `first`: it begins the sentence."""
    if party.boat is not None:
        return say("{name}'s longboat", name=party.boat.owner)
    if party.captain is not None:
        return say("{name}", name=party.captain)
    if len(party.cresters) == 1:
        return crester_name(party.cresters[0].kind, party.cresters[0].id, first=first)
    letters = [letter_of(crester.id) for crester in party.cresters]
    return say("Reds {letters}", letters=listing(letters))
