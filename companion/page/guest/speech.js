// Reads each new headline aloud, in the language of the page. Loaded only on phones where somebody wants
// that.

import {$} from "./dom.js";
import {app, asks, state, stored} from "./state.js";

/** First what is to be done by hand, once that is all; last, move by move, what hands carry out.
 * Nobody hears a secret.
 * @returns {string[]} */
function told() {
  const ask = asks()?.ask;
  const hand = state()?.table.hand;
  if (!state() || (ask?.secret && !document.querySelector(".veil"))) return [];
  return [
    ...(hand && !hand.waits ? [hand.title, ...hand.lines.map((one) => one.text)] : []),
    $("say").textContent,
    ...(ask?.aloud || []),
  ];
}

export function speak() {
  speechSynthesis.cancel();
  for (const words of stored("speech") ? told() : []) {
    const said = new SpeechSynthesisUtterance(words.split("→").join(app.words.to));
    const {lang} = document.documentElement;
    const voices = speechSynthesis.getVoices().filter((one) => one.localService); // they need no network
    const own = voices.find((one) => one.lang.startsWith(lang));
    Object.assign(said, {lang, ...(own && {voice: own})});
    speechSynthesis.speak(said);
  }
}

new MutationObserver(speak).observe($("say"), {childList: true});
