// The `_handle` of node:zlib's classes: a native compressed stream with the methods and the order of arguments of Node's, which packages
// use directly (pngjs, ssh2 and others). The native side is opened by the first call that needs it.
import {
  ERR_INTERNAL_ASSERTION,
  ERR_INVALID_ARG_VALUE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_ZLIB_INITIALIZATION_FAILED,
} from "internal:core/errors";
import * as context from "internal:core/async/context";
import * as ops from "internal:core/ops";
import { assertBinding } from "internal:core/binding_closed";
import { constants } from "internal:node/zlib/constants";
import * as openStreams from "internal:core/open_compression_streams";
import * as native from "native:zlib";

interface Failure {
  message: string;
  code: string;
  errno: number;
}

const EMPTY = new Uint8Array(0);

/** An error of a stream as Node makes it: `errno` and `code` are properties in this order. */
export function streamError({ message, code, errno }: Failure): Error {
  const error: any = new Error(message);
  error.errno = errno;
  error.code = code;
  return error;
}

class Handle {
  onerror: ((message: string, errno: number, code: string) => void) | undefined = undefined;
  #id = 0;
  #open: (() => number) | undefined = undefined;
  /** The bytes of the two numbers that a step leaves: remaining space of the output, then of the input. */
  #left: Uint8Array = EMPTY;
  #callback: (() => void) | undefined = undefined;
  #done: (() => void) | undefined = undefined;
  #scope: context.Scope | undefined = undefined;
  #finish: ((error: unknown, isDone?: boolean) => void) | undefined = undefined;
  #isWriting = false;
  #isClosing = false;
  #isClosed = false;

  /** Sets how to open the native side, where the remainders are written, and the default callback of `write`. */
  static prepare(
    handle: Handle,
    open: () => number,
    writeState: Uint32Array,
    callback: (() => void) | undefined,
  ): void {
    handle.#open = open;
    handle.#left = new Uint8Array(writeState.buffer, writeState.byteOffset, writeState.byteLength);
    handle.#callback = callback;
    handle.#scope = context.capture("ZLIB", handle);
  }

  /** Opens the native side immediately, for options that it may reject. Throws ERR_ZLIB_INITIALIZATION_FAILED. */
  static openNow(handle: Handle): void {
    if (!handle.#ready()) throw openingError();
  }

  /** `write` with its own callback. */
  static step(
    handle: Handle,
    flush: number,
    input: Uint8Array,
    output: Uint8Array,
    ranges: native.StepRanges,
    done: () => void,
  ): void {
    if (handle.#isWriting) throw new ERR_INTERNAL_ASSERTION("write already in progress");
    if (!handle.#ready()) return handle.#report(0);
    handle.#done = done;
    handle.#finish ??= (error, isDone) => handle.#written(error, isDone);
    ops.callbackIn(handle.#scope, native.write, handle.#finish, handle.#id, flush, input, output, ranges, handle.#left);
    // Only now: native arguments are converted, which may throw.
    handle.#isWriting = true;
  }

  /** One step on this thread; the remainders are in the numbers given to `init`. A failure calls `onerror`. */
  writeSync(
    flush: number,
    input: Uint8Array | null,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void {
    if (!this.#ready()) return this.#report(0);
    const ranges = { inputOffset, inputLength, outputOffset, outputLength };
    if (!native.writeSync(this.#id, flush, input ?? EMPTY, output, ranges, this.#left)) this.#report(this.#id);
  }

  /** One step off the thread; the callback of `init` is called as its own task unless it failed. */
  write(
    flush: number,
    input: Uint8Array | null,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void {
    const ranges = { inputOffset, inputLength, outputOffset, outputLength };
    Handle.step(this, flush, input ?? EMPTY, output, ranges, () => this.#callback?.());
  }

  params(level: number, strategy: number): void {
    if (!this.#ready()) this.#report(0);
    else if (!native.setParameters(this.#id, level, strategy)) this.#report(this.#id);
  }

  reset(): void {
    if (this.#isWriting) throw new Error("Cannot reset zlib stream while a write is in progress");
    // A stream that was never opened has nothing to reset.
    if (this.#id !== 0 && !native.reset(this.#id)) this.#report(this.#id);
  }

  /** Frees the native side, after an in-flight write. */
  close(): void {
    if (this.#isWriting) {
      this.#isClosing = true;
      return;
    }
    this.#isClosing = false;
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#scope !== undefined) context.destroyed(this.#scope);
    if (this.#id !== 0) openStreams.close(this, this.#id);
  }

  #ready(): boolean {
    assertBinding(!this.#isClosed && this.#open !== undefined);
    if (this.#id !== 0) return true;
    this.#id = this.#open!();
    if (this.#id === 0) return false;
    openStreams.watch(this, this.#id);
    return true;
  }

  #written(error: unknown, isDone?: boolean): void {
    const done = this.#done!;
    this.#done = undefined;
    this.#isWriting = false;
    if (this.#isClosing) {
      this.close();
      // The stream was destroyed: the callback of the pending write still has to be called.
      done();
      return;
    }
    if (error !== null) throw error;
    if (isDone) done();
    else this.#report(this.#id);
  }

  #report(id: number): void {
    const { message, errno, code } = native.failure(id);
    this.onerror?.(message, errno, code);
  }
}

export type NativeStream = Handle;
export const { prepare, openNow, step } = Handle;

/** The deflate family. Packages construct their own from a stream's `_handle.constructor`. */
class Zlib extends Handle {
  readonly #format: number;

  constructor(format: number) {
    super();
    if (!(format >= constants.DEFLATE && format <= constants.UNZIP)) throw new ERR_INVALID_ARG_VALUE("mode", format);
    this.#format = format;
  }

  init(
    windowBits: number,
    level: number,
    memLevel: number,
    strategy: number,
    writeState: Uint32Array,
    processCallback: () => void,
    dictionary?: Uint8Array,
  ): void {
    const open = (): number =>
      native.openZlib(this.#format, windowBits, level, memLevel, strategy, dictionary ?? null, false);
    prepare(this, open, writeState, processCallback);
  }
}

class OtherHandle extends Handle {
  init(): void {
    throw new ERR_METHOD_NOT_IMPLEMENTED("init of a zlib handle that is not of the deflate family");
  }
}
class BrotliEncoder extends OtherHandle {}
class BrotliDecoder extends OtherHandle {}
class ZstdCompress extends OtherHandle {}
class ZstdDecompress extends OtherHandle {}

/** Makes a handle for one of the constants DEFLATE … ZSTD_DECOMPRESS. */
export function makeHandle(format: number): NativeStream {
  switch (format) {
    case constants.BROTLI_ENCODE:
      return new BrotliEncoder();
    case constants.BROTLI_DECODE:
      return new BrotliDecoder();
    case constants.ZSTD_COMPRESS:
      return new ZstdCompress();
    case constants.ZSTD_DECOMPRESS:
      return new ZstdDecompress();
    default:
      return new Zlib(format);
  }
}

/** The reason why the last stream could not be opened. */
export function openingError(): Error {
  const { message, code, errno } = native.failure(0);
  if (code === "ERR_ZLIB_INITIALIZATION_FAILED") {
    const error: Error = new ERR_ZLIB_INITIALIZATION_FAILED();
    Object.defineProperty(error, "message", { value: message, enumerable: false, writable: true, configurable: true });
    return error;
  }
  return streamError({ message, code, errno });
}
