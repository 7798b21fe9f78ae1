// node --test: the two codes by which phones pair.
import assert from "node:assert/strict";
import test from "node:test";

import {describe, pack, parse, renamed, tagOf, unpack} from "../../companion/page/tab/code.js";

const PRINT = Array.from({length: 32}, (_, n) => (n + 16).toString(16).toUpperCase()).join(":");
const HERE = {host: "192.168.178.23", port: 54321};
const HIDDEN = {host: "2f8cd74b-27fa-4790-b666-651a4c66a27d.local", port: 40123};
const OFFER = {print: PRINT, ufrag: "TuKY", pwd: "dMv/jyetBEyP7Nyk9Z2K+rq+", at: [HERE]};

test("a code holds what the other phone must know, and no more letters than fit a small QR code", () => {
  const code = pack("offer", {...OFFER, name: "Ana"});
  assert.deepEqual(unpack("offer", code), {...OFFER, name: "Ana"});
  assert.equal(code.length, 99);
  assert.match(code, /^[\w-]+$/);
  const answer = pack("answer", {...OFFER, at: [], to: tagOf("TuKY")});
  assert.deepEqual(unpack("answer", answer), {...OFFER, at: [], to: "Tu"});
  assert.equal(answer.length, 90);
});

test("real addresses come before hidden ones, which are used if there is nothing else", () => {
  const at = (places) => unpack("offer", pack("offer", {...OFFER, at: places})).at;
  assert.deepEqual(at([HIDDEN, HERE]), [HERE]);
  assert.deepEqual(at([HIDDEN]), [HIDDEN]);
  assert.deepEqual(at([{host: "fe80::1", port: 1}]), []);
  assert.equal(at(Array.from({length: 9}, () => HERE)).length, 4);
});

test("a browser's description is read and written", () => {
  const sdp = describe(OFFER, "actpass");
  assert.deepEqual(parse(sdp), OFFER);
  const own = {ufrag: "abcd", pwd: "efgh"};
  assert.deepEqual(parse(renamed(sdp, own)), {...OFFER, ...own});
});

test("nothing but a whole code of that kind is taken", () => {
  const code = pack("offer", OFFER);
  assert.throws(() => unpack("answer", code));
  const link = "https://example.org/#join=" + code;
  for (const wrong of ["", "x", "hello world", code.slice(0, 60), "~".repeat(99), link])
    assert.throws(() => unpack("offer", wrong), wrong);
  const later = Buffer.from(code, "base64url");
  later[0] += 2;
  assert.throws(() => unpack("offer", later.toString("base64url")), {name: "version"});
});

test("no line can be smuggled into a description", () => {
  for (const field of ["ufrag", "pwd"])
    assert.throws(() => unpack("offer", pack("offer", {...OFFER, [field]: "x\r\na=candidate:evil"})));
});
