// Names and other long words that stay on one line. Loaded with large text, and for a podium.

const LONG = /[\p{L}\p{M}’']{6,}/gu;
const SPARE = 0.97; // of a line: a word that just fits may break again
const HALF = 0.5; // of its size: smaller letters can't be read
const LEAST = 10; // pixels

/** How much of a word its line holds; 1 if that is all. @param {Text} text @param {RegExpMatchArray} found */
function partOf(text, {0: word, index = 0}) {
  const range = document.createRange();
  range.setStart(text, index);
  range.setEnd(text, index + word.length);
  const wides = [...range.getClientRects()].map((one) => one.width);
  const all = wides.reduce((one, two) => one + two, 0);
  return all ? Math.max(...wides) / all : 1;
}

/** Elements with words that go on in the next line; the bar cuts its words instead. @param {Element} root */
function torn(root) {
  const found = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    const part = Math.min(1, ...[...text.data.matchAll(LONG)].map((one) => partOf(text, one)));
    const one = /** @type {HTMLElement} */ (text.parentElement);
    if (part < 1 && !one.closest(".bar")) found.push({one, part});
  }
  return found;
}

/** Names on a podium that are cut off. @param {Element} root */
function cut(root) {
  const names = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".block .name")]);
  return names
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => ({one, part: one.clientWidth / one.scrollWidth}));
}

/** A long name or word stays on one line, in smaller letters. @param {Element} root */
export function keepWhole(root) {
  const all = [...torn(root), ...cut(root)];
  const sizes = all.map(({one}) => parseFloat(getComputedStyle(one).fontSize));
  all.forEach(({one, part}, n) => {
    one.style.fontSize = Math.max(LEAST, sizes[n] * Math.max(HALF, SPARE * part)) + "px";
  });
}
