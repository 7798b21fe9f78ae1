"""Table summary, result, consistency checks, upcoming steps and statistics."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.game import best_at, only, podium
from companion.core.log import Record
from companion.core.text import Text, count, listing, say, spelled
from companion.core.views import (
    Counted,
    Gauge,
    InfoCard,
    Mark,
    Outcome,
    Piece,
    Reminder,
    SeatView,
    Track,
    View,
)
from companion.games.windward.board import cresters as mover
from companion.games.windward.planet_map import planet_map
from companion.games.windward.rules.combat import Battle, party_words
from companion.games.windward.rules.moves import TELL_THE_PHONE
from companion.games.windward.rules.play import leaders, passes, still_to_play
from companion.games.windward.table import (
    LAST_SPACE,
    MATES,
    MOST_MORALE,
    MOST_ROWING,
    SHIP_SPEED,
    WHITE_WAKES,
    Captain,
    Rest,
    Turn,
    Windward,
)
from companion.games.windward.words import CREW, cargo_words

TURNS = {"red": say("{name} beat a Red"), "white": say("{name} beat the White"),
         "lost": say("{name} lost the ship")}
ABOARD = {"grey": say("a Grey aboard"), "red": say("a Red aboard")}
TURN_ICONS = {"red": "sword-cross", "white": "crown", "lost": "skull-outline"}


def outcome(table: Windward) -> Outcome | None:
    if table.verdict == "notoriety":
        best = leaders(table)
        sentence = count("{names} is the most notorious captain.", "{names} are the most notorious captains.",
                         len(best), names=listing(tuple(best)))
        return replace(podium(table, sentence, best), details=tuple(honours(table)))
    if not table.verdict:
        return None
    won = table.verdict == "won"
    winners = tuple(captain.index for captain in table.seats) if won else ()
    sentence = {(True, True): say("You have beaten the White Crester."),
                (True, False): say("Your ship is lost."),
                (False, True): say("Together you have beaten the White Crester."),
                (False, False): say("The captains have lost.")}[table.solo, won]
    return Outcome(sentence, winners, won=won, details=tuple(details(table)))


def honours(table: Windward) -> Iterable[Reminder]:
    """One line for each honour, however many captains share it."""
    beaten = {captain: times(table, captain, "red", "white") for captain in table.seats}
    if hunters := best_at(table.seats, beaten.__getitem__):
        yield Reminder(count("Hunter of the evening: {names}", "Hunters of the evening: {names}",
                             len(hunters), names=listing(hunters)), TURN_ICONS["red"],
                       count("{n} great Crester beaten", "{n} great Cresters beaten", beaten[hunters[0]]),
                       only(hunters))
    lost = {captain: times(table, captain, "lost") for captain in table.seats}
    back = tuple(captain for captain in table.seats if lost[captain])
    if len(back) == 1:
        yield Reminder(say("Back from the deep: {name}", name=back[0]), TURN_ICONS["lost"],
                       count("lost the ship once", "lost the ship {n} times", lost[back[0]]), back[0].index)
    elif back:
        each = listing([say("{name} {n}", name=captain, n=lost[captain]) for captain in back])
        yield Reminder(say("Back from the deep: {name}", name=listing(back)), TURN_ICONS["lost"],
                       say("Ships lost: {each}", each=each))


def times(table: Windward, captain: Captain, *kinds: str) -> int:
    return sum(1 for _, what, seat in table.turning_points if seat == captain.index and what in kinds)


def details(table: Windward) -> Iterable[Reminder]:
    """Solo and co-op: turning points and final state."""
    for round_number, what, seat in table.turning_points:
        yield Reminder(replace(TURNS[what], args={"name": table.seats[seat].name}), TURN_ICONS[what],
                       say("Round {n}", n=round_number), seat)
    if table.coop:
        yield Reminder(say("Lives left: captains {ours}, White {theirs}", ours=max(0, table.captain_lives),
                           theirs=max(0, table.white_lives)), "heart",
                       count("After {n} round", "After {n} rounds", table.round))
    else:
        yield Reminder(count("{n} of 6 Reds beaten", "{n} of 6 Reds beaten", table.reds_beaten), "bat",
                       count("In {n} turn", "In {n} turns", table.round))


def view(table: Windward) -> View:
    seats = tuple(seat_view(table, captain) for captain in table.seats)
    track = Track(say("Notoriety"), LAST_SPACE + 1,
                  tuple(Piece(captain.points, captain.index) for captain in table.seats))
    tracks = (track,) if table.competitive else ()
    captains = [] if table.light else sorted(table.seats, key=lambda one: one is not table.active)
    cards = tuple(ship_card(table, one) for one in captains) if table.phase == "turns" else ()
    return View(subtitle(table), seats, tuple(reminders(table)), tracks, cards, banner(table),
                turn=turn_line(table))


MANY = 3
"""From this number of captains on, people wait long enough to ask when they are on."""


def turn_line(table: Windward) -> Text | None:
    """WW-16, WW-133, WW-152: who is next, the wind, and what the table waits for."""
    if table.phase != "turns" or table.verdict or len(table.present()) < MANY:
        return None
    if table.is_under_way(Battle) or table.is_under_way(Rest):
        return None
    still = still_to_play(table)
    if table.trigger is not None and not still:
        return last_turns(table)
    line = say("Next {name}; wind {n}", name=table.next_of(table.active), n=table.wind)
    if table.trigger is not None:
        return say("{line}; last turns: {names}", line=line, names=listing(tuple(still)))
    if table.white_waits:
        leader = max(table.seats, key=lambda captain: captain.points)
        return say("{line}; the White wakes at {ten}, {name} has {n}", line=line, ten=WHITE_WAKES,
                   name=leader, n=leader.points)
    return line


board = planet_map


def subtitle(table: Windward) -> Text:
    if table.phase != "turns":
        return say("Setting up")
    if table.solo:
        return say("Turn {n}: {reds} of 6 Reds", n=table.round, reds=table.reds_beaten)
    if table.coop:
        return say("Round {n}: lives {ours}, White {theirs}", n=table.round, ours=table.captain_lives,
                   theirs=table.white_lives)
    return say("Round {n}, {name}'s turn", n=table.round, name=table.active)


def banner(table: Windward) -> Text | None:
    if table.trigger is None or table.verdict:
        return None
    if turn_line(table) is not None:  # it names who has a last turn
        return say("{name} has reached fifteen.", name=table.trigger)
    still = still_to_play(table)                                  # WW-152
    if not still:
        return say("{name} has reached fifteen. This is the last turn.", name=table.trigger)
    return say("{name} has reached fifteen. Still to play: {names}.", name=table.trigger,
               names=listing(tuple(still)))


def seat_view(table: Windward, captain: Captain) -> SeatView:
    marks = []
    if captain is table.first and table.phase == "turns" and len(table.seats) > 1:
        marks.append(Mark("flag-variant", say("First player")))
    if captain is table.naturalist:
        marks.append(Mark("leaf", say("Naturalist")))
    score = captain.points if table.competitive else None
    note = None if table.light else say("Morale {n}", n=table.dial(captain))
    return SeatView(captain.index, score, tuple(marks), note)


def reminders(table: Windward) -> Iterable[Reminder]:
    if table.phase != "turns":
        return
    yield from missing_tokens(table)
    me = table.active
    if table.light and table.round == 1:
        yield Reminder(TELL_THE_PHONE, "gesture-tap", forgotten=f"WW-153.{me.index} {table.round}",
                       beside="Sail")
    room = 0 if table.light else me.hand_limit - me.cards
    if me.at_port and 0 < room < table.board.supplies_order:                # WW-47
        yield Reminder(count("Hand limit {limit}: if you hold {held}, draw only {n} card.",
                             "Hand limit {limit}: if you hold {held}, draw only {n} cards.",
                             room, limit=me.hand_limit, held=me.cards), "cards-outline",
                       forgotten=f"WW-47 {table.round}.{me.index}")
    if table.coop:
        yield Reminder(say("Lives: captains {ours}, White {theirs}", ours=table.captain_lives,
                           theirs=table.white_lives), "heart")
    if table.solo:
        yield Reminder(say("{n} of 6 Reds beaten; Reds fly {speed}", n=table.reds_beaten,
                           speed=table.mode().red_speed), "bat")


def ship_card(table: Windward, captain: Captain) -> InfoCard:
    morale, *rest = [
        Gauge(say("Morale"), table.dial(captain), MOST_MORALE, "emoticon-happy-outline", "warm"),
        Gauge(say("Longboat"), captain.rowing, MOST_ROWING, "rowing"),
        Gauge(say("Gas"), captain.gas, table.gas_slots(captain), "gas-cylinder", "gain"),
        Gauge(say("Cannons"), captain.cannons, table.cannon_slots(captain), "bomb", "text2"),
    ]
    if captain is table.active:
        turn = table.seen(Turn)
        rest = [Gauge(say("Ship speed"), turn.speed, max(SHIP_SPEED, turn.speed), "sail-boat"), *rest,
                Gauge(say("Mates"), turn.mates, MATES, "account-multiple-outline")]
    return InfoCard(say("{name}'s ship", name=captain), (morale, *rest), tuple(hold(captain)), captain.index)


def hold(captain: Captain) -> Iterable[Reminder]:
    if captain.hold is not None:
        yield Reminder(ABOARD[captain.hold.kind], "bat")
    cargo = captain.cargo
    for words in cargo_words(cargo.grey_teeth, cargo.red_teeth, cargo.plus_two):
        yield Reminder(words, "tooth-outline")
    for name in captain.crew:
        yield Reminder(CREW[name], "account-outline")


def missing_tokens(table: Windward) -> Iterable[Reminder]:
    """WW-A3: warn, but keep counting."""
    stock = table.stock
    for left, words in ((stock.gas, say("No gas or cannon tokens are left: use anything instead.")),
                        (stock.plus_two, say("No +2 tokens are left: use anything instead.")),
                        (min(stock.grey_teeth, stock.red_teeth),
                         say("No teeth are left: use anything instead."))):
        if left < 0:
            yield Reminder(words, "alert-outline")


def totals(table: Windward) -> list[tuple[str, int, int]]:
    counts = table.box.counts
    kinds = [crester.kind for crester in table.cresters]
    holds = [captain.cargo for captain in table.seats] + list(table.loose.values())
    tokens = sum(captain.gas + captain.cannons for captain in table.seats) + sum(table.gas_on.values())
    tagged = sum(1 for crester in table.cresters if crester.tagged)
    boats = sum(captain.boats_aboard + captain.boats_ashore for captain in table.seats) + len(table.boats)
    stock = table.stock
    return [
        ("Greys", kinds.count("grey") + stock.greys, counts.greys),
        ("Reds", kinds.count("red") + stock.reds, counts.reds),
        ("grey teeth", sum(cargo.grey_teeth for cargo in holds) + stock.grey_teeth, counts.grey_teeth),
        ("red teeth", sum(cargo.red_teeth for cargo in holds) + stock.red_teeth, counts.red_teeth),
        ("+2 tokens", sum(cargo.plus_two for cargo in holds) + stock.plus_two, counts.plus_two),
        ("gas and cannons", tokens + stock.gas, counts.gas_and_cannons),
        ("tags", tagged + stock.tags, counts.tags),
        ("longboats", boats, 2 * len(table.seats)),
    ]


# --- what comes next, on screens with room for it


def ahead(table: Windward) -> Iterable[Text]:
    if table.phase not in ("turns", "begun"):
        yield from setting_up(table)
        return
    if not table.is_under_way(Turn):
        yield say("Then {name}'s turn begins.", name=table.active)     # WW-100, WW-101: ask for the wind
        return
    battle = table.perhaps(Battle)
    if battle is not None:
        yield from in_battle(table, battle)
        if not table.is_under_way(Rest):
            return                                                          # the turn may go on
    elif table.is_under_way(Rest):
        me = table.under_way(Rest).captain
        if table.competitive and not me.at_port:
            yield say("{name} gains one notoriety by surviving the night at sky.", name=me)     # WW-89
    else:
        yield from if_it_ends_here(table)
    yield next_turn(table)


def setting_up(table: Windward) -> Iterable[Text]:
    if table.phase == "layout":
        if table.solo:
            yield say("Then the wind is rolled.")                           # WW-9
        else:
            yield say("Then the dice say who goes first.")                  # WW-5
    elif table.phase == "first":
        yield say("Whoever rolls highest goes first. Then the wind is rolled.")
    else:
        first: Captain = table.next_of(table.active) if table.active.gone else table.active
        if table.phase != "ready":
            yield say("Then the Cresters come onto the planet.")            # WW-10 to WW-12
        yield say("{name} has the first turn.", name=first)                 # WW-5


def in_battle(table: Windward, battle: Battle) -> Iterable[Text]:
    """WW-61. After both rolls the question itself shows the hits."""
    if battle.told not in ("", "dice"):
        return  # it is over (WW-153)
    if battle.attacker.dice is None:
        yield count("{attacker} rolls first, then {defender}.", "{attacker} roll first, then {defender}.",
                    max(1, len(battle.attacker.cresters)),
                    attacker=party_words(table, battle.attacker, first=True),
                    defender=party_words(table, battle.defender))
    elif battle.defender.dice is None:
        yield say("Then cards and +2 tokens may be added, and whoever has more hits wins.")     # WW-64


def if_it_ends_here(table: Windward) -> Iterable[Text]:
    me = table.active
    if not me.at_port:
        hunted = any(not mover.stays(table.planet, me.ship, table.mode(), one)
                     for one in table.living("red", "white"))
        yield (say("A night at sky costs a card or one morale, then the Cresters hunt.") if hunted else
               say("A night at sky costs a card or one morale."))                               # WW-85, WW-86
    elif table.solo:
        yield say("Leave the port before the turn ends, or the game is lost.")                  # WW-109
    elif table.coop:
        yield say("If the turn ends at port, the White flies towards the Trading Post.")        # WW-125
    elif me.morale < MOST_MORALE and not table.light:
        yield say("If the turn ends at port, morale rises to {n}.",
                  n=min(MOST_MORALE, me.morale + table.board.rest_at_port))                     # WW-84


def next_turn(table: Windward) -> Text:
    if table.solo:
        return say("Before the next turn the wind is rolled.")              # WW-101
    if table.trigger is not None:
        return last_turns(table)
    after = table.next_of(table.active)
    if passes(table, table.active, after, table.first):
        return say("Then round {n} begins with a new wind, and {name} is first.", n=spelled(table.round + 1),
                   name=after)                                              # WW-100
    return say("Then it is {name}'s turn.", name=after)


def last_turns(table: Windward) -> Text:
    """WW-104, WW-106"""
    still = still_to_play(table)
    if not still:
        return say("This is the last turn, unless the lead is tied.")
    return count("Then {names} has the last turn.", "Then {names} have a last turn each.", len(still),
                 names=listing(tuple(still)))


# --- statistics for player pages

BEATEN = say("Cresters beaten")
KINDS: dict[str, Text] = {"red": say("Reds"), "white": say("The White")}
ENDED = say("Solo and co-op")


def counted(table: Windward, records: Sequence[Record]) -> Iterable[Counted]:
    for _, what, seat in table.turning_points:
        if what in KINDS:
            yield Counted(BEATEN, KINDS[what], seat)
    options = table.setup.options
    won = table.verdict == "won"
    if options["mode"] == "solo":
        yield Counted(ENDED, say("Solo, won") if won else say("Solo, lost"))
    elif options["mode"] == "coop":
        n = options["difficulty"]
        yield Counted(ENDED,
                      say("Co-op at speed {n}, won", n=n) if won else say("Co-op at speed {n}, lost", n=n))
