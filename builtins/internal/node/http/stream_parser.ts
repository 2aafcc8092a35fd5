// Parses the bytes of a socket to IncomingMessages. The client uses it for responses, the server on streams for requests; they handle
// the messages in `onIncoming`. The parser is native (`native:http_parser`).
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { RequestFlags } from "native:http_server";
import { capture, destroyed, enter, leave } from "internal:core/async/context";
import type { Scope } from "internal:core/async/context";
import type { ClientRequest } from "internal:node/http/client_request";
import { bindParsed, type IncomingMessage, type IncomingMessageClass } from "internal:node/http/incoming";
import type { ClientSocket, MessageSocket, ServedSocket } from "internal:node/http/message_socket";
import { asBuffer } from "internal:core/buffer/adopt";
import { METHODS } from "internal:web/http/method_names";
import { maxHeaderSizeOfProcess } from "internal:web/fetch/header_size";
import { ExpectedMethod, type LenienceFlags, ParserEvent, ParserField, ParserKind } from "native:http_parser";
import * as native from "native:http_parser";

type ParsedSocket = ClientSocket | ServedSocket;

/** Results of `onIncoming`: the message has no body, whatever its head says; or another protocol begins after its head. */
export const SKIP_BODY = 1;
export const IS_UPGRADE = 2;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The default maximum of names and values of headers that a program sees. */
const HEADER_PAIRS_MAX = 2000;

/** An error of the parser: `code` and `reason` are llhttp's. */
export interface ParseError extends Error {
  code: string | undefined;
  reason: string | undefined;
  bytesParsed: number;
  /** The bytes with the error. */
  rawPacket?: Uint8Array;
}

/** Called with each message when its head is complete. Returns 0, SKIP_BODY or IS_UPGRADE. */
export type OnIncoming = (message: IncomingMessage, shouldKeepAlive: boolean, flags: number) => number | void;

let record: Uint32Array | undefined;
/** Released parsers, which are reused. */
const idleParsers: StreamParser[] = [];
let idleMax = 1000;

/** `http.setMaxIdleHTTPParsers`. */
export function setIdleMax(max: number): void {
  idleMax = max;
  if (idleParsers.length > max) idleParsers.length = max;
}

/** How many released parsers are kept at most. */
export function idleMaxNow(): number {
  return idleMax;
}

/** Opens a parser for the messages that `socket` receives. `maxHeaderSize`: bytes of a head, undefined for the default. */
export function openParser(
  kind: ParserKind,
  socket: ParsedSocket,
  MessageClass: IncomingMessageClass,
  maxHeaderSize: number | undefined,
  lenience: LenienceFlags,
): StreamParser {
  const parser = lists.pop(idleParsers) ?? new StreamParser();
  parser.open(kind, socket, MessageClass, maxHeaderSize, lenience);
  return parser;
}

/** Parses the messages of one direction of a connection; made by `openParser`. */
export class StreamParser {
  /** The message whose head was parsed last. */
  incoming: IncomingMessage | null = null;
  socket: ParsedSocket | null = null;
  outgoing: ClientRequest | null = null;
  onIncoming: OnIncoming | null = null;
  maxHeaderPairs = HEADER_PAIRS_MAX;
  joinDuplicateHeaders: boolean | undefined = undefined;
  /** A part of a head was received. */
  isInHead = false;
  private kind: ParserKind = ParserKind.REQUESTS;
  private MessageClass: IncomingMessageClass | null = null;
  private scope: Scope | undefined = undefined;
  private id = -1;
  /** How often the parser was opened: a call for an earlier connection must not affect the current one. */
  private generation = 0;

  open(
    kind: ParserKind,
    socket: ParsedSocket,
    MessageClass: IncomingMessageClass,
    maxHeaderSize: number | undefined,
    lenience: LenienceFlags,
  ): void {
    record ??= native.record() as Uint32Array;
    this.generation++;
    this.kind = kind;
    this.socket = socket;
    this.MessageClass = MessageClass;
    this.id = native.create(kind, maxHeaderSize || maxHeaderSizeOfProcess(), lenience);
    this.scope = capture(kind === ParserKind.REQUESTS ? "HTTPINCOMINGMESSAGE" : "HTTPCLIENTREQUEST", undefined);
    this.maxHeaderPairs = HEADER_PAIRS_MAX;
    this.joinDuplicateHeaders = undefined;
    this.isInHead = false;
  }

  /** Whether the parser was released. */
  get isReleased(): boolean {
    return this.id < 0;
  }

  /** Sets the method of the request that the next response belongs to. */
  expect(method: string): void {
    const number = lists.indexOf(METHODS, method);
    native.expect(this.id, number < 0 ? ExpectedMethod.OTHER : number);
  }

