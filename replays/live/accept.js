// Taking a seat by its invitation: a key of one's own, of which the host is told the digest alone.

import {ask, lang, Problem, say} from "./ask.js";
import * as ring from "./ring.js";

export const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
export const random = count => hex(crypto.getRandomValues(new Uint8Array(count)));

/** What a log says of a key: SHA-256 over a tag and the parts, each behind its length in 8 bytes (docs/log.md). */
export const keyDigest = async (match, name, key) => {
  const letters = new TextEncoder();
  const pieces = ["herald key 1", match, name, key].flatMap(part => {
    const bytes = letters.encode(part), length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(bytes.length));
    return [...new Uint8Array(length.buffer), ...bytes];
  });
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(pieces))));
};

/** Can keys be made here? Browsers keep what it takes from pages that came in the clear. */
export const makesKeys = () => Boolean(crypto.subtle);

/** The new key. It is kept before the host hears of it, so that this can be done again after whatever went wrong. */
export const accepted = async (match, name, invitation) => {
  const path = `/matches/${encodeURIComponent(match)}`, place = ring.place("next", match, name);
  let next = JSON.parse(ring.get(place) ?? "null");
  if (next?.invitation !== invitation) {
    next = {invitation, key: random(16), client: random(12)};
    ring.put(place, JSON.stringify(next));
  }
  try {
    const digest = await keyDigest(match, name, next.key);
    await ask(`${path}/acts`, invitation, {do: {kind: "key", digest}, client: next.client, after: 999999999});
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.told.why !== "key_replaced") throw problem;
    await ask(`${path}/told`, next.key).catch(other => { // it was this very key, if it opens
      throw other instanceof Problem ? problem : other;
    });
  }
  ring.keep(match, name, next.key);
  ring.drop(place);
  return next.key;
};

/** Why an invitation opens nothing any more, of what the service says of a key that was replaced. */
export const worthless = ({terms: {at, by}}) =>
  say(by === "arbiter" ? "renewed" : "taken",
    {when: new Date(at * 1000).toLocaleString(lang, {dateStyle: "medium", timeStyle: "short"})});
