// The canvas: renderer, camera, light, the runs side by side or as ghosts.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Run } from "./data";
import type { Look } from "./shapes";
import { bounds, RunView, Scales, scales, Show } from "./view";

export type Layout = "side" | "ghost";

export class Stage {
  readonly scene = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly views: RunView[] = [];
  readonly look: Look;
  readonly box = new THREE.Box3();
  readonly scales: Scales;
  camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
  controls: OrbitControls;
  follow: number | null = null;
  frameTimes: number[] = [];
  /** Waits for the picture, so that the times of frames are whole. */
  measure = false;
  private sun = new THREE.DirectionalLight("#ffffff", 2.1);
  private followed = new THREE.Vector3();
  private readonly sharp = Math.min(window.devicePixelRatio, 2);

  constructor(readonly canvas: HTMLCanvasElement, runs: Run[], private changed: () => void) {
    const parts = runs.reduce((n, r) => n + r.scene.parts.length, 0);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: parts <= 240 });
    this.renderer.setPixelRatio(this.sharp);
    this.renderer.debug.checkShaderErrors = false; // asking would wait for every program by itself
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    for (const run of runs) this.box.union(bounds(run));
    const s = this.box.getSize(new THREE.Vector3());
    const planar = runs.every((r) => r.scene.planar);
    const size = Math.max(s.x, s.y, planar ? 0 : s.z, 1e-9);
    const up = runs[0]?.scene.gravity ?? [0, 0, 0];
    const high = new THREE.Vector3(-up[0], -up[1], -up[2]);
    // gravity points down in the picture
    const vertical = planar && Math.abs(high.x) > Math.abs(high.y) ? new THREE.Vector3(Math.sign(high.x), 0, 0)
      : planar ? new THREE.Vector3(0, high.y < 0 ? -1 : 1, 0)
        : Math.abs(high.y) > Math.abs(high.z) ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1);
    this.look = { planar, front: vertical.y < 0 ? -1 : 1, size, detail: Math.min(1, Math.sqrt(60 / Math.max(parts, 1))) };
    this.renderer.shadowMap.enabled = !planar && this.look.detail >= 0.5;
    this.scales = scales(runs);
    runs.forEach((run, k) => {
      const view = new RunView(run, this.look, this.scales, k, k > 0);
      this.views.push(view);
      this.scene.add(view.group);
    });
    this.scene.add(new THREE.HemisphereLight("#ffffff", "#8d97a5", 1.9), this.sun, this.sun.target);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const c = this.sun.shadow.camera;
    c.left = c.bottom = -1.6 * size;
    c.right = c.top = 1.6 * size;
    c.near = 0.01 * size;
    c.far = 12 * size;
    this.sun.shadow.bias = -0.0008;
    this.camera = planar
      ? new THREE.OrthographicCamera(-1, 1, 1, -1, -100 * size, 100 * size)
      : new THREE.PerspectiveCamera(38, 1, 0.002 * size, 200 * size);
    this.camera.up.copy(vertical);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    if (planar) {
      this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
      this.controls.touches.ONE = THREE.TOUCH.PAN;
    }
    this.controls.addEventListener("change", () => this.changed());
    this.fit();
  }

  private side: Layout = "side";
  get layout(): Layout { return this.side; }
  set layout(layout: Layout) {
    this.side = layout;
    this.views.slice(1).forEach((v) => v.fade(layout === "ghost"));
  }

  /** Everything that happens in sight. */
  fit(): void {
    this.resize();
    const center = this.box.getCenter(new THREE.Vector3());
    this.from(this.look.planar ? new THREE.Vector3(0, 0, this.look.front) : this.oblique());
    this.controls.target.copy(center);
    this.controls.update();
    this.changed();
  }

  private oblique(): THREE.Vector3 {
    const up = this.camera.up;
    return up.z > 0.5 ? new THREE.Vector3(0.75, -1, 0.55).normalize() : new THREE.Vector3(0.7, 0.5, 1).normalize();
  }

  /** Looks from a direction at the whole of it. */
  from(direction: THREE.Vector3): void {
    const center = this.box.getCenter(new THREE.Vector3());
    const s = this.box.getSize(new THREE.Vector3());
    const aspect = this.aspect();
    if (this.camera instanceof THREE.OrthographicCamera) {
      // tools cover the left border, on phones the upper one
      const margin = innerWidth < 820 ? 1.5 : this.grid()[0] > 1 ? 1.35 : 1.18;
      const [high, wide] = Math.abs(this.camera.up.x) > 0.5 ? [s.x, s.y] : [s.y, s.x];
      const half = Math.max(0.5 * high, (0.5 * wide) / aspect, 0.02 * this.look.size) * margin;
      this.frustum(half);
      this.camera.zoom = 1;
      this.camera.position.copy(center).addScaledVector(direction, 10 * this.look.size);
    } else {
      this.camera.position.copy(center).addScaledVector(direction, this.look.size);
      this.camera.lookAt(center);
      this.camera.updateMatrix();
      const [x, y, z] = [0, 1, 2].map((k) => new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, k));
      const high = Math.tan((this.camera.fov * Math.PI) / 360), wide = high * aspect, p = new THREE.Vector3();
      let far = 0;
      for (let k = 0; k < 8; k++) {
        p.set((k & 1) - 0.5, ((k >> 1) & 1) - 0.5, (k >> 2) - 0.5).multiply(s);
        far = Math.max(far, p.dot(z) + Math.max(Math.abs(p.dot(x)) / wide, Math.abs(p.dot(y)) / high));
      }
      this.camera.position.copy(center).addScaledVector(direction, 1.12 * Math.max(far, 1e-9));
    }
    this.controls.target.copy(center);
    this.controls.update();
    this.changed();
  }

  private half = 1;
  private frustum(half: number): void {
    if (!(this.camera instanceof THREE.OrthographicCamera)) return;
    this.half = half;
    const a = this.aspect();
    this.camera.top = half;
    this.camera.bottom = -half;
    this.camera.right = half * a;
    this.camera.left = -half * a;
    this.camera.updateProjectionMatrix();
  }

  /** Columns and rows of the pictures side by side. */
  private grid(): [number, number] {
    const n = this.layout === "ghost" ? 1 : this.views.length;
    return n < 2 ? [1, 1] : n === 2 ? [2, 1] : [2, 2];
  }

  private aspect(): number {
    const [c, r] = this.grid();
    return Math.max(this.canvas.clientWidth / c, 1) / Math.max(this.canvas.clientHeight / r, 1);
  }

  resize(): void {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== w || size.y !== h) this.renderer.setSize(w, h, false);
    if (this.camera instanceof THREE.PerspectiveCamera) {
      this.camera.aspect = this.aspect();
      this.camera.updateProjectionMatrix();
    } else {
      this.frustum(this.half);
    }
  }

  /**
   * Coarser pictures while frames (ms apart) come too slowly to look like motion: first fewer triangles, then fewer pixels. At a
   * pause (null) everything is sharp again.
   */
  pace(ms: number | null): void {
    const now = this.renderer.getPixelRatio();
    const slow = ms !== null && ms > 45;
    if (ms === null || slow) this.views.forEach((v) => v.coarse(slow));
    const ratio = ms === null ? this.sharp : slow && this.slowed ? Math.max(0.8 * now, 0.4 * this.sharp) : ms < 22 ? Math.min(1.1 * now, this.sharp) : now;
    this.slowed = slow;
    if (ratio !== now) this.renderer.setPixelRatio(ratio);
  }
  private slowed = false;

  theme(dark: boolean): void {
    this.scene.background = new THREE.Color(dark ? "#14181e" : "#f3f5f8");
  }

  update(time: number, show: Show, hold: number): void {
    for (const view of this.views) view.update(time, show, hold);
    if (this.follow !== null && this.views[0]) {
      const p = this.views[0].partPosition(this.follow, new THREE.Vector3());
      const move = p.clone().sub(this.followed);
      this.camera.position.add(move);
      this.controls.target.add(move);
      this.followed.copy(p);
    }
    const direction = this.camera.up.clone().multiplyScalar(1.4).add(new THREE.Vector3(0.6, 0.5, 0.9));
    if (this.look.planar) direction.set(0.3, 0.6, 2);
    this.sun.position.copy(this.controls.target).addScaledVector(direction.normalize(), 4 * this.look.size);
    this.sun.target.position.copy(this.controls.target);
  }

  setFollow(part: number | null): void {
    this.follow = part;
    if (part !== null && this.views[0]) this.views[0].partPosition(part, this.followed);
  }

  /** Asks for all programs before the first one is waited for: they are made side by side. */
  private prepare(): void {
    this.prepared = true;
    const seen = new Set<unknown>();
    this.scene.traverseVisible((o) => {
      const material = (o as THREE.Mesh).material;
      if (material && !seen.has(material)) this.renderer.compile(o, this.camera, this.scene);
      seen.add(material);
    });
  }
  private prepared = false;

  /** Every picture beside the others, with what belongs to it visible: left and upper corner, width and height. */
  cells(draw: (x: number, y: number, w: number, h: number) => void): void {
    const [columns, rows] = this.grid();
    const w = this.canvas.clientWidth / columns, h = this.canvas.clientHeight / rows;
    this.views.forEach((v) => v.face(this.camera));
    for (let k = 0; k < columns * rows; k++) {
      this.views.forEach((v, i) => { v.group.visible = columns * rows === 1 || i === k; });
      draw((k % columns) * w, Math.floor(k / columns) * h, w, h);
    }
    this.views.forEach((v) => { v.group.visible = true; });
  }

  render(): void {
    if (!this.prepared) this.prepare();
    const start = performance.now();
    this.renderer.setScissorTest(this.grid()[0] > 1);
    this.cells((x, y, w, h) => {
      const up = this.canvas.clientHeight - y - h;
      this.renderer.setViewport(x, up, w, h);
      this.renderer.setScissor(x, up, w, h);
      this.renderer.render(this.scene, this.camera);
    });
    if (this.measure) {
      const gl = this.renderer.getContext();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    }
    this.frameTimes.push(performance.now() - start);
    if (this.frameTimes.length > 240) this.frameTimes.shift();
  }

  /** The run, and what in it, under a point of the canvas. */
  pick(x: number, y: number): { run: number; part?: number; contact?: number } | null {
    const [columns, rows] = this.grid();
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const cell = Math.min(Math.floor((x / w) * columns) + columns * Math.floor((y / h) * rows), this.views.length - 1);
    const u = ((x / w) * columns) % 1, v = ((y / h) * rows) % 1;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(2 * u - 1, 1 - 2 * v), this.camera);
    const order = this.layout === "ghost" ? this.views.map((_, k) => k) : [cell];
    for (const k of order) {
      const hit = this.views[k]?.pick(ray);
      if (hit) return { run: k, ...hit };
    }
    return null;
  }

  /** Where a point in space is on the canvas, in pixels. */
  project(p: THREE.Vector3): [number, number] {
    const q = p.clone().project(this.camera);
    return [((q.x + 1) / 2) * this.canvas.clientWidth, ((1 - q.y) / 2) * this.canvas.clientHeight];
  }

  cameraState(): string {
    const f = (v: THREE.Vector3) => [v.x, v.y, v.z].map((x) => x.toPrecision(5)).join("_");
    return `${f(this.camera.position)}_${f(this.controls.target)}_${this.camera.zoom.toPrecision(4)}`;
  }
  setCameraState(text: string): void {
    const v = text.split("_").map(Number);
    if (v.length !== 7 || !v.every(Number.isFinite) || v[6] <= 0) return;
    this.camera.position.set(v[0], v[1], v[2]);
    this.controls.target.set(v[3], v[4], v[5]);
    this.camera.zoom = v[6];
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }
}
