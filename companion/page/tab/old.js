// Before anything large is loaded: can this browser run the table, and do the page's scripts come?
// Plain old JavaScript.
// tools/web.py writes WORDS above this line.
/* global WORDS */
(function () {
  var PATIENCE = 20000;
  var seen = -1;
  // A small program with an exception and a reference, which pyodide's has, too.
  var PROGRAM = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 2, 96, 0, 0, 96, 1, 111, 0, 3, 2, 1, 0, 13, 3, 1, 0, 0, 10, 9, 1, 7, 0,
    6, 64, 7, 0, 11, 11,
  ];

  function chosenLanguage() {
    try {
      return localStorage.getItem("tableside.language") || "";
    } catch (error) {
      console.info(error); // a browser that keeps nothing
      return "";
    }
  }

  function language() {
    var wanted = [chosenLanguage()].concat(navigator.languages || [navigator.language || "en"]);
    var n;
    var each;
    for (n = 0; n < wanted.length; n++) {
      for (each in WORDS) if (wanted[n].toLowerCase().indexOf(each.toLowerCase()) === 0) return each;
    }
    return "en";
  }

  // Pyodide's scripts have syntax that Safari knows as long as CompressionStream, and Chrome longer than
  // AbortSignal.timeout.
  function tooOld() {
    var modules = "noModule" in document.createElement("script");
    var program = window.WebAssembly && WebAssembly.validate(new Uint8Array(PROGRAM));
    var signal = window.AbortSignal && AbortSignal.timeout;
    return (
      !modules ||
      !program ||
      !signal ||
      !navigator.locks ||
      !window.BroadcastChannel ||
      !window.CompressionStream ||
      !("indexedDB" in window)
    );
  }

  /** @param {string} id @returns {any} */
  function find(id) {
    return document.getElementById(id);
  }

  /** @param {string} id @param {string} title @param {string} hint */
  function show(id, title, hint) {
    var box = find(id);
    box.children[0].textContent = words[title];
    box.children[1].textContent = words[hint];
    box.removeAttribute("hidden");
    find("app").setAttribute("hidden", "");
    find("loading").setAttribute("hidden", "");
    return box;
  }

  function lost() {
    var box = show("lost", "lost_page", "lost_hint");
    var button = document.createElement("button");
    if (box.children.length > 2) return;
    button.textContent = words.again;
    button.className = "button first";
    button.onclick = function () {
      location.reload();
    };
    box.appendChild(button);
  }

  // Each script that comes gives the others more time.
  function look() {
    var now = performance.getEntriesByType("resource").length;
    if (window.tableside) return;
    if (now === seen) lost();
    seen = now;
    setTimeout(look, PATIENCE);
  }

  // A tap on one of the covers in first.html counts once the page has drawn its own.
  document.addEventListener("click", function (event) {
    var cover = event.target instanceof Element && event.target.closest("[data-game]");
    if (cover) window.wanted = cover.getAttribute("data-game") || "";
  });

  // A guest of another phone's table: #join=CODE comes from that phone's screen, #guest once they are paired.
  window.isGuest = /^#(join=|guest$)/.test(location.hash);
  if (window.isGuest) document.documentElement.className = "guest";

  var words = WORDS[(document.documentElement.lang = language())];
  var unfit = tooOld() ? "old" : "";
  if (window.isSecureContext === false) unfit = "secure"; // browsers hide much of it from http
  window.unfit = unfit;
  if (unfit) {
    document.addEventListener("DOMContentLoaded", function () {
      show("old", unfit, unfit + "_hint");
    });
  } else {
    window.addEventListener(
      "error",
      function (event) {
        if (event.target instanceof HTMLScriptElement) lost();
      },
      true
    );
    look();
  }
})();
