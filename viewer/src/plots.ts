// Plots that are linked with the time of the scene.

import uPlot from "uplot";
import type { Run } from "./data";
import { PALETTE } from "./shapes";

export interface Curve { label: string; values: Float64Array; unit: string }
export interface Panel { title: string; curves: Curve[] }

const number = (v: number | null) => (v === null || !Number.isFinite(v) ? "–" : Math.abs(v) >= 1e5 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(3) : v.toPrecision(5));

/** One plot; hovering moves the time. */
export class Plot {
  readonly element = document.createElement("figure");
  private chart: uPlot;
  private time = 0;
  constructor(readonly run: Run, readonly panel: Panel, width: number, seek: (t: number) => void, dark: boolean, jumps: Set<number>) {
    const units = [...new Set(panel.curves.map((c) => c.unit).filter(Boolean))];
    const caption = document.createElement("figcaption");
    caption.textContent = panel.title + (units.length ? ` (${units.join(", ")})` : "");
    this.element.className = "plot";
    this.element.append(caption);
    const ink = dark ? "#aab3c0" : "#566070", grid = dark ? "#2a313b" : "#e3e7ec";
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui, sans-serif" };
    let hover = false;
    this.chart = new uPlot({
      width, height: 168,
      padding: [8, 10, 0, 0],
      cursor: { drag: { x: true, y: false }, points: { size: 5 } },
      legend: { show: true, live: true },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 30 }, { ...axis, size: 58, values: (_, list) => list.map((v) => (v === null ? "" : short(v))) }],
      series: [
        { label: "t", value: (_, v) => `${number(v)} s` },
        ...panel.curves.map((c, k) => ({
          label: c.label, stroke: PALETTE[k % PALETTE.length], width: 1.5, points: { show: false },
          value: (_: uPlot, v: number | null) => number(v),
        })),
      ],
      hooks: {
        setCursor: [(u) => { if (hover && u.cursor.left! >= 0) seek(u.posToVal(u.cursor.left!, "x")); }],
        draw: [(u) => {
          const x = u.valToPos(this.time, "x", true), c = u.ctx, b = u.bbox;
          c.save();
          c.lineWidth = devicePixelRatio;
          c.strokeStyle = dark ? "#d55e0066" : "#d55e0044";
          for (const t of jumps) {
            const p = u.valToPos(t, "x", true);
            if (p < b.left || p > b.left + b.width) continue;
            c.beginPath(); c.moveTo(p, b.top); c.lineTo(p, b.top + 5 * devicePixelRatio); c.stroke();
          }
          if (x >= b.left && x <= b.left + b.width) {
            c.strokeStyle = dark ? "#ffffff" : "#111111";
            c.lineWidth = 1.5 * devicePixelRatio;
            c.beginPath(); c.moveTo(x, b.top); c.lineTo(x, b.top + b.height); c.stroke();
          }
          c.restore();
        }],
      },
    }, [Array.from(run.t), ...panel.curves.map((c) => Array.from(c.values, (v) => (Number.isFinite(v) ? v : null)))] as uPlot.AlignedData, this.element);
    this.chart.over.addEventListener("pointerenter", () => { hover = true; });
    this.chart.over.addEventListener("pointerleave", () => { hover = false; });
  }
  setTime(t: number): void {
    this.time = t;
    this.chart.redraw(false, false);
    const k = this.chart.valToIdx(t);
    this.chart.setLegend({ idx: k }, false);
  }
  destroy(): void {
    this.chart.destroy();
    this.element.remove();
  }
}

function short(v: number): string {
  if (v === 0) return "0";
  const a = Math.abs(v);
  return a >= 1e4 || a < 1e-3 ? v.toExponential(1).replace("e+", "e") : String(Number(v.toPrecision(4)));
}

/** The panels of a run for what is selected. */
export function panels(run: Run, part: number | null, contact: number | null, chosen: string[]): Panel[] {
  const by = (test: (name: string) => boolean, most = 8) =>
    run.columns.filter((c) => test(c.name)).slice(0, most).map((c) => ({ label: c.name, values: c.values, unit: c.unit }));
  const list: Panel[] = [];
  const add = (title: string, curves: Curve[]) => { if (curves.length) list.push({ title, curves }); };
  if (chosen.length) add("Chosen columns", by((n) => chosen.includes(n)));
  if (contact !== null && run.scene.contacts[contact]) {
    const name = run.scene.contacts[contact].name;
    add(`${name}: gap`, by((n) => n === `gN.${name}`));
    const of = (...what: string[]) => by((n) => what.some((w) => n === `${w}N.${name}` || n.startsWith(`${w}F.${name}.`)));
    add(`${name}: forces`, of("la"));
    add(`${name}: percussions`, of(run.hasForces ? "La" : "P"));
  }
  const own = part !== null ? new Set(run.scene.parts[part]?.columns ?? []) : null;
  const title = part !== null && run.scene.parts[part] ? `${run.scene.parts[part].name}: ` : "";
  const most = (prefix: string) => varying(run, (n) => n.startsWith(prefix) && (!own || own.has(n)), own ? 13 : 6);
  add(`${title}${title ? "c" : "C"}oordinates`, most("q."));
  add(`${title}${title ? "v" : "V"}elocities`, most("u."));
  if (contact === null) {
    const strong = (w: string) => varying(run, (n) => n.startsWith(`${w}N.`) || n.startsWith(`${w}F.`), 6);
    if (run.hasForces) add("Contact forces", strong("la"));
    add("Percussions", strong(run.hasForces ? "La" : "P"));
  }
  if (run.frames.length) {
    const total = run.energy.kinetic.map((v, k) => v + run.energy.potential[k]);
    add("Energy", [
      { label: "total", values: total, unit: "J" },
      { label: "kinetic", values: run.energy.kinetic, unit: "J" },
      { label: "potential", values: run.energy.potential, unit: "J" },
    ]);
    add("Violations", [
      { label: "joints", values: run.violation, unit: "" },
      { label: "penetration", values: run.penetration, unit: "m" },
    ]);
  }
  const counts = by((n) => n.startsWith("steps.") && n !== "steps.way").map((c) => ({ ...c, label: c.label.slice(6), values: changes(c.values) }));
  add("Iterations of the steps", counts.filter((c) => c.values.some((v) => v !== 0)));
  const names = ((run.summary.counts as { way_names?: unknown[] } | undefined)?.way_names ?? []).map(String);
  add(`Way of the steps: ${names.map((n, k) => `${k + 1} ${n}`).join(", ")}`, names.length ? by((n) => n === "steps.way") : []);
  add("Forces of joints", part === null && contact === null ? varying(run, (n) => n.startsWith("lag."), 6) : []);
  return list;
}

/** What was added from row to row. */
function changes(values: Float64Array): Float64Array {
  return values.map((v, k) => (k ? v - values[k - 1] : v));
}

/** The columns that change most, by their range. */
function varying(run: Run, test: (name: string) => boolean, most: number): Curve[] {
  const range = (v: Float64Array) => {
    let lo = Infinity, hi = -Infinity;
    for (const x of v) if (Number.isFinite(x)) { if (x < lo) lo = x; if (x > hi) hi = x; }
    return hi > lo ? hi - lo : 0;
  };
  const found = run.columns.filter((c) => test(c.name)).map((c, k) => ({ c, k, r: range(c.values) }));
  const kept = found.sort((a, b) => b.r - a.r || a.k - b.k).slice(0, most).filter((f) => f.r > 0).sort((a, b) => a.k - b.k);
  return kept.map(({ c }) => ({ label: c.name, values: c.values, unit: c.unit }));
}
