"""Leader, winner and points, computed from the current table so that corrections count at once."""

from companion.games.story.table import Player, Story, Vote


def last_vote(table: Story) -> list[Vote]:
    """The deciding vote: the second if there was one (ST-11)."""
    this = table.this_round()
    return this.second or this.votes


def still_here(stories: list[Player]) -> list[Player]:
    """Players who left can't be chosen (ST-A23), unless nobody else is there."""
    return [teller for teller in stories if not teller.gone] or stories


def left_before(table: Story) -> list[Player]:
    """Players who told a story and left before the votes were revealed (ST-A23)."""
    voters = [vote.voter for vote in last_vote(table)]
    return [teller for teller in table.this_round().told if teller.gone and teller not in voters]


def tally(table: Story) -> list[tuple[Player, int]]:
    """The candidates with their latest votes, most votes first."""
    this = table.this_round()
    stories = still_here(this.tied if this.second else this.told)          # ST-A23
    votes = [vote.story for vote in last_vote(table)]
    return sorted(((story, votes.count(story)) for story in stories), key=lambda one: -one[1])


def runner_up(table: Story) -> int:
    """Votes of the second best story."""
    return max((votes for _, votes in tally(table)[1:]), default=0)


def level_at_the_top(table: Story) -> list[Player]:
    """Everybody with the most votes; ties further down don't matter (ST-A11)."""
    counted = tally(table)
    return [story for story, votes in counted if votes == counted[0][1]]


def winner(table: Story) -> Player | None:  # ST-8, ST-10
    top = level_at_the_top(table)
    return top[0] if len(top) == 1 else None


def paying_vote(table: Story) -> list[Vote]:
    """The vote that pays three points (ST-8; after a tie-break ST-A7)."""
    this = table.this_round()
    return this.votes if table.setup.options["tie_break_pays"] == "first" else last_vote(table)


def earned(table: Story) -> list[tuple[Player, int]]:
    """Points to book, the winner first; everybody listed gets at least one (ST-8, ST-9)."""
    best = winner(table)
    if best is None:
        return []
    voters = [vote.voter for vote in paying_vote(table) if vote.story is best]
    gains = [(best, 4 if best in voters else 1)]                            # ST-8
    return gains + [(voter, 3) for voter in voters if voter is not best]


def passed_to(table: Story, giver: Player) -> Player:  # ST-A5
    tied = table.this_round().tied or level_at_the_top(table)
    around = sorted(tied, key=lambda player: player.index)
    return around[(around.index(giver) + 1) % len(around)] if giver in around else giver


def received_from(table: Story, taker: Player) -> Player:
    tied = table.this_round().tied
    return next((giver for giver in tied if passed_to(table, giver) is taker), taker)
