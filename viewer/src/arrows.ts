// Arrows and marks: many of one kind in one draw call.

import * as THREE from "three";

const UP = new THREE.Vector3(0, 1, 0);

/** Instances of a geometry, as many as are needed now. */
export class Many {
  mesh: THREE.InstancedMesh;
  constructor(private geometry: THREE.BufferGeometry, private material: THREE.Material, private parent: THREE.Object3D, order = 0) {
    this.mesh = this.make(16, order);
  }
  private make(n: number, order: number): THREE.InstancedMesh {
    const mesh = new THREE.InstancedMesh(this.geometry, this.material, n);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    mesh.count = 0;
    this.parent.add(mesh);
    return mesh;
  }
  reserve(n: number): void {
    if (n <= this.mesh.instanceMatrix.count) return;
    const order = this.mesh.renderOrder;
    this.parent.remove(this.mesh);
    this.mesh.dispose();
    this.mesh = this.make(2 * n, order);
  }
  done(n: number): void {
    this.mesh.count = n;
    this.mesh.visible = n > 0; // what is not in sight needs no program
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}

export interface Arrow { from: THREE.Vector3; vector: THREE.Vector3; value: THREE.Vector3; contact: number; kind: string }

/** Arrows of one colour: a shaft and a head, two heads for percussions. */
export class Arrows {
  list: Arrow[] = [];
  private shafts: Many;
  private heads: Many;
  constructor(parent: THREE.Object3D, color: string, private width: number, private double: boolean) {
    const material = new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true, opacity: 0.95 });
    this.shafts = new Many(new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), material, parent, 20);
    this.heads = new Many(new THREE.ConeGeometry(1, 1, 14).translate(0, -0.5, 0), material, parent, 20);
  }
  update(list: Arrow[]): void {
    this.list = list;
    const per = this.double ? 2 : 1;
    this.shafts.reserve(list.length);
    this.heads.reserve(per * list.length);
    const m = new THREE.Matrix4(), q = new THREE.Quaternion(), p = new THREE.Vector3(), s = new THREE.Vector3();
    list.forEach((a, k) => {
      const l = a.vector.length();
      const head = Math.min(4.5 * this.width, 0.5 * l);
      q.setFromUnitVectors(UP, p.copy(a.vector).divideScalar(l || 1));
      this.shafts.mesh.setMatrixAt(k, m.compose(a.from, q, s.set(this.width, Math.max(l - head, 1e-12), this.width)));
      for (let i = 0; i < per; i++) {
        p.copy(a.from).addScaledVector(a.vector, 1 - (i * 0.75 * head) / (l || 1));
        this.heads.mesh.setMatrixAt(per * k + i, m.compose(p, q, s.set(0.42 * head, head, 0.42 * head)));
      }
    });
    this.shafts.done(list.length);
    this.heads.done(per * list.length);
  }
}

export const PHASES = ["open", "sliding", "sticking"];
export const PHASE_COLORS = ["#8a94a3", "#e69f00", "#009e73"];

/** Marks of contacts: a ring where open, a diamond where sliding, a square where sticking. */
export class Marks {
  readonly kinds: Many[];
  constructor(parent: THREE.Object3D, size: number, planar: boolean) {
    const shapes = [
      new THREE.TorusGeometry(size, 0.25 * size, 8, 24),
      planar ? new THREE.CircleGeometry(1.5 * size, 4) : new THREE.OctahedronGeometry(1.5 * size),
      planar ? new THREE.PlaneGeometry(2 * size, 2 * size) : new THREE.BoxGeometry(1.7 * size, 1.7 * size, 1.7 * size),
    ];
    this.kinds = shapes.map((g, k) => {
      const material = new THREE.MeshBasicMaterial({ color: PHASE_COLORS[k], depthTest: false, transparent: true, opacity: k ? 1 : 0.75 });
      return new Many(g, material, parent, 15);
    });
  }
  /** Points with their phase; each mark is turned so that e_z is the normal. */
  update(points: { at: THREE.Vector3; n: THREE.Vector3; phase: number; contact: number }[], face: boolean): number[][] {
    const ids: number[][] = [[], [], []];
    const m = new THREE.Matrix4(), q = new THREE.Quaternion(), one = new THREE.Vector3(1, 1, 1), z = new THREE.Vector3(0, 0, 1);
    this.kinds.forEach((kind, phase) => {
      const list = points.filter((p) => p.phase === phase);
      kind.reserve(list.length);
      list.forEach((p, k) => {
        q.identity();
        if (!face && p.n.lengthSq() > 0) q.setFromUnitVectors(z, p.n);
        kind.mesh.setMatrixAt(k, m.compose(p.at, q, one));
        ids[phase].push(p.contact);
      });
      kind.done(list.length);
    });
    return ids;
  }
}
