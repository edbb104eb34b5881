// What is set on the page, as the fragment of an address. A link comes from anywhere: it is read with limits, and text stays text.

/** A model with its settings. */
export interface Setup {
  /** Where the text comes from, while nobody has edited it. */
  problem?: string; model?: string;
  text: string;
  sets: [string, string][];
  scheme: string; other: string;
  options: [string, string][];
  dt: string; end: string;
}

export const VERSION = 1;
const MOST_LETTERS = 100_000, MOST_BYTES = 256 << 10, MOST_PAIRS = 200;

const letters = (bytes: Uint8Array) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

async function through(data: Uint8Array, by: ReadableWritablePair, most: number): Promise<Uint8Array> {
  const reader = new Blob([data as BlobPart]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  for (let n = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    n += value.length;
    if (n > most) {
      await reader.cancel();
      throw new Error(`the model in this link is longer than ${most >> 10} kB`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Deflated, as base64. */
export async function packed(text: string): Promise<string> {
  return letters(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity));
}

export async function write(setup: Setup): Promise<string> {
  const { text, problem, model, ...rest } = setup;
  const body = JSON.stringify(problem ? { problem, ...rest } : model ? { model, ...rest } : { text, ...rest });
  const code = (await packed(body)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (code.length > MOST_LETTERS) throw new Error("this model is too long for a link: download it as TOML instead");
  return `#v=${VERSION}&m=${code}`;
}

const word = (v: unknown, most = 100) => (typeof v === "string" && v.length <= most ? v : "");
const pairs = (v: unknown): [string, string][] => (Array.isArray(v) ? v : []).slice(0, MOST_PAIRS)
  .filter((p) => Array.isArray(p) && p.length === 2 && word(p[0]) && word(p[1])).map((p) => [p[0], p[1]]);

/** What a fragment says; none where it is empty. */
export async function read(hash: string): Promise<Partial<Setup> | null> {
  if (hash.length < 2) return null;
  if (hash.length > MOST_LETTERS + 100) throw new Error("this link is too long");
  const given = new URLSearchParams(hash.slice(1));
  const version = Number(given.get("v"));
  if (version !== VERSION) throw new Error(`this link is of version ${given.get("v") ?? "?"}, this page reads version ${VERSION}: open it with a page of the same version`);
  const [problem, model, code] = ["problem", "model", "m"].map((k) => given.get(k) ?? "");
  if (problem || model) return { problem: word(problem) || undefined, model: word(model) || undefined };
  let raw: Record<string, unknown>;
  try {
    const inflated = await through(bytes(code.replaceAll("-", "+").replaceAll("_", "/")), new DecompressionStream("deflate-raw"), MOST_BYTES);
    raw = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated));
  } catch (e) {
    if (e instanceof Error && e.message.includes("longer than")) throw e;
    throw new Error("this link is damaged: copy it again, whole");
  }
  return {
    problem: word(raw?.problem) || undefined, model: word(raw?.model) || undefined, text: word(raw?.text, MOST_BYTES),
    sets: pairs(raw?.sets), scheme: word(raw?.scheme), other: word(raw?.other), options: pairs(raw?.options), dt: word(raw?.dt), end: word(raw?.end),
  };
}
