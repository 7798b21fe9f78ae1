"""Android ports, which call Android's classes through pyjnius."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.core.text import Text
from companion.services.ports.java import Java, java, quietly, run_on_ui_thread
from companion.services.ports.shared import FAILED, NONE, SENT, Documents, Done, Edges, Insets, Saved


class PhonePort:
    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java


# Haptics


class AndroidHaptics:
    on = True

    def buzz(self, ms: int = 20) -> None:
        if self.on:
            with quietly("vibration"):
                from plyer import vibrator
                vibrator.vibrate(time=ms / 1000)


# Speech

SUCCESS, FLUSH = 0, 0  # android.speech.tts.TextToSpeech.SUCCESS and QUEUE_FLUSH
OURS = "en"


def android_engine(phone: Java, ready: Callable[[int], None]) -> Any:
    """Return the engine and its listener, which must live equally long."""
    from jnius import PythonJavaClass, java_method

    class Listener(PythonJavaClass):
        __javainterfaces__ = ("android/speech/tts/TextToSpeech$OnInitListener",)
        __javacontext__ = "app"

        @java_method("(I)V")  # type: ignore[untyped-decorator]
        def onInit(self, status: int) -> None:
            ready(status)

    listener = Listener()
    return phone.autoclass("android.speech.tts.TextToSpeech")(phone.activity(), listener), listener


class AndroidSpeech:
    """One engine, created with the first sentence.

    plyer creates one per sentence and always speaks American English."""

    def __init__(self, java: Callable[[], Java] = java,
                 engine: Callable[[Java, Callable[[int], None]], Any] = android_engine) -> None:
        self.on = False
        self.language = ""
        self._java = java
        self._make = engine
        self._engine: Any = None
        self._ready = False
        self._waiting = ""

    def say(self, text: str) -> None:
        if not (self.on and text):
            return
        self._waiting = text
        with quietly("speech"):
            if self._engine is None:
                self._engine = self._make(self._java(), self._woke)
            if self._ready:
                self._talk()

    def close(self) -> None:
        engine, self._engine, self._ready = self._engine, None, False
        if engine is not None:
            with quietly("speech"):
                engine[0].stop()
                engine[0].shutdown()

    def _woke(self, status: int) -> None:
        """Called on Android's thread, perhaps before `say` has stored the engine; then `say` continues."""
        if status == SUCCESS:
            self._ready = True
            if self._engine is not None:
                with quietly("speech"):
                    self._talk()

    def _talk(self) -> None:
        phone, engine = self._java(), self._engine[0]
        text, self._waiting = self._waiting, ""
        if text:
            tag = self.language.replace("_", "-") or OURS
            engine.setLanguage(phone.autoclass("java.util.Locale").forLanguageTag(tag))
            words = phone.cast("java.lang.CharSequence", phone.autoclass("java.lang.String")(text))
            engine.speak(words, FLUSH, None, "tableside")


# Sharing

FIRST_WITH_DOWNLOADS = 29  # API level from which any app can write to Downloads
OUR_LINKS = "tableside:"  # a friend's box as a QR code, not a file: see core/boxes/code.py
LONGEST_TEXT = 200_000  # an intent fails at about 1 MB, with two bytes per letter


