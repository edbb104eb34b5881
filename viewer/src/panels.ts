// The side: curves, events, summary, model.

import type { App } from "./app";
import { el, fmt } from "./dom";
import { panels, Plot } from "./plots";
import { EVENT_COLORS } from "./timeline";

const TABS = ["curves", "events", "summary", "model"] as const;

export class Panels {
  readonly element = el("aside", { class: "side" });
  private body = el("div", { class: "body", role: "tabpanel" });
  private tab: (typeof TABS)[number] = "curves";
  private plots: Plot[] = [];
  private chosen: string[] = [];
  private width = 0;
  private buttons = new Map<string, HTMLButtonElement>();

  constructor(private app: App) {
    const bar = el("div", { class: "tabs", role: "tablist" });
    for (const name of TABS) {
      const b = el("button", { type: "button", role: "tab", onclick: () => { this.tab = name; this.select(); } }, name);
      this.buttons.set(name, b);
      bar.append(b);
    }
    this.element.append(bar, this.body);
    new ResizeObserver(() => {
      if (Math.abs(this.body.clientWidth - this.width) > 2 && this.tab === "curves") this.select();
    }).observe(this.body);
  }

  /** Begins to show something. */
  show(): void {
    this.ready = true;
    this.select();
  }
  private ready = false;

  /** Shows what belongs to the selection. */
  select(): void {
    if (!this.ready) return;
    for (const p of this.plots) p.destroy();
    this.plots = [];
    for (const [name, b] of this.buttons) b.setAttribute("aria-selected", String(name === this.tab));
    this.body.replaceChildren();
    this[this.tab]();
    this.setTime(this.app.time);
  }

  setTime(t: number): void {
    for (const p of this.plots) p.setTime(t);
  }

  private curves(): void {
    const { app } = this;
    const s = app.selected;
    const run = app.runs[s?.run ?? 0];
    this.width = this.body.clientWidth;
    const list = el("datalist", { id: "columns" }, ...run.columns.slice(0, 2000).map((c) => el("option", { value: c.name })));
    const input = el("input", { list: "columns", placeholder: "add a column: q.x, PN.…", "aria-label": "add a column" });
    input.addEventListener("change", () => {
      if (run.columns.some((c) => c.name === input.value) && !this.chosen.includes(input.value)) {
        this.chosen = [...this.chosen, input.value].slice(-8);
        this.select();
      }
    });
    this.body.append(el("div", { class: "row" }, input, list, this.chosen.length ? el("button", { type: "button", onclick: () => { this.chosen = []; this.select(); } }, "clear") : null));
    const width = Math.max(this.width - 20, 220);
    const jumps = new Set(run.events.filter((e) => e.kind === "impact").slice(0, 400).map((e) => e.t));
    const others = app.runs.filter((r) => r !== run), runs = [run, ...others];
    if (others.length) this.body.append(el("p", { class: "soft" }, `Full lines: ${run.own}. Broken lines of the same colour: ${others.map((r) => r.own).join(", ")}.`));
    for (const panel of panels(run, s?.part ?? null, s?.contact ?? null, this.chosen, others.length)) {
      const plot = new Plot(runs, panel, width, (t) => app.seek(t, false), app.dark, jumps);
      this.plots.push(plot);
      this.body.append(plot.element);
    }
    if (!this.plots.length) this.body.append(el("p", { class: "soft" }, "There is nothing to draw."));
    if (run.thinned) this.body.append(el("p", { class: "soft" }, run.thinned));
    for (const note of run.notes) this.body.append(el("p", { class: "soft" }, note));
  }

  private events(): void {
    const { app } = this;
    const at = app.selected?.run ?? 0, run = app.runs[at];
    if (!run.events.length) this.body.append(el("p", { class: "soft" }, "No events."));
    const table = el("table", { class: "events" }, el("thead", {}, el("tr", {}, ...["t / s", "event", "contact", "percussion / N s"].map((h) => el("th", {}, h)))));
    const rows = el("tbody");
    for (const e of run.events.slice(0, 2000)) {
      const go = () => app.go(e, at);
      rows.append(el("tr", { tabindex: 0, onclick: go, onkeydown: (k: KeyboardEvent) => { if (k.key === "Enter") go(); } },
        el("td", {}, fmt(e.t)), el("td", {}, el("i", { style: `color:${EVENT_COLORS[e.kind] ?? "#8a94a3"}` }, "▮ "), e.kind),
        el("td", {}, e.contact), el("td", {}, e.impulse ? fmt(e.impulse) : "")));
    }
    table.append(rows);
    this.body.append(table);
  }

  private summary(): void {
    for (const run of this.app.runs) {
      this.body.append(el("h2", {}, run.name));
      if (run.command) {
        const copy = el("button", { type: "button", onclick: () => void navigator.clipboard?.writeText(run.command) }, "copy");
        this.body.append(el("pre", { class: "command" }, run.command), copy);
      }
      const table = el("table", { class: "summary" });
      const row = (name: string, value: unknown, depth: number): void => {
        if (value !== null && typeof value === "object" && !Array.isArray(value)) {
          table.append(el("tr", {}, el("th", { colspan: 2, style: `padding-left:${depth}em` }, name)));
          for (const [k, v] of Object.entries(value)) row(k, v, depth + 1);
        } else {
          const text = typeof value === "number" ? fmt(value) : Array.isArray(value) ? value.map(String).join("; ") : String(value);
          table.append(el("tr", {}, el("td", { style: `padding-left:${depth}em` }, name), el("td", {}, text)));
        }
      };
      for (const [k, v] of Object.entries(run.summary)) row(k, v, 0);
      this.body.append(table);
    }
  }

  private model(): void {
    const run = this.app.runs[this.app.selected?.run ?? 0];
    if (run.model === null) this.body.append(el("p", { class: "soft" }, "This run came without its model file."));
    else this.body.append(el("pre", { class: "model" }, run.model));
  }
}
