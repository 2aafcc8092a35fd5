// WebSocket (https://websockets.spec.whatwg.org/#the-websocket-interface). The frames are sent over a link: a request of the
// HTTP client, or a connection of a server (Deno.upgradeWebSocket).
import { DOMException } from "web:dom_exception";
import { Event, EventTarget, defineEventHandler, kTrustEvent } from "web:event_target";
import { exposeInterface } from "web:event";
import { MessageEvent } from "web:message_event";
import { requireArguments } from "internal:web/web_interface";
import { ClientMessageKind } from "native:fetch";
import { toUSVString } from "internal:core/webidl";
import * as context from "internal:core/async/context";
import { home } from "internal:core/program";
import { clearTimeout, setImmediate, setTimeout, type Timeout } from "internal:core/timers";
import { ERR_INVALID_THIS } from "internal:core/errors";
import type { Blob } from "web:blob";
import defer * as blobs from "web:blob";
import defer * as utf8 from "internal:core/utf8";
import defer * as closing from "web:close_event";
import defer * as failing from "web:error_event";
import defer * as adopting from "internal:core/buffer/adopt";
import defer * as handshakes from "internal:web/websocket/handshake";
import defer * as refusals from "internal:web/websocket/refusals";
import defer * as tracing from "internal:web/websocket/tracing";
import type { HandshakeResult } from "internal:web/websocket/tracing";
import { activity } from "internal:core/diagnostics/activity";

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
const REASON_BYTES_MAX = 123;
const NO_CODE = 1005;
const ABNORMAL = 1006;
/** Limit for the server to close the connection after the closing handshake. */
const CLOSE_TIMEOUT_MS = 5_000;
const trusted = { [kTrustEvent]: true };
const kAttach = Symbol("attach");

/** The connection of a WebSocket. */
export interface SocketLink {
  /** Queues a message; returns the number of buffered bytes. */
  send(data: string | Uint8Array, kind: ClientMessageKind): number;
  /** Starts the closing handshake; code 0: without a status code. */
  close(code: number, reason: string): void;
  /** Ends the connection at once. */
  abort(): void;
}

/** The events of a link. */
export interface SocketEvents {
  /** `result`: of a client's handshake. */
  opened(protocol: string, extensions: string, result?: HandshakeResult): void;
  message(kind: number, data: string | Uint8Array): void;
  /** The peer sent a close frame. */
  closing(code: number, reason: string): void;
  /** The connection is closed. */
  gone(): void;
  /** The buffered bytes were passed to the operating system. */
  sent(): void;
  failed(message: string): void;
}

/** Creates a WebSocket over an established link; `makeLink` receives the handlers of its events. */
export let attachSocket: (url: string, makeLink: (events: SocketEvents) => SocketLink) => WebSocket;

interface AttachedLink {
  url: string;
  makeLink(events: SocketEvents): SocketLink;
}

export class WebSocket extends EventTarget {
  #url: string;
  #readyState = CONNECTING;
  #protocol = "";
  #extensions = "";
  #binaryType = home() === "bun" ? "nodebuffer" : "blob";
  #bufferedAmount = 0;
  /** Settles when all blobs that are being read, and the messages queued after them, are sent. */
  #blobs: Promise<void> | null = null;
  #blobBytes = 0;
  #link: SocketLink;
  #closeCode = NO_CODE;
  #closeReason = "";
  /** The close frames of both peers were exchanged. */
  #wasClean = false;
  #hasFailed = false;
  /** Whether it was opened by a client's handshake. */
  #isOfHandshake = false;
  #closeTimer: Timeout | null = null;
  #scope: context.Scope | undefined;

  constructor(url: unknown, protocols: unknown = []) {
    super();
    this.#scope = context.capture("WEBSOCKET", this);
    if (url === kAttach) {
      const attached = protocols as AttachedLink;
      this.#url = attached.url;
      this.#link = attached.makeLink(this.#events());
      return;
    }
    requireArguments(arguments.length, 1, "WebSocket constructor");
    const handshake = handshakes.readArguments(toUSVString(url, "WebSocket constructor", "url"), protocols);
    this.#url = handshake.url;
    this.#link = handshakes.open(handshake, this.#events());
  }

