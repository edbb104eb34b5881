// Runs all tests of the viewer, one after the other, and sums up as cargo does.
import { book } from "./book.mjs";
import * as kit from "./kit.mjs";
import { many } from "./many.mjs";
import { playground } from "./playground.mjs";
import { tests } from "./tests.mjs";

const filter = process.argv[2] ?? "";
let passed = 0, failed = 0, ignored = 0;
for (const [name, test] of Object.entries({ ...tests, ...many, ...playground, ...book })) {
  if (!name.includes(filter)) continue;
  const start = Date.now();
  try {
    // a test that cannot run here says why
    const why = await test();
    if (why) ignored++;
    else passed++;
    console.log(`test ${name} ... ${why ? `ignored: ${why}` : `ok (${((Date.now() - start) / 1000).toFixed(1)} s)`}`);
  } catch (e) {
    failed++;
    console.log(`test ${name} ... FAILED\n${e.stack ?? e}`);
  }
  await kit.closePages();
}
await kit.close();
console.log(`\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored`);
process.exit(failed ? 1 : 0);
