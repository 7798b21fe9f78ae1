package org.tableside;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.Service;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.os.IBinder;

/** The notice "Phones can join". It runs in the app's own process, so Android lets the server's thread go on. */
public class DoorService extends Service {
    static final String CHANNEL = "door";

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        try {
            Notification notice = notice(intent.getStringExtra("title"), intent.getStringExtra("text"));
            if (Build.VERSION.SDK_INT >= 29) {
                startForeground(1, notice, ServiceInfo.FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE);
            } else {
                startForeground(1, notice);
            }
        } catch (RuntimeException refused) {  // the door works without a notice, while the app is in front
            stopSelf();
        }
        return START_NOT_STICKY;
    }

    Notification notice(String title, String text) {
        Notification.Builder builder;
        if (Build.VERSION.SDK_INT >= 26) {
            NotificationManager manager = (NotificationManager) getSystemService(NOTIFICATION_SERVICE);
            manager.createNotificationChannel(new NotificationChannel(CHANNEL, title, NotificationManager.IMPORTANCE_LOW));
            builder = new Notification.Builder(this, CHANNEL);
        } else {
            builder = new Notification.Builder(this);
        }
        Intent open = getPackageManager().getLaunchIntentForPackage(getPackageName());
        PendingIntent tap = PendingIntent.getActivity(this, 0, open, PendingIntent.FLAG_IMMUTABLE);
        return builder.setContentTitle(title).setContentText(text).setContentIntent(tap).setOngoing(true)
                .setSmallIcon(getResources().getIdentifier("icon_mono", "drawable", getPackageName())).build();
    }

    /** Swiped away: the app ends, and its door with it. */
    @Override
    public void onTaskRemoved(Intent intent) {
        stopSelf();
    }
}
