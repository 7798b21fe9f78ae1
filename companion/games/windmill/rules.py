"""The rules of Windmill: Cozy Stories as a script; rule numbers refer to rules.md."""

from companion.core.game import Joining, best
from companion.core.table import Unwind
from companion.core.text import say, spelled
from companion.games.windmill.questions import CardDown, Guess, Oldest
from companion.games.windmill.table import GRID, CurrentStory, Player, Tale, Windmill


class StoryVoided(Unwind):
    """Somebody gave a hint after the card was down (WM-A9)."""

    by_hand = say("Cancel this story")


async def play(table: Windmill) -> None:
    """Play one part: hand out the token, or one story."""
    if table.token is None:
        table.token = await table.ask(Oldest(None))                         # WM-4
        table.by_players()
        table.tell(say("{name} is the oldest and begins.", name=table.token), table.token, "WM-4")
        return
    if not still_to_tell(table):
        next_round(table)                                                   # WM-6: round the table once
        return
    table.teller = next_teller(table)                                       # WM-6
    with table.during(table.coming(CurrentStory())):
        with table.until(StoryVoided):
            await tell_and_guess(table)
            end_of_story(table)                                             # WM-21
            return
        take_back_windmill_losses(table)                                  # WM-A9: the same teller draws again


async def tell_and_guess(table: Windmill) -> None:
    story = table.under_way(CurrentStory)
    teller = table.the_teller()
    await table.ask(CardDown(teller))                                       # WM-8: at most 30 seconds
    if teller.gone:
        return  # left during the story
    story.card_down = True                                                  # WM-9: no hints from here on
    table.tell(say("Story {n}, told by {name}", n=spelled(table.story_number()), name=teller),
               teller, "WM-8", heading=True)
    table.tell(say("{name} laid the card down.", name=teller), teller, "WM-9")
    for guesser in table.left_of(teller):                                   # WM-7
        story.guesser = guesser
        word = await table.ask(Guess(guesser))
        while word == "windmill":  # once, unless players put it back
            story.windmill_with = guesser                                   # WM-16: before choosing
            table.by_players()
            table.tell(say("{name} took the Windmill.", name=guesser), guesser, "WM-16")
            word = await table.ask(Guess(guesser))
        if word == "gone":
            story.windmill_with = None                                      # left without a guess
            continue
        story.guesses += 1                                                  # WM-10: had a chance
        if word == "right":
            book_right_guess(table, guesser)                                # WM-11: guessing stops at once
            return
        book_wrong_guess(table, guesser, word)
    if story.guesses:
        book_nobody_right(table)                                            # WM-14, WM-19


def book_right_guess(table: Windmill, guesser: Player) -> None:
    story = table.under_way(CurrentStory)
    teller = table.the_teller()
    n = story.guesses
    guesser.found += 1
    if story.windmill_with is guesser:
        guesser.gain(n + 1)                                                 # WM-17: the teller gets nothing
        guesser.captured += 1
        table.tell(say("{guesser} captured {teller}'s story with the Windmill on guess {n}.",
                       guesser=guesser, teller=teller, n=n), guesser, "WM-17")
    else:
        guesser.gain(n)                                                     # WM-13
        teller.gain(n)
        table.tell(say("{guesser} found {teller}'s card on guess {n}.", guesser=guesser, teller=teller, n=n),
                   guesser, "WM-13")
    hardest = table.best_tale.guesses if table.best_tale is not None else 0
    if n >= hardest:
        table.best_tale = Tale(table.story_number(), teller, n, equalled=n == hardest)
    if table.never_ending():
        table.lay_aside()                                                   # WM-23


def book_wrong_guess(table: Windmill, guesser: Player, word: str) -> None:
    story = table.under_way(CurrentStory)
    if word == "wrong":
        story.taken = min(GRID, story.taken + 1)                            # WM-10: the card stays out
        table.by_players()
        table.tell(say("{name} took a wrong card.", name=guesser), guesser, "WM-15")
    else:
        table.tell(say("{name} ran out of time.", name=guesser), guesser, "WM-A7")
    if story.windmill_with is guesser:
        fail_with_windmill(table, guesser)                                  # WM-18


def fail_with_windmill(table: Windmill, guesser: Player) -> None:
    story = table.under_way(CurrentStory)
    story.windmill_with = None                                              # WM-18: back in the middle, WM-A3
    if guesser.points:
        guesser.lose(1)                                                     # WM-18: at once
        story.lost.append(guesser)
    table.tell(say("The Windmill brought {name} no luck.", name=guesser), guesser, "WM-18")


def book_nobody_right(table: Windmill) -> None:
    teller = table.the_teller()
    teller.lose(1)                                                          # WM-14: never below zero
    table.tell(say("Nobody found {name}'s card.", name=teller), teller, "WM-14")
    if table.never_ending() and table.setup.options["unguessed"] == "aside":
        table.lay_aside()                                                   # WM-A11


def end_of_story(table: Windmill) -> None:  # WM-20, WM-21
    if table.the_teller() not in table.told_this_round:
        table.told_this_round.append(table.the_teller())


def next_round(table: Windmill) -> None:
    table.round += 1
    table.told_this_round.clear()
    table.laid_aside = 0                                                    # WM-23: everything comes back
    if table.round <= table.rounds:
        table.tell(say("Round {n} began.", n=spelled(table.round)), table.token, "WM-6")


def take_back_windmill_losses(table: Windmill) -> None:
    for guesser in table.under_way(CurrentStory).lost:
        guesser.gain(1)
    table.voided += 1


def still_to_tell(table: Windmill) -> list[Player]:
    return [player for player in table.present() if player not in table.told_this_round]


def next_teller(table: Windmill) -> Player:  # WM-6
    token = table.token or table.seats[0]
    return min(still_to_tell(table), key=lambda player: (player.index - token.index) % len(table.seats))


def joining(table: Windmill) -> Joining:
    """Nobody can join mid-round, because everybody tells once per round."""
    new_round = not table.told_this_round                                   # WM-A17
    may, how = True, say("House rule: they join at the next round, with the lowest score.")
    begun = not new_round or table.this_story().card_down
    if begun and table.round >= table.rounds:
        may, how = False, say("The last round has begun. They can join the next play.")
    return Joining(may, how, "WM-A17", new_round)


def joined(table: Windmill, player: Player) -> None:
    player.since = table.round
    player.points = table.fewest_points(player)


def winners(table: Windmill) -> list[Player]:
    return best(table.seats)                                                # WM-22: ties share the win
