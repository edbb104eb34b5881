// Geometries of shapes, in the axes of their frames. In the plane everything is a plate.

import * as THREE from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";
import type { Shape } from "./data";

/** Colours that can be told apart with any colour vision (Okabe and Ito). */
export const PALETTE = ["#3d8fd1", "#e08a1e", "#2ca58d", "#c8659a", "#7d6bd0", "#b59a1d", "#d1603d", "#5b7f95"];

/** Whether all is in the plane and from which side of it one looks, how large it is, and how finely round things are drawn: 1 for few bodies. */
export interface Look { planar: boolean; front: 1 | -1; size: number; detail: number }

/**
 * A material whose light is computed at corners, which is all that plates and very many bodies need. Its program is small: without graphics
 * hardware most of the time to the first picture goes into making programs. It knows no shadows. `place` says where else than at its
 * instance a corner is.
 */
export function cornerLit(
  color: THREE.ColorRepresentation, more: THREE.ShaderMaterialParameters = {}, place = "mat4 place() { return mat4(1.0); }", uniforms = {},
): THREE.ShaderMaterial & { color: THREE.Color } {
  const base = new THREE.Color(color), { opacity = 1 } = more;
  const material = new THREE.ShaderMaterial({
    ...more,
    uniforms: { base: { value: base }, sun: { value: new THREE.Vector3(0.45, 0.6, 0.7).normalize() }, alpha: { value: opacity }, ...uniforms },
    vertexShader: `
      uniform vec3 base, sun;
      attribute vec3 color;
      varying vec3 tint;
      ${place}
      void main() {
        mat4 place = modelMatrix * place();
        vec3 own = base * color;
        #ifdef USE_INSTANCING
          place = place * instanceMatrix;
        #endif
        #ifdef USE_INSTANCING_COLOR
          own *= instanceColor;
        #endif
        vec3 n = normalize(mat3(place) * normal);
        tint = own * (0.5 + 0.12 * n.y + 0.5 * max(dot(n, sun), 0.0));
        gl_Position = projectionMatrix * viewMatrix * place * vec4(position, 1.0);
      }`,
    fragmentShader: `
      uniform float alpha;
      varying vec3 tint;
      void main() {
        gl_FragColor = vec4(tint, alpha);
        #include <colorspace_fragment>
      }`,
  });
  return Object.assign(material, { color: base });
}

const finite = (x: number | null | undefined, or: number) => (typeof x === "number" && Number.isFinite(x) ? x : or);

/** Bands of light and dark on a round body, so that one sees it turn; where there are many bodies they share corners and blend. */
function banded(g: THREE.BufferGeometry, dark: (p: THREE.Vector3) => boolean, detail = 1): THREE.BufferGeometry {
  if (detail < 0.5) {
    const position = g.getAttribute("position"), p = new THREE.Vector3();
    const colors = Float32Array.from({ length: 3 * position.count }, (_, k) => (dark(p.fromBufferAttribute(position, Math.floor(k / 3))) ? 0.62 : 1));
    return g.setAttribute("color", new THREE.BufferAttribute(colors, 3));
  }
  const flat = g.index ? g.toNonIndexed() : g;
  const position = flat.getAttribute("position");
  const colors = new Float32Array(position.count * 3);
  const p = new THREE.Vector3();
  for (let k = 0; k < position.count; k += 3) {
    p.set(0, 0, 0);
    for (let i = 0; i < 3; i++) p.add(new THREE.Vector3().fromBufferAttribute(position, k + i));
    colors.fill(dark(p) ? 0.62 : 1, 3 * k, 3 * k + 9);
  }
  flat.setAttribute("color", new THREE.BufferAttribute(colors, 3));
  return flat;
}

export function white(g: THREE.BufferGeometry): THREE.BufferGeometry {
  if (!g.getAttribute("color")) {
    const n = g.getAttribute("position").count;
    g.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * n).fill(1), 3));
  }
  return g;
}

function plate(points: THREE.Vector2[], depth: number): THREE.BufferGeometry {
  const g = new THREE.ExtrudeGeometry(new THREE.Shape(points), { depth, bevelEnabled: false, steps: 1 });
  return g.translate(0, 0, -depth / 2);
}

