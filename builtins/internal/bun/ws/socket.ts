// The class `WebSocket` of `ws`: a client by a request of `node:http`, or a server's side of an upgraded connection.
// https://github.com/websockets/ws/blob/master/doc/ws.md
import { type Bytes, FrameReader, frameOf, Opcode, ProtocolError } from "internal:bun/ws/frames";
import { asBuffer } from "internal:core/buffer/adopt";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { setTimeout, clearTimeout, type Timeout } from "internal:core/timers";
import { Buffer } from "internal:node/buffer";
import crypto from "internal:node/crypto";
import EventEmitter from "internal:node/events";
import http from "internal:node/http";
import https from "internal:node/https";
import { URL } from "web:url";

const KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const BYTES_MAX = 100 * 1024 * 1024;
/** How long the peer has to close the connection. */
const CLOSE_TIMEOUT_MS = 30_000;
const NO_STATUS = 1005;
const ABNORMAL = 1006;
const STATES = ["CONNECTING", "OPEN", "CLOSING", "CLOSED"];
const HANDLERS = ["open", "message", "error", "close"];

type Listener = (...args: never[]) => void;

/** A connection that was upgraded. */
export interface Connection {
  write(data: Bytes | string, callback?: (error?: Error | null) => void): boolean;
  end(text?: string): void;
  destroy(): void;
  on(event: string, listener: Listener): unknown;
  pause(): void;
  resume(): void;
  setTimeout?(milliseconds: number): void;
  setNoDelay?(): void;
  writableLength: number;
}

/** The response to a handshake. */
interface HandshakeResponse {
  statusCode: number;
  headers: Record<string, string | undefined>;
  resume(): void;
}

interface ClientRequest {
  on(event: string, listener: Listener): unknown;
  end(): void;
  destroy(): void;
}

interface ClientOptions {
  headers?: Record<string, string>;
  origin?: string;
  maxPayload?: number;
  handshakeTimeout?: number;
  [option: string]: unknown;
}

type EventListener = ((event: object) => unknown) | { handleEvent(event: object): unknown };
type Callback = (error?: Error | null) => void;

/** The value of `Sec-WebSocket-Accept` for a key (RFC 6455 §4.2.2). */
export function acceptKey(key: string): string {
  return crypto
    .createHash("sha1")
    .update(key + KEY_SUFFIX)
    .digest("base64") as string;
}

