// One Duplex over a readable and a writable stream of Node, for `Duplex.from`.
import { AbortError } from "internal:core/errors";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { eos } from "internal:node/streams/end_of_stream";
import { isReadable, isWritable, type Callback, type NodeStream } from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";

/** Joins them; either may be missing. An error or the destruction of one ends the other and the Duplex. */
export function joinPair(readable: NodeStream | undefined, writable: NodeStream | undefined): Duplex {
  return new Pair(readable, writable).duplex;
}

class Pair {
  duplex: Duplex;
  #readable: NodeStream | undefined;
  #writable: NodeStream | undefined;
  #onDrain: Callback | null = null;
  #onFinish: Callback | null = null;
  #onReadable: (() => void) | null = null;
  // null once one side is over; undefined while no callback waits for it.
  #onClose: Callback | null | undefined = undefined;

  constructor(readable: NodeStream | undefined, writable: NodeStream | undefined) {
    this.#readable = readable && typeof readable.read !== "function" ? Readable.wrap(readable) : readable;
    this.#writable = writable;
    const reads = !!isReadable(this.#readable);
    const writes = !!isWritable(writable);
    this.duplex = new Duplex({
      readableObjectMode: !!this.#readable?.readableObjectMode,
      writableObjectMode: !!writable?.writableObjectMode,
      readable: reads,
      writable: writes,
    });
    if (writes) this.#write();
    if (reads) this.#read();
    this.duplex._destroy = (error: unknown, callback: Callback) => this.#destroy(error, callback);
  }

  #write(): void {
    const { duplex } = this;
    const writable = this.#writable!;
    eos(writable, (error: unknown) => {
      if (error) destroyer(this.#readable, error);
      this.#onSideOver(error);
    });
    duplex._write = (chunk: unknown, encoding: string, callback: Callback): void => {
      if (writable.write(chunk, encoding)) callback();
      else this.#onDrain = callback;
    };
    duplex._final = (callback: Callback): void => {
      writable.end();
      this.#onFinish = callback;
    };
    writable.on("drain", () => {
      const callback = this.#onDrain;
      this.#onDrain = null;
      callback?.();
    });
    writable.on("finish", () => {
      const callback = this.#onFinish;
      this.#onFinish = null;
      callback?.();
    });
  }

  #read(): void {
    const { duplex } = this;
    const readable = this.#readable!;
    eos(readable, (error: unknown) => {
      if (error) destroyer(this.#writable, error);
      this.#onSideOver(error);
    });
    const read = (): void => {
      for (;;) {
        const chunk = readable.read();
        if (chunk === null) {
          this.#onReadable = read;
          return;
        }
        if (!duplex.push(chunk)) return;
      }
    };
    duplex._read = read;
    readable.on("readable", () => {
      const callback = this.#onReadable;
      this.#onReadable = null;
      callback?.();
    });
    readable.on("end", () => duplex.push(null));
  }

  #onSideOver(error: unknown): void {
    const callback = this.#onClose;
    this.#onClose = null;
    if (callback) callback(error);
    else if (error) this.duplex.destroy(error);
  }

  #destroy(error: unknown, callback: Callback): void {
    if (!error && this.#onClose !== null) error = new AbortError();
    this.#onReadable = null;
    this.#onDrain = null;
    this.#onFinish = null;
    if (this.#onClose === null) {
      callback(error);
      return;
    }
    this.#onClose = callback;
    destroyer(this.#writable, error);
    destroyer(this.#readable, error);
  }
}
