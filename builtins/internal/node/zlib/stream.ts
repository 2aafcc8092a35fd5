// The Transform under all classes of node:zlib: input goes chunk by chunk to a native stream on the thread pool, output comes
// in buffers of `chunkSize`. https://nodejs.org/api/zlib.html#class-zlibzlibbase
import type { FastBuffer } from "internal:core/buffer/class";
import { ERR_BUFFER_TOO_LARGE, ERR_TRAILING_JUNK_AFTER_STREAM_END } from "internal:core/errors";
import { eos } from "internal:node/streams/end_of_stream";
import { Transform } from "internal:node/streams/transform";
import { nextTick } from "internal:core/ticks";
import { assertBinding } from "internal:core/binding_closed";
import { constants } from "internal:node/zlib/constants";
import {
  type NativeStream,
  makeHandle,
  openNow,
  prepare,
  step as stepLater,
  streamError,
} from "internal:node/zlib/native_stream";
import type { Settings } from "internal:node/zlib/settings";
import { checkRangesOrGetDefault } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";

const kFlushFlag = Symbol("kFlushFlag");
const kLargestFlush = Symbol("kLargestFlush");
const kError = Symbol("kError");
const kOwner = Symbol("kOwner");
const kIsExpanding = Symbol("kIsExpanding");

/** The largest output of one step of a stream whose chunks are smaller, in bytes. */
const STEP_BYTES = 64 * 1024;

// A flush is queued among the writes as an empty chunk with its kind.
const flushChunks: unknown[] = [];
function flushChunk(kind: number): unknown {
  const made = Buffer.alloc(0);
  made[kFlushFlag] = kind;
  return (flushChunks[kind] ??= made);
}

const FLUSHES_BY_STRENGTH = [
  constants.Z_NO_FLUSH,
  constants.Z_BLOCK,
  constants.Z_PARTIAL_FLUSH,
  constants.Z_SYNC_FLUSH,
  constants.Z_FULL_FLUSH,
  constants.Z_FINISH,
] as number[];
const strongerFlush = (a: number, b: number): number =>
  FLUSHES_BY_STRENGTH.indexOf(a) > FLUSHES_BY_STRENGTH.indexOf(b) ? a : b;

/** A stream of a class of node:zlib: a Transform. The underscored members are Node's and packages use them. */
export interface ZlibStream {
  [kError]: unknown;
  [kLargestFlush]: number;
  /** The last chunk of input gave more than a chunk of output. */
  [kIsExpanding]: boolean;
  _handle: NativeStream | null;
  _writeState: Uint32Array;
  _outBuffer: FastBuffer;
  _outOffset: number;
  _chunkSize: number;
  _defaultFlushFlag: number;
  _finishFlushFlag: number;
  _defaultFullFlushFlag: number;
  _maxOutputLength: number;
  _rejectGarbageAfterEnd: boolean;
  _info: boolean;
  _level?: number;
  _strategy?: number;
  bytesWritten: number;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly writableLength: number;
  _transform(chunk: Uint8Array, encoding: string, callback: () => void): void;
  _read(size: number): void;
  flush(kind?: number | (() => void), callback?: () => void): void;
  destroy(error?: unknown): void;
  push(chunk: unknown): boolean;
  write(chunk: unknown, encoding?: string, callback?: () => void): boolean;
  on(event: string, listener: (value: any) => void): unknown;
  once(event: string, listener: (value: any) => void): unknown;
  removeListener(event: string, listener: (value: any) => void): unknown;
}

/** The constructor's work. `settings` are the result of `readSettings` for the class's format. */
export const ZlibBase: any = function ZlibBase(this: ZlibStream, options: any, settings: Settings): void {
  // Chunks are bytes on both sides, whatever the options are.
  if (options && (options.encoding || options.objectMode || options.writableObjectMode)) {
    options = { ...options, encoding: null, objectMode: false, writableObjectMode: false };
  }
  const handle: any = makeHandle(settings.format);
  this._writeState = new Uint32Array(2);
  prepare(handle, settings.open, this._writeState, finishForeignWrite);
  if (settings.mayBeRejected) openNow(handle);
  Reflect.apply(Transform, this, [{ autoDestroy: true, ...options }]);
  this[kError] = null;
  this[kIsExpanding] = false;
  this.bytesWritten = 0;
  this._handle = handle;
  handle[kOwner] = this;
  handle.onerror = reportToOwner;
  this._outBuffer = Buffer.allocUnsafe(settings.chunkSize);
  this._outOffset = 0;
  this._chunkSize = settings.chunkSize;
  this._defaultFlushFlag = settings.flush;
  this._finishFlushFlag = settings.finishFlush;
  this._defaultFullFlushFlag = settings.fullFlush;
  this[kLargestFlush] = settings.largestFlush;
  this._info = settings.info;
  this._maxOutputLength = settings.maxOutputLength;
  this._rejectGarbageAfterEnd = settings.rejectGarbageAfterEnd;
};
Object.setPrototypeOf(ZlibBase.prototype, Transform.prototype);
Object.setPrototypeOf(ZlibBase, Transform);

