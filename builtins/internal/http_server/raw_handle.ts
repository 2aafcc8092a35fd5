// A connection that the native server has handed over as a raw stream, as the handle of a net.Socket. The events of the connection arrive
// by `receive` (bytes) and as those of a socket (`internal:http_server/websockets`).
import { SendFlags } from "native:http_server";
import { asBuffer } from "internal:core/buffer/adopt";
import { nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import { Buffer } from "internal:node/buffer";
import type { Done, SocketHandle } from "internal:node/net/types";
import { destroy, endpoints, pauseBody, send, startBody, waitingBytes } from "native:http_server";
import { WriteEncoding, WriteStatus } from "native:net";

const EPIPE = -32;
/** The sequence number of a connection that was never a request. */
const RAW = 0;

export class RawHandle implements SocketHandle {
  owner: SocketHandle["owner"] = null;
  onRead: (handle: SocketHandle, bytes: Uint8Array) => void = ignore;
  onEnd: (handle: SocketHandle, errno: number) => void = ignore;
  sharedReadLength = 0;
  reading = false;
  kind = 0;
  bytesRead = 0;
  bytesWritten = 0;
  readonly #connection: number;
  #isClosed = false;
  #hasEnded = false;
  /** The callbacks of writes that are buffered. */
  #writes: Done[] = [];

  constructor(connection: number) {
    this.#connection = connection;
  }

  get fd(): number {
    return -1;
  }
  get writeQueueSize(): number {
    return this.#isClosed ? 0 : waitingBytes(this.#connection);
  }
  get isStreamBase(): boolean {
    return true;
  }

  readStart(): number {
    this.reading = true;
    // The number of a closed connection may be that of another one.
    if (!this.#isClosed) startBody(this.#connection, RAW);
    return 0;
  }

  readStop(): number {
    this.reading = false;
    if (!this.#isClosed) pauseBody(this.#connection, RAW);
    return 0;
  }

  write(data: string | Uint8Array, encoding: WriteEncoding, done: Done): number {
    if (this.#isClosed) return EPIPE;
    const flags = encoding === WriteEncoding.LATIN1 ? SendFlags.LATIN1 : 0;
    const bufferedBytes = send(this.#connection, RAW, null, data, flags);
    if (bufferedBytes < 0) return EPIPE;
    this.bytesWritten += data.length;
    if (bufferedBytes === 0) nextTick(done, 0);
    else this.#writes.push(done);
    return WriteStatus.WAITING;
  }

  writev(chunks: Uint8Array[], done: Done): number {
    return this.write(Buffer.concat(chunks), WriteEncoding.UTF8, done);
  }

  shutdown(done: Done): void {
    if (!this.#isClosed) send(this.#connection, RAW, null, null, SendFlags.END);
    nextTick(done, 0);
  }

  close(done?: () => void): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      destroy(this.#connection, RAW, false);
      this.#settleWrites(EPIPE);
    }
    // After the ticks that report an error, as with native handles.
    if (done !== undefined) setImmediate(done);
  }

  ref(): void {}
  unref(): void {}
  hasRef(): boolean {
    return !this.#isClosed;
  }

  getpeername(out: { address?: string; port?: number; family?: string }): number {
    if (this.#isClosed) return EPIPE;
    const [address, port, family] = endpoints(this.#connection);
    if (address === undefined) return EPIPE;
    out.address = address;
    out.port = Number(port);
    out.family = family!;
    return 0;
  }

  /** Bytes of the client; `isLast`: it sends no more. */
  receive(bytes: Uint8Array | null, isLast: boolean): void {
    if (this.#isClosed) return;
    if (bytes !== null && bytes.length > 0) {
      this.bytesRead += bytes.length;
      this.onRead(this, asBuffer(bytes));
    }
    if (isLast) this.#end();
  }

  /** The buffered output was sent. */
  drained(): void {
    this.#settleWrites(0);
  }

  /** The connection is closed. */
  closed(): void {
    if (this.#isClosed) return;
    this.#end();
    this.#isClosed = true;
    this.#settleWrites(EPIPE);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.onEnd(this, 0);
  }

  #settleWrites(errno: number): void {
    const writes = this.#writes;
    if (writes.length === 0) return;
    this.#writes = [];
    for (const done of writes) done(errno);
  }
}

function ignore(): void {}
