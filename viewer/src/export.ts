// Files made from what is in sight: pictures, films, scenes for other programs.

import * as THREE from "three";
import type { App } from "./app";
import type { Run } from "./data";
import { save } from "./dom";
import { GifWriter } from "./gif";

export { gltf } from "./gltf";

export const name = (app: App, end: string) => `${app.runs[0].name.replace(/[^\w.-]+/g, "-")}.${end}`;

export async function png(app: App): Promise<Blob> {
  app.draw();
  const blob = await new Promise<Blob>((done, fail) => app.stage.canvas.toBlob((b) => (b ? done(b) : fail(new Error("no picture"))), "image/png"));
  save(name(app, "png"), blob);
  return blob;
}

/** All visible triangles and lines, far ones first, with flat shading. */
export function svg(app: App): string {
  app.draw();
  const { stage } = app, camera = stage.camera;
  const parts: string[] = [];
  stage.cells((x, y, w, h) => parts.push(`<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${cell(stage, camera, w, h)}</svg>`));
  const { clientWidth: w, clientHeight: h } = stage.canvas;
  const ground = `#${(stage.scene.background as THREE.Color).getHexString()}`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="100%" height="100%" fill="${ground}"/>${parts.join("")}</svg>`;
  save(name(app, "svg"), new Blob([text], { type: "image/svg+xml" }));
  return text;
}

function cell(stage: App["stage"], camera: THREE.Camera, w: number, h: number): string {
  const items: { z: number; text: string }[] = [];
  const light = new THREE.Vector3(0.4, 0.7, 0.9).normalize();
  const project = (p: THREE.Vector3) => {
    const q = p.clone().project(camera);
    return [((q.x + 1) / 2) * w, ((1 - q.y) / 2) * h, q.z] as const;
  };
  const at = (x: number) => x.toFixed(1);
  const m = new THREE.Matrix4(), c = new THREE.Color();
  const mesh = (o: THREE.Mesh, world: THREE.Matrix4, color: THREE.Color, opacity: number, flat: boolean) => {
    const g = o.geometry, position = g.getAttribute("position"), colors = g.getAttribute("color");
    const n = g.index ? g.index.count : position.count;
    const p = [0, 1, 2].map(() => new THREE.Vector3());
    for (let k = 0; k + 2 < n && items.length < 60000; k += 3) {
      const ids = [0, 1, 2].map((i) => (g.index ? g.index.getX(k + i) : k + i));
      ids.forEach((id, i) => p[i].fromBufferAttribute(position, id).applyMatrix4(world));
      const s = p.map(project);
      const area = (s[1][0] - s[0][0]) * (s[2][1] - s[0][1]) - (s[2][0] - s[0][0]) * (s[1][1] - s[0][1]);
      if (area >= 0 || s.some((q) => Math.abs(q[2]) > 1)) continue;
      const normal = p[1].clone().sub(p[0]).cross(p[2].clone().sub(p[0])).normalize();
      c.copy(color);
      if (colors) c.multiply(new THREE.Color(colors.getX(ids[0]), colors.getY(ids[0]), colors.getZ(ids[0])));
      if (!flat) c.multiplyScalar(0.62 + 0.38 * Math.max(normal.dot(light), 0));
      const fill = `#${c.getHexString()}`;
      const points = s.map((q) => `${at(q[0])},${at(q[1])}`).join(" ");
      const z = flat ? -2 : (s[0][2] + s[1][2] + s[2][2]) / 3;
      items.push({ z, text: `<polygon points="${points}" fill="${fill}" stroke="${fill}" stroke-width=".4"${opacity < 1 ? ` fill-opacity="${opacity}" stroke-opacity="0"` : ""}/>` });
    }
  };
  stage.scene.updateMatrixWorld();
  stage.scene.traverseVisible((o) => {
    if (o instanceof THREE.InstancedMesh) {
      const material = o.material as THREE.MeshPhongMaterial;
      for (let k = 0; k < o.count; k++) {
        o.getMatrixAt(k, m);
        m.premultiply(o.matrixWorld);
        const color = material.color.clone();
        if (o.instanceColor) {
          o.getColorAt(k, c);
          color.multiply(c);
        }
        mesh(o, m, color, material.opacity, material instanceof THREE.MeshBasicMaterial);
      }
    } else if (o instanceof THREE.Mesh) {
      const material = o.material as THREE.MeshPhongMaterial;
      mesh(o, o.matrixWorld, material.color, material.opacity, false);
    } else if (o instanceof THREE.Line) {
      const position = o.geometry.getAttribute("position");
      const range = o.geometry.drawRange, end = Math.min(position.count, range.start + range.count);
      const pairs = o instanceof THREE.LineSegments, color = (o.material as THREE.LineBasicMaterial).color;
      const p = new THREE.Vector3(), q = new THREE.Vector3();
      for (let k = range.start; k + 1 < end && items.length < 60000; k += pairs ? 2 : 1) {
        const a = project(p.fromBufferAttribute(position, k).applyMatrix4(o.matrixWorld));
        const b = project(q.fromBufferAttribute(position, k + 1).applyMatrix4(o.matrixWorld));
        if (Math.abs(a[2]) > 1 || Math.abs(b[2]) > 1 || Math.max(a[0], b[0]) < 0 || Math.min(a[0], b[0]) > w) continue;
        items.push({ z: (a[2] + b[2]) / 2 - 1e-4, text: `<line x1="${at(a[0])}" y1="${at(a[1])}" x2="${at(b[0])}" y2="${at(b[1])}" stroke="#${color.getHexString()}" stroke-width="1"/>` });
      }
    }
  });
  items.sort((a, b) => b.z - a.z);
  return items.map((i) => i.text).join("");
}