  static {
    attachSocket = (url, makeLink) => new WebSocket(kAttach, { url, makeLink } satisfies AttachedLink);
  }

  static #of(value: unknown): WebSocket {
    if (typeof value !== "object" || value === null || !(#url in value)) throw new ERR_INVALID_THIS("WebSocket");
    return value;
  }

  get url(): string {
    return WebSocket.#of(this).#url;
  }
  get readyState(): number {
    return WebSocket.#of(this).#readyState;
  }
  get bufferedAmount(): number {
    return WebSocket.#of(this).#bufferedAmount + WebSocket.#of(this).#blobBytes;
  }
  get extensions(): string {
    return WebSocket.#of(this).#extensions;
  }
  get protocol(): string {
    return WebSocket.#of(this).#protocol;
  }

  /** The type of binary messages: "blob" or "arraybuffer" (and "nodebuffer" in Bun). */
  get binaryType(): string {
    return WebSocket.#of(this).#binaryType;
  }
  set binaryType(value: string) {
    const socket = WebSocket.#of(this);
    const text = `${value}`;
    if (text === "blob" || text === "arraybuffer" || (text === "nodebuffer" && home() === "bun"))
      socket.#binaryType = text;
    // Web IDL ignores other values of an enumeration; Node falls back to the default.
    else if (home() === "node") socket.#binaryType = "blob";
  }

  /** Sends a string or bytes. Throws an InvalidStateError before the connection is established. */
  send(data: unknown): void {
    const socket = WebSocket.#of(this);
    requireArguments(arguments.length, 1, "WebSocket.send");
    if (socket.#readyState === CONNECTING) throw new DOMException("Sent before connected.", "InvalidStateError");
    if (blobs.isBlob(data)) socket.#sendBlob(data);
    else if (ArrayBuffer.isView(data))
      socket.#send(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), ClientMessageKind.BINARY);
    else if (data instanceof ArrayBuffer || Object.prototype.toString.call(data) === "[object SharedArrayBuffer]")
      socket.#send(new Uint8Array(data as ArrayBuffer), ClientMessageKind.BINARY);
    else socket.#send(`${data}`.toWellFormed(), ClientMessageKind.TEXT);
  }

  #send(data: string | Uint8Array, kind: ClientMessageKind): void {
    if (this.#readyState !== OPEN) {
      // The standard counts the bytes of messages after the end, and sends nothing.
      this.#bufferedAmount += data.length;
    } else if (this.#blobs === null) {
      this.#bufferedAmount = Math.max(0, this.#link.send(data, kind));
    } else {
      const message = typeof data === "string" ? data : data.slice();
      this.#sendAfterBlobs(
        message.length,
        this.#blobs.then(() => message),
        kind,
      );
    }
  }

