// http.IncomingMessage: a request (or the response to one) as a Readable. Everything of a request on our server is fetched from
// the native part when it is asked for, and the Readable's own state is made when somebody reads: most requests have no
// body. Building the header objects is in `incoming_headers.ts`. https://nodejs.org/api/http.html#class-httpincomingmessage
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
  joinedHeaders,
} from "internal:node/http/incoming_headers";
import { kConnection, kRequestFlags, kSequence } from "internal:node/http/symbols";
import { asBuffer } from "internal:core/buffer/adopt";
import { METHODS } from "internal:web/http/method_names";
import * as native from "native:http_server";
import defer * as abort from "web:abort";
import defer * as ending from "internal:node/streams/end_of_stream";

/** Flags of a request, as the native contract numbers them. */
export const KEEP_ALIVE = 1;
export const BODY = 2;
export const UPGRADE = 4;
export const EXPECT_CONTINUE = 8;
export const EXPECT_OTHER = 16;
export const HTTP_1_0 = 32;
export const HOST_WRONG = 64;
/** A response after which another one follows. */
export const INTERIM = 256;
/** The message was parsed out of a stream, so what its head said is known. Not a flag of the native part. */
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

/** `http.IncomingMessage`. `socket`: where the message came from; the server leaves it out and sets the connection's number. */
export const IncomingMessage = function IncomingMessage(this: any, socket: any): any {
  if (!((this as unknown) instanceof IncomingMessage)) return new (IncomingMessage as any)(socket);
  // What is here and what Express adds.
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
} as any;
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
Object.setPrototypeOf(IncomingMessage, Readable);
const prototype = IncomingMessage.prototype;

