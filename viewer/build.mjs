// Bundles the viewer into the crate that embeds it: one script and one style sheet.
import { build } from "esbuild";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

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
/** Copyright lines of packages under the MIT licence, and its text once. */
function notices(packages) {
  const texts = packages.map((p) => readFileSync(`node_modules/${p}/LICENSE`, "utf8"));
  const lines = texts.map((text, k) => `${packages[k]}: ${text.match(/^.*Copyright.*$/im)[0].trim()}`);
  const permission = texts[0].slice(texts[0].indexOf("Permission is hereby granted")).trim();
  return `${lines.join("\n")}\n${permission}`;
}
for (const end of ["js", "css"]) {
  const file = `${out}/viewer.${end}`;
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `/* Percussion's viewer, with ${used.join(" and ")}.\n${notices(["three", "uplot"])} */\n${text}`);
}

// The script and style of the book, with KaTeX and its fonts inside: pages are read from files, without a server.
const book = process.argv[3] ?? (process.argv[2] ? null : "../crates/percussion-cli/examples/book/bundle");
if (book) {
  await build({ entryPoints: { book: "book/main.js" }, bundle: true, minify: true, format: "iife", target: "es2022", outdir: book, legalComments: "none", logLevel: "warning" });
  const katex = "node_modules/katex/dist";
  const fonts = /@font-face\{[^}]*?font-family:"?(\w+)"?[^}]*?url\((fonts\/[\w-]+\.woff2)\)[^}]*\}/g;
  const unused = /KaTeX_(Fraktur|SansSerif|Script|Typewriter)/;
  const inline = (face, family, file) =>
    unused.test(family) ? "" : face.replace(/src:[^;}]*/, `src:url(data:font/woff2;base64,${readFileSync(`${katex}/${file}`).toString("base64")}) format("woff2")`);
  const style = readFileSync(`${katex}/katex.min.css`, "utf8").replace(fonts, inline);
  const uses = ["katex", "highlight.js"].map(name).map((p) => `${p.name} ${p.version} (${p.license})`).join(" and ");
  copyFileSync("book/book.css", `${book}/book.css`);
  writeFileSync(`${book}/katex.css`, `/* ${uses}\n${notices(["katex"])} */\n${style}\n`);
  writeFileSync(`${book}/book.js`, `/* Percussion's book, with ${uses}; licences in THIRD-PARTY.md.\n${notices(["katex"])} */\n${readFileSync(`${book}/book.js`, "utf8")}`);
}
