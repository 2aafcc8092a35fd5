// The messages of one side of a stream: bytes that a socket gave become IncomingMessages. The client uses it for responses, the
// server on streams for requests; what happens with a message is theirs (`onIncoming`). The parsing is native.
import { capture, enter, leave } from "internal:core/async/context";
import type { Scope } from "internal:core/async/context";
import { UPGRADE, BODY, bindParsed } from "internal:node/http/incoming";
import { asBuffer } from "internal:core/buffer/adopt";
import { METHODS } from "internal:web/http/method_names";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import * as native from "native:http_parser";

/** What a parser is for. */
export const REQUESTS = 0;
export const RESPONSES = 1;

/** What `onIncoming` may return: the message has no body, whatever its head says; or it is the last one of HTTP on the stream. */
export const SKIP_BODY = 1;
export const IS_UPGRADE = 2;

const HEAD = 1;
const DATA = 2;
const END = 3;
const ERROR = 4;
const NO_METHOD = 255;
/** Header lines (name or value) of a message that a program sees, unless it says otherwise. */
const HEADER_PAIRS_MAX = 2000;

let record: Uint32Array | undefined;
/** Released parsers, used again: most programs have as many as they have connections at a time. */
const idleParsers: StreamParser[] = [];
let idleMax = 1000;

/** `http.setMaxIdleHTTPParsers`. */
export function setIdleMax(max: number): void {
  idleMax = max;
  if (idleParsers.length > max) idleParsers.length = max;
}

/** How many are kept at most. */
export function idleMaxNow(): number {
  return idleMax;
}

/** A parser for one side of `socket`. `maxHeaderSize`: bytes of a head, undefined for the default. */
export function openParser(
  kind: number,
  socket: any,
  MessageClass: any,
  maxHeaderSize: number | undefined,
  lenience: number,
): StreamParser {
  const parser = idleParsers.pop() ?? new StreamParser();
  parser.open(kind, socket, MessageClass, maxHeaderSize, lenience);
  return parser;
}

/** Parses one side of a connection; made by `openParser`. */
export class StreamParser {
  /** The message whose head came last. */
  incoming: any = null;
  socket: any = null;
  outgoing: any = null;
  /** Called with each message as its head is complete; see SKIP_BODY and IS_UPGRADE. */
  onIncoming: ((message: any, shouldKeepAlive: boolean, flags: number) => number | void) | null = null;
  maxHeaderPairs = HEADER_PAIRS_MAX;
  joinDuplicateHeaders: boolean | undefined = undefined;
  private kind = REQUESTS;
  private MessageClass: any = null;
  private scope: Scope | undefined = undefined;
  private id = -1;
  /** How often the parser was opened: what an earlier connection still does must not touch this one. */
  private generation = 0;

  open(kind: number, socket: any, MessageClass: any, maxHeaderSize: number | undefined, lenience: number): void {
    record ??= native.record() as Uint32Array;
    this.generation++;
    this.kind = kind;
    this.socket = socket;
    this.MessageClass = MessageClass;
    this.id = native.create(kind, maxHeaderSize || maxHeaderSizeOfProcess(), lenience);
    this.scope = capture(kind === REQUESTS ? "HTTPINCOMINGMESSAGE" : "HTTPCLIENTREQUEST", this);
    this.maxHeaderPairs = HEADER_PAIRS_MAX;
    this.joinDuplicateHeaders = undefined;
  }

  /** Whether the parser was released: its bytes are nobody's. */
  get isReleased(): boolean {
    return this.id < 0;
  }

  /** Says which method the next response answers. */
  expect(method: string): void {
    const number = METHODS.indexOf(method);
    native.expect(this.id, number < 0 ? NO_METHOD : number);
  }

  /**
   * Takes bytes. Returns how many were used, which is less than all of them after an upgrade; or the error (code, reason,
   * bytesParsed), after which the stream makes no sense.
   */
  execute(bytes: Uint8Array): number | Error {
    if (this.scope === undefined) return this.run(bytes);
    const saved = enter(this.scope);
    try {
      return this.run(bytes);
    } finally {
      leave(saved);
    }
  }

