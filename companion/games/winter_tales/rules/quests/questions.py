"""What is asked while a quest is being resolved: one tap a card, few others (docs/taps.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import PickText
from companion.core.questions import Face, Reason
from companion.core.said import said
from companion.core.text import Text, say, spelled
from companion.games.winter_tales.board.characters import SIDE_ICONS, SIDE_NAMES, SPRING, WINTER
from companion.games.winter_tales.pieces import Character, Player
from companion.games.winter_tales.rules.conditions import artifact_holder
from companion.games.winter_tales.rules.kinds import (
    ARTIFACT,
    BACK,
    CARD,
    CARDS_PANEL,
    END,
    LAST,
    NEXT,
    NONE,
    OUT,
    CountsCards,
    recall,
    step_of_quest,
)
from companion.games.winter_tales.rules.memories import memory_line
from companion.games.winter_tales.rules.skills import cards_drawn, quest_bonus, skill_of
from companion.games.winter_tales.table import Resolving, Winter, owner_of

JOIN = "join"


def resolving_of(table: Winter) -> Resolving | None:
    resolving = table.perhaps(Resolving)
    return resolving


def quest_step(table: Winter) -> int:
    quest = resolving_of(table)
    return 0 if quest is None else quest.step


def eligible(table: Winter, quest: Resolving, player: Player) -> list[Character]:
    """With whom a player may join: the one sent in step two, or else all upright ones there (WT-60, WT-62)."""
    sent = next((one for one in quest.sent if one.owner is player), None)
    if sent is not None:
        there = sent in quest.arrived or (table.full and sent.at is not None and sent.at == table.site_of(quest.quest))
        return [sent] if there and not sent.down and not sent.eliminated else []
    if not table.full:
        return [one for one in table.of(player) if not one.down]
    site = table.site_of(quest.quest)
    return [one for one in table.of(player) if not one.down and (site is None or one.at in (site, None))]


def side_in(quest: Resolving, player: Player) -> str:
    return quest.sides[player.index] if player.index < len(quest.sides) else ""


def cards_in(quest: Resolving, player: Player) -> int:
    return quest.cards[player.index] if player.index < len(quest.cards) else 0


def tally(table: Winter, quest: Resolving) -> tuple[int, int]:
    """Spring and winter, cards and skills, as it stands (WT-65). The tug bar shows it."""
    sums = {SPRING: 0, WINTER: 0}
    for player in table.seats:
        if side_in(quest, player) in sums:
            sums[side_in(quest, player)] += cards_in(quest, player)
    return (sums[SPRING] + quest_bonus(table, SPRING, quest.takes_part),
            sums[WINTER] + quest_bonus(table, WINTER, quest.takes_part))


def discards(table: Winter, quest: Resolving, sent: Character) -> Reason:
    """Whoever was activated in step two has seven cards at most now; on the spot one draws first (WT-59, WT-A24)."""
    if sent in quest.on_spot:
        return Reason(say("{name} draws {n} for {who}, then discards down to seven.", name=owner_of(table, sent),
                          n=spelled(cards_drawn(table, sent)), who=sent), "cards-outline")
    return Reason(say("{name} discards down to seven cards.", name=owner_of(table, sent)), "cards-outline")


@dataclass(frozen=True)
class AddsCards(CountsCards):
    """WT-61, WT-62: the acting player goes on, then others join in, a tap a card."""

    rule = "WT-62"
    also = ("WT-61", "WT-60", "WT-63", "WT-70", "WT-106", "WT-A26", "WT-A27", "WT-25")

    def sentence(self, table: Winter) -> Text:
        quest = resolving_of(table)
        if quest is not None and quest.step < 3:
            return say("{name}, begin the tale.", name=self.seat)
        if quest is not None and quest.step == 3:
            return say("{name}, go on with the tale.", name=self.seat)
        return say("{name}, how many cards do you add?", name=self.seat)

    def kicker(self, table: Winter) -> Text | None:
        return step_of_quest(table)

    def hint(self, table: Winter) -> Text | None:
        """Whoever began the quest owes the link to the last memory; who joins does not (WT-58, WT-72)."""
        quest = resolving_of(table)
        return recall(table) if quest is not None and quest.step <= 3 else None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        quest = resolving_of(table)
        if quest is None:
            return
        if quest.step == 1:
            yield Reason(say("The ongoing token goes onto {quest}.", quest=quest.quest), "map-marker")
        if quest.step <= 3:
            yield Reason(say("Nobody dies, and the end stays open."), "feather")
            if quest.sent:
                yield discards(table, quest, quest.sent[-1])

    def played(self, table: Winter) -> int:
        quest = resolving_of(table)
        return 0 if quest is None else cards_in(quest, self.seat)

    def choices(self, table: Winter) -> Iterable[str]:
        quest = resolving_of(table)
        if quest is None:
            return (NEXT,)
        words = self.first_words(table, quest) if not side_in(quest, self.seat) else [CARD]
        if self.artifact_at_hand(table, quest):
            words.append(ARTIFACT)
        if self.played(table):
            words.append(BACK)
        words += self.calls(table, quest)
        if joiner_after(table, quest, self.seat) is not None:
            words.append(NONE)
        if self.may_end(table, quest):
            words.append(END)
        return [*words, NEXT if side_in(quest, self.seat) else OUT]

    def calls(self, table: Winter, quest: Resolving) -> list[str]:
        """A first card of somebody later in the round: `card 3`. A last one of the acting player ends it: `last`.

        Where people stand on the quest each is asked; only whoever is next may be told to go on (WT-62). Where
        positions stay on the board everybody might join, and whoever does says so: nobody has to stay out.
        """
        words: list[str] = []
        later = joiners_after(table, quest, self.seat)
        if table.full:
            later = later[:1] if side_in(quest, self.seat) else []
        for one in later:
            first = AddsCards(one).first_words(table, quest)
            words += [f"{word} {one.index}" for word in first if word in (CARD, SPRING, WINTER)]
        theirs = quest.step == 4 and self.seat is not owner_of(table, quest.hero)
        return [*words, LAST] if theirs and self.may_end(table, quest) else words

    def may_end(self, table: Winter, quest: Resolving) -> bool:
        """WT-62, WT-64: everybody who stands there was asked. In light depth the table says so itself."""
        asked = not table.full or joiner_after(table, quest, self.seat) is None
        return asked and not last_is_asked(table, quest)

    def first_words(self, table: Winter, quest: Resolving) -> list[str]:
        """Before the first card: for which side, and is the expert there (WT-63, WT-142)?"""
        with_whom = eligible(table, quest, self.seat)
        sides = [side for side in (SPRING, WINTER) if any(one.side == side for one in with_whom)]
        if not sides:
            return []
        words = [CARD] if len(sides) == 1 else sides
        if not table.full:
            experts = [one.key for one in with_whom if skill_of(table, one) == "quest"]
            return [*words, *experts, *[f"{JOIN} {key}" for key in experts]]
        if table.on("skills") or table.on("powers"):
            words = [*words, *([JOIN] if len(sides) == 1 else [f"{JOIN} {side}" for side in sides])]
        return words

    def artifact_at_hand(self, table: Winter, quest: Resolving) -> bool:
        holder = artifact_holder(table)
        if holder is None or quest.artifact_used or holder.owner is not self.seat:
            return False
        if quest.step == 3:
            return holder is quest.hero
        return holder in eligible(table, quest, self.seat) and side_in(quest, self.seat) in ("", holder.side)

    def next_label(self, table: Winter) -> Text:
        quest = resolving_of(table)
        follower = None if quest is None else joiner_after(table, quest, self.seat)
        if follower is not None:
            return say("Next: {name}", name=follower)
        return say("Next: the last card")

    def face(self, table: Winter, choice: Any) -> Face:
        if choice in (SPRING, WINTER):
            return Face(say("A card for {side}", side=SIDE_NAMES[choice]), icon=SIDE_ICONS[choice])
        if choice == ARTIFACT:
            return Face(say("The Artifact's memory"), say("Counts as a card, once in this quest"),
                        "star-four-points-outline")
        if choice == NONE:
            alone = quest_step(table) <= 3
            return Face(say("Nobody joins, it ends") if alone else say("Nobody else"), icon="skip-next")
        if choice == END:
            return Face(say("No more cards") if table.full else say("The quest ends"), icon="check-bold")
        if choice == LAST:
            hero = resolving_of(table)
            return Face(say("One last card of {name}", name="" if hero is None else owner_of(table, hero.hero)),
                        icon="plus")
        called, word = call_of(table, choice)
        if called is not None:
            side = SIDE_NAMES.get(word)
            label = say("A card of {name}", name=called) if side is None else \
                say("A card of {name} for {side}", name=called, side=side)
            return Face(label, icon="plus", seat=called)
        if choice == OUT:
            return Face(say("Stay out"), self.next_label(table), "arrow-right")
        if choice in table.characters:
            return Face(say("A card, with {who} there", who=table.who(choice)), say("One more for the side"), "plus")
        if choice.startswith(JOIN):
            word = choice.removeprefix(JOIN).strip()
            label, hint = say("Join without a card"), None
            if word in SIDE_NAMES:
                label = say("Join {side} without a card", side=SIDE_NAMES[word])
            elif word:
                label, hint = say("No card, with {who} there", who=table.who(word)), say("One more for the side")
            return Face(label, hint, "account-plus-outline")
        return super().face(table, choice)

    async def then(self, table: Winter, answer: str) -> None:
        quest = resolving_of(table)
        if quest is None:
            return
        goes_on = answer in (NEXT, OUT, NONE, END, LAST) or call_of(table, answer)[0] is not None
        if quest.step < 3:                                                  # nobody has set out, or nobody else does
            if quest.step == 1:
                told_link(table, quest)
            quest.step = 4 if goes_on else 3
        if goes_on:
            alone = answer == NONE and self.seat is owner_of(table, quest.hero)
            pass_on(table, quest, END if alone else answer)                 # WT-64: the last card was one of these
        elif answer == BACK:
            take_back(table, quest, self.seat)
        else:
            join_with(table, quest, self.seat, answer)
            if answer.startswith(JOIN):
                quest.joined.append(self.seat)
            else:
                add_card(quest, self.seat, artifact=answer == ARTIFACT)


def last_is_asked(table: Winter, quest: Resolving) -> bool:
    """The acting player's last card could be the Artifact's: then it has a page of its own (WT-64, WT-106)."""
    return quest.step == 4 and not quest.artifact_used and artifact_holder(table) is quest.hero


def call_of(table: Winter, word: str) -> tuple[Player | None, str]:
    """`card 3` is a card of the fourth seat."""
    first, _, index = word.partition(" ")
    if first not in (CARD, SPRING, WINTER) or not index.isdecimal() or int(index) >= len(table.seats):
        return None, ""
    return table.seats[int(index)], first


def pass_on(table: Winter, quest: Resolving, word: str) -> None:
    """This player has told; who is next, or is that all (WT-62, WT-64)?"""
    quest.telling = None
    quest.called, quest.called_with = call_of(table, word)
    quest.closed = word in (NONE, END, LAST)
    quest.last_card = {END: NEXT, LAST: CARD}.get(word, "")


def told_link(table: Winter, resolving: Resolving) -> None:
    """The opening is told and nobody missed the link (WT-58)."""
    memory = table.marked()
    if memory is not None:
        player = owner_of(table, resolving.hero)
        table.tell(say("{name} recalled {memory}.", name=player, memory=memory_line(memory)), player, "WT-58")


def join_with(table: Winter, quest: Resolving, player: Player, word: str) -> None:
    """The side a player's cards count for, and the characters that take part (WT-62, WT-63)."""
    if side_in(quest, player):
        return
    with_whom = eligible(table, quest, player)
    named = word.removeprefix(JOIN).strip()
    quest.sides[player.index] = side = side_named(table, player, named)
    for one in with_whom:
        expert_elsewhere = not table.full and skill_of(table, one) == "quest" and one.key != named
        if one.side == side and one not in quest.takes_part and not expert_elsewhere:
            quest.takes_part.append(one)


