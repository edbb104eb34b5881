// The page: what is shown, how it is controlled, and its state in the address.

import * as THREE from "three";
import type { Event, Run } from "./data";
import { nearestRow } from "./data";
import { button, el, fmt, save } from "./dom";
import * as exporter from "./export";
import { Panels } from "./panels";
import { scaleGradient } from "./lines";
import { Layout, Stage } from "./stage";
import { Timeline } from "./timeline";
import { ARROWS, Show } from "./view";
import { PHASE_COLORS, PHASES } from "./arrows";

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export class App {
  readonly stage: Stage;
  readonly timeline: Timeline;
  readonly panels: Panels;
  readonly exporter = exporter;
  time: number;
  playing = false;
  speed = 1;
  slow = false;
  dark = matchMedia("(prefers-color-scheme: dark)").matches;
  selected: { run: number; part?: number; contact?: number } | null = null;
  show: Show = { forces: true, percussions: true, reactions: false, cones: false, marks: true, joints: true, traces: false, axes: false, scale: 1 };
  readonly start: number;
  readonly end: number;
  /** When the first picture was drawn (ms since the page was asked for). */
  shown = 0;
  private asked = 0;
  private ended = new AbortController();
  private last = 0;
  private playButton: HTMLButtonElement;
  private clock = el("output", { class: "clock" });
  private chip = el("div", { class: "chip", hidden: true, role: "status" });
  private toggles = new Map<string, HTMLButtonElement>();
  private speedLabel = el("output", { class: "speed" });

  /** The state of the view is kept in the address, unless that is another's. */
  constructor(readonly root: HTMLElement, readonly runs: Run[], title: string, private addressed = true) {
    root.replaceChildren();
    this.start = Math.min(...runs.map((r) => r.t[0] ?? 0));
    this.end = Math.max(...runs.map((r) => r.t[r.t.length - 1] ?? 0));
    this.time = this.start;
    const length = this.end - this.start;
    this.speed = SPEEDS.reduce((best, s) => (Math.abs(Math.log(length / s / 8)) < Math.abs(Math.log(length / best / 8)) ? s : best), 1);
    const canvas = el("canvas", { class: "scene", tabindex: 0, "aria-label": "the scene; arrows of the keyboard step through time" });
    const help = this.helpDialog();
    this.playButton = button("►", "play or pause", "space", () => this.toggle());
    this.playButton.classList.add("play");
    this.timeline = new Timeline(runs, this.end, this.start, (t) => this.seek(t, true), (e, run) => this.go(e, run));
    const transport = el("div", { class: "transport" },
      button("⇤", "to the start", "Home", () => this.seek(this.start)),
      button("«", "to the event before", "P", () => this.jump(-1)),
      button("‹", "one row back", "←", () => this.step(-1)),
      this.playButton,
      button("›", "one row on", "→", () => this.step(1)),
      button("»", "to the next event", "N", () => this.jump(1)),
      this.clock, this.timeline.canvas,
      button("–", "slower", "-", () => this.setSpeed(-1)), this.speedLabel, button("+", "faster", "+", () => this.setSpeed(1)),
      this.flag("slow", "◐", "slow motion around impacts", "S"));
    const views = el("div", { class: "tools", role: "toolbar", "aria-label": "camera and display" },
      button("⤢", "fit the view", "0", () => this.stage.fit(), "fit"),
      button("x", "look along x", "1", () => this.stage.from(new THREE.Vector3(1, 0, 0.0001)), "view"),
      button("y", "look along y", "2", () => this.stage.from(new THREE.Vector3(0, this.stage.camera.up.y > 0.5 ? 1 : -1, 0.0001)), "view"),
      button("z", "look along z", "3", () => this.stage.from(new THREE.Vector3(0.0001, 0, 1)), "view"),
      this.flag("follow", "◎", "follow what is selected", "F", "follow"),
      this.flag("traces", "∿", "paths of points", "T", "paths"),
      this.flag("forces", "→", "forces", "V", "forces"),
      this.flag("percussions", "↠", "percussions", "X", "impulses"),
      this.flag("reactions", "⇉", "forces of joints", "J", "joints"),
      this.flag("cones", "▽", "friction cones", "C", "cones"),
      this.flag("marks", "◇", "marks of contacts", "M", "contacts"),
      this.flag("axes", "⊥", "axes of bodies and joints", "A", "axes"),
      runs.length > 1 ? this.flag("ghost", "❏", "side by side or as ghosts", "G", "ghosts") : null);
    const menu = el("details", { class: "menu" }, el("summary", { title: "save as a file" }, "save"), el("div", { class: "items" },
      button("PNG", "picture", "", () => void exporter.png(this)),
      button("SVG", "picture of lines and areas", "", () => exporter.svg(this)),
      button("WebM", "film", "", () => void exporter.film(this)),
      button("GIF", "film without sound or player", "", () => void exporter.gif(this)),
      button("glTF", "scene with its motion, for other programs", "", () => void exporter.gltf(this)),
      button("CSV", "the columns that are here", "", () => save("columns.csv", exporter.csv(this.runs[0])))));
    const scene = el("div", { class: "stage" }, canvas, views, this.chip);
    if (runs.length > 1) {
      scene.append(el("div", { class: "names" }, ...runs.map((r) => el("span", {}, r.own))));
    }
    this.panels = new Panels(this);
    root.append(
      el("header", {}, el("h1", {}, title), el("span", { class: "grow" }), menu,
        this.flag("dark", "☾", "light or dark", "D"), button("?", "help", "?", () => help.showModal())),
      el("main", {}, el("section", { class: "left" }, scene, transport), this.panels.element), help);
    this.stage = new Stage(canvas, runs, () => this.touch());
    scene.append(this.legend());
    this.pointer(canvas);
    document.addEventListener("keydown", (e) => this.key(e, help), { signal: this.ended.signal });
    new ResizeObserver(() => { this.stage.resize(); this.touch(); }).observe(canvas);
    this.readState();
    addEventListener("hashchange", () => this.readState(), { signal: this.ended.signal });
    this.flags();
    this.setTheme(this.dark);
    this.panels.show();
  }

  // ---- time

  seek(t: number, keepPlaying = false): void {
    this.time = Math.min(Math.max(t, this.start), this.end);
    if (!keepPlaying) this.pause();
    this.touch();
    this.writeState();
  }
  toggle(): void {
    if (this.playing) return this.pause();
    if (this.time >= this.end) this.time = this.start;
    this.playing = true;
    this.last = 0;
    this.playButton.textContent = "❚❚";
    this.touch();
  }
  pause(): void {
    this.playing = false;
    this.stage.pace(null);
    this.touch();
    this.playButton.textContent = "►";
    this.writeState();
  }
  step(rows: number): void {
    const t = this.runs[0].t;
    if (!t.length) return;
    const k = Math.min(Math.max(nearestRow(t, this.time) + rows, 0), t.length - 1);
    this.seek(t[k]);
  }
  /** To the row of the next event, or of the one before. */
  jump(direction: number): void {
    const t = this.runs[0].t, events = this.runs[0].events;
    const here = nearestRow(t, this.time);
    const rows = events.map((e) => this.rowOf(e));
    const to = direction > 0 ? rows.find((r) => r > here) : rows.filter((r) => r < here).pop();
    if (to === undefined) return;
    this.go(events[rows.indexOf(to)]);
  }
  /** To an event: its row, its contact, and what it was. */
  go(e: Event, run = 0): void {
    this.seek(this.runs[run].t[this.rowOf(e, run)]);
    const contact = this.runs[run].scene.contacts.findIndex((c) => c.name === e.contact);
    this.select(contact >= 0 ? { run, contact } : null);
    this.tell(e);
  }
  /** The first row at or after an event, which shows what it left. */
  rowOf(e: Event, run = 0): number {
    const t = this.runs[run].t;
    const k = nearestRow(t, e.t);
    return t[k] < e.t - 1e-12 * Math.abs(e.t) && k + 1 < t.length ? k + 1 : k;
  }
  tell(e: Event): void {
    this.chip.replaceChildren(el("b", {}, e.kind), ` at ${e.contact}, t = ${fmt(e.t)} s`);
    if (e.impulse) this.chip.append(el("br"), `percussion ${fmt(e.impulse)} N s, gap velocity ${fmt(e.un_pre)} → ${fmt(e.un_post)} m/s`);
    this.chip.hidden = false;
  }
  setSpeed(by: number): void {
    const k = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(Math.max((k < 0 ? 6 : k) + by, 0), SPEEDS.length - 1)];
    this.flags();
    this.writeState();
  }
  /** Slower where an impact is near, if that is wanted. */
  private pace(): number {
    if (!this.slow) return this.speed;
    const near = 0.25 * this.speed;
    const close = this.runs[0].events.some((e) => e.kind === "impact" && Math.abs(e.t - this.time) < near * 0.5);
    return close ? this.speed * 0.1 : this.speed;
  }

  /** Lets go of everything, for another one to take its place. */
  close(): void {
    this.ended.abort();
    this.stage.renderer.dispose();
    this.stage.renderer.forceContextLoss();
  }

  private frame(now: number): void {
    this.asked = 0;
    if (this.ended.signal.aborted) return;
    if (this.playing) {
      const passed = this.last ? Math.min((now - this.last) / 1000, 0.1) : 0;
      if (this.last) this.stage.pace(now - this.last);
      this.last = now;
      this.time += passed * this.pace();
      if (this.time >= this.end) {
        this.time = this.end;
        this.pause();
      }
    }
    this.draw();
    this.shown ||= performance.now();
    if (this.playing) this.touch();
  }
  /** Draws everything at the time it is. */
  draw(): void {
    this.stage.update(this.time, this.show, this.playing ? 0.35 * this.speed : 0);
    this.stage.render();
    this.timeline.time = this.time;
    this.timeline.draw();
    this.panels.setTime(this.time);
    this.clock.textContent = `${this.time.toFixed(4)} s`;
  }
  /** Asks for a picture; nothing is drawn while nothing changes. */
  touch(): void {
    this.asked ||= requestAnimationFrame((now) => this.frame(now));
  }

  // ---- selection

  select(what: App["selected"]): void {
    this.selected = what;
    this.stage.views.forEach((v, k) => v.highlight(what?.run === k && what.part !== undefined ? what.part : null));
    this.chip.hidden = !what;
    if (what) {
      const run = this.runs[what.run];
      if (what.contact !== undefined) {
        const c = run.scene.contacts[what.contact];
        this.chip.replaceChildren(el("b", {}, c.name), ` contact, μ = ${fmt(c.mu)}, e_N = ${fmt(c.e_n)}`, c.on ? `; its arrows act on ${c.on}` : "");
      } else if (what.part !== undefined) {
        const p = run.scene.parts[what.part];
        this.chip.replaceChildren(el("b", {}, p.name), ` ${p.kind}`);
      }
    }
    this.applyTraces();
    this.panels.select();
    this.writeState();
    this.touch();
  }
  private applyTraces(): void {
    for (const v of this.stage.views) {
      const few = v.run.scene.parts.length <= 12;
      v.run.scene.parts.forEach((_, k) => v.trace(k, this.show.traces && (few || this.selected?.part === k)));
    }
  }
  private pointer(canvas: HTMLCanvasElement): void {
    let down: [number, number] | null = null;
    canvas.addEventListener("pointerdown", (e) => { down = [e.clientX, e.clientY]; });
    canvas.addEventListener("pointerup", (e) => {
      if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
      const b = canvas.getBoundingClientRect();
      this.select(this.stage.pick(e.clientX - b.left, e.clientY - b.top));
    });
  }

  // ---- flags

  private flag(name: string, sign: string, title: string, key: string, word = ""): HTMLButtonElement {
    const b = button(sign, title, key, () => this.flip(name), word);
    this.toggles.set(name, b);
    return b;
  }
  private value(name: string): boolean {
    switch (name) {
      case "slow": return this.slow;
      case "dark": return this.dark;
      case "follow": return this.stage?.follow !== null;
      case "ghost": return this.stage?.layout === "ghost";
      default: return Boolean(this.show[name as keyof Show]);
    }
  }
  flip(name: string): void {
    if (name === "slow") this.slow = !this.slow;
    else if (name === "dark") this.setTheme(!this.dark);
    else if (name === "follow") this.stage.setFollow(this.stage.follow === null ? this.selected?.part ?? 0 : null);
    else if (name === "ghost") {
      this.stage.layout = (this.stage.layout === "ghost" ? "side" : "ghost") as Layout;
      this.root.classList.toggle("ghost", this.stage.layout === "ghost");
      this.stage.fit();
    } else {
      const key = name as "forces";
      this.show[key] = !this.show[key];
      if (name === "traces") this.applyTraces();
    }
    this.flags();
    this.writeState();
    this.touch();
  }
  private flags(): void {
    for (const [name, b] of this.toggles) b.setAttribute("aria-pressed", String(this.value(name)));
    this.speedLabel.textContent = `×${this.speed}`;
  }
  setTheme(dark: boolean): void {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    this.stage.theme(dark);
    this.timeline.dark = dark;
    this.panels.select();
    this.touch();
  }
  private legend(): HTMLElement {
    const item = (color: string, text: string, mark: string) => el("span", {}, el("i", { style: `color:${color}` }, mark), text);
    const has = this.runs.some((r) => r.scene.contacts.length > 0);
    const joints = this.runs.some((r) => r.scene.joints.length > 0);
    return el("div", { class: "legend" },
      ...(has ? [item(ARROWS.force, "force", "→"), item(ARROWS.friction, "friction", "→"), item(ARROWS.percussion, "percussion", "↠"),
        ...PHASES.map((p, k) => item(PHASE_COLORS[k], p, ["○", "◆", "■"][k]))] : []),
      ...(joints ? [item(ARROWS.reaction, "joint force (J)", "→")] : []),
      ...this.scaleOfArrows(), ...this.scaleOfColours());
  }

  /** What the longest arrows mean. */
  private scaleOfArrows(): HTMLElement[] {
    const { force, percussion } = this.stage.scales;
    const full = (v: number, color: string, mark: string, unit: string) => el("span", {}, "full length ", el("i", { style: `color:${color}` }, mark), `${fmt(v)} ${unit}`);
    return [...(force ? [full(force, ARROWS.force, "→", "N")] : []), ...(percussion ? [full(percussion, ARROWS.percussion, "↠", "N s")] : [])];
  }

  /** What the colours of flexible bodies mean. */
  private scaleOfColours(): HTMLElement[] {
    const { moment, tension } = this.stage.scales;
    const bar = (what: string, most: number, unit: string) => el("span", {}, `${what} 0 `, el("i", { class: "bar", style: `background:${scaleGradient()}` }), `${fmt(most)} ${unit}`);
    return [...(moment ? [bar("bending moment", moment, "N m")] : []), ...(tension ? [bar("normal force", tension, "N")] : [])];
  }

  // ---- keyboard

  private key(e: KeyboardEvent, help: HTMLDialogElement): void {
    const target = e.target as HTMLElement;
    if (target.matches("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey) return;
    const many = e.shiftKey ? 10 : 1;
    const keys: Record<string, () => void> = {
      " ": () => this.toggle(), ArrowLeft: () => this.step(-many), ArrowRight: () => this.step(many),
      Home: () => this.seek(this.start), End: () => this.seek(this.end),
      n: () => this.jump(1), p: () => this.jump(-1), "+": () => this.setSpeed(1), "-": () => this.setSpeed(-1),
      "0": () => this.stage.fit(), "1": () => this.stage.from(new THREE.Vector3(1, 0, 0.0001)),
      "2": () => this.stage.from(new THREE.Vector3(0, this.stage.camera.up.y > 0.5 ? 1 : -1, 0.0001)),
      "3": () => this.stage.from(new THREE.Vector3(0.0001, 0, 1)),
      f: () => this.flip("follow"), t: () => this.flip("traces"), v: () => this.flip("forces"), x: () => this.flip("percussions"),
      j: () => this.flip("reactions"), c: () => this.flip("cones"), m: () => this.flip("marks"), a: () => this.flip("axes"), s: () => this.flip("slow"),
      d: () => this.flip("dark"), g: () => { if (this.runs.length > 1) this.flip("ghost"); },
      "?": () => (help.open ? help.close() : help.showModal()), Escape: () => this.select(null),
    };
    const act = keys[e.key] ?? keys[e.key.toLowerCase()];
    if (!act || (help.open && e.key !== "?")) return;
    if (e.key === " " && target.matches("button, summary")) target.blur();
    e.preventDefault();
    act();
  }
  private helpDialog(): HTMLDialogElement {
    const rows: [string, string][] = [
      ["space", "play or pause"], ["← →", "one row back or on; with shift ten"], ["N P", "next event, event before"],
      ["Home End", "start, end"], ["+ −", "faster, slower"], ["S", "slow motion around impacts"],
      ["0", "fit the view"], ["1 2 3", "look along x, y, z"], ["F", "follow what is selected"],
      ["V X J", "forces, percussions, forces of joints"], ["C M T", "friction cones, marks, paths of points"], ["A", "axes of bodies and joints: x orange, y green, z blue"],
      ["G", "runs side by side or as ghosts"], ["D", "light or dark"], ["Esc", "select nothing"],
    ];
    const dialog = el("dialog", { class: "help" }, el("h2", {}, "Keys"),
      el("dl", {}, ...rows.flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])),
      el("p", {}, "Click a body or a contact to see its curves. Drag to turn, with the right button or two fingers to move, wheel or pinch to zoom. Hover over a curve to move in time."),
      el("p", {}, "An arrow with one head is a force, one with two heads a percussion: the jump of momentum in an impact. Both act on the second body of a contact, which is named where the contact is selected."));
    dialog.append(el("button", { type: "button", onclick: () => dialog.close() }, "close"));
    return dialog;
  }

  // ---- state in the address

  private timer = 0;
  private writeState(): void {
    if (!this.addressed) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      const s = new URLSearchParams();
      s.set("t", String(Number(this.time.toPrecision(12))));
      s.set("speed", String(this.speed));
      s.set("cam", this.stage.cameraState());
      s.set("show", Object.entries(this.show).filter(([k, v]) => k !== "scale" && v).map(([k]) => k).join("."));
      if (this.selected) s.set("sel", `${this.selected.run}.${this.selected.part ?? ""}.${this.selected.contact ?? ""}`);
      if (this.stage.layout === "ghost") s.set("layout", "ghost");
      s.set("theme", this.dark ? "dark" : "light");
      this.written = `#${s}`;
      try { history.replaceState(null, "", this.written); } catch { /* some browsers refuse this for files */ }
    }, 120);
  }
  private written = "";
  private readState(): void {
    if (!this.addressed || location.hash.length < 2 || location.hash === this.written) return;
    const s = new URLSearchParams(location.hash.slice(1));
    const t = Number(s.get("t"));
    if (s.has("t") && Number.isFinite(t)) this.time = Math.min(Math.max(t, this.start), this.end);
    if (SPEEDS.includes(Number(s.get("speed")))) this.speed = Number(s.get("speed"));
    if (s.has("show")) {
      const on = s.get("show")!.split(".");
      for (const k of Object.keys(this.show)) if (k !== "scale") this.show[k as "forces"] = on.includes(k);
    }
    if (s.get("layout") === "ghost" && this.runs.length > 1) {
      this.stage.layout = "ghost";
      this.root.classList.add("ghost");
    }
    if (s.get("theme")) this.setTheme(s.get("theme") === "dark");
    if (s.has("cam")) this.stage.setCameraState(s.get("cam")!);
    const [run, part, contact] = (s.get("sel") ?? "").split(".");
    if (run && this.runs[Number(run)]) {
      const scene = this.runs[Number(run)].scene;
      if (contact !== "" && scene.contacts[Number(contact)]) this.select({ run: Number(run), contact: Number(contact) });
      else if (part !== "" && scene.parts[Number(part)]) this.select({ run: Number(run), part: Number(part) });
    }
    this.applyTraces();
    this.flags();
    this.touch();
  }
}
