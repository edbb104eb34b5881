// Runs all tests of the viewer, one after the other, and sums up as cargo does.
import { book } from "./book.mjs";
import * as kit from "./kit.mjs";
import { many } from "./many.mjs";
import { tests } from "./tests.mjs";

const filter = process.argv[2] ?? "";
let passed = 0, failed = 0;
for (const [name, test] of Object.entries({ ...tests, ...many, ...book })) {
  if (!name.includes(filter)) continue;
  const start = Date.now();
  try {
    await test();
    passed++;
    console.log(`test ${name} ... ok (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (e) {
    failed++;
    console.log(`test ${name} ... FAILED\n${e.stack ?? e}`);
  }
  await kit.closePages();
}
await kit.close();
console.log(`\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; 0 ignored`);
process.exit(failed ? 1 : 0);
