// The time line: all events as marks, the time as a handle.

import type { Event, Run } from "./data";

export const EVENT_COLORS: Record<string, string> = {
  impact: "#d55e00", "touch-down": "#2f7dd1", "take-off": "#56b4e9", stick: "#009e73", slip: "#e69f00", accumulation: "#b0338a", reversal: "#8a7a1d",
};
/** Marks differ by height too. */
const HEIGHTS: Record<string, number> = { impact: 1, accumulation: 1, "touch-down": 0.75, "take-off": 0.6, stick: 0.45, slip: 0.35 };

export class Timeline {
  readonly canvas = document.createElement("canvas");
  time = 0;
  dark = false;
  /** `seek` goes to a time, `go` to an event whose mark was hit. Runs have their marks one below the other. */
  constructor(readonly runs: Run[], readonly end: number, private start: number, seek: (t: number) => void, go: (e: Event, run: number) => void) {
    const c = this.canvas;
    c.className = "timeline";
    c.tabIndex = 0;
    c.setAttribute("role", "slider");
    c.setAttribute("aria-label", "time");
    c.setAttribute("aria-valuemin", String(start));
    c.setAttribute("aria-valuemax", String(end));
    const time = (e: PointerEvent) => {
      const b = c.getBoundingClientRect();
      return this.start + Math.min(Math.max((e.clientX - b.left - 8) / Math.max(b.width - 16, 1), 0), 1) * (this.end - this.start);
    };
    const lane = (e: PointerEvent) => Math.min(Math.max(Math.floor((e.offsetY / Math.max(c.clientHeight - 16, 1)) * runs.length), 0), runs.length - 1);
    const hit = (e: PointerEvent) => this.nearest(lane(e), time(e), ((e.pointerType === "touch" ? 12 : 5) / Math.max(c.clientWidth - 16, 1)) * (this.end - this.start));
    c.addEventListener("pointerdown", (e) => {
      c.setPointerCapture(e.pointerId);
      // marks are above the bar
      const event = e.offsetY < c.clientHeight - 16 ? hit(e) : null;
      event ? go(event, lane(e)) : seek(time(e));
    });
    c.addEventListener("pointermove", (e) => {
      if (e.buttons) seek(time(e));
      const near = hit(e);
      c.title = near ? `${near.t.toPrecision(6)} s: ${near.kind} at ${near.contact}${near.impulse ? `, ${near.impulse.toPrecision(4)} N s` : ""}` : "";
    });
    new ResizeObserver(() => this.draw()).observe(c);
  }
  private nearest(run: number, t: number, within: number): Event | null {
    let best: Event | null = null;
    for (const e of this.runs[run].events) if (Math.abs(e.t - t) < within && (!best || Math.abs(e.t - t) < Math.abs(best.t - t))) best = e;
    return best;
  }
  draw(): void {
    const c = this.canvas, ratio = devicePixelRatio;
    const w = c.clientWidth, h = c.clientHeight;
    if (!w) return;
    c.width = w * ratio;
    c.height = h * ratio;
    const g = c.getContext("2d")!;
    g.scale(ratio, ratio);
    const x = (t: number) => 8 + ((t - this.start) / (this.end - this.start || 1)) * (w - 16);
    const base = h - 9;
    g.fillStyle = this.dark ? "#2a313b" : "#d8dde4";
    g.fillRect(8, base - 2, w - 16, 4);
    g.fillStyle = this.dark ? "#6fa8e8" : "#2f7dd1";
    g.fillRect(8, base - 2, Math.max(x(this.time) - 8, 0), 4);
    const lane = (h - 18) / this.runs.length;
    this.runs.forEach((run, k) => run.events.forEach((e) => {
      g.fillStyle = EVENT_COLORS[e.kind] ?? "#8a94a3";
      const height = (HEIGHTS[e.kind] ?? 0.5) * (lane - (this.runs.length > 1 ? 1 : 0));
      g.fillRect(x(e.t) - 0.75, base - 3 - (this.runs.length - 1 - k) * lane - height, 1.5, height);
    }));
    g.beginPath();
    g.arc(x(this.time), base, 6.5, 0, 2 * Math.PI);
    g.fillStyle = this.dark ? "#e8ecf2" : "#ffffff";
    g.fill();
    g.lineWidth = 2;
    g.strokeStyle = this.dark ? "#6fa8e8" : "#2f7dd1";
    g.stroke();
    c.setAttribute("aria-valuenow", String(this.time));
    c.setAttribute("aria-valuetext", `${this.time.toPrecision(5)} seconds`);
  }
}
