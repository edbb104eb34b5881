// Flexible bodies as smooth tubes, springs as coils, traces as lines: what changes its form.

import * as THREE from "three";

/** A colour scale that is even for the eye and safe for all colour vision (after Cividis). */
const SCALE = [[0.05, 0.19, 0.42], [0.25, 0.36, 0.55], [0.48, 0.48, 0.47], [0.73, 0.66, 0.36], [0.99, 0.88, 0.3]];
export function scaleColor(x: number, out: Float32Array, at: number): void {
  const s = Math.min(Math.max(Number.isFinite(x) ? x : 0, 0), 1) * (SCALE.length - 1);
  const k = Math.min(Math.floor(s), SCALE.length - 2);
  for (let i = 0; i < 3; i++) out[at + i] = SCALE[k][i] + (SCALE[k + 1][i] - SCALE[k][i]) * (s - k);
}

export const scaleGradient = () => `linear-gradient(90deg, ${SCALE.map((c) => `#${new THREE.Color(...(c as [number, number, number])).getHexString()}`).join(", ")})`;

/** A tube about a curve through points that move. */
export class Tube {
  readonly mesh: THREE.Mesh;
  private readonly samples: number;
  private readonly sides = 10;
  private readonly curve: THREE.CatmullRomCurve3;
  readonly colors: Float32Array;

  constructor(points: number, private radius: number, material: THREE.Material) {
    this.samples = Math.min(Math.max(3 * (points - 1), 12), 600);
    const start = Array.from({ length: points }, (_, k) => new THREE.Vector3(k, 0, 0));
    this.curve = new THREE.CatmullRomCurve3(start, false, "centripetal");
    const n = (this.samples + 1) * this.sides;
    this.colors = new Float32Array(3 * n).fill(1);
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * n), 3));
    g.setAttribute("normal", new THREE.BufferAttribute(new Float32Array(3 * n), 3));
    g.setAttribute("color", new THREE.BufferAttribute(this.colors, 3));
    const index: number[] = [];
    for (let k = 0; k < this.samples; k++) {
      for (let i = 0; i < this.sides; i++) {
        const a = k * this.sides + i, b = k * this.sides + ((i + 1) % this.sides);
        index.push(a, a + this.sides, b, b, a + this.sides, b + this.sides);
      }
    }
    g.setIndex(index);
    this.mesh = new THREE.Mesh(g, material);
    this.mesh.frustumCulled = false;
  }

  get points(): THREE.Vector3[] { return this.curve.points; }

  /** After the points have moved; `value` gives a colour along it, from 0 to 1. */
  update(value: ((s: number) => number) | null): void {
    const g = this.mesh.geometry;
    const position = g.getAttribute("position").array as Float32Array;
    const normal = g.getAttribute("normal").array as Float32Array;
    const side = new THREE.Vector3(0, 0, 1), p = new THREE.Vector3(), tangent = new THREE.Vector3();
    const other = new THREE.Vector3();
    for (let k = 0; k <= this.samples; k++) {
      const s = k / this.samples;
      this.curve.getPoint(s, p);
      this.curve.getTangent(s, tangent);
      if (Math.abs(side.dot(tangent)) > 0.95) side.set(tangent.y, tangent.z, tangent.x);
      side.addScaledVector(tangent, -side.dot(tangent)).normalize();
      other.crossVectors(tangent, side);
      for (let i = 0; i < this.sides; i++) {
        const angle = (2 * Math.PI * i) / this.sides, c = Math.cos(angle), d = Math.sin(angle);
        const at = 3 * (k * this.sides + i);
        for (const [j, axis] of (["x", "y", "z"] as const).entries()) {
          normal[at + j] = c * side[axis] + d * other[axis];
          position[at + j] = p[axis] + this.radius * normal[at + j];
        }
        if (value) scaleColor(value(s), this.colors, at);
        else this.colors.fill(1, at, at + 3);
      }
    }
    for (const name of ["position", "normal", "color"]) g.getAttribute(name).needsUpdate = true;
  }
}

/** A coil along e_y from 0 to 1: scaled to its length. In the plane a zigzag. */
export function coil(planar: boolean, radius: number, wire: number): THREE.BufferGeometry {
  const turns = 7, points: THREE.Vector3[] = [new THREE.Vector3(0, 0, 0)];
  const n = planar ? 2 * turns : 24 * turns;
  for (let k = 0; k <= n; k++) {
    const s = k / n, y = 0.12 + 0.76 * s;
    if (planar) points.push(new THREE.Vector3(k % 2 ? radius : -radius, y, 0));
    else points.push(new THREE.Vector3(radius * Math.cos(2 * Math.PI * turns * s), y, radius * Math.sin(2 * Math.PI * turns * s)));
  }
  points.push(new THREE.Vector3(0, 1, 0));
  const path = new THREE.CurvePath<THREE.Vector3>();
  for (let k = 0; k + 1 < points.length; k++) path.add(new THREE.LineCurve3(points[k], points[k + 1]));
  return new THREE.TubeGeometry(path, planar ? 8 * turns : 2 * n, wire, 5);
}

/** An actuator of unit length: a cylinder with a rod. */
export function piston(radius: number): THREE.BufferGeometry {
  const profile = [[0, 0], [1, 0], [1, 0.55], [0.35, 0.55], [0.35, 1], [0, 1]];
  return new THREE.LatheGeometry(profile.map(([x, y]) => new THREE.Vector2(x * radius, y)), 20);
}

/** The way of a point: all of it faint, what is behind now strong. */
export class Trace {
  readonly group = new THREE.Group();
  private readonly done: THREE.Line;
  constructor(points: Float32Array, color: THREE.ColorRepresentation) {
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(points, 3));
    const all = new THREE.Line(g, new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.25 }));
    this.done = new THREE.Line(g.clone(), new THREE.LineBasicMaterial({ color }));
    all.frustumCulled = this.done.frustumCulled = false;
    this.group.add(all, this.done);
  }
  update(row: number): void {
    this.done.geometry.setDrawRange(0, row + 1);
  }
}
