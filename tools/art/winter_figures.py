"""The fourteen characters of Winter Tales as small emblems of our own: one colour, told apart by their outline alone."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from .svg import circle, ellipse, group, path, polygon, rect, stroke

INK, HOLE = "#FFFFFF", "#000000"
BOX = (-13.0, -13.0, 26.0, 26.0)


def cut(body: str, holes: str) -> str:
    """A shape with holes: the token shines through them."""
    name = f"holes{crc32(holes.encode())}"
    return f'<mask id="{name}">{rect(*BOX, INK)}{holes}</mask><g mask="url(#{name})">{body}</g>'


def key() -> str:
    """Alice: the little key that opens the smallest door."""
    bow = cut(circle(-5, -5, 6.6, INK), circle(-5, -5, 2.7, HOLE))
    return bow + stroke("M-1,-1 L10,10 M5.2,5.2 L8.8,1.6 M9,9 L12,6", INK, 3.6)


def straw_hat() -> str:
    """The Scarecrow: a crooked hat, a sewn mouth, straw at the neck."""
    head = path("M-6.6,-1 H6.6 C6.6,5 4.2,8.6 0,8.6 C-4.2,8.6 -6.6,5 -6.6,-1Z", INK)
    holes = (circle(-2.7, 1.9, 1.35, HOLE) + circle(2.7, 1.9, 1.35, HOLE)
             + stroke("M-3.4,5.4 L-1.7,4.4 L0,5.6 L1.7,4.4 L3.4,5.4", HOLE, 1.3) + stroke("M-7,-1.1 H7", HOLE, 1.0))
    hat = polygon([(-5.6, -2.4), (-2.4, -12.4), (3.4, -10), (5.6, -2.4)], INK) + ellipse(0, -3, 12, 2.5, INK)
    return cut(head, holes) + hat + stroke("M0,8 V12.4 M-2,8 L-5.4,12 M2,8 L5.4,12", INK, 2.0)


def long_nose() -> str:
    """Pinocchio: from the side, the nose ahead of him."""
    head = circle(-4, 3.6, 7.2, INK) + path("M1.6,1.4 L12.6,2.6 V5 L1.6,6Z", INK)
    holes = circle(-1.6, 2, 1.5, HOLE) + stroke("M-12.4,-2.4 L4.6,-3.4", HOLE, 1.4)
    return cut(head, holes) + polygon([(-11.6, -3.6), (4.8, -4.6), (-5.4, -12.6)], INK)


def funnel() -> str:
    """The Tin Man: a funnel for a hat, a head of sheet metal."""
    hat = path("M-1.5,-12.6 H1.5 V-9.6 L6.4,-5.2 H-6.4 L-1.5,-9.6Z", INK)
    head = rect(-6.4, -3.8, 12.8, 12.4, INK, 2.2) + rect(-9, -0.4, 1.8, 5, INK, 0.6) + rect(7.2, -0.4, 1.8, 5, INK, 0.6)
    holes = circle(-2.8, 0.6, 1.6, HOLE) + circle(2.8, 0.6, 1.6, HOLE) + rect(-3.4, 4.4, 6.8, 1.7, HOLE, 0.8)
    return hat + cut(head, holes) + rect(-3.6, 9.8, 7.2, 2.8, INK, 0.8)


def match() -> str:
    """The Little Match Girl: one match, burning."""
    flame = path("M3.4,-12.6 C9,-8.6 11.8,-4.4 10.2,0.2 C8.9,3.7 4.8,4.8 1.9,3 C-1.9,0.6 -1.5,-4.2 1.3,-6.6 "
                 "C1.5,-4.8 2.4,-3.9 3.6,-3.8 C5,-6.8 4.9,-9.6 3.4,-12.6Z", INK)
    heart = path("M5.2,-2.6 C7.2,-0.6 6.8,1.5 5,1.7 C3.2,1.8 2.5,-0.1 3.6,-1.4 C4.3,-1.5 4.8,-1.9 5.2,-2.6Z", HOLE)
    return cut(flame, heart) + stroke("M-10.4,11.4 L-0.6,3.6", INK, 3.2)


def slipper() -> str:
    """Grandma Dorothy: the shoe, with its bow."""
    shoe = path("M-12.2,-4.6 C-9.4,-5.4 -7,-4.2 -5.8,-1.4 C-3.6,2.4 1.4,3 6.4,3.8 C10.4,4.4 12.4,6.4 12.4,9.4 H-1.8 "
                "L-6.8,5 L-8.6,11.4 H-12.2Z", INK)
    bow = polygon([(5, -1), (0.4, -5), (0.4, 2.2)], INK) + polygon([(5, -1), (9.6, -5), (9.6, 2.2)], INK)
    return cut(shoe, circle(5, -1, 4.0, HOLE) + polygon([(5, -1), (-1, -6), (-1, 3.6)], HOLE)
               + polygon([(5, -1), (11, -6), (11, 3.6)], HOLE)) + bow + circle(5, -1, 1.9, INK)


def dwarf() -> str:
    """Cranky: cap, nose and beard of a dwarf."""
    cap = path("M-7.8,-3.4 C-7.2,-8.6 -2,-12.4 8.4,-12.4 C6.4,-9.4 7.4,-6.4 7.8,-3.4Z", INK)
    beard = path("M-9,-1.2 H9 C9.8,6 4.4,12.4 0,12.4 C-4.4,12.4 -9.8,6 -9,-1.2Z", INK)
    face = path("M-6,-1.4 H6 C6.2,2 4.4,3.6 0,3.6 C-4.4,3.6 -6.2,2 -6,-1.4Z", HOLE)
    return (cap + rect(-9.6, -4.6, 19.2, 3.2, INK, 1.6) + cut(beard, face + stroke("M-3,7.4 Q0,5.4 3,7.4", HOLE, 1.4))
            + circle(0, 2.6, 2.5, INK) + circle(-3.4, 0.3, 1.15, INK) + circle(3.4, 0.3, 1.15, INK))


def donkey() -> str:
    """Candlewick: what became of him, from the side."""
    head = path("M1.6,-2.4 C-0.8,-6 -1.8,-9.4 -1.4,-12.6 C2,-11.4 4,-8.6 4.6,-5.2 C5.2,-8 6.4,-10.6 8.6,-12.6 "
                "C10.4,-9.2 10.2,-5.6 8.6,-2.6 C11.6,1 12.4,6.4 12.2,12.4 H3.2 C3.2,9.4 2,7.6 0.2,7 C-2.4,8.8 -4.6,12 "
                "-8.4,11.8 C-12,11.4 -12.8,8 -10.8,5.4 L-4.2,-1.2 C-2.4,-3 -0.4,-3.2 1.6,-2.4Z", INK)
    return cut(head, circle(0.4, 1.4, 1.5, HOLE) + circle(-8.8, 8, 1.15, HOLE))


def puppet() -> str:
    """Mangiafuoco: the cross, and whoever hangs on it."""
    cross = stroke("M-10.6,-10.8 H10.6 M0,-12.2 V-8.4", INK, 2.8)
    strings = stroke("M-9.4,-10 L-8.4,1 M9.4,-10 L8.4,1 M0,-8 V-4", INK, 1.2)
    limbs = stroke("M-2,3.4 L-8.2,1.8 M2,3.4 L8.2,1.8 M-1.6,8 L-4,12 M1.6,8 L4,12", INK, 2.4)
    return cross + strings + limbs + circle(0, -1.8, 3.3, INK) + polygon([(-2.6, 2), (2.6, 2), (3.6, 9), (-3.6, 9)], INK)


def fox_and_cat() -> str:
    """The Fox & the Cat: a pointed head, and a round one before it."""
    cat = circle(6, 6.2, 6.2, INK) + polygon([(0.4, -2.2), (5.4, 0.6), (0.4, 5)], INK) + polygon(
        [(11.6, -2.2), (6.6, 0.6), (11.6, 5)], INK)
    behind = circle(6, 6.2, 7.8, HOLE) + polygon([(-1.4, -5), (6, -0.6), (-1.2, 6)], HOLE)
    fox = path("M-12.6,-12.6 L-8.2,-9 H-2.6 L1.8,-12.6 L2.2,-3.4 L-5.4,8.6 L-13,-3.4Z", INK)
    eyes = stroke("M-9.4,-4.4 L-7.4,-3.2 M-1.4,-4.4 L-3.4,-3.2", HOLE, 1.7)
    return cut(fox, behind + eyes) + cut(cat, circle(3.6, 5.4, 1.35, HOLE) + circle(8.4, 5.4, 1.35, HOLE)
                                         + stroke("M4.6,9.2 Q6,8 7.4,9.2", HOLE, 1.2))


def howling() -> str:
    """Wolf: the muzzle to the moon."""
    head = path("M-11.6,12.4 C-12,5.4 -10.6,-0.4 -7.8,-4 L-9.4,-12.4 L-3.4,-7.4 C0.6,-8.2 4.8,-9.8 9.4,-12.6 L12.2,-10.4 "
                "L6.6,-5.4 L11.6,-5.8 L10.4,-2.8 L6.2,0.2 C4.8,2.2 4.6,4.6 5.6,7.4 L8,12.4Z", INK)
    return cut(head, stroke("M-2.6,-3.6 L0.4,-4.6", HOLE, 1.8) + stroke("M-4.6,12.6 L-3,6.6 M0,12.6 L0.4,8", HOLE, 1.2))


def apple() -> str:
    """Snow White: the apple, bitten."""
    fruit = path("M0,-4.6 C-2.6,-7.2 -11.4,-7.4 -11.4,1.4 C-11.4,8 -6.6,12.6 -3.4,12.6 C-1.8,12.6 -1,12 0,12 "
                 "C1,12 1.8,12.6 3.4,12.6 C6.6,12.6 11.4,8 11.4,1.4 C11.4,-7.4 2.6,-7.2 0,-4.6Z", INK)
    bite = circle(12.4, -1.6, 3.6, HOLE) + circle(12.6, 3.2, 3.4, HOLE)
    leaf = path("M1.2,-7.4 C2,-11 5,-12.8 9,-12.6 C8.6,-9 5.4,-7 1.2,-7.4Z", INK)
    return cut(fruit, bite) + leaf + stroke("M0,-5 C-0.2,-7.6 -1.2,-9.4 -3,-10.8", INK, 2.0)


def top_hat() -> str:
    """The Mad Hatter: tall, with the price in the band."""
    hat = path("M-8,-12.2 H8 L6.4,6 H-6.4Z", INK) + ellipse(0, 7.6, 12.4, 3.8, INK)
    card = group(rect(-2.4, -3.8, 4.8, 7.2, INK, 0.8), x=3, y=-1.4, turn=16)
    edge = group(rect(-3.7, -5.1, 7.4, 9.8, HOLE, 1.4), x=3, y=-1.4, turn=16)
    return cut(hat, rect(-9, 0.2, 18, 2.6, HOLE) + edge) + card


def rabbit() -> str:
    """The White Rabbit: two ears over a round face."""
    ears = "".join(group(cut(ellipse(0, 0, 3.1, 7, INK), ellipse(0, 0.6, 1.1, 4.6, HOLE)), x=3.9 * side, y=-6, turn=9 * side)
                   for side in (-1, 1))
    face = cut(ellipse(0, 5.6, 7.8, 6.8, INK), circle(-3, 3.8, 1.4, HOLE) + circle(3, 3.8, 1.4, HOLE)
               + polygon([(-1.6, 6.6), (1.6, 6.6), (0, 8.4)], HOLE) + stroke("M0,8.2 V10.4", HOLE, 1.2))
    return ears + face


FIGURES: dict[str, Callable[[], str]] = {
    "alice": key, "scarecrow": straw_hat, "pinocchio": long_nose, "tin_man": funnel, "match_girl": match,
    "dorothy": slipper, "cranky": dwarf, "candlewick": donkey, "mangiafuoco": puppet, "fox_and_cat": fox_and_cat,
    "wolf": howling, "snow_white": apple, "mad_hatter": top_hat, "white_rabbit": rabbit,
}
