// Asking the service, and listening to what comes in.

export const by = id => document.getElementById(id);
export const words = JSON.parse(by("words").textContent);
export const lang = document.documentElement.lang;

/** A sentence, with what it names. */
export const say = (name, terms = {}) => words[name].replace(/\{(\w+)\}/g, (_, term) => terms[term]);

/** An element; texts are set as texts, and what is null is left out. */
export const make = (name, fields = {}, ...inner) => {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...inner.filter(part => part !== null));
  return element;
};

export const button = (text, onclick, className = "") =>
  make("button", {type: "button", textContent: text, onclick, className});

/** A keyboard on the screen would cover what there is to tap. */
export const touches = matchMedia("(pointer: coarse)").matches;

export class Problem extends Error {
  constructor(status, told) {
    super(told.said || told.why);
    Object.assign(this, {status, told});
  }
}

/** What the service says. Whoever gets no answer hears `TypeError`, who gets another one than wanted `Problem`. */
export const ask = async (path, key, body) => {
  const headers = key ? {authorization: `Bearer ${key}`} : {};
  const sent = body === undefined ? {} : {method: "POST", body: JSON.stringify(body)};
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(path, {...sent, headers, cache: "no-store", signal: AbortSignal.timeout(20000)});
  if (answer.ok) return answer.json();
  const told = await answer.json().catch(() => null);
  if (!told || answer.status >= 502) throw new TypeError(`HTTP ${answer.status}`); // a proxy that finds nobody
  throw new Problem(answer.status, told);
};

export const wait = ms => new Promise(done => setTimeout(done, ms));

/** Until some time has passed, or there is reason to look again at once. */
const pause = ms => new Promise(done => {
  const over = () => {
    clearTimeout(timer);
    removeEventListener("online", over);
    document.removeEventListener("visibilitychange", shown);
    done();
  };
  const shown = () => { if (!document.hidden) over(); };
  const timer = setTimeout(over, ms);
  addEventListener("online", over);
  document.addEventListener("visibilitychange", shown);
});

const SILENT = 40000; // ms: the service says every 15 s that it is still there

/** Listens for ever. `bearer()`: the key in force; `known()`: the last row that is here; `knock(row)`: there are more; `line(is there)`. */
export const listen = async (match, bearer, known, knock, line) => {
  for (let tries = 0; ; tries++) {
    const stop = new AbortController();
    let silent = 0;
    const heard = () => {
      clearTimeout(silent);
      silent = setTimeout(() => stop.abort(), SILENT);
    };
    const woken = () => { if (!document.hidden && Date.now() - last > SILENT) stop.abort(); };
    const gone = () => stop.abort();
    let last = Date.now();
    document.addEventListener("visibilitychange", woken);
    addEventListener("offline", gone);
    try {
      heard();
      const headers = bearer() ? {authorization: `Bearer ${bearer()}`} : {};
      const feed = await fetch(`/matches/${encodeURIComponent(match)}/feed?after=${known()}`,
        {headers, cache: "no-store", signal: stop.signal});
      if ([401, 403, 404].includes(feed.status)) return line(false, feed.status);
      if (!feed.ok) throw new TypeError(`HTTP ${feed.status}`);
      line(true);
      tries = 0;
      const reader = feed.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ""; ;) {
        const {done, value} = await reader.read();
        if (done) break;
        heard();
        last = Date.now();
        const lines = (text + value).split("\n");
        text = lines.pop();
        for (const one of lines) if (one.startsWith("data: ")) knock(+one.slice(6));
      }
    } catch {
      // it comes again
    } finally {
      clearTimeout(silent);
      document.removeEventListener("visibilitychange", woken);
      removeEventListener("offline", gone);
    }
    line(false);
    await pause(Math.min(30000, 1000 * 2 ** Math.min(tries, 5)) * (0.7 + Math.random() * 0.6));
  }
};
