// The playground: a model as text with sliders, runs in a worker, the viewer beside it.

import { button, el, fmt, save } from "../dom";
import { packed, read, Setup, write } from "./link";

interface Option { name: string; default: string; help: string }
interface About { version: string; schemes: { name: string; summary: string; options: Option[] }[]; problems: { name: string; summary: string; parameters: Option[] }[] }
interface Slider { name: string; kind: "parameter" | "contact" | "start" | "problem"; value: number }
interface Mistake { file: string; line: number; column: number; message: string; label: string }
interface Made { opened: { name: string; scheme: string; sliders: Slider[]; dt: number; t_end: number; columns: string[] }; closed: { summary: Record<string, any>; last: Record<string, number> }; scene: string }
interface Model { name: string; text: string; files: Record<string, string> }

declare global {
  interface Window { percussionShow?: (texts: string[]) => Promise<void>; playground?: Playground }
}

/** Without a message for so long (ms) the worker is ended; and a run as a whole. */
const SILENCE = 20_000, LONGEST = 120_000;

class Playground {
  private worker!: Worker;
  private waiting = new Map<number, (result: any) => void>();
  private next = 1;
  private heard = 0;
  private files = new Map<string, ArrayBuffer>();
  private progress: (p: any) => void = () => {};
  about!: About;
  models: Model[] = [];
  setup: Setup = { text: "", sets: [], scheme: "", other: "", options: [], dt: "", end: "" };
  /** What was run last. */
  runs: Made[] = [];
  running = false;
  /** When the first run was shown (ms since the page was asked for). */
  shown = 0;

