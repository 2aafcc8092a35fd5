// http.IncomingMessage: a request (or the response to one) as a Readable. The parts of a request on a native connection are fetched
// from the native server on first use, and the Readable's state is made on the first read: most requests have no body.
// `incoming_headers.ts` builds the header objects. https://nodejs.org/api/http.html#class-httpincomingmessage
import { safe } from "internal:core/bootstrap";
import { RequestFlags } from "native:http_server";
import { reservesSlots } from "internal:core/inline_slots";
import { connResetException } from "internal:core/errors";
import { CONSTRUCTED, R_ENDED, kState } from "internal:node/streams/state_flags";
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import { Readable } from "internal:node/streams/readable";
import { ReadableState } from "internal:node/streams/readable_state";
import { nextTick } from "internal:core/ticks";
import { closeConnection, socketOf } from "internal:node/http/connection_table";
import {
  addFieldLine,
  addFieldLineDistinct,
  distinctHeaders,
  type IncomingHeaders,
  joinedHeaders,
} from "internal:node/http/incoming_headers";
import type { NodeError } from "internal:core/errors/node_error";
import type { EventEmitter } from "internal:core/events/emitter";
import type { CallableClass } from "internal:node/http/callable_class";
import type { ClientRequest } from "internal:node/http/client_request";
import type { Callback, MessageSocket } from "internal:node/http/message_socket";
import type { AbortController, AbortSignal } from "web:abort";
import { kConnection, kRequestFlags, kSequence } from "internal:node/http/symbols";
import { asBuffer } from "internal:core/buffer/adopt";
import { METHODS } from "internal:web/http/method_names";
import * as native from "native:http_server";
import defer * as abort from "web:abort";
import defer * as ending from "internal:node/streams/end_of_stream";

/** The message was parsed from a stream, so its HTTP version is known. Not a native flag. */
const PARSED = 0x1000;

const kSocketValue = Symbol("kSocketValue");
const kMethod = Symbol("kMethod");
const kUrl = Symbol("kUrl");
const kRawHeaders = Symbol("kRawHeaders");
const kHeaders = Symbol("kHeaders");
const kHeadersDistinct = Symbol("kHeadersDistinct");
const kTrailers = Symbol("kTrailers");
const kTrailersDistinct = Symbol("kTrailersDistinct");
const kRawTrailers = Symbol("kRawTrailers");
const kAbortController = Symbol("kAbortController");
const kReadableState = Symbol("kReadableState");
const kHeaderText = Symbol("kHeaderText");
const kLinesMax = Symbol("kLinesMax");

type Socket = MessageSocket | null | undefined;
type InlineSlots = Record<
  "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o",
  number
>;

/** An instance of `http.IncomingMessage`. */
export interface IncomingMessage extends EventEmitter {
  [kConnection]: number;
  [kSequence]: number;
  [kRequestFlags]: number;
  [kSocketValue]: Socket;
  [kMethod]: string | null | undefined;
  [kUrl]: string | undefined;
  [kRawHeaders]: string[] | undefined;
  [kHeaders]: IncomingHeaders | undefined;
  [kHeadersDistinct]: Record<string, string[]> | undefined;
  [kRawTrailers]: string[] | undefined;
  [kTrailers]: IncomingHeaders | undefined;
  [kTrailersDistinct]: Record<string, string[]> | undefined;
  [kAbortController]: AbortController | undefined;
  [kReadableState]: ReadableState | undefined;
  [kHeaderText]: string | undefined;
  [kLinesMax]: number;
  method: string | null | undefined;
  url: string;
  statusCode: number | null;
  statusMessage: string | null;
  httpVersion: string | null;
  httpVersionMajor: number | null;
  httpVersionMinor: number | null;
  rawHeaders: string[];
  headers: IncomingHeaders;
  rawTrailers: string[];
  joinDuplicateHeaders: boolean | undefined;
  socket: Socket;
  /** The request that this is the response to. */
  req?: ClientRequest;
  complete: boolean;
  aborted: boolean;
  upgrade: boolean | null;
  destroyed: boolean;
  readable: boolean;
  readableEnded: boolean;
  readableFlowing: boolean | null;
  readableLength: number;
  _readableState: ReadableState;
  _closed: boolean;
  /** The program has started to read the body. */
  _consumed: boolean;
  /** The rest of the body is discarded. */
  _dumped: boolean;
  read(size?: number): unknown;
  push(chunk: Uint8Array | null): boolean;
  pause(): this;
  resume(): this;
  destroy(error?: unknown): this;
  setTimeout(msecs: number, callback?: () => void): this;
  _read(size?: number): void;
  _destroy(error: unknown, callback: Callback): void;
  _addHeaderLine(field: string, value: string, target: IncomingHeaders): void;
  _addHeaderLineDistinct(field: string, value: string, target: Record<string, string[]>): void;
  _addHeaderLines(headers: string[] | undefined, count: number): void;
  _dump(): void;
  _dumpAndCloseReadable(): void;
}
/** The class, or one that a program derived from it. */
export type IncomingMessageClass = CallableClass<IncomingMessage, [socket: Socket]>;

