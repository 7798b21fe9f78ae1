// Firefox 153 doesn't know a command of WebDriver BiDi that Playwright sends for each context and page: leave it out.
const {Module} = require("module"), compile = Module.prototype._compile;
const SENDS = /await this\.[\w.]+\.send\("emulation\.setMediaFeaturesOverride"/g;
Module.prototype._compile = function (text, ...more) {
  return compile.call(this, text.replace(SENDS, "await (async () => {})(null"), ...more);
};
