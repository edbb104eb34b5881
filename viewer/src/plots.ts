// Plots that are linked with the time of the scene.

import uPlot from "uplot";
import type { Run } from "./data";
import { nearestRow } from "./data";
import { PALETTE } from "./shapes";

/** A curve of the run that is looked at; `of` finds the same of another one. */
export interface Curve { label: string; values: Float64Array; unit: string; of: (run: Run) => Float64Array | undefined }
export interface Panel { title: string; curves: Curve[] }
interface Line { label: string; color: string; dash: number[]; run: number; values: Float64Array }

/** Lines of other runs on the same clock. */
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

const number = (v: number | null) => (v === null || !Number.isFinite(v) ? "–" : Math.abs(v) >= 1e5 || (v !== 0 && Math.abs(v) < 1e-3) ? v.toExponential(3) : v.toPrecision(5));

/** One plot; hovering moves the time. */
export class Plot {
  readonly element = document.createElement("figure");
  private chart: uPlot;
  private time = 0;
  /** `runs` begin with the one that is looked at. */
  constructor(runs: Run[], readonly panel: Panel, width: number, seek: (t: number) => void, dark: boolean, jumps: Set<number>) {
    const lines: Line[] = panel.curves.flatMap((c, k) => runs.flatMap((r, run) => {
      const values = run ? c.of(r) : c.values;
      return values ? [{ label: run ? r.own : c.label, color: PALETTE[k % PALETTE.length], dash: DASHES[run % DASHES.length], run, values }] : [];
    }));
    const units = [...new Set(panel.curves.map((c) => c.unit || "1"))];
    const caption = document.createElement("figcaption");
    caption.textContent = panel.title + (units.join() === "1" ? "" : ` (${units.join(", ")})`);
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
      axes: [{ ...axis, size: 30 }, { ...axis, size: (_, list) => 22 + 7 * Math.max(3, ...(list ?? []).map((v) => v.length)), values: (_, list) => list.map((v) => (v === null ? "" : short(v))) }],
      series: [
        { label: "t", value: (_, v) => `${number(v)} s` },
        ...lines.map((l) => ({
          label: l.label, stroke: l.color, dash: l.dash, width: 1.5, points: { show: false },
          value: () => number(l.values[nearestRow(runs[l.run].t, this.time)] ?? null),
        })),
      ],
      hooks: {
        setCursor: [(u) => { if (hover && u.cursor.left! >= 0) seek(u.posToVal(u.cursor.left!, "x")); }],
        draw: [(u) => {
          const x = u.valToPos(this.time, "x", true), c = u.ctx, b = u.bbox;
          c.save();
          c.setLineDash([]);
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
    }, aligned(runs, lines), this.element);
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

/** All times of all runs, and what each line has there: null is a gap, undefined a time of another run. */
function aligned(runs: Run[], lines: Line[]): uPlot.AlignedData {
  const all = runs.flatMap((r, run) => Array.from(r.t, (t, row) => ({ t, run, row })));
  if (runs.length > 1) all.sort((a, b) => a.t - b.t);
  const at = (l: Line) => all.map(({ run, row }) => (run !== l.run ? undefined : Number.isFinite(l.values[row]) ? l.values[row] : null));
  return [all.map((x) => x.t), ...lines.map(at)] as uPlot.AlignedData;
}

function short(v: number): string {
  if (v === 0) return "0";
  const a = Math.abs(v);
  return a >= 1e4 || a < 1e-3 ? v.toExponential(1).replace("e+", "e") : String(Number(v.toPrecision(4)));
}

/** The panels of a run for what is selected. */
export function panels(run: Run, part: number | null, contact: number | null, chosen: string[], others: number): Panel[] {
  const some = Math.floor(8 / (1 + others));
  const by = (test: (name: string) => boolean, most = some) => run.columns.filter((c) => test(c.name)).slice(0, most).map(curve);
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
  const number = own && !others ? 13 : Math.min(some, 6);
  const of = (prefix: string, units: string[]) => varying(run, (n, unit) =>
    n.startsWith(prefix) && (!own || own.has(n)) && units.includes(unit), number);
  const named = (text: string) => (title ? title + text[0].toLowerCase() + text.slice(1) : text);
  const angles = own ? [] : jointAngles(run, number);
  if (angles.length) {
    // a mechanism of free bodies is understood by the height of the first one and the angles of its joints
    add("Height", heights(run));
    add("Joint angles", angles);
  }
  const whole = new Set(run.columns.filter((c) => c.name.startsWith("q.")).map((c) => c.unit));
  for (const unit of whole) {
    const parts = unit === "" && whole.size > 1 ? "Quaternions" : unit === "rad" && whole.size > 1 ? "Angles" : "Coordinates";
    // components of quaternions tell little, unless they are all there is
    if (parts === "Quaternions" && !own) continue;
    add(named(parts), of("q.", [unit]));
  }
  for (const unit of new Set(run.columns.filter((c) => c.name.startsWith("u.")).map((c) => c.unit))) add(named("Velocities"), of("u.", [unit]));
  if (contact === null) {
    const strong = (w: string) => varying(run, (n) => n.startsWith(`${w}N.`) || n.startsWith(`${w}F.`), Math.min(some, 6));
    if (run.hasForces) add("Contact forces", strong("la"));
    add("Percussions", strong(run.hasForces ? "La" : "P"));
  }
  if (run.frames.length) {
    const measure = (label: string, unit: string, of: (r: Run) => Float64Array) => ({ label, values: of(run), unit, of });
    add("Energy", [
      measure("total", "J", (r) => r.energy.kinetic.map((v, k) => v + r.energy.potential[k])),
      measure("kinetic", "J", (r) => r.energy.kinetic),
      measure("potential", "J", (r) => r.energy.potential),
    ].slice(0, others ? 1 : 3));
    add("Violations", [measure("joints", "", (r) => r.violation), measure("penetration", "m", (r) => r.penetration)]);
  }
  const counts = by((n) => n.startsWith("steps.") && n !== "steps.way")
    .map((c) => ({ ...c, label: c.label.slice(6), values: changes(c.values), of: (r: Run) => { const v = c.of(r); return v && changes(v); } }));
  add("Iterations of the steps", counts.filter((c) => c.values.some((v) => v !== 0)));
  const names = ((run.summary.counts as { way_names?: unknown[] } | undefined)?.way_names ?? []).map(String);
  add(`Way of the steps: ${names.map((n, k) => `${k + 1} ${n}`).join(", ")}`, names.length ? by((n) => n === "steps.way").map((c) => ({ ...c, of: () => undefined })) : []);
  add("Forces of joints", part === null && contact === null ? varying(run, (n) => n.startsWith("lag."), Math.min(some, 6)) : []);
  return list;
}

const curve = ({ name, values, unit }: Run["columns"][number]): Curve => ({ label: name, values, unit, of: (r) => r.columns.find((c) => c.name === name)?.values });

/** What was added from row to row. */
function changes(values: Float64Array): Float64Array {
  return values.map((v, k) => (k ? v - values[k - 1] : v));
}

/** The columns that change most, by their range. */
function varying(run: Run, test: (name: string, unit: string) => boolean, most: number): Curve[] {
  const range = (v: Float64Array) => {
    let lo = Infinity, hi = -Infinity;
    for (const x of v) if (Number.isFinite(x)) { if (x < lo) lo = x; if (x > hi) hi = x; }
    return hi > lo ? hi - lo : 0;
  };
  const found = run.columns.filter((c) => test(c.name, c.unit)).map((c, k) => ({ c, k, r: range(c.values) }));
  const kept = found.sort((a, b) => b.r - a.r || a.k - b.k).slice(0, most).filter((f) => f.r > 0).sort((a, b) => a.k - b.k);
  return kept.map(({ c }) => curve(c));
}

/** Angles of revolute joints between free bodies of space, where quaternions are the coordinates: those that change most. */
function jointAngles(run: Run, most: number): Curve[] {
  const turning = run.scene.joints.filter((j) => j.kind === "revolute");
  if (run.scene.planar || !turning.length || !run.columns.some((c) => c.name.startsWith("q.") && c.unit === "")) return [];
  const of = (r: Run, name: string) => {
    const j = r.scene.joints.find((x) => x.name === name);
    return j && angle(r, j);
  };
  const all = turning.slice(0, 60).map((j) => ({ label: j.name, values: angle(run, j), unit: "rad", of: (r: Run) => of(r, j.name) }));
  const range = (v: Float64Array) => v.reduce((a, b) => Math.max(a, b), -Infinity) - v.reduce((a, b) => Math.min(a, b), Infinity);
  const kept = all.map((c, k) => ({ c, k, r: range(c.values) })).filter((x) => x.r > 1e-9).sort((a, b) => b.r - a.r).slice(0, most);
  return kept.sort((a, b) => a.k - b.k).map((x) => x.c);
}

type Quaternion = [number, number, number, number];
const times = ([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion =>
  [a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e];

/** The turn of the second frame of a joint in the first, about its z axis, without jumps. */
function angle(run: Run, joint: Run["scene"]["joints"][number]): Float64Array {
  const at = (place: typeof joint.a, row: number): Quaternion =>
    place.frame === null ? place.p : times([3, 4, 5, 6].map((k) => run.frames[7 * place.frame! + k][row]) as Quaternion, place.p);
  let last = 0;
  return Float64Array.from(run.t, (_, row) => {
    const [w, x, y, z] = at(joint.a, row), [c, , , s] = times([w, -x, -y, -z], at(joint.b, row));
    const now = 2 * Math.atan2(s, c);
    last = row ? last + Math.atan2(Math.sin(now - last), Math.cos(now - last)) : Math.atan2(Math.sin(now), Math.cos(now));
    return last;
  });
}

/** How high the first part is: against gravity. */
function heights(run: Run): Curve[] {
  const up = run.scene.gravity.map((g) => -g), g = Math.hypot(...up), part = run.scene.parts[0];
  if (!g || !part) return [];
  const of = (r: Run) => r.scene.parts[0] && Float64Array.from(r.t, (_, row) => up.reduce((sum, u, k) => sum + (u / g) * r.frames[7 * r.scene.parts[0].first + k][row], 0));
  return [{ label: part.name, values: of(run)!, unit: "m", of }];
}
