"""The first two steps of a quest: its opening, and who sets out to join (WT-58 to WT-60)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm
from companion.core.questions import Face, Question, Reason, Refusal, Refused
from companion.core.said import said
from companion.core.text import Text, count, listing, say
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import quest_space
from companion.games.winter_tales.rules.kinds import NOBODY, PickCharacterOrNobody, activation_of, recall, step_of_quest
from companion.games.winter_tales.rules.moments import forget_visits
from companion.games.winter_tales.rules.movement import move_questions, partner_to_take, walk
from companion.games.winter_tales.rules.powers.powers import glimmer_after
from companion.games.winter_tales.rules.quests.arriving import Arrives
from companion.games.winter_tales.rules.quests.questions import AddsCards, discards, resolving_of, told_link
from companion.games.winter_tales.rules.saving import save_moves
from companion.games.winter_tales.rules.skills import (
    cards_drawn,
    free_spaces,
    passage_to,
    skill_moves,
    skill_of,
    swap_moves,
)
from companion.games.winter_tales.rules.spaces import know_where
from companion.games.winter_tales.rules.ways import way_to, who_may_stop
from companion.games.winter_tales.table import Activation, Resolving, Winter, owner_of

PASS = "pass"


async def opening(table: Winter, resolving: Resolving) -> None:
    """The tale begins; clockwise, others may send one character each (WT-58, WT-59)."""
    while resolving.step <= 2:
        moves = opening_moves(table, resolving)
        if not moves:
            resolving.step = 3
        else:
            await table.one_of(*moves, old=() if who_may_set_out(table, resolving) else (SetsOut(None),))


def opening_moves(table: Winter, resolving: Resolving) -> list[Question[Winter, Any]]:
    """Who may set out; after the opening words also: was the link missed, is somebody saved (WT-51, WT-58)?

    Where positions stay on the board the tale simply goes on, unless somebody says that they set out.
    """
    first = resolving.step == 1
    willing = bool(who_may_set_out(table, resolving))
    if not willing and not (first and table.marked() is not None):
        return []
    moves: list[Question[Winter, Any]] = [Sends(None)]
    if willing:
        moves.append(SetsOut(None))
    if not table.full and willing:
        moves.insert(0, AddsCards(owner_of(table, resolving.hero)))
    if first:
        if table.marked() is not None:
            moves.append(LinkMissed(judge(table, resolving)))
        moves.extend(save_moves(table, owner_of(table, resolving.hero)))
    return moves


def judge(table: Winter, resolving: Resolving) -> Player | None:
    """The arbiter, or the others together where he is the acting player himself (WT-A23)."""
    return None if table.arbiter is owner_of(table, resolving.hero) else table.arbiter


def who_may_set_out(table: Winter, resolving: Resolving) -> list[Character]:
    """Of those who are ready, the ones that can get there (WT-59, WT-A24, WT-A25)."""
    return [one for one in still_ready(table, resolving) if may_set_out(table, resolving, one)]


def still_ready(table: Winter, resolving: Resolving) -> list[Character]:
    """Ready characters of the players whose chance is still to come, clockwise (WT-59)."""
    acting = owner_of(table, resolving.hero)
    order = list(table.left_of(acting))
    if resolving.sent and resolving.sent[-1].owner in order:
        order = order[order.index(owner_of(table, resolving.sent[-1])) + 1:]
    have_sent = [one.owner for one in resolving.sent]
    return [one for player in order if player not in have_sent and player not in resolving.passed
            for one in table.ready_of(player)]


def asked_now(table: Winter, resolving: Resolving) -> Player | None:
    """Whose chance it is: clockwise, the next who could send somebody (WT-59)."""
    willing = who_may_set_out(table, resolving)
    return owner_of(table, willing[0]) if willing else None


def asked_after(table: Winter, resolving: Resolving) -> Player | None:
    now = asked_now(table, resolving)
    return next((one.owner for one in who_may_set_out(table, resolving) if one.owner is not now), None)


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
    return skill_of(table, character) == "passage" and passage_to(table, character) in (site, None)


def why_not(character: Character) -> Refusal:
    if character.down:
        return Refusal(say("{who} is incapacitated and does not set out.", who=character), "WT-A25")
    if character.cannot_move:
        return Refusal(say("{who} cannot move again in this chapter.", who=character), "WT-A25")
    return Refusal(say("{who} stands at the quest already.", who=character), "WT-A24")


@dataclass(frozen=True)
class SetsOut(PickCharacterOrNobody):
    """WT-59: each other player may activate one ready character and make for the quest."""

    rule = "WT-59"
    also = ("WT-58", "WT-60", "WT-72", "WT-A24", "WT-A25")
    icon = "map-marker-path"
    straight = False

    def title(self, table: Winter) -> Text:
        return say("Another way") if table.full else say("Falls short")

    def sentence(self, table: Winter) -> Text:
        quest = resolving_of(table)
        if quest is None:
            return say("Does anybody set out to join?")
        asked = asked_now(table, quest)
        if asked is None:
            return say("{name}, begin the tale.", name=owner_of(table, quest.hero))
        if quest.step == 1:
            return say("{name}, begin the tale. {first}, do you send somebody?", name=owner_of(table, quest.hero),
                       first=asked)
        return say("{name}, do you send somebody to join {who}?", name=asked, who=quest.hero)

    def kicker(self, table: Winter) -> Text | None:
        return step_of_quest(table)

    def hint(self, table: Winter) -> Text | None:
        """Only the opening owes the link (WT-58)."""
        quest = resolving_of(table)
        return recall(table) if quest is not None and quest.step == 1 else None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        quest = resolving_of(table)
        if quest is None:
            return
        if quest.step == 1:
            yield Reason(say("The ongoing token goes onto {quest}.", quest=quest.quest), "map-marker")
        if quest.sent:
            yield discards(table, quest, quest.sent[-1])

    def characters(self, table: Winter) -> Iterable[Character]:
        """Round the table: a player's own, when it is that player's turn (WT-59)."""
        quest = resolving_of(table)
        if quest is None:
            return []
        asked = asked_now(table, quest)
        return [one for one in who_may_set_out(table, quest) if owner_of(table, one) is asked]

    def choices(self, table: Winter) -> Iterable[str]:
        quest = resolving_of(table)
        willing = [] if quest is None else who_may_set_out(table, quest)
        own = [one.key for one in willing if one.owner is willing[0].owner]
        return [NOBODY, *([PASS] if len(own) < len(willing) else []), *own]

    def face(self, table: Winter, choice: Any) -> Face:
        quest = resolving_of(table)
        if choice == PASS and quest is not None:
            return Face(say("{name} sends nobody", name=asked_now(table, quest) or ""),
                        say("Then {name} is asked", name=asked_after(table, quest) or ""), "skip-next")
        if choice not in table.characters or quest is None or table.who(choice).at != table.site_of(quest.quest):
            return super().face(table, choice)
        plain = super().face(table, choice)
        if not table.full:
            return plain
        hint = say("{where}; draws {n} on the spot", where=plain.hint or "", n=cards_drawn(table, table.who(choice)))
        return Face(plain.label, hint, plain.icon, seat=plain.seat)

    def barred(self, table: Winter) -> Iterable[tuple[str, Refusal]]:
        quest = resolving_of(table)
        asked = None if quest is None else asked_now(table, quest)
        for one in [] if quest is None else still_ready(table, quest):
            if quest is not None and owner_of(table, one) is asked and not may_set_out(table, quest, one):
                yield one.key, why_not(one)

    def check(self, table: Winter, answer: str) -> None:
        if answer in self.choices(table):
            return
        quest = resolving_of(table)
        willing = [] if quest is None else who_may_set_out(table, quest)
        if answer in [one.key for one in willing]:
            if not table.on("by_itself"):
                return                  # in plays of an older app a tap on a later player passed the earlier ones by
            raise Refused(say("{name} is asked first, then clockwise.", name=owner_of(table, willing[0])), "WT-59")
        super().check(table, answer)

    def nobody(self, table: Winter) -> Face:
        quest = resolving_of(table)
        label = say("Nobody else") if quest is not None and (quest.sent or quest.passed) else say("Nobody sets out")
        return Face(label, say("The tale goes on"), "arrow-right", main=True)

    async def then(self, table: Winter, answer: str) -> None:
        quest = resolving_of(table)
        if quest is None:
            return
        if quest.step == 1:
            told_link(table, quest)
        if answer == NOBODY:
            quest.step = 3
            return
        quest.step = 2
        asked = asked_now(table, quest)
        if answer == PASS:
            if asked is not None:
                quest.passed.append(asked)
            return
        quest.sent.append(table.who(answer))
        await set_out(table, quest, table.who(answer), straight=self.straight)


@dataclass(frozen=True)
class Sends(SetsOut):
    """WT-59: the usual way: whoever is sent makes straight for the quest."""

    icon = "account-arrow-right-outline"
    straight = True

    title = said("Set out")

    def face(self, table: Winter, choice: Any) -> Face:
        """What the walk costs, and past whom it leads."""
        plain = super().face(table, choice)
        site = quest_space(table)
        if choice not in table.characters or not table.full or site is None:
            return plain
        who = table.who(choice)
        way = way_to(table, who, site)
        if not way:
            return plain
        cards = max(0, (len(way) - free_spaces(table, who) + 1) // 2)       # WT-26
        met = [one.name for space in way for one in who_may_stop(table, who, space)]
        hint = count("{n} space", "{n} spaces", len(way))
        hint = say("{walk}, past {names}", walk=hint, names=listing(met)) if met else hint
        return Face(plain.label, hint, plain.icon, seat=plain.seat, badge=str(cards) if cards else "")


@dataclass(frozen=True)
class LinkMissed(Confirm[Winter]):
    """WT-58, WT-A23, WT-A28: the opening did not recall the bookmarked memory."""

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

    def choices(self, table: Winter) -> Iterable[str]:
        quest = resolving_of(table)
        return ("done",) if quest is not None and quest.step == 1 and table.marked() is not None else ()

    async def then(self, table: Winter, answer: str) -> None:
        quest = resolving_of(table)
        if quest is not None:
            quest.missed = True
            quest.step = 6


async def set_out(table: Winter, resolving: Resolving, character: Character, *, straight: bool = False) -> None:
    """Flip, draw, move towards the quest, discard to seven; no action (WT-59). `straight`: by the shortest way."""
    if table.full and character.at is not None and character.at == table.site_of(resolving.quest):
        resolving.on_spot.append(character)
    character.ready = False
    character.activated = True
    table.tell(say("{name} sent {who}.", name=owner_of(table, character), who=character), character.owner, "WT-59")
    forget_visits(table)
    with table.during(Activation(character, joining=True)) as activation:
        await know_where(table, character)
        if straight:
            await go_straight(table, resolving, activation)
        while not activation.over and not character.eliminated and (moves := on_the_way(table, activation)):
            await table.one_of(*moves)
    forget_visits(table)
    await glimmer_after(table, character)


async def go_straight(table: Winter, resolving: Resolving, activation: Activation) -> None:
    """To the quest, unless there is something to decide first: a passage, an objective to swap, a Love partner."""
    character, site = activation.character, quest_space(table)
    if skill_moves(table, activation) or partner_to_take(table, activation) is not None:
        return
    if not table.full:
        resolving.arrived.append(character)
        activation.over = True
    elif site is not None and character.at != site:
        await walk(table, character, site)


def on_the_way(table: Winter, activation: Activation) -> list[Question[Winter, Any]]:
    """Steps and skills; once it is there it may not leave (WT-59, WT-A24)."""
    character, player = activation.character, owner_of(table, activation.character)
    if not table.full:
        return [Arrives(player, character), *skill_moves(table, activation)]
    if character.at == quest_space(table):
        moves = swap_moves(table, activation)
    else:
        moves = [*move_questions(table, activation), *skill_moves(table, activation)]
    return [*moves, StopsShort(player, character)] if moves else []


@dataclass(frozen=True)
class StopsShort(Confirm[Winter]):
    """WT-59: falling short is not arriving; the discard to seven comes all the same."""

    rule = "WT-59"
    also = ("WT-18", "WT-60")
    icon = "hand-back-right-outline"
    seat: Player
    character: Character

    def sentence(self, table: Winter) -> Text:
        if self.character.at is not None and self.character.at == quest_space(table):
            return say("{who} is there. Discard down to seven cards.", who=self.character)
        return say("{who} stops here. Discard down to seven cards.", who=self.character)

    title = said("Stop here")

    def kicker(self, table: Winter) -> Text:
        return say("{who} drew {n}", who=self.character, n=cards_drawn(table, self.character))

    button = said("Stops here")

    async def then(self, table: Winter, answer: str) -> None:
        activation = activation_of(table)
        if activation is not None:
            activation.over = True
