// The chunks that a Utf8Stream has not written yet, strings or bytes. `current` is the chunk being written.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";

/** Chunks of at most `maxWrite` units (UTF-16 units or bytes), in order. */
export interface ChunkQueue {
  /** The chunk being written; empty when there is none. */
  current: string | Uint8Array;
  /** The units of all chunks, `current` included. */
  length: number;
  /** Throws ERR_INVALID_ARG_TYPE for data of another type. */
  check(data: unknown): void;
  push(data: string | Uint8Array, maxWrite: number): void;
  /** Makes the next chunk current, unless there is a current one. Returns false when the queue is empty. */
  take(): boolean;
  /** Puts the current chunk back at the front of the queue, so that it can grow. */
  putBack(): void;
  /** Drops the first `byteCount` bytes of the current chunk. */
  release(byteCount: number): void;
  clear(): void;
}

/** Chunks of strings. */
export class StringQueue implements ChunkQueue {
  current = "";
  length = 0;
  #chunks: string[] = [];

  check(data: unknown): void {
    validateString(data, "data");
  }

  push(data: string, maxWrite: number): void {
    const last = this.#chunks.length - 1;
    if (last < 0 || (this.#chunks[last] as string).length + data.length > maxWrite) this.#chunks.push(data);
    else this.#chunks[last] += data;
    this.length += data.length;
  }

  take(): boolean {
    if (this.current === "") this.current = this.#chunks.shift() ?? "";
    return this.current !== "";
  }

  putBack(): void {
    this.#chunks.unshift(this.current);
    this.current = "";
  }

  release(byteCount: number): void {
    const count = unitsOfBytes(this.current, byteCount);
    this.current = this.current.slice(count);
    this.length = safe.max(0, this.length - count);
  }

  clear(): void {
    this.#chunks = [];
  }
}

/** The number of UTF-16 units that the first `byteCount` bytes of `text` encode. A character that was cut is written again. */
function unitsOfBytes(text: string, byteCount: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= byteCount) return text.length;
  while (byteCount > 0 && ((bytes[byteCount] as number) & 0xc0) === 0x80) byteCount--;
  return bytes.toString("utf8", 0, byteCount).length;
}

/** Chunks of bytes. */
export class BytesQueue implements ChunkQueue {
  current: Uint8Array = Buffer.alloc(0);
  length = 0;
  #chunks: { parts: Uint8Array[]; size: number }[] = [];

  check(data: unknown): void {
    if (!Buffer.isBuffer(data)) throw new ERR_INVALID_ARG_TYPE("data", "Buffer", data);
  }

  push(data: Uint8Array, maxWrite: number): void {
    const last = this.#chunks.at(-1);
    if (last === undefined || last.size + data.length > maxWrite)
      this.#chunks.push({ parts: [data], size: data.length });
    else {
      last.parts.push(data);
      last.size += data.length;
    }
    this.length += data.length;
  }

  take(): boolean {
    if (this.current.length === 0) {
      const next = this.#chunks.shift();
      if (next !== undefined)
        this.current = next.parts.length === 1 ? (next.parts[0] as Uint8Array) : Buffer.concat(next.parts, next.size);
    }
    return this.current.length > 0;
  }

  putBack(): void {
    this.#chunks.unshift({ parts: [this.current], size: this.current.length });
    this.current = Buffer.alloc(0);
  }

  release(byteCount: number): void {
    this.current = this.current.subarray(byteCount);
    this.length = safe.max(0, this.length - byteCount);
  }

  clear(): void {
    this.#chunks = [];
  }
}
