// One run in the scene: its parts, links, contacts and forces at a time.

import * as THREE from "three";
import { Arrow, Arrows, Marks } from "./arrows";
import { Crowd, room } from "./crowd";
import { frameAt, nearestRow, Place, Placed, Run, Section } from "./data";
import { coil, Trace, Tube, piston } from "./lines";
import { cornerLit, extent, geometry, Look, merge, PALETTE, white } from "./shapes";

export interface Show {
  forces: boolean; percussions: boolean; reactions: boolean; cones: boolean; marks: boolean;
  joints: boolean; traces: boolean; axes: boolean; scale: number;
}

/** Colours of the axes x, y, z. */
export const AXES = ["#d55e00", "#009e73", "#0072b2"];

export const ARROWS = { force: "#2f7dd1", friction: "#7fb6ec", percussion: "#d55e00", reaction: "#9467bd", load: "#009e73" };

interface Instance { mesh: THREE.InstancedMesh; k: number; at: Place; offset: THREE.Matrix4; part: number; edges: THREE.LineSegments | null }

const ONE = new THREE.Vector3(1, 1, 1);

/** Where things are over the whole run: at some hundred rows, at fewer where there is much. */
export function bounds(run: Run): THREE.Box3 {
  const box = new THREE.Box3(), p = new THREE.Vector3(), q = new THREE.Quaternion(), m = new THREE.Matrix4(), frame = new Float64Array(7);
  const { parts, world, joints, springs } = run.scene;
  const rows = Math.min(Math.max(20_000 / Math.max(parts.length, 1), 20), 400);
  const stride = Math.max(1, Math.floor(run.t.length / rows));
  const add = (x: number, y: number, z: number) => {
    p.set(x, y, z).applyMatrix4(m);
    if (Number.isFinite(p.x + p.y + p.z)) box.expandByPoint(p);
  };
  const at = (f: number, row: number) => {
    frameAt(run, f, row, 0, frame);
    m.compose(p.set(frame[0], frame[1], frame[2]), q.set(frame[4], frame[5], frame[6], frame[3]), ONE);
  };
  const placed = [...world, ...parts.flatMap((part) => part.shapes)].map(({ at, shape }) => ({ frame: at.frame, offset: matrix(at), box: extent(shape) }));
  for (let k = 0; k < run.t.length; k += stride) {
    for (const part of parts) {
      for (let f = part.first; f < part.first + part.count; f++) {
        at(f, k);
        add(0, 0, 0);
      }
    }
    for (const { frame: f, offset, box: own } of placed) {
      if (!own || (f === null && k > 0)) continue;
      if (f === null) m.copy(offset);
      else {
        at(f, k);
        m.multiply(offset);
      }
      for (const x of [own.min.x, own.max.x]) for (const y of [own.min.y, own.max.y]) for (const z of [own.min.z, own.max.z]) add(x, y, z);
    }
  }
  m.identity();
  for (const link of [...joints, ...springs]) for (const place of [link.a, link.b]) if (place.frame === null) add(...place.r);
  if (box.isEmpty()) box.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  return box;
}

function matrix(place: Place): THREE.Matrix4 {
  const [w, x, y, z] = place.p;
  return new THREE.Matrix4().compose(new THREE.Vector3(...place.r), new THREE.Quaternion(x, y, z, w), ONE);
}

export class RunView {
  readonly group = new THREE.Group();
  readonly parts: { name: string; color: THREE.Color }[] = [];
  private instances: Instance[] = [];
  /** Meshes, and where there are very many bodies what they look like while they move. */
  private meshes: { mesh: THREE.InstancedMesh; crowd: Crowd | null }[] = [];
  private tubes: { part: number; tube: Tube; section: number; bent: boolean }[] = [];
  private links: { a: Place; b: Place; object: THREE.Object3D; kind: string }[] = [];
  private traces = new Map<number, Trace>();
  private matrices: THREE.Matrix4[];
  private arrows: Record<keyof typeof ARROWS, Arrows>;
  private marks: Marks;
  private cones: THREE.Mesh[] = [];
  private materials: THREE.Material[] = [];
  private marked: number[][] = [];
  private buffer = new Float64Array(7);
  /** The row shown now. */
  row = 0;

  constructor(readonly run: Run, readonly look: Look, private refs: Scales, readonly index: number, ghost: boolean) {
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
  }

  private material(color: THREE.ColorRepresentation, ghost: boolean, more: object = {}): THREE.Material {
    // highlights are for few bodies in space; where there are very many, light is computed at corners only
    const { planar, detail } = this.look;
    const m = planar || detail < 0.5
      ? cornerLit(color, more)
      : detail < 1
        ? new THREE.MeshLambertMaterial({ color, vertexColors: true, ...more })
        : new THREE.MeshPhongMaterial({ color, vertexColors: true, shininess: 28, specular: 0x222222, ...more });
    if (m instanceof THREE.ShaderMaterial) m.uniforms.sun.value.multiply(new THREE.Vector3(1, this.look.front, this.look.front));
    if (ghost && !("opacity" in more)) this.materials.push(m);
    return m;
  }

