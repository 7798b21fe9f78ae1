"""Dates and times in everyday words."""

import re
import time

from companion.core.text import Text, count, say, say_in

DAY = 24 * 3600.0


def clock(seconds: float) -> str:
    """The time of day; empty if a record has none."""
    return time.strftime("%H:%M", time.localtime(seconds)) if seconds else ""


MONTHS = (say("January"), say("February"), say("March"), say("April"), say_in("month", "May"), say("June"),
          say("July"), say("August"), say("September"), say("October"), say("November"), say("December"))
WEEKDAYS = (say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday"), say("Saturday"),
            say("Sunday"))


def day(seconds: float) -> Text:
    """
    >>> str(day(0.0)) in ("1 January 1970", "31 December 1969")
    True
    """
    when = time.localtime(seconds)
    # Translators: the first day of the month, as in 1 May; 1er in French
    number = say_in("day of the month", "1") if when.tm_mday == 1 else when.tm_mday
    return say("{day} {month} {year}", day=number, month=MONTHS[when.tm_mon - 1], year=when.tm_year)


def weekday(seconds: float) -> Text:
    """
    >>> str(weekday(from_iso_day("2026-11-16")))
    'Monday, 16 November 2026'
    """
    return say("{weekday}, {date}", weekday=WEEKDAYS[time.localtime(seconds).tm_wday], date=day(seconds))


def iso_day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def from_iso_day(text: str) -> float:
    """Noon of that day. Raises `ValueError` if invalid.

    >>> iso_day(from_iso_day("2026-11-16"))
    '2026-11-16'
    """
    return time.mktime(time.strptime(text.strip(), "%Y-%m-%d")) + DAY / 2


def local_day(seconds: float) -> str:
    """The day in the language's own form, as `typed_day` reads it.

    >>> local_day(from_iso_day("2026-11-16"))
    '2026-11-16'
    """
    when = time.localtime(seconds)
    # Translators: a day in numbers, in the order and with the signs of your language
    return str(say("{year}-{month}-{day}", year=f"{when.tm_year:04}", month=f"{when.tm_mon:02}",
                   day=f"{when.tm_mday:02}"))


def typed_day(text: str) -> float:
    """Noon of a day: 2024-11-14, 14.11.2024, 14/11/24 or 11/14/2024. Raises `ValueError`.

    >>> [iso_day(typed_day(text)) for text in ("2024-11-14", "14.11.2024", "14/11/24", "11/14/2024")]
    ['2024-11-14', '2024-11-14', '2024-11-14', '2024-11-14']
    """
    first, second, last = (int(number) for number in re.split(r"[-./ ]+", text.strip().strip(".")))
    if first > 31:
        first, last = last, first
    if second > 12:
        first, second = second, first
    return from_iso_day(f"{last + 2000 if last < 100 else last:04}-{second:02}-{first:02}")


def year(seconds: float) -> int:
    return time.localtime(seconds).tm_year


def month_of(seconds: float) -> int:
    """1 for January."""
    return time.localtime(seconds).tm_mon


def month(seconds: float) -> str:
    when = time.localtime(seconds)
    return str(say("{month} {year}", month=MONTHS[when.tm_mon - 1], year=when.tm_year))


def days_between(then: float, now: float) -> int:
    midnight = [time.mktime((*time.localtime(moment)[:3], 0, 0, 0, 0, 0, -1)) for moment in (then, now)]
    return round((midnight[1] - midnight[0]) / DAY)


def left_at(then: float, now: float) -> Text:
    nights, hour = days_between(then, now), time.localtime(then).tm_hour
    if nights <= 0:
        return say("Left at {time} today", time=clock(then))
    if nights == 1:
        late = hour >= 18
        if late:
            return say("Left at {time} last night", time=clock(then))
        return say("Left yesterday at {time}", time=clock(then))
    if nights < 7:
        return count("Left {n} day ago", "Left {n} days ago", nights)
    return say("Left on {day}", day=day(then))


def lasted(seconds: float) -> Text:
    minutes = max(1, round(seconds / 60))
    if minutes < 100:
        return count("{n} minute", "{n} minutes", minutes)
    return count("{n} hour", "{n} hours", round(minutes / 60))
