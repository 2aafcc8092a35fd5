// stream.Duplex: a Readable and a Writable in one object. They share only their life cycle.
// It inherits from Readable; Writable's members are copied. https://nodejs.org/api/stream.html#class-streamduplex
import { safe } from "internal:core/bootstrap";
import { addAbortSignal } from "internal:node/streams/add_abort_signal";
import { kOnConstructed } from "internal:node/streams/state_flags";
import { construct } from "internal:node/streams/destroy";
import { Stream, type StreamClass } from "internal:node/streams/legacy";
import { Readable } from "internal:node/streams/readable";
import { ReadableState, type ReadableOptions } from "internal:node/streams/readable_state";
import { Writable, readWritableMethods } from "internal:node/streams/writable";
import { defineWritableProperties } from "internal:node/streams/writable_properties";
import { WritableState, type WritableOptions } from "internal:node/streams/writable_state";
import type { ReadableStream, WritableStream } from "web:streams";
import defer * as duplexifying from "internal:node/streams/duplexify";
import defer * as web from "internal:node/streams/web_adapters";

/** The options of Duplex. */
export interface DuplexOptions extends ReadableOptions, WritableOptions {
  allowHalfOpen?: boolean;
  readable?: boolean;
  writable?: boolean;
}

/** What a Duplex has. */
export interface Duplex extends Readable, Writable {
  _readableState: ReadableState;
  _writableState: WritableState;
  /** False: the end of the readable side ends the writable side. */
  allowHalfOpen: boolean;
  writable: boolean;
  writableEnded: boolean;
  end(chunk?: unknown, encoding?: unknown, callback?: unknown): this;
}

/** `stream.Duplex`. */
export const Duplex = function Duplex(this: Duplex, options?: DuplexOptions): Duplex | undefined {
  if (!((this as unknown) instanceof Duplex)) return new (Duplex as unknown as StreamClass<Duplex>)(options);
  this._events ??= {
    close: undefined,
    error: undefined,
    prefinish: undefined,
    finish: undefined,
    drain: undefined,
    data: undefined,
    end: undefined,
    readable: undefined,
  };
  this._readableState = new ReadableState(options, this, true);
  this._writableState = new WritableState(options, this, true);
  this.allowHalfOpen = true;
  if (options) {
    this.allowHalfOpen = options.allowHalfOpen !== false;
    disableSides(this, options);
    if (typeof options.read === "function") this._read = options.read as Duplex["_read"];
    readWritableMethods(this, options);
    if (typeof options.destroy === "function") this._destroy = options.destroy as Duplex["_destroy"];
    if (typeof options.construct === "function") this._construct = options.construct as Duplex["_construct"];
    if (options.signal) addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (this._construct != null) {
    construct(this, () => {
      this._readableState[kOnConstructed](this);
      this._writableState[kOnConstructed](this);
    });
  }
  return undefined;
} as unknown as StreamClass<Duplex>;
safe.setPrototypeOf(Duplex.prototype, Readable.prototype);
safe.setPrototypeOf(Duplex, Readable);

for (const name of safe.keys(Writable.prototype)) Duplex.prototype[name] ||= Writable.prototype[name];
// Readable's would not call the callbacks of buffered writes.
Duplex.prototype.destroy = Writable.prototype.destroy;
defineWritableProperties(Duplex.prototype, [
  "writable",
  "writableHighWaterMark",
  "writableObjectMode",
  "writableBuffer",
  "writableLength",
  "writableFinished",
  "writableCorked",
  "writableEnded",
  "writableNeedDrain",
]);
safe.defineProperty(Duplex.prototype, "destroyed", {
  get(this: Partial<Duplex>) {
    const { _readableState, _writableState } = this;
    return (
      _readableState !== undefined &&
      _writableState !== undefined &&
      _readableState.destroyed &&
      _writableState.destroyed
    );
  },
  set(this: Partial<Duplex>, value: boolean) {
    if (!this._readableState || !this._writableState) return;
    this._readableState.destroyed = value;
    this._writableState.destroyed = value;
  },
});

/** Marks the sides that `options` switch off as done. */
export function disableSides(stream: Duplex, options: { readable?: boolean; writable?: boolean }): void {
  if (options.readable === false)
    safe.assign(stream._readableState, { readable: false, ended: true, endEmitted: true });
  if (options.writable === false) {
    safe.assign(stream._writableState, { writable: false, ending: true, ended: true, finished: true });
  }
}

Duplex.from = function from(body: unknown): Duplex {
  return duplexifying.duplexify(body, "body");
};
Duplex.fromWeb = function fromWeb(pair: unknown, options?: DuplexOptions): Duplex {
  return web.duplexFromWeb(pair, options);
};
Duplex.toWeb = function toWeb(
  duplex: unknown,
  options?: object,
): { readable: ReadableStream; writable: WritableStream } {
  return web.duplexToWeb(duplex, options);
};
