// `stream.duplexPair`: two Duplex streams, each reading what is written to the other.
import { nextTick } from "internal:core/ticks";
import { Duplex } from "internal:node/streams/duplex";

type Callback = (error?: any) => void;

class DuplexSide extends Duplex {
  #other: DuplexSide | null = null;
  // The write of the other side that waits until this side is read.
  #pendingWrite: Callback | null = null;

  static pair(options: any): [DuplexSide, DuplexSide] {
    const first = new (DuplexSide as any)(options);
    const second = new (DuplexSide as any)(options);
    first.#other = second;
    second.#other = first;
    return [first, second];
  }

  _read(): void {
    const callback = this.#pendingWrite;
    if (callback === null) return;
    this.#pendingWrite = null;
    callback();
  }

  _write(chunk: any, _encoding: string, callback: Callback): void {
    if (chunk.length === 0) {
      nextTick(callback);
      return;
    }
    const other: any = this.#other;
    other.push(chunk);
    other.#pendingWrite = callback;
  }

  _final(callback: Callback): void {
    const other: any = this.#other;
    other.on("end", callback);
    other.push(null);
  }

  _destroy(error: any, callback: Callback): void {
    const other: any = this.#other;
    if (other !== null && !other.destroyed) {
      nextTick(() => {
        if (other.destroyed) return;
        if (error) other.destroy();
        else other.push(null);
      });
    }
    callback(error);
  }
}

/** Makes the pair; `options` are those of Duplex, for both. */
export function duplexPair(options?: any): [any, any] {
  return DuplexSide.pair(options);
}
