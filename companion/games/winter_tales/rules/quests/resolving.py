"""Resolving a quest in seven steps (WT-57 to WT-70, WT-151)."""

from __future__ import annotations

from companion.core.text import Text, Word, say
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_NAMES, SPRING, other
from companion.games.winter_tales.pieces import Character, Memory, Player, Quest
from companion.games.winter_tales.rules.kinds import ARTIFACT, NEXT, cards_words
from companion.games.winter_tales.rules.memories import begin_epilogue_if_full
from companion.games.winter_tales.rules.moments import forget
from companion.games.winter_tales.rules.powers.powers import grant
from companion.games.winter_tales.rules.quests.joining import opening
from companion.games.winter_tales.rules.quests.placing import MemoryNote, PlacesMemory
from companion.games.winter_tales.rules.quests.questions import (
    AddsCards,
    LastCard,
    add_card,
    cards_in,
    eligible,
    join_with,
    side_in,
    tally,
)
from companion.games.winter_tales.rules.saving import save_moves
from companion.games.winter_tales.table import Last, Resolving, Winter, owner_of


async def resolve(table: Winter, quest: Quest, hero: Character) -> None:
    """From the opening to the memory (WT-57)."""
    seats = len(table.seats)
    with table.during(Resolving(quest, hero, cards=[0] * seats, sides=[""] * seats)) as resolving:
        begin(table, resolving)
        await opening(table, resolving)                                     # steps one and two
        if not resolving.missed:
            await acting_goes_on(table, resolving)                          # step three
            await others_join(table, resolving)                             # step four
            await last_card(table, resolving)                               # step five
        await consequences(table, resolving)                                # steps six and seven


def begin(table: Winter, resolving: Resolving) -> None:
    """The ongoing token lies on the quest; the acting player opens its story (WT-58)."""
    forget(table)
    player = owner_of(table, resolving.hero)
    if table.full and table.site_of(resolving.quest) is None:
        settle_site(resolving.quest, resolving.hero)
    resolving.sides[player.index] = resolving.hero.side
    resolving.takes_part.append(resolving.hero)
    table.tell(say("{quest}", quest=resolving.quest), player, "WT-58", heading=True)
    if resolving.quest.note:
        table.tell(introduction(resolving.quest), resolving.quest.author, "WT-52")
    table.tell(say("{name} opened with {who}.", name=player, who=resolving.hero), player, "WT-58")


def introduction(quest: Quest) -> Text:
    if quest.author is None:
        return say("Its goal: {note}", note=quest.note)
    return say("{name} had introduced it: {note}", name=quest.author, note=quest.note)


def settle_site(quest: Quest, hero: Character) -> None:
    """Positions were not kept so far: the quest lies where it is taken up (WT-57)."""
    if quest.bearer is not None:
        quest.bearer.at = hero.at
    else:
        quest.site = hero.at


# Steps three to five: cards

async def acting_goes_on(table: Winter, resolving: Resolving) -> None:
    """Any number of cards, none included (WT-61, WT-A26); he may save in between (WT-51)."""
    if resolving.step > 3:
        return                                                              # passed on with the opening words
    resolving.step = 3
    await tells(table, resolving, owner_of(table, resolving.hero))


async def others_join(table: Winter, resolving: Resolving) -> None:
    """Clockwise, everybody with an upright character there (WT-62)."""
    resolving.step = 4
    for player in table.left_of(owner_of(table, resolving.hero)):
        if resolving.closed or resolving.called not in (None, player) or not eligible(table, resolving, player):
            continue
        if resolving.called is player:
            join_with(table, resolving, player, resolving.called_with)      # its first card is played already
            add_card(resolving, player)
            resolving.called = None
        await tells(table, resolving, player)


async def tells(table: Winter, resolving: Resolving, player: Player) -> None:
    resolving.telling = player
    while resolving.telling is player:
        await table.one_of(AddsCards(player), *(save_moves(table, player) if resolving.step == 3 else ()))
    tell_part(table, resolving, player)


def tell_part(table: Winter, resolving: Resolving, player: Player) -> None:
    """Who told on, who joined, with how many cards; who stayed out is not named (WT-61, WT-62)."""
    side, cards = side_in(resolving, player), cards_words(cards_in(resolving, player))
    if resolving.step == 3:
        if cards_in(resolving, player):
            table.tell(say("{name} went on with {cards}.", name=player, cards=cards), player, "WT-61")
    elif side:
        table.tell(say("{name} joined for {side} with {cards}.", name=player, side=SIDE_NAMES[side], cards=cards),
                   player, "WT-62")


async def last_card(table: Winter, resolving: Resolving) -> None:
    """Exactly one more of the acting player, if he likes (WT-64)."""
    resolving.step = 5
    word = resolving.last_card or await table.ask(LastCard(owner_of(table, resolving.hero)))
    if word != NEXT:
        player = owner_of(table, resolving.hero)
        add_card(resolving, player, artifact=word == ARTIFACT)
        table.tell(say("{name} added a last card.", name=player), player, "WT-64")


