// The box in which a move is typed: the words that can follow, by tap or arrow keys, and what a whole move would bring.

import {button, make, say, touches} from "./ask.js";

/** `completed(text)`: how it goes on; `play(text)`: it is sent; `isListed()`: can what is possible be picked elsewhere? */
export const typist = ({completed, play, isListed}) => {
  const input = make("input", {id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, maxLength: 2000});
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", "next");
  input.setAttribute("aria-expanded", "false");
  input.enterKeyHint = "send";
  const list = make("ul", {id: "next", hidden: true});
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", say("next_words"));
  const told = make("div", {id: "typed-told", ariaLive: "polite"});
  const label = make("label", {htmlFor: "typed", textContent: say("type")});
  const less = button("⌫", () => put(input.value.trimEnd().replace(/\S+$/, "")), "less");
  less.setAttribute("aria-label", say("less"));
  const form = make("form", {id: "typing"}, label,
    make("div", {className: "box"}, input, less, make("button", {className: "main", textContent: say("play")})),
    told, list);
  let options = [], active = -1, number = 0, timer = 0;

  const preview = make("div", {id: "preview"});

  /** A move that is whole: what it means, what follows, and the button that plays it. */
  const previewed = (whole, close) => {
    const follows = whole.follows.map(({sentence, rule}) => make("li", {}, `${sentence} `, make("small", {textContent: `(${rule})`})));
    const others = (whole.others ?? []).filter(text => text !== whole.text);
    if (whole.more) follows.push(make("li", {textContent: say("more_follows")}));
    preview.replaceChildren(
      make("p", {className: "means", textContent: whole.means}),
      follows.length ? make("ul", {className: "follows"}, ...follows) : "",
      whole.for_good ? make("p", {className: "hint", textContent: say("for_good_ask")}) : "",
      make("p", {className: "answers"}, button(say("play"), () => play(whole.text), "main"), button(say("cancel"), close)),
      others.length ? make("p", {className: "nearest"}, `${say("other_ways")} `,
        ...others.map(text => button(text, () => put(text), "near"))) : "");
  };

  const light = to => {
    active = to;
    [...list.children].forEach((option, at) => option.setAttribute("aria-selected", at === active));
    input.setAttribute("aria-activedescendant", active < 0 ? "" : `next${active}`);
    list.children[active]?.scrollIntoView({block: "nearest"});
  };
  const offer = words => {
    options = words;
    list.hidden = !words.length;
    input.setAttribute("aria-expanded", String(words.length > 0));
    list.replaceChildren(...words.map((word, at) => {
      const means = word.means ? make("span", {textContent: word.means}) : "";
      const option = make("li", {id: `next${at}`, onclick: () => pick(at)}, make("code", {textContent: word.word}), means);
      option.setAttribute("role", "option");
      return option;
    }));
    light(-1);
  };
  const pick = at => {
    put(options[at].text);
    if (!touches) input.focus();
  };
  const complete = async () => {
    const text = input.value, mine = ++number;
    if (!text.trim() && isListed()) {
      offer([]);
      told.replaceChildren();
      return;
    }
    const found = await completed(text);
    if (mine !== number || !found) return;
    offer(found.words);
    if (found.whole) {
      previewed(found.whole, clear);
      told.replaceChildren(preview);
    } else {
      const near = (found.near ?? []).map(text => button(text, () => put(text), "near"));
      told.replaceChildren(found.so_far ? make("p", {className: "means", textContent: found.so_far}) : "",
        found.said ? make("p", {className: "hint", textContent: found.said}) : "", ...near);
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(complete, 150);
  };
  const put = text => {
    input.value = text;
    complete();
  };
  /** Where nothing is listed, the words with which one can begin are offered at once; the only one is typed. */
  const begin = async () => {
    await complete();
    if (!input.value && options.length === 1) put(`${options[0].text} `);
  };
  const quiet = () => {
    clearTimeout(timer);
    ++number;
    offer([]);
    told.replaceChildren();
  };
  const clear = () => {
    input.value = "";
    quiet();
  };
  input.oninput = soon;
  input.onfocus = () => { if (input.value) soon(); };
  input.onkeydown = event => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && options.length) {
      event.preventDefault();
      light((active + step + options.length + (active < 0 && step < 0)) % options.length);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      pick(active);
    } else if (event.key === "Escape") {
      clear();
    }
  };
  form.onsubmit = event => {
    event.preventDefault();
    if (input.value.trim()) play(input.value.trim());
  };
  return {form, label, input, preview, previewed, put, begin, clear, quiet};
};
