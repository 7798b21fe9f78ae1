// How the owner of this phone wants the page: kept in the browser, applied at once. settings.js changes it.

import {stored} from "./state.js";

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const contrast = matchMedia("(prefers-contrast: more)");

export const isLight = () => (stored("theme") || (light.matches ? "light" : "dark")) === "light";
export const isStill = () => wished("still", still.matches);
export const isHighContrast = () => wished("contrast", contrast.matches);

/** @param {string} name @param {boolean} byDevice */
function wished(name, byDevice) {
  const wish = stored(name);
  return wish ? wish === "yes" : byDevice;
}

export function applyColours() {
  const root = document.documentElement;
  root.dataset.theme = isLight() ? "light" : "dark";
  root.toggleAttribute("data-contrast", isHighContrast());
}

export function applyWishes() {
  const root = document.documentElement;
  applyColours();
  root.toggleAttribute("data-still", isStill());
  root.toggleAttribute("data-left", !!stored("left"));
  root.style.fontSize = stored("size") && stored("size") + "%";
}

/** Apply them now, and again whenever the device changes its own. @param {() => void} redraw */
export function followDevice(redraw) {
  const follow = () => {
    applyWishes();
    redraw();
  };
  for (const one of [light, still, contrast]) one.addEventListener("change", follow);
  applyWishes();
}