/** Plays from the start to the end and records it. */
export async function film(app: App): Promise<Blob> {
  const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((t) => MediaRecorder.isTypeSupported(t));
  if (!type) throw new Error("this browser records no films");
  const recorder = new MediaRecorder(app.stage.canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 6e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (e) => parts.push(e.data);
  const ended = new Promise<void>((done) => { recorder.onstop = () => done(); });
  app.seek(app.start);
  recorder.start();
  app.toggle();
  while (app.playing) await new Promise((done) => setTimeout(done, 50));
  recorder.stop();
  await ended;
  const blob = new Blob(parts, { type });
  save(name(app, "webm"), blob);
  return blob;
}

export async function gif(app: App, frames = 80, width = 480): Promise<Blob> {
  const canvas = document.createElement("canvas"), source = app.stage.canvas;
  canvas.width = width;
  canvas.height = Math.round((width * source.clientHeight) / source.clientWidth);
  const g = canvas.getContext("2d", { willReadFrequently: true })!;
  const writer = new GifWriter(canvas.width, canvas.height);
  const wait = Math.max(2, Math.min(20, Math.round((100 * (app.end - app.start)) / app.speed / frames)));
  const before = app.time;
  for (let k = 0; k < frames; k++) {
    app.seek(app.start + ((app.end - app.start) * k) / (frames - 1));
    app.draw();
    g.drawImage(source, 0, 0, canvas.width, canvas.height);
    writer.frame(g.getImageData(0, 0, canvas.width, canvas.height).data, wait);
    if (k % 8 === 0) await new Promise((done) => setTimeout(done, 0));
  }
  app.seek(before);
  const blob = new Blob([writer.finish()], { type: "image/gif" });
  save(name(app, "gif"), blob);
  return blob;
}

export function csv(run: Run): Blob {
  const quote = (s: string) => (/[",\n\r]/.test(s) ? `"${s.replace(/"/g, '""')}"` : s);
  const lines = [["t", ...run.columns.map((c) => quote(c.name))].join(",")];
  for (let k = 0; k < run.t.length; k++) lines.push([run.t[k], ...run.columns.map((c) => c.values[k])].join(","));
  return new Blob([`${lines.join("\n")}\n`], { type: "text/csv" });
}