function bytesOf(data: unknown): Bytes {
  if (typeof data === "string" || typeof data === "number") return Buffer.from(`${data}`);
  if (data === undefined || data === null) return Buffer.alloc(0);
  if (ArrayBuffer.isView(data)) return asBuffer(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return Buffer.from(data as ArrayBuffer);
}

/** A WebSocket as an emitter of events. */
export class WebSocket extends EventEmitter {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;
  binaryType = "nodebuffer";
  extensions = "";
  protocol = "";
  url = "";
  #state = 0;
  #connection: Connection | null = null;
  #request: ClientRequest | null = null;
  #isServer = false;
  #closeCode = ABNORMAL;
  #closeReason = Buffer.alloc(0);
  #hasSentClose = false;
  #timer: Timeout | null = null;
  #isPaused = false;

  /** A client; a server passes null, and attaches the connection. */
  constructor(address: string | URL | null, protocols?: string | string[] | ClientOptions, options?: ClientOptions) {
    super();
    if (address === null) {
      this.#isServer = true;
      return;
    }
    const isList = typeof protocols === "string" || Array.isArray(protocols);
    this.#start(`${address}`, isList ? [protocols].flat() : [], (isList ? options : protocols) ?? {});
  }

  get readyState(): number {
    return this.#state;
  }

  get bufferedAmount(): number {
    return this.#connection?.writableLength ?? 0;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  #start(address: string, protocols: string[], options: ClientOptions): void {
    const url = new URL(address.replace(/^ws/, "http"));
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new SyntaxError('The URL\'s protocol must be one of "ws:", "wss:", "http:", "https:", or "ws+unix:"');
    this.url = url.href.replace(/^http/, "ws");
    const key = crypto.randomBytes(16).toString("base64") as string;
    const { headers, origin, maxPayload = BYTES_MAX, handshakeTimeout, ...rest } = options;
    const fields: Record<string, string> = {
      ...headers,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
    };
    if (protocols.length > 0) fields["Sec-WebSocket-Protocol"] = protocols.join(",");
    if (origin !== undefined) fields.Origin = origin;
    const start = url.protocol === "https:" ? https.request : http.request;
    const request = start(url, {
      ...rest,
      headers: fields,
      timeout: handshakeTimeout,
      agent: rest.agent ?? false,
    } as never) as unknown as ClientRequest;
    this.#request = request;
    request.on("timeout", () => this.#fail(new Error("Opening handshake has timed out")));
    request.on("error", (error: Error) => this.#fail(error));
    request.on("response", (response: HandshakeResponse) => {
      if (this.emit("unexpected-response", request, response)) return;
      response.resume();
      this.#fail(new Error(`Unexpected server response: ${response.statusCode}`));
    });
    request.on("upgrade", (response: HandshakeResponse, connection: Connection, head: Bytes) => {
      this.emit("upgrade", response);
      if (response.headers["sec-websocket-accept"] !== acceptKey(key)) {
        connection.destroy();
        this.#fail(new Error("Invalid Sec-WebSocket-Accept header"));
        return;
      }
      this.protocol = response.headers["sec-websocket-protocol"] ?? "";
      this.attach(connection, head, maxPayload);
    });
    request.end();
  }

  #fail(error: Error): void {
    if (this.#state !== WebSocket.CONNECTING) return;
    this.#state = WebSocket.CLOSING;
    this.#request?.destroy();
    nextTick(() => {
      this.emit("error", error);
      this.#closed();
    });
  }

  /** Begins on an upgraded connection; `head` is what the peer has sent already. */
  attach(connection: Connection, head: Bytes, bytesMax: number): void {
    this.#connection = connection;
    this.#request = null;
    this.#state = WebSocket.OPEN;
    connection.setTimeout?.(0);
    connection.setNoDelay?.();
    const reader = new FrameReader(this.#isServer, bytesMax, {
      message: (data, isBinary) => this.emit("message", this.#shaped(data, isBinary), isBinary),
      control: (opcode, payload) => this.#control(opcode, payload),
    });
    const read = (chunk: Bytes) => {
      if (this.#state === WebSocket.CLOSED) return;
      try {
        reader.read(chunk);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        this.emit("error", Object.assign(new RangeError(error.message), { code: "WS_ERR_INVALID_FRAME" }));
        this.close(error.code);
        connection.end();
      }
    };
    connection.on("error", () => connection.destroy());
    connection.on("end", () => connection.end());
    connection.on("close", () => this.#closed());
    connection.on("data", read);
    this.emit("open");
    if (head.length > 0) read(head);
  }

  #shaped(data: Bytes, isBinary: boolean): unknown {
    if (!isBinary || this.binaryType === "nodebuffer") return data;
    if (this.binaryType === "fragments") return [data];
    return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  }

  #control(opcode: number, payload: Bytes): void {
    if (opcode === Opcode.PING) {
      if (this.#state === WebSocket.OPEN) this.#write(Opcode.PONG, payload);
      this.emit("ping", payload);
    } else if (opcode === Opcode.PONG) this.emit("pong", payload);
    else {
      if (payload.length === 1) throw new ProtocolError(1002, "Invalid WebSocket frame: invalid payload length 1");
      this.#closeCode = payload.length === 0 ? NO_STATUS : payload.readUInt16BE(0);
      this.#closeReason = payload.subarray(2);
      if (this.#closeCode === NO_STATUS) this.close();
      else this.close(this.#closeCode, this.#closeReason);
      // RFC 6455 §7.1.1: the server closes the connection first.
      if (this.#isServer) this.#connection!.end();
    }
  }

  #write(opcode: number, payload: Bytes, callback?: Callback): void {
    this.#connection!.write(frameOf(opcode, payload, !this.#isServer), callback);
  }

  #closed(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#state = WebSocket.CLOSED;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.emit("close", this.#closeCode, this.#closeReason);
  }

  /** Sends a message; text unless `data` is bytes or `binary` is set. */
  send(data: unknown, options?: { binary?: boolean } | Callback, callback?: Callback): void {
    const [given, done] = typeof options === "function" ? [{}, options] : [options ?? {}, callback];
    const isBinary = given.binary ?? (typeof data !== "string" && typeof data !== "number");
    this.#send(isBinary ? Opcode.BINARY : Opcode.TEXT, data, done);
  }

  ping(data?: unknown, mask?: unknown, callback?: Callback): void {
    this.#send(Opcode.PING, ...dataOf(data, mask, callback));
  }

  pong(data?: unknown, mask?: unknown, callback?: Callback): void {
    this.#send(Opcode.PONG, ...dataOf(data, mask, callback));
  }

  #send(opcode: number, data: unknown, callback?: Callback): void {
    if (this.#state === WebSocket.CONNECTING) throw new Error("WebSocket is not open: readyState 0 (CONNECTING)");
    if (this.#state !== WebSocket.OPEN) {
      callback?.(new Error(`WebSocket is not open: readyState ${this.#state} (${STATES[this.#state]})`));
      return;
    }
    this.#write(opcode, bytesOf(data), callback);
  }

  /** Begins the closing handshake. */
  close(code?: number, reason?: string | Bytes): void {
    if (this.#state === WebSocket.CLOSED || this.#hasSentClose) return;
    if (this.#state === WebSocket.CONNECTING) {
      this.#fail(new Error("WebSocket was closed before the connection was established"));
      return;
    }
    this.#state = WebSocket.CLOSING;
    this.#hasSentClose = true;
    const text = bytesOf(reason);
    const payload = Buffer.alloc(code === undefined ? 0 : 2 + text.length);
    if (code !== undefined) {
      payload.writeUInt16BE(code, 0);
      text.copy(payload, 2);
    }
    this.#write(Opcode.CLOSE, payload);
    this.#timer = setTimeout(() => this.#connection!.destroy(), CLOSE_TIMEOUT_MS);
    this.#timer.unref();
  }

  /** Ends the connection without the closing handshake. */
  terminate(): void {
    if (this.#state === WebSocket.CLOSED) return;
    if (this.#state === WebSocket.CONNECTING) this.close();
    else {
      this.#state = WebSocket.CLOSING;
      this.#connection!.destroy();
    }
  }

  pause(): void {
    this.#isPaused = true;
    this.#connection?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#connection?.resume();
  }

  addEventListener(type: string, listener: EventListener, options?: { once?: boolean }): void {
    const call = typeof listener === "function" ? listener : (event: object) => listener.handleEvent(event);
    const wrapped = Object.assign((...args: never[]) => call.call(this, this.#eventOf(type, args)), { listener });
    if (options?.once) this.once(type, wrapped as never);
    else this.on(type, wrapped as never);
  }

  removeEventListener(type: string, listener: unknown): void {
    for (const one of this.listeners(type) as { listener?: unknown }[])
      if (one === listener || one.listener === listener) this.removeListener(type, one as never);
    for (const one of this.rawListeners(type) as { listener?: unknown }[])
      if (one.listener === listener) this.removeListener(type, one as never);
  }

  #eventOf(type: string, args: unknown[]): object {
    const event: Record<string, unknown> = { type, target: this };
    if (type === "message") event.data = args[1] === false ? `${args[0]}` : args[0];
    else if (type === "close")
      Object.assign(event, { code: args[0], reason: `${args[1]}`, wasClean: args[0] !== ABNORMAL });
    else if (type === "error") Object.assign(event, { error: args[0], message: (args[0] as Error).message });
    return event;
  }

  static createWebSocketStream(this: void): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED("createWebSocketStream of the builtin module ws");
  }
}

/** The arguments of `ping` and `pong`, whose last one is the callback. */
function dataOf(data: unknown, mask: unknown, callback?: Callback): [unknown, Callback | undefined] {
  if (typeof data === "function") return [undefined, data as Callback];
  return [data, typeof mask === "function" ? (mask as Callback) : callback];
}

for (const [code, state] of STATES.entries())
  Object.defineProperty(WebSocket.prototype, state, { value: code, enumerable: true });

const assigned = new WeakMap<object, Record<string, unknown>>();

for (const type of HANDLERS) {
  Object.defineProperty(WebSocket.prototype, `on${type}`, {
    get(this: WebSocket) {
      return assigned.get(this)?.[type] ?? null;
    },
    set(this: WebSocket, handler: unknown) {
      const all = assigned.get(this) ?? {};
      if (all[type]) this.removeEventListener(type, all[type]);
      all[type] = typeof handler === "function" ? handler : null;
      assigned.set(this, all);
      if (all[type]) this.addEventListener(type, all[type] as EventListener);
    },
    enumerable: true,
    configurable: true,
  });
}