class AndroidShare(PhonePort):
    """Android's share sheet. Files are copied to Downloads first, so we need no content provider."""

    def share_text(self, title: str, text: str) -> Text:
        with quietly("sharing a text"):
            phone = self._java()
            extra = phone.autoclass("java.lang.String")(text[:LONGEST_TEXT])
            self._send(phone, title, "text/plain", "EXTRA_TEXT", extra)
            return SENT
        return FAILED

    def share_file(self, path: Path) -> Text:
        with quietly("sharing a file"):
            phone = self._java()
            if phone.sdk() < FIRST_WITH_DOWNLOADS:
                return self._as_text(path)
            import mimetypes
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            link = phone.cast("android.os.Parcelable", self._download(phone, path, kind))
            self._send(phone, path.name, kind, "EXTRA_STREAM", link)
            return SENT
        return FAILED

    def open_link(self, link: str) -> bool:
        with quietly("opening a link"):
            phone = self._java()
            intents = phone.autoclass("android.content.Intent")
            address = phone.autoclass("android.net.Uri").parse(link)
            phone.activity().startActivity(intents(intents.ACTION_VIEW, address))
            return True
        return False

    def _as_text(self, path: Path) -> Text:
        """Share the file's text on older phones, but never half an export."""
        text = path.read_text(encoding="utf-8")
        return self.share_text(path.name, text) if len(text) <= LONGEST_TEXT else FAILED

    def _send(self, phone: Java, title: str, kind: str, extra: str, what: Any) -> None:
        intents, string = phone.autoclass("android.content.Intent"), phone.autoclass("java.lang.String")
        intent = intents(intents.ACTION_SEND)
        intent.setType(kind)
        intent.putExtra(intents.EXTRA_SUBJECT, string(title))
        intent.putExtra(getattr(intents, extra), what)
        intent.addFlags(intents.FLAG_GRANT_READ_URI_PERMISSION)
        chooser = intents.createChooser(intent, phone.cast("java.lang.CharSequence", string(title)))
        phone.activity().startActivity(chooser)

    def _download(self, phone: Java, path: Path, kind: str) -> Any:
        values = phone.autoclass("android.content.ContentValues")()
        values.put("_display_name", path.name)
        values.put("mime_type", kind)
        resolver = phone.activity().getContentResolver()
        downloads = phone.autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
        link = resolver.insert(downloads, values)
        stream = resolver.openOutputStream(link)
        stream.write(path.read_bytes())
        stream.close()
        return link


# Files

OPEN, SAVE, PHOTO = 0x7A01, 0x7A02, 0x7A03  # our request codes for activity results
RESULT_OK = -1
FIRST_WITH_THUMBNAILS, PHOTO_SIDE = 29, 1600
MOST_BYTES = 32 * 1024 * 1024  # far more than any play, box or pack


def activity_events() -> Any:
    from android import activity

    return activity