  /**
   * Parses bytes. Returns how many were used, which is less than all of them after an upgrade; or the error, after which the stream
   * cannot be parsed any further.
   */
  execute(bytes: Uint8Array): number | ParseError {
    if (this.scope === undefined) return this.run(bytes);
    const saved = enter(this.scope);
    try {
      return this.run(bytes);
    } finally {
      leave(saved);
    }
  }

  /** The stream ended. Returns the error of a message that is not complete, if any. */
  finish(): ParseError | undefined {
    if (this.id < 0) return undefined;
    const text = native.finish(this.id) as string | null;
    const event = record![ParserField.EVENT]!;
    // The error has no byte that it refers to, and Node's message has no reason.
    if (event === ParserEvent.ERROR)
      return safe.assign(parseError(text!, record![ParserField.LAST_OR_OFFSET]!), { message: "Parse Error" });
    if (event === ParserEvent.END) this.endMessage("");
    return undefined;
  }

  /** Releases the native parser. */
  release(): void {
    if (this.id < 0) return;
    native.release(this.id);
    this.id = -1;
    this.incoming = null;
    this.onIncoming = null;
    this.socket = null;
    this.outgoing = null;
    this.MessageClass = null;
    if (this.scope !== undefined) destroyed(this.scope);
    this.scope = undefined;
    if (idleParsers.length < idleMax) lists.push(idleParsers, this);
  }

  /** Node's name for it. */
  free(): void {
    this.release();
  }

  private run(bytes: Uint8Array): number | ParseError {
    const fields = record!;
    const { generation } = this;
    const { length } = bytes;
    let start = 0;
    while (start < length && this.id >= 0 && this.generation === generation) {
      const text = native.execute(this.id, bytes, start) as string | null;
      // Read before the calls below: their listeners may parse other streams, which share the record.
      const event = fields[ParserField.EVENT]!;
      if (event === ParserEvent.NEED_MORE) {
        if (!this.isInHead && (this.incoming === null || this.incoming.complete))
          this.isInHead = !isEmptyLines(bytes, start);
        return length;
      }
      if (event === ParserEvent.ERROR) return parseError(text!, fields[ParserField.LAST_OR_OFFSET]!);
      start = fields[ParserField.USED]!;
      if (event === ParserEvent.HEAD) {
        this.isInHead = false;
        if (this.beginMessage(text!, fields[ParserField.FLAGS]!, fields[ParserField.METHOD_OR_STATUS]!, generation))
          return start;
      } else if (event === ParserEvent.DATA) {
        const isLast = fields[ParserField.LAST_OR_OFFSET] === 1;
        this.receive(bytes, fields[ParserField.DATA_START]!, fields[ParserField.DATA_END]!);
        if (isLast && this.generation === generation) this.endMessage("");
      } else {
        this.endMessage(text!);
      }
    }
    return length;
  }

  // Returns whether another protocol begins after the head.
  private beginMessage(text: string, flags: number, methodOrStatus: number, generation: number): boolean {
    const message = new this.MessageClass!(this.socket as MessageSocket | null);
    this.incoming = message;
    bindParsed(message, text, flags, this.kind === ParserKind.REQUESTS, methodOrStatus, this.maxHeaderPairs);
    if (this.joinDuplicateHeaders) message.joinDuplicateHeaders = true;
    message.upgrade = (flags & RequestFlags.UPGRADE) !== 0;
    const decision =
      this.onIncoming === null ? 0 : this.onIncoming(message, (flags & RequestFlags.KEEP_ALIVE) !== 0, flags);
    const isSameConnection = this.id >= 0 && this.generation === generation;
    if (decision === IS_UPGRADE) {
      if (isSameConnection && (flags & RequestFlags.BODY) === 0) this.endMessage("");
      return true;
    }
    if (!isSameConnection) return false;
    if ((flags & RequestFlags.BODY) === 0) {
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
    const chunk = start === 0 && end === bytes.length ? bytes : asBuffer(bytes.subarray(start, end));
    if (!message.push(chunk)) this.socket?.pause?.();
  }

  private endMessage(trailers: string): void {
    const message = this.incoming;
    if (message !== null && !message.complete) {
      message.complete = true;
      // The string begins with a line feed, or is empty.
      if (trailers !== "") message.rawTrailers = trailers.split("\n").slice(1);
      message.push(null);
    }
    // The socket may have buffered the next message.
    const { socket } = this;
    if (socket !== null && socket !== undefined && !socket._paused && socket.readable) socket.resume();
  }
}

// A client may send empty lines before a request (RFC 9112 §2.2).
function isEmptyLines(bytes: Uint8Array, start: number): boolean {
  let index = start;
  while (index < bytes.length && (bytes[index] === CARRIAGE_RETURN || bytes[index] === LINE_FEED)) index++;
  return index === bytes.length;
}

function parseError(text: string, bytesParsed: number): ParseError {
  const [code, reason] = text.split("\n");
  return safe.assign(new Error(`Parse Error: ${reason}`), { bytesParsed, code, reason });
}
