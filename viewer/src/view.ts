// One run in the scene: its parts, links, contacts and forces at a time.

import * as THREE from "three";
import { Arrow, Arrows, Marks } from "./arrows";
import { frameAt, nearestRow, Place, Placed, Run } from "./data";
import { coil, Trace, Tube } from "./lines";
import { cornerLit, geometry, Look, merge, PALETTE, reach, white } from "./shapes";

export interface Show {
  forces: boolean; percussions: boolean; reactions: boolean; cones: boolean; marks: boolean;
  joints: boolean; traces: boolean; axes: boolean; scale: number;
}

/** Colours of the axes x, y, z. */
export const AXES = ["#d55e00", "#009e73", "#0072b2"];

export const ARROWS = { force: "#2f7dd1", friction: "#7fb6ec", percussion: "#d55e00", reaction: "#9467bd", load: "#009e73" };

interface Instance { mesh: THREE.InstancedMesh; k: number; at: Place; offset: THREE.Matrix4; part: number; edges: THREE.LineSegments | null }

/** Where parts are over the whole run. */
export function bounds(run: Run): THREE.Box3 {
  const box = new THREE.Box3(), p = new THREE.Vector3();
  const stride = Math.max(1, Math.floor(run.t.length / 400));
  for (const part of run.scene.parts) {
    const r = Math.max(part.radius ?? 0, ...part.shapes.map((s) => reach(s.shape) + Math.hypot(...s.at.r)));
    for (let f = part.first; f < part.first + part.count; f++) {
      for (let k = 0; k < run.t.length; k += stride) {
        p.set(run.frames[7 * f][k], run.frames[7 * f + 1][k], run.frames[7 * f + 2][k]);
        if (!Number.isFinite(p.x + p.y + p.z)) continue;
        box.expandByPoint(p);
        if (r > 0) {
          box.expandByPoint(p.clone().addScalar(r));
          box.expandByPoint(p.addScalar(-r));
        }
      }
    }
  }
  for (const w of run.scene.world) {
    const r = reach(w.shape);
    if (r > 0 && w.at.frame === null && !["cylinder"].includes(w.shape.type)) {
      p.set(...w.at.r);
      box.expandByPoint(p.clone().addScalar(r)).expandByPoint(p.addScalar(-r));
    }
  }
  for (const link of [...run.scene.joints, ...run.scene.springs]) {
    for (const place of [link.a, link.b]) if (place.frame === null) box.expandByPoint(p.set(...place.r));
  }
  if (box.isEmpty()) box.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  return box;
}

function matrix(place: Place): THREE.Matrix4 {
  const [w, x, y, z] = place.p;
  return new THREE.Matrix4().compose(new THREE.Vector3(...place.r), new THREE.Quaternion(x, y, z, w), new THREE.Vector3(1, 1, 1));
}

export class RunView {
  readonly group = new THREE.Group();
  readonly parts: { name: string; color: THREE.Color }[] = [];
  private instances: Instance[] = [];
  private tubes: { part: number; tube: Tube; section: number }[] = [];
  private links: { a: Place; b: Place; object: THREE.Object3D; kind: string }[] = [];
  private traces = new Map<number, Trace>();
  private matrices: THREE.Matrix4[];
  private arrows: Record<keyof typeof ARROWS, Arrows>;
  private marks: Marks;
  private cones: THREE.Mesh[] = [];
  private materials: THREE.Material[] = [];
  private marked: number[][] = [];
  private moments: number;
  private refs: { force: number; percussion: number; reaction: number; load: number };
  private buffer = new Float64Array(7);
  /** The row shown now. */
  row = 0;