# Steps six and seven: the result, the memory and what follows

async def consequences(table: Winter, resolving: Resolving) -> None:
    """The ending is told, the memory placed, the power granted; then perhaps the epilogue (WT-65 to WT-68, WT-A34)."""
    resolving.step = 6
    resolving.outcome = outcome_of(table, resolving)
    resolving.memory = Memory(winning_side(resolving), resolving.quest.key, resolving.outcome, chapter=table.chapter)
    announce(table, resolving)
    resolving.step = 7
    while resolving.quest.state != "done":
        player = owner_of(table, resolving.hero)
        await table.one_of(PlacesMemory(player), MemoryNote(player))
    tell_card(table, resolving)
    await grant(table, resolving)                                           # WT-A34: before the epilogue
    begin_epilogue_if_full(table, owner_of(table, resolving.hero), resolving.hero.side)


def outcome_of(table: Winter, resolving: Resolving) -> str:
    """More for the acting side: success; fewer: failure; level: a tie; a missed link fails (WT-58, WT-65)."""
    if resolving.missed:
        return "failure"
    spring, winter = tally(table, resolving)
    lead = spring - winter if resolving.hero.side == SPRING else winter - spring
    return "success" if lead > 0 else "failure" if lead < 0 else "tie"


def winning_side(resolving: Resolving) -> str:
    if resolving.outcome == "tie":
        return NEUTRAL
    return resolving.hero.side if resolving.outcome == "success" else other(resolving.hero.side)


def chooser(table: Winter, resolving: Resolving) -> Player | None:
    """Whoever of the winning side played the most; level: the writer, or else the acting player (WT-66)."""
    side = winning_side(resolving)
    played = {player.index: cards_in(resolving, player) for player in table.seats if side_in(resolving, player) == side}
    most = max(played.values(), default=0)
    if not most or from_the_deck(table, resolving):
        return None                                                         # WT-A30
    best = [table.seats[index] for index, cards in played.items() if cards == most]
    if len(best) == 1:
        return best[0]
    writer = table.writer()
    return owner_of(table, resolving.hero) if writer is None or writer.gone else writer


def from_the_deck(table: Winter, resolving: Resolving) -> bool:
    """No card lies there that could become the memory; the Artifact's own can't (WT-A30, WT-A47, WT-A31)."""
    side = winning_side(resolving)
    any_side = table.setup.options["memory_card"] == "any"
    cards = sum(cards_in(resolving, player) for player in table.seats
                if any_side or side_in(resolving, player) == side)
    by = resolving.artifact_by
    spent = by is not None and (any_side or side_in(resolving, by) == side)
    return cards - int(spent) <= 0


def tell_card(table: Winter, resolving: Resolving) -> None:
    """Whose card became the memory (WT-66, WT-A30); a tie has a neutral one."""
    if resolving.outcome == "tie":
        return
    who = chooser(table, resolving)
    if who is None:
        table.tell(say("The top card of the deck became the memory."), rule="WT-A30")
    else:
        table.tell(say("{name} chose the card for it.", name=who), who, "WT-66")


def announce(table: Winter, resolving: Resolving) -> None:
    """The result in one line, and who does what now (WT-65, WT-66)."""
    spring, winter = tally(table, resolving)
    mine, theirs = (spring, winter) if resolving.hero.side == SPRING else (winter, spring)
    acting = owner_of(table, resolving.hero)
    names: dict[str, object] = {"quest": resolving.quest, "mine": mine, "theirs": theirs}
    if resolving.missed:
        title = say("{quest} fails: the last memory was not recalled", **names)
    elif resolving.outcome == "success":
        title = say("{quest} succeeds, {mine} to {theirs}", **names)
    elif resolving.outcome == "failure":
        title = say("{quest} fails, {mine} to {theirs}", **names)
    else:
        title = say("{quest} ends in a tie, {mine} each", **names)
    icon = {"success": "check-circle", "failure": "close-circle", "tie": "circle-half-full"}[resolving.outcome]
    table.tell(say("{title}.", title=title), acting, "WT-65")
    table.last = Last(title, card_line(table, resolving, acting), icon)


def card_line(table: Winter, resolving: Resolving, acting: Player) -> Word:
    if resolving.outcome == "tie":
        return say("{name} tells a neutral ending and places a neutral card.", name=acting)
    side = SIDE_NAMES[winning_side(resolving)]
    who = chooser(table, resolving)
    if who is None:
        return say("{name} tells the ending; the top card of the deck is the memory, {side} side up.", name=acting,
                   side=side)
    cards = say("any card played")
    if table.setup.options["memory_card"] != "any":
        cards = say("a card of {side}", side=side)
    return say("{name} tells the ending. {who} chooses the memory from {cards}, {side} side up.", name=acting, who=who,
               cards=cards, side=side)