  /** Fewer triangles, for pictures that come too slowly. */
  coarse(on: boolean): void {
    for (const { mesh, crowd } of this.meshes) {
      if (!crowd) continue;
      mesh.visible = !on;
      crowd.mesh.visible = on;
    }
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
      const mesh = new THREE.InstancedMesh(g, this.material("#ffffff", ghost, more), room(list.length));
      mesh.count = list.length;
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = !open && !ghost;
      const edge = few && !open && g.getAttribute("position").count < 30_000 ? new THREE.EdgesGeometry(g, 32) : null;
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
      const crowd = this.look.detail < 0.5 && list.length > 100 && !open ? new Crowd(mesh, geometry(shape, { ...this.look, detail: 0.4 * this.look.detail })) : null;
      this.meshes.push({ mesh, crowd });
      if (crowd) this.group.add(crowd.mesh);
    }
    this.coarse(false);
  }

  private addLine(part: number, ghost: boolean): void {
    const { count, radius } = this.run.scene.parts[part];
    const section = this.run.sections.findIndex((s) => s.part === part && s.places > 0);
    const color = section >= 0 && !ghost ? "#ffffff" : this.parts[part].color;
    const tube = new Tube(count, Math.max(radius ?? 0, 0.007 * this.look.size), this.material(color, ghost));
    this.tubes.push({ part, tube, section, bent: section >= 0 && bends(this.run.sections[section]) });
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
      const floor = new THREE.Mesh(g, new THREE.MeshPhongMaterial({ color: "#aab4c0", transparent: true, opacity: 0.32, depthWrite: false }));
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

  /** Floors and walls in space are seen from their free side only: they hide nothing. */
  face(camera: THREE.Camera): void {
    if (this.look.planar) return;
    const n = new THREE.Vector3(), p = new THREE.Vector3();
    for (const { object, kind } of this.links) {
      if (kind !== "plane") continue;
      n.set(0, 0, 1).applyQuaternion(object.quaternion);
      object.visible = p.subVectors(camera.position, object.position).dot(n) > 0;
    }
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
        : s.kind === "actuator" ? piston(0.75 * r) : coil(planar, 0.9 * r, 0.0028 * size);
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
    for (const { mesh, crowd } of this.meshes) {
      crowd?.mesh.visible ? crowd.move() : (mesh.instanceMatrix.needsUpdate = true);
      mesh.boundingSphere = null;
    }
    this.updateLinks(show, m);
    for (const { part: k, tube, section, bent } of this.tubes) {
      const { first, count } = run.scene.parts[k];
      for (let i = 0; i < count; i++) tube.points[i].setFromMatrixPosition(this.matrices[first + i]);
      const s = run.sections[section];
      const full = (bent ? this.refs.moment : this.refs.tension) || 1;
      tube.update(s ? (x) => sectionForce(s, bent, Math.min(Math.max(Math.round(x * s.places - 0.5), 0), s.places - 1), this.row) / full : null);
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
    const length = (0.2 * this.look.size * scale * l) / (ref || l);
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
          if (!(p.length() > this.refs.noise) || seen.has(c.contact[k])) continue;
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
    const hit = ray.intersectObjects<THREE.Object3D>([...this.meshes.map((m) => m.mesh), ...this.tubes.map((t) => t.tube.mesh)], false)[0];
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
    for (const { crowd } of this.meshes) crowd?.paint();
  }
}

/** Values that are drawn at full length or in full colour, the same for runs side by side. */
export interface Scales { force: number; percussion: number; reaction: number; load: number; moment: number; tension: number; noise: number }

/** High values of a run; `noise` is a percussion that round-off makes. */
function highs(run: Run): Scales {
  const c = run.contacts, n = c.contact.length, rows = run.t.length;
  const vectors = (a: Float32Array) => Array.from({ length: n }, (_, k) => Math.hypot(a[3 * k], a[3 * k + 1], a[3 * k + 2]));
  const triples = (columns: Float64Array[], from: number, stride: number) => {
    const out: number[] = [];
    for (let j = from; j + 2 < columns.length; j += stride) {
      for (let k = 0; k < rows; k++) out.push(Math.hypot(columns[j][k], columns[j + 1][k], columns[j + 2][k]));
    }
    return out;
  };
  const force = high(vectors(c.force));
  const impacts = run.events.filter((e) => e.kind === "impact").map((e) => Math.abs(e.impulse));
  const colour = (bent: boolean) => run.sections.filter((s) => bends(s) === bent)
    .flatMap((s) => Array.from({ length: s.places }, (_, k) => high(Array.from(run.t, (_, row) => sectionForce(s, bent, k, row)))))
    .reduce((a, b) => Math.max(a, b), 0);
  return {
    force, percussion: high(impacts) || high(vectors(c.percussion)),
    reaction: high(triples(run.joints, 0, 3)), load: high(triples(run.loads, 3, 6)),
    moment: colour(true), tension: colour(false),
    noise: (1e-6 * force * (run.t[rows - 1] - run.t[0])) / Math.max(rows, 1),
  };
}

export function scales(runs: Run[]): Scales {
  const all = runs.map(highs);
  return all.reduce((a, b) => Object.fromEntries(Object.entries(a).map(([k, v]) => [k, Math.max(v, b[k as keyof Scales])])) as unknown as Scales);
}

/** Whether a flexible body has bending moments; bars have none and show the force along them. */
export const bends = (s: Section): boolean => s.columns.some((c, k) => k % 2 === 1 && c.some((v) => v > 0));

function sectionForce(s: Section, bent: boolean, place: number, row: number): number {
  return bent ? s.columns[2 * place + 1][row] : Math.abs(s.columns[2 * place][row]);
}

/** A high value that is not the largest of all, where there are many; 0 where there is none. */
function high(values: number[]): number {
  const list = values.filter((v) => Number.isFinite(v) && v > 0).sort((a, b) => a - b);
  return list.length ? list[Math.floor(0.96 * (list.length - 1))] : 0;
}
