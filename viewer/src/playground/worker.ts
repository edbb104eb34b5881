// The library, away from the page: requests come as messages, a run is made in parts so that it can be cancelled.

export {};

interface Library {
  memory: WebAssembly.Memory;
  room(n: number): number; call(): number; answer(): number; file(name: number): number; rows(): number; numbers(): number;
}
interface Kept { columns: string[]; rows: Float64Array }

/** Between two looks at messages (ms), and a run of one part of which nobody waits for the end. */
const PART = 40;

let library: Library;
let cancelled = false;
let kept: Kept[] = [];

function put(bytes: Uint8Array): void {
  const at = library.room(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
}

function text(request: unknown): string {
  put(new TextEncoder().encode(JSON.stringify(request)));
  const n = library.call();
  return new TextDecoder().decode(new Uint8Array(library.memory.buffer, library.answer(), n));
}

function ask(request: unknown): any {
  return JSON.parse(text(request));
}

/** Runs one after another, the scenes of all of them. */
async function run(id: number, runs: any[]): Promise<any> {
  cancelled = false;
  kept = [];
  const made: any[] = [];
  for (const [k, { command, ...open }] of runs.entries()) {
    const opened = ask({ do: "open", ...open });
    if (opened.error) return { ...opened, run: k };
    const start = performance.now();
    for (let steps = 1, more = true; more && !cancelled;) {
      const before = performance.now();
      const at = ask({ do: "step", steps });
      const took = performance.now() - before;
      steps = Math.max(1, Math.min(4 * steps, Math.floor((steps * PART) / Math.max(took, 0.1))));
      more = at.more;
      postMessage({ id, progress: { run: k, of: runs.length, t: at.t, part: at.done / at.of } });
      // messages are looked at between tasks
      await new Promise((done) => setTimeout(done, 0));
    }
    const closed = ask({ do: "close", seconds: (performance.now() - start) / 1000 });
    kept.push({ columns: closed.columns, rows: new Float64Array(library.memory.buffer, library.rows(), library.numbers()).slice() });
    const scene = text({ do: "scene", name: `${opened.name} with ${opened.scheme}`, command, model: open.text });
    made.push({ opened, closed, scene });
    if (cancelled) break;
  }
  return { runs: made, cancelled };
}

/** Numbers as they are read back to the same bits. */
function csv({ columns, rows }: Kept): string {
  const n = columns.length, lines = [columns.map((c) => (/[",\n]/.test(c) ? `"${c.replaceAll('"', '""')}"` : c)).join(",")];
  for (let k = 0; k + n <= rows.length; k += n) lines.push(Array.from(rows.subarray(k, k + n), String).join(","));
  return `${lines.join("\n")}\n`;
}

async function answer(id: number, message: any): Promise<any> {
  switch (message.kind) {
    case "start": {
      const source = await WebAssembly.instantiateStreaming(fetch("percussion.wasm")).catch(async () =>
        // some hosts do not name the type of the file
        WebAssembly.instantiate(await (await fetch("percussion.wasm")).arrayBuffer()));
      library = source.instance.exports as unknown as Library;
      return ask({ do: "about" });
    }
    case "run": return run(id, message.runs);
    case "csv": return { texts: kept.map(csv) };
    case "file": {
      const name = new TextEncoder().encode(message.name), all = new Uint8Array(name.length + message.bytes.byteLength);
      all.set(name);
      all.set(new Uint8Array(message.bytes), name.length);
      put(all);
      return library.file(name.length) ? {} : { error: `'${message.name}' is no text and no STL file, or all files together are longer than 16 MB` };
    }
    default: return ask(message.request);
  }
}

onmessage = async ({ data: { id, ...message } }) => {
  if (message.kind === "cancel") {
    cancelled = true;
    return;
  }
  try {
    postMessage({ id, result: await answer(id, message) });
  } catch (e) {
    // a trap leaves the memory of the library as it was: it has to be loaded again
    const trap = e instanceof WebAssembly.RuntimeError || e instanceof RangeError;
    const why = e instanceof Error ? e.message : String(e);
    postMessage({ id, fatal: trap, result: { error: trap ? `the model needs more memory than this page has, or is nested too deep (${why})` : why } });
  }
};
