// The side: curves, events, summary, model.

import type { App } from "./app";
import { pairs } from "./data";
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
    for (const e of pairs(run.events, new Set([...run.scene.contacts, ...run.events.map((x) => ({ name: x.contact }))].map((c) => c.name))).slice(0, 2000)) {
      const go = () => app.go(e, at);
      const name = e.points > 1 ? `${e.contact.replace(/\.\d+$/, "")} (${e.points} points)` : e.contact;
      rows.append(el("tr", { tabindex: 0, onclick: go, onkeydown: (k: KeyboardEvent) => { if (k.key === "Enter") go(); } },
        el("td", {}, fmt(e.t)), el("td", {}, el("i", { style: `color:${EVENT_COLORS[e.kind] ?? "#8a94a3"}` }, "▮ "), e.kind),
        el("td", {}, name), el("td", {}, e.impulse ? fmt(e.impulse) : "")));
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
      this.body.append(digest(run.summary));
      const table = el("table", { class: "summary" });
      const row = (name: string, value: unknown, depth: number): void => {
        if (value !== null && typeof value === "object" && !Array.isArray(value)) {
          table.append(el("tr", {}, el("th", { colspan: 2, style: `padding-left:${depth}em` }, words(name))));
          for (const [k, v] of Object.entries(value)) row(k, v, depth + 1);
        } else if (value !== null && value !== "" && !(Array.isArray(value) && !value.length)) {
          table.append(el("tr", {}, el("td", { style: `padding-left:${depth}em` }, words(name)), el("td", {}, plain(value))));
        }
      };
      for (const [k, v] of Object.entries(run.summary)) if (k !== "model" && k !== "arguments") row(k, v, 0);
      this.body.append(el("details", {}, el("summary", {}, "all numbers"), table));
    }
  }

  private model(): void {
    const run = this.app.runs[this.app.selected?.run ?? 0];
    if (run.model === null) this.body.append(el("p", { class: "soft" }, "This run came without its model file."));
    else this.body.append(el("pre", { class: "model" }, run.model));
  }
}

const words = (name: string) => name.replaceAll("_", " ");
const plain = (v: unknown): string => (typeof v === "number" ? fmt(v) : Array.isArray(v) ? v.map(String).join("; ") : String(v));

/** What matters of a summary, with units. */
function digest(summary: Record<string, any>): HTMLElement {
  const value = (path: string): unknown => path.split(".").reduce<any>((v, k) => v?.[k], summary);
  const table = el("table", { class: "digest" });
  const row = (name: string, unit: string, ...paths: string[]): void => {
    const list = paths.map(value).filter((v) => v !== undefined && v !== null && v !== "");
    if (list.length) table.append(el("tr", {}, el("td", {}, name), el("td", {}, `${list.map(plain).join(" → ")}${unit && ` ${unit}`}`)));
  };
  row("ended", "", "status");
  row("scheme", "", "scheme");
  row("step", "s", "dt");
  row("end", "s", "t_end_reached");
  row("steps", "", "steps");
  row("steps made again", "", "rejected");
  row("wall time", "s", "wall_s");
  row("largest penetration", "m", "penetration");
  row("largest violation of joints: position", "m, rad", "violation.position");
  row("the same of velocities", "m/s, rad/s", "violation.velocity");
  row("energy", "J", "energy.start", "energy.end");
  row("distance from the reference, coordinates", "m, rad", "error.q_l1");
  for (const note of (Array.isArray(summary.notes) ? summary.notes : []).slice(0, 20)) table.append(el("tr", {}, el("td", {}, "note"), el("td", {}, String(note))));
  return table;
}
