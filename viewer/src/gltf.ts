// The first run with its motion as an animation, for other programs: bodies, flexible bodies as bars between their nodes, floors and walls.

import * as THREE from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import type { App } from "./app";
import type { Placed, Run } from "./data";
import { save } from "./dom";
import { name } from "./export";
import { geometry, Look } from "./shapes";

/** Numbers of an animation; longer runs have fewer key frames. */
const MOST = 4_000_000;

const material = (color: THREE.ColorRepresentation, more: THREE.MeshStandardMaterialParameters = {}) =>
  new THREE.MeshStandardMaterial({ color, roughness: 0.6, metalness: 0.1, ...more });

function placed(node: THREE.Object3D, s: Placed, look: Look, skin: THREE.Material): void {
  const g = s.shape.type === "plane" ? new THREE.PlaneGeometry(5 * look.size, 5 * look.size) : geometry(s.shape, look);
  const mesh = new THREE.Mesh(g, skin);
  mesh.position.set(...s.at.r);
  mesh.quaternion.set(s.at.p[1], s.at.p[2], s.at.p[3], s.at.p[0]);
  node.add(mesh);
}

/** Numbers of a node at every key frame. */
class Keys {
  readonly tracks: THREE.KeyframeTrack[] = [];
  private readonly rows: number[];
  private readonly t: number[];
  constructor(run: Run, nodes: number) {
    const stride = Math.max(1, Math.ceil((10 * nodes * run.t.length) / MOST));
    this.rows = Array.from(run.t.keys()).filter((k) => k % stride === 0 || k === run.t.length - 1);
    this.t = this.rows.map((k) => run.t[k] - run.t[0]);
  }
  add(node: THREE.Object3D, what: "position" | "quaternion" | "scale", at: (row: number) => number[]): void {
    const Track = what === "quaternion" ? THREE.QuaternionKeyframeTrack : THREE.VectorKeyframeTrack;
    this.tracks.push(new Track(`${node.name}.${what}`, this.t, this.rows.flatMap(at)));
  }
}

export async function gltf(app: App): Promise<string> {
  const run = app.runs[0], { look } = app.stage, scene = new THREE.Scene();
  const keys = new Keys(run, run.scene.frames);
  const here = (f: number, row: number) => new THREE.Vector3(run.frames[7 * f][row], run.frames[7 * f + 1][row], run.frames[7 * f + 2][row]);
  run.scene.parts.forEach((part, k) => {
    const node = new THREE.Group(), { color } = app.stage.views[0].parts[k];
    node.name = `part${k}`;
    node.userData = { name: part.name };
    scene.add(node);
    const own = part.shapes.map((s) => s.at.frame ?? part.first);
    for (const f of new Set(part.kind === "line" ? own : [part.first, ...own])) {
      const frame = new THREE.Group(), c = (row: number, ...i: number[]) => i.map((j) => run.frames[7 * f + j][row]);
      frame.name = `part${k}frame${f}`;
      node.add(frame);
      part.shapes.filter((_, i) => own[i] === f).forEach((s) => placed(frame, s, look, material(color, { vertexColors: s.shape.type !== "plane" })));
      keys.add(frame, "position", (row) => c(row, 0, 1, 2));
      keys.add(frame, "quaternion", (row) => c(row, 4, 5, 6, 3));
    }
    if (part.kind !== "line") return;
    const bar = new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    const radius = Math.max(part.radius ?? 0, 0.007 * look.size), up = new THREE.Vector3(0, 1, 0);
    for (let f = part.first; f + 1 < part.first + part.count; f++) {
      const mesh = new THREE.Mesh(bar, material(color)), way = (row: number) => here(f + 1, row).sub(here(f, row));
      mesh.name = `part${k}bar${f}`;
      node.add(mesh);
      keys.add(mesh, "position", (row) => here(f, row).toArray());
      keys.add(mesh, "quaternion", (row) => new THREE.Quaternion().setFromUnitVectors(up, way(row).normalize()).toArray());
      keys.add(mesh, "scale", (row) => [radius, Math.max(way(row).length(), 1e-12), radius]);
    }
  });
  const world = new THREE.Group();
  world.name = "world";
  run.scene.world.forEach((s) => placed(world, s, look, material("#9aa5b1", { side: THREE.DoubleSide })));
  scene.add(world);
  const clip = new THREE.AnimationClip("motion", -1, keys.tracks);
  const out = await new GLTFExporter().parseAsync(scene, { animations: [clip], onlyVisible: false });
  const text = JSON.stringify(out);
  save(name(app, "gltf"), new Blob([text], { type: "model/gltf+json" }));
  return text;
}
