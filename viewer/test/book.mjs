// The documentation as pages: widths, formulas, code, search, scenes, links.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folder, page, percussion, picture, program, root, silent } from "./kit.mjs";

export const book = {
  async the_book_reads_well_on_wide_screens_and_phones() {
    const out = join(folder, "pages");
    percussion("gallery", "--quick", "--out", join(out, "gallery"), "--only", "woodpecker");
    // scenes that are not made here count as dead links: the pages are written all the same
    try { execFileSync(join(dirname(program), "examples/book"), ["docs", out], { cwd: root, stdio: "pipe" }); } catch { /* see above */ }
    for (const [width, height] of [[1400, 900], [390, 844]]) {
      for (const name of ["index", "schemes", "theory", "which-scheme", "python-api"]) {
        const p = await page(join(out, `${name}.html`), { bare: true, width, height });
        const seen = await p.evaluate(() => ({
          wide: document.documentElement.scrollWidth, top: document.querySelector("main h1").getBoundingClientRect().top,
          formulas: document.querySelectorAll(".math .katex").length, raw: document.querySelectorAll(".math").length,
          wrong: document.querySelectorAll(".katex-error").length, words: document.querySelectorAll(".hljs-keyword").length,
        }));
        assert.ok(seen.wide <= width, `${name} is ${seen.wide} wide on ${width}`);
        assert.ok(seen.top < 150, `${name} begins at ${seen.top} on ${width}`);
        assert.ok(seen.wrong === 0 && seen.formulas === seen.raw, `${name}: ${JSON.stringify(seen)}`);
        if (name === "schemes" || name === "theory") assert.ok(seen.formulas > 5, `${name}: ${seen.formulas} formulas`);
        if (name === "python-api") assert.ok(seen.words > 10, `${name}: ${seen.words} keywords`);
        await p.screenshot({ path: picture(`book-${name}-${width}.png`) });
        silent(p);
      }
    }
    const p = await page(join(out, "index.html"), { bare: true });
    await p.fill("#search", "penetration moreau");
    await p.waitForSelector("#found a");
    assert.ok((await p.textContent("#found")).toLowerCase().includes("penetration"));
    await p.keyboard.press("Escape");
    await p.click("figure.scene button");
    const scene = await (await p.waitForSelector("figure.scene iframe")).contentFrame();
    await scene.waitForFunction(() => window.percussion, null, { timeout: 30_000 });
    assert.ok((await scene.evaluate(() => window.percussion.end)) > 0);
  },

  the_book_refuses_dead_links() {
    const copy = join(folder, "dead");
    cpSync(join(root, "docs"), join(copy, "docs"), { recursive: true });
    for (const name of ["crates", "models", "CONTRIBUTING.md"]) symlinkSync(join(root, name), join(copy, name));
    for (const link of ["nowhere.md", "tutorial.md#no-such-heading", "../../models/none.toml"]) {
      writeFileSync(join(copy, "docs/book/index.md"), `# Start\n\n[here](${link})\n`);
      const made = spawnSync(join(dirname(program), "examples/book"), ["docs", join(copy, "out")], { cwd: copy, encoding: "utf8" });
      const name = link.split("/").pop().replace("none.toml", "none-toml").replace(/\.md.*/, "");
      assert.ok(made.status !== 0 && made.stderr.includes(`index.md: `) && made.stderr.includes(name), `${link}: ${made.stderr.slice(0, 400)}`);
    }
  },
};
