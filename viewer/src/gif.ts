// GIF89a with one palette of 6 x 7 x 6 colours: no dependency, small and good enough to look at.

const LEVELS = [6, 7, 6];

export class GifWriter {
  private bytes: number[] = [];
  constructor(private width: number, private height: number) {
    this.text("GIF89a");
    this.short(width);
    this.short(height);
    this.bytes.push(0xf7, 0, 0);
    const [r, g, b] = LEVELS;
    for (let k = 0; k < 256; k++) {
      const i = Math.floor(k / (g * b)), j = Math.floor(k / b) % g, l = k % b;
      this.bytes.push(...(k < r * g * b ? [i / (r - 1), j / (g - 1), l / (b - 1)].map((x) => Math.round(255 * x)) : [0, 0, 0]));
    }
    this.bytes.push(0x21, 0xff, 11);
    this.text("NETSCAPE2.0");
    this.bytes.push(3, 1, 0, 0, 0);
  }
  private text(s: string): void { for (const c of s) this.bytes.push(c.charCodeAt(0)); }
  private short(v: number): void { this.bytes.push(v & 255, (v >> 8) & 255); }

  frame(rgba: Uint8ClampedArray, wait: number): void {
    this.bytes.push(0x21, 0xf9, 4, 0);
    this.short(wait);
    this.bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    this.short(this.width);
    this.short(this.height);
    this.bytes.push(0);
    const pixels = new Uint8Array(this.width * this.height);
    const level = (v: number, n: number) => Math.min(n - 1, Math.round((v / 255) * (n - 1)));
    for (let k = 0; k < pixels.length; k++) {
      const [r, g, b] = [0, 1, 2].map((i) => level(rgba[4 * k + i], LEVELS[i]));
      pixels[k] = (r * LEVELS[1] + g) * LEVELS[2] + b;
    }
    this.lzw(pixels);
  }

  /** Codes of 9 to 12 bits, in blocks of 255 bytes. */
  private lzw(pixels: Uint8Array): void {
    this.bytes.push(8);
    let block: number[] = [], bits = 0, count = 0, size = 9, next = 258;
    let table = new Map<number, number>();
    const put = (code: number) => {
      bits |= code << count;
      for (count += size; count >= 8; count -= 8) {
        block.push(bits & 255);
        bits >>>= 8;
        if (block.length === 255) {
          this.bytes.push(255, ...block);
          block = [];
        }
      }
    };
    put(256);
    let prefix = pixels[0];
    for (let k = 1; k < pixels.length; k++) {
      const key = (prefix << 8) | pixels[k];
      const known = table.get(key);
      if (known !== undefined) {
        prefix = known;
        continue;
      }
      put(prefix);
      if (next < 4096) {
        table.set(key, next);
        if (next === 1 << size && size < 12) size++;
        next++;
      } else {
        put(256);
        table = new Map();
        next = 258;
        size = 9;
      }
      prefix = pixels[k];
    }
    put(prefix);
    put(257);
    if (count > 0) block.push(bits & 255);
    if (block.length) this.bytes.push(block.length, ...block);
    this.bytes.push(0);
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.bytes.push(0x3b);
    return new Uint8Array(this.bytes);
  }
}
