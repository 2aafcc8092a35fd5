// A file as the source of a Blob (`Bun.file`, `fs.openAsBlob`), read lazily.
import { type BlobSource } from "web:blob";
import type { ReadableStream } from "web:streams";
import defer * as streams from "internal:web/file_stream";
import { home } from "internal:core/program";
import { joinBytes } from "internal:core/utf8";
import { close, open, read, readAll, readFile, readFileText, statSync } from "native:fs";

const STAT_NUMBERS = 18;
const SIZE_INDEX = 8;
const BYTE_ORDER_MARK = 0xfeff;
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

/** At most `size` bytes from `start` on; fewer when the file ends before. */
async function readRange(path: string, start: number, size: number): Promise<Uint8Array> {
  const fd = await open(path, 0, 0);
  try {
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      const count = await read(fd, bytes, filled, size - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled === size ? bytes : bytes.subarray(0, filled);
  } finally {
    await close(fd);
  }
}

/** The first `size` bytes of what has no size: a pipe, a device, a file of /proc. What follows is not read. */
async function readPrefix(path: string, size: number): Promise<Uint8Array> {
  const reader = streams.streamOfFile(path, 0, size).getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(chunks);
    chunks.push(value as Uint8Array);
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
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
      if (fd < 0 && (this.start > 0 || this.end !== Infinity)) {
        const { size } = this;
        // The files of some systems, such as those in /proc, have content and no size.
        if (size > 0) return await readRange(this.path, this.start, size);
      }
      if (this.end !== Infinity) all = await readPrefix(this.path, this.end);
      else all = fd < 0 ? await readFile(this.path, 0) : await readAll(fd);
    } catch (error) {
      throw readFailure(error, this.path);
    }
    return this.start === 0 && this.end >= all.length ? all : all.subarray(this.start, this.end);
  }
  text(): Promise<string> | undefined {
    if (this.start > 0 || this.end !== Infinity || streams.specialDescriptor(this.path) >= 0) return undefined;
    return readFileText(this.path, 0).then(withoutMark, (error: unknown) => {
      throw readFailure(error, this.path);
    });
  }
  stream(): ReadableStream {
    return streams.streamOfFile(this.path, this.start, this.end);
  }
}