Object.assign(prototype, {
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
  Object.defineProperty(prototype, key, { value, writable: true, enumerable: false });

/** Ties a new message to a request of the native part. Without a `target` that is asked for when it is wanted. */
export function bindRequest(
  request: any,
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
 * Fills a message whose head a stream's parser found. `text`: target or reason phrase, then names and values, joined by line feeds.
 * `linesMax`: how many names and values the program is shown, 0 for all.
 */
export function bindParsed(
  message: any,
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

function parsedLines(message: any): string[] {
  const text: string | undefined = message[kHeaderText];
  if (!text) return [];
  message[kHeaderText] = undefined;
  const lines = text.split("\n");
  if (message[kLinesMax] > 0 && lines.length > message[kLinesMax]) lines.length = message[kLinesMax];
  return lines;
}

function isVersionKnown(message: any): boolean {
  return message[kConnection] >= 0 || (message[kRequestFlags] & PARSED) !== 0;
}

function makeState(message: any): any {
  const state = new ReadableState(undefined, message, false);
  state.highWaterMark = message[kSocketValue]?.readableHighWaterMark ?? getDefaultHighWaterMark(false);
  // A request without a body has nothing to wait for.
  if (message[kConnection] >= 0 && (message[kRequestFlags] & BODY) === 0) state[kState] |= R_ENDED;
  state[kState] |= CONSTRUCTED;
  return state;
}

const accessors = {
  get _readableState(): any {
    return ((this as any)[kReadableState] ??= makeState(this));
  },
  set _readableState(value: any) {
    (this as any)[kReadableState] = value;
  },
  get method(): string | null {
    return (this as any)[kMethod];
  },
  set method(value: string | null) {
    (this as any)[kMethod] = value;
  },
  get url(): string {
    return ((this as any)[kUrl] ??= native.target((this as any)[kConnection], (this as any)[kSequence]) ?? "");
  },
  set url(value: string) {
    (this as any)[kUrl] = value;
  },
  get rawHeaders(): string[] {
    const message = this as any;
    if (message[kRawHeaders] !== undefined) return message[kRawHeaders];
    if (message[kConnection] < 0) return (message[kRawHeaders] = parsedLines(message));
    const text = native.fieldText(message[kConnection], message[kSequence]) as string | null;
    return (message[kRawHeaders] = text ? text.split("\n") : []);
  },
  set rawHeaders(value: string[]) {
    (this as any)[kRawHeaders] = value;
  },
  get headers(): Record<string, any> {
    const message = this as any;
    return (message[kHeaders] ??= joinedHeaders(message.rawHeaders, message.joinDuplicateHeaders));
  },
  set headers(value: Record<string, any>) {
    (this as any)[kHeaders] = value;
  },
  get headersDistinct(): Record<string, string[]> {
    return ((this as any)[kHeadersDistinct] ??= distinctHeaders((this as any).rawHeaders));
  },
  set headersDistinct(value: Record<string, string[]>) {
    (this as any)[kHeadersDistinct] = value;
  },
  get rawTrailers(): string[] {
    return ((this as any)[kRawTrailers] ??= []);
  },
  set rawTrailers(value: string[]) {
    (this as any)[kRawTrailers] = value;
  },
  get trailers(): Record<string, any> {
    const message = this as any;
    return (message[kTrailers] ??= joinedHeaders(message.rawTrailers, message.joinDuplicateHeaders));
  },
  set trailers(value: Record<string, any>) {
    (this as any)[kTrailers] = value;
  },
  get trailersDistinct(): Record<string, string[]> {
    return ((this as any)[kTrailersDistinct] ??= distinctHeaders((this as any).rawTrailers));
  },
  set trailersDistinct(value: Record<string, string[]>) {
    (this as any)[kTrailersDistinct] = value;
  },
  get httpVersionMajor(): number | null {
    return isVersionKnown(this) ? 1 : null;
  },
  set httpVersionMajor(value: number | null) {
    overrideWith(this, "httpVersionMajor", value);
  },
  get httpVersionMinor(): number | null {
    return !isVersionKnown(this) ? null : ((this as any)[kRequestFlags] & HTTP_1_0) !== 0 ? 0 : 1;
  },
  set httpVersionMinor(value: number | null) {
    overrideWith(this, "httpVersionMinor", value);
  },
  get httpVersion(): string | null {
    return !isVersionKnown(this) ? null : ((this as any)[kRequestFlags] & HTTP_1_0) !== 0 ? "1.0" : "1.1";
  },
  set httpVersion(value: string | null) {
    overrideWith(this, "httpVersion", value);
  },
  get socket(): any {
    const message = this as any;
    if (message[kSocketValue] !== undefined || message[kConnection] < 0) return message[kSocketValue];
    return (message[kSocketValue] = socketOf(message[kConnection], message[kSequence]));
  },
  set socket(value: any) {
    (this as any)[kSocketValue] = value;
  },
  get connection(): any {
    return (this as any).socket;
  },
  set connection(value: any) {
    (this as any).socket = value;
  },
  get client(): any {
    return (this as any).socket;
  },
  set client(value: any) {
    overrideWith(this, "client", value);
  },
  /** Aborts when the message is closed before it was read to its end, or its connection is. */
  get signal(): any {
    const message = this as any;
    if (message[kAbortController] === undefined) {
      message[kAbortController] = new abort.AbortController();
      if (message.destroyed) message[kAbortController].abort();
      else message.once("close", () => message[kAbortController].abort());
    }
    return message[kAbortController].signal;
  },
};
const descriptors: any = Object.getOwnPropertyDescriptors(accessors);
for (const key of Object.keys(descriptors)) {
  Object.defineProperty(prototype, key, { ...descriptors[key], enumerable: false, configurable: true });
}

function overrideWith(message: any, key: string, value: unknown): void {
  Object.defineProperty(message, key, { value, writable: true, enumerable: true, configurable: true });
}

prototype.setTimeout = function setTimeout(this: any, msecs: number, callback?: () => void): any {
  if (callback) this.on("timeout", callback);
  this.socket.setTimeout(msecs);
  return this;
};

prototype._read = function _read(this: any): void {
  this._consumed = true;
  if (this[kConnection] < 0) {
    const { socket } = this;
    if (socket?.readable && !socket._paused && typeof socket.resume === "function") socket.resume();
  } else if ((this[kRequestFlags] & BODY) !== 0 && !this.complete) {
    native.startBody(this[kConnection], this[kSequence]);
  }
};

prototype._destroy = function _destroy(this: any, error: any, callback: (error?: any) => void): void {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit("aborted");
  }
  if (this.aborted && this[kConnection] < 0 && this.socket && !this.socket.destroyed) {
    // The message is over when its socket is.
    const { socket } = this;
    socket.destroy(error);
    const stopWaiting = ending.eos(socket, (failure: any) => {
      stopWaiting();
      const cause = failure?.code === "ERR_STREAM_PREMATURE_CLOSE" ? undefined : failure;
      nextTick(reportDestroyed, this, cause || error, callback);
    });
    return;
  }
  // stream.destroy() takes the socket off first, and the response can still be sent.
  if (this.aborted && this[kConnection] >= 0 && this[kSocketValue] !== null)
    closeConnection(this[kConnection], this[kSequence], error);
  if ((error === null || error === undefined) && !this.aborted) {
    // Complete and unharmed: there is nothing to tell later.
    callback();
    return;
  }
  // Errors of requests are only for those that listen: an aborted one is no reason to end the process.
  nextTick(reportDestroyed, this, error, callback);
};

function reportDestroyed(message: any, error: any, callback: (error?: any) => void): void {
  if (message.listenerCount("error") === 0) callback();
  else callback(error);
}

/** Adds a header as a parser does: joined with earlier ones as its name demands. */
prototype._addHeaderLine = function _addHeaderLine(this: any, field: string, value: string, target: any): void {
  addFieldLine(target, field.toLowerCase(), value, this.joinDuplicateHeaders === true);
};
prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(field: string, value: string, target: any): void {
  addFieldLineDistinct(target, field.toLowerCase(), value);
};
prototype._addHeaderLines = function _addHeaderLines(this: any, headers: any, count: number): void {
  if (!headers?.length) return;
  const lines = headers.slice(0, count);
  if (this.complete) this.rawTrailers = lines;
  else this.rawHeaders = lines;
  // Objects that were made of the lines before get the new ones, too.
  const made = this.complete ? this[kTrailers] : this[kHeaders];
  if (made === null || made === undefined) return;
  for (let index = 0; index + 1 < lines.length; index += 2) this._addHeaderLine(lines[index], lines[index + 1], made);
};

/** Reads the rest of the body away. */
prototype._dump = function _dump(this: any): void {
  if (this._dumped) return;
  this._dumped = true;
  // Whoever listens for "data" must not get bytes that nobody asked for.
  this.removeAllListeners("data");
  // With nothing left to come, the end needs no flow.
  if (this.complete && (this[kRequestFlags] & BODY) === 0 && !this.destroyed && this.readableLength === 0) this.read(0);
  else this.resume();
};
prototype._dumpAndCloseReadable = function _dumpAndCloseReadable(this: any): void {
  this._dumped = true;
  this._readableState.ended = true;
  this._readableState.endEmitted = true;
  this._readableState.destroyed = true;
  this._readableState.closed = true;
  this._readableState.closeEmitted = true;
};

/** Gives a request whose headers announce no body as read and closed, for `optimizeEmptyRequests`. */
export function closeUnlessBodied(request: any): void {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    request._dumpAndCloseReadable();
}

/** A piece of the body came; `isLast`: nothing follows. */
export function receiveBody(request: any, bytes: Uint8Array | null, isLast: boolean): void {
  if (bytes !== null && !request.destroyed) {
    const goOn = request.push(asBuffer(bytes));
    if (!goOn && !isLast) native.pauseBody(request[kConnection], request[kSequence]);
  }
  if (!isLast) return;
  request.complete = true;
  // Only the end of a chunked body comes without bytes.
  if (bytes === null) {
    const lines = native.trailers(request[kConnection], request[kSequence]);
    if (lines.length > 0) request.rawTrailers = lines;
  }
  request.push(null);
}

/** Whether the program reads a body of which more is to come. */
export function isReadingBody(request: any): boolean {
  if ((request[kRequestFlags] & BODY) === 0 || request.complete || request._dumped) return false;
  return (
    request._consumed === true || (request[kReadableState] !== undefined && request[kReadableState].flowing === true)
  );
}

const { emit } = Readable.prototype;

/** Whether the program replaced `emit`, to hear or keep back the events of a request or response. */
export function hasReplacedEmit(message: any): boolean {
  return message.emit !== emit;
}

/** Whether the program can hear the events of a request or response. */
export function isObserved(message: any): boolean {
  return message._events !== undefined || hasReplacedEmit(message);
}

/** The response is complete: what the program did not read of the request, it will not read. */
export function forgetBody(request: any): void {
  request.complete = true;
  if (request._consumed || (request[kReadableState] === undefined && !isObserved(request))) return;
  if (!request._readableState.ended) request.push(null);
  request._dump();
}

/** The connection is gone before the response was complete. */
export function abortRequest(request: any): void {
  request.destroy(connResetException("aborted"));
}
