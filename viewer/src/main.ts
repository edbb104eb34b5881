// Starts the viewer: runs are in the page (a report), come from the program's own server, or from a script of the page.

import "./style.css";
import "uplot/dist/uPlot.min.css";
import { App } from "./app";
import { decode, Run, together } from "./data";
import { el } from "./dom";

declare global {
  interface Window { percussion?: App; percussionFailed?: string; percussionShow?: (texts: string[]) => Promise<void> }
}

function message(title: string, text: string): void {
  window.percussionFailed = text;
  const root = document.getElementById("app") ?? document.body;
  root.replaceChildren(el("div", { class: "message", role: "alert" }, el("h1", {}, title), el("p", {}, text)));
}

async function read(texts: string[]): Promise<Run[]> {
  const runs: Run[] = [];
  const faults: string[] = [];
  for (const text of texts.slice(0, 4)) {
    try {
      const run = await decode(text);
      if (run.t.length) runs.push(run);
      else faults.push(`${run.name}: no rows`);
    } catch (e) {
      faults.push(e instanceof Error ? e.message : String(e));
    }
  }
  if (!runs.length) throw new Error(faults.join("; ") || "there is no run in this page");
  if (faults.length) runs[0].notes.push(...faults);
  return runs;
}

function open(runs: Run[]): void {
  const root = document.getElementById("app")!;
  const title = together(runs);
  document.title = `${title} · Percussion`;
  try {
    const old = window.percussion;
    old?.close();
    const app = new App(root, runs, title, source !== "page");
    if (old && old.playing) app.toggle();
    window.percussion = app;
  } catch (e) {
    const why = e instanceof Error ? e.message : String(e);
    const remedy = "\nThe scene needs WebGL: turn on hardware acceleration in the settings of the browser, or take another browser. The numbers of the run are in its files.";
    message("This run cannot be drawn", why + (/webgl/i.test(why) ? remedy : ""));
  }
}

async function embedded(): Promise<void> {
  const texts = [...document.querySelectorAll('script[type="application/json"][data-run]')].map((s) => s.textContent ?? "");
  open(await read(texts));
  // a program that opens the page to have a film of it reads the film from the page
  if (location.hash === "#export=gif" && window.percussion) {
    const film = await window.percussion.exporter.gif(window.percussion);
    const bytes = new Uint8Array(await film.arrayBuffer());
    document.body.replaceChildren(el("pre", { id: "export" }, btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))));
  }
}

/** Asks the program again and again: a run that goes on, a file that changed. */
async function served(source: string): Promise<void> {
  let version = "";
  for (;;) {
    const reply = await fetch(`${source}&version=${encodeURIComponent(version)}`).catch(() => null);
    if (!reply) {
      document.documentElement.classList.add("gone");
    } else if (reply.status === 200) {
      document.documentElement.classList.remove("gone");
      version = reply.headers.get("x-version") ?? "";
      const text = await reply.text();
      if (text.startsWith("error:")) message("The model has a mistake", text.slice(6).trim());
      else open(await read(JSON.parse(text).map((r: unknown) => JSON.stringify(r))));
    }
    await new Promise((done) => setTimeout(done, 400));
  }
}

const source = document.querySelector("meta[name=percussion-source]")?.getAttribute("content");
const failed = (e: unknown) => message("There is nothing to show", e instanceof Error ? e.message : String(e));
if (source === "page") window.percussionShow = (texts) => read(texts).then(open).catch(failed);
else (source ? served(source) : embedded()).catch(failed);
