// Any Duplex in the form of a stream handle, so that TLS can run over it.
import { ERR_STREAM_WRAP } from "internal:core/errors";
import { Buffer } from "internal:node/buffer";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";

type Done = (errno: number) => void;

const WAITING = 1;
const ECANCELED = -125;
const EPIPE = -32;

/** A handle over `stream`. Text in its reads is an error: TLS carries bytes. */
export class DuplexHandle {
  stream: any;
  owner: any = null;
  onRead: (handle: any, bytes: any) => void = ignore;
  onEnd: (handle: any, errno: number) => void = ignore;
  sharedReadLength = 0;
  reading = false;
  kind = 0;
  bytesRead = 0;
  bytesWritten = 0;
  #isClosed = false;
  #hasEnded = false;

  constructor(stream: any) {
    this.stream = stream;
    stream.pause();
    stream.on("error", ignoreError);
    stream.on("data", (chunk: any) => this.#onData(chunk));
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

  write(data: any, _encoding: number, done: Done): number {
    if (this.#isClosed || this.stream.destroyed) return ECANCELED;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.bytesWritten += bytes.length;
    this.stream.write(bytes, (error: any) => done(error ? EPIPE : 0));
    return WAITING;
  }

  writev(chunks: Uint8Array[], done: Done): number {
    return this.write(Buffer.concat(chunks), 0, done);
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
    // After the ticks that tell of an error, as with handles of the system.
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

  #onData(chunk: any): void {
    if (typeof chunk === "string" || this.stream.readableObjectMode) {
      // Bytes that were decoded cannot be taken back.
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
