// What a Utf8Stream has been given and has not written yet, as text or as bytes. `current` is the piece being written.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";

/** Pieces of at most `maxWrite` units (UTF-16 units or bytes), in order. */
export interface PieceQueue {
  /** The piece being written; empty when there is none. */
  current: any;
  /** The units of all pieces, `current` included. */
  length: number;
  /** Throws ERR_INVALID_ARG_TYPE for data of another kind. */
  check(data: any): void;
  push(data: any, maxWrite: number): void;
  /** Makes the next piece current, if none is. False when there is nothing. */
  take(): boolean;
  /** Makes the current piece the first of those that wait, so that it can grow. */
  putBack(): void;
  /** Drops the first `byteCount` bytes of the current piece. */
  release(byteCount: number): void;
  clear(): void;
}

/** Pieces of text. */
export class TextQueue implements PieceQueue {
  current = "";
  length = 0;
  #pieces: string[] = [];

  check(data: any): void {
    validateString(data, "data");
  }

  push(data: string, maxWrite: number): void {
    const last = this.#pieces.length - 1;
    if (last < 0 || (this.#pieces[last] as string).length + data.length > maxWrite) this.#pieces.push(data);
    else this.#pieces[last] += data;
    this.length += data.length;
  }

  take(): boolean {
    if (this.current === "") this.current = this.#pieces.shift() ?? "";
    return this.current !== "";
  }

  putBack(): void {
    this.#pieces.unshift(this.current);
    this.current = "";
  }

  release(byteCount: number): void {
    const count = unitsOfBytes(this.current, byteCount);
    this.current = this.current.slice(count);
    this.length = Math.max(0, this.length - count);
  }

  clear(): void {
    this.#pieces = [];
  }
}

/** How many UTF-16 units the first `byteCount` bytes of `text` are; a character that was cut is left to be written again. */
function unitsOfBytes(text: string, byteCount: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= byteCount) return text.length;
  while (byteCount > 0 && ((bytes[byteCount] as number) & 0xc0) === 0x80) byteCount--;
  return bytes.toString("utf8", 0, byteCount).length;
}

/** Pieces of bytes. */
export class BytesQueue implements PieceQueue {
  current: Uint8Array = Buffer.alloc(0);
  length = 0;
  #pieces: { parts: Uint8Array[]; size: number }[] = [];

  check(data: any): void {
    if (!Buffer.isBuffer(data)) throw new ERR_INVALID_ARG_TYPE("data", "Buffer", data);
  }

  push(data: Uint8Array, maxWrite: number): void {
    const last = this.#pieces.at(-1);
    if (last === undefined || last.size + data.length > maxWrite)
      this.#pieces.push({ parts: [data], size: data.length });
    else {
      last.parts.push(data);
      last.size += data.length;
    }
    this.length += data.length;
  }

  take(): boolean {
    if (this.current.length === 0) {
      const next = this.#pieces.shift();
      if (next !== undefined)
        this.current = next.parts.length === 1 ? (next.parts[0] as Uint8Array) : Buffer.concat(next.parts, next.size);
    }
    return this.current.length > 0;
  }

  putBack(): void {
    this.#pieces.unshift({ parts: [this.current], size: this.current.length });
    this.current = Buffer.alloc(0);
  }

  release(byteCount: number): void {
    this.current = this.current.subarray(byteCount);
    this.length = Math.max(0, this.length - byteCount);
  }

  clear(): void {
    this.#pieces = [];
  }
}
