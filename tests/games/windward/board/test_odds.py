"""The odds helper against the table in the rulings, hand counts, and every throw thrown."""

from fractions import Fraction
from itertools import product

import pytest

from companion.games.windward.board.odds import BattleSide, battle, throws

DIE = (1, 1, 1, 2, 2, 3)

# attacker's dice and sure hits, defender's dice, and win / tie / loss in per cent as the rulings give them
RULINGS = [
    (1, 0, 1, (30.6, 38.9, 30.6)),
    (2, 0, 1, (81.9, 13.9, 4.2)),
    (2, 0, 5, (0.1, 0.6, 99.3)),
    (3, 0, 5, (3.1, 5.6, 91.3)),
    (4, 0, 5, (16.7, 13.6, 69.7)),
    (5, 0, 5, (41.6, 16.7, 41.6)),
    (6, 0, 5, (68.0, 12.9, 19.1)),
    (7, 0, 5, (86.4, 6.9, 6.7)),
    (8, 0, 5, (95.5, 2.7, 1.8)),
    (4, 2, 5, (47.2, 17.4, 35.4)),
    (5, 2, 5, (73.7, 11.8, 14.4)),
    (5, 0, 8, (1.8, 2.7, 95.5)),
    (8, 0, 8, (43.4, 13.3, 43.4)),
]


@pytest.mark.rule("WW-59", "WW-63", "WW-64")
@pytest.mark.parametrize(("dice", "extra", "against", "percent"), RULINGS)
def test_odds_of_the_rulings(dice: int, extra: int, against: int, percent: tuple[float, float, float]) -> None:
    odds = battle(DIE, BattleSide(dice, extra), BattleSide(against))
    assert tuple(round(float(part) * 100, 1) for part in (odds.win, odds.tie, odds.loss)) == percent


def test_one_die_each_by_hand() -> None:
    """Equal faces: 3*3 + 2*2 + 1*1 = 14 of 36 throws; the rest is shared evenly."""
    odds = battle(DIE, BattleSide(1), BattleSide(1))
    assert (odds.win, odds.tie, odds.loss) == (Fraction(11, 36), Fraction(14, 36), Fraction(11, 36))


def test_two_dice_by_hand() -> None:
    """Two dice: 2 hits in 9 of 36 throws, 3 in 12, 4 in 4 + 6, 5 in 4, 6 in 1."""
    assert throws(DIE, 2) == (0, 0, 9, 12, 10, 4, 1)
    assert throws(DIE, 0) == (1,)


@pytest.mark.parametrize(("ours", "theirs", "extra"), [(1, 2, 0), (2, 2, 1), (3, 1, -1), (0, 2, 3)])
def test_every_throw_thrown(ours: int, theirs: int, extra: int) -> None:
    faces = (0, 1, 2, 2, 3, 5)
    margins = [sum(mine) + extra - sum(yours) for mine in product(faces, repeat=ours)
               for yours in product(faces, repeat=theirs)]
    expected = [Fraction(sum(1 for margin in margins if sign * margin > 0), len(margins)) for sign in (1, -1)]
    odds = battle(faces, BattleSide(ours, extra), BattleSide(theirs))
    assert [odds.win, odds.loss] == expected
    assert odds.win + odds.tie + odds.loss == 1


@pytest.mark.rule("WW-64")
def test_hits_thrown_against_a_die_yet_to_throw() -> None:
    assert battle(DIE, BattleSide(0, 2), BattleSide(1)) == (Fraction(3, 6), Fraction(2, 6), Fraction(1, 6))
    assert battle(DIE, BattleSide(1), BattleSide(0, 7)).loss == 1


@pytest.mark.rule("WW-114")
def test_two_reds_throw_ten_dice() -> None:
    both = battle(DIE, BattleSide(10), BattleSide(2))
    assert both.win + both.tie + both.loss == 1
    assert both.win > Fraction(99, 100)
