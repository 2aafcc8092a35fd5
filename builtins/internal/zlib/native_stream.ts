// A native compressed stream, as the `_handle` of node:zlib's classes. Making one checks nothing: the options were checked.
import { ERR_ZLIB_INITIALIZATION_FAILED } from "internal:errors";
import * as ops from "internal:ops";
import * as openStreams from "internal:zlib/open_streams";
import * as native from "native:zlib";

/** An error of a stream as Node makes it: `errno` and `code` are properties in this order. */
export function streamError(failure: { message: string; code: string; errno: number }): Error {
  const error: any = new Error(failure.message);
  error.errno = failure.errno;
  error.code = failure.code;
  return error;
}

export class NativeStream {
  readonly id: number;
  onerror: ((failure: { message: string; code: string; errno: number }) => void) | undefined = undefined;
  #isWriting = false;
  #isClosing = false;
  #isClosed = false;

  /** `id`: what one of the `open…` functions returned; 0 throws ERR_ZLIB_INITIALIZATION_FAILED. */
  constructor(id: number) {
    if (id === 0) throw openingError();
    this.id = id;
    openStreams.watch(this, id);
  }

  /** One step on this thread. `left` gets the rest of output room and of input. False after `onerror` was called. */
  writeSync(flush: number, input: Uint8Array, inputOffset: number, inputLength: number, output: Uint8Array, outputOffset: number, outputLength: number, left: Uint8Array): boolean {
    if (native.writeSync(this.id, flush, input, inputOffset, inputLength, output, outputOffset, outputLength, left)) return true;
    this.#report();
    return false;
  }

  /** One step off the thread; `done` is called as its own task unless it failed or the stream was closed meanwhile. */
  write(
    flush: number, input: Uint8Array, inputOffset: number, inputLength: number, output: Uint8Array, outputOffset: number, outputLength: number, left: Uint8Array,
    done: () => void,
  ): void {
    this.#isWriting = true;
    const finish = (error: unknown, isDone?: boolean): void => {
      this.#isWriting = false;
      if (this.#isClosing) {
        this.close();
        // The stream was destroyed: the waiting write still has to be answered.
        done();
        return;
      }
      if (error !== null) throw error;
      if (isDone) done();
      else this.#report();
    };
    ops.callbackOf("ZLIB", native.write as any, finish as any, this.id, flush, input, inputOffset, inputLength, output, outputOffset, outputLength, left);
  }

  #report(): void {
    this.onerror?.(native.failure(this.id));
  }

  params(level: number, strategy: number): void {
    if (!native.setParameters(this.id, level, strategy)) this.#report();
  }

  reset(): void {
    if (!native.reset(this.id)) this.#report();
  }

  /** Frees the native side, after a write that runs. */
  close(): void {
    if (this.#isWriting) {
      this.#isClosing = true;
      return;
    }
    this.#isClosing = false;
    if (this.#isClosed) return;
    this.#isClosed = true;
    openStreams.close(this, this.id);
  }
}

/** Why the last stream could not be opened. */
export function openingError(): Error {
  const { message, code, errno } = native.failure(0);
  if (code === "ERR_ZLIB_INITIALIZATION_FAILED") {
    const error: Error = new ERR_ZLIB_INITIALIZATION_FAILED();
    Object.defineProperty(error, "message", { value: message, enumerable: false, writable: true, configurable: true });
    return error;
  }
  return streamError({ message, code, errno });
}
