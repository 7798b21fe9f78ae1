// The sounds of the games, from the recipes of tools/art/make_sounds.py. Loaded with the first sound.

/** Partials of a voice: times the ground tone, strength, how fast it dies away.
 * @typedef {[times: number, strength: number, dies: number][]} Voice */
/** @typedef {[at: number, loud: number, tone: number, seconds: number, fade: number]} Note */
/** @typedef {[at: number, loud: number, tone: number, seconds: number, fade: number, rough: number]} Knock */
/** @typedef {{peak: number, seconds: number, voice: Voice, notes: Note[], knocks: Knock[]}} Recipe */

const TAIL = 0.02;
const LOUD = 0.5; // of what the app plays: a phone in the hand is nearer than a tablet on the table
/** @type {Promise<Record<string, Recipe>>|null} */
let recipes = null;
/** @type {Map<string, AudioBuffer>} */
const made = new Map();

/** A struck tone. @param {number} t @param {Note} note @param {Voice} voice @param {number} highest */
function struck(t, [, loud, tone, , fade], voice, highest) {
  let sum = 0;
  for (const [times, strength, dies] of voice)
    if (tone * times < highest)
      sum += strength * Math.exp(-fade * dies * t) * Math.sin(2 * Math.PI * tone * times * t);
  return loud * sum * Math.min(1, t / 0.003);
}

/** Add a note to what was played so far. @param {Float32Array} out @param {number} rate @param {Note} note
 * @param {Voice} voice */
function addNote(out, rate, note, voice) {
  const first = Math.floor(note[0] * rate);
  const count = Math.floor(note[3] * rate);
  for (let n = 0; n < count; n++) out[first + n] += struck(n / rate, note, voice, rate / 2.2);
}

/** A knock on wood: a short low tone that falls a little, and some noise.
 * @param {Float32Array} out @param {number} rate @param {Knock} knock */
function addKnock(out, rate, [at, loud, tone, seconds, fade, rough]) {
  const first = Math.floor(at * rate);
  const count = Math.floor(seconds * rate);
  let smooth = 0;
  let phase = 0;
  for (let n = 0; n < count; n++) {
    const t = n / rate;
    phase += (2 * Math.PI * tone * (1 + 0.6 * Math.exp(-90 * t))) / rate;
    smooth += 0.45 * (2 * Math.random() - 1 - smooth);
    const noise = rough * Math.exp(-2.4 * fade * t) * smooth;
    out[first + n] += loud * (Math.exp(-fade * t) * Math.sin(phase) + noise);
  }
}

/** Bring it to its loudness, and let it end in silence. @param {Float32Array} out @param {number} rate
 * @param {number} peak */
function finish(out, rate, peak) {
  const loudest = out.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-6);
  const tail = Math.min(out.length, TAIL * rate);
  out.forEach((one, n) => {
    out[n] = (LOUD * peak * one * Math.min(1, (out.length - n) / tail)) / loudest;
  });
}

/** @param {AudioContext} on @param {Recipe} recipe */
function render(on, {peak, seconds, voice, notes, knocks}) {
  const rate = on.sampleRate;
  const buffer = on.createBuffer(1, Math.ceil(seconds * rate) + 1, rate);
  const out = buffer.getChannelData(0);
  for (const one of notes) addNote(out, rate, one, voice);
  for (const one of knocks) addKnock(out, rate, one);
  finish(out, rate, peak);
  return buffer;
}

async function fetchRecipes() {
  recipes = recipes || fetch("sounds.json").then((reply) => reply.json());
  try {
    return await recipes;
  } catch (error) {
    recipes = null;
    throw error;
  }
}

/** Play a sound: the game's own, or everybody's. Throws without a network.
 * @param {AudioContext} on @param {string} name @param {string} game */
export async function tones(on, name, game) {
  const all = await fetchRecipes();
  const own = game + "/" + name;
  const recipe = all[own] || all[name];
  const key = all[own] ? own : name;
  if (!made.has(key)) made.set(key, render(on, recipe));
  const source = on.createBufferSource();
  source.buffer = made.get(key) || null;
  source.connect(on.destination);
  source.start();
}
