// The body of a request that asks for another protocol: it comes before the first byte of that protocol, on the same socket. What
// the socket receives goes to the request until the body is complete.
import { Buffer } from "internal:node/buffer";
import { asBuffer } from "internal:core/buffer/adopt";
import { nextTick } from "internal:core/ticks";
import * as native from "native:http_parser";

const DATA = 2;
const END = 3;
const ERROR = 4;
const REQUESTS = 0;
const HEAD_BYTES_MAX = 16 * 1024;

class UpgradeBody {
  readonly #request: any;
  readonly #socket: any;
  readonly #record = native.record() as Uint32Array;
  #parser: number;

  constructor(request: any, socket: any) {
    this.#request = request;
    this.#socket = socket;
    // The head itself is parsed: only how the body ends is of interest.
    const length: string | undefined = request.headers["content-length"];
    const framing = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
    this.#parser = native.create(REQUESTS, HEAD_BYTES_MAX, 0);
    native.execute(this.#parser, Buffer.from(`POST / HTTP/1.1\r\n${framing}\r\n\r\n`), 0);
  }

  get isOver(): boolean {
    return this.#parser < 0;
  }

  /** Takes bytes. Returns how many, or -1 when they are no body. */
  take(bytes: Uint8Array): number {
    let start = 0;
    while (start < bytes.length) {
      const text = native.execute(this.#parser, bytes, start) as string | null;
      const [event, next, , , from, to, isLast] = this.#record;
      if (event === 0) return bytes.length;
      if (event === ERROR) {
        this.#release();
        return -1;
      }
      start = next!;
      if (event === DATA && !this.#request.destroyed) this.#request.push(asBuffer(bytes.slice(from, to)));
      if (event === END || isLast === 1) {
        if (event === END && text) this.#request.rawTrailers = text.split("\n").slice(1);
        this.#finish();
        return start;
      }
    }
    return start;
  }

  /** Gives what the socket receives to the request first. */
  intercept(): void {
    const socket = this.#socket;
    const body = this;
    // The message asks its socket for more, which would make the program's data flow.
    this.#request._read = () => undefined;
    socket.push = function (given: Uint8Array | string | null, encoding?: string): boolean {
      const bytes = typeof given === "string" ? Buffer.from(given, encoding as any) : given;
      const used = bytes === null ? -1 : body.take(bytes);
      if (used < 0) return body.giveUp();
      if (!body.isOver) return true;
      delete socket.push;
      return used === bytes!.length ? true : socket.push(bytes!.subarray(used));
    };
    socket.read(0);
    nextTick(() => {
      // What nobody reads must not hold up the protocol.
      if (this.#request.readableFlowing === null && !this.isOver) this.#request._dump();
    });
  }

  /** Cut short, or no body at all: nobody can tell where the protocol begins. */
  giveUp(): boolean {
    const socket = this.#socket;
    this.#release();
    delete socket.push;
    socket.once("end", () => socket.destroy());
    return socket.push(null);
  }

  #finish(): void {
    this.#release();
    this.#request.complete = true;
    if (!this.#request.destroyed) this.#request.push(null);
  }

  #release(): void {
    if (this.#parser < 0) return;
    native.release(this.#parser);
    this.#parser = -1;
  }
}

/** Takes the body of `request` from what comes on `socket`. `first`: what came behind the head. Returns what of it is behind the body. */
export function takeBody(request: any, socket: any, first: Buffer): Buffer {
  const body = new UpgradeBody(request, socket);
  const used = body.take(first);
  if (body.isOver && used >= 0) return first.subarray(used) as Buffer;
  if (used < 0) nextTick(() => body.giveUp());
  else body.intercept();
  return Buffer.alloc(0);
}
