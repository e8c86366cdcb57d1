(async () => {
  const by = id => document.getElementById(id);
  let data;
  try {
    data = await unpacked();
  } catch {
    return; // what stands in the file can be read all the same
  }
  const {said, stops, views, langs} = data, last = stops.length - 1;
  const board = by("board"), log = by("log");

  // --- what was packed by how it differs from what stands before it

  const pieces = [];
  for (const [start, end, ...between] of data.pieces) {
    const before = pieces.at(-1) || [];
    const number = part => typeof part === "number";
    const told = between.map((part, at) => number(part) && number(before[start + at]) ? part + before[start + at] : part);
    pieces.push([...before.slice(0, start), ...told, ...before.slice(before.length - end)]);
  }
  const summed = steps => {
    let number = 0;
    return steps.map(step => number += step);
  };
  const looks = data.looks.map(look => Object.fromEntries(Object.entries(look).map(([name, it]) => [name, summed(it)])));

  // --- pieces: HTML, numbers of other pieces, and below zero those of what each language says

  let lang = 0, view = 0;
  const content = number => pieces[number].map(part => part < 0 && typeof part === "number" ? said[lang][~part] : part);
  const html = number => content(number).map(part => typeof part === "string" ? part : html(part)).join("");
  const inner = number => content(number).filter(part => typeof part === "number");
  const own = number => content(number).filter(part => typeof part === "string").join("");
  const key = number => /data-k="([^"]*)"/.exec(own(number))[1];
  /** A row of the log. In the first language of the first view it stood in the file; others tell what differs. */
  const row = (number, at) => {
    if (number >= 0 && (lang || view)) return html(number);
    return lang ? html(looks[0].log[at]) : plain[at];
  };
  const made = number => {
    const box = document.createElement("template");
    box.innerHTML = html(number);
    return box.content.firstElementChild;
  };
  /** The elements of the pieces within an element, in their order, without those within them. */
  const keyed = (root, top) => [...root.querySelectorAll("[data-k]")].filter(
    found => (found.parentElement.closest("[data-k]") || top) === root);

  /** Outline what differs from the piece before, as deep inside as it can be told. */
  const mark = (element, before, now) => {
    if (before === now) return;
    const known = new Map();
    for (const part of inner(before)) known.set(key(part), [...known.get(key(part)) || [], part]);
    const here = own(before) !== own(now);
    let fresh = false;
    const parts = inner(now), elements = keyed(element);
    parts.forEach((part, at) => {
      const same = known.get(key(part))?.shift();
      if (same === undefined) { elements[at].classList.add("fresh"); fresh = true; }
      else mark(elements[at], same, part);
    });
    const gone = [...known.values()].some(left => left.length);
    if (here || (gone && !fresh)) element.classList.add("fresh");
  };

  // --- what is shown

  const asked = () => {
    const [row, ...more] = location.hash.slice(1).split("&");
    return [parseInt(row, 10), new URLSearchParams(more.join("&"))];
  };
  const stopOf = row => {
    const found = stops.findIndex(stop => stop[0] >= row);
    return found < 0 ? last : found;
  };
  const plain = [...log.children].map(row => row.outerHTML);
  let at = -1, frame = null, shown = [], elements = [];

  const drawBoard = number => {
    const parts = inner(number);
    const around = JSON.stringify(content(number).map(part => typeof part === "string" ? part : 0));
    if (around === frame) {
      parts.forEach((part, place) => {
        if (part === shown[place]) return;
        const element = made(part);
        if (elements[place].open) element.open = true;
        const scrolled = [...elements[place].querySelectorAll(".scroll")].map(part => part.scrollLeft);
        elements[place].replaceWith(element);
        element.querySelectorAll(".scroll").forEach((part, which) => { part.scrollLeft = scrolled[which] || 0; });
        elements[place] = element;
      });
    } else {
      const open = new Set(elements.filter(element => element.open).map(element => element.dataset.k));
      board.innerHTML = html(number);
      elements = keyed(board, board);
      for (const element of elements) if (open.has(element.dataset.k)) element.open = true;
      for (const here of board.querySelectorAll(".scroll .here")) {
        const part = here.closest(".scroll");
        part.scrollLeft = here.offsetLeft + here.offsetWidth / 2 - part.clientWidth / 2;
      }
    }
    [frame, shown] = [around, parts];
  };
  const outline = () => {
    for (const element of board.querySelectorAll(".fresh")) element.classList.remove("fresh");
    if (!at) return;
    const before = new Map(inner(looks[view].board[at - 1]).map(part => [key(part), part]));
    shown.forEach((part, place) => {
      const was = before.get(key(part));
      if (was === undefined) elements[place].classList.add("fresh");
      else mark(elements[place], was, part);
    });
  };
  const current = () => {
    for (const row of log.querySelectorAll(".on")) row.classList.remove("on");
    const from = at ? stops[at - 1][0] : 0;
    const rows = [...log.children].slice(from, stops[at][0]);
    for (const row of rows) row.classList.add("on");
    const edge = log.getBoundingClientRect(), row = rows[rows.length - 1].getBoundingClientRect();
    log.scrollTop += row.top - edge.top - log.clientHeight * .35;
  };
  const cursor = () => {
    const plot = document.querySelector(".plot");
    if (!plot) return;
    const left = +plot.dataset.left, right = +plot.dataset.right;
    const x = `${left + (right - left) * at / Math.max(1, last)}%`, line = plot.querySelector(".cursor");
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  };
  /** Browsers take only so many addresses a minute: what is passed quickly gets none. */
  let waiting = 0;
  const link = () => {
    clearTimeout(waiting);
    const more = (views[view] ? `&as=${encodeURIComponent(views[view])}` : "") + (lang ? `&l=${langs[lang].lang}` : "");
    const hash = `#${stops[at][0]}${more}`;
    if (location.hash !== hash) waiting = setTimeout(() => history.replaceState(null, "", hash), 150);
  };
  const show = to => {
    at = Math.max(0, Math.min(last, to));
    const look = looks[view];
    drawBoard(look.board[at]);
    outline();
    by("now").innerHTML = html(look.now[at]);
    current();
    cursor();
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${langs[lang].ui.row} ${stops[at][0]}`);
    where.value = `${stops[at][0]} / ${stops[last][0]}`;
    first.disabled = back.disabled = !at;
    next.disabled = end.disabled = at === last;
    link();
  };
  const tell = () => {
    const {ui, lang: name} = langs[lang];
    document.documentElement.lang = name;
    document.title = document.querySelector("h1").textContent = ui.title;
    by("name").textContent = ui.log;
    by("reader").textContent = ui.views[view];
    frame = null; // the same pieces say something else in another language
    log.innerHTML = looks[view].log.map(row).join("");
    by("below").innerHTML = html(data.below);
    for (const [control, word] of [[first, "first"], [back, "back"], [next, "next"], [end, "last"]]) {
      control.title = ui[word];
      control.setAttribute("aria-label", ui[word]);
    }
    slider.setAttribute("aria-label", ui.row);
    whose.setAttribute("aria-label", ui.view);
    which.setAttribute("aria-label", ui.lang);
    whose.replaceChildren(...ui.views.map((said, number) => new Option(said, number, false, number === view)));
    which.replaceChildren(...langs.map((one, number) => new Option(one.lang.toUpperCase(), number, false, number === lang)));
  };
  const follow = () => {
    const [row, more] = asked();
    const wanted = [langs.findIndex(one => one.lang === more.get("l")), views.indexOf(more.get("as") || "")];
    [lang, view] = wanted.map(number => Math.max(0, number));
    tell();
    show(row ? stopOf(row) : at < 0 ? last : at);
  };

  // --- controls: the script makes them, so there are none without it

  const put = (parent, name, fields = {}) => parent.appendChild(Object.assign(document.createElement(name), fields));
  const bar = by("bar"), choose = by("choose");
  const first = put(bar, "button", {textContent: "|◀\ufe0e"}), back = put(bar, "button", {textContent: "◀\ufe0e"});
  const slider = put(bar, "input", {type: "range", min: 0, max: last});
  const next = put(bar, "button", {textContent: "▶\ufe0e"}), end = put(bar, "button", {textContent: "▶\ufe0e|"});
  const where = put(bar, "output");
  const whose = put(choose, "select"), which = put(choose, "select");
  whose.hidden = views.length < 2;
  by("reader").hidden = !whose.hidden;

  /** The stop at which another round begins: the next one, or the beginning of this one or the one before. */
  const round = way => {
    const begins = place => !place || stops[place][1] !== stops[place - 1][1];
    let place = at + way;
    while (place > 0 && place < last && !begins(place)) place += way;
    return place;
  };
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    const steps = {
      ArrowRight: () => event.shiftKey ? round(1) : at + 1,
      ArrowLeft: () => event.shiftKey ? round(-1) : at - 1,
      Home: () => 0,
      End: () => last,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    show(steps[event.key]());
  });
  first.onclick = () => show(0);
  back.onclick = event => show(event.shiftKey ? round(-1) : at - 1);
  next.onclick = event => show(event.shiftKey ? round(1) : at + 1);
  end.onclick = () => show(last);
  slider.oninput = () => show(+slider.value);
  whose.onchange = () => { view = +whose.value; tell(); show(at); };
  which.onchange = () => { lang = +which.value; tell(); show(at); };
  log.onclick = event => {
    const row = event.target.closest("li");
    if (!row) return;
    event.preventDefault();
    show(stopOf([...log.children].indexOf(row) + 1));
  };
  const seek = event => {
    const plot = event.target.closest(".plot");
    if (!plot || !(event.buttons & 1)) return;
    const edge = plot.getBoundingClientRect(), left = +plot.dataset.left, right = +plot.dataset.right;
    const place = ((event.clientX - edge.left) / edge.width * 100 - left) / (right - left);
    show(Math.round(place * last));
  };
  by("below").onpointerdown = by("below").onpointermove = seek;
  addEventListener("hashchange", () => { clearTimeout(waiting); follow(); });

  document.body.className = "on";
  bar.hidden = choose.hidden = false;
  follow();
})();
