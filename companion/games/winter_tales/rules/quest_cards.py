"""Cards in a quest: who may join, for which side, and the running count (WT-61 to WT-65)."""

from collections.abc import Iterable

from companion.core.kinds import Menu, Option
from companion.core.questions import Reason
from companion.core.text import Text, said, say, spelled
from companion.games.winter_tales.board.characters import SIDE_ICONS, SIDE_NAMES, SPRING, WINTER
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
    CountCards,
    plays_a_card,
    recall,
    step_of_quest,
)
from companion.games.winter_tales.rules.memories import memory_line
from companion.games.winter_tales.table import Character, Player, Resolving, Winter

JOIN = "join"


def eligible(table: Winter, quest: Resolving, player: Player) -> list[Character]:  # WT-60, WT-62
    sent = next((one for one in quest.sent if one.owner is player), None)
    site = table.site_of(quest.quest)
    if sent is not None:
        there = sent in quest.arrived or (table.full and sent.at is not None and sent.at == site)
        return [sent] if there and not sent.down and not sent.eliminated else []
    return [one for one in table.of(player) if not one.down
            and (not table.full or site is None or one.at in (site, None))]


def tally(table: Winter, quest: Resolving) -> tuple[int, int]:  # WT-65
    def total(side: str) -> int:
        cards = sum(quest.cards[player.index] for player in table.seats if quest.sides[player.index] == side)
        return cards + table.quest_bonus(side, quest.takes_part)

    return total(SPRING), total(WINTER)


def joiners_after(table: Winter, quest: Resolving, player: Player) -> list[Player]:  # WT-62
    order = list(table.left_of(table.owner_of(quest.hero)))
    start = order.index(player) + 1 if player in order else 0
    return [one for one in order[start:] if eligible(table, quest, one)]


def sides_open(table: Winter, quest: Resolving, player: Player) -> list[str]:
    """Options for a first card: `card`, or one per side if the player has both there (WT-63, WT-A27)."""
    there = eligible(table, quest, player)
    sides = [side for side in (SPRING, WINTER) if any(one.side == side for one in there)]
    return [CARD] if len(sides) == 1 else sides


def artifact_option(player: Player) -> Option:
    return Option(ARTIFACT, say("The Artifact's memory"), "star-four-points-outline",
                  say("Counts as a card, once in this quest"),
                  echo=say("{name} plays the Artifact's memory", name=player))


def discards(table: Winter, quest: Resolving, sent: Character) -> Reason:
    """A character activated in step two discards to seven; on the spot, it draws first (WT-59, WT-A24)."""
    if sent in quest.on_spot:
        return Reason(say("{name} draws {n} for {who}, then discards down to seven.",
                          name=table.owner_of(sent),
                          n=spelled(table.cards_drawn(sent)), who=sent), "cards-outline")
    return Reason(say("{name} discards down to seven cards.", name=table.owner_of(sent)), "cards-outline")


