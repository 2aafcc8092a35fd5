// `stream.duplexPair`: two Duplex streams, each reading what is written to the other.
import { nextTick } from "internal:core/ticks";
import { Duplex, type DuplexOptions } from "internal:node/streams/duplex";
import type { Callback, Chunk } from "internal:node/streams/kinds";

class DuplexSide extends Duplex {
  #peer: DuplexSide | null = null;
  // The callback of the peer's write, which is called when this side is read.
  #pendingWrite: Callback | null = null;

  static pair(options?: DuplexOptions): [DuplexSide, DuplexSide] {
    const first = new DuplexSide(options);
    const second = new DuplexSide(options);
    first.#peer = second;
    second.#peer = first;
    return [first, second];
  }

  override _read(): void {
    const callback = this.#pendingWrite;
    if (callback === null) return;
    this.#pendingWrite = null;
    callback();
  }

  override _write(chunk: Chunk, _encoding: string, callback: Callback): void {
    if (chunk.length === 0) {
      nextTick(callback);
      return;
    }
    const peer = this.#peer!;
    peer.push(chunk);
    peer.#pendingWrite = callback;
  }

  override _final(callback: Callback): void {
    const peer = this.#peer!;
    peer.on("end", callback);
    peer.push(null);
  }

  override _destroy(error: unknown, callback: Callback): void {
    const peer = this.#peer;
    if (peer !== null && !peer.destroyed) {
      nextTick(() => {
        if (peer.destroyed) return;
        if (error) peer.destroy();
        else peer.push(null);
      });
    }
    callback(error);
  }
}

/** Makes the pair; both have the `options`. */
export function duplexPair(options?: DuplexOptions): [Duplex, Duplex] {
  return DuplexSide.pair(options);
}
