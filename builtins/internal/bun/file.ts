// `Bun.file` and `Bun.write`.
import type { URL } from "web:url";
import { Blob, type BlobSource, blobParts, isBlob, kCreate } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import { utf8ByteLength } from "internal:core/buffer/encode";
import { launch } from "internal:core/launch";
import { FileSource, fileSize, sizeOfFile } from "internal:web/file_source";
import { isResponse } from "web:response";
import { isRequest } from "web:request";
import { typeOfPath } from "internal:web/mime_types";
import defer * as embedded from "internal:core/embedded_files";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as archives from "internal:bun/archive/archive";
import defer * as s3 from "internal:bun/s3/client";
import defer * as sinks from "internal:bun/file_sink";
import defer * as handles from "internal:node/fs/promises";
import type { ReadableStream } from "web:streams";
import defer * as streams from "web:streams";
import { fileURLToPath } from "internal:web/file_url_argument";
import {
  copyFile,
  makeDirs,
  StatField,
  statSync,
  unlink,
  writeFile,
  writeFileSync,
  writeFileText,
  writeFileTextSync,
} from "native:fs";
import { writeBytes } from "native:stdio";

const O_WRONLY_CREATE_TRUNCATE = 0o1 | 0o100 | 0o1000;
const MODE = 0o666;
const ENOENT = -2;
const DESCRIPTOR_MAX = 2 ** 31 - 1;
const CODE_COLON = 0x3a;

/** What is written at once: bytes, or characters of a string. */
const QUICK_LENGTH_MAX = 65_536;
const STAT_NUMBERS = 18;
const MODIFIED_SECONDS = 12;
/** The bits of a mode with the type of a file, and two of the types. */
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;
const PIPE = 0o010000;

/** Options of `Bun.write`. */
interface WriteOptions {
  mode?: number;
  createPath?: boolean;
}

/** Makes the Blob of a file; the file is read when the Blob is. */
export function file(
  path: string | URL | number | ArrayBufferView,
  options: { type?: string } | undefined = undefined,
): Blob {
  if (typeof path === "number") return fileOfDescriptor(checkDescriptor(path));
  if (typeof path === "string" && path.startsWith("s3://")) return s3.fileOfAddress(path, options) as Blob;
  const name = pathOf(path);
  const type: unknown = options?.type;
  return new BunFile(name, new FileSource(name), typeof type === "string" ? type : typeOfPath(name));
}

function checkDescriptor(fd: number): number {
  if (!Number.isInteger(fd)) throw new errors.ERR_OUT_OF_RANGE("fd", "an integer", fd);
  if (fd < 0 || fd > DESCRIPTOR_MAX) throw new errors.ERR_OUT_OF_RANGE("fd", `>= 0 && <= ${DESCRIPTOR_MAX}`, fd);
  return fd;
}

function pathOf(path: unknown): string {
  if (typeof path === "string")
    return path.charCodeAt(4) === CODE_COLON && path.startsWith("file://") ? fileURLToPath(path) : path;
  if (typeof path === "object" && path !== null && "href" in path) return fileURLToPath(path as URL);
  if (ArrayBuffer.isView(path)) return decodeUtf8(new Uint8Array(path.buffer, path.byteOffset, path.byteLength));
  throw Object.assign(new TypeError("Expected file path string or file descriptor"), { code: "ERR_INVALID_ARG_TYPE" });
}

/** The path of a file that `Bun.file` made; undefined for anything else. */
let filePath: (value: unknown) => string | undefined;

/** The path of a file that `Bun.file` made; undefined for anything else. */
export function filePathOf(value: unknown): string | undefined {
  return filePath(value);
}

/** The members that Bun's files have beyond Blob's. The class has no name of its own: to programs they are Blobs. */
class BunFile extends Blob {
  #path: string;

  constructor(path: string, source: BlobSource, type: string) {
    super([source], kCreate, type);
    this.#path = path;
  }