  /** The stream ended. Returns the error of a message that was cut off, if any. */
  finish(): Error | undefined {
    if (this.id < 0) return undefined;
    const text = native.finish(this.id) as string | null;
    const event = record![0]!;
    // There is no byte that it is about, and Node's message does not say more.
    if (event === ERROR) return Object.assign(parseError(text!, record![6]!), { message: "Parse Error" });
    if (event === END) this.endMessage("");
    return undefined;
  }

  /** Gives the native parser back. */
  release(): void {
    if (this.id < 0) return;
    native.release(this.id);
    this.id = -1;
    this.incoming = null;
    this.onIncoming = null;
    this.socket = null;
    this.outgoing = null;
    this.MessageClass = null;
    this.scope = undefined;
    if (idleParsers.length < idleMax) idleParsers.push(this);
  }

  /** Node's name for it. */
  free(): void {
    this.release();
  }

  private run(bytes: Uint8Array): number | Error {
    const fields = record!;
    const { generation } = this;
    const { length } = bytes;
    let start = 0;
    while (start < length && this.id >= 0 && this.generation === generation) {
      const text = native.execute(this.id, bytes, start) as string | null;
      // Listeners that run below may parse other streams, which share the record.
      const event = fields[0]!;
      if (event === 0) return length;
      if (event === ERROR) return parseError(text!, fields[6]!);
      start = fields[1]!;
      if (event === HEAD) {
        if (this.beginMessage(text!, fields[2]!, fields[3]!, generation)) return start;
      } else if (event === DATA) {
        const isLast = fields[6] === 1;
        this.receive(bytes, fields[4]!, fields[5]!);
        if (isLast && this.generation === generation) this.endMessage("");
      } else {
        this.endMessage(text!);
      }
    }
    return length;
  }

  // Returns whether another protocol begins behind the head.
  private beginMessage(text: string, flags: number, methodOrStatus: number, generation: number): boolean {
    const message = new this.MessageClass(this.socket);
    this.incoming = message;
    bindParsed(message, text, flags, this.kind === REQUESTS, methodOrStatus, this.maxHeaderPairs);
    if (this.joinDuplicateHeaders) message.joinDuplicateHeaders = true;
    message.upgrade = (flags & UPGRADE) !== 0;
    const decision = this.onIncoming === null ? 0 : this.onIncoming(message, (flags & 1) !== 0, flags);
    const isOurs = this.id >= 0 && this.generation === generation;
    if (decision === IS_UPGRADE) {
      if (isOurs && (flags & BODY) === 0) this.endMessage("");
      return true;
    }
    if (!isOurs) return false;
    if ((flags & BODY) === 0) {
      this.endMessage("");
    } else if (decision === SKIP_BODY) {
      native.skipBody(this.id);
      this.endMessage("");
    }
    return false;
  }

  private receive(bytes: Uint8Array, start: number, end: number): void {
    const message = this.incoming;
    if (message === null || message._dumped || message.destroyed) return;
    const piece = start === 0 && end === bytes.length ? bytes : asBuffer(bytes.subarray(start, end));
    if (!message.push(piece)) this.socket?.pause?.();
  }

  private endMessage(trailers: string): void {
    const message = this.incoming;
    if (message !== null && !message.complete) {
      message.complete = true;
      // The text begins with a line feed, or is empty.
      if (trailers !== "") message.rawTrailers = trailers.split("\n").slice(1);
      message.push(null);
    }
    // The next message may be waiting behind this one.
    const { socket } = this;
    if (socket !== null && socket !== undefined && !socket._paused && socket.readable) socket.resume();
  }
}

function parseError(text: string, bytesParsed: number): Error {
  const [code, reason] = text.split("\n");
  return Object.assign(new Error(`Parse Error: ${reason}`), { bytesParsed, code, reason });
}
