// The page: short functions, one declaration each, no unused names, no loose comparisons.
export default [{
  files: ["**/*.js", "**/*.mjs"],
  languageOptions: {ecmaVersion: 2024, sourceType: "module"},
  linterOptions: {reportUnusedDisableDirectives: "error"},
  rules: {
    "no-unused-vars": ["error", {args: "none"}], "no-var": "error", "prefer-const": "error",
    eqeqeq: ["error", "always", {null: "ignore"}], "no-implicit-globals": "error", "no-shadow": "error",
    complexity: ["error", 12], "max-lines-per-function": ["error", 45], "max-len": ["error", 110],
    "max-depth": ["error", 3], "max-lines": ["error", 700], "one-var": ["error", "never"], "no-nested-ternary": "error",
    "no-throw-literal": "error", "no-inner-declarations": "error", "no-self-compare": "error",
    "no-unreachable": "error", "no-dupe-keys": "error",
  },
}, { // as the oldest browsers of guests read it
  files: ["companion/page/{guest,host}/*.js"],
  languageOptions: {ecmaVersion: 2020},
}, { // plain scripts for browsers that may know no modules
  files: ["**/old.js"],
  languageOptions: {ecmaVersion: 5, sourceType: "script"},
  rules: {"no-var": "off"},
}];
