"""The table at a glance, how it ended, and the totals to check."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, pi, sin

from companion.core.game import best_at, only, podium, victory
from companion.core.log import ANSWER, Record
from companion.core.text import Text, count, listing, say
from companion.core.views import Counted, Map, Mark, Outcome, Piece, Reminder, SeatView, Spot, Track, View
from companion.games.story import scoring
from companion.games.story.questions import ACTIONS, action_title
from companion.games.story.rules import winners
from companion.games.story.table import GOAL, HAND, PICTURES, Player, Story

LOW_PILE = 10


def outcome(table: Story) -> Outcome | None:
    best = winners(table)
    if not best:
        return None
    return replace(podium(table, victory(best), best), details=tuple(details(table)))


def details(table: Story) -> Iterable[Reminder]:
    if tellers := best_at(table.seats, lambda player: player.stories_won):
        yield Reminder(count("Best teller: {names}", "Best tellers: {names}", len(tellers),
                             names=listing(tellers)),
                       "book-open-variant", count("{n} story won", "{n} stories won", tellers[0].stories_won),
                       only(tellers))
    if voters := best_at(table.seats, lambda player: player.good_votes):
        yield Reminder(count("Best reader of the table: {names}", "Best readers of the table: {names}",
                             len(voters), names=listing(voters)), "email-seal-outline",
                       count("{n} vote for the winner", "{n} votes for the winner", voters[0].good_votes),
                       only(voters))


def view(table: Story) -> View:
    pieces = tuple(Piece(player.points, player.index) for player in table.seats)
    return View(subtitle(table),
                tuple(seat_view(table, player) for player in table.seats), tuple(reminders(table)),
                (Track(say("Points"), GOAL + 1, pieces),),
                banner=action_title(table.action) if table.action else None)


def board(table: Story) -> Map:
    """A print per player round the picture in the middle; revealed votes lie on the prints."""
    this, tellers = table.this_round(), table.in_turn()
    spots = [Spot("middle", say("in the middle"), 0.5, 0.5, shape="photo", label="", picture="lantern",
                  scale=1.16)]
    for number, player in enumerate(tellers):
        turn = 2 * pi * (number + 0.5) / len(tellers)
        spots.append(Spot(f"print{player.index}", player.name, round(0.5 - 0.36 * cos(turn), 3),
                          round(0.5 + 0.34 * sin(turn), 3), shape="photo"))
    told = [Piece(f"print{player.index}", player.index, key=f"told{player.index}") for player in this.told]
    votes = [Piece(f"print{vote.story.index}", vote.voter.index, key=f"vote{vote.voter.index}", under=True)
             for vote in this.second or this.votes]
    there = {spot.key for spot in spots}
    pieces = [one for one in (*told, *falling(votes)) if one.space in there]
    return Map(tuple(spots), pieces=tuple(pieces), ratio=1.5, scale=1.15, zooms=False)


def falling(votes: list[Piece]) -> list[Piece]:
    """The votes in the order in which they appear: one for each print in turn."""
    places = Counter[int | str]()
    rounds = {}
    for vote in votes:
        rounds[vote.key] = places[vote.space]
        places[vote.space] += 1
    order = sorted(votes, key=lambda vote: (rounds[vote.key], str(vote.space)))
    return [replace(vote, falls=order.index(vote) + 1) for vote in votes]


def subtitle(table: Story) -> Text:
    this = table.this_round()
    if this.second:
        return say("Round {n}, second vote", n=table.round)
    if this.tied:
        return say("Round {n}, tie-break", n=table.round)
    if this.votes or (this.told and len(this.told) >= len(table.in_turn())):
        return say("Round {n}, vote", n=table.round)
    return say("Round {n}, stories", n=table.round)


def seat_view(table: Story, player: Player) -> SeatView:
    marks = []
    if player is table.starter:
        marks.append(Mark("flag-variant", say("begins this round")))
    if not player.card:
        marks.append(Mark("card-off-outline", say("action card played")))          # ST-17
    return SeatView(player.index, player.points, tuple(marks))


def reminders(table: Story) -> Iterable[Reminder]:
    if table.starter is None:
        yield Reminder(say("All pieces start on the striped tile."), "chess-pawn")  # ST-2
        yield Reminder(say("Three pictures and one action card each, all secret; one picture to the middle."),
                       "cards-outline")                                            # ST-3
        return
    this = table.this_round()
    if table.action in ACTIONS and not this.votes:
        yield Reminder(ACTIONS[table.action][1], ACTIONS[table.action][2])         # ST-15, ST-16
    if this.votes:
        return
    if this.told:
        yield Reminder(say("{name} draws back to three pictures.", name=this.told[-1]),
                       "cards-outline")                                            # ST-A2
    elif table.middle is not None:
        yield Reminder(say("{name}'s picture goes to the middle, all others leave the table.",
                           name=table.middle),
                       "image-outline", by_hand="middle")                          # ST-6
    yield from pile(table)


def pile(table: Story) -> Iterable[Reminder]:
    left = table.pictures.pile
    if not left:
        yield Reminder(say("The pile is empty: shuffle the pictures laid aside."), "cards-outline")    # ST-A3
    elif left <= LOW_PILE:
        about = count("About {n} picture left in the pile", "About {n} pictures left in the pile", left)
        yield Reminder(about, "cards-outline")


def totals(table: Story) -> Sequence[tuple[str, int, int]]:
    pictures = table.pictures
    hands = HAND * len(table.seats) - pictures.short
    counted = pictures.pile + pictures.laid + pictures.discards + hands + 1
    return (("pictures", counted, PICTURES),)                                      # ST-3


def ahead(table: Story) -> Iterable[Text]:
    this = table.this_round()
    if table.starter is None:
        yield say("Then the first round begins.")                           # ST-4
    elif this.votes:
        yield after_the_vote(table)
    else:
        waiting = [player for player in table.in_turn() if player not in this.told][1:]
        if waiting:
            yield count("Then {names} tells a story.", "Then {names} tell theirs, in this order.",
                        len(waiting),
                        names=listing(tuple(waiting)))                      # ST-4
        yield say("When all stories are told, everybody votes in secret.")         # ST-5


def after_the_vote(table: Story) -> Text:
    this = table.this_round()
    if scoring.winner(table) is not None:
        return say("Then the points are added. Twenty points win.")      # ST-8, ST-13
    if this.second:
        return say("Then rock-paper-scissors decides.")                   # ST-12
    return say("Tied players continue their stories, then everybody votes again.")     # ST-10


VOTES = say("Votes for")
VOTED_BY = say("Votes from")


def counted(table: Story, records: Sequence[Record]) -> Iterable[Counted]:
    """Counts only each voter's final vote: a changed vote stays secret."""
    sealed: dict[int, int] = {}
    for record in records:
        word = record.key.partition("/")[0]
        if record.kind != ANSWER:
            continue
        if word == "Ballot" and record.seat is not None and type(record.answer) is int:
            sealed[record.seat] = record.answer
        elif word == "Opened":
            for voter, story in sealed.items():
                yield Counted(VOTES, table.seats[story].name, voter)
                yield Counted(VOTED_BY, table.seats[voter].name, story)
            sealed = {}
