// A link that opens a table: ?game=…&players=Ana,Ben. Its box code is behind the #.

/** What the link asks for, once: it comes off the address, so that a reload doesn't ask again.
 * @returns {{game: string, names: string[]}} */
export function takeLink() {
  const query = new URLSearchParams(location.search);
  const game = query.get("game") || "";
  const names = (query.get("players") || "").split(",").map((one) => one.trim());
  if (query.has("game") || query.has("players")) {
    query.delete("game");
    query.delete("players");
    const rest = query.toString();
    const path = location.pathname + (rest && "?" + rest) + location.hash;
    window.history.replaceState(null, "", path);
  }
  return {game, names: names.filter(Boolean)};
}
