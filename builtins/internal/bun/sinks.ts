// `Bun.ArrayBufferSink`, and the writer of `Bun.file(…).writer()`. Both buffer the written chunks.
import fs from "internal:node/fs";
import { encodeUtf8 } from "internal:core/utf8";
import { writeBytes } from "native:stdio";

const HIGH_WATER_MARK_BYTES = 16 * 1024;
const STANDARD_DESCRIPTORS = "/dev/fd/";

function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return encodeUtf8(chunk);
  if (ArrayBuffer.isView(chunk))
    return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength).slice();
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk.slice(0));
  throw Object.assign(new TypeError("write() expects a string, ArrayBufferView, or ArrayBuffer"), {
    code: "ERR_INVALID_ARG_TYPE",
  });
}

class Gathered {
  chunks: Uint8Array[] = [];
  length = 0;

  add(chunk: unknown): number {
    const bytes = bytesOf(chunk);
    this.chunks.push(bytes);
    this.length += bytes.length;
    return bytes.length;
  }

  take(): Uint8Array {
    const all = new Uint8Array(this.length);
    let offset = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    this.chunks = [];
    this.length = 0;
    return all;
  }
}

/** `Bun.ArrayBufferSink`. */
export class ArrayBufferSink {
  #gathered = new Gathered();
  #givesViews = false;
  #streams = false;

  /** `asUint8Array`: views instead of buffers. `stream`: `flush` returns what was written since the last one. */
  start(options: { asUint8Array?: boolean; stream?: boolean; highWaterMark?: number } = {}): void {
    this.#gathered = new Gathered();
    this.#givesViews = Boolean(options.asUint8Array);
    this.#streams = Boolean(options.stream);
  }
  /** Returns the number of bytes. */
  write(chunk: string | ArrayBufferView | ArrayBuffer): number {
    return this.#gathered.add(chunk);
  }
  flush(): number | ArrayBuffer | Uint8Array {
    return this.#streams ? this.#give() : 0;
  }
  end(): ArrayBuffer | Uint8Array {
    return this.#give();
  }
  close(): void {
    this.#gathered.take();
  }
  ref(): void {}
  unref(): void {}

  #give(): ArrayBuffer | Uint8Array {
    const bytes = this.#gathered.take();
    return this.#givesViews ? bytes : (bytes.buffer as ArrayBuffer);
  }
}

/** The writer of a file, which the first write creates or truncates, or of a file descriptor. */
export class FileWriter {
  #path: string;
  #fd = -1;
  #gathered = new Gathered();
  #highWaterMark: number;
  #isEnded = false;

  constructor(path: string, highWaterMark = HIGH_WATER_MARK_BYTES) {
    this.#path = path;
    this.#highWaterMark = highWaterMark;
  }
  start(options: { highWaterMark?: number } = {}): void {
    if (options.highWaterMark !== undefined) this.#highWaterMark = options.highWaterMark;
  }
  /** Returns the number of bytes. */
  write(chunk: string | ArrayBufferView | ArrayBuffer): number {
    if (this.#isEnded) return 0;
    const count = this.#gathered.add(chunk);
    if (this.#gathered.length >= this.#highWaterMark) this.#writeOut();
    return count;
  }
  /** Writes the buffered chunks. Returns the number of bytes. */
  flush(): number {
    return this.#writeOut();
  }
  /** As `flush`, and closes the file. */
  end(_error?: unknown): number {
    if (this.#isEnded) return 0;
    const count = this.#writeOut();
    this.#isEnded = true;
    if (this.#fd !== -1 && !this.#path.startsWith(STANDARD_DESCRIPTORS)) fs.closeSync(this.#fd);
    return count;
  }
  close(): void {
    this.end();
  }
  ref(): void {}
  unref(): void {}

  #writeOut(): number {
    if (this.#isEnded) return 0;
    if (this.#fd === -1)
      this.#fd = this.#path.startsWith(STANDARD_DESCRIPTORS)
        ? Number(this.#path.slice(STANDARD_DESCRIPTORS.length))
        : fs.openSync(this.#path, "w");
    const bytes = this.#gathered.take();
    if (this.#fd === 1 || this.#fd === 2) writeBytes(this.#fd, bytes);
    else for (let rest = bytes; rest.length > 0;) rest = rest.subarray(fs.writeSync(this.#fd, rest));
    return bytes.length;
  }
}