/** `http.IncomingMessage`. `socket`: the stream that carries the message; undefined on a native connection. */
export const IncomingMessage = function IncomingMessage(
  this: IncomingMessage & InlineSlots,
  socket: Socket,
): IncomingMessage | void {
  if (!((this as unknown) instanceof IncomingMessage))
    return new (IncomingMessage as unknown as IncomingMessageClass)(socket);
  // Inline slots for the members below and for those that Express adds.
  if (reservesSlots)
    this.a =
      this.b =
      this.c =
      this.d =
      this.e =
      this.f =
      this.g =
      this.h =
      this.i =
      this.j =
      this.k =
      this.l =
      this.m =
      this.n =
      this.o =
        0;
  this[kConnection] = -1;
  this[kSequence] = 0;
  this[kRequestFlags] = 0;
  this[kMethod] = null;
  this[kUrl] = "";
  this[kRawHeaders] = undefined;
  this[kHeaders] = undefined;
  this[kReadableState] = undefined;
  this[kSocketValue] = socket;
  this.complete = false;
} as unknown as IncomingMessageClass;
safe.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
safe.setPrototypeOf(IncomingMessage, Readable);
const prototype = IncomingMessage.prototype;

safe.assign(prototype, {
  complete: false,
  aborted: false,
  upgrade: null,
  statusCode: null,
  statusMessage: null,
  joinDuplicateHeaders: undefined,
  _consuming: false,
  _dumped: false,
  _closed: false,
});
for (const [key, value] of [
  [kConnection, -1],
  [kSequence, 0],
  [kRequestFlags, 0],
  [kAbortController, undefined],
  [kTrailers, undefined],
  [kTrailersDistinct, undefined],
  [kHeadersDistinct, undefined],
  [kReadableState, undefined],
  [kHeaderText, undefined],
  [kLinesMax, 0],
] as const)
  safe.defineProperty(prototype, key, { value, writable: true, enumerable: false });

/** Binds a new message to a request of the native server. An undefined `target` is fetched on first use. */
export function bindRequest(
  request: IncomingMessage,
  connection: number,
  sequence: number,
  method: number,
  flags: number,
  target: string | undefined,
): void {
  request[kConnection] = connection;
  request[kSequence] = sequence;
  request[kRequestFlags] = flags;
  request[kMethod] = METHODS[method];
  request[kUrl] = target;
}

/**
 * Fills a message whose head was parsed from a stream. `text`: target or reason phrase, then names and values, joined by line feeds.
 * `linesMax`: how many names and values the program sees at most, 0 for all.
 */
