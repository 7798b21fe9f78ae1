"""The rules of Key Words as a script; rule numbers refer to rules.md."""

from companion.core.game import Joining
from companion.core.text import listing, say, spelled
from companion.games.keywords import scoring
from companion.games.keywords.questions import (
    BoardColour,
    BookRound,
    EndOfStory,
    FirstNarrator,
    ForbiddenWord,
    LookAgain,
    RoundVoided,
    StackUp,
    StoryInTime,
    TieBreakNarrator,
    TokensDown,
    best_guessers,
)
from companion.games.keywords.table import PICTURES, KeyWords, Player, Round


async def play(table: KeyWords) -> None:
    """Play one part: find the first narrator, or one round."""
    if table.narrator is None:
        table.narrator = await table.ask(FirstNarrator(None))               # KW-3
        table.tell(say("Chance made {name} the first narrator.", name=table.narrator), table.narrator, "KW-3")
    elif table.still_to_narrate():
        await normal_round(table)                                           # KW-4
    else:
        await tie_break_round(table)                                        # KW-17


async def normal_round(table: KeyWords) -> None:
    if table.narrator not in table.still_to_narrate():
        pass_on(table)  # the narrator has left
    with table.during(table.coming(Round())) as this, table.until(RoundVoided):
        await tell_story(table)
        if this.told:
            await look_at_the_stacks(table)                                 # KW-9
            book_round(table)
        else:
            book_failure(table)                                             # KW-15
        end_of_round(table)                                                 # KW-14
        return
    table.voided += 1                                                       # the same narrator draws again


async def tie_break_round(table: KeyWords) -> None:  # KW-17
    table.narrator = await table.ask(TieBreakNarrator(None))                # KW-A16, KW-A17
    table.tie_breaks += 1
    with table.during(table.coming(Round())) as this, table.until(RoundVoided):
        this.tie_break = True
        await tell_story(table)
        if not this.told:
            raise RoundVoided                                               # KW-A19
        await look_at_the_stacks(table)
        book_tie_break(table)
        return
    table.tell(say("The tie-break round was cancelled."), rule="KW-A19")


async def tell_story(table: KeyWords) -> None:  # KW-5, KW-6
    this = table.under_way(Round)
    if table.setup.options["story_seconds"]:
        await tell_in_time(table)                                           # KW-15
    else:
        await table.ask(EndOfStory(table.the_narrator()))
        this.told = True
    if table.the_narrator().gone:
        raise RoundVoided                                                   # left in the middle of the story
    if this.tie_break:
        heading = say("Tie-break, narrated by {name}", name=table.the_narrator())
    else:
        heading = say("Round {n}, narrated by {name}", n=spelled(table.round), name=table.the_narrator())
    table.tell(heading, table.the_narrator(), "KW-6", heading=True)
    if this.told and table.setup.options["placing_seconds"]:
        await table.ask(TokensDown(None))                                   # KW-8, KW-A12


async def tell_in_time(table: KeyWords) -> None:  # KW-15
    this = table.under_way(Round)
    word = await table.ask(StoryInTime(table.the_narrator(), "first"))
    if word == "late":
        this.reminded = True
        word = await table.ask(StoryInTime(table.the_narrator(), "last"))
    this.told = word == "told"


async def look_at_the_stacks(table: KeyWords) -> None:
    """Reveal the three cards; read each stack from the bottom up (KW-8, KW-9)."""
    this = table.under_way(Round)
    while not this.agreed:
        if picture := next((one for one in PICTURES if not this.stacks[one - 1].read), 0):
            await table.one_of(StackUp(None, picture), BoardColour(None, picture))
        else:  # KW-7: can be judged now that the cards are known
            await table.one_of(BookRound(None), ForbiddenWord(table.the_narrator()), LookAgain(None))


