// Writes the motion of a report as an animated WebP: node film.mjs REPORT.html OUT.webp [frames=60] [width=640] [height=400] [keys] [zoom=1] [until]
// Keys are those of the viewer (V hides forces, M marks, ...); zoom moves the camera nearer.
import { writeFileSync } from "node:fs";
import * as kit from "./test/kit.mjs";

const [file, out, frames = 60, width = 640, height = 400, keys = "", zoom = 1, until] = process.argv.slice(2);
const page = await kit.page(file, { width: 1280, height: 900 });
await page.addStyleTag({ content: `.stage canvas { width: ${width}px !important; height: ${height}px !important; }` });
for (const k of keys) await page.keyboard.press(k);
await page.waitForTimeout(300);
const { images, seconds } = await page.evaluate(async ({ frames, width, height, zoom, until }) => {
  const app = window.percussion, source = app.stage.canvas, canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const g = canvas.getContext("2d", { alpha: false });
  const end = until || app.end;
  app.stage.resize();
  app.stage.fit();
  const { camera, controls } = app.stage;
  camera.position.lerp(controls.target, 1 - 1 / zoom);
  controls.update();
  const images = [];
  for (let k = 0; k < frames; k++) {
    app.seek(app.start + ((end - app.start) * k) / (frames - 1));
    app.draw();
    g.drawImage(source, 0, 0, width, height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/webp", 0.7));
    images.push(Array.from(new Uint8Array(await blob.arrayBuffer())));
  }
  return { images, seconds: end - app.start };
}, { frames: +frames, width: +width, height: +height, zoom: +zoom, until: +until });
await kit.close();

// The container of https://developers.google.com/speed/webp/docs/riff_container: VP8X, ANIM, one ANMF per frame.
const chunk = (name, data) => {
  const head = Buffer.from(`${name}....`);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const size = (bytes, at, value) => bytes.writeUIntLE(value, at, 3);
const picture = (image) => {
  const at = image.indexOf("VP8 ");
  return image.subarray(at, at + 8 + image.readUInt32LE(at + 4));
};
const extended = Buffer.alloc(10);
extended[0] = 2;
size(extended, 4, width - 1);
size(extended, 7, height - 1);
// About three seconds a second of motion for short runs, five seconds at least.
const wait = Math.round((1000 * Math.max(3 * seconds, 4)) / frames);
const parts = images.map((bytes, k) => {
  const head = Buffer.alloc(16);
  size(head, 6, width - 1);
  size(head, 9, height - 1);
  size(head, 12, k === images.length - 1 ? 1500 : wait);
  head[15] = 2;
  return chunk("ANMF", Buffer.concat([head, picture(Buffer.from(bytes))]));
});
const body = Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", extended), chunk("ANIM", Buffer.alloc(6)), ...parts]);
writeFileSync(out, chunk("RIFF", body));
console.log(out, `${Math.round(body.length / 1000)} kB`);
