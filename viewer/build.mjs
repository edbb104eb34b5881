// Bundles the viewer into the crate that embeds it: one script and one style sheet.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const out = process.argv[2] ?? "../crates/percussion-page/bundle";
await build({
  entryPoints: { viewer: "src/main.ts" },
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  outdir: out,
  legalComments: "none",
  loader: { ".css": "css" },
  logLevel: "warning",
});
// Licences of what is bundled, for whoever gets a report.
const name = (p) => JSON.parse(readFileSync(`node_modules/${p}/package.json`, "utf8"));
const used = ["three", "uplot"].map(name).map((p) => `${p.name} ${p.version} (${p.license})`);
for (const end of ["js", "css"]) {
  const file = `${out}/viewer.${end}`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `/* Percussion's viewer, with ${used.join(" and ")}. */\n${text}`);
}