function reportToOwner(this: { [kOwner]: ZlibStream }, message: string, errno: number, code: string): void {
  const error = streamError({ message, errno, code });
  this[kOwner].destroy(error);
  this[kOwner][kError] = error;
}

// Code that writes to a stream's handle directly leaves its callback there.
function finishForeignWrite(this: { cb?: () => void }): void {
  this.cb?.();
}

const methods = {
  get _closed(): boolean {
    return !(this as unknown as ZlibStream)._handle;
  },

  reset(this: ZlibStream): void {
    assertBinding(this._handle);
    return this._handle!.reset();
  },

  _flush(this: ZlibStream, callback: () => void): void {
    this._transform(Buffer.alloc(0), "", callback);
  },

  // The last chunk was already flushed with the finishing kind.
  _final(this: unknown, callback: () => void): void {
    callback();
  },

  /** Flushes pending data; by default with a full flush, so that decompression can start there. */
  flush(this: ZlibStream, kind?: any, callback?: () => void): void {
    if (typeof kind === "function" || (kind === undefined && !callback)) {
      callback = kind;
      kind = this._defaultFullFlushFlag;
    } else
      kind =
        checkRangesOrGetDefault(kind, "kind", constants.Z_NO_FLUSH, this[kLargestFlush], this._defaultFullFlushFlag) |
        0;
    if (this.writableFinished) {
      if (callback) nextTick(callback);
    } else if (this.writableEnded) {
      if (callback) this.once("end", callback);
    } else this.write(flushChunk(kind), "", callback);
  },

  close(this: ZlibStream, callback?: (error?: Error) => void): void {
    if (callback) eos(this, callback);
    this.destroy();
  },

  _destroy(this: ZlibStream, error: Error | null, callback: (error?: Error | null) => void): void {
    closeHandle(this);
    callback(error);
  },

  _transform(
    this: ZlibStream,
    chunk: Uint8Array & { [kFlushFlag]?: number },
    _encoding: string,
    callback: () => void,
  ): void {
    let flush = this._defaultFlushFlag;
    if (typeof chunk[kFlushFlag] === "number") flush = chunk[kFlushFlag]!;
    // The last chunk has the finishing kind, which saves another call.
    if (this.writableEnded && this.writableLength === chunk.byteLength)
      flush = strongerFlush(flush, this._finishFlushFlag);
    processChunk(this, chunk, flush, callback);
  },

  // Not documented, but archivers use it.
  _processChunk(this: ZlibStream, chunk: Uint8Array, flush: number, callback?: () => void): Uint8Array | void {
    if (typeof callback === "function") processChunk(this, chunk, flush, callback);
    else return processChunkSync(this, chunk, flush);
  },
};
for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
  Object.defineProperty(ZlibBase.prototype, name, { ...descriptor, enumerable: true, configurable: true });
}

function closeHandle(engine: ZlibStream): void {
  engine._handle?.close();
  engine._handle = null;
}

function processChunk(self: ZlibStream, chunk: Uint8Array, flush: number, callback: () => void): void {
  const handle = self._handle as NativeStream | null;
  if (!handle) {
    nextTick(callback);
    return;
  }
  let inputOffset = 0;
  let inputLeft = chunk.byteLength;
  let space = 0;
  let steps = 0;
  const state = self._writeState as Uint32Array;
  const step = (): void => {
    // A fresh buffer is larger while the output of one chunk fills several: each step is a job of another thread.
    if (self._outOffset === 0 && (steps > 0 || self[kIsExpanding])) enlargeOutput(self);
    steps++;
    space = self._outBuffer.length - self._outOffset;
    const ranges = { inputOffset, inputLength: inputLeft, outputOffset: self._outOffset, outputLength: space };
    stepLater(handle, flush, chunk, self._outBuffer, ranges, finish);
  };
  const finish = (): void => {
    if (self.destroyed) return callback();
    const taken = inputLeft - state[1]!;
    inputOffset += taken;
    inputLeft = state[1]!;
    self.bytesWritten += taken;
    const start = self._outOffset;
    self._outOffset += space - state[0]!;
    pushOutput(self, start, afterOutput);
  };
  const afterOutput = (isReaderFull: boolean): void => {
    // A listener of "data" may have closed the stream.
    if (self.destroyed) return callback();
    const isOutputFull = state[0] === 0;
    if (self._outBuffer.length > self._chunkSize || self._outOffset >= self._chunkSize) replaceOutput(self);
    if (isOutputFull) {
      if (isReaderFull) continueOnRead(self, step);
      else step();
      return;
    }
    self[kIsExpanding] = steps > 1 || (self[kIsExpanding] && space - state[0]! > self._chunkSize);
    // Space and input are left: the stream ended before its input did.
    if (inputLeft > 0) {
      if (self._rejectGarbageAfterEnd) {
        self.destroy(new ERR_TRAILING_JUNK_AFTER_STREAM_END());
      } else self.push(null);
    }
    callback();
  };
  step();
}