class AndroidDocuments(Documents):
    """Android's file choosers. They call `done` and `saved` on Android's thread."""

    def __init__(self, java: Callable[[], Java] = java, events: Callable[[], Any] = activity_events) -> None:
        self._java = java
        self._events = events
        self._listens = False
        self._asked: dict[int, tuple[Callable[[Any], None], Any]] = {}
        """By request code: who gets the link that comes back, and where the camera's picture is."""

    def can_choose(self) -> bool:
        return True

    def choose(self, done: Done) -> bool:
        with quietly("choosing a file"):
            intent = self._intent("ACTION_OPEN_DOCUMENT", "*/*")
            return self._ask(intent, OPEN, lambda link: done(self._bytes(link)))
        return False

    def choose_photo(self, done: Done, *, camera: bool = False) -> bool:
        """With `camera` take one; a phone that can't offers the chooser."""
        def take(link: Any) -> None:
            done(self._small_photo(link) or self._bytes(link))

        with quietly("taking a photo"):
            if camera:
                return self._take_photo(take)
        with quietly("choosing a photo"):
            return self._ask(self._intent("ACTION_OPEN_DOCUMENT", "image/*"), PHOTO, take)
        return False

    def save(self, path: Path, saved: Saved) -> bool:
        with quietly("saving a file"):
            content = path.read_bytes()
            intent = self._intent("ACTION_CREATE_DOCUMENT", "application/json")
            phone = self._java()
            intent.putExtra(phone.autoclass("android.content.Intent").EXTRA_TITLE,
                            phone.autoclass("java.lang.String")(path.name))
            return self._ask(intent, SAVE, lambda link: saved(self._write(link, content)))
        return False

    def listen(self, take: Done) -> None:
        """Pass `take` every file other apps open with us, including the one we were started with."""
        with quietly("taking files from other apps"):
            self._events().bind(on_new_intent=lambda intent: self._arrived(intent, take))
            self._arrived(self._java().activity().getIntent(), take)

    def _intent(self, action: str, kind: str) -> Any:
        intents = self._java().autoclass("android.content.Intent")
        intent = intents(getattr(intents, action))
        intent.addCategory(intents.CATEGORY_OPENABLE)
        intent.setType(kind)
        return intent

    def _take_photo(self, done: Callable[[Any], None]) -> bool:
        """plyer hands the camera a file's path, which Android has refused since version 7."""
        phone = self._java()
        media = phone.autoclass("android.provider.MediaStore$Images$Media")
        taken = phone.activity().getContentResolver().insert(
            media.EXTERNAL_CONTENT_URI, phone.autoclass("android.content.ContentValues")())
        store = phone.autoclass("android.provider.MediaStore")
        intent = phone.autoclass("android.content.Intent")(store.ACTION_IMAGE_CAPTURE)
        intent.putExtra(store.EXTRA_OUTPUT, phone.cast("android.os.Parcelable", taken))
        return self._ask(intent, PHOTO, done, taken)

    def _ask(self, intent: Any, code: int, done: Callable[[Any], None], taken: Any = None) -> bool:
        if not self._listens:
            self._events().bind(on_activity_result=self._came_back)
            self._listens = True
        self._asked[code] = done, taken
        self._java().activity().startActivityForResult(intent, code)
        return True

    def _came_back(self, code: int, result: int, intent: Any) -> None:
        if code not in self._asked:
            return
        done, taken = self._asked.pop(code)
        # the camera app returns no link
        link = intent.getData() if taken is None and intent is not None else taken
        if result == RESULT_OK and link is not None:
            done(link)
        elif taken is not None:
            self._delete(taken)

    def _arrived(self, intent: Any, take: Done) -> None:
        with quietly("taking a file from another app"):
            phone = self._java()
            intents = phone.autoclass("android.content.Intent")
            action, link, told = str(intent.getAction()), None, ""
            if action == str(intents.ACTION_VIEW):
                link, told = intent.getData(), str(intent.getDataString())
            elif action == str(intents.ACTION_SEND):
                link = phone.cast("android.net.Uri", intent.getParcelableExtra(intents.EXTRA_STREAM))
            if link is not None:
                intent.setAction(intents.ACTION_MAIN)  # or a rotation would deliver it again
                take(told.encode() if told.startswith(OUR_LINKS) else self._bytes(link))

    def _bytes(self, link: Any) -> bytes | None:
        with quietly("reading a chosen file"), os.fdopen(self._open(link, "r"), "rb") as file:
            return file.read(MOST_BYTES)
        return None

    def _small_photo(self, link: Any) -> bytes | None:
        """Upright and small enough for any texture; None before Android 10."""
        phone = self._java()
        if phone.sdk() < FIRST_WITH_THUMBNAILS:
            return None
        with quietly("reducing a photo"):
            size = phone.autoclass("android.util.Size")(PHOTO_SIDE, PHOTO_SIDE)
            bitmap = phone.activity().getContentResolver().loadThumbnail(link, size, None)
            stream = phone.autoclass("java.io.ByteArrayOutputStream")()
            bitmap.compress(phone.autoclass("android.graphics.Bitmap$CompressFormat").JPEG, 85, stream)
            return bytes(byte & 0xFF for byte in stream.toByteArray())
        return None

    def _write(self, link: Any, content: bytes) -> bool:
        with quietly("writing a chosen file"):
            with os.fdopen(self._open(link, "wt"), "wb") as file:
                file.write(content)
            return True
        return False

    def _delete(self, link: Any) -> None:
        """Delete the camera's row if no picture came; the gallery would show it empty."""
        with quietly("removing an empty photo"):
            self._java().activity().getContentResolver().delete(link, None, None)

    def _open(self, link: Any, mode: str) -> int:
        resolver = self._java().activity().getContentResolver()
        return int(resolver.openFileDescriptor(link, mode).detachFd())