class AddCards(CountCards):  # WT-61, WT-62
    rule = "WT-62"
    also = ("WT-61", "WT-60", "WT-63", "WT-70", "WT-106", "WT-A26", "WT-A27", "WT-25")

    def sentence(self, table: Winter) -> Text:
        step = table.under_way(Resolving).step
        if step < 3:
            return say("{name}, begin the tale.", name=self.seat)
        if step == 3:
            return say("{name}, go on with the tale.", name=self.seat)
        return say("{name}, how many cards do you add?", name=self.seat)

    kicker = step_of_quest

    def hint(self, table: Winter) -> Text | None:  # WT-58, WT-72
        return recall(table) if table.under_way(Resolving).step <= 3 else None

    def reasons(self, table: Winter) -> Iterable[Reason]:
        quest = table.under_way(Resolving)
        if quest.step == 1:
            yield Reason(say("The ongoing token goes onto {quest}.", quest=quest.quest), "map-marker")
        if quest.step == 3:
            yield Reason(say("Nobody dies, and the end stays open."), "feather")
        if quest.step <= 3 and quest.sent:
            yield discards(table, quest, quest.sent[-1])

    def played(self, table: Winter) -> int:
        return table.under_way(Resolving).cards[self.seat.index]

    def next_label(self, table: Winter) -> Text:
        later = joiners_after(table, table.under_way(Resolving), self.seat)
        return say("Next: {name}", name=later[0]) if later else say("Next: the last card")

    def options(self, table: Winter) -> Iterable[Option]:
        quest = table.under_way(Resolving)
        joined, played = bool(quest.sides[self.seat.index]), self.played(table)
        later = joiners_after(table, quest, self.seat)
        if joined:
            yield self.one_more(table)
        else:
            yield from self.first_card(table, quest)
        if self.artifact_at_hand(table, quest):
            yield artifact_option(self.seat)                                # WT-106
        if played:
            yield self.one_back(table)
        for one in self.may_be_called(table, quest, later):
            yield from self.called(table, quest, one)
        may_end = self.may_end(table, quest, later)
        acting = table.owner_of(quest.hero)
        if may_end and quest.step == 4 and self.seat is not acting:         # WT-64
            yield Option(LAST, say("One last card from {name}", name=acting), "plus",
                         echo=plays_a_card(acting, self.seat))
        if later:
            alone = quest.step <= 3
            label = say("Nobody joins; it ends") if alone else say("Nobody else")
            yield self.no_more(NONE, label, "skip-next")
        if may_end:
            yield self.no_more(END, say("No more cards") if table.full else say("The quest ends"))
        if joined:
            yield self.no_more(NEXT, self.next_label(table), "arrow-right")
        else:
            yield Option(OUT, say("Stay out"), "arrow-right", self.next_label(table),
                         echo=say("{name} stays out", name=self.seat))

    def first_card(self, table: Winter, quest: Resolving) -> Iterable[Option]:
        """Ask for the side, and whether the expert is there (WT-63, WT-142); joining needs no card."""
        sides, card = sides_open(table, quest, self.seat), self.one_more(table)
        joins = say("{name} joins without a card", name=self.seat)
        for word in sides:
            yield card if word == CARD else Option(word, say("A card for {side}", side=SIDE_NAMES[word]),
                                                   SIDE_ICONS[word], echo=card.echo)
        if table.full and (table.on("skills") or table.on("powers")):
            for word in sides:
                if word == CARD:
                    yield Option(JOIN, say("Join without a card"), "account-plus-outline", echo=joins)
                else:
                    label = say("Join {side} without a card", side=SIDE_NAMES[word])
                    yield Option(f"{JOIN} {word}", label, "account-plus-outline", echo=joins)
        if table.full:
            experts = []
        else:
            experts = [one for one in eligible(table, quest, self.seat) if table.skill_of(one) == "quest"]
        for one in experts:
            yield Option(one.key, say("A card, with {who} there", who=one), "plus",
                         say("Counts one more for the side"), echo=card.echo)
        for one in experts:
            yield Option(f"{JOIN} {one.key}", say("No card, with {who} there", who=one),
                         "account-plus-outline", say("Counts one more for the side"), echo=joins)

    def called(self, table: Winter, quest: Resolving, player: Player) -> Iterable[Option]:
        for word in sides_open(table, quest, player):
            if word == CARD:
                label = say("A card from {name}", name=player)
            else:
                label = say("A card from {name} for {side}", name=player, side=SIDE_NAMES[word])
            yield Option(f"{word} {player.index}", label, "plus", seat=player,
                         echo=plays_a_card(player, self.seat))

    def may_be_called(self, table: Winter, quest: Resolving, later: list[Player]) -> list[Player]:
        """Who may play the next first card; if the app tracks everything, only the next in turn (WT-62)."""
        if not table.full:
            return later
        return later[:1] if quest.sides[self.seat.index] else []

    def may_end(self, table: Winter, quest: Resolving, later: list[Player]) -> bool:
        """Everybody there has answered, or the app tracks only turns and battles. The Artifact has its own
        question.
        """
        holds = table.artifact_holder() is quest.hero
        last_is_asked = quest.step == 4 and quest.artifact_by is None and holds
        return not (table.full and later) and not last_is_asked             # WT-62, WT-64, WT-106

    def artifact_at_hand(self, table: Winter, quest: Resolving) -> bool:
        holder = table.artifact_holder()
        if holder is None or quest.artifact_by is not None or holder.owner is not self.seat:
            return False
        if quest.step == 3:
            return holder is quest.hero
        fits = quest.sides[self.seat.index] in ("", holder.side)
        return fits and holder in eligible(table, quest, self.seat)

    async def then(self, table: Winter, answer: str) -> None:
        quest, table.due = table.under_way(Resolving), None
        goes_on = answer in (NEXT, OUT, NONE, END, LAST) or call_of(table, answer)[0] is not None
        if quest.step < 3:  # nobody has set out, or nobody else will
            if quest.step == 1:
                told_link(table, quest)
            quest.step = 4 if goes_on else 3
        if goes_on:
            alone = answer == NONE and self.seat is table.owner_of(quest.hero)
            pass_on(table, quest, END if alone else answer)            # WT-64: the last card was one of these
        elif answer == BACK:
            take_back(table, quest, self.seat)
        else:
            join_with(table, quest, self.seat, answer)
            if answer.startswith(JOIN):
                quest.joined.append(self.seat)
            else:
                add_card(table, quest, self.seat, artifact=answer == ARTIFACT)


