// The WebSockets of Bun.serve, and the topics of its server.
import { MessageKind } from "native:http_server";
import { closeWebSocket, destroy, endpoints, sendMessage, waitingBytes } from "native:http_server";
import { addSocket, type WebSocketEvents } from "internal:http_server/websockets";
import {
  byteLength,
  checkBytes,
  checkControl,
  checkMessage,
  checkText,
  checkTopic,
  compressed,
  kindOf,
  toMessage,
} from "internal:bun/websocket_messages";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import defer * as adopting from "internal:core/buffer/adopt";
import defer * as blobs from "web:blob";
import defer * as uncaught from "internal:core/uncaught";
import defer * as bunErrors from "internal:bun/errors";

const OPEN = 1;
const CLOSED = 3;
const BACKPRESSURE_BYTES_MAX = 16 * 1024 * 1024;
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const IDLE_TIMEOUT_S = 120;
const IDLE_TIMEOUT_MAX_S = 960;
const NORMAL_CLOSURE = 1000;
const CLOSE_CODE_MAX = 4999;

/** The `websocket` option of Bun.serve, read once. */
export interface SocketHandlers {
  open: ((socket: ServerWebSocket) => void) | undefined;
  message: ((socket: ServerWebSocket, data: unknown) => void) | undefined;
  close: ((socket: ServerWebSocket, code: number, reason: string) => void) | undefined;
  drain: ((socket: ServerWebSocket) => void) | undefined;
  ping: ((socket: ServerWebSocket, data: unknown) => void) | undefined;
  pong: ((socket: ServerWebSocket, data: unknown) => void) | undefined;
  /** Receives what the other handlers throw. */
  error: ((error: unknown, socket: ServerWebSocket) => void) | undefined;
  messageBytesMax: number;
  backpressureBytesMax: number;
  closesOnBackpressure: boolean;
  idleTimeoutMs: number;
  sendsPings: boolean;
  publishesToSelf: boolean;
  compresses: boolean;
}

type Handlers = Pick<SocketHandlers, "open" | "message" | "close" | "drain" | "ping" | "pong" | "error">;
/** The option as programs pass it, unchecked but for the handlers' signatures. */
export interface SocketOption extends Handlers {
  perMessageDeflate?: unknown;
  idleTimeout?: unknown;
  maxPayloadLength?: unknown;
  backpressureLimit?: unknown;
  closeOnBackpressureLimit?: unknown;
  sendPings?: unknown;
  publishToSelf?: unknown;
}

/** Reads the option. Throws a TypeError (ERR_INVALID_ARG_TYPE) for a member of the wrong kind. */
export function readHandlers(option: SocketOption): SocketHandlers {
  if (typeof option !== "object" || option === null) throw bunErrors.invalid("Expected websocket to be an object");
  const { open, message, close, drain, ping, pong, error, perMessageDeflate } = option;
  for (const name of ["open", "message", "close", "drain", "ping", "pong", "error"] as const) {
    if (option[name] !== undefined && option[name] !== null && typeof option[name] !== "function")
      throw bunErrors.invalid(`websocket expects a function for the '${name}' option`);
  }
  if (
    perMessageDeflate !== undefined &&
    perMessageDeflate !== null &&
    typeof perMessageDeflate !== "boolean" &&
    typeof perMessageDeflate !== "object"
  ) {
    throw bunErrors.invalid("websocket expects perMessageDeflate to be a boolean or an object");
  }
  const idleTimeout = readCount(option, "idleTimeout", IDLE_TIMEOUT_S);
  if (idleTimeout > IDLE_TIMEOUT_MAX_S)
    throw bunErrors.invalid(`websocket expects idleTimeout to be ${IDLE_TIMEOUT_MAX_S} or less`);
  return {
    open,
    message,
    close,
    drain,
    ping,
    pong,
    error,
    messageBytesMax: readCount(option, "maxPayloadLength", MESSAGE_BYTES_MAX),
    backpressureBytesMax: readCount(option, "backpressureLimit", BACKPRESSURE_BYTES_MAX),
    closesOnBackpressure: readFlag(option, "closeOnBackpressureLimit", false),
    idleTimeoutMs: idleTimeout * 1000,
    sendsPings: readFlag(option, "sendPings", true),
    publishesToSelf: readFlag(option, "publishToSelf", false),
    compresses: perMessageDeflate !== undefined && perMessageDeflate !== false && perMessageDeflate !== null,
  };
}

