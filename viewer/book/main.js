// What a page of the book does: formulas, highlighted code, scenes in place, search, the menu of narrow screens.
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import ini from "highlight.js/lib/languages/ini";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import katex from "katex";

for (const [name, language] of Object.entries({ sh: bash, toml: ini, json, python, rust })) hljs.registerLanguage(name, language);

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

for (const code of all('pre code[class*="language-"]')) {
  if (hljs.getLanguage(code.className.replace("language-", ""))) hljs.highlightElement(code);
}
// Formulas of the book are marked; those of rustdoc stand in the text between dollars.
for (const e of all(".math")) {
  katex.render(e.textContent, e, { displayMode: e.classList.contains("math-display"), throwOnError: false });
}
for (const block of all(".docblock")) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, {
    acceptNode: (n) => (n.parentElement.closest("pre, code") || !n.data.includes("$") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parts = text.data.split(/\$\$([^$]+)\$\$|\$([^$]+)\$/);
    if (parts.length === 1) continue;
    const made = [];
    for (let k = 0; k < parts.length; k += 3) {
      made.push(parts[k]);
      if (k + 1 >= parts.length) break;
      const span = document.createElement("span");
      katex.render(parts[k + 1] ?? parts[k + 2], span, { displayMode: parts[k + 1] !== undefined, throwOnError: false });
      made.push(span);
    }
    text.replaceWith(...made);
  }
}

for (const figure of all("figure.scene")) {
  // the playground needs a server; models and problems have their names in the gallery
  if (location.protocol.startsWith("http")) {
    const change = document.createElement("a"), name = figure.querySelector("img").alt, model = name.replace(/^model-/, "");
    const of = model !== name ? `model=${model}` : figure.dataset.kind === "element" ? `model=elements/${name}` : `problem=${name}`;
    change.className = "change";
    change.href = `playground/index.html#v=1&${of}`;
    change.textContent = "change it";
    figure.after(change);
  }
  figure.querySelector("button").addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.src = figure.dataset.src;
    frame.title = figure.querySelector("img").alt;
    frame.allowFullscreen = true;
    frame.addEventListener("load", () => {
      // a page opened as a file may not look into its frame: then its own button plays
      try { frame.contentWindow.percussion?.toggle(); } catch { /* another origin */ }
    });
    figure.replaceChildren(frame);
  });
}

// Pages of rustdoc have a search and a menu of their own.
const menu = document.querySelector("body > header > #menu");
menu?.addEventListener("click", () => menu.setAttribute("aria-expanded", String(document.body.classList.toggle("menu"))));
if (innerWidth < 1100) all("details.contents").forEach((d) => { d.open = false; });

// The index is loaded with the first key: it has the words of all pages.
const input = document.querySelector("body > header > #search"), found = document.getElementById("found");
let index;
const load = () => (index ??= new Promise((done) => {
  const script = document.createElement("script");
  script.src = "search.js";
  script.onload = () => done(window.searchIndex.map((r) => ({ page: r[0], id: r[1], title: r[2], heading: r[3], words: r[4], low: r.join(" ").toLowerCase() })));
  document.head.append(script);
}));
input?.addEventListener("input", async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = await load();
  const score = (r) => words.reduce((s, w) => s + 8 * r.heading.toLowerCase().includes(w) + 3 * r.title.toLowerCase().includes(w) + 1, 0);
  const hits = words.length ? rows.filter((r) => words.every((w) => r.low.includes(w))).sort((a, b) => score(b) - score(a)).slice(0, 12) : [];
  found.replaceChildren(...hits.map((r) => {
    const a = document.createElement("a"), b = document.createElement("b"), s = document.createElement("span");
    a.href = `${r.page}#${r.id}`;
    b.textContent = r.title === r.heading ? r.title : `${r.title}: ${r.heading}`;
    const at = Math.max(0, r.words.toLowerCase().indexOf(words[0]) - 40);
    s.textContent = r.words.slice(at, at + 140);
    a.append(b, s);
    return a;
  }));
  if (words.length && !hits.length) found.textContent = "nothing found";
  found.hidden = !words.length;
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && found) found.hidden = true;
  if (e.key === "/" && input && document.activeElement !== input) {
    e.preventDefault();
    input.focus();
  }
});