  static {
    filePath = (value) => (typeof value === "object" && value !== null && #path in value ? value.#path : undefined);
    Object.defineProperty(this.prototype, "constructor", { value: Blob, configurable: true, writable: true });
  }

  get name(): string {
    return this.#path;
  }
  get lastModified(): number {
    return modifiedMs(this.#path);
  }
  /** Whether it is a regular file or a pipe: not a folder, not a device. */
  exists(): Promise<boolean> {
    // As in Bun, a system call here: a thread would take ten times as long.
    return Promise.resolve(existsAsFile(this.#path));
  }
  write(data: unknown, options: WriteOptions | undefined = undefined): Promise<number> {
    if (data === undefined || data === null) return Promise.reject(notWritable("blob"));
    return write(this, data, options);
  }
  delete(): Promise<void> {
    return unlink(this.#path);
  }
  unlink(): Promise<void> {
    return unlink(this.#path);
  }
  stat(): Promise<unknown> {
    return import("internal:node/fs/promises" as string).then((fs) => fs.default.stat(this.#path));
  }
  writer(_options: { highWaterMark?: number } | undefined = undefined): sinks.FileSink {
    return new sinks.FileSink(this.#path);
  }
  override slice(start?: number, end?: number, type?: string): BunFile {
    // Pipes and files of /proc have no size that could limit a slice.
    const [source] = blobParts(this);
    if (source instanceof FileSource && source.size === 0 && !(Number(start) < 0) && !(Number(end) < 0))
      return new BunFile(this.#path, source.slice(start ?? 0, end ?? Infinity), type ?? this.type);
    // A slice has the type of the file unless another is given.
    const part = super.slice(start as number, end as number, type ?? this.type);
    // An empty slice has no parts.
    return new BunFile(this.#path, (blobParts(part)[0] ?? new Uint8Array(0)) as BlobSource, part.type);
  }
}

/** What `statSync` writes to: the numbers of one file at a time. */
const status = new Float64Array(STAT_NUMBERS);
const statusBytes = new Uint8Array(status.buffer);

function existsAsFile(path: string): boolean {
  if (!known(path, statusBytes)) return false;
  const type = status[StatField.MODE]! & FILE_TYPE;
  return type === REGULAR_FILE || type === PIPE;
}

function modifiedMs(path: string): number {
  return known(path, statusBytes)
    ? Math.trunc(status[MODIFIED_SECONDS]! * 1000 + status[MODIFIED_SECONDS + 1]! / 1e6)
    : 0;
}

function known(path: string, out: Uint8Array): boolean {
  try {
    return statSync(path, out, false, true);
  } catch {
    return false;
  }
}

/** The files in an executable (`Bun.embeddedFiles`): Blobs with a name. */
export function embeddedFiles(): Blob[] {
  return Array.from(embedded.embeddedFiles(), ([name, path]) =>
    Object.defineProperty(file(path), "name", { value: name, configurable: true, enumerable: true }),
  );
}

/** Standard input, output or error as a file. */
export function fileOfDescriptor(fd: number): Blob {
  return new BunFile(`/dev/fd/${fd}`, new FileSource(`/dev/fd/${fd}`), "");
}

/** Writes `data` to a path or file; returns the number of bytes. Creates missing folders, as Bun does. */
export async function write(destination: unknown, data: unknown, options: WriteOptions = {}): Promise<number> {
  if (data === undefined || data === null) throw missingArgument(destination);
  const object = typeof destination === "string" && destination.startsWith("s3://") ? file(destination) : destination;
  // Objects of S3 have a `write` of their own.
  if (isBlob(object) && filePath(object) === undefined && "write" in object)
    return (object as unknown as { write(data: unknown, options: unknown): Promise<number> }).write(data, options);
  const path = destinationOf(destination);
  const mode = options.mode ?? MODE;
  const stream = streamOf(data);
  if (path.startsWith("/dev/fd/")) {
    if (stream !== null) return sinks.writeStream(stream, new DescriptorFile(Number(path.slice("/dev/fd/".length))));
    const bytes = await bytesOf(data);
    writeBytes(Number(path.slice("/dev/fd/".length)), bytes);
    return bytes.length;
  }
  const source = typeof data === "string" ? null : sourceOf(data);
  if (source !== null && sizeOfFile(source) === null) throw missingSource(source);
  const run = async (): Promise<number> => {
    if (stream !== null) return writeStreamTo(path, stream, mode);
    if (typeof data === "string") {
      if (isQuick(path, data.length)) writeFileTextSync(path, data, O_WRONLY_CREATE_TRUNCATE, mode);
      else await writeFileText(path, data, O_WRONLY_CREATE_TRUNCATE, mode);
      return utf8ByteLength(data);
    }
    if (source !== null) {
      await copyFile(source, path, 0);
      return fileSize(path);
    }
    const bytes = ArrayBuffer.isView(data) ? viewOf(data) : await bytesOf(data);
    if (isQuick(path, bytes.length)) writeFileSync(path, bytes, O_WRONLY_CREATE_TRUNCATE, mode);
    else await writeFile(path, bytes, O_WRONLY_CREATE_TRUNCATE, mode);
    return bytes.length;
  };
  try {
    return await run();
  } catch (error: any) {
    if (error.syscall === "write" && error.path === undefined)
      Object.assign(error, { message: `${error.message} '${path}'`, path });
    if (error.code !== "ENOENT" || options.createPath === false || !path.includes("/")) throw error;
    try {
      await makeDirs(path.slice(0, path.lastIndexOf("/")), 0o777);
    } catch {
      throw error;
    }
    return run();
  }
}

/**
 * Whether the file is written here and not by a thread, which would take three times as long: as in Bun, up to a few pages of
 * the cache, and nothing that may block as a pipe does.
 */
function isQuick(path: string, length: number): boolean {
  if (length > QUICK_LENGTH_MAX || launch().restricts) return false;
  return !known(path, statusBytes) || (status[StatField.MODE]! & FILE_TYPE) === REGULAR_FILE;
}

/** A stream that is the data, or its body; null: the data is something else. Throws for a locked stream. */
function streamOf(data: unknown): ReadableStream | null {
  if (typeof data === "string" || !streams.isReadableStream(data)) return null;
  if (data.locked) throw Object.assign(new TypeError("Body already used"), { code: "ERR_BODY_ALREADY_USED" });
  return data;
}

async function writeStreamTo(path: string, stream: ReadableStream, mode: number): Promise<number> {
  const handle = await handles.default.open(path, "w", mode);
  try {
    return await sinks.writeStream(stream, { write: (bytes) => handle.writeFile(bytes) });
  } finally {
    await handle.close();
  }
}

/** An open descriptor, which stays open. */
class DescriptorFile {
  #fd: number;
  constructor(fd: number) {
    this.#fd = fd;
  }
  async write(bytes: Uint8Array): Promise<void> {
    writeBytes(this.#fd, bytes);
  }
}

function destinationOf(destination: unknown): string {
  if (typeof destination !== "number") {
    const known = filePath(destination);
    if (known !== undefined) return known;
    if (typeof destination === "object" && destination !== null && !("href" in destination)) {
      if (!ArrayBuffer.isView(destination)) throw invalidDestination(destination);
    }
    return pathOf(destination);
  }
  validators.validateInt32(destination, "fd", 0);
  return `/dev/fd/${destination}`;
}

function missingArgument(destination: unknown): Error {
  return destination === undefined ? invalidDestination(destination) : notWritable("Bun");
}

function invalidDestination(destination: unknown): Error {
  const received = new errors.ERR_INVALID_ARG_TYPE("destination", "string", destination).message.split("Received ")[1];
  const message = `The "destination" argument must be of type path, file descriptor, or Blob. Received ${received}`;
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

function notWritable(receiver: string): Error {
  return Object.assign(new TypeError(`${receiver}.write(pathOrFdOrBlob, blob) expects a Blob-y thing to write`), {
    code: "ERR_INVALID_ARG_TYPE",
  });
}

function missingSource(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
    code: "ENOENT",
    errno: ENOENT,
    syscall: "open",
    path,
  });
}

/** The path of a file that is the data as a whole, not a slice; else null. */
function sourceOf(data: unknown): string | null {
  if (!isBlob(data)) return null;
  const [first, second] = blobParts(data);
  return first instanceof FileSource && second === undefined && first.start === 0 && first.end === Infinity
    ? first.path
    : null;
}

function viewOf(data: ArrayBufferView): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

async function bytesOf(data: unknown): Promise<Uint8Array> {
  if (typeof data === "string") return encodeUtf8(data);
  if (ArrayBuffer.isView(data)) return viewOf(data);
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data);
  if (isBlob(data) || isResponse(data) || isRequest(data)) return (data as { bytes(): Promise<Uint8Array> }).bytes();
  if (Array.isArray(data)) return new Blob(data).bytes();
  if (Object.prototype.toString.call(data) === "[object Archive]" && archives.isArchive(data)) return data.bytes();
  return encodeUtf8(`${data as string}`);
}