  constructor(readonly run: Run, readonly look: Look, readonly index: number, ghost: boolean) {
    this.matrices = Array.from({ length: run.scene.frames }, () => new THREE.Matrix4());
    run.scene.parts.forEach((part, k) => {
      const color = new THREE.Color(PALETTE[(k + (ghost ? index : 0)) % PALETTE.length]);
      this.parts.push({ name: part.name, color });
    });
    this.addShapes(ghost);
    this.addLinks();
    const width = 0.0055 * look.size;
    this.arrows = {
      force: new Arrows(this.group, ARROWS.force, width, false),
      friction: new Arrows(this.group, ARROWS.friction, width, false),
      percussion: new Arrows(this.group, ARROWS.percussion, 1.7 * width, true),
      reaction: new Arrows(this.group, ARROWS.reaction, 0.8 * width, false),
      load: new Arrows(this.group, ARROWS.load, width, false),
    };
    this.marks = new Marks(this.group, 0.008 * look.size, look.planar);
    const c = run.contacts, n = c.contact.length;
    const vectors = (a: Float32Array) => Array.from({ length: n }, (_, k) => Math.hypot(a[3 * k], a[3 * k + 1], a[3 * k + 2]));
    const triples = (columns: Float64Array[], from: number, stride: number) => {
      const out: number[] = [];
      for (let j = from; j + 2 < columns.length; j += stride) {
        for (let k = 0; k < run.t.length; k++) out.push(Math.hypot(columns[j][k], columns[j + 1][k], columns[j + 2][k]));
      }
      return out;
    };
    this.refs = {
      force: high(vectors(c.force)), percussion: high(vectors(c.percussion)),
      reaction: high(triples(run.joints, 0, 3)), load: high(triples(run.loads, 3, 6)),
    };
    const shown = (s: Run["sections"][number]) => Array.from({ length: s.places }, (_, k) => Array.from(run.t, (_, row) => sectionForce(s, k, row))).flat();
    this.moments = Math.max(1e-300, ...run.sections.map((s) => high(shown(s))));
  }

  private material(color: THREE.ColorRepresentation, ghost: boolean, more: object = {}): THREE.Material {
    // highlights are for few bodies in space; where there are very many, light is computed at corners only
    const { planar, detail } = this.look;
    const m = planar || detail < 0.5
      ? cornerLit(color, more)
      : detail < 1
        ? new THREE.MeshLambertMaterial({ color, vertexColors: true, ...more })
        : new THREE.MeshPhongMaterial({ color, vertexColors: true, shininess: 28, specular: 0x222222, ...more });
    if (ghost && !("opacity" in more)) this.materials.push(m);
    return m;
  }

  /** Pale, to be seen behind the first run, or not. */
  fade(on: boolean): void {
    for (const m of this.materials) {
      m.transparent = on;
      m.opacity = on ? 0.32 : 1;
      if (m instanceof THREE.ShaderMaterial) m.uniforms.alpha.value = m.opacity;
      m.depthWrite = !on;
      m.needsUpdate = true;
    }
  }

  private addShapes(ghost: boolean): void {
    const groups = new Map<string, { shape: Placed["shape"]; list: { placed: Placed; part: number }[] }>();
    const add = (placed: Placed, part: number) => {
      if (placed.shape.type === "plane") return this.addPlane(placed);
      const key = JSON.stringify(placed.shape) + (part < 0);
      if (!groups.has(key)) groups.set(key, { shape: placed.shape, list: [] });
      groups.get(key)!.list.push({ placed, part });
    };
    this.run.scene.parts.forEach((part, k) => {
      part.shapes.forEach((s) => add(s, k));
      if (part.kind === "line") this.addLine(k, ghost);
    });
    this.run.scene.world.forEach((s) => add(s, -1));
    const few = this.run.scene.parts.length <= 150 && !ghost;
    for (const { shape, list } of groups.values()) {
      const open = shape.type === "hollow-cylinder";
      const g = geometry(shape, this.look);
      const more = open ? { transparent: true, opacity: 0.28, side: THREE.DoubleSide, depthWrite: false } : {};
      const mesh = new THREE.InstancedMesh(g, this.material("#ffffff", ghost, more), list.length);
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = !open && !ghost;
      const edge = few && !open ? new THREE.EdgesGeometry(g, 32) : null;
      list.forEach(({ placed, part }, k) => {
        const color = part < 0 ? new THREE.Color("#9aa5b1") : this.parts[part].color;
        mesh.setColorAt(k, color);
        let edges: THREE.LineSegments | null = null;
        if (edge) {
          const dark = color.clone().multiplyScalar(0.42);
          edges = new THREE.LineSegments(edge, new THREE.LineBasicMaterial({ color: dark }));
          edges.matrixAutoUpdate = false;
          this.group.add(edges);
        }
        this.instances.push({ mesh, k, at: placed.at, offset: matrix(placed.at), part, edges });
      });
      this.group.add(mesh);
    }
  }

