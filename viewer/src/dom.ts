// Small helpers for the page. Texts are always set as text: names in a record are never markup.

type Child = Node | string | null | undefined;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, set: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(set)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value as EventListener);
    else if (name === "class") e.className = String(value);
    else if (value !== undefined && value !== false) e.setAttribute(name, String(value === true ? "" : value));
  }
  for (const c of children) if (c !== null && c !== undefined) e.append(c);
  return e;
}

/** A button with a sign, a name for everyone, its key, and perhaps a word beside the sign. */
export function button(sign: string, name: string, key: string, act: () => void, word = ""): HTMLButtonElement {
  const title = key ? `${name} (${key})` : name;
  return el("button", { type: "button", title, "aria-label": name, onclick: () => act() }, sign, word ? el("span", { class: "word" }, word) : null);
}

export function save(name: string, blob: Blob): void {
  const a = el("a", { href: URL.createObjectURL(blob), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 5000);
}

export const fmt = (v: number) => (v === 0 ? "0" : Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3 ? v.toExponential(3) : String(Number(v.toPrecision(5))));