def book_round(table: KeyWords) -> None:
    stacks = scoring.stacks_of(table)
    share = scoring.narrator_share(table, stacks)
    if any(stacks):
        table.tell(best_guessers(table), rule="KW-10")
    table.tell(share.told, table.narrator, share.rule)
    count_finds(table)
    for player, points in scoring.changes(table):                           # KW-10 to KW-13, KW-7
        player.gain(points)


def book_failure(table: KeyWords) -> None:
    """No story in time: everybody else gains two, and the turn counts (KW-15, KW-A15)."""
    narrator = table.the_narrator()
    for player in table.present():
        if player is not narrator:
            player.gain(scoring.CONSOLATION)
    table.tell(say("{name} didn't tell a story in time.", name=narrator), narrator, "KW-15")


def book_tie_break(table: KeyWords) -> None:
    """Points stay off the track (KW-A16); if all are tied, the narrator scores too (KW-A17)."""
    stacks = scoring.stacks_of(table)
    share = scoring.narrator_share(table, stacks)
    points = scoring.sums(table, stacks)
    for player in table.contenders():
        player.tie_break.append(share.points if player is table.narrator else points[player.index])
    count_finds(table)
    table.tell(best_guessers(table), rule="KW-17")
    table.tell(share.told, table.narrator, share.rule)


def end_of_round(table: KeyWords) -> None:  # KW-14, KW-3
    narrator = table.the_narrator()
    # a correction may have counted it already
    narrator.narrated = min(table.turns_each, narrator.narrated + 1)
    table.round += 1
    pass_on(table)
    if table.arriving and not table.still_to_narrate():
        table.tell(say("No round was left for {names}. They can join the next play.",
                       names=listing(tuple(table.arriving))), rule="KW-A23")
    if not table.still_to_narrate() and len(table.contenders()) > 1:
        table.tell(say("{names} tied for the lead.", names=listing(tuple(table.contenders()))), rule="KW-17")


def pass_on(table: KeyWords) -> None:
    """Pass to the nearest player on the left with turns left; after the last turn, stay (KW-3, KW-4)."""
    narrator, places = table.the_narrator(), len(table.seats)
    due = table.still_to_narrate()
    if due:
        table.narrator = min(due, key=lambda player: (player.index - narrator.index - 1) % places)


def count_finds(table: KeyWords) -> None:
    for stack in scoring.stacks_of(table):
        for player in stack:
            player.found += 1
            player.fastest += player is stack[0]


def joining(table: KeyWords) -> Joining:
    if table.narrator is not None and not table.still_to_narrate():
        return Joining(False, say("Only the tie-break is left, for the tied leaders."), "KW-17", now=False)
    this = table.this_round()
    if (this.told or this.reminded) and table.round >= table.rounds():
        return Joining(False, say("The last round has begun. They can join the next play."), "KW-A23")
    return Joining(True,
                   say("House rule: they join at the next round with the lowest score, and narrate in the "
                       "rounds left."), "KW-A23")


def joined(table: KeyWords, player: Player) -> None:
    player.points = table.fewest_points(player)
    player.narrated = min(other.narrated for other in table.present() if other is not player)
    table.tell(say("That makes {n} rounds.", n=spelled(table.rounds())), rule="KW-A23")


def left(table: KeyWords, seat: Player) -> None:
    """Tell players who joined for a round that no longer takes place (KW-A23)."""
    if table.arriving and not joining(table).may:
        table.tell(say("This is now the last round. {names} can join the next play.",
                       names=listing(tuple(table.arriving))), rule="KW-A23")


def winners(table: KeyWords) -> list[Player]:
    """Nobody until all rounds and tie-breaks are played (KW-16, KW-17, KW-A18)."""
    if table.narrator is None or table.still_to_narrate():
        return []
    level = table.contenders()
    playing = [player for player in level if not player.gone]
    shared = table.setup.options["tied_again"] == "share" and any(player.tie_break for player in level)
    alone = len(playing) == 2 and not table.neutral()  # KW-A18: no tie-break is possible
    return level if len(playing) < 2 or shared or alone else []
