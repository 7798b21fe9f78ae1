"""Windmill: Cozy Stories, as a script. The numbers are those of rules.md."""

from __future__ import annotations

from companion.core.table import Unwind
from companion.core.text import say, spelled
from companion.games.windmill.questions import CardDown, Guess, Oldest
from companion.games.windmill.table import Player, Story, Windmill


class StoryVoided(Unwind):
    """A hint slipped out after the card was down (WM-A9)."""

    by_hand = "Void this story"


async def play(table: Windmill) -> None:
    """One stretch: hand out the token, or one story."""
    if table.token is None:
        table.token = await table.ask(Oldest(None))                         # WM-4
        table.tell(say("{name} is the oldest and begins.", name=table.token), table.token, "WM-4")
        return
    table.teller = next_teller(table)                                       # WM-6
    with table.until(StoryVoided):
        with table.during(Story()):
            await tell_and_guess(table)
        end_of_story(table)
        return
    take_back_windmill_losses(table)                                        # WM-A9: the same teller draws again


async def tell_and_guess(table: Windmill) -> None:
    story = table.under_way(Story)
    teller = the_teller(table)
    await table.ask(CardDown(teller))                                       # WM-8: at most 30 seconds
    story.card_down = True                                                  # WM-9: no hints from here on
    for guesser in table.left_of(teller):                                   # WM-7
        word = await table.ask(Guess(guesser))
        if word == "windmill":
            story.windmill_with = guesser                                   # WM-16: before choosing
            table.tell(say("{name} took the Windmill.", name=guesser), guesser, "WM-16")
            word = await table.ask(Guess(guesser))
        story.guesses += 1                                                  # WM-10: had a chance
        if word == "right":
            book_right_guess(table, guesser)                                # WM-11: guessing stops at once
            return
        book_wrong_guess(table, guesser, word)
    if story.guesses:
        book_nobody_right(table)                                            # WM-14, WM-19


def book_right_guess(table: Windmill, guesser: Player) -> None:
    story = table.under_way(Story)
    teller = the_teller(table)
    n = story.guesses
    if story.windmill_with is guesser:
        guesser.gain(n + 1)                                                 # WM-17: the teller gets nothing
        table.tell(say("{guesser} caught {teller}'s story with the Windmill, guess number {n}.",
                       guesser=guesser, teller=teller, n=spelled(n)), guesser, "WM-17")
    else:
        guesser.gain(n)                                                     # WM-13
        teller.gain(n)
        table.tell(say("{guesser} found {teller}'s card, guess number {n}.",
                       guesser=guesser, teller=teller, n=spelled(n)), guesser, "WM-13")
    if table.never_ending():
        table.laid_aside += 1                                               # WM-23


def book_wrong_guess(table: Windmill, guesser: Player, word: str) -> None:
    story = table.under_way(Story)
    if word == "wrong":
        story.taken += 1                                                    # WM-10: the card stays out
        table.tell(say("{name} took a wrong card.", name=guesser), guesser, "WM-15")
    else:
        table.tell(say("{name} ran out of time.", name=guesser), guesser, "WM-A7")
    if story.windmill_with is guesser:
        if guesser.points:
            guesser.lose(1)                                                 # WM-18: at once
            table.windmill_losses.append(guesser)
        story.windmill_with = None                                          # WM-18: back in the middle, WM-A3


def book_nobody_right(table: Windmill) -> None:
    teller = the_teller(table)
    teller.lose(1)                                                          # WM-14: never below nought
    table.tell(say("Nobody found {name}'s card.", name=teller), teller, "WM-14")
    if table.never_ending() and table.setup.options["unguessed"] == "aside":
        table.laid_aside += 1                                               # WM-A11


def end_of_story(table: Windmill) -> None:
    """Cards and Windmill go back, the next one tells (WM-20, WM-21)."""
    table.windmill_losses.clear()
    table.told_this_round.append(the_teller(table))
    if not still_to_tell(table):
        table.round += 1                                                    # WM-6: round the table once
        table.told_this_round.clear()
        table.laid_aside = 0                                                # WM-23: everything comes back
        if table.round <= table.rounds:
            table.tell(say("Round {n}", n=spelled(table.round)), rule="WM-6", heading=True)


def take_back_windmill_losses(table: Windmill) -> None:
    for guesser in table.windmill_losses:
        guesser.gain(1)
    table.windmill_losses.clear()


def still_to_tell(table: Windmill) -> list[Player]:
    return [player for player in table.present() if player not in table.told_this_round]


def next_teller(table: Windmill) -> Player:
    """From the token to the left, whoever has not told in this round (WM-6)."""
    token = table.token or table.seats[0]
    waiting = still_to_tell(table) or table.present()
    return min(waiting, key=lambda player: (player.index - token.index) % len(table.seats))


def the_teller(table: Windmill) -> Player:
    return table.teller or table.seats[0]


def winners(table: Windmill) -> list[Player]:
    best = max(player.points for player in table.seats)
    return [player for player in table.seats if player.points == best]      # WM-22: level at the top, shared