export function bindParsed(
  message: IncomingMessage,
  text: string,
  flags: number,
  isRequest: boolean,
  methodOrStatus: number,
  linesMax: number,
): void {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  message[kRequestFlags] = flags | PARSED;
  if (isRequest) {
    message[kMethod] = METHODS[methodOrStatus];
    message[kUrl] = first;
  } else {
    message.statusCode = methodOrStatus;
    message.statusMessage = first;
  }
  message[kHeaderText] = end < 0 ? "" : text.slice(end + 1);
  message[kLinesMax] = linesMax;
}

function parsedLines(message: IncomingMessage): string[] {
  const text = message[kHeaderText];
  if (!text) return [];
  message[kHeaderText] = undefined;
  const lines = text.split("\n");
  if (message[kLinesMax] > 0 && lines.length > message[kLinesMax]) lines.length = message[kLinesMax];
  return lines;
}

function isVersionKnown(message: IncomingMessage): boolean {
  return message[kConnection] >= 0 || (message[kRequestFlags] & PARSED) !== 0;
}

function makeState(message: IncomingMessage): ReadableState {
  const state = new ReadableState(undefined, message, false);
  state.highWaterMark = message[kSocketValue]?.readableHighWaterMark ?? getDefaultHighWaterMark(false);
  // A request without a body has ended already.
  if (message[kConnection] >= 0 && (message[kRequestFlags] & RequestFlags.BODY) === 0) state[kState] |= R_ENDED;
  state[kState] |= CONSTRUCTED;
  return state;
}

const accessors: ThisType<IncomingMessage> = {
  get _readableState(): ReadableState {
    return (this[kReadableState] ??= makeState(this));
  },
  set _readableState(value: ReadableState) {
    this[kReadableState] = value;
  },
  get method(): string | null | undefined {
    return this[kMethod];
  },
  set method(value: string | null | undefined) {
    this[kMethod] = value;
  },
  get url(): string {
    return (this[kUrl] ??= native.target(this[kConnection], this[kSequence]) ?? "");
  },
  set url(value: string) {
    this[kUrl] = value;
  },
  get rawHeaders(): string[] {
    const message = this;
    if (message[kRawHeaders] !== undefined) return message[kRawHeaders];
    if (message[kConnection] < 0) return (message[kRawHeaders] = parsedLines(message));
    const text = native.fieldText(message[kConnection], message[kSequence]) as string | null;
    return (message[kRawHeaders] = text ? text.split("\n") : []);
  },
  set rawHeaders(value: string[]) {
    this[kRawHeaders] = value;
  },
  get headers(): IncomingHeaders {
    const message = this;
    return (message[kHeaders] ??= joinedHeaders(message.rawHeaders, message.joinDuplicateHeaders));
  },
  set headers(value: IncomingHeaders) {
    this[kHeaders] = value;
  },
  get headersDistinct(): Record<string, string[]> {
    return (this[kHeadersDistinct] ??= distinctHeaders(this.rawHeaders));
  },
  set headersDistinct(value: Record<string, string[]>) {
    this[kHeadersDistinct] = value;
  },
  get rawTrailers(): string[] {
    return (this[kRawTrailers] ??= []);
  },
  set rawTrailers(value: string[]) {
    this[kRawTrailers] = value;
  },
  get trailers(): IncomingHeaders {
    const message = this;
    return (message[kTrailers] ??= joinedHeaders(message.rawTrailers, message.joinDuplicateHeaders));
  },
  set trailers(value: IncomingHeaders) {
    this[kTrailers] = value;
  },
  get trailersDistinct(): Record<string, string[]> {
    return (this[kTrailersDistinct] ??= distinctHeaders(this.rawTrailers));
  },
  set trailersDistinct(value: Record<string, string[]>) {
    this[kTrailersDistinct] = value;
  },
  get httpVersionMajor(): number | null {
    return isVersionKnown(this) ? 1 : null;
  },
  set httpVersionMajor(value: number | null) {
    overrideWith(this, "httpVersionMajor", value);
  },
  get httpVersionMinor(): number | null {
    return !isVersionKnown(this) ? null : (this[kRequestFlags] & RequestFlags.HTTP_1_0) !== 0 ? 0 : 1;
  },
  set httpVersionMinor(value: number | null) {
    overrideWith(this, "httpVersionMinor", value);
  },
  get httpVersion(): string | null {
    return !isVersionKnown(this) ? null : (this[kRequestFlags] & RequestFlags.HTTP_1_0) !== 0 ? "1.0" : "1.1";
  },
  set httpVersion(value: string | null) {
    overrideWith(this, "httpVersion", value);
  },
  get socket(): Socket {
    const message = this;
    if (message[kSocketValue] !== undefined || message[kConnection] < 0) return message[kSocketValue];
    return (message[kSocketValue] = socketOf(message[kConnection], message[kSequence]));
  },
  set socket(value: Socket) {
    this[kSocketValue] = value;
  },
  get connection(): Socket {
    return this.socket;
  },
  set connection(value: Socket) {
    this.socket = value;
  },
  get client(): Socket {
    return this.socket;
  },
  set client(value: Socket) {
    overrideWith(this, "client", value);
  },
  /** Aborts when the message or its connection is closed before the message was read to its end. */
  get signal(): AbortSignal {
    const message = this;
    if (message[kAbortController] === undefined) {
      message[kAbortController] = new abort.AbortController();
      if (message.destroyed) message[kAbortController].abort();
      else message.once("close", () => message[kAbortController]!.abort());
    }
    return message[kAbortController].signal;
  },
};
const descriptors: Record<string, PropertyDescriptor> = safe.getOwnPropertyDescriptors(accessors);
for (const key of safe.keys(descriptors)) {
  safe.defineProperty(prototype, key, { ...descriptors[key], enumerable: false, configurable: true });
}

