// Blob and File (https://w3c.github.io/FileAPI/) over parts that slices share without copying. A part is bytes in memory or
// an external source (a file).
import defer * as errors from "internal:core/errors";
import { type InspectOptions, exposeInterface } from "internal:web/web_interface";
import { home } from "internal:core/program";
import { isObject, toLongClamped } from "internal:core/webidl";
import { kClone } from "internal:web/clone/protocol";
import { decodeUtf8, encodeUtf8, joinBytes } from "internal:core/utf8";
import { lastingCopy } from "native:buffer";
import defer * as inspecting from "internal:core/util/inspect";
import type { ReadableStream } from "internal:web/web_streams/readable_class";
import defer * as streaming from "internal:web/blob_stream";
import { extendForHome } from "internal:web/home_extensions";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
/** Second argument of the constructor for builtins: the first is the parts, which must not be changed afterwards. */
export const kCreate: unique symbol = Symbol("create");
/** A size that is read when it is needed: that of a file. */
const SIZE_UNKNOWN = -1;

/** Bytes that are not in memory. `slice` returns a source of a range without reading. */
export interface BlobSource {
  readonly size: number;
  slice(start: number, end: number): BlobSource;
  /** The bytes, which belong to the caller. */
  bytes(): Promise<Uint8Array>;
  /** The content decoded from UTF-8, if the source has a shorter way than its bytes. */
  text?(): Promise<string> | undefined;
  stream(): ReadableStream;
  /** The address to which a response with the bytes leads instead, if there is one. */
  redirect?(): string;
  /** The reason why it cannot be cloned, if it cannot. */
  readonly uncloneableReason?: string | undefined;
}

export type BlobPart = Uint8Array | BlobSource;

/** Whether `value` is a Blob of ours. */
export let isBlob: (value: unknown) => value is Blob;
/** The parts of a Blob. They must not be changed. */
export let blobParts: (blob: Blob) => readonly BlobPart[];
/** The address to which a response with the value leads instead of having it as its body. */
export function redirectOf(value: unknown): string | undefined {
  return isBlob(value) ? (blobParts(value)[0] as BlobSource | undefined)?.redirect?.() : undefined;
}
/** A Blob over parts, which must not be changed afterwards. */
export let blobFromParts: (parts: BlobPart[], type: string) => Blob;

interface BlobOptions {
  endings?: unknown;
  type?: unknown;
  lastModified?: number;
}

/** The description of a Blob or a File for the structured clone. */
interface BlobDescription {
  kind: string;
  parts: readonly BlobPart[];
  type: string;
}

export class Blob {
  #parts: readonly BlobPart[];
  #size: number;
  #type: string;

