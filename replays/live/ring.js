// The keys that this browser holds, each under the match and the name that it is for. Nothing else is kept as dearly.

const store = (() => {
  try {
    localStorage.setItem("herald", "1");
    return localStorage;
  } catch {
    return null; // a window that keeps nothing: the keys live as long as the page
  }
})();
const fleeting = new Map();

export const keeps = store !== null;
export const get = name => store ? store.getItem(name) : fleeting.get(name) ?? null;
export const put = (name, value) => store ? store.setItem(name, value) : fleeting.set(name, value);
export const drop = name => store ? store.removeItem(name) : fleeting.delete(name);
const names = () => store ? Object.keys(store) : [...fleeting.keys()];

/** Where something of a match lies: its key, what was seen, what was sent. */
export const place = (kind, match, name) => [kind, match, name].map(encodeURIComponent).join(" ");

export const keep = (match, name, key) => put(place("key", match, name), key);

export const forget = (match, name) => {
  for (const kind of ["key", "seen", "sent", "next"]) drop(place(kind, match, name));
};

/** All keys: `{match, name, key}`; those of one match, if one is named, the one used last first. */
export const held = match => {
  const all = names().filter(name => name.startsWith("key ")).map(name => {
    const [, of, whose] = name.split(" ").map(decodeURIComponent);
    return {match: of, name: whose, key: get(name)};
  });
  const found = match === undefined ? all : all.filter(one => one.match === match);
  const last = match === undefined ? null : get(place("as", match, ""));
  return found.sort((one, other) => (other.name === last) - (one.name === last));
};

/** What stands behind `#` goes into the ring at once, and out of the address: `#as=NAME&key=KEY`, `&invited`. */
export const taken = () => {
  const said = new URLSearchParams(location.hash.slice(1));
  const name = said.get("as"), key = said.get("key");
  if (!name || !key) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return {name, key, invited: said.has("invited")};
};
