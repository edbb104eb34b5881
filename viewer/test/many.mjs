// Several runs on one clock, very many bodies, and files of what is seen.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closePages, folder, page, percussion, picture, report, root, run, scene, serve, silent, write } from "./kit.mjs";

const pair = () => report(run("rotating-ball"), run("rotating-ball", "--scheme", "moreau"));

export const many = {
  async runs_side_by_side_have_one_scale_and_one_title() {
    const p = await page(pair());
    assert.equal(await p.locator("h1").textContent(), "rotating-ball with alpha and moreau");
    assert.deepEqual(await p.locator(".names span").allTextContents(), ["alpha", "moreau"]);
    const seen = await p.evaluate(() => {
      const app = window.percussion, { views } = app.stage;
      const lengths = (t) => {
        app.seek(t);
        app.draw();
        return views.map((v) => v.list().filter((a) => a.kind === "percussion").map((a) => [a.value.length(), a.vector.length()]));
      };
      const impact = app.runs[0].events.find((e) => e.kind === "impact");
      return { impact: lengths(app.runs[0].t[app.rowOf(impact)]), rest: lengths(app.end) };
    });
    const [[[a, la]], [[b, lb]]] = seen.impact;
    assert.ok(Math.abs(a / la - b / lb) < 1e-9 * (a / la), JSON.stringify(seen.impact));
    // what the step of moreau adds at rest is small beside an impact, and alpha's round-off is no percussion
    assert.deepEqual(seen.rest[0], []);
    assert.ok(seen.rest[1][0][1] < 0.02 * lb, JSON.stringify(seen));
    silent(p);
  },

  async runs_of_one_name_are_told_apart_by_their_commands() {
    const p = await page(report(run("rotating-ball"), run("rotating-ball", "--dt", "0.004")));
    const names = await p.evaluate(() => window.percussion.runs.map((r) => r.own));
    assert.deepEqual(names, ["alpha dt 0.002", "alpha dt 0.004"]);
    silent(p);
  },

  async curves_of_all_runs_are_on_one_clock() {
    const p = await page(pair());
    const found = await p.evaluate(() => {
      const app = window.percussion;
      app.seek(0.6);
      app.draw();
      const { chart, panel } = app.panels.plots[0], of = (r) => app.runs[r].columns.find((c) => c.name === panel.curves[0].label).values;
      const at = (r) => of(r)[app.runs[r].t.findIndex((t) => Math.abs(t - 0.6) < 1e-9)];
      const own = (k) => chart.data[k].filter((v) => v !== undefined);
      return {
        labels: chart.series.slice(1, 3).map((s) => s.label), dashes: chart.series.slice(1, 3).map((s) => s.dash.length),
        rows: [own(1).length, own(2).length], expected: app.runs.map((r) => r.t.length), last: [own(1).at(-1), own(2).at(-1)], ends: [of(0).at(-1), of(1).at(-1)], now: [at(0), at(1)],
      };
    });
    assert.ok(found.labels[0].startsWith("q.") && found.labels[1] === "moreau" && found.dashes[0] === 0 && found.dashes[1] > 0, JSON.stringify(found));
    assert.deepEqual(found.rows, found.expected);
    assert.deepEqual(found.last, found.ends);
    silent(p);
  },

  async the_time_line_has_the_events_of_every_run() {
    const p = await page(report(run("bouncing-ball", "--t-end", "1"), run("bouncing-ball", "--t-end", "1", "--set", "e_N=0.8")));
    const box = await p.locator("canvas.timeline").boundingBox();
    // the second impacts are at different times: that of the second run is in the lower half
    const [end, impact] = await p.evaluate(() => [window.percussion.end, window.percussion.runs[1].events.filter((e) => e.kind === "impact").at(-1)]);
    await p.mouse.click(box.x + 8 + (impact.t / end) * (box.width - 16), box.y + box.height - 22);
    assert.equal(await p.evaluate(() => window.percussion.selected?.run), 1);
    assert.match(await p.locator(".chip").textContent(), /impact at/);
    silent(p);
  },

  async walls_in_front_hide_nothing() {
    const box = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]].map((n) => {
      const z = [0, 0, 1], axis = [z[1] * n[2] - z[2] * n[1], z[2] * n[0] - z[0] * n[2], z[0] * n[1] - z[1] * n[0]], s = Math.SQRT1_2;
      return { at: { frame: null, r: n.map((x) => -0.6 * x), p: [s, ...axis.map((x) => s * x)] }, shape: { type: "plane" } };
    });
    const made = JSON.parse(scene({ bodies: 1 }));
    made.scene.world = box;
    const p = await page(write("walls.html", JSON.stringify(made)));
    const visible = await p.evaluate(() => {
      const app = window.percussion;
      app.draw();
      return app.stage.views[0].links.filter((l) => l.kind === "plane").map((l) => l.object.visible);
    });
    // the camera looks from +x and -y
    assert.deepEqual(visible, [true, false, false, true]);
    silent(p);
  },

  async thousand_bodies_play() {
    const p = await page(write("thousand.html", scene({ bodies: 1000, rows: 2000 })));
    const found = await p.evaluate(async () => {
      const app = window.percussion, { stage } = app;
      const field = () => {
        const c = document.createElement("canvas"), g = c.getContext("2d");
        [c.width, c.height] = [64, 48];
        app.draw();
        g.drawImage(stage.canvas, 0, 0, 64, 48);
        return Array.from(g.getImageData(0, 0, 64, 48).data);
      };
      const measure = async (coarse) => {
        stage.views[0].coarse(coarse);
        stage.measure = true; // reads a pixel, so that the picture is whole
        stage.frameTimes.length = 0;
        let moved = 0;
        for (let k = 0; k < 8; k++) {
          const start = performance.now();
          stage.update((app.end * k) / 8, app.show, 0);
          moved += (performance.now() - start) / 8;
          stage.render();
          await new Promise((done) => requestAnimationFrame(done));
        }
        stage.measure = false;
        return { moved, drawn: Math.min(...stage.frameTimes) };
      };
      app.seek(0.4 * app.end);
      const fine = await measure(false), sharp = field(), coarse = await measure(true), blunt = field();
      app.toggle();
      const start = performance.now();
      let frames = 0;
      await new Promise((done) => {
        const count = () => { frames++; performance.now() - start < 3000 ? requestAnimationFrame(count) : done(); };
        requestAnimationFrame(count);
      });
      app.pause();
      const off = sharp.reduce((s, v, k) => s + Math.abs(v - blunt[k]), 0) / sharp.length;
      return { fine, coarse, off, frames: frames / 3, spread: Math.max(...sharp) - Math.min(...sharp), drawnAtRest: stage.views[0].meshes.every((m) => m.mesh.visible) };
    });
    const ms = (x) => x.toFixed(1);
    console.log(`  1,000 bodies x 2,000 rows: ${ms(found.fine.moved)} ms to move, ${ms(found.fine.drawn)} ms to draw, ${ms(found.coarse.drawn)} ms while it plays, ${ms(found.frames)} frames a second (software), opened after ${p.ready} ms`);
    assert.ok(found.off < 3 && found.spread > 60, `coarse pictures are off by ${found.off} of 255`);
    assert.ok(found.drawnAtRest, "sharp again at a pause");
    assert.ok(found.fine.moved < (process.env.FIGURES ? 16 : 1000) && (!process.env.FIGURES || found.frames > 24), JSON.stringify(found));
    silent(p);
  },

  async every_shape_of_model_files_is_drawn() {
    const folder = join(root, "models/elements");
    for (const file of readdirSync(folder).filter((f) => f.startsWith("shape-"))) {
      const p = await page(report(run(join(folder, file), "--t-end", "0.05")));
      const drawn = await p.evaluate(() => {
        const app = window.percussion, view = app.stage.views[0];
        app.draw();
        const sizes = view.meshes.map(({ mesh }) => {
          mesh.geometry.computeBoundingBox();
          return mesh.geometry.boundingBox.getSize(app.stage.camera.position.clone()).length();
        });
        return { sizes, planes: view.links.filter((l) => l.kind === "plane").length, symbols: app.runs[0].scene.parts.filter((q) => !q.shapes.length && q.kind === "body").map((q) => q.name) };
      });
      assert.ok(drawn.sizes.length + drawn.planes > 1 && drawn.sizes.every((s) => s > 0 && Number.isFinite(s)), `${file}: ${JSON.stringify(drawn)}`);
      assert.deepEqual(drawn.symbols, [], `${file}: bodies without a shape`);
      await p.screenshot({ path: picture(file.replace(".toml", ".png")) });
      silent(p);
      await closePages();
    }
  },

  async a_mesh_with_many_corners_is_drawn() {
    const made = JSON.parse(scene({ bodies: 1 })), n = 400;
    const vertices = Array.from({ length: n * n }, (_, k) => [(k % n) / n, Math.floor(k / n) / n, 0.1 * Math.sin((20 * k) / n)]);
    const triangles = Array.from({ length: 2000 }, (_, k) => [k, k + 1, k + n]);
    made.scene.parts[0].shapes[0].shape = { type: "mesh", vertices, triangles };
    const p = await page(write("mesh.html", JSON.stringify(made)));
    assert.equal(await p.evaluate(() => window.percussionFailed), undefined);
    silent(p);
  },

  async a_scene_for_other_programs_has_beams_and_floors() {
    const p = await page(report(run("flexible-pendulum", "--t-end", "0.05")));
    const [gltf, nodes] = await p.evaluate(async () => [JSON.parse(await window.percussion.exporter.gltf(window.percussion)), window.percussion.runs[0].scene.parts[0].count]);
    const bars = gltf.nodes.filter((n) => /bar\d+$/.test(n.name ?? ""));
    assert.equal(bars.length, nodes - 1);
    const targets = gltf.animations[0].channels.map((c) => c.target.path);
    assert.equal(targets.filter((t) => t === "scale").length, nodes - 1);
    assert.ok(gltf.nodes.find((n) => n.name === "world").children.length > 0);
    silent(p);
  },

  async a_file_that_is_saved_while_it_runs_is_run_again_at_once() {
    const file = join(folder, "long.toml");
    percussion("export", "bouncing-pendulum", "--out", file);
    const server = serve(file, "--dt", "1e-6", "--t-end", "40");
    try {
      const p = await page(await server.address);
      await p.waitForFunction(() => window.percussion?.runs[0].live, null, { timeout: 60_000 });
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace(/^name = .*$/m, 'name = "edited"'));
      // long before the first run would have ended
      await p.waitForFunction(() => window.percussion?.runs[0].name.startsWith("edited"), null, { timeout: 30_000 });
      silent(p);
    } finally {
      server.stop();
    }
  },

  async pictures_of_lines_show_runs_side_by_side() {
    const p = await page(pair());
    const svg = await p.evaluate(() => window.percussion.exporter.svg(window.percussion));
    const cells = svg.split("<svg x=").slice(1);
    assert.equal(cells.length, 2);
    assert.ok(cells.every((c) => c.includes("<polygon")) && !svg.includes("NaN"));
    silent(p);
  },

  async colours_of_flexible_bodies_have_a_legend() {
    const p = await page(report(run("flexible-pendulum", "--t-end", "0.4")));
    const text = await p.locator(".legend").textContent(), most = await p.evaluate(() => window.percussion.stage.scales.moment);
    assert.ok(Math.abs(Number(text.match(/bending moment 0 ([\d.e+-]+) N m/)[1]) / most - 1) < 1e-3, text);
    await p.screenshot({ path: picture("section-forces.png") });
    silent(p);
  },
};
