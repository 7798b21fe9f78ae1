// The link of a page of the tab: to the host's phone for its guests (old.js knows by the address), otherwise
// to the worker in this browser.

const link = await (window.isGuest ? import("./channel.js") : import("./link.js"));
export const {request, stream, tab} = link;
