// A run as the program wrote it: scene, rows, contacts, columns, events. Nothing here draws.

export type Vec3 = [number, number, number];
export interface Place { frame: number | null; r: Vec3; p: [number, number, number, number] }
export interface Shape {
  type: string;
  radius?: number;
  half?: Vec3;
  round?: number;
  half_length?: number | null;
  points?: number[][];
  vertices?: Vec3[];
  triangles?: Vec3[];
}
export interface Placed { at: Place; shape: Shape }
export interface Part {
  name: string; kind: string; first: number; count: number;
  shapes: Placed[]; radius: number | null; columns: string[];
}
export interface Link { name: string; kind: string; a: Place; b: Place }
export interface Scene {
  planar: boolean; gravity: Vec3; frames: number; parts: Part[]; world: Placed[];
  joints: Link[]; springs: Link[]; loads: string[];
  /** Arrows of a contact act on the body `on`. */
  contacts: { name: string; mu: number; e_n: number; on?: string }[];
}
export interface Event { t: number; kind: string; contact: string; un_pre: number; un_post: number; impulse: number }
export interface Column { name: string; unit: string; values: Float64Array }

interface Raw {
  format?: string;
  name?: string; command?: string; model?: string | null; notes?: string[];
  scene?: Scene | null; rows?: number; rows_in_record?: number; thinned?: string | null; live?: boolean;
  columns?: { name: string; unit: string }[];
  sections?: { part: number; places: number }[];
  contact_entries?: number; has_forces?: boolean;
  events?: (number | string | null)[][]; summary?: Record<string, unknown> | null;
  data?: string;
}

/** Contacts of all rows, sorted by row. */
export interface Contacts {
  start: Int32Array; contact: Int32Array; phase: Uint8Array;
  point: Float32Array; n: Float32Array; force: Float32Array; percussion: Float32Array;
}

/** Forces along a flexible body: at each place the normal force (N) and the bending moment (N m). */
export interface Section { part: number; places: number; columns: Float64Array[] }

export interface Run {
  /** Its name among those it is shown with, see {@link together}. */
  own: string;
  name: string; command: string; model: string | null; notes: string[];
  scene: Scene; t: Float64Array; frames: Float64Array[];
  energy: { kinetic: Float64Array; potential: Float64Array };
  violation: Float64Array; penetration: Float64Array;
  joints: Float64Array[]; loads: Float64Array[];
  sections: Section[];
  columns: Column[]; contacts: Contacts; events: Event[];
  hasForces: boolean; summary: Record<string, unknown>; thinned: string | null; live: boolean;
  rowsInRecord: number;
}

const EMPTY_SCENE: Scene = {
  planar: true, gravity: [0, 0, 0], frames: 0, parts: [], world: [], joints: [], springs: [], loads: [], contacts: [],
};

