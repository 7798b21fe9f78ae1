"""Decks and hands: equal cards, who sees them, what corrections leave unknown, and what players move."""

import pytest

from companion.api import Deck, Hand, Rows, Seat, Setup, Table, people, say
from companion.core.kinds import Dealt

CARDS = {"sheep": 3, "wolf": 1}


def laid_out(*order: str) -> tuple[Table[Seat], Deck, Hand, Hand]:
    """A shuffled deck, from the top, and two empty hands."""
    table = Table(Setup(people("Ana", "Ben")), [Seat(at, one) for at, one in enumerate(people("Ana", "Ben"))])
    deck = Deck(CARDS)
    if order:
        deck.shuffled(Dealt(range(len(order)), order, [], 0))
    return table, deck, Hand(table.seats[0]), Hand(table.seats[1])


def test_all_cards_begin_in_the_discards_and_a_shuffle_takes_them_in() -> None:
    _, deck, _, _ = laid_out()
    assert (len(deck), deck.discards()) == (0, ["sheep", "sheep", "sheep", "wolf"])
    deck.shuffled()
    assert (len(deck), deck.discards()) == (4, [])


def test_two_equal_cards_are_two_cards_offered_once() -> None:
    table, deck, ana, _ = laid_out("sheep", "wolf", "sheep", "sheep")
    ana.draw(deck, 3)
    assert ana.seen(table) == ["sheep", "wolf", "sheep"] and ana.words(table, deck) == ["sheep", "wolf"]
    ana.discard("sheep", deck)
    assert ana.seen(table) == ["wolf", "sheep"] and deck.out == {"sheep": 1, "wolf": 0}
    ana.draw(deck, 5)
    assert (len(ana), len(deck)) == (3, 0), "no more than there are"


def test_a_shuffle_puts_the_discards_under_the_deck() -> None:
    table, deck, ana, _ = laid_out("sheep", "wolf", "sheep", "sheep")
    ana.draw(deck, 2)
    ana.discard("wolf", deck)
    deck.shuffled(Dealt([0], ["wolf"], [], 0))
    ana.draw(deck, 3)
    assert ana.seen(table) == ["sheep", "sheep", "sheep", "wolf"]


def test_a_card_of_the_market_goes_from_the_deck_to_a_hand() -> None:
    table, deck, ana, ben = laid_out("wolf", "sheep", "sheep", "sheep")
    assert (deck.turn_up(table), len(deck)) == ("wolf", 3)
    ana.take("wolf")
    assert ana.seen(table) == ["wolf"]
    with pytest.raises(LookupError):
        table.seen_by(table.seats[1], ana.held[0])
    ana.discard("wolf", deck)
    ben.pick_up("wolf", deck)
    ben.pick_up("wolf", deck)
    assert ben.seen(table) == ["wolf"] and deck.out["wolf"] == 0, "there is only one"


def test_no_card_is_turned_up_that_the_phone_does_not_know() -> None:
    table, deck, _, _ = laid_out("wolf", "sheep", "sheep", "sheep")
    deck.resize(1)
    deck.resize(3)
    assert (deck.turn_up(table), deck.turn_up(table), len(deck)) == ("wolf", None, 2)
    unshuffled = laid_out()[1]
    assert unshuffled.turn_up(table) is None


def test_only_the_owner_sees_a_card_also_after_it_changed_hands() -> None:
    table, deck, ana, ben = laid_out("wolf", "sheep", "sheep", "sheep")
    ana.draw(deck)
    card = ana.held[0]
    with pytest.raises(LookupError):
        table.seen_by(table.seats[1], card)
    ana.give(card, ben)
    assert (len(ana), ben.seen(table)) == (0, ["wolf"])
    with pytest.raises(LookupError):
        table.seen_by(table.seats[0], ben.held[0])
    ben.give_unseen(0, ana)
    assert (ana.seen(table), len(ben)) == (["wolf"], 0)