/** The corners of a convex polygon in order. */
export function hull2(points: number[][]): THREE.Vector2[] {
  const p = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const cross = (o: number[], a: number[], b: number[]) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: number[][]) => {
    const out: number[][] = [];
    for (const q of list) {
      while (out.length > 1 && cross(out[out.length - 2], out[out.length - 1], q) <= 0) out.pop();
      out.push(q);
    }
    out.pop();
    return out;
  };
  return [...half(p), ...half(p.reverse())].map((q) => new THREE.Vector2(q[0], q[1]));
}

function disc(radius: number, depth: number, detail: number): THREE.BufferGeometry {
  const g = new THREE.CylinderGeometry(radius, radius, depth, 4 * Math.max(2, Math.round(12 * detail)), 1).rotateX(Math.PI / 2);
  return banded(g, (p) => p.x * p.y > 0, detail);
}

/** Bars along a chain of points, with round ends. */
function bars(points: number[][], look: Look): THREE.BufferGeometry {
  const w = 0.011 * look.size;
  const parts: THREE.BufferGeometry[] = [];
  for (let k = 0; k + 1 < points.length; k++) {
    const [a, b] = [points[k], points[k + 1]].map((p) => new THREE.Vector3(p[0], p[1], p[2] ?? 0));
    const way = b.clone().sub(a), l = way.length();
    if (!(l > 1e-9 * look.size)) continue;
    let g: THREE.BufferGeometry;
    if (look.planar) {
      const outline: THREE.Vector2[] = [];
      for (let i = 0; i <= 12; i++) {
        const s = -Math.PI / 2 + (Math.PI * i) / 12;
        outline.push(new THREE.Vector2(l + w * Math.cos(s), w * Math.sin(s)));
      }
      for (let i = 0; i <= 12; i++) {
        const s = Math.PI / 2 + (Math.PI * i) / 12;
        outline.push(new THREE.Vector2(w * Math.cos(s), w * Math.sin(s)));
      }
      g = plate(outline, 1.2 * w).rotateZ(Math.atan2(way.y, way.x)).translate(a.x, a.y, a.z);
    } else {
      g = new THREE.CapsuleGeometry(w, l, 4, 14).translate(0, l / 2, 0);
      g.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), way.normalize()));
      g.translate(a.x, a.y, a.z);
    }
    parts.push(g.index ? g.toNonIndexed() : g);
  }
  return merge(parts);
}

export function merge(parts: THREE.BufferGeometry[]): THREE.BufferGeometry {
  const out = new THREE.BufferGeometry();
  for (const name of ["position", "normal"]) {
    const n = parts.reduce((s, g) => s + g.getAttribute(name).array.length, 0);
    const all = new Float32Array(n);
    let at = 0;
    for (const g of parts) {
      all.set(g.getAttribute(name).array as Float32Array, at);
      at += g.getAttribute(name).array.length;
    }
    out.setAttribute(name, new THREE.BufferAttribute(all, 3));
  }
  return out;
}

function hull(points: number[][], look: Look): THREE.BufferGeometry {
  if (look.planar) return plate(hull2(points), 0.05 * look.size);
  const list = points.map((p) => new THREE.Vector3(p[0], p[1], p[2] ?? 0));
  // flat hulls are plates: a little thickness along the missing direction
  const box = new THREE.Box3().setFromPoints(list);
  const s = box.getSize(new THREE.Vector3());
  const thin = 0.01 * Math.max(s.x, s.y, s.z, 1e-9);
  const k = ["x", "y", "z"].find((a) => s[a as "x"] < thin) as "x" | undefined;
  if (k) list.push(...list.map((p) => { const q = p.clone(); q[k] += thin; return q; }));
  try {
    return new ConvexGeometry(list);
  } catch {
    return bars(points, look);
  }
}

