// How the page reaches its table: over HTTP. Another link, such as a worker in this browser, has the same
// functions.

import {stored} from "./state.js";

/** In the language that somebody chose here; else the browser names its own.
 * @param {string} token @param {Record<string, string>} [more] */
function headers(token, more = {}) {
  const language = stored("language");
  return {...(token && {"X-Tableside": token}), ...(language && {"Accept-Language": language}), ...more};
}

/** What the page shows only if the table is in this browser, as with tab/link.js. @type {Tab|null} */
export const tab = /** @type {Tab|null} */ (null);

/** Send one request and return the JSON reply with its status; without a body it only reads.
 * Throws if nobody answers in time.
 * @param {string} path @param {object} [body] @returns {Promise<Reply>} */
export async function request(path, body = undefined, token = "", seconds = 6) {
  const cut = new AbortController();
  const late = setTimeout(() => cut.abort(), seconds * 1000);
  const out =
    body === undefined
      ? {headers: headers(token)}
      : {
          method: "POST",
          headers: headers(token, {"Content-Type": "application/json"}),
          body: JSON.stringify(body),
        };
  try {
    const reply = await fetch(path, {...out, signal: cut.signal, cache: "no-store", credentials: "omit"});
    const said = await reply.json().catch(() => ({}));
    return {...said, status: reply.status};
  } finally {
    clearTimeout(late);
  }
}

/** Open the stream of a seat: calls `take` with each message until it ends. Returns a refusal, if there is
 * one.
 * Throws if it breaks off.
 * @param {string} token
 * @param {string} page @param {AbortSignal} signal @param {(message: Message) => void} take
 * @returns {Promise<Reply|null>} */
export async function stream(token, page, signal, take) {
  const reply = await fetch("/events", {
    signal,
    cache: "no-store",
    credentials: "omit",
    headers: headers(token, {"X-Tableside-Page": page}),
  });
  if (!reply.ok) return {...(await reply.json().catch(() => ({}))), status: reply.status};
  const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader();
  const text = new TextDecoder();
  for (let rest = ""; ;) {
    const {done, value} = await reader.read();
    if (done) return null;
    const lines = (rest + text.decode(value, {stream: true})).split("\n");
    rest = lines.pop() || "";
    lines.filter((line) => line.trim()).forEach((line) => take(JSON.parse(line)));
  }
}