def call_of(table: Winter, word: str) -> tuple[Player | None, str]:
    first, _, index = word.partition(" ")
    if first not in (CARD, SPRING, WINTER) or not index.isdecimal() or int(index) >= len(table.seats):
        return None, ""
    return table.seats[int(index)], first


def pass_on(table: Winter, quest: Resolving, word: str) -> None:  # WT-62, WT-64
    quest.telling = None
    quest.called, quest.called_with = call_of(table, word)
    quest.closed = word in (NONE, END, LAST)
    quest.last_card = {END: NEXT, LAST: CARD}.get(word, "")


def told_link(table: Winter, resolving: Resolving) -> None:  # WT-58
    memory = table.marked()
    if memory is not None:
        player = table.owner_of(resolving.hero)
        table.tell(say("{name} recalled {memory}.", name=player, memory=memory_line(memory)), player, "WT-58")


def join_with(table: Winter, quest: Resolving, player: Player, word: str) -> None:  # WT-62, WT-63
    if quest.sides[player.index]:
        return
    named = word.removeprefix(JOIN).strip()
    there = eligible(table, quest, player)
    quest.sides[player.index] = side = side_named(table, player, named, there)
    for one in there:
        expert_elsewhere = not table.full and table.skill_of(one) == "quest" and one.key != named
        if one.side == side and one not in quest.takes_part and not expert_elsewhere:
            quest.takes_part.append(one)


def side_named(table: Winter, player: Player, word: str, there: list[Character]) -> str:
    """Find the side by its name, a character or the Artifact's holder; by default the first one there."""
    holder = table.artifact_holder()
    if word in (SPRING, WINTER):
        return word
    if word == ARTIFACT and holder is not None:
        return holder.side
    if word in table.characters:
        return table.who(word).side
    return there[0].side if there else player.side


def add_card(table: Winter, quest: Resolving, player: Player, *, artifact: bool = False) -> None:
    quest.cards[player.index] += 1
    player.lying += not artifact
    table.by_players()
    if artifact:
        quest.artifact_by, quest.artifact_at = player, quest.cards[player.index]        # WT-106: once a quest


def take_back(table: Winter, quest: Resolving, player: Player) -> None:
    """Take back the last card; whoever has none left leaves, unless they joined without (WT-62, WT-106)."""
    if quest.artifact_by is player and quest.cards[player.index] <= quest.artifact_at:
        quest.artifact_by, quest.artifact_at = None, 0
    else:
        player.lying = max(0, player.lying - 1)
        table.by_players()
    quest.cards[player.index] = max(0, quest.cards[player.index] - 1)
    stays = player is table.owner_of(quest.hero) or player in quest.joined
    if not quest.cards[player.index] and not stays:
        quest.sides[player.index] = ""
        quest.takes_part = [one for one in quest.takes_part if one.owner is not player]


class LastCard(Menu[Winter]):
    rule = "WT-64"
    also = ("WT-65", "WT-106")
    panel = CARDS_PANEL
    seat: Player

    sentence = said("{seat}, a last card?")
    kicker = step_of_quest

    def hint(self, table: Winter) -> Text:
        spring, winter = tally(table, table.under_way(Resolving))
        return say("Spring {spring}, winter {winter}", spring=spring, winter=winter)

    def options(self, table: Winter) -> Iterable[Option]:
        quest = table.under_way(Resolving)
        yield Option(CARD, say("One last card"), "plus", main=True)
        if quest.artifact_by is None and table.artifact_holder() is quest.hero:
            yield artifact_option(self.seat)
        yield Option(NEXT, say("No more"), "arrow-right")
