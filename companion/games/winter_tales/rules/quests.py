"""Resolving a quest in seven steps (WT-57 to WT-70, WT-151)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.core.kinds import Confirm, Menu, Option
from companion.core.questions import Face, Question, Reason
from companion.core.text import Refusal, Refused, Text, Word, count, listing, said, say
from companion.games.winter_tales.board.characters import NEUTRAL, SIDE_NAMES, SPRING, other
from companion.games.winter_tales.rules.fights import Save
from companion.games.winter_tales.rules.kinds import (
    ARTIFACT,
    FIGURES_PANEL,
    NEXT,
    NOBODY,
    MemoryKeepsake,
    PickTrackSpace,
    character_option,
    possible,
    recall,
    step_of_quest,
)
from companion.games.winter_tales.rules.memories import (
    begin_epilogue_if_full,
    laid_words,
    lay,
    memory_word,
    tell_note,
)
from companion.games.winter_tales.rules.movement import (
    StepTo,
    SwapObjective,
    move_questions,
    passage_to,
    skill_moves,
    walk,
    walk_words,
)
from companion.games.winter_tales.rules.objectives import forget_visits
from companion.games.winter_tales.rules.powers import glimmer_after, grant
from companion.games.winter_tales.rules.quest_cards import (
    AddCards,
    LastCard,
    add_card,
    discards,
    eligible,
    join_with,
    tally,
    told_link,
)
from companion.games.winter_tales.rules.spaces import know_where
from companion.games.winter_tales.table import (
    Activation,
    Character,
    Last,
    Memory,
    Player,
    Quest,
    Resolving,
    Winter,
)

PASS = "pass"


async def resolve(table: Winter, quest: Quest, hero: Character) -> None:  # WT-57
    seats = len(table.seats)
    with table.during(Resolving(quest, hero, cards=[0] * seats,
                                sides=[""] * seats)) as resolving, token_off(table):
        begin(table, resolving)
        await opening(table, resolving)
        if not resolving.missed:
            if resolving.step <= 3:  # WT-61, WT-A26, WT-51: unless the opening already passed it on
                resolving.step = 3
                await tells(table, resolving, table.owner_of(resolving.hero))
            await others_join(table, resolving)
            await last_card(table, resolving)
        await consequences(table, resolving)


@contextmanager
def token_off(table: Winter) -> Iterator[None]:
    """Take the ongoing token off, also when the quest is broken off."""
    try:
        yield
    finally:
        table.ongoing = None


def begin(table: Winter, resolving: Resolving) -> None:
    table.ongoing = resolving.quest.key
    table.by_players()
    table.moments.clear()  # WT-A56
    table.due = None
    player = table.owner_of(resolving.hero)
    if table.full and table.site_of(resolving.quest) is None:
        if resolving.quest.bearer is not None:                              # WT-57
            resolving.quest.bearer.at = resolving.hero.at
        else:
            resolving.quest.site = resolving.hero.at
    resolving.sides[player.index] = resolving.hero.side
    resolving.takes_part.append(resolving.hero)
    table.tell(say("{quest}", quest=resolving.quest), player, "WT-58", heading=True)
    if resolving.quest.note:
        note, author = resolving.quest.note, resolving.quest.author
        if author is None:
            line = say("Its goal: “{note}”", note=note)
        else:
            line = say("{name} introduced it: “{note}”", name=author, note=note)
        table.tell(line, author, "WT-52")
    table.tell(say("{name} opened with {who}.", name=player, who=resolving.hero), player, "WT-58")


# Steps one and two: the opening, and who sets out to join (WT-58 to WT-60)

async def opening(table: Winter, resolving: Resolving) -> None:  # WT-58, WT-59
    while resolving.step <= 2:
        moves = opening_moves(table, resolving)
        if not moves:
            resolving.step = 3
        else:
            await table.one_of(*moves)


def opening_moves(table: Winter, resolving: Resolving) -> list[Question[Winter, Any]]:
    """With only turns and battles, the tale simply continues unless somebody sets out (WT-51, WT-58)."""
    first = resolving.step == 1
    willing = bool(who_may_set_out(table, resolving))
    if not willing and not (first and table.marked() is not None):
        return []
    moves: list[Question[Winter, Any]] = [Send(None)]
    if willing:
        moves.append(SetOut(None))
    if not table.full and willing:
        moves.insert(0, AddCards(table.owner_of(resolving.hero)))
    if first:
        if table.marked() is not None:
            acts = table.arbiter is table.owner_of(resolving.hero)         # WT-A23: then the others judge
            moves.append(MissedLink(None if acts else table.arbiter))
        moves.extend(possible(table, Save(table.owner_of(resolving.hero))))
    return moves


def who_may_set_out(table: Winter, resolving: Resolving) -> list[Character]:  # WT-59, WT-A24, WT-A25
    return [one for one in still_ready(table, resolving) if may_set_out(table, resolving, one)]


def still_ready(table: Winter, resolving: Resolving) -> list[Character]:  # WT-59
    acting = table.owner_of(resolving.hero)
    order = list(table.left_of(acting))
    if resolving.sent and resolving.sent[-1].owner in order:
        order = order[order.index(table.owner_of(resolving.sent[-1])) + 1:]
    have_sent = [one.owner for one in resolving.sent]
    return [one for player in order if player not in have_sent and player not in resolving.passed
            for one in table.ready_of(player)]


def asked_now(table: Winter, resolving: Resolving) -> Player | None:  # WT-59
    willing = who_may_set_out(table, resolving)
    return table.owner_of(willing[0]) if willing else None


def may_set_out(table: Winter, resolving: Resolving, character: Character) -> bool:
    if character.down:
        return False                                                        # WT-A25
    if not table.full:
        return not character.cannot_move
    site = table.site_of(resolving.quest)
    if character.at is not None and character.at == site:
        return table.on("join_from_spot")                                   # WT-A24
    if not character.cannot_move:
        return True
    return table.skill_of(character) == "passage" and passage_to(table, character) in (site, None)


def why_not(character: Character) -> Refusal:
    if character.down:
        return Refusal(say("{who} is incapacitated and can't set out.", who=character), "WT-A25")
    if character.cannot_move:
        return Refusal(say("{who} can't move again this chapter.", who=character), "WT-A25")
    return Refusal(say("{who} is already at the quest.", who=character), "WT-A24")


class SetOut(Menu[Winter]):  # WT-59
    rule = "WT-59"
    also = ("WT-58", "WT-60", "WT-72", "WT-A24", "WT-A25")
    icon = "map-marker-path"
    panel = FIGURES_PANEL
    straight = False

    def title(self, table: Winter) -> Text:
        return say("Another path") if table.full else say("Sent, but does not arrive")

    def sentence(self, table: Winter) -> Text:
        quest = table.under_way(Resolving)
        asked, acting = asked_now(table, quest), table.owner_of(quest.hero)
        if asked is None:
            return say("{name}, begin the tale.", name=acting)
        if quest.step == 1:
            return say("{name}, begin the tale. {first}, do you send somebody?", name=acting, first=asked)
        return say("{name}, do you send somebody to join {who}?", name=asked, who=quest.hero)

    kicker = step_of_quest

    def hint(self, table: Winter) -> Text | None:  # WT-58
        return recall(table) if table.under_way(Resolving).step == 1 else None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        quest = table.under_way(Resolving)
        if quest.step == 1:
            yield Reason(say("The ongoing token goes onto {quest}.", quest=quest.quest), "map-marker")
        if quest.sent:
            yield discards(table, quest, quest.sent[-1])

    def options(self, table: Winter) -> Iterable[Option]:
        quest = table.under_way(Resolving)
        asked = asked_now(table, quest)
        after = next((one.owner for one in who_may_set_out(table, quest) if one.owner is not asked), None)
        label = say("Nobody else") if quest.sent or quest.passed else say("Nobody sets out")
        yield Option(NOBODY, label, "arrow-right", say("The tale goes on"), main=True,
                     echo=say("Nobody sets out"))
        if asked is not None and after is not None:
            yield Option(PASS, say("{name} sends nobody", name=asked), "skip-next",
                         say("Then {name} decides", name=after))
        for one in still_ready(table, quest):
            if one.owner is asked:
                yield self.traveller(table, quest, one)

    def traveller(self, table: Winter, quest: Resolving, who: Character) -> Option:
        plain = character_option(table, who)
        if not may_set_out(table, quest, who):
            return replace(plain, barred=why_not(who))
        if not table.full or who.at != table.site_of(quest.quest):
            return plain
        drawn = table.cards_drawn(who)
        return replace(plain, hint=say("{where}; draws {n} on the spot", where=plain.hint or "", n=drawn))

    def check(self, table: Winter, answer: str) -> None:
        willing = who_may_set_out(table, table.under_way(Resolving))
        if answer in [one.key for one in willing] and answer not in self.choices(table):
            raise Refused(say("{name} decides first, then clockwise.", name=table.owner_of(willing[0])),
                          "WT-59")
        super().check(table, answer)

    async def then(self, table: Winter, answer: str) -> None:
        quest, table.due = table.under_way(Resolving), None
        if quest.step == 1:
            told_link(table, quest)
        if answer == NOBODY:
            quest.step = 3
            return
        quest.step = 2
        asked = asked_now(table, quest)
        if answer != PASS:
            quest.sent.append(table.who(answer))
            await set_out(table, quest, table.who(answer), straight=self.straight)
        elif asked is not None:
            quest.passed.append(asked)


class Send(SetOut):
    """WT-59: send a character straight to the quest, the usual case."""

    icon = "account-arrow-right-outline"
    straight = True

    title = said("Set out")

    def traveller(self, table: Winter, quest: Resolving, who: Character) -> Option:  # WT-26
        plain, site = super().traveller(table, quest, who), table.site_of(quest.quest)
        way = table.way_to(who, site) if table.full and site is not None else []
        if not way or plain.barred is not None:
            return plain
        cards = max(0, (len(way) - table.free_steps(who) + 1) // 2)
        return replace(plain,
                       hint=say("Draw {drawn}, play {cards}: {walk}", drawn=table.cards_drawn(who),
                                cards=cards, walk=walk_words(table, who, way)))


class MissedLink(Confirm[Winter]):  # WT-58, WT-A23, WT-A28
    rule = "WT-58"
    also = ("WT-72", "WT-A23", "WT-A28")
    icon = "link-variant-off"

    def sentence(self, table: Winter) -> Text:
        if self.seat is None:
            return say("Everybody else: was the last memory left out?")
        return say("{name}, was the last memory left out?", name=self.seat)

    title = said("Link missed")
    hint = said("Then the quest fails at once.")
    button = said("The quest fails")

    def face(self, table: Winter, choice: Any) -> Face:
        return replace(super().face(table, choice), main=False)

    def choices(self, table: Winter) -> Iterable[str]:
        return ("done",) if table.under_way(Resolving).step == 1 and table.marked() is not None else ()

    async def then(self, table: Winter, answer: str) -> None:
        quest = table.under_way(Resolving)
        quest.missed = True
        quest.step = 6


async def set_out(table: Winter, resolving: Resolving, character: Character, *,
                  straight: bool = False) -> None:
    """Flip, draw, move towards the quest, discard to seven; no action (WT-59)."""
    character.ready = False
    character.activated = True
    table.owner_of(character).drawn += table.cards_drawn(character)
    if table.full and character.at is not None and character.at == table.site_of(resolving.quest):
        resolving.on_spot.append(character)
        table.by_players()
    table.tell(say("{name} sent {who}.", name=table.owner_of(character), who=character),
               character.owner, "WT-59")
    forget_visits(table)
    with table.during(Activation(character, joining=True)) as activation:
        await know_where(table, character)
        if straight:
            await go_straight(table, resolving, activation)
        while not activation.over and not character.eliminated and (moves := on_the_way(table, activation)):
            await table.one_of(*moves)
        if not activation.over:                                           # WT-59: arrived, or out of the game
            table.owner_of(character).trimmed += 1
    forget_visits(table)
    await glimmer_after(table, character)


async def go_straight(table: Winter, resolving: Resolving, activation: Activation) -> None:
    """Walk to the quest unless a passage, an objective swap or a Love partner needs a decision first."""
    character, site = activation.character, table.quest_space()
    moves = [*move_questions(table, activation), *skill_moves(table, activation)]
    if any(not isinstance(one, StepTo) for one in moves):
        return
    if not table.full:
        resolving.arrived.append(character)
        activation.over = True
        table.owner_of(character).trimmed += 1
    elif site is not None and character.at != site:
        await walk(table, character, site)


def on_the_way(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    """Offer steps and skills; after arriving it may not leave (WT-59, WT-A24)."""
    character, player = activation.character, table.owner_of(activation.character)
    if not table.full:
        return [Arrival(player, character), *skill_moves(table, activation)]
    moves = [*move_questions(table, activation), *skill_moves(table, activation)]
    if character.at == table.quest_space():
        moves = possible(table, SwapObjective(player, character))
    return [*moves, StopShort(player, character)] if moves else []


class StopShort(Confirm[Winter]):
    """WT-59: stop before arriving; the discard to seven still applies."""

    rule = "WT-59"
    also = ("WT-18", "WT-60")
    icon = "hand-back-right-outline"
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        if self.character.at is not None and self.character.at == table.quest_space():
            return say("{who} is there. Discard down to seven cards.", who=self.character)
        return say("{who} stops here. Discard down to seven cards.", who=self.character)

    def kicker(self, table: Winter) -> Text:
        return say("{who} drew {n}", who=self.character, n=table.cards_drawn(self.character))

    title = said("Stop here")
    button = said("Stops here")
    in_brief = said("{seat} ends the move of {character}")

    async def then(self, table: Winter, answer: str) -> None:
        table.under_way(Activation).over = True
        self.seat.trimmed += 1
        table.by_players()


class Arrival(Menu[Winter]):
    """WT-59, WT-60: with only turns and battles, ask whether the character arrived."""

    rule = "WT-59"
    also = ("WT-60", "WT-18")
    seat: Player
    character: Character

    sentence = said("{seat}, does {character} reach the quest?")
    kicker = step_of_quest
    hint = said("Move on the board; afterwards discard down to seven.")

    def options(self, table: Winter) -> Iterable[Option]:
        who: dict[str, object] = {"name": self.seat, "who": self.character}
        yield Option("arrived", say("Gets there"), "check-bold", main=True,
                     echo=say("{name} brings {who} to the quest", **who))
        yield Option("short", say("Does not arrive"), "close-thick", say("Does not join this quest"),
                     echo=say("{name} fails to bring {who} to the quest", **who))

    async def then(self, table: Winter, answer: str) -> None:
        if answer == "arrived":
            table.under_way(Resolving).arrived.append(self.character)
        table.under_way(Activation).over = True
        self.seat.trimmed += 1
        table.by_players()


# Steps three to five: cards

async def others_join(table: Winter, resolving: Resolving) -> None:  # WT-62
    resolving.step = 4
    for player in table.left_of(table.owner_of(resolving.hero)):
        shut = resolving.closed or resolving.called not in (None, player)
        if shut or not eligible(table, resolving, player):
            continue
        if resolving.called is player:
            join_with(table, resolving, player, resolving.called_with)  # its first card is already played
            add_card(table, resolving, player)
            resolving.called = None
        await tells(table, resolving, player)


async def tells(table: Winter, resolving: Resolving, player: Player) -> None:
    resolving.telling = player
    while resolving.telling is player:
        await table.one_of(AddCards(player), *(possible(table, Save(player)) if resolving.step == 3 else ()))
    tell_part(table, resolving, player)


def tell_part(table: Winter, resolving: Resolving, player: Player) -> None:
    side, cards = resolving.sides[player.index], resolving.cards[player.index]
    if resolving.step == 3:
        if cards:
            line = count("{name} went on with {n} card.", "{name} went on with {n} cards.",
                         cards, name=player)
            table.tell(line, player, "WT-61")
    elif side:
        line = count("{name} joined for {side} with {n} card.", "{name} joined for {side} with {n} cards.",
                     cards, name=player, side=SIDE_NAMES[side])
        table.tell(line if cards else say("{name} joined for {side}.", name=player, side=SIDE_NAMES[side]),
                   player, "WT-62")


async def last_card(table: Winter, resolving: Resolving) -> None:
    resolving.step = 5
    word = resolving.last_card or await table.ask(LastCard(table.owner_of(resolving.hero)))
    if word != NEXT:
        player = table.owner_of(resolving.hero)
        add_card(table, resolving, player, artifact=word == ARTIFACT)
        table.tell(say("{name} added a last card.", name=player), player, "WT-64")


# Steps six and seven: the result, the memory and the consequences

async def consequences(table: Winter, resolving: Resolving) -> None:  # WT-65 to WT-68, WT-A34
    resolving.step = 6
    resolving.outcome = outcome_of(table, resolving)
    table.remind("WT-67", say("Choose the memory card, then everybody discards what they played."))
    resolving.memory = Memory(winning_side(resolving), resolving.quest.key, resolving.outcome,
                              chapter=table.chapter)
    resolving.memory.told = listing([
        count("{name} with {n} card", "{name} with {n} cards", cards, name=player)
        if (cards := resolving.cards[player.index]) else say("{name}", name=player)
        for player in table.circle() if resolving.sides[player.index]])
    announce(table, resolving)
    resolving.step = 7
    while resolving.quest.state != "done":
        player = table.owner_of(resolving.hero)
        await table.one_of(PlaceMemory(player), MemoryNote(player))
    table.ongoing = None                                                    # WT-68
    who = chooser(table, resolving)
    if who is not None and resolving.outcome != "tie":
        table.tell(say("{name} chose the card for it.", name=who), who, "WT-66")
    elif resolving.outcome != "tie":
        table.tell(say("The top card of the deck became the memory."), rule="WT-A30")
    await grant(table, resolving)                                           # WT-A34: before the epilogue
    begin_epilogue_if_full(table, table.owner_of(resolving.hero), resolving.hero.side)


def outcome_of(table: Winter, resolving: Resolving) -> str:
    """Compare the acting side's cards: success, failure or tie; a missed link fails (WT-58, WT-65)."""
    if resolving.missed:
        return "failure"
    spring, winter = tally(table, resolving)
    lead = spring - winter if resolving.hero.side == SPRING else winter - spring
    if lead == 0:
        return "tie"
    return "success" if lead > 0 else "failure"


