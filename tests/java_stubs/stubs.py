"""The sources, by file name. Signatures as in Android's documentation; bodies only note the call in `Calls.log`."""

from pathlib import Path

OURS = Path(__file__).resolve().parents[2] / "packaging" / "java"
SOURCES: dict[str, str] = {
    **{path.relative_to(OURS).as_posix(): path.read_text(encoding="utf-8") for path in OURS.rglob("*.java")},
    "org/tableside/Calls.java": """package org.tableside;
        public class Calls { public static String log = "";
            public static void add(String what) { log += what + ";"; } }""",
    "android/os/Build.java": """package android.os;
        public class Build { public static class VERSION { public static int SDK_INT = 36; } }""",
    "android/os/Parcelable.java": "package android.os; public interface Parcelable {}",
    "android/os/Bundle.java": "package android.os; public class Bundle {}",
    "android/os/ParcelFileDescriptor.java": """package android.os;
        public class ParcelFileDescriptor { public int fd; public int detachFd() { return fd; } }""",
    "android/net/Uri.java": """package android.net;
        public class Uri implements android.os.Parcelable { public String name = "";
            public String toString() { return name; } }""",
    "android/graphics/Color.java": """package android.graphics;
        public class Color { public static int parseColor(String name) { return Integer.parseInt(name.substring(1), 16); } }""",
    "android/graphics/Rect.java": "package android.graphics; public class Rect { public int bottom; }",
    "android/graphics/Insets.java": """package android.graphics;
        public class Insets { public int left, top, right, bottom; }""",
    "android/view/WindowInsets.java": """package android.view; import android.graphics.Insets;
        public class WindowInsets {
            public static class Type {
                public static int systemBars() { return 7; } public static int displayCutout() { return 128; }
                public static int ime() { return 8; } }
            public Insets getInsets(int kinds) { Insets found = new Insets(); found.top = kinds == 135 ? 84 : 0;
                found.bottom = kinds == 8 ? 900 : 63; return found; }
            public int getStableInsetBottom() { return 63; } }""",
    "android/view/WindowInsetsController.java": """package android.view;
        public class WindowInsetsController { public void setSystemBarsAppearance(int value, int mask) {
            org.tableside.Calls.add("appearance " + value + " " + mask); } }""",
    "android/view/View.java": """package android.view; import android.graphics.Rect;
        public class View { public WindowInsets getRootWindowInsets() { return new WindowInsets(); }
            public int getHeight() { return 2400; } public void getWindowVisibleDisplayFrame(Rect seen) { seen.bottom = 1500; }
            public int getSystemUiVisibility() { return 0; } public void setSystemUiVisibility(int flags) {} }""",
    "android/view/Window.java": """package android.view;
        public class Window { public View getDecorView() { return new View(); }
            public void setStatusBarColor(int colour) { org.tableside.Calls.add("status " + colour); }
            public void setNavigationBarColor(int colour) { org.tableside.Calls.add("navigation " + colour); }
            public WindowInsetsController getInsetsController() { return new WindowInsetsController(); } }""",
    "android/content/ComponentName.java": "package android.content; public class ComponentName {}",
    "android/content/ContentValues.java": """package android.content;
        public class ContentValues { public String all = "";
            public void put(String key, String value) { all += key + "=" + value + " "; }
            public void put(String key, Integer value) { all += key + "=int "; }
            public void put(String key, byte[] value) { all += key + "=bytes "; } }""",
    "android/content/Intent.java": """package android.content; import android.net.Uri; import android.os.Parcelable;
        public class Intent {
            public static final String ACTION_SEND = "android.intent.action.SEND", ACTION_VIEW = "android.intent.action.VIEW";
            public static final String ACTION_MAIN = "android.intent.action.MAIN";
            public static final String ACTION_OPEN_DOCUMENT = "android.intent.action.OPEN_DOCUMENT";
            public static final String ACTION_CREATE_DOCUMENT = "android.intent.action.CREATE_DOCUMENT";
            public static final String CATEGORY_OPENABLE = "android.intent.category.OPENABLE";
            public static final String EXTRA_TITLE = "android.intent.extra.TITLE", EXTRA_STREAM = "android.intent.extra.STREAM";
            public static final String EXTRA_TEXT = "android.intent.extra.TEXT", EXTRA_SUBJECT = "android.intent.extra.SUBJECT";
            public static final int FLAG_GRANT_READ_URI_PERMISSION = 1;
            String action; public Uri data; public String told = "";
            public Intent() {} public Intent(String action) { this.action = action; } public Intent(Intent other) {}
            public Intent addCategory(String name) { told += " +" + name; return this; }
            public Intent setType(String kind) { told += " type " + kind; return this; }
            public Intent addFlags(int flags) { told += " flags " + flags; return this; }
            public Intent setAction(String action) { this.action = action; return this; }
            public Intent putExtra(String key, String value) { told += " String " + value; return this; }
            public Intent setClassName(String owner, String name) { told += " to " + owner + " " + name; return this; }
            public Intent setClassName(Context owner, String name) { told += " to context"; return this; }
            public Intent putExtra(String key, CharSequence value) { told += " CharSequence " + value; return this; }
            public Intent putExtra(String key, Parcelable value) { told += " Parcelable " + value; return this; }
            public Intent putExtra(String key, int value) { told += " int " + value; return this; }
            public Intent putExtra(String key, boolean value) { told += " boolean " + value; return this; }
            public String getAction() { return action; } public Uri getData() { return data; }
            public String getStringExtra(String key) { return action == null ? key : null; }
            public <T extends Parcelable> T getParcelableExtra(String key) { return (T) data; }
            public ComponentName getComponent() { return new ComponentName(); }
            public static Intent makeRestartActivityTask(ComponentName what) { return new Intent("restart"); }
            public static Intent createChooser(Intent target, CharSequence title) { return target; }
            public String toString() { return action + told; } }""",
    "android/content/ContentResolver.java": """package android.content; import android.net.Uri;
        public class ContentResolver { public static int fd = -1;
            public Uri insert(Uri where, ContentValues values) { Uri made = new Uri(); made.name = values.all; return made; }
            public java.io.OutputStream openOutputStream(Uri link) { return new java.io.ByteArrayOutputStream() {
                public void close() { org.tableside.Calls.add("bytes " + toString()); } }; }
            public android.os.ParcelFileDescriptor openFileDescriptor(Uri link, String mode) {
                android.os.ParcelFileDescriptor made = new android.os.ParcelFileDescriptor(); made.fd = fd; return made; } }""",
    "android/content/pm/PackageManager.java": """package android.content.pm;
        public class PackageManager { public android.content.Intent getLaunchIntentForPackage(String name) {
            return new android.content.Intent("launch"); } }""",
    "android/content/res/Configuration.java": """package android.content.res;
        public class Configuration { public int uiMode = 0x21; public float fontScale = 1.3f; }""",
    "android/util/DisplayMetrics.java": "package android.util; public class DisplayMetrics { public float density = 2.625f; }",
    "android/content/res/Resources.java": """package android.content.res;
        public class Resources { public Configuration getConfiguration() { return new Configuration(); }
            public int getIdentifier(String name, String type, String of) { return (name + type).equals("icon_monodrawable") ? 77 : 0; }
            public android.util.DisplayMetrics getDisplayMetrics() { return new android.util.DisplayMetrics(); } }""",
    "android/content/Context.java": """package android.content;
        public class Context { public static final String NOTIFICATION_SERVICE = "notification";
            public Object getSystemService(String name) { return new android.app.NotificationManager(); }
            public android.content.pm.PackageManager getPackageManager() { return new android.content.pm.PackageManager(); }
            public android.content.res.Resources getResources() { return new android.content.res.Resources(); }
            public String getPackageName() { return "org.tableside.tableside"; } }""",
    "android/content/pm/ServiceInfo.java": """package android.content.pm;
        public class ServiceInfo { public static final int FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE = 16; }""",
    "android/os/IBinder.java": "package android.os; public interface IBinder {}",
    "android/app/NotificationChannel.java": """package android.app;
        public class NotificationChannel { public String told;
            public NotificationChannel(String id, CharSequence name, int importance) { told = id + " " + name + " " + importance; } }""",
    "android/app/NotificationManager.java": """package android.app;
        public class NotificationManager { public static final int IMPORTANCE_LOW = 2;
            public void createNotificationChannel(NotificationChannel made) { org.tableside.Calls.add("channel " + made.told); } }""",
    "android/app/PendingIntent.java": """package android.app; import android.content.*;
        public class PendingIntent { public static final int FLAG_IMMUTABLE = 1 << 26; public String told;
            public static PendingIntent getActivity(Context who, int code, Intent what, int flags) {
                PendingIntent made = new PendingIntent(); made.told = what + " " + flags; return made; } }""",
    "android/app/Notification.java": """package android.app; import android.content.Context;
        public class Notification { public String told = "";
            public static class Builder { Notification made = new Notification();
                public Builder(Context who) { made.told += "old"; }
                public Builder(Context who, String channel) { made.told += channel; }
                public Builder setContentTitle(CharSequence what) { made.told += " " + what; return this; }
                public Builder setContentText(CharSequence what) { made.told += " " + what; return this; }
                public Builder setContentIntent(PendingIntent what) { made.told += " " + what.told; return this; }
                public Builder setOngoing(boolean on) { made.told += " " + on; return this; }
                public Builder setSmallIcon(int icon) { made.told += " " + icon; return this; }
                public Notification build() { return made; } } }""",
    "android/app/Service.java": """package android.app; import android.content.*;
        public abstract class Service extends Context { public static final int START_NOT_STICKY = 2;
            public abstract android.os.IBinder onBind(Intent intent);
            public int onStartCommand(Intent intent, int flags, int id) { return 0; }
            public void onTaskRemoved(Intent intent) {}
            public final void startForeground(int id, Notification what) { org.tableside.Calls.add("foreground " + id + " " + what.told); }
            public final void startForeground(int id, Notification what, int type) {
                org.tableside.Calls.add("foreground " + id + " " + what.told + " type " + type); }
            public final void stopSelf() { org.tableside.Calls.add("stop self"); } }""",
    "android/provider/MediaStore.java": """package android.provider;
        public class MediaStore { public static class Downloads {
            public static final android.net.Uri EXTERNAL_CONTENT_URI = new android.net.Uri(); } }""",
    "android/speech/tts/TextToSpeech.java": """package android.speech.tts;
        public class TextToSpeech {
            public interface OnInitListener { void onInit(int status); }
            public TextToSpeech(android.content.Context context, OnInitListener listener) { listener.onInit(0); }
            public int setLanguage(java.util.Locale locale) { org.tableside.Calls.add("language " + locale); return 0; }
            public int speak(CharSequence text, int mode, android.os.Bundle params, String id) {
                org.tableside.Calls.add("speak " + text + " " + mode + " " + id); return 0; }
            public int speak(String text, int mode, java.util.HashMap<String, String> params) { return 0; }
            public int stop() { org.tableside.Calls.add("stop"); return 0; }
            public void shutdown() { org.tableside.Calls.add("shutdown"); } }""",
    "org/kivy/android/PythonActivity.java": """package org.kivy.android; import android.content.*;
        public class PythonActivity extends Context {
            public static PythonActivity mActivity = new PythonActivity();
            public Intent getIntent() { return new Intent(Intent.ACTION_MAIN); }
            public android.view.Window getWindow() { return new android.view.Window(); }
            public ContentResolver getContentResolver() { return new ContentResolver(); }
            public int checkSelfPermission(String name) { return -1; }
            public void requestPermissions(String[] names, int code) {
                org.tableside.Calls.add("may we " + names[0] + " " + names.length + " " + code); }
            public ComponentName startService(Intent intent) { org.tableside.Calls.add("service " + intent); return null; }
            public boolean stopService(Intent intent) { org.tableside.Calls.add("end " + intent); return true; }
            public void startActivity(Intent intent) { org.tableside.Calls.add("start " + intent); }
            public void startActivityForResult(Intent intent, int code) {
                org.tableside.Calls.add("ask " + code + " " + intent); } }""",
}
