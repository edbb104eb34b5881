// Very many bodies of one form in one draw call without instances: software renderers pay for every instance, and little for triangles.

import * as THREE from "three";
import { cornerLit } from "./shapes";

/** Bodies a row of the texture that holds where they are. */
const ROW = 64;
const PLACE = `
  uniform sampler2D places;
  attribute float body;
  mat4 place() {
    int k = int(body), x = 4 * (k % ${ROW}), y = k / ${ROW};
    return mat4(texelFetch(places, ivec2(x, y), 0), texelFetch(places, ivec2(x + 1, y), 0), texelFetch(places, ivec2(x + 2, y), 0), texelFetch(places, ivec2(x + 3, y), 0));
  }`;

/** How many matrices an instanced mesh must have room for, so that a crowd can read them. */
export const room = (n: number): number => ROW * Math.ceil(n / ROW);

/** The bodies of an instanced mesh, drawn with another geometry at the places the mesh has for them. */
export class Crowd {
  readonly mesh: THREE.Mesh;
  private readonly places: THREE.DataTexture;
  private readonly colors: THREE.BufferAttribute;
  private readonly each: number;
  private readonly tint: Float32Array;

  constructor(private of: THREE.InstancedMesh, g: THREE.BufferGeometry) {
    const n = of.count, position = g.getAttribute("position"), own = g.index;
    this.each = position.count;
    this.tint = Float32Array.from(g.getAttribute("color").array);
    const repeat = (a: ArrayLike<number>) => {
      const out = new Float32Array(n * a.length);
      for (let k = 0; k < n; k++) out.set(a, k * a.length);
      return out;
    };
    const all = new THREE.BufferGeometry();
    all.setAttribute("position", new THREE.BufferAttribute(repeat(position.array), 3));
    all.setAttribute("normal", new THREE.BufferAttribute(repeat(g.getAttribute("normal").array), 3));
    this.colors = new THREE.BufferAttribute(new Float32Array(3 * n * this.each), 3);
    all.setAttribute("color", this.colors);
    all.setAttribute("body", new THREE.BufferAttribute(Float32Array.from({ length: n * this.each }, (_, k) => Math.floor(k / this.each)), 1));
    const corners = own ? own.count : this.each;
    const index = new Uint32Array(n * corners);
    for (let k = 0; k < n * corners; k++) index[k] = Math.floor(k / corners) * this.each + (own ? own.getX(k % corners) : k % corners);
    all.setIndex(new THREE.BufferAttribute(index, 1));
    const matrices = of.instanceMatrix.array as Float32Array<ArrayBuffer>;
    this.places = new THREE.DataTexture(matrices, 4 * ROW, matrices.length / (16 * ROW), THREE.RGBAFormat, THREE.FloatType);
    this.mesh = new THREE.Mesh(all, cornerLit("#ffffff", {}, PLACE, { places: { value: this.places } }));
    this.mesh.frustumCulled = false;
    this.paint();
  }

  /** After the colours of the instances changed. */
  paint(): void {
    const c = new THREE.Color();
    for (let k = 0, at = 0; k < this.of.count; k++) {
      this.of.getColorAt(k, c);
      for (let i = 0; i < this.tint.length; i += 3, at += 3) {
        this.colors.array[at] = c.r * this.tint[i];
        this.colors.array[at + 1] = c.g * this.tint[i + 1];
        this.colors.array[at + 2] = c.b * this.tint[i + 2];
      }
    }
    this.colors.needsUpdate = true;
  }

  /** After the instances moved. */
  move(): void {
    this.places.needsUpdate = true;
  }
}
