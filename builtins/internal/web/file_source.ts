// A file as the source of a Blob (`Bun.file`, `fs.openAsBlob`), read lazily.
import { type BlobSource } from "web:blob";
import type { ReadableStream } from "web:streams";
import defer * as streams from "internal:web/file_stream";
import { home } from "internal:core/program";
import { readAll, readFile, statSync } from "native:fs";

const STAT_NUMBERS = 18;
const SIZE_INDEX = 8;
const numbers = new Float64Array(STAT_NUMBERS);
const numberBytes = new Uint8Array(numbers.buffer);

/** Size in bytes of the file at `path`; 0 when it cannot be read. */
export function fileSize(path: string): number {
  try {
    return statSync(path, numberBytes, false, true) ? numbers[SIZE_INDEX]! : 0;
  } catch {
    return 0;
  }
}

/** Like `fileSize`; null when it cannot be read. */
export function sizeOfFile(path: string): number | null {
  try {
    return statSync(path, numberBytes, false, true) ? numbers[SIZE_INDEX]! : null;
  } catch {
    return null;
  }
}

// Bun has its own message for directories.
function readFailure(error: unknown, path: string): unknown {
  if ((error as { code?: unknown } | null)?.code !== "EISDIR" || home() !== "bun") return error;
  return Object.assign(new Error("Directories cannot be read like files"), {
    code: "EISDIR",
    errno: 0,
    syscall: "read",
    path,
  });
}

export class FileSource implements BlobSource {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Bytes from `start` up to `end` of the file. */
  constructor(path: string, start = 0, end = Infinity) {
    this.path = path;
    this.start = start;
    this.end = end;
  }
  get size(): number {
    return Math.max(0, Math.min(this.end, fileSize(this.path)) - this.start);
  }
  slice(start: number, end: number): FileSource {
    return new FileSource(this.path, this.start + start, Math.min(this.end, this.start + end));
  }
  async bytes(): Promise<Uint8Array> {
    let all: Uint8Array;
    try {
      const fd = streams.specialDescriptor(this.path);
      all = fd < 0 ? await readFile(this.path, 0) : await readAll(fd);
    } catch (error) {
      throw readFailure(error, this.path);
    }
    return this.start === 0 && this.end >= all.length ? all : all.subarray(this.start, this.end);
  }
  stream(): ReadableStream {
    return streams.streamOfFile(this.path, this.start, this.end);
  }
}
