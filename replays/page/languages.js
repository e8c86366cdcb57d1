(async () => {
  const by = id => document.getElementById(id);
  let langs;
  try {
    langs = await unpacked();
  } catch {
    return; // what stands in the file can be read all the same
  }
  const said = by("said"), choose = by("choose");
  langs[0].html = said.innerHTML;

  // --- the same in another language: what was open stays open, what was looked at stays where it is

  const show = ({lang, title, name, html}) => {
    const open = [...said.querySelectorAll("details")].map(part => part.open);
    const looked = [...said.querySelectorAll("[id]")].find(part => part.getBoundingClientRect().bottom > 0);
    const top = looked && looked.getBoundingClientRect().top;
    document.documentElement.lang = lang;
    document.title = title;
    which.setAttribute("aria-label", name);
    said.innerHTML = html;
    said.querySelectorAll("details").forEach((part, at) => { part.open = open[at]; });
    if (looked) scrollBy(0, by(looked.id).getBoundingClientRect().top - top);
  };

  // --- the script makes the control, so there is none without it

  const which = choose.appendChild(document.createElement("select"));
  which.append(...langs.map(({lang}, number) => new Option(lang.toUpperCase(), number)));
  which.setAttribute("aria-label", langs[0].name);
  which.onchange = () => show(langs[which.value]);
  choose.hidden = false;
})();
