// `readFile` with the option `buffer`: the contents are read into memory of the caller instead of a new Buffer.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { isView } from "internal:node/fs/arguments";
import { bytesOf } from "internal:node/fs/io_arguments";
import { checkAborted, toFlags, type Options } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { newRecord, sharedRecord } from "internal:node/fs/stats";
import type { FileContents } from "internal:node/fs/sync_io";
import { validateBuffer } from "internal:core/validators";
import * as native from "native:fs";
import defer * as buffers from "internal:node/buffer";

const MODE = 1;
const SIZE = 8;
const TYPE_MASK = 0o170000;
const REGULAR = 0o100000;

/** Throws unless `options.buffer` is absent, a view, or a function that makes one. */
export function checkBufferOption(options: Options): void {
  const { buffer } = options;
  if (buffer === undefined || typeof buffer === "function" || isView(buffer)) return;
  throw new ERR_INVALID_ARG_TYPE("options.buffer", ["Buffer", "TypedArray", "DataView", "Function"], buffer);
}

/** Reads `path` (or a descriptor) into the caller's buffer; returns the filled part as a Buffer or a string. */
export function readIntoBufferSync(path: unknown, options: Options): FileContents {
  checkBufferOption(options);
  const isDescriptor = typeof path === "number";
  const fd = isDescriptor ? path : native.openSync(toPath(path), toFlags(options.flag), 0o666);
  try {
    const record = sharedRecord(false);
    native.fstatSync(fd, record.bytes, false);
    const target = new Target(options, record.numbers as Float64Array);
    while (target.wantsMore) target.addCount(native.readSync(fd, target.bytes, target.offset, target.length, -1));
    return target.result(options.encoding);
  } finally {
    if (!isDescriptor) native.closeSync(fd);
  }
}

/** As `readIntoBufferSync`, off the thread; AbortError when the signal of the options fires. */
export async function readIntoBuffer(path: unknown, options: Options): Promise<FileContents> {
  checkBufferOption(options);
  const isDescriptor = typeof path === "number";
  const fd = isDescriptor ? path : await native.open(toPath(path), toFlags(options.flag), 0o666);
  try {
    const record = newRecord(false);
    await native.fstat(fd, record.bytes, false);
    const target = new Target(options, record.numbers as Float64Array);
    while (target.wantsMore) {
      checkAborted(options.signal);
      target.addCount(await native.read(fd, target.bytes, target.offset, target.length, -1));
    }
    return target.result(options.encoding);
  } finally {
    if (!isDescriptor) await native.close(fd);
  }
}

/** The caller's buffer and how far it is filled. */
class Target {
  bytes: Uint8Array;
  offset = 0;
  length: number;
  wantsMore = true;
  readonly buffer: Uint8Array;
  readonly #name: string;
  readonly #sizeKnown: boolean;
  #position = 0;

  constructor(options: Options, stats: Float64Array) {
    const isRegular = ((stats[MODE] as number) & TYPE_MASK) === REGULAR;
    const size = isRegular ? (stats[SIZE] as number) : 0;
    const made = typeof options.buffer === "function" ? options.buffer(size) : options.buffer;
    if (typeof options.buffer === "function") validateBuffer(made, "options.buffer()");
    this.#name = typeof options.buffer === "function" ? "options.buffer().byteLength" : "options.buffer.byteLength";
    this.buffer = bytesOf(made);
    if (size > this.buffer.byteLength) {
      throw new ERR_INVALID_ARG_VALUE(
        this.#name,
        this.buffer.byteLength,
        `is smaller than the file size of ${size} bytes`,
      );
    }
    this.#sizeKnown = size !== 0;
    this.bytes = this.buffer;
    this.length = this.#sizeKnown ? size : this.buffer.byteLength;
    if (this.length === 0) this.#probe();
  }

  /** Accounts for `count` bytes that were read. */
  addCount(count: number): void {
    if (this.bytes !== this.buffer && count > 0) {
      throw new ERR_INVALID_ARG_VALUE(this.#name, this.buffer.byteLength, "is too small to contain the entire file");
    }
    this.#position += count;
    this.offset += count;
    this.length -= count;
    if (count === 0) this.wantsMore = false;
    else if (this.length === 0) {
      if (this.#sizeKnown) this.wantsMore = false;
      else this.#probe();
    }
  }

  /** The filled part as a Buffer or, with an encoding, as a string. */
  result(encoding: string | null | undefined): FileContents {
    const filled = buffers.Buffer.from(this.buffer.buffer, this.buffer.byteOffset, this.#position);
    return encoding ? filled.toString(encoding) : filled;
  }

  // A full buffer and a file of unknown size: reading one more byte shows whether the file is complete.
  #probe(): void {
    this.bytes = new Uint8Array(1);
    this.offset = 0;
    this.length = 1;
  }
}
