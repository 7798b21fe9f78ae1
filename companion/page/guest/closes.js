// A sheet about something that may be gone at any time: a question, or a position of the play.

import {closeSheet} from "./act.js";
import {$} from "./dom.js";

const OFTEN = 150; // milliseconds

/** Close the sheet that is open once this isn't so any more. @param {() => boolean} isSo */
export function closeUnless(isSo) {
  const own = $("sheet").firstElementChild;
  const isOpen = () => own.isConnected && $("sheet").hasAttribute("open");
  const look = setInterval(() => {
    if (isOpen() && isSo()) return;
    clearInterval(look);
    if (isOpen()) closeSheet();
  }, OFTEN);
}
