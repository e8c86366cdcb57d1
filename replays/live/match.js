// The page of a match: shows it as the key in this browser may know it, follows it, and lets its seat act (act.js).

import {worthless} from "./accept.js";
import {desk} from "./act.js";
import {ask, by, lang, listen, make, Problem, say, wait} from "./ask.js";
import * as ring from "./ring.js";

const match = document.body.dataset.match;
const watch = new URLSearchParams(location.search).get("watch");
const path = `/matches/${encodeURIComponent(match)}`;
const given = ring.given;

/** Which keys may open this match, the best first. What is here comes before a link, which anybody can have made. */
const candidates = () => {
  const own = ring.held(match);
  return given ? [...own.filter(one => one.name === given.name && one.key !== given.key), given] : own;
};

const keys = candidates();
const me = keys.length ? {...keys.shift()} : null;
if (given) by("other").hash = location.hash; // whoever reads on in the other language before the answer comes takes it along
else ring.settled();
const bearer = () => me?.key ?? watch;
let told = null;

// --- what is shown

let drawn = new Map(); // the panels of the board that is shown, as they were told

const panels = root => new Map([...root.querySelectorAll(".panel[data-k], .scores")].map(
  panel => [panel.dataset.k ?? "scores", panel]));

/** The innermost parts that a reader would look for: cards, rows, pieces of a map. */
const parts = root => [...root.querySelectorAll("[data-k]")].filter(part => !part.querySelector("[data-k]"));

/** What is otherwise than before is outlined: its parts where they can be told, else the whole panel. */
const outline = (panel, before) => {
  const was = new Map(parts(before).map(part => [part.dataset.k, part.innerHTML]));
  const fresh = parts(panel).filter(part => was.get(part.dataset.k) !== part.innerHTML);
  for (const part of fresh.length ? fresh : [panel]) part.classList.add("fresh");
};

const drawBoard = html => {
  const made = document.createElement("template");
  made.innerHTML = html;
  const board = by("board"), before = panels(board), now = panels(made.content);
  const texts = new Map([...now].map(([key, panel]) => [key, panel.outerHTML]));
  const scrolled = new Map([...before].map(
    ([key, panel]) => [key, [...panel.querySelectorAll(".scroll")].map(part => part.scrollLeft)]));
  for (const [key, panel] of now) {
    const was = before.get(key);
    if (was?.open) panel.open = true;
    const other = drawn.size && drawn.get(key) !== texts.get(key);
    if (was && other && !panel.matches(".stage, .scores")) outline(panel, was);
  }
  board.replaceChildren(made.content);
  for (const [key, panel] of now) {
    panel.querySelectorAll(".scroll").forEach((part, at) => { part.scrollLeft = scrolled.get(key)?.[at] ?? 0; });
  }
  if (!drawn.size) {
    for (const here of board.querySelectorAll(".scroll .here")) {
      const part = here.closest(".scroll");
      part.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - part.clientWidth / 2;
    }
  }
  drawn = texts;
};

const seen = ring.place("seen", match, me?.name ?? "");
let every = false; // is the log wanted from its first row on?
let base = +(ring.get(seen) ?? 0); // the last row before the news

/** Nothing before this is news any more. */
const looked = () => {
  base = told?.page.row ?? base;
  by("news").hidden = true;
};

const drawNews = page => {
  const news = by("news");
  if (news.hidden === !page.fresh && news.dataset.html === page.news) return;
  news.dataset.html = page.news;
  news.hidden = !page.fresh;
  const list = make("ol", {className: "rows", tabIndex: 0});
  list.innerHTML = page.news;
  const noted = make("button", {type: "button", textContent: say("news_seen"), onclick: looked});
  news.replaceChildren(make("header", {}, make("h2", {textContent: say("news")}), noted), list);
};

const show = () => {
  const {page, can} = told;
  by("closed")?.remove();
  document.title = (page.mood === "yours" || page.mood === "asked" ? "● " : "") + page.title;
  by("title").textContent = page.title;
  by("who").textContent = page.who;
  const now = by("now");
  now.className = page.mood;
  if (now.dataset.html !== page.now) now.innerHTML = now.dataset.html = page.now; // else it would be read out again
  by("notes").replaceChildren(...page.notes.map(note => make("p", {className: "hint", textContent: note})));
  drawBoard(page.board);
  by("log").innerHTML = page.log;
  by("log").start = page.row;
  by("earlier")?.remove();
  if (page.earlier && !every) {
    const all = () => { every = true; refresh().catch(() => line(false)); };
    by("aside").append(make("button",
      {id: "earlier", type: "button", textContent: say("earlier", {count: page.earlier}), onclick: all}));
  }
  by("below").innerHTML = page.below;
  drawNews(page);
  acting.show(can, page);
  if (!document.hidden) ring.put(seen, page.row);
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && told) ring.put(seen, told.page.row);
});

