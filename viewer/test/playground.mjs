// The playground: runs in the browser have the digits of the program, mistakes have their lines, links are hostile input.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { page, picture, root, run, silent, trajectory } from "./kit.mjs";

const folder = join(root, "target/playground");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
/** A static host: files of one folder, packed as hosts do. */
function host() {
  const server = createServer((request, reply) => {
    const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    const file = join(folder, name);
    if (name.includes("..") || !existsSync(file)) return reply.writeHead(404).end();
    reply.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain", "content-encoding": "gzip" }).end(gzipSync(readFileSync(file), { level: 1 }));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ address: `http://127.0.0.1:${server.address().port}/`, stop: () => { server.closeAllConnections(); server.close(); } })));
}

/** Where the compiler has no library for the browser nothing was built. */
const built = (test) => async () => {
  if (!existsSync(join(folder, "percussion.wasm"))) return "the playground was not built: the compiler has no wasm32-unknown-unknown";
  const { address, stop } = await host();
  try { await test(address); } finally { stop(); }
};
const open = (address, options = {}) => page(address, { bare: true, ...options });
const ran = (p) => p.waitForFunction(() => window.playground?.runs.length && !window.playground.running && window.percussion, null, { timeout: 60_000 });
const last = (p, k = 0) => p.evaluate((k) => window.playground.runs[k].closed.last, k);
/** Runs, and waits for the end of it. */
async function again(p, act) {
  await p.evaluate(() => { window.playground.runs = []; });
  await act();
  await ran(p);
}
const says = (p) => p.locator(".says").first().textContent();
const link = (body, v = 1) => `#v=${v}&m=${deflateRawSync(Buffer.from(typeof body === "string" ? body : JSON.stringify(body))).toString("base64url")}`;
const same = (seen, csv, tolerance) => {
  for (const name of csv.head) {
    const native = csv.at(name, csv.rows - 1);
    assert.ok(Math.abs(seen[name] - native) <= tolerance * Math.max(1, Math.abs(native)), `${name}: ${seen[name]}, the program has ${native}`);
  }
};

export const playground = {
  playground_has_the_digits_of_the_program: built(async (address) => {
    const p = await open(address);
    await ran(p);
    const limit = process.env.FIGURES ? 1000 : 20_000, shown = await p.evaluate(() => window.playground.shown);
    console.log(`  first run of the playground after ${shown.toFixed(0)} ms`);
    assert.ok(shown < limit, `${shown} ms`);
    // no transcendental function: to the bit
    same(await last(p), trajectory(run("bouncing-ball")), 0);
    const box = p.getByLabel("e_N, value");
    await again(p, async () => { await box.fill("0.8"); await box.press("Enter"); });
    same(await last(p), trajectory(run("bouncing-ball", "--set", "e_N=0.8")), 0);
    await p.screenshot({ path: picture("playground.png") });
    // the viewer shows this run, and says how it ended
    assert.equal(await p.evaluate(() => window.percussion.runs[0].summary.status), "done");
    assert.match(await says(p), /alpha: done, 5000 steps/);
    // a problem with sines
    await again(p, () => p.getByLabel("model", { exact: true }).selectOption("problem:bouncing-pendulum"));
    same(await last(p), trajectory(run("bouncing-pendulum")), 1e-12);
    silent(p);
  }),

  playground_shows_a_mistake_with_its_line: built(async (address) => {
    const p = await open(address);
    await ran(p);
    const text = await p.locator("textarea").inputValue();
    const line = text.split("\n").findIndex((l) => l.startsWith("e_N")) + 1;
    await p.locator("textarea").fill(text.replace("e_N = 0.5", "e_M = 0.5"));
    await p.keyboard.press("Control+Enter");
    const mistake = p.locator(".mistake").first();
    assert.match(await mistake.textContent(), new RegExp(`line ${line}: .*e_M.*did you mean`));
    assert.equal((await p.locator(".lines .wrong").textContent()).trim(), String(line));
    await mistake.click();
    assert.equal(await p.evaluate(() => document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\n").length), line);
    // what is mended runs again
    await again(p, async () => { await p.locator("textarea").fill(text); await p.keyboard.press("Control+Enter"); });
    silent(p);
  }),

  playground_cancels_a_long_run_and_compares_schemes: built(async (address) => {
    const p = await open(address);
    await ran(p);
    await p.getByLabel("step in seconds").fill("1e-5");
    await p.getByLabel("end in seconds").fill("15");
    await p.getByRole("button", { name: "run", exact: true }).click();
    await p.waitForFunction(() => document.querySelector("progress").value > 0);
    await again(p, () => p.getByRole("button", { name: "cancel the run" }).click());
    const cut = await p.evaluate(() => window.playground.runs[0].closed);
    assert.ok(cut.summary.status === "interrupted" && cut.summary.steps > 0 && cut.summary.steps < 1.5e6, JSON.stringify(cut.summary));
    await p.getByLabel("step in seconds").fill("1e-2");
    await p.getByLabel("end in seconds").fill("");
    await again(p, () => p.getByLabel("scheme to compare with").selectOption("moreau"));
    assert.deepEqual(await p.evaluate(() => window.percussion.runs.map((r) => r.own)), ["alpha", "moreau"]);
    same(await last(p, 1), trajectory(run("bouncing-ball", "--scheme", "moreau", "--dt", "0.01")), 0);
    silent(p);
  }),

  playground_shares_links_and_files: built(async (address) => {
    const p = await open(address, { permissions: ["clipboard-read", "clipboard-write"] });
    await ran(p);
    const text = (await p.locator("textarea").inputValue()).replace("e_N = 0.5", "e_N = 0.25");
    await again(p, async () => { await p.locator("textarea").fill(text); await p.keyboard.press("Control+Enter"); });
    const before = await last(p);
    await p.getByRole("button", { name: "a link to this model" }).click();
    await p.waitForFunction(() => location.hash.startsWith("#v=1&m="));
    const other = await open(p.url());
    await ran(other);
    assert.deepEqual(await last(other), before);
    assert.equal(await other.locator("textarea").inputValue(), text);
    const named = await open(`${address}#v=1&model=two-boxes`);
    await ran(named);
    assert.equal(await named.evaluate(() => window.playground.runs[0].opened.name), "two-boxes");
    for (const [label, name] of [["download the model", "model.toml"], ["download all columns", "alpha.csv"], ["download the runs as a page", "report.html"]]) {
      const wait = p.waitForEvent("download");
      await p.getByRole("button", { name: label }).click();
      const file = await wait;
      assert.equal(file.suggestedFilename(), name);
      const content = readFileSync(await file.path(), "utf8");
      if (name.endsWith("csv")) {
        const [head, ...rows] = content.trim().split("\n");
        assert.equal(Number(rows.at(-1).split(",")[head.split(",").indexOf("q.x")]), before["q.x"]);
      } else if (name.endsWith("html")) {
        const alone = await page(await file.path().then(async (path) => { const to = `${path}.html`; (await import("node:fs")).copyFileSync(path, to); return to; }));
        assert.equal(await alone.evaluate(() => window.percussion.runs[0].summary.status), "done");
      }
    }
    // a mesh by upload
    await p.locator('input[type="file"]').setInputFiles([join(root, "models/elements/shape-mesh.toml"), join(root, "models/elements/corner.obj")]);
    await p.waitForFunction(() => window.playground.runs[0]?.opened.name === "shape-mesh");
    for (const q of [p, other, named]) silent(q);
  }),

  playground_takes_links_as_hostile_input: built(async (address) => {
    const bomb = deflateRawSync(Buffer.alloc(64 << 20, "a")).toString("base64url");
    const cases = [
      [link({ text: "" }, 7), /version 7/], ["#v=1&m=!!!", /damaged/], [link("no json"), /damaged/], [`#v=1&m=${bomb}`, /longer than/],
      [`#v=1&m=${"A".repeat(200_000)}`, /too long/], [link({ text: "name = \u0000" }), /line 1/], ["#v=1&problem=nothing", /nothing/], ["#v=1&model=none", /no model 'none'/],
      [link({ text: '[[bodies]]\nname = "<img src=x onerror=alert(1)>"\nmass = 1' }), /line 1: the key .type. is missing/],
      [link({ problem: "bouncing-ball", dt: "1e-7" }), /too many/], [link({ problem: "bouncing-ball", sets: [["e_N", "none"], 7, [[], 1]] }), /e_N/],
      [link({ text: `x = ${"[".repeat(100_000)}` }), /recursion|nested|deep|limit/i],
    ];
    const p = await open(address);
    await ran(p);
    for (const [hash, expected] of cases) {
      await p.evaluate(() => window.playground.say([], "", false));
      await p.evaluate((h) => { location.hash = h; }, hash);
      await p.waitForFunction(() => document.querySelector(".says").classList.contains("wrong"), null, { timeout: 20_000 });
      const said = await says(p);
      assert.match(said, expected, `${hash.slice(0, 60)}: ${said}`);
    }
    // and the page still works
    await again(p, () => p.evaluate(() => { location.hash = "#v=1&problem=bouncing-ball"; }));
    assert.deepEqual(p.problems, []);
  }),

  playground_works_without_network_on_phones_and_without_webgl: built(async (address) => {
    const p = await open(address, { width: 390, height: 800, hasTouch: true, isMobile: true });
    await ran(p);
    await p.evaluate(() => navigator.serviceWorker.ready.then(() => new Promise((done) => (navigator.serviceWorker.controller ? done() : navigator.serviceWorker.addEventListener("controllerchange", done)))));
    await p.reload();
    await ran(p);
    await p.context().setOffline(true);
    await p.reload();
    await ran(p);
    assert.ok(await p.evaluate(() => document.documentElement.scrollWidth <= 390));
    await p.getByLabel("e_N", { exact: true }).tap();
    await p.screenshot({ path: picture("playground-phone.png") });
    const blind = await open(address, { bare: true });
    await blind.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
    await blind.reload();
    await blind.waitForFunction(() => window.percussionFailed, null, { timeout: 30_000 });
    assert.match(await blind.locator(".message").textContent(), /WebGL.*hardware acceleration/s);
    assert.match(await says(blind), /done, 5000 steps/);
  }),
};
