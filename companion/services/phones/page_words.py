"""All text of the guests' page, kept here so that it is translated. The page fills the braces."""

from __future__ import annotations

from companion.core.text import Text, say


def words() -> dict[str, str]:
    """Every sentence of the page, by its key in the script."""
    return {key: str(text) for key, text in _words().items()}


def _words() -> dict[str, Text]:
    return {**_joining(), **_connection(), **_asking(), **_clock(), **_between(), **_hosting()}


def _joining() -> dict[str, Text]:
    return {
        "who": say("Who are you?"),
        "tap_name": say("Tap your name. Your questions then come to this phone."),
        "taken": say("has a phone"),
        "left": say("has left"),
        "watch": say("Just watch"),
        "watch_hint": say("A big table for a TV, a tablet or a laptop"),
        "code": say("Which code does the table show?"),
        "code_hint": say("Four letters, under “Phones” on the table’s device. Scanning its picture needs no code."),
        "code_label": say("Four-letter code"),
        "go": say("Go on"),
        "asking_host": say("{name} has a phone already, or has voted. The host decides."),
        "asking_name": say("The host is asked to add {name}."),
        "never_mind": say("Never mind"),
        "be_host": say("Nothing is being played yet"),
        "host_hint": say("The first phone is the host: it starts the play, and can undo and correct."),
        "host_begins": say("The host is starting a play"),
        "host_begins_hint": say("Keep this page open. You can choose your seat in a moment."),
        "not_listed": say("I’m not on the list"),
        "not_listed_hint": say("Type your name; the host adds you."),
        "ask_host": say("Ask the host"),
        "name": say("Name"),
    }


def _connection() -> dict[str, Text]:
    return {
        "connected": say("Connected to {name}"),
        "watching": say("Watching {name}"),
        "looking": say("Looking for {name}…"),
        "lost_hint": say("It comes back by itself. Is this phone on the same Wi-Fi?"),
        "waits": say("Your answer is sent as soon as the table is found."),
        "asleep": say("The table’s device is asleep. Wake it, then try again."),
        "again": say("Try again"),
        "closed": say("The table is closed to phones"),
        "closed_hint": say("Keep this page open. It comes back by itself, with your seat."),
        "use_here": say("Use it here"),
        "replaced": say("Another page is open"),
        "freed": say("This phone has no seat now"),
        "join_again": say("Join again"),
        "dark_soon": say("This browser lets the phone fall asleep. Wake it when you are asked: the page comes back by "
                         "itself."),
        "awake": say("This phone stays awake while the page is open."),
        "home_hint": say("Tip: add this page to your home screen, from the browser’s menu."),
        "undone": say("The host took back the last answer."),
    }


def _asking() -> dict[str, Text]:
    return {
        "why": say("Why?"),
        "close": say("Close"),
        "hide": say("Hide"),
        "show": say("Show it again"),
        "eyes_only": say("For {name}’s eyes only"),
        "change_until": say("You can change it until the last one is in."),
        "change": say("Change my answer"),
        "keep": say("Leave it as it is"),
        "in_of": say("{count} of {all} are in. Opened together."),
        "is_in": say("is in"),
        "not_in": say("not in yet"),
        "you_are_in": say("Your answer is in."),
        "sealed": say("All are in. The host opens them."),
        "list": say("List"),
        "picture": say("Picture"),
        "also": say("You can also"),
        "back": say("Back"),
        "for_table": say("For the whole table"),
        "less": say("Less: {name}"),
        "more": say("More: {name}"),
        "die": say("Die {number}: {face}"),
        "no_die": say("Die {number}: not rolled yet"),
        "erase": say("Take the last one back"),
        "place_number": say("number {number}"),
        "win": say("Win {number} %"),
        "tie": say("Tie {number} %"),
        "lose": say("Lose {number} %"),
        "fix_there": say("Correct it on the table’s device."),
        "fix_here": say("Correct it: Host menu, Correct something."),
    }


def _clock() -> dict[str, Text]:
    return {
        "start_clock": say("Start the clock"),
        "pause": say("Pause"),
        "go_on": say("Resume the clock"),
        "more_time": say("10 more seconds"),
        "seconds_left": say("seconds left"),
        "paused": say("paused"),
        "time": say("Time"),
    }


def _between() -> dict[str, Text]:
    return {
        "answers": say("{name} answers on a phone. You will be asked here."),
        "answers_table": say("{name} answers on the table’s device. You will be asked here."),
        "answers_host": say("The host answers for {name}. You will be asked here."),
        "answers_away": say("{name}’s phone is away. Wake it up."),
        "table_answers": say("The table answers. You will be asked here."),
        "all_answer": say("Everybody answers. You will be asked here."),
        "your_turn": say("Your turn to answer"),
        "seats": say("Seats"),
        "last": say("What happened last"),
        "whole_log": say("The whole log"),
        "tracks": say("Tracks"),
        "score_sheet": say("Score sheet"),
        "away": say("phone away"),
        "scan": say("Scan to join"),
        "stage": say("Picture of the table"),
        "turn": say("their turn"),
        "place": say("Place {number}"),
        "leave": say("Give up my seat"),
        "ask_undo": say("Ask for an undo"),
        "another": say("Another player on this phone"),
        "be_host_now": say("Become the host"),
        "pack": say("Get this game"),
        "pack_hint": say("Saved as a file. Open it with Tableside on this phone: Add a game, A game pack."),
    }


def _hosting() -> dict[str, Text]:
    return {
        "menu": say("Host"),
        "undo": say("Undo"),
        "redo": say("Redo"),
        "sure": say("Undo it anyway"),
        "correct": say("Correct something"),
        "nothing": say("There is nothing to correct now."),
        "set": say("Set"),
        "yes": say("Yes"),
        "no": say("No"),
        "restart": say("Begin this turn again"),
        "open": say("Open them for everybody"),
        "guests_on": say("Guests may answer for the table"),
        "guests_off": say("Only the host answers for the table"),
        "free": say("Free {name}’s seat"),
        "wants": say("Another phone wants {name}’s seat."),
        "wants_in": say("{name} wants to join."),
        "wants_undo": say("{name} asks to undo the last answer."),
        "people": say("Who sits at the table?"),
        "add": say("Somebody joins"),
        "rename": say("Rename"),
        "leaves": say("Leaves the play"),
        "comes_back": say("Comes back"),
        "no_phone": say("has no phone"),
        "options": say("Options"),
        "allow": say("Let it in"),
        "deny": say("No, keep it out"),
        "new": say("New play"),
        "which": say("Which box is on the table?"),
        "players": say("Who is playing? One name per line, in seating order."),
        "players_of": say("{fewest} to {most} players"),
        "start": say("Start the play"),
        "end": say("End this play"),
        "end_sure": say("The play is saved. Phones have to join the next one again."),
    }