  private addLine(part: number, ghost: boolean): void {
    const { count, radius } = this.run.scene.parts[part];
    const section = this.run.sections.findIndex((s) => s.part === part && s.places > 0);
    const color = section >= 0 && !ghost ? "#ffffff" : this.parts[part].color;
    const tube = new Tube(count, Math.max(radius ?? 0, 0.007 * this.look.size), this.material(color, ghost));
    this.tubes.push({ part, tube, section });
    this.group.add(tube.mesh);
  }

  /** A floor: in the plane a line with hatching below, in space a square with a grid. */
  private addPlane(placed: Placed): void {
    const { planar, size } = this.look;
    const object = new THREE.Group();
    if (planar) {
      const length = 6 * size, depth = 0.045 * size, gap = 0.03 * size;
      const n = placed.at.p, axes = matrix({ ...placed.at, r: [0, 0, 0], p: n });
      const normal = new THREE.Vector3(0, 0, 1).applyMatrix4(axes);
      const along = new THREE.Vector3().crossVectors(normal, new THREE.Vector3(0, 0, 1));
      const points: THREE.Vector3[] = [along.clone().multiplyScalar(-length), along.clone().multiplyScalar(length)];
      for (let s = -length; s < length; s += gap) {
        points.push(along.clone().multiplyScalar(s), along.clone().multiplyScalar(s - depth).addScaledVector(normal, -depth));
      }
      const g = new THREE.BufferGeometry().setFromPoints(points);
      const lines = new THREE.LineSegments(g, new THREE.LineBasicMaterial({ color: "#8a94a3" }));
      lines.frustumCulled = false;
      const turn = new THREE.Group();
      turn.applyMatrix4(axes.clone().invert());
      turn.add(lines);
      object.add(turn);
    } else {
      const g = new THREE.PlaneGeometry(5 * size, 5 * size);
      const floor = new THREE.Mesh(g, new THREE.MeshPhongMaterial({ color: "#aab4c0", transparent: true, opacity: 0.32, side: THREE.DoubleSide, depthWrite: false }));
      floor.receiveShadow = true;
      floor.renderOrder = -2;
      const grid = new THREE.GridHelper(5 * size, 50, "#7c8794", "#98a3b0");
      grid.rotateX(Math.PI / 2);
      (grid.material as THREE.Material).transparent = true;
      (grid.material as THREE.Material).opacity = 0.35;
      object.add(floor, grid);
    }
    this.links.push({ a: placed.at, b: placed.at, object, kind: "plane" });
    this.group.add(object);
  }