function replaceOutput(self: ZlibStream): void {
  self._outOffset = 0;
  self._outBuffer = Buffer.allocUnsafe(self._chunkSize);
}

/** Makes room for the largest number of whole chunks that one step may give. */
function enlargeOutput(self: ZlibStream): void {
  const chunks = Math.floor(STEP_BYTES / self._chunkSize);
  if (chunks > 1) self._outBuffer = Buffer.allocUnsafe(chunks * self._chunkSize);
}

/**
 * Pushes what a step wrote from `start` on, in parts of `chunkSize`, as the reader takes them. `done` is called with whether
 * the reader wants no more.
 */
function pushOutput(self: ZlibStream, start: number, done: (isReaderFull: boolean) => void): void {
  const output = self._outBuffer;
  const end = self._outOffset;
  let isReaderFull = false;
  while (start < end) {
    const next = Math.min(end, start + self._chunkSize);
    isReaderFull = !self.push(output.slice(start, next));
    start = next;
    if (self.destroyed) break;
    if (isReaderFull && start < end) {
      continueOnRead(self, () => pushOutput(self, start, done));
      return;
    }
  }
  done(isReaderFull);
}

/** Continues when the reader wants more. */
function continueOnRead(self: ZlibStream, step: () => void): void {
  const oldRead = self._read;
  self._read = (size: number) => {
    self._read = oldRead;
    step();
    self._read(size);
  };
}

/** Processes a whole chunk on this thread; returns all output. Throws the stream's errors. */
function processChunkSync(self: ZlibStream, chunk: Uint8Array, flush: number): Uint8Array {
  const handle = self._handle as NativeStream;
  assertBinding(handle);
  const state = self._writeState as Uint32Array;
  const buffers: Uint8Array[] = [];
  let total = 0;
  let inputLeft = chunk.byteLength;
  let inputOffset = 0;
  let error: unknown;
  const onError = (problem: unknown): void => void (error = problem);
  self.on("error", onError);
  for (;;) {
    const space = self._chunkSize - self._outOffset;
    handle.writeSync(flush, chunk, inputOffset, inputLeft, self._outBuffer, self._outOffset, space);
    error ??= self[kError];
    if (error) throw error;
    const have = space - state[0]!;
    const taken = inputLeft - state[1]!;
    inputOffset += taken;
    inputLeft = state[1]!;
    self.bytesWritten += taken;
    if (have > 0) {
      buffers.push(self._outBuffer.slice(self._outOffset, self._outOffset + have));
      self._outOffset += have;
      total += have;
      if (total > self._maxOutputLength) {
        closeHandle(self);
        throw new ERR_BUFFER_TOO_LARGE(self._maxOutputLength);
      }
    }
    if (state[0] === 0 || self._outOffset >= self._chunkSize) {
      self._outOffset = 0;
      self._outBuffer = Buffer.allocUnsafe(self._chunkSize);
    }
    if (state[0] !== 0) break;
  }
  self.removeListener("error", onError);
  closeHandle(self);
  return buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers, total);
}

/** `params` of the deflate classes: flushes pending data, then changes level and strategy. */
export function setParameters(this: ZlibStream, level: number, strategy: number, callback?: () => void): void {
  checkRangesOrGetDefault(level, "level", constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL, 0);
  checkRangesOrGetDefault(strategy, "strategy", constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, 0);
  if (this._level === level && this._strategy === strategy) {
    if (callback) nextTick(callback);
    return;
  }
  this.flush(constants.Z_SYNC_FLUSH, () => {
    assertBinding(this._handle);
    this._handle!.params(level | 0, strategy | 0);
    if (this.destroyed) return;
    this._level = level;
    this._strategy = strategy;
    callback?.();
  });
}
