// For browsers that can't run the page's modules, and for a table that doesn't answer: says so in words.
// Plain old JavaScript.
setTimeout(function look() {
  var page = window.tableside;
  var old = /** @type {HTMLElement} */ (document.getElementById("old"));
  var lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
  var runs = page && page.words && page.words.who;
  old.hidden = !!page;
  lost.hidden = !page || !!runs;
  // even without a page: its modules may only be late
  if (!runs) setTimeout(look, 1000);
}, 4000);
