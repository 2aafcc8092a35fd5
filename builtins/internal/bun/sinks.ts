// `Bun.ArrayBufferSink`, which buffers the written chunks, and their conversion to bytes.
import { encodeUtf8 } from "internal:core/utf8";

/** A copy of the bytes of a chunk. Throws a TypeError (ERR_INVALID_ARG_TYPE) for other values than strings and bytes. */
export function bytesOfChunk(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return encodeUtf8(chunk);
  if (ArrayBuffer.isView(chunk))
    return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength).slice();
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk.slice(0));
  throw Object.assign(new TypeError("write() expects a string, ArrayBufferView, or ArrayBuffer"), {
    code: "ERR_INVALID_ARG_TYPE",
  });
}

/** Chunks that were written and not used yet. */
export class Gathered {
  chunks: Uint8Array[] = [];
  length = 0;

  add(chunk: unknown): number {
    const bytes = bytesOfChunk(chunk);
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