  private addLinks(): void {
    const { planar, size } = this.look;
    const r = 0.013 * size;
    const metal = this.material("#5d6774", false);
    for (const j of this.run.scene.joints) {
      let g: THREE.BufferGeometry;
      switch (j.kind) {
        case "revolute": case "stop":
          g = new THREE.CylinderGeometry(r, r, planar ? 0.062 * size : 5 * r, 24).rotateX(Math.PI / 2);
          break;
        case "spherical":
          g = new THREE.SphereGeometry(1.25 * r, 20, 14);
          break;
        case "prismatic": case "cylindrical": case "guide":
          g = merge([new THREE.BoxGeometry(1.8 * r, 1.8 * r, 6 * r).toNonIndexed(), new THREE.CylinderGeometry(0.35 * r, 0.35 * r, 30 * r, 8).rotateX(Math.PI / 2).toNonIndexed()]);
          break;
        case "universal":
          g = merge([0, 1].map((k) => new THREE.CylinderGeometry(0.6 * r, 0.6 * r, 5 * r, 12).rotateZ(k * Math.PI / 2).toNonIndexed()));
          break;
        case "fixed":
          g = new THREE.BoxGeometry(1.6 * r, 1.6 * r, planar ? 0.06 * size : 1.6 * r);
          break;
        case "distance":
          g = new THREE.CylinderGeometry(0.45 * r, 0.45 * r, 1, 10).translate(0, 0.5, 0);
          break;
        default:
          g = new THREE.OctahedronGeometry(r);
      }
      const mesh = new THREE.Mesh(white(g), metal);
      mesh.name = j.name;
      this.links.push({ a: j.a, b: j.b, object: mesh, kind: j.kind === "distance" ? "between" : "joint" });
      this.group.add(mesh);
    }
    const here = (frame: number): Place => ({ frame, r: [0, 0, 0], p: [1, 0, 0, 0] });
    const few = this.run.scene.parts.length + this.run.scene.joints.length <= 200;
    for (const a of few ? [...this.run.scene.parts.map((p) => here(p.first)), ...this.run.scene.joints.map((j) => j.a)] : []) {
      const axes = new THREE.AxesHelper(0.11 * size).setColors(...(AXES.map((c) => new THREE.Color(c)) as [THREE.Color, THREE.Color, THREE.Color]));
      (axes.material as THREE.Material).depthTest = false;
      axes.renderOrder = 3;
      this.links.push({ a, b: a, object: axes, kind: "axes" });
      this.group.add(axes);
    }
    const wire = this.material("#6f7b8a", false);
    for (const s of this.run.scene.springs) {
      const turn = s.kind === "turn";
      const g = turn
        ? new THREE.TorusGeometry(2.2 * r, 0.3 * r, 8, 28, 1.7 * Math.PI)
        : coil(planar, 0.9 * r, 0.0028 * size);
      const mesh = new THREE.Mesh(white(g), wire);
      mesh.name = s.name;
      this.links.push({ a: s.a, b: s.b, object: mesh, kind: turn ? "joint" : "between" });
      this.group.add(mesh);
    }
  }

  private point(place: Place, out: THREE.Vector3): THREE.Vector3 {
    out.set(...place.r);
    return place.frame === null ? out : out.applyMatrix4(this.matrices[place.frame]);
  }

  private place(place: Place, offset: THREE.Matrix4, out: THREE.Matrix4): THREE.Matrix4 {
    return place.frame === null ? out.copy(offset) : out.multiplyMatrices(this.matrices[place.frame], offset);
  }

  /** Shows the run at a time; `hold` keeps percussions in sight for so long. */
  update(time: number, show: Show, hold: number): void {
    const run = this.run;
    if (run.t.length === 0) return;
    const last = run.t.length - 1;
    let row = nearestRow(run.t, time), part = 0;
    if (Math.abs(run.t[row] - time) > 1e-9 * Math.abs(run.t[last] || 1)) {
      while (row > 0 && run.t[row] > time) row--;
      const l = run.t[Math.min(row + 1, last)] - run.t[row];
      part = l > 0 ? Math.min(Math.max((time - run.t[row]) / l, 0), 1) : 0;
    }
    this.row = part > 0.5 ? Math.min(row + 1, last) : row;
    const b = this.buffer, q = new THREE.Quaternion(), p = new THREE.Vector3(), one = new THREE.Vector3(1, 1, 1);
    for (let f = 0; f < this.matrices.length; f++) {
      frameAt(run, f, row, part, b);
      this.matrices[f].compose(p.set(b[0], b[1], b[2]), q.set(b[4], b[5], b[6], b[3]), one);
    }
    const m = new THREE.Matrix4();
    for (const i of this.instances) {
      i.mesh.setMatrixAt(i.k, this.place(i.at, i.offset, m));
      if (i.edges) i.edges.matrix.copy(m);
    }
    for (const mesh of new Set(this.instances.map((i) => i.mesh))) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
    this.updateLinks(show, m);
    for (const { part: k, tube, section } of this.tubes) {
      const { first, count } = run.scene.parts[k];
      for (let i = 0; i < count; i++) tube.points[i].setFromMatrixPosition(this.matrices[first + i]);
      const s = run.sections[section];
      tube.update(s ? (x) => {
        const at = Math.min(Math.max(Math.round(x * s.places - 0.5), 0), s.places - 1);
        return sectionForce(s, at, this.row) / this.moments;
      } : null);
    }
    this.updateForces(show, hold);
    for (const trace of this.traces.values()) trace.update(this.row);
  }

