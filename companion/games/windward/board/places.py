"""Names for spaces, from landmarks, the Post, corners and printed numbers.

A space without a landmark is named by its distance from the Post towards its territory's number, then towards
the next number.
"""

from functools import lru_cache
from typing import NamedTuple

from companion.core.text import Text, say, spelled
from companion.games.windward.board.hexes import Hex, neighbours, turned
from companion.games.windward.board.planet import Planet, Terrain


class SpaceName(NamedTuple):
    """A unique name, as a label and within a sentence."""

    label: Text
    inside: Text


PORT = SpaceName(say("Port"), say("port"))
LANDMARKS = {
    Terrain.DRIFT: SpaceName(say("The Drift"), say("the Drift")),
    Terrain.ZEPHYR: SpaceName(say("The Zephyr"), say("the Zephyr")),
    Terrain.GAS: SpaceName(say("The Gas Pocket"), say("the Gas Pocket")),
    Terrain.FEEDING: SpaceName(say("The Feeding Ground"), say("the Feeding Ground")),
    Terrain.RED: SpaceName(say("The Red start"), say("the Red start")),
}


@lru_cache(maxsize=2048)
def name_of(planet: Planet, space: Hex) -> SpaceName:
    place = planet.place_of.get(space)
    if place is None:
        return PORT
    number, landmark = planet.territory[space], LANDMARKS.get(planet.terrain[space])
    if place == (1, 0):
        return _named(landmark, SpaceName(say("Next to the Post, territory {n}", n=number),
                                          say("the space next to the Post, territory {n}", n=number)),
                      say("next to the Post, territory {n}", n=number))
    if space == planet.corner[number]:
        return _named(landmark, SpaceName(say("The corner of territory {n}", n=number),
                                          say("the corner of territory {n}", n=number)),
                      say("at the corner of territory {n}", n=number))
    if not is_described(planet, space):
        return _named(landmark, PORT, say("of territory {n}", n=number))
    out = way_out(planet, space)
    return _named(landmark, SpaceName(from_post(planet, space), say("the hex {out}", out=out)), out)


def is_described(planet: Planet, space: Hex) -> bool:
    """Is its name a way from the Post? Those are hard to tell apart in a list."""
    place = planet.place_of.get(space)
    if place is None or place == (1, 0) or space == planet.corner[planet.territory[space]]:
        return False
    return planet.terrain[space] not in LANDMARKS or not _only_one(planet, space)


@lru_cache(maxsize=8)
def described(planet: Planet) -> dict[Text, Hex]:
    """The spaces whose names are ways from the Post."""
    return {name_of(planet, space).inside: space for space in planet.spaces if is_described(planet, space)}


def _named(landmark: SpaceName | None, bare: SpaceName, at: Text) -> SpaceName:
    if landmark is None:
        return bare
    return SpaceName(say("{what} {at}", what=landmark.label, at=at),
                     say("{what} {at}", what=landmark.inside, at=at))


def _only_one(planet: Planet, space: Hex) -> bool:
    """Is its terrain unique in the territory, ignoring the corner and the hex at the Post?"""
    number, printed = planet.territory[space], planet.terrain[space]
    apart = (planet.corner[number], planet.port_side[number])
    return all(planet.terrain[other] is not printed or planet.territory[other] != number or other in apart
               for other in planet.spaces if other != space)


def near(planet: Planet, space: Hex) -> Text | None:
    """A hint for finding it: its position if named after a landmark, else a landmark nearby."""
    if space not in planet.place_of:
        return None
    if planet.terrain[space] in LANDMARKS:
        return way_out(planet, space)
    beside = [LANDMARKS[planet.terrain[other]].inside for other in neighbours(space)
              if other in planet.place_of and planet.terrain[other] in LANDMARKS]
    return say("next to {landmark}", landmark=beside[0]) if beside else None


def from_post(planet: Planet, space: Hex) -> Text:
    number, (out, aside) = planet.territory[space], planet.place_of[space]
    if not aside:
        return say("From the Post: {out} towards {n}", out=out, n=number)
    return say("From the Post: {out} towards {n}, then {aside} towards {beside}", out=out, n=number,
               aside=aside, beside=next_number(planet, number))


def next_number(planet: Planet, number: int) -> int:
    """The number towards which a territory's rows run."""
    return planet.number_towards(turned(planet.wind_direction(number), 1 if planet.clockwise else -1))


def way_out(planet: Planet, space: Hex) -> Text:
    number, (out, aside) = planet.territory[space], planet.place_of[space]
    if not aside:
        return say("{out} out towards {n}", out=spelled(out), n=number)
    return say("{out} out towards {n}, {aside} towards {beside}", out=spelled(out), n=number,
               aside=spelled(aside), beside=next_number(planet, number))

