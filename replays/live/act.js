// What a seat can do, and how it is done: picked, typed part by part, sent until it is answered.

import {accepted, makesKeys, random, worthless} from "./accept.js";
import {ask, button, by, lang, make, Problem, say, touches, wait} from "./ask.js";
import * as ring from "./ring.js";
import {ruler} from "./ruling.js";
import {typist} from "./typing.js";

/** So many choices are shown at once; of more those that begin alike are folded. */
const MANY = 8;

/** The desk of one seat: `show(can, page)` what it can do, `resume()` what was not answered when the page was left. */
export const desk = ({match, path, me, bearer, refresh, looked}) => {
  const root = by("act"), sent = ring.place("sent", match, me?.name ?? "");
  const said = make("div", {id: "said"}), parts = make("div", {id: "can"});
  const unkept = make("p", {className: "unkept"});
  root.append(unkept, said, parts);
  let can = null, row = 0, held = null, busy = false, shown = "";

  // --- what is said of an act

  const tell = (text, className = "", ...more) => {
    said.setAttribute("role", className === "refused" ? "alert" : "status");
    said.replaceChildren(make("p", {textContent: text, className}), ...more);
    if (className === "refused") reveal();
  };
  const reveal = () => said.scrollIntoView({block: "nearest"});
  const hush = () => said.replaceChildren();

  const refused = problem => {
    typing.quiet();
    const near = (problem.told.near ?? []).map(text => button(text, () => typing.put(text), "near"));
    const list = near.length ? make("p", {className: "nearest"}, `${say("refused_near")} `, ...near) : null;
    const {rule, rule_says: says} = problem.told;
    const rules = says ? make("details", {}, make("summary", {textContent: say("rule_says", {rule})}),
      make("p", {textContent: says})) : null;
    tell(problem.message, "refused", ...[rules, list].filter(Boolean));
  };

  // --- sending: kept until it is answered; the client id lets it count once, however often it is sent

  const waiting = () => JSON.parse(ring.get(sent) ?? "null");

  const deliver = async act => {
    busy = true;
    parts.inert = true;
    tell(say("sending", {text: act.text}));
    try {
      for (let tries = 0; ; tries++) {
        try {
          await ask(`${path}/acts?lang=${lang}`, bearer(),
            {do: act.do, held: act.held, client: act.client, after: 999999999});
          break;
        } catch (problem) {
          if (problem instanceof Problem && problem.status < 500 && problem.status !== 429) throw problem;
          tell(say("again", {text: act.text}));
          await wait(Math.min(20000, 1000 * 2 ** tries));
        }
      }
      ring.drop(sent);
      looked();
      typing.clear();
      if (act.do.kind === "ruling") ruling.clear();
      await refresh().catch(() => null);
      tell(act.do.kind === "move" ? say("played", {text: act.text}) : say("done"));
    } catch (problem) {
      ring.drop(sent);
      if (problem.told?.error === "stale") tell(say("stale"), "refused");
      else refused(problem);
      await refresh().catch(() => null);
      reveal(); // what came in may have moved it
    } finally {
      busy = false;
      parts.inert = false;
    }
  };

  const send = (deed, text) => {
    if (busy) return;
    const act = {do: deed, text, held, client: random(12)};
    ring.put(sent, JSON.stringify(act));
    warn();
    deliver(act);
  };
  const move = text => send({kind: "move", text, ...can.sealed ? {} : {expect: row}}, text);

  const resume = () => {
    const act = waiting();
    if (!act || !me) return;
    root.hidden = false;
    tell(say("unsure", {text: act.text}), "unsure", make("p", {className: "answers"},
      button(say("send_again"), () => deliver(act), "main"),
      button(say("forget_it"), () => { ring.drop(sent); hush(); })));
  };

  const undoing = () => button(say(`undo_${can.undo}`), () => send({kind: "undo", meant: can.undoes}, say(`undo_${can.undo}`)));

  const completed = text => ask(`${path}/complete?lang=${lang}`, bearer(), {typed: text}).catch(() => null);
  const typing = typist({completed, play: move, isListed: () => can.choices.length > 0});

  const ruling = ruler({
    load: () => ask(`${path}/rulings?lang=${lang}`, bearer()),
    send: (option, reading, why) => send({kind: "ruling", rulings: {[option]: reading}, why}, `${option}=${reading}`),
  });

  // --- what can be picked

  /** What can be taken back is played by one tap; what cannot shows first what it brings, and asks. */
  const choice = one => {
    const item = make("li");
    item.dataset.choice = can.choices.indexOf(one);
    const told = [make("span", {className: "means", textContent: one.means}),
      make("code", {textContent: one.text}),
      one.for_good ? make("small", {textContent: ` · ${say("for_good")}`}) : null];
    const pick = (text, press) => one.for_good ? asks(text, one.means, item, press) : move(text);
    if (one.each.length) {
      const each = one.each.map(({label, text}) => button(label, event => pick(text, event.currentTarget)));
      item.append(make("div", {className: "choice several"}, ...told, make("p", {className: "each"}, ...each)));
      return item;
    }
    const press = make("button", {type: "button", className: "choice"}, ...told,
      one.begun ? make("span", {className: "more", textContent: "…"}) : null);
    press.onclick = () => {
      if (!one.begun) {
        pick(one.text, press);
        return;
      }
      item.append(typing.form);
      typing.put(one.begun.endsWith("=") ? one.begun : `${one.begun.trimEnd()} `);
      if (!touches) typing.input.focus();
      item.scrollIntoView({block: "nearest"});
    };
    item.append(press);
    return item;
  };

  /** The first tap on what cannot be taken back shows what it brings, below the line in which it stands. */
  const asks = async (text, means, item, press) => {
    for (const other of parts.querySelectorAll("[aria-expanded]")) {
      if (other !== typing.input) other.setAttribute("aria-expanded", String(other === press));
    }
    press.setAttribute("aria-expanded", "true");
    const found = await completed(text);
    typing.previewed(found?.whole ?? {text, means, follows: [], more: false, for_good: true}, () => {
      typing.preview.remove();
      press.setAttribute("aria-expanded", "false");
      press.focus();
    });
    item.append(typing.preview);
    typing.preview.querySelector(".main").focus();
    typing.preview.scrollIntoView({block: "nearest"});
  };

  const folded = choices => {
    const groups = Map.groupBy ? Map.groupBy(choices, one => one.text.split(" ")[0]) : new Map([["", choices]]);
    if (choices.length <= MANY || groups.size < 2) return choices.map(choice);
    return [...groups].flatMap(([verb, some]) => some.length < 3 ? some.map(choice) : [
      make("li", {}, make("details", {}, make("summary", {className: "verb"}, make("b", {textContent: verb}),
        make("span", {textContent: ` · ${some.length}`})), make("ul", {className: "choices"}, ...some.map(choice))))]);
  };

  // --- the same from the board: what is typed for a card leads to the choices in which it stands

  const tokens = one => [one.text, ...one.each.map(({text}) => text)].flatMap(text => {
    const words = text.split(/[\s|=+]+/);
    const named = words.filter(word => words.length > 2 || !/^\d+$/.test(word)); // of `buy 1` the number is no die
    return named.flatMap(word => [word, word.split(":")[0]]);
  });
  const lit = () => {
    const known = new Map();
    for (const item of parts.querySelectorAll("[data-choice]")) {
      for (const word of tokens(can.choices[item.dataset.choice])) known.set(word, [...known.get(word) ?? [], item]);
    }
    for (const code of document.querySelectorAll("#board code")) {
      const found = known.get(code.textContent), part = code.closest(".card, .tile, td, li");
      if (!found || !part) continue;
      part.classList.add("can");
      part.onclick = event => {
        event.stopPropagation();
        parts.querySelectorAll(".hit").forEach(item => item.classList.remove("hit"));
        for (const item of found) {
          item.classList.add("hit");
          if (item.closest("details")) item.closest("details").open = true;
        }
        found[0].scrollIntoView({block: "center"});
        found[0].querySelector("button").focus({preventScroll: true});
      };
    }
  };

  const consent = asked => make("p", {className: "answers"},
    asked.agree ? button(say("agree"), () => send({kind: "agree", row: asked.row}, say("agree")), "main") : "",
    asked.decline ? button(say(asked.own ? "withdraw" : "decline"),
      () => send({kind: "decline", row: asked.row}, say(asked.own ? "withdraw" : "decline"))) : "");

  const givingUp = () => {
    const ask = button(say("give_up"), () => ask.replaceWith(make("span", {}, `${say("give_up_sure")} `,
      button(say("give_up"), () => send({kind: "give-up"}, say("give_up")), "main"),
      button(say("cancel"), () => { shown = ""; show(can, {row}); }))));
    return ask;
  };

  const otherDevice = () => {
    const link = `${location.origin}/m/${encodeURIComponent(match)}#as=${encodeURIComponent(me.name)}&key=${me.key}`;
    const field = make("input", {readOnly: true, value: link, onfocus: () => field.select()});
    field.setAttribute("aria-label", say("other_device"));
    const copy = button(say("copy"), () => navigator.clipboard?.writeText(link).then(
      () => { copy.textContent = say("copied"); }, () => field.select()));
    return make("div", {className: "device"},
      make("p", {className: "hint", textContent: say("other_device_text")}), make("div", {className: "box"}, field, copy));
  };

  /** Where nothing is kept, the link is the only way back to the seat. */
  const warn = () => {
    const lacks = ring.unkept();
    unkept.hidden = !lacks;
    unkept.textContent = lacks && say(lacks);
  };

  /** An invitation is for nothing but to be accepted. */
  const inviting = () => {
    const take = button(say("accept"), async () => {
      take.disabled = true;
      try {
        const key = await accepted(match, me.name, me.key);
        Object.assign(me, {key, invited: false});
        tell(say("accepted"), "", otherDevice());
        await refresh();
      } catch (problem) {
        if (problem.told?.why === "key_replaced") {
          ring.uninvite(match, me.name);
          tell(worthless(problem.told), "refused");
        } else if (problem instanceof Problem) refused(problem);
        else tell(say(makesKeys() ? "accept_again" : "accept_in_the_clear"), "refused");
        take.disabled = false;
      }
    }, "main");
    return make("div", {className: "inviting"}, make("h2", {textContent: say("invited", {name: me.name})}),
      make("p", {textContent: say("invited_text")}), make("p", {className: "answers"}, take));
  };

  const more = () => {
    const rest = [can.gives_up ? make("p", {}, givingUp()) : null,
      make("details", {}, make("summary", {textContent: say("other_device")}), otherDevice())];
    return make("details", {className: "more-acts"}, make("summary", {textContent: say("also")}), ...rest.filter(Boolean));
  };

  /** What this seat can do now. What is being typed stays. */
  const show = (now, page) => {
    const all = JSON.stringify([now, me?.invited]), same = all === shown;
    can = now;
    row = page.row;
    held = {row, digest: page.digest};
    ruling.show(Boolean(me && !me.invited && can.rules), JSON.stringify(page.notes));
    root.hidden = !me;
    warn();
    shown = all;
    if (me && same) lit();
    if (!me || same) return; // whoever is about to choose is not disturbed
    const focused = document.activeElement;
    if (me.invited) {
      parts.replaceChildren(inviting());
      return;
    }
    const asked = can.choices.length > 0 || can.example;
    const list = make("ul", {className: "choices"}, ...folded(can.choices));
    const backs = [
      can.undo ? undoing() : null,
      can.redo ? button(say(`redo_${can.redo}`), () => send({kind: "redo", meant: can.redoes}, say(`redo_${can.redo}`))) : null,
    ].filter(Boolean);
    typing.form.hidden = !asked;
    typing.label.textContent = say(can.choices.length ? "type" : "type_alone");
    typing.input.placeholder = can.example ? say("type_hint", {example: can.example}) : "";
    parts.replaceChildren(
      can.joins ? make("div", {}, make("p", {textContent: say("join_text")}),
        button(say("join"), () => send({kind: "join"}, say("join")), "main")) : "",
      can.consent ? consent(can.consent) : "",
      asked ? make("h2", {textContent: say("can")}) : "", asked ? list : "",
      typing.form,
      backs.length ? make("p", {className: "backs"}, ...backs) : "",
      ruling.root,
      more());
    lit();
    if (parts.contains(focused)) focused.focus(); // what is typed in stays, and is only put there again
    if (asked && (typing.input.value || !can.choices.length)) typing.begin();
  };

  return {show, resume};
};