/** What is scrolled to, or reached by keys, does not come to lie behind the banner; one that takes much room scrolls away. */
const banner = by("now");
new ResizeObserver(() => {
  document.body.classList.toggle("tall", banner.offsetHeight > innerHeight / 3);
  const stays = getComputedStyle(banner).position === "sticky";
  document.documentElement.style.scrollPaddingTop = stays ? `${banner.offsetHeight + 8}px` : "";
}).observe(banner);

// --- asking

let asking = null, again = false;

/** The match as it is now; who asks while that is under way is told once it has been asked again. */
const refresh = () => {
  again = true;
  asking ??= (async () => {
    try {
      while (again) {
        again = false;
        const key = bearer();
        try {
          const found = await ask(`${path}/told?lang=${lang}&after=${base}&every=${+every}`, key);
          if (me && found.name !== me.name) throw new Problem(403, {why: "key_of_other"});
          told = found;
        } catch (problem) {
          if (key === bearer()) throw problem;
          again = true; // the key was replaced meanwhile, by us
        }
      }
    } finally {
      asking = null;
    }
    show();
  })();
  return asking;
};

const line = (there, status) => {
  const shown = by("line");
  shown.textContent = status ? say("failed", {status}) : say(there ? "live" : "offline");
  shown.className = there ? "there" : "gone";
};

/** The match opened with this key as this seat: that is the one to keep. */
const opened = () => {
  if (me) {
    (me.invited ? ring.invite : ring.keep)(match, me.name, me.key);
    ring.put(ring.place("as", match, ""), me.name);
  }
  settled();
};

/** The link was looked at: nothing of it is left in the address. */
const settled = () => {
  ring.settled();
  by("other").hash = "";
};

/** Who holds several seats here (two people at one screen) says which one is meant. */
const drawSeats = () => {
  const own = [...new Set(ring.held(match).map(one => one.name))].sort();
  if (own.length < 2 || by("seat")) return;
  const select = make("select", {id: "seat"}, ...own.map(name => new Option(name, name, false, name === me.name)));
  select.setAttribute("aria-label", say("seat"));
  select.onchange = () => {
    ring.put(ring.place("as", match, ""), select.value);
    location.reload();
  };
  by("who").after(select);
};

addEventListener("hashchange", () => location.reload()); // another link was opened in this very window

const failing = problem => {
  if (!(problem instanceof Problem)) throw problem;
  by("line").textContent = "";
  settled();
  if (!me) return; // the page says it: this match is not shown to everybody
  const {why} = problem.told, was = why === "key_replaced";
  if (was && me.invited) ring.uninvite(match, me.name);
  const said = was && me.invited ? worthless(problem.told)
    : say(["key_replaced", "key_of_other"].includes(why) ? why : "key_of_nobody", {name: me.name});
  by("now").className = "theirs";
  by("now").replaceChildren(make("p", {className: "first", role: "alert", textContent: said}));
};

const begin = async () => {
  by("line").textContent = say("connecting");
  for (let tries = 0; !told; tries++) {
    try {
      await refresh();
    } catch (problem) {
      const refused = problem instanceof Problem && problem.status < 500 && problem.status !== 429;
      if (refused && keys.length) {
        Object.assign(me, keys.shift());
        continue;
      }
      if (refused) return failing(problem);
      line(false);
      await wait(Math.min(30000, 1000 * 2 ** tries));
    }
  }
  opened();
  drawSeats();
  acting.resume();
  const knock = row => { if (row > told.page.row) refresh().catch(problem => problem instanceof Problem ? failing(problem) : line(false)); };
  return listen(match, bearer, () => told.page.row, knock, line);
};

for (const kind of ["error", "unhandledrejection"]) { // a mistake of ours: nobody taps into the void
  addEventListener(kind, () => {
    by("line").textContent = say("page_failed");
    by("line").className = "gone";
  });
}

const acting = desk({match, path, me, bearer, refresh, looked});
begin();
