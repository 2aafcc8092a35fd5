// `process.stdout`, `stderr` and `stdin` as streams.
import { Writable, Readable } from "node:stream";
import { columns, kindOf, rows, writeBytes } from "native:stdio";
import { callback } from "internal:ops";
import { load } from "internal:bootstrap";
import { read } from "native:fs";

const TERMINAL = 2;

class StandardWritable extends Writable {
  fd: number;
  _type: string;
  isTTY: true | undefined;
  constructor(fd: number) {
    super({ decodeStrings: true, emitClose: false, autoDestroy: false });
    this.fd = fd;
    const kind = kindOf(fd);
    this._type = kind === TERMINAL ? "tty" : kind === 3 || kind === 4 ? "pipe" : "fs";
    if (kind === TERMINAL) {
      this.isTTY = true;
      (this as any).columns = columns(fd);
      (this as any).rows = rows(fd);
    }
  }
  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      writeBytes(this.fd, chunk);
    } catch (error) {
      return done(error as Error);
    }
    done();
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Standard output outlives everything.
    done(error);
  }
  getColorDepth(environment?: object): number {
    return load("internal:util/colors").getColorDepth?.(environment) ?? (this.isTTY ? 8 : 1);
  }
  hasColors(count?: number): boolean {
    return (typeof count === "number" ? count : 16) <= 2 ** this.getColorDepth();
  }
  getWindowSize(): [number, number] {
    return [columns(this.fd), rows(this.fd)];
  }
}

/** Makes `process.stdout`. */
export function makeStdout(): StandardWritable {
  return new StandardWritable(1);
}

/** Makes `process.stderr`. */
export function makeStderr(): StandardWritable {
  return new StandardWritable(2);
}

const STDIN_CHUNK_BYTES = 64 * 1024;

class StandardReadable extends Readable {
  fd = 0;
  isTTY: true | undefined;
  constructor() {
    super({ highWaterMark: STDIN_CHUNK_BYTES, emitClose: false, autoDestroy: true });
    if (kindOf(0) === TERMINAL) this.isTTY = true;
  }
  override _read(): void {
    const buffer = new Uint8Array(STDIN_CHUNK_BYTES);
    callback(read, (error, count) => {
      if (error !== null) return void this.destroy(error);
      this.push(count === 0 ? null : load("node:buffer").Buffer.from(buffer.buffer, 0, count));
    }, 0, buffer, 0, STDIN_CHUNK_BYTES, -1);
  }
}

/** Makes `process.stdin`. */
export function makeStdin(): StandardReadable {
  return new StandardReadable();
}