def side_named(table: Winter, player: Player, word: str) -> str:
    """By its own name, by a character, or by whoever holds the Artifact; else that of the first who is there."""
    if word in (SPRING, WINTER):
        return word
    holder = artifact_holder(table)
    if word == ARTIFACT and holder is not None:
        return holder.side
    if word in table.characters:
        return table.who(word).side
    quest = resolving_of(table)
    with_whom = [] if quest is None else eligible(table, quest, player)
    return with_whom[0].side if with_whom else player.side


def add_card(quest: Resolving, player: Player, *, artifact: bool = False) -> None:
    quest.cards[player.index] += 1
    if artifact:
        quest.artifact_used = True                                          # WT-106: once a quest
        quest.artifact_by = player
        quest.artifact_at = quest.cards[player.index]


def take_back(table: Winter, quest: Resolving, player: Player) -> None:
    """A slip of the finger: one card fewer, the last one; if that was the Artifact's, it can be played again (WT-106).

    Whose only card it was has not joined, and no skill of theirs counts, unless they had joined without a card (WT-62);
    in plays of an older app they are asked again.
    """
    if quest.artifact_by is player and cards_in(quest, player) <= quest.artifact_at:
        quest.artifact_used, quest.artifact_by, quest.artifact_at = False, None, 0
    quest.cards[player.index] = max(0, cards_in(quest, player) - 1)
    stays = player is owner_of(table, quest.hero) or (player in quest.joined and table.on("by_itself"))
    if not quest.cards[player.index] and not stays:
        quest.sides[player.index] = ""
        quest.takes_part = [one for one in quest.takes_part if one.owner is not player]