def test_a_card_that_a_hand_lacks_is_neither_given_nor_discarded() -> None:
    table, deck, ana, ben = laid_out("sheep", "wolf", "sheep", "sheep")
    ana.draw(deck)
    ana.give("wolf", ben)
    ana.discard("wolf", deck)
    ben.give_unseen(0, ana)
    assert ana.seen(table) == ["sheep"] and len(ben) == 0 and deck.discards() == []


def test_a_card_given_to_a_seat_names_the_fix() -> None:
    table, deck, ana, _ = laid_out("sheep", "wolf", "sheep", "sheep")
    ana.draw(deck)
    for give in (lambda to: ana.give("sheep", to), lambda to: ana.give_unseen(0, to)):
        with pytest.raises(TypeError, match=r"write other\.hand"):
            give(table.seats[1])
    assert len(ana) == 1


def test_no_card_gets_lost_if_a_correction_has_put_all_of_its_kind_on_the_discards() -> None:
    _, deck, ana, _ = laid_out("wolf", "sheep", "sheep", "sheep")
    ana.draw(deck, 2)
    deck.out["wolf"] = 1
    ana.discard("wolf", deck)
    assert (len(deck), len(ana), deck.out) == (3, 1, {"sheep": 0, "wolf": 1}), "four and the corrected one"


def test_a_deck_never_has_more_cards_than_the_box() -> None:
    _, deck, ana, _ = laid_out("wolf", "sheep", "sheep", "sheep")
    deck.out["sheep"] = 3
    deck.shuffled(Dealt([0, 1, 2], ["sheep"] * 3, [], 0))
    assert len(deck) == 4
    ana.draw(deck)
    deck.resize(4)
    deck.out["wolf"] = 1
    ana.discard("wolf", deck)
    assert (len(deck), len(ana)) == (4, 0)


def test_who_leaves_puts_the_hand_under_the_deck_unseen() -> None:
    table, deck, ana, ben = laid_out("wolf", "sheep", "sheep", "sheep")
    ana.draw(deck)
    ana.back_to(deck)
    assert (len(ana), len(deck)) == (0, 4) and deck.order[-1].owner == -1
    ben.draw(deck, 4)
    assert ben.seen(table)[-1] == "wolf"


def test_a_correction_leaves_cards_that_the_phone_does_not_know() -> None:
    table, deck, ana, _ = laid_out("sheep", "sheep", "sheep", "wolf")
    ana.draw(deck)
    ana.resize(2)
    assert (len(ana), ana.seen(table), ana.words(table, deck)) == (2, ["sheep"], ["sheep", "wolf"])
    ana.play("wolf")
    assert (len(ana), ana.words(table, deck)) == (1, ["sheep"]), "the unknown one was the wolf"
    ana.resize(0)
    assert ana.words(table, deck) == []


def test_fields_count_cards_and_to_move_tells_of_draws() -> None:
    table, deck, ana, _ = laid_out("sheep", "sheep", "sheep", "wolf")
    table.seats[0].hand, table.deck = ana, deck
    field = Rows(table, table.seats[0]).hand("hand", say("{name}'s hand"), 4)
    ana.draw(deck, 2)
    assert (field.path, str(field.label), field.read()) == ("seats.0.hand", "Ana's hand", 2)
    assert [str(field.sentence(*change)) for change in ((0, 1), (2, 4), (3, 2), (3, 0), (None, 2))] == [
        "Ana draws one card", "Ana draws 2 cards", "Ana puts down one card", "Ana puts down 3 cards",
        "Ana draws 2 cards"]
    field.write(3)
    assert len(ana) == 3
    words = {"sheep": say("Sheep"), "wolf": say("Wolf")}
    size, *discards = Rows(table).deck("deck", say("Cards left"), say("{thing} discarded"), words)
    assert (size.path, size.read(), size.on_table) == ("deck", 2, False)
    assert [(one.path, str(one.label)) for one in discards] == [("deck.out.sheep", "Sheep discarded"),
                                                                 ("deck.out.wolf", "Wolf discarded")]