def winning_side(resolving: Resolving) -> str:
    if resolving.outcome == "tie":
        return NEUTRAL
    return resolving.hero.side if resolving.outcome == "success" else other(resolving.hero.side)


def chooser(table: Winter, resolving: Resolving) -> Player | None:
    """The winning side's player with the most cards; tied, the writer or the acting player (WT-66)."""
    side = winning_side(resolving)
    played = {one: resolving.cards[one.index] for one in table.seats if resolving.sides[one.index] == side}
    most = max(played.values(), default=0)
    any_side = table.setup.options["memory_card"] == "any"         # WT-A31; the Artifact's own can't (WT-A47)
    if not most or not any(resolving.cards_of(one) > 0 for one in (table.seats if any_side else played)):
        return None                                                         # WT-A30
    best = [player for player, cards in played.items() if cards == most]
    if len(best) == 1:
        return best[0]
    writer = table.writer()
    return table.owner_of(resolving.hero) if writer is None or writer.gone else writer


def announce(table: Winter, resolving: Resolving) -> None:  # WT-66
    spring, winter = tally(table, resolving)
    mine, theirs = (spring, winter) if resolving.hero.side == SPRING else (winter, spring)
    acting = table.owner_of(resolving.hero)
    names: dict[str, object] = {"quest": resolving.quest, "mine": mine, "theirs": theirs}
    title, icon = {"success": (say("{quest} succeeds, {mine} to {theirs}.", **names), "check-circle"),
                   "failure": (say("{quest} fails, {mine} to {theirs}.", **names), "close-circle"),
                   "tie": (say("{quest} ends in a tie, {mine} each.", **names),
                           "circle-half-full")}[resolving.outcome]
    if resolving.missed:
        title = say("{quest} fails: the last memory was not recalled.", **names)
    table.tell(title, acting, "WT-65")
    table.last = Last(title, card_line(table, resolving, acting), icon)