  private updateLinks(show: Show, m: THREE.Matrix4): void {
    const a = new THREE.Vector3(), b = new THREE.Vector3(), up = new THREE.Vector3(0, 1, 0);
    for (const link of this.links) {
      if (link.kind !== "plane") link.object.visible = link.kind === "axes" ? show.axes : show.joints;
      if (link.kind === "between") {
        this.point(link.a, a);
        this.point(link.b, b).sub(a);
        const l = b.length();
        link.object.position.copy(a);
        link.object.scale.set(1, Math.max(l, 1e-9), 1);
        link.object.quaternion.setFromUnitVectors(up, b.divideScalar(l || 1));
      } else {
        this.place(link.a, matrix(link.a), m).decompose(link.object.position, link.object.quaternion, link.object.scale);
      }
    }
  }

  private vector(list: Float32Array, k: number): THREE.Vector3 {
    return new THREE.Vector3(list[3 * k], list[3 * k + 1], list[3 * k + 2]);
  }

  /** As long as the size of the picture allows, in proportion to the value. */
  private scaled(v: THREE.Vector3, ref: number, scale: number): THREE.Vector3 {
    const l = v.length(), most = 0.9 * this.look.size;
    const length = (0.2 * this.look.size * scale * l) / ref;
    return v.clone().multiplyScalar(l > 0 ? Math.min(length, most) / l : 0);
  }

  private updateForces(show: Show, hold: number): void {
    const { run, row } = this;
    const c = run.contacts;
    const forces: Arrow[] = [], friction: Arrow[] = [], percussions: Arrow[] = [];
    const points: { at: THREE.Vector3; n: THREE.Vector3; phase: number; contact: number }[] = [];
    for (const cone of this.cones) cone.visible = false;
    let cones = 0;
    for (let k = c.start[row]; k < c.start[row + 1]; k++) {
      const at = this.vector(c.point, k), n = this.vector(c.n, k), f = this.vector(c.force, k);
      const contact = c.contact[k];
      if (show.marks && n.lengthSq() > 0) points.push({ at, n, phase: c.phase[k], contact });
      if (f.lengthSq() > 0 && show.forces) {
        const normal = n.clone().multiplyScalar(f.dot(n)), side = f.clone().sub(normal);
        forces.push({ from: at, vector: this.scaled(normal, this.refs.force, show.scale), value: normal, contact, kind: "force" });
        if (side.length() > 1e-6 * f.length()) {
          friction.push({ from: at, vector: this.scaled(side, this.refs.force, show.scale), value: side, contact, kind: "friction" });
        }
        if (show.cones) this.cone(cones++, at, n, run.scene.contacts[contact]?.mu ?? 0, this.scaled(normal, this.refs.force, show.scale).length());
      }
    }
    if (show.percussions) {
      const seen = new Set<number>();
      for (let r = row; r >= 0 && (r === row || run.t[r] > run.t[row] - hold); r--) {
        for (let k = c.start[r]; k < c.start[r + 1]; k++) {
          const p = this.vector(c.percussion, k);
          if (p.lengthSq() === 0 || seen.has(c.contact[k])) continue;
          seen.add(c.contact[k]);
          percussions.push({ from: this.vector(c.point, k), vector: this.scaled(p, this.refs.percussion, 1.6 * show.scale), value: p, contact: c.contact[k], kind: "percussion" });
        }
      }
    }
    const triples = (columns: Float64Array[], stride: number, at: (k: number) => THREE.Vector3, from: number, ref: number, kind: string) => {
      const list: Arrow[] = [];
      for (let j = 0; j + stride <= columns.length; j += stride) {
        const v = new THREE.Vector3(columns[j + from][row], columns[j + from + 1][row], columns[j + from + 2][row]);
        if (!(v.length() > 1e-9 * ref)) continue;
        list.push({ from: at(j / stride), vector: this.scaled(v, ref, show.scale), value: v, contact: j / stride, kind });
      }
      return list;
    };
    const joint = (k: number) => this.point(run.scene.joints[k].b, new THREE.Vector3());
    const load = (k: number) => new THREE.Vector3(run.loads[6 * k][row], run.loads[6 * k + 1][row], run.loads[6 * k + 2][row]);
    this.arrows.force.update(forces);
    this.arrows.friction.update(friction);
    this.arrows.percussion.update(percussions);
    this.arrows.reaction.update(show.reactions ? triples(run.joints, 3, joint, 0, this.refs.reaction, "reaction") : []);
    this.arrows.load.update(show.forces ? triples(run.loads, 6, load, 3, this.refs.load, "load") : []);
    this.marked = this.marks.update(points, this.look.planar);
  }