# The window

EDGE_TO_EDGE = 35  # API level from which the app is drawn under the bars
FIRST_WITH_TYPES = 30  # API level that reports insets by type
LEAST_KEYBOARD = 0.15  # of the window height; anything smaller is a bar


class AndroidInsets(PhonePort, Insets):
    """Insets of the window. Bars come and go, so read them again after every change."""

    def read(self) -> Edges:
        """Left, top, right and bottom in screen pixels, the same as Kivy's."""
        with quietly("reading the insets"):
            phone = self._java()
            if phone.sdk() < EDGE_TO_EDGE:
                return NONE
            insets = self._root_insets(phone)
            if insets is not None:  # None until the view is attached
                return self._bars(phone, insets)
        return NONE

    def keyboard(self) -> int:
        """How much of our surface the keyboard covers; SDL and Kivy always report 0."""
        with quietly("reading the keyboard's height"):
            phone = self._java()
            insets = self._root_insets(phone)
            if insets is None:
                return 0
            if phone.sdk() < FIRST_WITH_TYPES:
                return self._below_the_visible(phone, insets)
            ime = int(insets.getInsets(phone.autoclass("android.view.WindowInsets$Type").ime()).bottom)
            below_us = 0 if phone.sdk() >= EDGE_TO_EDGE else self._bars(phone, insets)[3]
            return max(0, ime - below_us)
        return 0

    def _root_insets(self, phone: Java) -> Any:
        return phone.activity().getWindow().getDecorView().getRootWindowInsets()

    def _bars(self, phone: Java, insets: Any) -> Edges:
        kinds = phone.autoclass("android.view.WindowInsets$Type")
        edges = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
        return (edges.left, edges.top, edges.right, edges.bottom)

    def _below_the_visible(self, phone: Java, insets: Any) -> int:
        """Android 10 and older don't report the keyboard, so measure what is left visible."""
        view = phone.activity().getWindow().getDecorView()
        seen = phone.autoclass("android.graphics.Rect")()
        view.getWindowVisibleDisplayFrame(seen)
        covered = int(view.getHeight()) - int(seen.bottom)
        if covered < LEAST_KEYBOARD * int(view.getHeight()):
            return 0
        return max(0, covered - int(insets.getStableInsetBottom()))


FIRST_WITH_CONTROLLER = 30
LIGHT_STATUS, LIGHT_NAVIGATION = 0x2000, 0x10  # android.view.View.SYSTEM_UI_FLAG_LIGHT_*, Android 8 and later
# android.view.WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS and _NAVIGATION_BARS
BOTH_BARS = 0x8 | 0x10


class WindowPort(PhonePort):
    def __init__(self, java: Callable[[], Java] = java,
                 on_ui_thread: Callable[[Callable[[], None]], None] = run_on_ui_thread) -> None:
        super().__init__(java)
        self._on_ui_thread = on_ui_thread


class AndroidBars(WindowPort):
    def show_on(self, dark: bool, colour: str) -> None:
        with quietly("colouring the phone's bars"):
            self._on_ui_thread(lambda: self._show(dark, colour))

    def _show(self, dark: bool, colour: str) -> None:
        with quietly("colouring the phone's bars"):
            phone = self._java()
            window = phone.activity().getWindow()
            shade = phone.autoclass("android.graphics.Color").parseColor(colour)
            window.setStatusBarColor(shade)  # no effect from Android 15 on, which draws us under the bars
            window.setNavigationBarColor(shade)
            if phone.sdk() >= FIRST_WITH_CONTROLLER:
                window.getInsetsController().setSystemBarsAppearance(0 if dark else BOTH_BARS, BOTH_BARS)
            else:
                self._show_by_flags(window.getDecorView(), dark)

    def _show_by_flags(self, view: Any, dark: bool) -> None:
        flags, both = int(view.getSystemUiVisibility()), LIGHT_STATUS | LIGHT_NAVIGATION
        view.setSystemUiVisibility(flags & ~both if dark else flags | both)