  constructor(
    sources: unknown = [],
    options: BlobOptions | typeof kCreate | null | undefined = undefined,
    type: string = "",
  ) {
    if (options === kCreate) {
      const internal = sources as BlobPart[];
      this.#parts = internal;
      this.#size = isInMemory(internal) ? sizeOfParts(internal) : SIZE_UNKNOWN;
      this.#type = type;
      return;
    }
    const method = isObject(sources) ? (sources as Iterable<unknown>)[Symbol.iterator] : undefined;
    if (typeof method !== "function") throw withCode("Value cannot be converted to sequence.");
    const parts = Array.isArray(sources) ? partsOfArray(sources) : partsOfSequence(method.call(sources));
    if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
      throw new errors.ERR_INVALID_ARG_TYPE("options", "a dictionary", options);
    }
    const endings = options?.endings;
    const endingsText = endings === undefined ? "transparent" : `${endings}`;
    if (endingsText !== "transparent" && endingsText !== "native")
      throw new errors.ERR_INVALID_ARG_VALUE("options.endings", endings === null ? null : endingsText);
    type = `${options?.type ?? ""}`;
    this.#parts = encodeParts(parts, endingsText === "native");
    this.#size = sizeOfParts(this.#parts);
    this.#type = normalizeType(type);
  }

  static {
    isBlob = (value): value is Blob => typeof value === "object" && value !== null && #parts in value;
    blobParts = (blob) => blob.#parts;
    blobFromParts = (parts, type) => new Blob(parts, kCreate, type);
  }

  get size(): number {
    if (!isBlob(this)) throw new errors.ERR_INVALID_THIS("Blob");
    return this.#bytes();
  }

  #bytes(): number {
    return this.#size === SIZE_UNKNOWN ? sizeOfParts(this.#parts) : this.#size;
  }

  get type(): string {
    if (!isBlob(this)) throw new errors.ERR_INVALID_THIS("Blob");
    return this.#type;
  }

  /** A Blob of the bytes from `start` to `end`, which share the memory. Negative indexes count from the end. */
  slice(start: number = 0, end: number | undefined = undefined, contentType: string = ""): Blob {
    if (!isBlob(this)) throw new errors.ERR_INVALID_THIS("Blob");
    const size = this.#bytes();
    const from = clampIndex(toLongClamped(start), size);
    const to = end === undefined ? size : clampIndex(toLongClamped(end), size);
    return blobFromParts(sliceParts(this.#parts, from, Math.max(to, from)), normalizeType(`${contentType}`));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    if (!isBlob(this)) return Promise.reject(new errors.ERR_INVALID_THIS("Blob"));
    const buffer = isInMemory(this.#parts) ? copyToBuffer(this.#parts, this.#size) : null;
    return buffer === null ? readBlob(this).then(ownBuffer) : Promise.resolve(buffer);
  }

  bytes(): Promise<Uint8Array> {
    if (!isBlob(this)) return Promise.reject(new errors.ERR_INVALID_THIS("Blob"));
    const ready = copyInMemory(this);
    return ready === null ? readBlob(this).then(ownBytes) : Promise.resolve(ready);
  }

  text(): Promise<string> {
    if (!isBlob(this)) return Promise.reject(new errors.ERR_INVALID_THIS("Blob"));
    // Content in memory does not change, so it is converted now: jobs would cost as much.
    const ready = bytesInMemory(this);
    return ready === null ? readText(this) : Promise.resolve(decodeUtf8(ready));
  }

  stream(): ReadableStream {
    if (!isBlob(this)) throw new errors.ERR_INVALID_THIS("Blob");
    return streaming.streamOfParts(this.#parts);
  }

  /** The decoded content as a stream of strings. */
  textStream(): ReadableStream {
    if (!isBlob(this)) throw new errors.ERR_INVALID_THIS("Blob");
    return streaming.decodedStream(streaming.streamOfParts(this.#parts));
  }

  /** The structured clone shares the parts. */
  [kClone](): BlobDescription {
    for (const part of this.#parts) {
      if (!(part instanceof Uint8Array) && part.uncloneableReason !== undefined)
        throw new errors.ERR_INVALID_STATE(part.uncloneableReason);
    }
    return { kind: "Blob", parts: this.#parts, type: this.#type };
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    return `${this.constructor.name} ${inspecting.inspect(this.#describe(), nestedOptions(options))}`;
  }

  #describe(): object {
    const members: Record<string, unknown> = { size: this.#bytes(), type: this.#type };
    if (isFile(this)) {
      members.name = this.name;
      members.lastModified = this.lastModified;
    }
    return members;
  }
}
Object.defineProperty(Blob, "length", { value: 0, configurable: true });
exposeInterface(Blob, "Blob", ["size", "type", "slice", "arrayBuffer", "bytes", "text", "stream", "textStream"]);

/** Whether `value` is a File of ours. */
export let isFile: (value: unknown) => value is File;

export class File extends Blob {
  #name: string;
  #lastModified: number;

  constructor(fileBits: unknown, fileName: unknown, options: BlobOptions | null | undefined = undefined) {
    if (arguments.length < 2) throw new errors.ERR_MISSING_ARGS("fileBits", "fileName");
    super(fileBits, options);
    const lastModified = options?.lastModified;
    this.#name = `${fileName}`.toWellFormed();
    const time = lastModified === undefined ? Date.now() : +lastModified;
    this.#lastModified = time === time && Math.abs(time) !== Infinity ? Math.trunc(time) + 0 : 0;
  }

  static {
    isFile = (value): value is File => typeof value === "object" && value !== null && #name in value;
  }

  get name(): string {
    if (!(#name in this)) throw new errors.ERR_INVALID_THIS("File");
    return this.#name;
  }

  get lastModified(): number {
    if (!(#name in this)) throw new errors.ERR_INVALID_THIS("File");
    return this.#lastModified;
  }

  override [kClone](): BlobDescription & { name: string; lastModified: number } {
    return { ...super[kClone](), kind: "File", name: this.#name, lastModified: this.#lastModified };
  }
}
exposeInterface(File, "File", ["name", "lastModified"]);

/** A File over the content of a Blob. */
export function fileFromBlob(blob: Blob, name: string, lastModified: number = Date.now()): File {
  return new File([blob], name, { type: blob.type, lastModified });
}

/** The bytes of a Blob if they are all in memory (they must not be changed), else null. */
export function bytesInMemory(blob: Blob): Uint8Array | null {
  const parts = blobParts(blob);
  if (parts.length === 1 && parts[0] instanceof Uint8Array) return parts[0];
  const views: Uint8Array[] = [];
  for (const part of parts) {
    if (!(part instanceof Uint8Array)) return null;
    views.push(part);
  }
  return joinBytes(views);
}

/** A copy of the bytes of a Blob if they are all in memory, else null. */
export function copyInMemory(blob: Blob): Uint8Array | null {
  const parts = blobParts(blob);
  if (!isInMemory(parts)) return null;
  return parts.length === 1 ? copyBytes(parts[0]!) : joinBytes(parts);
}

/** The bytes of a Blob, perhaps its own memory: they must not be changed. */
export async function readBlob(blob: Blob): Promise<Uint8Array> {
  const ready = bytesInMemory(blob);
  if (ready !== null) return ready;
  const views: Uint8Array[] = [];
  for (const part of blobParts(blob)) views.push(part instanceof Uint8Array ? part : await part.bytes());
  return views.length === 1 ? views[0]! : joinBytes(views);
}

/** The decoded content of a Blob that is not in memory. */
function readText(blob: Blob): Promise<string> {
  const parts = blobParts(blob);
  const source = parts[0] as BlobSource;
  return (parts.length === 1 ? source.text?.() : undefined) ?? readBlob(blob).then(decodeUtf8);
}

/** From this size on a copy takes longer than asking for the buffer, which moves small arrays. */
const LARGE_BYTES = 4096;

function isExact(bytes: Uint8Array): boolean {
  return bytes.byteLength >= LARGE_BYTES && bytes.byteLength === bytes.buffer.byteLength;
}

// What was read from a source belongs to the reader: only a part of a larger buffer is copied.
function ownBytes(bytes: Uint8Array): Uint8Array {
  return isExact(bytes) ? bytes : copyBytes(bytes);
}

function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return isExact(bytes) ? (bytes.buffer as ArrayBuffer) : copyBuffer(bytes);
}

function copyBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function copyBuffer(bytes: Uint8Array): ArrayBuffer {
  return copyToBuffer([bytes], bytes.byteLength);
}

// Taking the buffer of a small array would move its bytes out of the engine's heap once more.
function copyToBuffer(parts: readonly Uint8Array[], size: number): ArrayBuffer {
  const buffer = new ArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  let offset = 0;
  for (let index = 0; index < parts.length; index++) {
    bytes.set(parts[index]!, offset);
    offset += parts[index]!.byteLength;
  }
  return buffer;
}

// sequence<BlobPart>: strings are encoded after the options, which Web IDL reads later, determine the line endings.
function partsOfSequence(iterator: Iterator<unknown>): (BlobPart | string)[] {
  const parts: (BlobPart | string)[] = [];
  let index = 0;
  for (let step = iterator.next(); !step.done; step = iterator.next()) addPart(parts, step.value, index++);
  return parts;
}

// The engine iterates over an array without calls, unless the program changed how.
function partsOfArray(sources: unknown[]): (BlobPart | string)[] {
  const parts: (BlobPart | string)[] = [];
  let index = 0;
  for (const source of sources) addPart(parts, source, index++);
  return parts;
}

function addPart(parts: (BlobPart | string)[], source: unknown, index: number): void {
  if (isBlob(source)) {
    parts.push(...blobParts(source));
  } else if (ArrayBuffer.isView(source)) {
    if (source.byteLength > 0) parts.push(lasting(new Uint8Array(source.buffer, source.byteOffset, source.byteLength)));
  } else if (isAnyBuffer(source)) {
    if (source.byteLength > 0) parts.push(lasting(new Uint8Array(source)));
  } else {
    if (typeof source === "symbol") throw withCode(`Value[${index}] is a Symbol and cannot be converted to a string.`);
    const text = `${source}`;
    if (text.length > 0) parts.push(text);
  }
}

/** From this size on, a copy whose text shares its memory. */
const SHARED_BYTES_MIN = 64 * 1024;

/** A copy for a part. */
function lasting(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength < SHARED_BYTES_MIN ? bytes.slice() : lastingCopy(bytes);
}

function encodeParts(parts: (BlobPart | string)[], native: boolean): BlobPart[] {
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (typeof part !== "string") continue;
    const text = native ? part.replace(/\r\n?/g, "\n") : part;
    const bytes = encodeUtf8(text);
    parts[index] = bytes;
    if (bytes.byteLength === text.length && home() === "bun") asciiParts.add(bytes);
  }
  return parts as BlobPart[];
}

/** In Bun's home, the parts that were strings of ASCII, which `Bun.serve` sends as text. */
const asciiParts = new WeakSet<BlobPart>();

/** Whether a Blob was made from strings of ASCII alone. */
export function isAsciiText(blob: Blob): boolean {
  const parts = blobParts(blob);
  for (let index = 0; index < parts.length; index++) if (!asciiParts.has(parts[index]!)) return false;
  return true;
}

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")!.get!;

function isAnyBuffer(value: unknown): value is ArrayBuffer {
  if (typeof value !== "object" || value === null) return false;
  if (typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer) return true;
  try {
    byteLengthOf.call(value);
    return true;
  } catch {
    return false;
  }
}

function sliceParts(parts: readonly BlobPart[], from: number, to: number): BlobPart[] {
  const sliced: BlobPart[] = [];
  let offset = 0;
  for (const part of parts) {
    const size = part instanceof Uint8Array ? part.byteLength : part.size;
    const start = Math.max(from - offset, 0);
    const end = Math.min(to - offset, size);
    if (start < end) {
      const isBytes = part instanceof Uint8Array;
      const slice = start === 0 && end === size ? part : isBytes ? part.subarray(start, end) : part.slice(start, end);
      if (slice !== part && asciiParts.has(part)) asciiParts.add(slice);
      sliced.push(slice);
    }
    offset += size;
  }
  return sliced;
}

/** Whether no part is an external source. */
export function isInMemory(parts: readonly BlobPart[]): parts is readonly Uint8Array[] {
  for (let index = 0; index < parts.length; index++) if (!(parts[index] instanceof Uint8Array)) return false;
  return true;
}

function sizeOfParts(parts: readonly BlobPart[]): number {
  let size = 0;
  for (const part of parts) size += part instanceof Uint8Array ? part.byteLength : part.size;
  return size;
}

function clampIndex(index: number, size: number): number {
  return index < 0 ? Math.max(size + index, 0) : Math.min(index, size);
}

/** The types that Bun spells differently, as it stores them in a Blob. */
const BUN_TYPES: Record<string, string | undefined> = {
  __proto__: null as never,
  "text/plain": "text/plain;charset=utf-8",
  "text/html": "text/html;charset=utf-8",
  "text/css": "text/css;charset=utf-8",
  "text/javascript": "text/javascript;charset=utf-8",
  "text/jsx": "text/javascript;charset=utf-8",
  "application/javascript": "text/javascript;charset=utf-8",
  "application/json": "application/json;charset=utf-8",
  "application/x-www-form-urlencoded": "application/x-www-form-urlencoded;charset=UTF-8",
};

// File API: a type with a character outside U+0020 to U+007E is the empty string.
function normalizeType(type: string): string {
  if (type === "") return type;
  if (home() === "bun" && BUN_TYPES[type] !== undefined) return BUN_TYPES[type];
  return /[^\x20-\x7e]/.test(type) ? "" : type.toLowerCase();
}

function withCode(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

function nestedOptions(options: InspectOptions): InspectOptions {
  return { ...options, depth: options?.depth == null ? null : options.depth - 1 };
}

export { createObjectURL, resolveObjectURL, revokeObjectURL } from "internal:web/blob_urls";
extendForHome("Blob", Blob);
