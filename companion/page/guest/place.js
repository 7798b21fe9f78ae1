// The folder of this page. Two Tablesides on one origin keep apart whatever they store.

export const OLD = "tableside";

/** A name of ours ends at its first dash: what follows tells the caches and files of one folder apart. sw.js
 * makes the same names. @param {string} folder the path of the page's folder */
export function nameFor(folder) {
  const place = encodeURIComponent(folder.slice(1, -1)).replace(/-/g, "%2D");
  return place ? OLD + "@" + place : OLD;
}

/** Begins the name of everything that this page stores. */
export const NAME = nameFor(new URL("..", import.meta.url).pathname);