function overrideWith(message: IncomingMessage, key: string, value: unknown): void {
  safe.defineProperty(message, key, { value, writable: true, enumerable: true, configurable: true });
}

prototype.setTimeout = function setTimeout(this: IncomingMessage, msecs: number, callback?: () => void) {
  if (callback) this.on("timeout", callback);
  this.socket!.setTimeout(msecs);
  return this;
};

prototype._read = function _read(this: IncomingMessage): void {
  this._consumed = true;
  if (this[kConnection] < 0) {
    const { socket } = this;
    if (socket?.readable && !socket._paused && typeof socket.resume === "function") socket.resume();
  } else if ((this[kRequestFlags] & RequestFlags.BODY) !== 0 && !this.complete) {
    native.startBody(this[kConnection], this[kSequence]);
  }
};

prototype._destroy = function _destroy(this: IncomingMessage, error: unknown, callback: Callback): void {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit("aborted");
  }
  if (this.aborted && this[kConnection] < 0 && this.socket && !this.socket.destroyed) {
    // The message is closed after its socket.
    const { socket } = this;
    socket.destroy(error);
    const stopWaiting = ending.eos(socket, (failure: NodeError | null | undefined) => {
      stopWaiting();
      const cause = failure?.code === "ERR_STREAM_PREMATURE_CLOSE" ? undefined : failure;
      nextTick(reportDestroyed, this, cause || error, callback);
    });
    return;
  }
  // `stream.destroy()` sets the socket to null first, and the response can still be sent.
  if (this.aborted && this[kConnection] >= 0 && this[kSocketValue] !== null)
    closeConnection(this[kConnection], this[kSequence], error);
  if ((error === null || error === undefined) && !this.aborted) {
    // Complete and without an error: nothing is reported later.
    callback();
    return;
  }
  // An error is only emitted if there is a listener: an aborted request must not end the process.
  nextTick(reportDestroyed, this, error, callback);
};

function reportDestroyed(message: IncomingMessage, error: unknown, callback: Callback): void {
  if (message.listenerCount("error") === 0) callback();
  else callback(error);
}