  private pick = el("select", { "aria-label": "model" });
  private editor = el("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "model file" });
  private lines = el("pre", { class: "lines", "aria-hidden": true });
  private says = el("div", { class: "says", role: "status" });
  private sliders = el("div", { class: "sliders" });
  private scheme = el("select", { "aria-label": "scheme" });
  private other = el("select", { "aria-label": "scheme to compare with" });
  private dt = el("input", { "aria-label": "step in seconds", inputmode: "decimal" });
  private end = el("input", { "aria-label": "end in seconds", inputmode: "decimal" });
  private options = el("div", { class: "options" });
  private runButton = button("Run", "run", "Ctrl+Enter", () => void this.run());
  private cancelButton = button("Cancel", "cancel the run", "", () => this.cancel());
  private bar = el("progress", { max: 1, value: 0 });

  async start(root: HTMLElement): Promise<void> {
    this.build(root);
    this.fresh();
    const [about, models] = await Promise.all([this.send({ kind: "start" }), fetch("models.json").then((r) => r.json())]);
    if (about.error) throw new Error(about.error);
    this.about = about;
    this.models = models;
    this.fill();
    let given: Partial<Setup> | null = null;
    try { given = await read(location.hash); } catch (e) { this.say([], String(e instanceof Error ? e.message : e)); return; }
    await this.open(given ?? { problem: "bouncing-ball" });
  }

  // ---- the worker

  private fresh(): void {
    this.worker?.terminate();
    this.waiting.forEach((done) => done({ error: "the worker was ended" }));
    this.waiting.clear();
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => {
      this.heard = performance.now();
      if (data.progress) return this.progress(data.progress);
      const done = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.fatal) this.again();
      done?.(data.result);
    };
    this.worker.onerror = (e) => this.say([], `the worker could not be started: ${e.message ?? "this page has to come from a server, not from a file"}`);
  }
  /** A worker in place of one that was ended. */
  private again(): void {
    this.fresh();
    void this.send({ kind: "start" });
    for (const [name, bytes] of this.files) void this.send({ kind: "file", name, bytes });
  }
  private send(message: Record<string, unknown>): Promise<any> {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.worker.postMessage({ id, ...message });
    });
  }
  private ask(request: Record<string, unknown>): Promise<any> {
    return this.send({ kind: "ask", request });
  }
  cancel(): void {
    this.worker.postMessage({ kind: "cancel" });
  }

  // ---- models

  /** Shows a model and runs it. */
  async open(given: Partial<Setup>): Promise<void> {
    const { text = "", sets = [], scheme = "", other = "", options = [], dt = "", end = "" } = given;
    this.setup = { text, sets, scheme, other, options, dt, end, problem: given.problem, model: given.model };
    const model = this.models.find((m) => m.name === given.model);
    if (given.model) {
      if (!model) return this.say([], `there is no model '${given.model}' here: choose one from the list`);
      this.setup.text = model.text;
      for (const [name, content] of Object.entries(model.files)) await this.keep(name, new TextEncoder().encode(content).buffer as ArrayBuffer);
    } else if (given.problem && !(await this.exportProblem())) {
      return;
    }
    const known = [...this.pick.options].some((o) => o.value === (given.problem ? `problem:${given.problem}` : `model:${given.model}`));
    this.pick.value = known ? (given.problem ? `problem:${given.problem}` : `model:${given.model}`) : "";
    this.scheme.value = this.about.schemes.some((s) => s.name === scheme) ? scheme : "";
    this.other.value = this.about.schemes.some((s) => s.name === other) ? other : "";
    this.dt.value = dt;
    this.end.value = end;
    this.showOptions();
    this.edit(this.setup.text);
    await this.run();
  }
  /** The text of a named problem with its own parameters. */
  private async exportProblem(): Promise<boolean> {
    const name = this.setup.problem!, problem = this.about.problems.find((p) => p.name === name);
    const own = (n: string) => problem?.parameters.some((p) => p.name === n) ?? false;
    const made = await this.ask({ do: "export", problem: name, sets: this.setup.sets.filter(([n]) => own(n)) });
    if (made.error) this.say([], made.error);
    else this.setup.text = made.text;
    return !made.error;
  }
  private async keep(name: string, bytes: ArrayBuffer): Promise<void> {
    this.files.set(name, bytes);
    const answer = await this.send({ kind: "file", name, bytes });
    if (answer.error) this.say([], answer.error);
  }
  /** Files from the disk: a model, a robot description, meshes. */
  private async take(list: FileList | null): Promise<void> {
    const given = [...(list ?? [])];
    if (given.some((f) => f.size > 16 << 20)) return this.say([], "files may have 16 MB at most");
    const robot = /\.(urdf|xml|mjcf)$/i, model = /\.toml$/i;
    for (const f of given.filter((f) => !robot.test(f.name))) await this.keep(f.name, await f.arrayBuffer());
    const main = given.find((f) => robot.test(f.name)) ?? given.find((f) => model.test(f.name));
    if (!main) return void this.run();
    let text = await main.text(), says = "";
    if (robot.test(main.name)) {
      const made = await this.ask({ do: "import", text });
      if (made.error) return this.say([], `cannot import '${main.name}': ${made.error}`);
      [text, says] = [made.text, made.warnings.join("\n")];
    }
    await this.open({ text });
    if (says) this.say([], says, false);
  }

  // ---- the run

  /** The setup as the page shows it. */
  private gather(): Setup {
    const s = this.setup;
    if (this.editor.value !== s.text) Object.assign(s, { text: this.editor.value, problem: undefined, model: undefined });
    [s.scheme, s.other, s.dt, s.end] = [this.scheme.value, this.other.value, this.dt.value.trim(), this.end.value.trim()];
    s.options = [...this.options.querySelectorAll("input")].filter((i) => i.value.trim()).map((i) => [i.name, i.value.trim()]);
    return s;
  }
  async run(): Promise<void> {
    if (this.running) return;
    const s = this.gather();
    for (const [what, text] of [["step", s.dt], ["end", s.end]]) {
      if (text && !(Number(text) > 0 && Number.isFinite(Number(text)))) return this.say([], `the ${what} has to be a number greater than zero, not '${text}'`);
    }
    const problem = this.about.problems.find((p) => p.name === s.problem);
    const sets = s.sets.filter(([n]) => !problem?.parameters.some((p) => p.name === n));
    const number = (text: string) => (text ? Number(text) : null);
    const of = (scheme: string) => {
      const has = this.about.schemes.find((x) => x.name === scheme)?.options;
      const options = s.options.filter(([n]) => !has || has.some((o) => o.name === n));
      const flags = [...(scheme ? [`--scheme ${scheme}`] : []), ...(s.dt ? [`--dt ${s.dt}`] : []), ...(s.end ? [`--t-end ${s.end}`] : []),
        ...s.sets.map(([n, v]) => `--set ${n}=${v}`), ...options.map(([n, v]) => `--scheme-set ${n}=${v}`)];
      return { name: "model.toml", text: s.text, sets, scheme: scheme || null, options, dt: number(s.dt), t_end: number(s.end), command: `percussion run ${s.problem ?? "model.toml"} ${flags.join(" ")}`.trim() };
    };
    this.busy(true);
    this.say([], "", false);
    const began = performance.now();
    this.heard = began;
    this.progress = ({ run, of, t, part }) => {
      this.bar.value = (run + part) / of;
      this.says.textContent = `t = ${fmt(t)} s${of > 1 ? `, run ${run + 1} of ${of}` : ""}`;
      if (performance.now() - began > LONGEST) this.cancel();
    };
    const watch = window.setInterval(() => {
      if (performance.now() - this.heard < SILENCE) return;
      this.again();
      this.say([], "a step took too long for this page: make the model smaller or the step shorter, or run it with the program");
    }, 500);
    const made = await this.send({ kind: "run", runs: [of(s.scheme), ...(s.other && s.other !== s.scheme ? [of(s.other)] : [])] });
    clearInterval(watch);
    if (made.error) {
      this.busy(false);
      if (made.error !== "the worker was ended") this.say(made.mistakes ?? [], made.error);
      return;
    }
    this.runs = made.runs;
    const first = this.runs[0];
    this.showSliders(first.opened.sliders);
    this.dt.placeholder = String(first.opened.dt);
    this.end.placeholder = String(first.opened.t_end);
    const notes = this.runs.flatMap((r) => [`${r.opened.scheme}: ${r.closed.summary.status}, ${r.closed.summary.steps} steps in ${fmt(r.closed.summary.wall_s)} s`, ...r.closed.summary.notes]);
    this.say([], notes.join("\n"), false);
    await window.percussionShow?.(this.runs.map((r) => r.scene));
    this.shown ||= performance.now();
    this.busy(false);
  }
  private busy(on: boolean): void {
    this.running = on;
    this.runButton.disabled = on;
    this.cancelButton.disabled = !on;
    this.bar.hidden = !on;
    this.bar.value = 0;
  }

  // ---- what is said

  private say(mistakes: Mistake[], text: string, wrong = true): void {
    this.says.classList.toggle("wrong", wrong && text !== "");
    this.says.replaceChildren();
    const here = mistakes.filter((m) => m.file === "model.toml" || m.file === "");
    for (const m of mistakes) {
      const place = m.line ? `line ${m.line}: ` : "";
      this.says.append(el("button", { type: "button", class: "mistake", onclick: () => this.go(m) }, `${place}${m.message}${m.label ? ` (${m.label})` : ""}`));
    }
    if (!mistakes.length) this.says.append(text);
    this.number(new Set(here.map((m) => m.line)));
  }
  private go(m: Mistake): void {
    const before = this.editor.value.split("\n").slice(0, Math.max(m.line - 1, 0)).join("\n");
    const at = before.length + (m.line > 1 ? 1 : 0) + Math.max(m.column - 1, 0);
    this.editor.focus();
    this.editor.setSelectionRange(at, at);
    this.editor.scrollTop = Math.max(0, (m.line - 4) * 18);
  }
  private number(wrong: Set<number>): void {
    const n = this.editor.value.split("\n").length;
    this.lines.replaceChildren(...Array.from({ length: n }, (_, k) => el("span", wrong.has(k + 1) ? { class: "wrong" } : {}, `${k + 1}\n`)));
    this.lines.scrollTop = this.editor.scrollTop;
  }
  private edit(text: string): void {
    this.editor.value = text;
    this.number(new Set());
  }

  // ---- controls

  private fill(): void {
    const group = (label: string, list: [string, string][]) => el("optgroup", { label }, ...list.map(([value, name]) => el("option", { value }, name)));
    this.pick.replaceChildren(el("option", { value: "" }, "own model"),
      group("models", this.models.map((m) => [`model:${m.name}`, m.name])),
      group("named problems", this.about.problems.map((p) => [`problem:${p.name}`, p.name])));
    const schemes = (first: string) => [el("option", { value: "" }, first), ...this.about.schemes.map((s) => el("option", { value: s.name, title: s.summary }, s.name))];
    this.scheme.replaceChildren(...schemes("scheme of the model"));
    this.other.replaceChildren(...schemes("compare with nothing"));
  }
  private showOptions(): void {
    const scheme = this.about.schemes.find((s) => s.name === (this.scheme.value || "alpha"));
    const given = new Map(this.setup.options);
    this.options.replaceChildren(...(scheme?.options ?? []).map((o) =>
      el("label", { title: o.help }, o.name, el("input", { name: o.name, placeholder: o.default, value: given.get(o.name) }))));
  }
  private showSliders(list: Slider[]): void {
    const problem = this.about.problems.find((p) => p.name === this.setup.problem);
    const own = (problem?.parameters ?? []).filter((p) => Number.isFinite(Number(p.default)) && p.default !== "");
    const given = new Map(this.setup.sets);
    const all: Slider[] = [...own.map((p): Slider => ({ name: p.name, kind: "problem", value: Number(given.get(p.name) ?? p.default) })),
      ...list.filter((s) => !own.some((p) => p.name === s.name))];
    const names = { problem: "parameters of the problem", parameter: "parameters of the model", contact: "all contacts", start: "initial values" };
    const open = new Set([...this.sliders.querySelectorAll("details[open]")].map((d) => (d as HTMLElement).dataset.kind));
    const fresh = !this.sliders.childElementCount;
    const groups = (Object.keys(names) as Slider["kind"][]).map((kind) => {
      const rows = all.filter((s) => s.kind === kind).map((s) => this.slider(s));
      return rows.length ? el("details", { "data-kind": kind, open: fresh ? kind !== "start" : open.has(kind) }, el("summary", {}, names[kind]), ...rows) : null;
    });
    this.sliders.replaceChildren(...groups.filter((g) => g !== null));
  }
  private slider(s: Slider): HTMLElement {
    const share = /^(e_N|e_F|mu)$/.test(s.name), reach = Math.abs(s.value) || 1;
    const [low, high] = share ? [0, Math.max(1, s.value)] : s.value > 0 ? [0, 2 * reach] : [s.value - reach, s.value + reach];
    const range = el("input", { type: "range", min: low, max: high, step: (high - low) / 200, value: s.value, "aria-label": s.name });
    const box = el("input", { type: "text", inputmode: "decimal", value: String(s.value), "aria-label": `${s.name}, value` });
    range.addEventListener("input", () => { box.value = String(Number(Number(range.value).toPrecision(6))); });
    const set = (): void => void this.change(s, box.value.trim());
    range.addEventListener("change", set);
    box.addEventListener("change", () => { range.value = box.value; set(); });
    return el("label", {}, el("span", {}, s.name), range, box);
  }
  private async change(s: Slider, value: string): Promise<void> {
    if (!value || !Number.isFinite(Number(value))) return this.say([], `${s.name} has to be a number, not '${value}'`);
    if (this.running) {
      this.cancel();
      while (this.running) await new Promise((done) => setTimeout(done, 20));
    }
    this.gather();
    this.setup.sets = [...this.setup.sets.filter(([n]) => n !== s.name), [s.name, value]];
    if (s.kind === "problem" && this.setup.problem) {
      if (!(await this.exportProblem())) return;
      this.edit(this.setup.text);
    }
    await this.run();
  }

  // ---- out of the page

  private async share(): Promise<void> {
    try {
      const hash = await write(this.gather());
      history.replaceState(null, "", hash);
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      this.say([], "the address of this page is the link; it was copied", false);
    } catch (e) {
      this.say([], e instanceof Error ? e.message : String(e));
    }
  }
  private async csv(): Promise<void> {
    const { texts, error } = await this.send({ kind: "csv" });
    if (error || !texts.length) return this.say([], error ?? "run the model first");
    texts.forEach((t: string, k: number) => save(`${this.runs[k]?.opened.scheme ?? "run"}.csv`, new Blob([t], { type: "text/csv" })));
  }
  private async report(): Promise<void> {
    if (!this.runs.length) return this.say([], "run the model first");
    const [script, style] = await Promise.all(["viewer.js", "viewer.css"].map((f) => fetch(f).then((r) => r.text())));
    const page = await this.ask({ do: "report", title: `${this.runs[0].opened.name} · Percussion`, script: await packed(script), style, runs: this.runs.map((r) => r.scene) });
    if (page.error) this.say([], page.error);
    else save("report.html", new Blob([page.text], { type: "text/html" }));
  }

  private build(root: HTMLElement): void {
    const files = el("input", { type: "file", multiple: true, hidden: true, "aria-label": "files" });
    files.addEventListener("change", () => { void this.take(files.files).then(() => { files.value = ""; }); });
    const menu = el("div", { class: "bar" },
      button("Open files", "a model, a robot description (URDF, MJCF) with its meshes", "", () => files.click()), files,
      button("Share", "a link to this model with its settings", "", () => void this.share()),
      button("TOML", "download the model", "", () => save("model.toml", new Blob([this.editor.value], { type: "text/plain" }))),
      button("CSV", "download all columns", "", () => void this.csv()),
      button("Report", "download the runs as a page", "", () => void this.report()));
    this.pick.addEventListener("change", () => {
      const [kind, name] = this.pick.value.split(":");
      if (name) void this.open({ [kind]: name });
    });
    this.scheme.addEventListener("change", () => { this.gather(); this.showOptions(); void this.run(); });
    this.other.addEventListener("change", () => void this.run());
    this.editor.addEventListener("input", () => this.number(new Set()));
    this.editor.addEventListener("scroll", () => { this.lines.scrollTop = this.editor.scrollTop; });
    document.addEventListener("keydown", (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) void this.run(); });
    addEventListener("hashchange", () => {
      if (location.hash.length > 1) read(location.hash).then((given) => given && this.open(given)).catch((e) => this.say([], e.message));
    });
    root.replaceChildren(
      el("div", { class: "bar" }, this.pick, this.runButton, this.cancelButton), this.bar, this.says,
      el("div", { class: "bar" }, this.scheme, this.other),
      el("div", { class: "bar" }, el("label", {}, "step / s", this.dt), el("label", {}, "end / s", this.end)),
      el("details", {}, el("summary", {}, "options of the scheme: tolerances and others"), this.options),
      this.sliders, el("div", { class: "editor" }, this.lines, this.editor), menu);
    this.busy(false);
  }
}

const playground = new Playground();
window.playground = playground;
const root = document.getElementById("controls")!;
playground.start(root).catch((e) => root.append(el("p", { class: "says wrong", role: "alert" }, `the playground could not be started: ${e instanceof Error ? e.message : e}`)));
// where the page was loaded once it works without the network; where that is not allowed it works with it
if (location.protocol === "https:" || location.hostname === "localhost" || location.hostname === "127.0.0.1") navigator.serviceWorker?.register("offline.js").catch(() => {});