function readCount(option: SocketOption, name: keyof SocketOption, otherwise: number): number {
  const value = option[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== "number" || Number.isNaN(value))
    throw bunErrors.invalid(`websocket expects ${name} to be an integer`);
  return Math.max(0, Math.trunc(value));
}

function readFlag(option: SocketOption, name: keyof SocketOption, otherwise: boolean): boolean {
  const value = option[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== "boolean") throw bunErrors.invalid(`websocket expects ${name} to be a boolean`);
  return value;
}

/** The subscribers of each topic. */
export class Topics {
  /** The server stops: its sockets no longer publish. */
  isStopped = false;
  #members = new Map<string, Set<ServerWebSocket>>();

  add(topic: string, socket: ServerWebSocket): void {
    const members = this.#members.get(topic);
    if (members === undefined) this.#members.set(topic, new Set([socket]));
    else members.add(socket);
  }

  remove(topic: string, socket: ServerWebSocket): void {
    const members = this.#members.get(topic);
    if (members === undefined) return;
    members.delete(socket);
    if (members.size === 0) this.#members.delete(topic);
  }

  count(topic: string): number {
    return this.#members.get(topic)?.size ?? 0;
  }

  /**
   * Sends to all subscribers but one. Returns the bytes of the message; -1 when it is buffered for one of them (back-pressure), 0 when
   * one of them misses it, and without subscribers.
   */
  publish(topic: string, data: unknown, kind: number, except: ServerWebSocket | null): number {
    const members = this.#members.get(topic);
    if (members === undefined) return 0;
    const message = toMessage(data);
    let result: number | null = null;
    for (const member of members) {
      if (member === except) continue;
      // 0: a client over its back-pressure limit misses the message.
      const sent = writeTo(member, message, kind);
      result = result === null ? sent : worse(result, sent);
    }
    return result ?? 0;
  }
}

/** The worse of two results of sending: a lost message, then a buffered one. */
function worse(first: number, second: number): number {
  if (first === 0 || second === 0) return 0;
  return Math.min(first, second);
}

let writeTo: (socket: ServerWebSocket, message: string | Uint8Array, kind: number) => number;
/** Calls the handler `open`. */
export let begin: (socket: ServerWebSocket) => void;
/** Makes the WebSocket of a connection whose handshake is done. */
export let makeSocket: (
  connection: number,
  data: unknown,
  handlers: () => SocketHandlers,
  topics: Topics,
  onClosed: () => void,
) => ServerWebSocket;

export class ServerWebSocket {
  #connection: number;
  #handlers: () => SocketHandlers;
  #topics: Topics;
  #subscriptions: Set<string> | null = null;
  #readyState = OPEN;
  #binaryType = "nodebuffer";
  #data: unknown;
  #onClosed: () => void;
  #isBlocked = false;

  constructor(connection: number, data: unknown, handlers: () => SocketHandlers, topics: Topics, onClosed: () => void) {
    this.#connection = connection;
    this.#data = data;
    this.#handlers = handlers;
    this.#topics = topics;
    this.#onClosed = onClosed;
  }

  static {
    begin = (socket) => socket.#open();
    writeTo = (socket, message, kind) => socket.#write(message, kind);
    makeSocket = (connection, data, handlers, topics, onClosed) => {
      const socket = new ServerWebSocket(connection, data, handlers, topics, onClosed);
      addSocket(connection, socket.#end());
      return socket;
    };
  }

  // Separate from the public object, which has none of these members.
  #end(): WebSocketEvents {
    return {
      message: (kind, data, code) => this.#receive(kind, data, code),
      drained: () => this.#drained(),
      closed: () => this.#closed(1006, ""),
      stopped: (code, reason) => this.#closed(code, reason),
    };
  }

