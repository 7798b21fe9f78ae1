"""The rules of Story as a script; rule numbers refer to rules.md."""

from companion.core.game import Joining
from companion.core.text import Text, listing, say, spelled
from companion.games.story import scoring
from companion.games.story.questions import (
    CHALLENGE,
    SILENT,
    ActionCard,
    Ballot,
    Begin,
    LongerStory,
    Opened,
    RockPaperScissors,
    StoryTold,
    Youngest,
)
from companion.games.story.table import GOAL, HAND, Player, Round, Story, Vote


async def play(table: Story) -> None:
    """Play one part: find the youngest, or one round."""
    if table.starter is None:
        table.starter = await table.ask(Youngest(None))                     # ST-4
        table.tell(say("{name} is the youngest and begins.", name=table.starter), table.starter, "ST-4")
        tell_round(table)
        return
    table.pictures.clear_away()                                             # ST-6
    with table.during(Round()) as this:
        await action_card(table)                                            # ST-14
        await tell_stories(table)                                           # ST-4
        await vote(table, "first")                                          # ST-5
        if scoring.winner(table) is None:
            await tie_break(table)                                          # ST-10
        if scoring.winner(table) is None:
            await rock_paper_scissors(table)                                # ST-12
        else:
            book_points(table)                                              # ST-8, ST-11
        next_round(table, this.told[0] if this.told else table.first_teller())  # ST-6


async def action_card(table: Story) -> None:
    """Ask for one card for everybody, before the first story (ST-14, ST-17)."""
    if table.action is None and table.card_holders():
        await table.one_of(Begin(table.first_teller()), ActionCard(None))


async def tell_stories(table: Story) -> None:
    this = table.under_way(Round)
    while teller := next_to_tell(table):                                    # ST-4: clockwise, everybody once
        await table.ask(StoryTold(teller))
        if teller.gone:
            continue                                                        # left in the middle of the story
        this.told.append(teller)
        lay_picture(table)                                                  # ST-A2
        table.tell(told_how(table, teller), teller, "ST-4")


def lay_picture(table: Story) -> None:
    table.pictures.laid += 1
    table.by_players()
    table.pictures.draw(1)


def next_to_tell(table: Story) -> Player | None:
    told = table.under_way(Round).told
    return next((player for player in table.in_turn() if player not in told), None)


async def vote(table: Story, which: str) -> None:  # ST-5
    ballots = await table.all_of([Ballot(player, which) for player in table.present()])
    votes = table.under_way(Round).votes if which == "first" else table.under_way(Round).second
    votes += [Vote(table.seats[voter.index], table.reveal(ballot)) for voter, ballot in ballots.items()]
    tell_votes(table, votes)
    await table.ask(Opened(None, which))


async def tie_break(table: Story) -> None:  # ST-10
    this = table.under_way(Round)
    top = scoring.level_at_the_top(table)
    this.tied = [teller for teller in this.told if teller in top]           # ST-A6: in the order of the round
    for teller in table.each(lambda: [tied for tied in this.tied if not tied.gone]):
        await table.ask(LongerStory(teller))
        if teller.gone:
            continue
        this.longer.append(teller)
        lay_picture(table)
        table.tell(say("{name} went on with the story.", name=teller), teller, "ST-10")
    await vote(table, "second")


async def rock_paper_scissors(table: Story) -> None:
    best = await table.ask(RockPaperScissors(None))
    best.gain(1)                                                            # ST-12: and nobody else anything
    best.stories_won += 1
    table.middle = best                                                     # ST-12, ST-6
    table.tell(say("{name} won rock-paper-scissors.", name=best), best, "ST-12")


def book_points(table: Story) -> None:
    best = scoring.winner(table) or table.first_teller()
    if runner_up := scoring.runner_up(table):
        line = say("{name}'s story won, {votes} votes to {others}.", name=best,
                   votes=spelled(scoring.tally(table)[0][1]), others=spelled(runner_up))
    else:
        line = say("{name}'s story won with every vote.", name=best)
    table.tell(line, best, "ST-8")
    for player, points in scoring.earned(table):
        player.gain(points)  # ST-8: one for the story, three per vote
        player.good_votes += points >= 3
    best.stories_won += 1
    table.middle = best                                                     # ST-6, ST-A12


def next_round(table: Story, began: Player) -> None:
    """Nobody begins twice in a row, even if players leave (ST-A4)."""
    table.round += 1
    table.action = None  # ST-14: it applied to one round
    if table.setup.options["starter"] == "left":
        table.starter = table.next_of(began)                                # ST-A4
    if not winners(table):
        tell_round(table)


def joining(table: Story) -> Joining:
    return Joining(True,
                   say("House rule: they join at the next round, with the lowest score, three pictures and "
                       "an action card."), "ST-A22")


def joined(table: Story, player: Player) -> None:
    player.points = table.fewest_points(player)
    table.pictures.draw(HAND)                                               # ST-3


def winners(table: Story) -> list[Player]:  # ST-13, ST-A19
    return [player for player in table.seats if player.points >= GOAL]


def tell_round(table: Story) -> None:
    table.tell(say("Round {n}", n=spelled(table.round)), rule="ST-4", heading=True)


def told_how(table: Story, teller: Player) -> Text:
    if table.action == CHALLENGE:
        return say("{name} told a story with the picture {giver} chose.", name=teller,
                   giver=table.next_of(teller))
    if table.action == SILENT:
        return say("{name} made the case without a word.", name=teller)
    return say("{name} told a story.", name=teller)


def tell_votes(table: Story, votes: list[Vote]) -> None:
    for story in table.this_round().told:
        voters = tuple(vote.voter for vote in votes if vote.story is story)
        if voters:
            table.tell(say("{names} chose {story}'s story.", names=listing(voters), story=story),
                       story, "ST-5")