def card_line(table: Winter, resolving: Resolving, acting: Player) -> Word:
    if resolving.outcome == "tie":
        return say("{name} tells a neutral ending and places a neutral card.", name=acting)
    side = SIDE_NAMES[winning_side(resolving)]
    who = chooser(table, resolving)
    if who is None:
        return say("{name} tells the ending; the top card of the deck is the memory, {side} side up.",
                   name=acting, side=side)
    if table.setup.options["memory_card"] == "any":
        return say("{name} tells the ending. {who} picks any played card as the memory, {side} side up.",
                   name=acting, who=who, side=side)
    return say("{name} tells the ending. {who} picks a {side} card as the memory.",
               name=acting, who=who, side=side)


# The memory

class PlaceMemory(PickTrackSpace):
    rule = "WT-67"
    also = ("WT-65", "WT-66", "WT-68", "WT-69", "WT-71", "WT-123", "WT-A29", "WT-A30", "WT-A31", "WT-A32",
            "WT-A47")
    seat: Player

    sentence = said("{seat}, where does the new memory go?")
    kicker = said("Tell how it ended, then place the memory")
    action_label = said("Place the memory here")

    def reasons(self, table: Winter) -> Iterable[Reason]:
        if table.last is not None:
            yield Reason(say("{title}", title=table.last.title), table.last.icon)
            yield Reason(say("{line}", line=table.last.line), "cards-outline")
        yield Reason(say("Lay the quest token above it and the bookmark on it."), "bookmark")

    def choices(self, table: Winter) -> Iterable[int]:
        return table.spaces_for_quests()

    def about(self, table: Winter, space: int) -> Text | None:
        if table.track[space - 1] is None and space in table.town.icons:
            return say("With an objective icon")
        if table.track[space - 1] is None and space == table.length:
            return say("Beside the epilogue")
        return super().about(table, space)

    def check(self, table: Winter, answer: int) -> None:
        if answer in self.choices(table):
            return
        memory = table.track[answer - 1] if isinstance(answer, int) and 1 <= answer <= table.length else None
        if memory is not None:
            raise Refused(say("That space holds {memory}. A quest's memory is never covered; choose a free "
                              "space.", memory=memory_word(memory)), "WT-67")
        raise Refused(say("Memories lie left of the epilogue token. Choose a free space there."), "WT-71")

    async def then(self, table: Winter, answer: int) -> None:
        quest = table.under_way(Resolving)
        assert quest.memory is not None
        quest.quest.state = "done"
        covered = table.track[answer - 1]
        lay(table, quest.memory, answer - 1)
        table.by_players()
        if covered is not None:
            table.tell(say("{name} was covered.", name=covered.name), self.seat, "WT-123")
        table.tell(laid_words(quest.memory.side, answer), self.seat, "WT-67", scored=True)
        tell_note(table, quest.memory.note, self.seat)
        keeper = chooser(table, quest)                                      # WT-65, WT-66: all but the memory
        if keeper is not None and quest.outcome != "tie" and keeper.lying:
            keeper.lying -= 1
        table.discard()
        table.due = None  # the memory card is chosen


class MemoryNote(MemoryKeepsake):
    rule = "WT-72"
    also = ("WT-67",)
    flow = Resolving

    sentence = said("What will be remembered, in a few words?")