def joiners_after(table: Winter, quest: Resolving, player: Player) -> list[Player]:
    """Who may still join, clockwise."""
    acting = owner_of(table, quest.hero)
    order = list(table.left_of(acting))
    start = order.index(player) + 1 if player in order else 0
    return [one for one in order[start:] if eligible(table, quest, one)]


def joiner_after(table: Winter, quest: Resolving, player: Player) -> Player | None:
    return next(iter(joiners_after(table, quest, player)), None)


@dataclass(frozen=True)
class LastCard(PickText[Winter]):
    """WT-64: one more card of the acting player, or none."""

    rule = "WT-64"
    also = ("WT-65", "WT-106")
    panel = CARDS_PANEL
    seat: Player

    sentence = said("{seat}, a last card?")

    def kicker(self, table: Winter) -> Text | None:
        return step_of_quest(table)

    def hint(self, table: Winter) -> Text | None:
        quest = resolving_of(table)
        if quest is None:
            return None
        spring, winter = tally(table, quest)
        return say("Spring {spring}, winter {winter}", spring=spring, winter=winter)

    def choices(self, table: Winter) -> Iterable[str]:
        quest = resolving_of(table)
        words = [CARD]
        if quest is not None and not quest.artifact_used and artifact_holder(table) is quest.hero:
            words.append(ARTIFACT)
        return [*words, NEXT]

    def face(self, table: Winter, choice: Any) -> Face:
        if choice == CARD:
            return Face(say("One last card"), icon="plus", main=True)
        if choice == ARTIFACT:
            return Face(say("The Artifact's memory"), say("Counts as a card, once in this quest"),
                        "star-four-points-outline")
        return Face(say("No more"), icon="arrow-right")
