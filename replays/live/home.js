// The list of one's matches: the keys lie in this browser, and what they open is told by one request.

import {ask, by, lang, make, say, wait, words} from "./ask.js";
import * as ring from "./ring.js";

const list = by("mine");
const page = match => `/m/${encodeURIComponent(match)}?lang=${lang}`;
const BATCH = 200;

/** Forgetting cannot be taken back: it is said what that means, and asked. */
const forgetting = (one, item) => {
  const begin = make("button", {type: "button", className: "quiet", textContent: say("forget")});
  begin.onclick = () => {
    const keep = make("button", {type: "button", textContent: say("keep"), onclick: () => asked.replaceWith(begin)});
    const asked = make("div", {className: "forgetting", role: "alert"},
      make("p", {textContent: say(one.invited ? "forget_invited" : "forget_sure", {name: one.name})}),
      make("p", {className: "answers"}, keep, make("button", {
        type: "button", textContent: say(one.invited ? "forget" : "forget_yes"),
        onclick: () => { forgotten(one); item.remove(); empty(); },
      })));
    begin.replaceWith(asked);
    keep.focus();
  };
  return begin;
};

/** A key that is here beside an invitation to the same seat stays. */
const forgotten = one => (one.invited ? ring.uninvite : ring.forget)(one.match, one.name);

const empty = () => {
  by("none").hidden = ring.held().length > 0;
  for (const section of list.querySelectorAll("section")) if (!section.querySelector("li")) section.remove();
};

/** The page of a match opens with the key that was tapped. */
const chosen = one => () => ring.put(ring.place("as", one.match, ""), one.name);

/** Why it does not open. */
const refused = ({name, problem, opens}) =>
  problem ? words[problem.why] ?? problem.said : say("key_of_other", {name, opens});

const entry = one => {
  const {shown} = one, item = make("li", {className: shown?.mood ?? "failing"});
  const who = say("as", {name: one.name === "arbiter" ? say("arbiter") : one.name});
  const link = make("a", {href: page(one.match), onclick: chosen(one)},
    make("b", {textContent: shown ? shown.game : one.match}),
    make("span", {className: "names", textContent: shown ? shown.names.join(", ") : ""}),
    make("span", {className: "said", textContent: !shown ? refused(one) : one.invited ? say("invited") : shown.now}),
    make("small", {textContent: [one.match, who, shown?.ago].filter(Boolean).join(" · ")}));
  item.append(link, forgetting(one, item));
  return item;
};

const kind = one => {
  if (!one.shown) return "failing";
  if (one.invited) return "inviting";
  if (["yours", "asked"].includes(one.shown.mood)) return "waiting";
  return one.shown.mood === "over" ? "over" : "running";
};

const draw = all => {
  const sorted = all.sort((one, other) => (one.shown?.since ?? 0) - (other.shown?.since ?? 0));
  const sections = ["inviting", "waiting", "running", "over", "failing"].map(name => {
    const found = sorted.filter(one => kind(one) === name);
    if (name !== "waiting") found.reverse(); // who waits longest comes first, of others the newest
    return found.length && make("section", {className: `panel ${name}`}, make("h2", {textContent: say(name)}),
      make("ul", {}, ...found.map(entry)));
  });
  list.replaceChildren(...sections.filter(Boolean));
  document.title = (all.some(one => ["inviting", "waiting"].includes(kind(one))) ? "● " : "") + document.querySelector("h1").textContent;
  empty();
};

const load = async () => {
  const all = [];
  for (let left = ring.held(); left.length;) {
    const named = new Set(), some = []; // one request names a match once
    for (const one of left) if (some.length < BATCH && !named.has(one.match)) named.add(one.match) && some.push(one);
    const found = await ask(`/told?lang=${lang}`, null, some.map(({match, key}) => ({match, key})));
    found.forEach((one, at) => {
      const opens = one.name, own = one.problem || opens === some[at].name;
      all.push({...one, ...some[at], opens, shown: own ? one.shown : null});
    });
    const told = new Set(some.slice(0, found.length)); // an answer that is full leaves the rest for the next one
    left = left.filter(one => !told.has(one));
    if (!told.size) break;
  }
  draw(all);
};

const again = async () => {
  const line = by("line");
  for (let tries = 0; ; tries++) {
    try {
      await load();
      line.textContent = "";
      return;
    } catch {
      line.textContent = say("offline");
      line.className = "gone";
      await wait(Math.min(30000, 1000 * 2 ** tries));
    }
  }
};

// --- a link that was sent

const field = make("input", {id: "link", type: "text", placeholder: say("open_hint"), autocomplete: "off"});
const wrong = make("p", {className: "hint", role: "alert"});
const form = make("form", {}, make("label", {htmlFor: "link", textContent: say("open_link")}),
  make("div", {className: "box"}, field, make("button", {className: "main", textContent: say("open")})), wrong);
form.onsubmit = event => {
  event.preventDefault();
  const to = URL.canParse(field.value.trim()) ? new URL(field.value.trim()) : null;
  if (to && to.origin === location.origin && to.pathname.startsWith("/m/")) location.assign(to.href);
  else wrong.textContent = say("no_link");
};
by("open").append(form);
by("open").hidden = false; // without scripts nothing stands there

document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
setInterval(() => { if (!document.hidden) again(); }, 60000);
again();