async function inflate(text: string): Promise<Uint8Array> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads tracks one after another: a constant, or second differences of whole numbers. */
class Tracks {
  private at = 0;
  private view: DataView;
  constructor(private bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  private varint(): number {
    let value = 0, scale = 1;
    for (;;) {
      if (this.at >= this.bytes.length) throw new Error("the data of this run ends too early");
      const b = this.bytes[this.at++];
      value += (b & 127) * scale;
      if (b < 128) return value;
      scale *= 128;
    }
  }
  private signed(): number {
    const v = this.varint();
    return v % 2 ? -(v + 1) / 2 : v / 2;
  }
  private number(): number {
    const v = this.view.getFloat64(this.at, true);
    this.at += 8;
    return v;
  }
  next(n: number): Float64Array {
    const out = new Float64Array(n);
    if (n === 0) return out;
    if (this.at >= this.bytes.length) throw new Error("the data of this run ends too early");
    const kind = this.bytes[this.at++];
    if (kind === 0) return out.fill(this.number());
    const step = this.number();
    let value = 0, change = 0;
    for (let k = 0; k < n; k++) {
      change += this.signed();
      value += change;
      out[k] = value * step;
    }
    if (kind === 2) {
      // what was not finite
      for (let k = this.varint(), at = 0; k > 0; k--) {
        at += this.varint();
        out[at] = NaN;
      }
    }
    return out;
  }
}

const finite = (x: unknown): number => (typeof x === "number" && Number.isFinite(x) ? x : 0);

export async function decode(text: string): Promise<Run> {
  const raw = JSON.parse(text) as Raw;
  if (raw.format !== "percussion-scene") throw new Error("this is no scene of a run");
  const rows = finite(raw.rows);
  const scene = raw.scene ?? EMPTY_SCENE;
  const tracks = new Tracks(await inflate(raw.data ?? ""));
  const t = tracks.next(rows);
  const list = (n: number) => Array.from({ length: n }, () => tracks.next(rows));
  const frames = list(raw.scene ? 7 * scene.frames : 0);
  const measures = list(raw.scene ? 4 : 0);
  const joints = list(3 * scene.joints.length);
  const loads = list(6 * scene.loads.length);
  const sections = (raw.sections ?? []).map((s) => ({ ...s, columns: list(2 * s.places) }));
  const columns = (raw.columns ?? []).map((c) => ({ ...c, values: tracks.next(rows) }));
  const zero = () => new Float64Array(rows);
  const events = (raw.events ?? []).map((e) => ({
    t: finite(e[0]), kind: String(e[1] ?? ""), contact: String(e[2] ?? ""),
    un_pre: finite(e[3]), un_post: finite(e[4]), impulse: finite(e[5]),
  }));
  events.sort((a, b) => a.t - b.t);
  return {
    own: raw.name ?? "a run", name: raw.name ?? "a run", command: raw.command ?? "", model: raw.model ?? null, notes: raw.notes ?? [],
    scene, t, frames,
    energy: { kinetic: measures[0] ?? zero(), potential: measures[1] ?? zero() },
    violation: measures[2] ?? zero(), penetration: measures[3] ?? zero(),
    joints, loads, sections, columns, events,
    contacts: contacts(tracks, rows, finite(raw.contact_entries)),
    hasForces: raw.has_forces ?? false, summary: raw.summary ?? {}, thinned: raw.thinned ?? null,
    live: raw.live ?? false, rowsInRecord: raw.rows_in_record ?? rows,
  };
}

/** Events of one kind at one time between the same two bodies as one: points of a pair have the name of the pair and a number. */
export function pairs(events: Event[], names: Set<string>): (Event & { points: number })[] {
  const out: (Event & { points: number })[] = [];
  const known = new Map<string, Event & { points: number }>();
  for (const e of events) {
    const pair = e.contact.replace(/\.\d+$/, ""), several = pair !== e.contact && (names.has(`${pair}.1`) && names.has(`${pair}.2`));
    const key = `${e.t} ${e.kind} ${pair}`, first = several ? known.get(key) : undefined;
    if (first) {
      first.points += 1;
      first.impulse += e.impulse;
    } else {
      const line = { ...e, points: 1 };
      out.push(line);
      if (several) known.set(key, line);
    }
  }
  return out;
}

/** A title of runs, in which what all begin with is said once. Runs of one name are told apart by what differs in their commands. */
export function together(runs: Run[]): string {
  const [of] = runs[0].name.split(" with "), start = `${of} with `;
  const same = runs.length > 1 && runs.every((r) => r.name.startsWith(start));
  const words = runs.map((r) => r.command.split(/ (?=--)/));
  runs.forEach((run, k) => {
    run.own = same ? run.name.slice(start.length) : run.name;
    if (runs.every((r) => r === run || r.name !== run.name)) return;
    const differ = words[k].filter((w) => !words.every((other) => other.includes(w)));
    run.own += ` ${differ.join(" ").replaceAll("--", "") || `(${k + 1})`}`;
  });
  const names = runs.map((r) => r.own), last = names.pop();
  return (same ? start : "") + (names.length ? `${names.join(", ")} and ${last}` : last);
}

/** Entries are stored contact by contact; here they are wanted row by row. */
function contacts(tracks: Tracks, rows: number, n: number): Contacts {
  const [row, contact, phase] = [tracks.next(n), tracks.next(n), tracks.next(n)];
  const values = Array.from({ length: 12 }, () => tracks.next(n));
  const start = new Int32Array(rows + 1);
  for (let k = 0; k < n; k++) start[row[k] + 1]++;
  for (let k = 0; k < rows; k++) start[k + 1] += start[k];
  const fill = start.slice();
  const out: Contacts = {
    start, contact: new Int32Array(n), phase: new Uint8Array(n),
    point: new Float32Array(3 * n), n: new Float32Array(3 * n),
    force: new Float32Array(3 * n), percussion: new Float32Array(3 * n),
  };
  for (let k = 0; k < n; k++) {
    const to = fill[row[k]]++;
    out.contact[to] = contact[k];
    out.phase[to] = phase[k];
    for (let i = 0; i < 3; i++) {
      out.point[3 * to + i] = values[i][k];
      out.n[3 * to + i] = values[3 + i][k];
      out.force[3 * to + i] = values[6 + i][k];
      out.percussion[3 * to + i] = values[9 + i][k];
    }
  }
  return out;
}

/** The last row at or before a time. */
export function rowAt(t: Float64Array, time: number): number {
  let lo = 0, hi = t.length - 1;
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1;
    if (t[mid] <= time) lo = mid;
    else hi = mid - 1;
  }
  return Math.max(lo, 0);
}

/** The row nearest to a time. */
export function nearestRow(t: Float64Array, time: number): number {
  const k = rowAt(t, time);
  return k + 1 < t.length && t[k + 1] - time < time - t[k] ? k + 1 : k;
}

/** A frame at a time, between rows by interpolation: position and quaternion (scalar first). */
export function frameAt(run: Run, frame: number, row: number, part: number, out: Float64Array): void {
  const next = Math.min(row + 1, run.t.length - 1);
  const f = run.frames;
  for (let i = 0; i < 7; i++) {
    const c = f[7 * frame + i];
    const a = c[row];
    out[i] = part === 0 ? a : a + (c[next] - a) * part;
  }
  const l = Math.hypot(out[3], out[4], out[5], out[6]);
  if (l > 0) for (let i = 3; i < 7; i++) out[i] /= l;
  else out[3] = 1;
}
