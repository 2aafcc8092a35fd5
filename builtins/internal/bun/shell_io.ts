// The sources and sinks of the commands of `Bun.$`, and their redirections. See docs/decisions/bun_shell.md.
import type { FastBuffer } from "internal:core/buffer/class";
import type { Blob } from "web:blob";
import { Buffer } from "internal:node/buffer";
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import { isReadableStream } from "web:streams";
import { filePathOf } from "internal:bun/file";
import { type Redirect } from "internal:bun/shell_parser";
import { writeBytes } from "native:stdio";

const FILE_MODE = 0o666;

/** What commands read of the result of `fs.statSync`. */
export interface FileStats {
  size: number;
  mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isBlockDevice(): boolean;
  isCharacterDevice(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
}

/** Receives the output of a command. */
export interface Sink {
  /** The file descriptor that a child process can write to directly; -1 when the bytes have to pass through this process. */
  readonly fd: number;
  write(bytes: Uint8Array): void | Promise<void>;
}

/** Collects the output, and also writes it to file descriptor `shownAt` unless that is -1. */
export class Capture implements Sink {
  readonly fd = -1;
  #chunks: Uint8Array[] = [];
  #shownAt: number;

  constructor(shownAt: number) {
    this.#shownAt = shownAt;
  }

  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    if (this.#shownAt !== -1) writeBytes(this.#shownAt, bytes);
  }

  /** The whole output. */
  bytes(): FastBuffer {
    return Buffer.concat(this.#chunks);
  }
}

/** An open file or the writing end of a pipe. The caller closes it. */
export class DescriptorSink implements Sink {
  readonly fd: number;

  constructor(fd: number) {
    this.fd = fd;
  }

  // On the pool: the reader of a pipe may be slow. A closed reader is not a failure of the writer.
  async write(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.length;) {
      const count = await new Promise<number>((resolve, reject) => {
        fs.write(this.fd, bytes, start, bytes.length - start, null, (error: any, written: number) => {
          if (!error) resolve(written);
          else if (error.code === "EPIPE" || error.code === "ECONNRESET") resolve(-1);
          else reject(error);
        });
      });
      if (count === -1) return;
      start += count;
    }
  }
}

/** A buffer of the program; bytes beyond its capacity are dropped. */
class BufferSink implements Sink {
  readonly fd = -1;
  #view: Uint8Array;
  #offset = 0;

  constructor(view: Uint8Array) {
    this.#view = view;
  }

  write(bytes: Uint8Array): void {
    const part = bytes.subarray(0, this.#view.length - this.#offset);
    this.#view.set(part, this.#offset);
    this.#offset += part.length;
  }
}

/** The input of a command: file descriptor `fd`, or `bytes` when that is -1. */
export interface Source {
  fd: number;
  bytes: Uint8Array | null;
}

/** The three streams of a command, and the file descriptors that were opened for it. */
export interface Streams {
  source: Source;
  output: Sink;
  errors: Sink;
  opened: number[];
}

/** A redirection that cannot be made. */
export class RedirectFailure extends Error {}

function viewOf(value: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
}

/** The object of the template that is the redirection's target; undefined for a path. */
export function objectOf(redirect: Redirect): object | undefined {
  const [part] = redirect.word;
  return part?.kind === "object" ? part.value : undefined;
}

/**
 * Applies one redirection to `streams`. `target` is the path that its word expanded to. Throws RedirectFailure when the file cannot
 * be opened, and an Error for an object that cannot be a target.
 */
export async function redirect(
  streams: Streams,
  { mode, targets, from }: Redirect,
  target: string | object,
  directory: string,
): Promise<void> {
  if (mode === "duplicate") {
    setTargets(streams, targets, from === 1 ? streams.output : streams.errors);
    return;
  }
  const path = typeof target === "string" ? target : filePathOf(target);
  if (path === undefined) await redirectObject(streams, mode, targets, target);
  else {
    const fd = openFile(path, directory, mode);
    streams.opened.push(fd);
    if (mode === "read") streams.source = { fd, bytes: null };
    else setTargets(streams, targets, new DescriptorSink(fd));
  }
}

function setTargets(streams: Streams, targets: number[], sink: Sink): void {
  if (targets.includes(1)) streams.output = sink;
  if (targets.includes(2)) streams.errors = sink;
}

async function redirectObject(streams: Streams, mode: string, targets: number[], object: unknown): Promise<void> {
  if (isReadableStream(object)) {
    throw new Error(
      "ReadableStream is not supported as a shell redirect yet. Buffer it first, e.g. `< ${await new Response(stream).blob()}`, or use Bun.spawn({ stdin: stream })",
    );
  }
  const view = viewOf(object);
  if (mode === "read") {
    streams.source = { fd: -1, bytes: view ?? new Uint8Array(await (object as Blob).arrayBuffer()) };
    return;
  }
  if (view === null) throw new Error("Cannot redirect stdout/stderr to an immutable blob. Expected a file");
  setTargets(streams, targets, new BufferSink(view));
}

const MESSAGES: Record<string, string> = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  EISDIR: "Is a directory",
  ENOTDIR: "Not a directory",
  EEXIST: "File exists",
  ENOTEMPTY: "Directory not empty",
  EPERM: "Operation not permitted",
  EROFS: "Read-only file system",
  ENOSPC: "No space left on device",
  EXDEV: "Invalid cross-device link",
  EINVAL: "Invalid argument",
  ELOOP: "Too many levels of symbolic links",
};

/** The system's message for an error of node:fs. */
export function messageOf(error: any): string {
  return MESSAGES[error?.code] ?? String(error?.message ?? error);
}

function openFile(path: string, directory: string, mode: string): number {
  try {
    return fs.openSync(
      nodePath.resolve(directory, path),
      mode === "read" ? "r" : mode === "append" ? "a" : "w",
      FILE_MODE,
    );
  } catch (error) {
    throw new RedirectFailure(`${messageOf(error)}: ${path}`);
  }
}
