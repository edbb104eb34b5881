// What the tests share: the browser, runs of the program, scenes made by hand.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

export const root = resolve(import.meta.dirname, "../..");
export const folder = mkdtempSync(join(tmpdir(), "percussion-viewer-"));
const found = ["target/debug/percussion", "target/release/percussion"].map((p) => join(root, p)).find(existsSync);
export const program = process.env.PERCUSSION ?? found;

export function percussion(...args) {
  return execFileSync(program, args, { encoding: "utf8", cwd: folder, timeout: 120_000 });
}

/** Runs a problem once and gives its folder. */
export function run(problem, ...args) {
  const out = join(folder, [problem, ...args].join("").replace(/[^\w]+/g, "-"));
  if (!existsSync(out)) percussion("run", problem, "--quiet", "--out", out, ...args);
  return out;
}

export function report(...runs) {
  const out = join(folder, `report-${runs.map((r) => r.split("/").pop()).join("-")}.html`);
  percussion("report", ...runs, "--out", out);
  return out;
}

export function serve(...args) {
  const child = spawn(program, ["view", "--no-open", ...args], { cwd: folder });
  const address = new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (d) => { text += d; if (text.includes("\n")) done(text.trim()); });
    child.on("exit", () => fail(new Error(`the server ended: ${text}`)));
  });
  return { address, stop: () => child.kill("SIGKILL") };
}

/** The rows of a run's trajectory by column. */
export function trajectory(run) {
  const [head, ...rows] = readFileSync(join(run, "trajectory.csv"), "utf8").trim().split("\n").map((l) => l.split(","));
  return { at: (name, k) => Number(rows[k][head.indexOf(name)]), rows: rows.length, head };
}

let browser;
export async function page(url, options = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--enable-unsafe-swiftshader"],
  });
  const { width = 1280, height = 800, bare = false, ...more } = options;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce", acceptDownloads: true, ...more });
  const p = await context.newPage();
  p.problems = [];
  p.on("console", (m) => { if (m.type() === "error") p.problems.push(m.text()); });
  p.on("pageerror", (e) => p.problems.push(String(e)));
  p.on("dialog", (d) => { p.problems.push(`dialog: ${d.message()}`); d.dismiss(); });
  p.opened = Date.now();
  await p.goto(url.startsWith("http") ? url : `file://${url}`);
  if (!bare) await p.waitForFunction(() => window.percussion || window.percussionFailed, null, { timeout: 30_000 });
  p.ready = Date.now() - p.opened;
  return p;
}
/** Pages that stay open go on drawing: every test closes its own. */
export async function closePages() { for (const c of browser?.contexts() ?? []) await c.close(); }
export async function close() { await browser?.close(); }

export function picture(name) {
  const out = join(root, "viewer/test/out");
  mkdirSync(out, { recursive: true });
  return join(out, name);
}

// ---- scenes made by hand

function track(values) {
  const bytes = [1, ...new Uint8Array(new Float64Array([Math.max(...values.filter(Number.isFinite).map(Math.abs), 1e-9) / 2 ** 20]).buffer)];
  const step = new Float64Array(new Uint8Array(bytes.slice(1, 9)).buffer)[0];
  const gaps = [];
  let last = 0, change = 0;
  values.forEach((v, k) => {
    if (!Number.isFinite(v)) gaps.push(k);
    const x = Number.isFinite(v) ? Math.round(v / step) : last, now = x - last, d = now - change;
    put(bytes, d < 0 ? -2 * d - 1 : 2 * d);
    [last, change] = [x, now];
  });
  if (gaps.length) {
    bytes[0] = 2;
    put(bytes, gaps.length);
    gaps.forEach((g, i) => put(bytes, g - (gaps[i - 1] ?? 0)));
  }
  return bytes;
}
function put(bytes, v) {
  for (; v >= 128; v = Math.floor(v / 128)) bytes.push((v % 128) | 128);
  bytes.push(v);
}

/** A scene of `bodies` spheres that fly about, with extra columns. */
export function scene({ bodies = 1, rows = 50, columns = {}, name = "by hand", more = {} } = {}) {
  const parts = [], chunks = [], t = Array.from({ length: rows }, (_, k) => k * 0.01);
  chunks.push(track(t));
  const side = Math.ceil(Math.sqrt(bodies));
  for (let b = 0; b < bodies; b++) {
    const at = { frame: b, r: [0, 0, 0], p: [1, 0, 0, 0] };
    parts.push({ name: `${name} ${b}`, kind: "body", first: b, count: 1, radius: null, columns: [], shapes: [{ at, shape: { type: "sphere", radius: 0.4 } }] });
    const move = [(s) => (b % side) + 0.3 * Math.sin(s), (s) => Math.floor(b / side) + 0.3 * Math.cos(s + b), (s) => 0.2 * s];
    for (const f of move) chunks.push(track(t.map(f)));
    chunks.push(track(t.map((s) => Math.cos(s / 2))), track(t.map(() => 0)), track(t.map(() => 0)), track(t.map((s) => Math.sin(s / 2))));
  }
  for (let k = 0; k < 4; k++) chunks.push(track(t.map(() => k + 1)));
  for (const values of Object.values(columns)) chunks.push(track(values));
  const data = deflateRawSync(Buffer.concat(chunks.map((c) => Buffer.from(c)))).toString("base64");
  return JSON.stringify({
    format: "percussion-scene", version: 1, name, rows, rows_in_record: rows, contact_entries: 0,
    columns: Object.keys(columns).map((n) => ({ name: n, unit: "" })), events: [], summary: {},
    scene: { planar: false, gravity: [0, 0, -9.81], frames: bodies, parts, world: [], joints: [], springs: [], loads: [], contacts: [] },
    data, ...more,
  });
}

/** A page of scenes made by hand. */
export function write(name, ...scenes) {
  const empty = readFileSync(report(run("bouncing-ball", "--t-end", "0.5")), "utf8");
  const body = scenes.map((s) => `<script type="application/json" data-run>${s.replaceAll("<", "\\u003c")}</script>`).join("\n");
  const out = join(folder, name);
  writeFileSync(out, empty.replace(/<script type="application\/json" data-run>.*<\/script>/, () => body));
  return out;
}

/** Nothing was written to the console. */
export const silent = (p) => assert.deepEqual(p.problems, []);