  #open(): void {
    try {
      this.#handlers().open?.(this);
    } catch (error) {
      // Not a failure of the request: its response is sent.
      try {
        this.terminate();
      } catch (second) {
        uncaught.handle(second);
      }
      try {
        this.#fail(error);
      } catch (last) {
        uncaught.handle(last);
      }
    }
  }

  get data(): unknown {
    return this.#data;
  }
  set data(value: unknown) {
    this.#data = value;
  }
  get readyState(): number {
    return this.#readyState;
  }
  get remoteAddress(): string | undefined {
    if (this.#readyState === CLOSED) return undefined;
    return endpoints(this.#connection)[0] ?? "";
  }
  get binaryType(): string {
    return this.#binaryType;
  }
  set binaryType(value: string) {
    if (value !== "nodebuffer" && value !== "arraybuffer" && value !== "uint8array" && value !== "blob")
      throw new Error('binaryType must be either "uint8array", "arraybuffer", "nodebuffer" or "blob"');
    this.#binaryType = value;
  }
  get subscriptions(): string[] {
    return this.#subscriptions === null ? [] : [...this.#subscriptions];
  }

  /** Sends a string or bytes. Returns the bytes sent, -1 when they are buffered (back-pressure), 0 when they were dropped. */
  send(data: unknown, compress?: boolean): number {
    checkMessage("send", arguments.length, data);
    return this.#send(data, kindOf(data) | compressed("send", compress));
  }
  sendText(data: string, compress?: boolean): number {
    const flag = compressed("sendText", compress);
    checkText("sendText", data);
    return this.#send(data, MessageKind.TEXT | flag);
  }
  sendBinary(data: unknown, compress?: boolean): number {
    const flag = compressed("sendBinary", compress);
    checkBytes("sendBinary", data);
    return this.#send(data, MessageKind.BINARY | flag);
  }
  ping(data: unknown = ""): number {
    checkControl("ping", data);
    return this.#send(data ?? "", MessageKind.PING);
  }
  pong(data: unknown = ""): number {
    checkControl("pong", data);
    return this.#send(data ?? "", MessageKind.PONG);
  }

  #send(data: unknown, kind: number): number {
    if (this.#readyState !== OPEN) return 0;
    return this.#write(toMessage(data), kind);
  }

  #write(message: string | Uint8Array, kind: number): number {
    if (this.#isBlocked && !this.#hasCapacity()) return 0;
    const waiting = sendMessage(this.#connection, message, kind);
    if (waiting < 0) return 0;
    if (waiting > 0) {
      this.#isBlocked = true;
      return -1;
    }
    return byteLength(message);
  }

  #hasCapacity(): boolean {
    const { backpressureBytesMax, closesOnBackpressure } = this.#handlers();
    const waiting = waitingBytes(this.#connection);
    if (waiting === 0) this.#isBlocked = false;
    if (waiting <= backpressureBytesMax || backpressureBytesMax === 0) return true;
    if (closesOnBackpressure) this.terminate();
    return false;
  }

  /** Starts the closing handshake with a code and a reason. */
  close(code?: number, reason?: string): void {
    if (this.#readyState !== OPEN) return;
    if (code !== undefined && code !== null && typeof code !== "number")
      throw bunErrors.invalid("close requires a numeric code or undefined");
    const number = code === undefined || code === null ? NORMAL_CLOSURE : Math.trunc(Number(code));
    const isSendable = number >= NORMAL_CLOSURE && number <= CLOSE_CODE_MAX;
    closeWebSocket(
      this.#connection,
      isSendable ? number : NORMAL_CLOSURE,
      reason === undefined ? "" : `${reason}`,
      true,
    );
    this.#closed(number, reason === undefined ? "" : `${reason}`);
  }

  /** Closes the connection without a closing handshake. */
  terminate(): void {
    if (this.#readyState !== OPEN) return;
    destroy(this.#connection, 0, false);
    this.#closed(1006, "");
  }

  subscribe(topic: string): boolean {
    checkTopic("subscribe", arguments.length, topic);
    if (this.#readyState !== OPEN) return false;
    (this.#subscriptions ??= new Set()).add(topic);
    this.#topics.add(topic, this);
    return true;
  }
  unsubscribe(topic: string): boolean {
    checkTopic("unsubscribe", arguments.length, topic);
    if (this.#subscriptions === null || !this.#subscriptions.delete(topic)) return false;
    this.#topics.remove(topic, this);
    return true;
  }
  isSubscribed(topic: string): boolean {
    checkTopic("isSubscribed", arguments.length, topic);
    return this.#subscriptions !== null && this.#subscriptions.has(topic);
  }
  /** Sends to all that subscribed to `topic`; to this one only with `publishToSelf`. */
  publish(topic: string, data: unknown, compress?: boolean): number {
    checkTopic("publish", arguments.length, topic);
    checkMessage("publish", arguments.length, data);
    return this.#publish(topic, data, kindOf(data) | compressed("publish", compress));
  }
  publishText(topic: string, data: string, compress?: boolean): number {
    checkTopic("publishText", arguments.length, topic);
    const flag = compressed("publishText", compress);
    checkText("publishText", data);
    return this.#publish(topic, data, MessageKind.TEXT | flag);
  }
  publishBinary(topic: string, data: unknown, compress?: boolean): number {
    checkTopic("publishBinary", arguments.length, topic);
    const flag = compressed("publishBinary", compress);
    checkBytes("publishBinary", data);
    return this.#publish(topic, data, MessageKind.BINARY | flag);
  }
  // A closed socket can still publish, in its handler `close` and later.
  #publish(topic: string, data: unknown, kind: number): number {
    if (this.#topics.isStopped) return 0;
    return this.#topics.publish(topic, data, kind, this.#handlers().publishesToSelf ? null : this);
  }

  /** Bytes that are buffered. */
  getBufferedAmount(): number {
    return this.#readyState === CLOSED ? 0 : waitingBytes(this.#connection);
  }
  /** Calls `callback` with this. It needs no batching of its own: everything sent in one turn is written together. */
  cork(callback: (socket: this) => unknown): unknown {
    if (typeof callback !== "function") throw new ERR_INVALID_ARG_TYPE("callback", "function", callback);
    return callback(this);
  }

  #receive(kind: number, data: string | Uint8Array, code: number): void {
    if (kind === MessageKind.CLOSE) return this.#closed(code, data as string);
    const handlers = this.#handlers();
    try {
      if (kind === MessageKind.TEXT) handlers.message?.(this, data);
      else if (kind === MessageKind.BINARY) handlers.message?.(this, this.#binary(data as Uint8Array));
      else if (kind === MessageKind.PING) handlers.ping?.(this, this.#binary(data as Uint8Array));
      else handlers.pong?.(this, this.#binary(data as Uint8Array));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Calls the handler `error` with what another handler threw; without one it is uncaught. */
  #fail(error: unknown): void {
    const { error: handler } = this.#handlers();
    if (handler === undefined || handler === null) throw error;
    handler(error, this);
  }

  #binary(bytes: Uint8Array): unknown {
    if (this.#binaryType === "uint8array") return bytes;
    if (this.#binaryType === "arraybuffer")
      return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
    return this.#binaryType === "blob" ? new blobs.Blob([bytes]) : adopting.asBuffer(bytes);
  }

  #drained(): void {
    this.#isBlocked = false;
    if (this.#readyState !== OPEN) return;
    try {
      this.#handlers().drain?.(this);
    } catch (error) {
      this.#fail(error);
    }
  }

  #closed(code: number, reason: string): void {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    if (this.#subscriptions !== null) for (const topic of this.#subscriptions) this.#topics.remove(topic, this);
    this.#subscriptions = null;
    try {
      this.#handlers().close?.(this, code, reason);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#onClosed();
    }
  }
}