/** The geometry of a shape; planes and hollow cylinders are drawn elsewhere. */
export function geometry(shape: Shape, look: Look): THREE.BufferGeometry {
  const { planar, size, detail } = look;
  const round = (n: number, least = 6) => Math.max(least, 2 * Math.round((n * detail) / 2));
  const depth = 0.05 * size;
  const radius = Math.max(finite(shape.radius, 0.02 * size), 1e-12);
  const far = 1.5 * size;
  switch (shape.type) {
    case "sphere":
      if (shape.radius === 0) return white(new THREE.SphereGeometry(0.008 * size, 12, 8));
      if (planar) return disc(radius, depth, detail);
      return banded(new THREE.SphereGeometry(radius, round(40), round(24, 4)), (p) => p.x * p.y * p.z > 0, detail);
    case "disc":
      return disc(radius, 0.012 * size, detail);
    case "box": {
      const [x, y, z] = shape.half ?? [1, 1, 1];
      const r = 2 * finite(shape.round, 0);
      return white(new THREE.BoxGeometry(2 * x + r, 2 * y + r, (z > 0 ? 2 * z : depth) + r));
    }
    case "capsule": {
      const l = finite(shape.half_length, 0);
      if (!planar) {
        const g = new THREE.CapsuleGeometry(radius, 2 * l, round(8, 2), round(24)).rotateX(Math.PI / 2);
        return banded(g, (p) => p.x > 0 && p.y > 0, detail);
      }
      return white(new THREE.CapsuleGeometry(radius, 2 * l, 10, 24).rotateX(Math.PI / 2));
    }
    case "cylinder": {
      const l = finite(shape.half_length, far);
      const g = new THREE.CylinderGeometry(radius, radius, 2 * l, round(48), 1).rotateX(Math.PI / 2);
      return shape.half_length == null ? white(g) : banded(g, (p) => p.x * p.y > 0, detail);
    }
    case "hollow-cylinder": {
      const length = planar ? depth : Math.max(2.2 * radius, 0.6 * size);
      return white(new THREE.CylinderGeometry(radius, radius, length, 64, 1, true).rotateX(Math.PI / 2));
    }
    case "ellipsoid": {
      const [x, y, z] = shape.half ?? [1, 1, 1];
      return banded(new THREE.SphereGeometry(1, round(40), round(24, 4)).scale(x, y, z), (p) => p.x * p.y * p.z > 0, detail);
    }
    case "hull":
      return white(hull(shape.points ?? [], look));
    case "polygon":
      return white(plate((shape.points ?? []).map((p) => new THREE.Vector2(p[0], p[1])), 0.6 * depth));
    case "bars":
      return white(bars(shape.points ?? [], look));
    case "mesh": {
      const g = new THREE.BufferGeometry();
      g.setAttribute("position", new THREE.Float32BufferAttribute((shape.vertices ?? []).flat(), 3));
      g.setIndex((shape.triangles ?? []).flat());
      const flat = g.toNonIndexed();
      flat.computeVertexNormals();
      return white(flat);
    }
    default:
      return planar ? disc(0.022 * size, depth, detail) : banded(new THREE.SphereGeometry(0.022 * size, 24, 16), (p) => p.x * p.y * p.z > 0);
  }
}

/** The box about a shape in its frame, for the camera; none where it has no size of its own. */
export function extent(shape: Shape): THREE.Box3 | null {
  const r = finite(shape.radius, 0), p = new THREE.Vector3(), out = new THREE.Box3();
  const half = (x: number, y: number, z: number) => out.set(p.set(x, y, z).clone().negate(), p.clone());
  const around = (list: number[][] | undefined) => {
    for (const q of list ?? []) out.expandByPoint(p.set(q[0], q[1], q[2] ?? 0));
    return out.isEmpty() ? null : out;
  };
  switch (shape.type) {
    case "plane": case "symbol": return null;
    case "box": case "ellipsoid": {
      const [x, y, z] = shape.half ?? [0, 0, 0], more = finite(shape.round, 0);
      return half(x + more, y + more, z + more);
    }
    case "capsule": return half(r, r, finite(shape.half_length, 0) + r);
    case "cylinder": return shape.half_length == null ? null : half(r, r, shape.half_length);
    case "disc": case "hollow-cylinder": return half(r, r, 0);
    case "mesh": return around(shape.vertices);
    case "hull": case "bars": case "polygon": return around(shape.points);
    default: return half(r, r, r);
  }
}