FLAG = "android.view.WindowManager$LayoutParams"


class AndroidSecure(WindowPort):
    _on = False

    def keep(self, on: bool) -> None:
        if on == self._on:
            return
        with quietly("hiding the window from screenshots"):
            self._on_ui_thread(lambda: self._set(on))
            self._on = on

    def _set(self, on: bool) -> None:
        with quietly("hiding the window from screenshots"):
            phone = self._java()
            window, flag = phone.activity().getWindow(), phone.autoclass(FLAG).FLAG_SECURE
            if on:
                window.addFlags(flag)
            else:
                window.clearFlags(flag)


NIGHT_MASK, NIGHT_NO, NIGHT_YES = 0x30, 0x10, 0x20  # android.content.res.Configuration.UI_MODE_NIGHT_*


class AndroidTheme(PhonePort):
    def is_dark(self) -> bool | None:
        with quietly("reading the phone's theme"):
            mode = self._java().activity().getResources().getConfiguration().uiMode & NIGHT_MASK
            return {NIGHT_YES: True, NIGHT_NO: False}.get(mode)
        return None


# The process

SERVICE = "org.tableside.DoorService"
"""Lives in packaging/java; packaging/p4a_hook.py adds it to the manifest."""
MAY_NOTIFY = "android.permission.POST_NOTIFICATIONS"
FIRST_ASKING = 33  # API level that introduced this permission
GRANTED, ASKED = 0, 31235  # Android's constant, and our request code


class AndroidNotice(PhonePort):
    """Keep the process awake, so guests see that the table is asleep instead of no reply."""

    _shown = False

    def show(self, title: Text, text: Text) -> None:
        if self._shown:
            return
        with quietly("showing that phones can join"):
            phone = self._java()
            activity = phone.activity()
            if phone.sdk() >= FIRST_ASKING and activity.checkSelfPermission(MAY_NOTIFY) != GRANTED:
                activity.requestPermissions([MAY_NOTIFY], ASKED)  # guests can join even if the user declines
            intent = self._intent(phone, activity)
            string = phone.autoclass("java.lang.String")
            intent.putExtra("title", string(str(title)))
            intent.putExtra("text", string(str(text)))
            activity.startService(intent)  # startForegroundService kills the app if the service is late
            self._shown = True

    def hide(self) -> None:
        if not self._shown:
            return
        with quietly("taking away that phones can join"):
            phone = self._java()
            activity = phone.activity()
            activity.stopService(self._intent(phone, activity))
        self._shown = False

    def _intent(self, phone: Java, activity: Any) -> Any:
        intent = phone.autoclass("android.content.Intent")()
        intent.setClassName(activity.getPackageName(), SERVICE)
        return intent


class AndroidRestart(PhonePort):
    """Start a fresh task with our activity and end this process."""

    def restart(self) -> None:
        with quietly("starting again"):
            phone = self._java()
            activity, intents = phone.activity(), phone.autoclass("android.content.Intent")
            start = activity.getPackageManager().getLaunchIntentForPackage(activity.getPackageName())
            activity.startActivity(intents.makeRestartActivityTask(start.getComponent()))
            phone.autoclass("java.lang.Runtime").getRuntime().exit(0)


def system_languages(java: Callable[[], Java] = java) -> list[str]:
    """Best first: a phone in Catalan may name Spanish next."""
    with quietly("reading the machine's language"):
        chosen = java().autoclass("android.os.LocaleList").getDefault()
        return [str(chosen.get(number).toLanguageTag()) for number in range(chosen.size())]
    return []
