// Adapts any Duplex to the interface of a stream handle, so that TLS can run over it.
import { ERR_STREAM_WRAP } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import type { Done, SocketHandle } from "internal:node/net/types";
import type { LowerStream } from "internal:node/tls/types";
import { WriteEncoding, WriteStatus } from "native:net";

const ECANCELED = -125;
const EPIPE = -32;

/** A handle over `stream`. Reading a string from it is an error: TLS transports bytes. */
export class DuplexHandle {
  stream: LowerStream;
  owner: any = null;
  onRead: (handle: SocketHandle, bytes: Uint8Array) => void = ignore;
  onEnd: (handle: SocketHandle, errno: number) => void = ignore;
  sharedReadLength = 0;
  reading = false;
  kind = 0;
  bytesRead = 0;
  bytesWritten = 0;
  #isClosed = false;
  #hasEnded = false;

  constructor(stream: LowerStream) {
    this.stream = stream;
    stream.pause();
    stream.on("error", ignoreError);
    stream.on("data", (chunk: string | Uint8Array) => this.#onData(chunk));
    stream.once("end", () => this.#end());
    stream.once("close", () => this.#end());
  }

  get fd(): number {
    return -1;
  }
  get writeQueueSize(): number {
    return this.stream.writableLength ?? 0;
  }
  get isStreamBase(): boolean {
    return true;
  }

  readStart(): number {
    this.reading = true;
    this.stream.resume();
    return 0;
  }

  readStop(): number {
    this.reading = false;
    this.stream.pause();
    return 0;
  }

  write(data: string | Uint8Array, _encoding: WriteEncoding, done: Done): number {
    if (this.#isClosed || this.stream.destroyed) return ECANCELED;
    const view = data as Uint8Array;
    const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
    this.bytesWritten += bytes.length;
    this.stream.write(bytes, (error?: unknown) => done(error ? EPIPE : 0));
    return WriteStatus.WAITING;
  }

  writev(chunks: Uint8Array[], done: Done): number {
    return this.write(Buffer.concat(chunks), WriteEncoding.UTF8, done);
  }

  shutdown(done: Done): void {
    if (this.stream.destroyed || this.stream.writableEnded) {
      nextTick(done, 0);
      return;
    }
    this.stream.end(() => done(0));
  }

  close(done?: () => void): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.reading = false;
    this.stream.destroy();
    // After the ticks that report an error, as with native handles.
    if (done !== undefined) setImmediate(done);
  }

  ref(): void {
    this.stream.ref?.();
  }
  unref(): void {
    this.stream.unref?.();
  }
  hasRef(): boolean {
    return !this.#isClosed;
  }

  #onData(chunk: string | Uint8Array): void {
    if (typeof chunk === "string" || this.stream.readableObjectMode) {
      // The original bytes of a decoded string are lost.
      this.stream.pause();
      this.stream.removeAllListeners("data");
      // The owner is the socket, or a TLS handle of a socket.
      (this.owner?.owner ?? this.owner)?.destroy(new ERR_STREAM_WRAP());
      return;
    }
    this.bytesRead += chunk.length;
    if (!this.#isClosed) this.onRead(this, chunk);
  }

  #end(): void {
    if (this.#hasEnded || this.#isClosed) return;
    this.#hasEnded = true;
    this.onEnd(this, 0);
  }
}

function ignore(): void {}
function ignoreError(): void {}
