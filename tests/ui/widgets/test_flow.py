"""Rows, columns and grids that share their parts with another."""

from kivy.uix.widget import Widget

from companion.ui.widgets import Column, Grid


def test_cards_that_went_to_the_column_and_came_back_are_seen_again() -> None:
    """A grid that believed it still had its children stayed empty after a question with long answers."""
    grid, column, cards = Grid(columns=2, gap=8), Column(gap=8), [Widget() for _ in range(7)]
    grid.fill(cards)
    column.fill([grid])
    column.fill(cards)
    assert [card.parent for card in cards] == [column] * 7
    grid.fill(cards)
    column.fill([grid])
    assert [card.parent for card in cards] == [grid] * 7 and column.children == [grid]
