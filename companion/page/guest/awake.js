// Keeps a phone awake where the browser has no wake lock, as over plain http: a silent video plays, unseen.
// Safari lets a phone sleep if the video is muted or loops, so it jumps back by itself.

import {VIDEO} from "./awake_video.js";
import {h} from "./dom.js";
import {app, isResting, session, stored} from "./state.js";

const BACK = 5; // seconds; before its end
const OFTEN = 1000; // milliseconds
const video = h("video", {src: VIDEO, playsinline: true, title: "Tableside", class: "sr", tabindex: -1});
video.setAttribute("aria-hidden", "true");
video.onplaying = () => {
  app.awake = true;
};
video.onpause = () => {
  app.awake = false;
};
video.ontimeupdate = () => {
  if (video.currentTime > BACK) video.currentTime = 0;
};

/** Is the table here, and the play not over? At the podium, music may play again. */
const isPlaying = () => !!session()?.state && !session().gone && !isResting();

/** Browsers start it only from a touch; the first one after this is early enough. */
export function watch() {
  const isWanted = !stored("sleepy") && document.visibilityState === "visible" && isPlaying();
  if (!isWanted) video.pause();
  else if (video.paused) video.play().catch(() => {});
}

document.body.append(video);
addEventListener("click", watch, true);
setInterval(watch, OFTEN);