  #sendBlob(blob: Blob): void {
    const bytes = blobs.bytesInMemory(blob);
    if (bytes !== null) {
      this.#send(bytes, ClientMessageKind.BINARY);
    } else if (this.#readyState !== OPEN) {
      this.#bufferedAmount += blob.size;
    } else {
      const read = blobs.readBlob(blob).then((content) => new Uint8Array(content));
      this.#sendAfterBlobs(
        blob.size,
        this.#blobs === null ? read : Promise.all([read, this.#blobs]).then(([content]) => content),
        ClientMessageKind.BINARY,
      );
    }
  }

  // Messages are sent in the order of the calls, also after a blob whose bytes have to be read first.
  #sendAfterBlobs(length: number, message: Promise<string | Uint8Array>, kind: ClientMessageKind): void {
    this.#blobBytes += length;
    const sent = message.then(
      (data) => {
        this.#blobBytes -= length;
        if (this.#blobs === sent) this.#blobs = null;
        if (this.#readyState !== CLOSED) this.#bufferedAmount = Math.max(0, this.#link.send(data, kind));
      },
      (error) => {
        this.#link.abort();
        this.#fail(`a blob could not be read: ${error.message}`);
      },
    );
    this.#blobs = sent;
  }

  /** Closes the connection. Throws for invalid codes and reasons. */
  close(code: unknown = undefined, reason: unknown = undefined): void {
    const socket = WebSocket.#of(this);
    const number = code === undefined ? 0 : clampShort(code);
    if (code !== undefined && !mayClose(number)) {
      throw refusals.wrongCode(number);
    }
    const text = reason === undefined ? "" : toUSVString(reason, "WebSocket.close", "reason");
    const length = text === "" ? 0 : utf8.encodeUtf8(text).length;
    if (length > REASON_BYTES_MAX) {
      throw refusals.longReason(length);
    }
    if (socket.#readyState >= CLOSING) return;
    if (socket.#readyState === CONNECTING) {
      socket.#readyState = CLOSING;
      socket.#link.abort();
      setImmediate(() => socket.#fail("WebSocket is closed before the connection is established"));
      return;
    }
    socket.#readyState = CLOSING;
    const end = (): void => {
      if (socket.#readyState === CLOSED) return;
      socket.#link.close(number === 0 && text !== "" ? 1000 : number, text);
      socket.#startCloseTimer();
    };
    if (socket.#blobs === null) end();
    else void socket.#blobs.then(end);
  }

  /** Bun: sends a ping frame. */
  ping(data: string | Uint8Array = ""): void {
    const socket = WebSocket.#of(this);
    if (socket.#readyState === OPEN) socket.#link.send(data, ClientMessageKind.PING);
  }

  /** Bun: sends a pong frame that no ping requested (RFC 6455 §5.5.3). */
  pong(data: string | Uint8Array = ""): void {
    const socket = WebSocket.#of(this);
    if (socket.#readyState === OPEN) socket.#link.send(data, ClientMessageKind.PONG);
  }

  /** Bun: ends the connection at once. */
  terminate(): void {
    const socket = WebSocket.#of(this);
    if (socket.#readyState === CLOSED) return;
    socket.#readyState = CLOSING;
    socket.#link.abort();
    setImmediate(() => socket.#gone());
  }

  #events(): SocketEvents {
    return {
      opened: (protocol, extensions, result) => {
        if (this.#readyState !== CONNECTING) return;
        this.#readyState = OPEN;
        this.#protocol = protocol;
        this.#extensions = extensions;
        this.#dispatch(new Event("open", trusted));
        this.#isOfHandshake = result !== undefined;
        if (this.#isTraced) tracing.opened(this, result!);
      },
      message: (kind, data) => this.#message(kind, data),
      closing: (code, reason) => {
        this.#closeCode = code;
        this.#closeReason = reason;
        this.#wasClean = true;
        if (this.#readyState === OPEN) this.#readyState = CLOSING;
        this.#startCloseTimer();
      },
      gone: () => this.#ended(),
      sent: () => {
        if (this.#readyState === OPEN) this.#bufferedAmount = 0;
      },
      failed: (message) => this.#fail(message),
    };
  }

  #message(kind: number, data: string | Uint8Array): void {
    if (this.#readyState !== OPEN) return;
    const value = kind === ClientMessageKind.TEXT ? data : this.#binary(data as Uint8Array);
    this.#dispatch(new MessageEvent("message", { data: value, origin: originOf(this.#url), [kTrustEvent]: true }));
  }

  #binary(bytes: Uint8Array): unknown {
    if (this.#binaryType === "nodebuffer") return adopting.asBuffer(bytes);
    if (this.#binaryType === "arraybuffer")
      return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
    return new blobs.Blob([bytes]);
  }

  #fail(message: string): void {
    if (this.#readyState === CLOSED || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#wasClean = false;
    // The state changes before the event is fired (https://websockets.spec.whatwg.org/#feedback-from-the-protocol).
    this.#readyState = CLOSED;
    try {
      this.#dispatch(new failing.ErrorEvent("error", { ...failureOf(message), [kTrustEvent]: true }));
    } finally {
      this.#dispatchClose();
    }
  }

  /** An end without the closing handshake is a failure (RFC 6455 §7.1.7), which Bun reports by the code alone. */
  #ended(): void {
    const where = home();
    // Deno is content with its own close frame.
    if (where === "deno" && this.#readyState === CLOSING) this.#wasClean = true;
    if (this.#wasClean || where === "bun") this.#gone();
    else this.#fail(where === "deno" ? "Unexpected EOF" : "Connection was closed without a close frame");
  }

  #gone(): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    this.#dispatchClose();
  }

  #dispatchClose(): void {
    if (this.#closeTimer !== null) clearTimeout(this.#closeTimer);
    const init = this.#wasClean
      ? { code: this.#closeCode, reason: this.#closeReason, wasClean: true }
      : { code: home() === "deno" ? 0 : ABNORMAL, reason: "", wasClean: false };
    this.#dispatch(new closing.CloseEvent("close", { ...init, [kTrustEvent]: true }));
    if (this.#isTraced) tracing.closed(this, init.code, init.reason);
  }

  #startCloseTimer(): void {
    this.#closeTimer ??= setTimeout(() => {
      this.#link.abort();
      this.#gone();
    }, CLOSE_TIMEOUT_MS);
  }

  /** Whether its channels may have subscribers: Node's WebSocket publishes on diagnostics channels, the others do not. */
  get #isTraced(): boolean {
    return this.#isOfHandshake && activity.channelCount !== 0 && home() === "node";
  }

  #dispatch(event: Event): void {
    const saved = this.#scope === undefined ? undefined : context.enter(this.#scope);
    try {
      this.dispatchEvent(event);
    } finally {
      if (saved !== undefined) context.leave(saved);
    }
  }
}

function clampShort(value: unknown): number {
  const number = +(value as number);
  return number === number ? Math.round(Math.min(Math.max(number, 0), 65535)) : 0;
}

function originOf(url: string): string {
  const end = url.indexOf("/", url.indexOf("//") + 2);
  return end < 0 ? url : url.slice(0, end);
}

for (const [name, value] of [
  ["CONNECTING", CONNECTING],
  ["OPEN", OPEN],
  ["CLOSING", CLOSING],
  ["CLOSED", CLOSED],
] as const) {
  Object.defineProperty(WebSocket, name, { value, enumerable: true });
  Object.defineProperty(WebSocket.prototype, name, { value, enumerable: true });
}
for (const name of ["open", "error", "close", "message"]) defineEventHandler(WebSocket.prototype, name);
exposeInterface(WebSocket.prototype, "WebSocket", [
  "url",
  "readyState",
  "bufferedAmount",
  "extensions",
  "protocol",
  "binaryType",
  "send",
  "close",
]);
Object.defineProperty(WebSocket, "length", { value: 1, configurable: true });
// Node does not report the reason.
function failureOf(message: string): { message: string; error: Error } {
  return home() === "node" ? { message: "", error: new TypeError("") } : { message, error: new Error(message) };
}

if (home() !== "bun") {
  delete (WebSocket.prototype as Partial<WebSocket>).ping;
  delete (WebSocket.prototype as Partial<WebSocket>).pong;
  delete (WebSocket.prototype as Partial<WebSocket>).terminate;
}

/** Whether programs may close with a code: 1000 and those of applications; in Bun all that a close frame may have (RFC 6455 §7.4). */
function mayClose(code: number): boolean {
  if (code === 1000 || (code >= 3000 && code <= 4999)) return true;
  return home() === "bun" && code > 1000 && code <= 1014 && (code < 1004 || code > 1006);
}
