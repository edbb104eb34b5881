// Puts the playground together: node playground.mjs LIBRARY OUT. The page, its scripts, the viewer's bundle, models with their meshes.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [library, out] = process.argv.slice(2), root = join(import.meta.dirname, "..");
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { playground: "src/playground/main.ts", worker: "src/playground/worker.ts", offline: "src/playground/offline.ts" },
  absWorkingDir: import.meta.dirname, bundle: true, minify: true, format: "iife", target: "es2022", outdir: out, legalComments: "none", logLevel: "warning",
});
for (const file of ["crates/percussion-wasm/page/index.html", "crates/percussion-wasm/page/playground.css",
  "crates/percussion-page/bundle/viewer.js", "crates/percussion-page/bundle/viewer.css"]) {
  copyFileSync(join(root, file), join(out, file.split("/").pop()));
}
copyFileSync(library, join(out, "percussion.wasm"));

const models = [];
for (const folder of ["", "elements", "scenes"]) {
  for (const file of readdirSync(join(root, "models", folder)).filter((f) => f.endsWith(".toml")).sort()) {
    const path = join(root, "models", folder, file), text = readFileSync(path, "utf8"), files = {};
    for (const [, name] of text.matchAll(/"([\w./-]+\.(?:obj|stl|dxf|toml))"/gi)) {
      try { files[name] = readFileSync(join(dirname(path), name), "utf8"); } catch { /* a word in a comment */ }
    }
    models.push({ name: [folder, file.replace(".toml", "")].filter(Boolean).join("/"), text, files });
  }
}
writeFileSync(join(out, "models.json"), JSON.stringify(models));
const size = readdirSync(out).reduce((sum, f) => sum + gzipSync(readFileSync(join(out, f)), { level: 9 }).length, 0);
console.log(`${join(out, "index.html")}: ${(size / 1e6).toFixed(2)} MB with gzip`);
