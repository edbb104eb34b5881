// Takes a picture of a page: node test/shot.mjs FILE.html OUT.png [t] [width] [height] [hash]
import * as kit from "./kit.mjs";
const [file, out, t, width = 1280, height = 800, theme = "light", keys = ""] = process.argv.slice(2);
const p = await kit.page(file, { width: Number(width), height: Number(height), colorScheme: theme });
await p.evaluate((t) => t && t !== "-" && window.percussion.seek(Number(t)), t);
for (const k of keys) await p.keyboard.press(k);
await p.waitForTimeout(300);
await p.screenshot({ path: out });
console.log(p.ready, "ms", p.problems);
await kit.close();