/** Adds a header as a parser does: joined with earlier ones as the rules for its name say. */
prototype._addHeaderLine = function _addHeaderLine(
  this: IncomingMessage,
  field: string,
  value: string,
  target: IncomingHeaders,
): void {
  addFieldLine(target, field.toLowerCase(), value, this.joinDuplicateHeaders === true);
};
prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(
  field: string,
  value: string,
  target: Record<string, string[]>,
): void {
  addFieldLineDistinct(target, field.toLowerCase(), value);
};
prototype._addHeaderLines = function _addHeaderLines(
  this: IncomingMessage,
  headers: string[] | undefined,
  count: number,
): void {
  if (!headers?.length) return;
  const lines = headers.slice(0, count);
  if (this.complete) this.rawTrailers = lines;
  else this.rawHeaders = lines;
  // A header object that exists already gets the new lines, too.
  const made = this.complete ? this[kTrailers] : this[kHeaders];
  if (made === null || made === undefined) return;
  for (let index = 0; index + 1 < lines.length; index += 2) this._addHeaderLine(lines[index], lines[index + 1], made);
};

/** Discards the rest of the body. */
prototype._dump = function _dump(this: IncomingMessage): void {
  if (this._dumped) return;
  this._dumped = true;
  // Listeners of "data" must not get discarded bytes.
  this.removeAllListeners("data");
  // Without remaining data, "end" is emitted without flowing mode.
  if (this.complete && (this[kRequestFlags] & RequestFlags.BODY) === 0 && !this.destroyed && this.readableLength === 0)
    this.read(0);
  else this.resume();
};
prototype._dumpAndCloseReadable = function _dumpAndCloseReadable(this: IncomingMessage): void {
  this._dumped = true;
  this._readableState.ended = true;
  this._readableState.endEmitted = true;
  this._readableState.destroyed = true;
  this._readableState.closed = true;
  this._readableState.closeEmitted = true;
};

/** Marks a request whose headers announce no body as read and closed, for `optimizeEmptyRequests`. */
export function closeUnlessBodied(request: IncomingMessage): void {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    request._dumpAndCloseReadable();
}

/** A chunk of the body arrived; `isLast`: nothing follows. */
export function receiveBody(request: IncomingMessage, bytes: Uint8Array | null, isLast: boolean): void {
  if (bytes !== null && !request.destroyed) {
    const canPushMore = request.push(asBuffer(bytes));
    if (!canPushMore && !isLast) native.pauseBody(request[kConnection], request[kSequence]);
  }
  if (!isLast) return;
  request.complete = true;
  // Only the end of a chunked body arrives without bytes.
  if (bytes === null) {
    const lines = native.trailers(request[kConnection], request[kSequence]);
    if (lines.length > 0) request.rawTrailers = lines;
  }
  request.push(null);
}

/** Whether the program reads a body that is not complete. */
export function isReadingBody(request: IncomingMessage): boolean {
  if ((request[kRequestFlags] & RequestFlags.BODY) === 0 || request.complete || request._dumped) return false;
  return (
    request._consumed === true || (request[kReadableState] !== undefined && request[kReadableState].flowing === true)
  );
}

const { emit } = Readable.prototype;

/** Whether the program replaced `emit`, to observe or delay the events of a request or response. */
export function hasReplacedEmit(message: EventEmitter): boolean {
  return message.emit !== emit;
}

/** Whether the program can observe the events of a request or response. */
export function isObserved(message: EventEmitter): boolean {
  return message._events !== undefined || hasReplacedEmit(message);
}

/** Discards the rest of a request's body, once the response is complete. */
export function discardBody(request: IncomingMessage): void {
  request.complete = true;
  if (request._consumed || (request[kReadableState] === undefined && !isObserved(request))) return;
  if (!request._readableState.ended) request.push(null);
  request._dump();
}

/** Fails a request whose connection closed before the response was complete. */
export function abortRequest(request: IncomingMessage): void {
  request.destroy(connResetException("aborted"));
}
