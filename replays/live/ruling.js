// The form in which a seat asks that an unclear rule be read otherwise; what can be asked is loaded when it is opened.

import {button, make, say} from "./ask.js";

/** `load()`: what can be read otherwise; `send(named, reading, why)`: it is asked for. */
export const ruler = ({load, send}) => {
  const list = make("div", {className: "unclear"});
  const why = make("input", {id: "why", type: "text", required: true, pattern: ".*\\S.*", maxLength: 1000, autocomplete: "off"});
  const rule = make("button", {className: "main"});
  const asking = make("div", {className: "asking"}, make("label", {htmlFor: "why", textContent: say("rule_why")}),
    make("div", {className: "box"}, why, rule));
  const form = make("form", {}, list);
  const root = make("details", {className: "more-acts", id: "ruling", hidden: true},
    make("summary", {textContent: say("rule")}), form);
  let known = null, loaded = null, number = 0, at = null;

  const picked = () => at?.querySelector("input:checked:enabled");
  const ready = () => { rule.disabled = !picked(); };

  /** One ruling at a time is open, and what asks for another reading of it stands in it. */
  const unfold = one => {
    for (const other of list.querySelectorAll("details[open]")) if (other !== one) other.open = false;
    at = one;
    one.append(asking);
    ready();
    one.scrollIntoView({block: "nearest"});
  };

  const reading = (one, {reading, means, now, open}) => make("label", {},
    make("input", {type: "radio", name: one.option, value: reading, checked: now, disabled: !open, onchange: ready}),
    make("span", {}, means ? `${means} ` : "", make("code", {textContent: reading}),
      now ? make("small", {textContent: ` · ${say("rule_now")}`}) : null));

  const ruling = one => {
    const readings = make("fieldset", {}, make("legend", {className: "unseen", textContent: one.question}),
      ...one.readings.map(each => reading(one, each)));
    const item = make("details", {}, make("summary", {}, make("b", {textContent: one.id}), ` ${one.question}`), readings);
    item.dataset.option = one.option;
    item.ontoggle = () => { if (item.open) unfold(item); };
    return item;
  };

  const draw = ({rulings, asks}) => {
    const before = at?.open && at.dataset.option;
    rule.textContent = say(asks ? "rule_ask" : "rule_alone");
    list.replaceChildren(make("p", {className: "hint", textContent: say(asks ? "rule_hint_ask" : "rule_hint_alone")}),
      ...rulings.map(ruling));
    at = [...list.querySelectorAll("details")].find(item => item.dataset.option === before) ?? null;
    if (at) at.open = true; // which unfolds it
  };

  /** Once for as long as nothing else is in force; what was typed stays. */
  const fill = async () => {
    if (!root.open || root.hidden || loaded === known) return;
    const mine = ++number, wanted = known;
    try {
      const found = await load();
      if (mine !== number) return;
      loaded = wanted;
      draw(found);
    } catch {
      if (mine === number) list.replaceChildren(make("p", {className: "hint", role: "alert", textContent: say("rule_failed")}),
        button(say("rule_again"), fill));
    }
  };
  root.ontoggle = fill;

  form.onsubmit = event => {
    event.preventDefault();
    const option = at?.dataset.option, one = picked();
    if (one && why.value.trim()) send(option, one.value, why.value.trim());
  };

  /** `can`: may it be asked for now? `now`: what is in force, so that it is known when to load it again. */
  const show = (can, now) => {
    root.hidden = !can;
    known = now;
    fill();
  };
  const clear = () => {
    why.value = "";
    at = loaded = null;
    root.open = false;
    list.replaceChildren();
  };
  return {root, show, clear};
};