  private cone(k: number, at: THREE.Vector3, n: THREE.Vector3, mu: number, height: number): void {
    if (!this.cones[k]) {
      const g = new THREE.ConeGeometry(1, 1, 32, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
      const material = new THREE.MeshBasicMaterial({ color: ARROWS.friction, transparent: true, opacity: 0.22, side: THREE.DoubleSide, depthWrite: false });
      this.cones[k] = new THREE.Mesh(g, material);
      this.group.add(this.cones[k]);
    }
    const cone = this.cones[k];
    cone.visible = mu > 0 && height > 0;
    cone.position.copy(at);
    cone.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), n);
    cone.scale.set(mu * height, height, mu * height);
  }

  /** What is drawn as arrows now, for whoever wants to know. */
  list(): Arrow[] {
    return Object.values(this.arrows).flatMap((a) => a.list);
  }

  /** The way of a part, switched on or off. */
  trace(part: number, on: boolean): void {
    const old = this.traces.get(part);
    if (old && !on) {
      this.group.remove(old.group);
      this.traces.delete(part);
    } else if (!old && on && this.run.scene.parts[part]) {
      const { first, count } = this.run.scene.parts[part];
      const f = first + count - 1, n = this.run.t.length;
      const points = new Float32Array(3 * n);
      for (let k = 0; k < n; k++) for (let i = 0; i < 3; i++) points[3 * k + i] = this.run.frames[7 * f + i][k];
      const trace = new Trace(points, this.parts[part].color);
      this.traces.set(part, trace);
      this.group.add(trace.group);
    }
  }

  partPosition(part: number, out: THREE.Vector3): THREE.Vector3 {
    const p = this.run.scene.parts[part];
    return p ? out.setFromMatrixPosition(this.matrices[p.first]) : out;
  }

  /** What a ray hits first: a contact's mark, else a part. */
  pick(ray: THREE.Raycaster): { part?: number; contact?: number } | null {
    for (const phase of [2, 1, 0]) {
      const hit = ray.intersectObject(this.marks.kinds[phase].mesh, false)[0];
      if (hit?.instanceId !== undefined) return { contact: this.marked[phase][hit.instanceId] };
    }
    const meshes = [...new Set(this.instances.map((i) => i.mesh))];
    const hit = ray.intersectObjects<THREE.Object3D>([...meshes, ...this.tubes.map((t) => t.tube.mesh)], false)[0];
    if (!hit) return null;
    const tube = this.tubes.find((t) => t.tube.mesh === hit.object);
    if (tube) return { part: tube.part };
    const found = this.instances.find((i) => i.mesh === hit.object && i.k === hit.instanceId);
    return found && found.part >= 0 ? { part: found.part } : null;
  }

  /** Selected parts shine. */
  highlight(part: number | null): void {
    const meshes = new Set<THREE.InstancedMesh>();
    for (const i of this.instances) {
      if (i.part < 0) continue;
      const color = this.parts[i.part].color.clone();
      if (i.part === part) color.lerp(new THREE.Color("#ffffff"), 0.35);
      i.mesh.setColorAt(i.k, color);
      meshes.add(i.mesh);
    }
    for (const mesh of meshes) if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }
}

/** What the colour of a flexible body shows: the bending moment; of bars, which have none, the force along them. */
function sectionForce(s: Run["sections"][number], place: number, row: number): number {
  return Math.max(s.columns[2 * place + 1][row], Math.abs(s.columns[2 * place][row]) * 1e-3);
}

/** A high value that is not the largest of all, where there are many. */
function high(values: number[]): number {
  const list = values.filter((v) => Number.isFinite(v) && v > 0).sort((a, b) => a - b);
  return list.length ? list[Math.floor(0.96 * (list.length - 1))] : 1;
}
