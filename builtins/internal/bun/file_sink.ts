// Files as the destination of chunks: the writer of `Bun.file(…).writer()`, and streams for `Bun.write`.
import fs from "internal:node/fs";
import { setImmediate } from "internal:core/timers";
import { bytesOfChunk, Gathered } from "internal:bun/sinks";
import type { ReadableStream } from "web:streams";
import { writeBytes } from "native:stdio";

/** Written chunks are buffered up to this size, or up to the end of the turn. */
const BUFFERED_BYTES_MAX = 4096;
const DESCRIPTORS = "/dev/fd/";
const MODE = 0o666;

/** The writer of a file or descriptor. A new file is created at once; an existing one keeps what is not overwritten. */
export class FileSink {
  #fd: number;
  #ownsDescriptor: boolean;
  #gathered = new Gathered();
  #isEnded = false;
  #isScheduled = false;

  /** Throws the system's error of `open`. */
  constructor(path: string) {
    this.#ownsDescriptor = !path.startsWith(DESCRIPTORS);
    this.#fd = this.#ownsDescriptor
      ? fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT, MODE)
      : Number(path.slice(DESCRIPTORS.length));
  }

  /** Discards what is buffered. */
  start(_options: unknown = undefined): void {
    this.#gathered = new Gathered();
  }

  /** Returns the number of bytes: of the chunk when it is buffered, else how many were written to the file. */
  write(chunk: string | ArrayBufferView | ArrayBuffer): number | true {
    if (this.#isEnded) return true;
    const count = this.#gathered.add(chunk);
    if (this.#gathered.length >= BUFFERED_BYTES_MAX) return this.#writeOut();
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#flushTurn());
    }
    return count;
  }

  /** Writes the buffered chunks. Returns the number of bytes. */
  flush(): number | true {
    return this.#isEnded ? true : this.#writeOut();
  }

  /** As `flush`, and closes the file. */
  end(_error?: unknown): number {
    if (this.#isEnded) return 0;
    const count = this.#writeOut();
    this.#isEnded = true;
    if (this.#ownsDescriptor) fs.closeSync(this.#fd);
    return count;
  }
  close(): void {
    this.end();
  }
  ref(): void {}
  unref(): void {}

  get [Symbol.toStringTag](): string {
    return "FileSink";
  }

  #flushTurn(): void {
    this.#isScheduled = false;
    if (!this.#isEnded && this.#gathered.length > 0) this.#writeOut();
  }

  #writeOut(): number {
    const bytes = this.#gathered.take();
    if (this.#fd === 1 || this.#fd === 2) writeBytes(this.#fd, bytes);
    else for (let rest = bytes; rest.length > 0;) rest = rest.subarray(fs.writeSync(this.#fd, rest));
    return bytes.length;
  }
}

/** Where the chunks of a stream are written. */
export interface ChunkFile {
  write(bytes: Uint8Array): Promise<unknown>;
}

/**
 * Writes the chunks of a stream to `file`, one after the other. Returns the number of bytes. Rejects with the error of the
 * stream, or, after cancelling it, with that of the file or of an invalid chunk.
 */
export async function writeStream(stream: ReadableStream, file: ChunkFile): Promise<number> {
  const reader = stream.getReader();
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return count;
    try {
      const bytes = bytesOfChunk(value);
      if (bytes.length > 0) await file.write(bytes);
      count += bytes.length;
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    }
  }
}
