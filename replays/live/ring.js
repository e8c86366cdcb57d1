// The keys that this browser holds, each under the match and the name that it is for. Nothing else is kept as dearly.

const ROOM = "1".repeat(4000); // what a key, an act that is on its way and what was seen take together, and more

const store = (() => {
  try {
    localStorage.getItem("herald");
    return localStorage;
  } catch {
    return null; // a window that keeps nothing: the keys live as long as the page
  }
})();
const fleeting = new Map(); // what could not be kept
let lacks = store ? "" : "no_storage";

export const get = name => fleeting.get(name) ?? store?.getItem(name) ?? null;

/** It is never lost while the page is open. Where nothing more can be kept, `unkept` says so. */
export const put = (name, value) => {
  try {
    store?.setItem(name, value);
  } catch {
    lacks = "storage_full";
  }
  if (lacks) fleeting.set(name, String(value));
};

export const drop = name => {
  fleeting.delete(name);
  store?.removeItem(name);
};

put("herald", ROOM); // is there room?
drop("herald");

const names = () => [...new Set([...Object.keys(store ?? {}), ...fleeting.keys()])];

/** The name of the sentence on why nothing that comes in now outlives the page; nothing where it does. */
export const unkept = () => lacks;

/** Where something of a match lies: its key, an invitation, what was seen, what was sent. */
export const place = (kind, match, name) => [kind, match, name].map(encodeURIComponent).join(" ");

const note = (kind, match, name, key) => {
  if (get(place(kind, match, name)) !== key) put(place(kind, match, name), key);
};

/** Only what has just opened this very seat: then no other key does. */
export const keep = (match, name, key) => {
  note("key", match, name, key);
  drop(place("invited", match, name));
};

/** An invitation stays until it is accepted, or worth nothing. */
export const invite = (match, name, key) => note("invited", match, name, key);

export const uninvite = (match, name) => drop(place("invited", match, name));

export const forget = (match, name) => {
  for (const kind of ["key", "invited", "seen", "sent", "next"]) drop(place(kind, match, name));
};

/** All keys and invitations: `{match, name, key, invited}`; those of one match, if one is named, the one used last first. */
export const held = match => {
  const all = ["key", "invited"].flatMap(kind => names().filter(name => name.startsWith(`${kind} `)).map(name => {
    const [, of, whose] = name.split(" ").map(decodeURIComponent);
    return {match: of, name: whose, key: get(name), invited: kind === "invited"};
  }));
  const found = match === undefined ? all : all.filter(one => one.match === match);
  const last = match === undefined ? null : get(place("as", match, ""));
  return found.sort((one, other) => (other.name === last) - (one.name === last));
};

const LONGEST = 200; // characters of a key or a name, as in links that a terminal reads

/** What stands behind `#`: `#as=NAME&key=KEY`, `&invited`. It stays there until it was looked at (`settled`). */
export const given = (() => {
  const said = new URLSearchParams(location.hash.slice(1));
  const name = said.get("as"), key = said.get("key");
  const fits = name && key && name.length <= LONGEST && key.length <= LONGEST && /^[a-z0-9]+$/i.test(key);
  return fits ? {name, key, invited: said.has("invited")} : null;
})();

export const settled = () => {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
};
