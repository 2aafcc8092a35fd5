// http.ClientRequest: the request of a client. This file has its options and methods; `client_socket.ts` handles the events of its
// socket. https://nodejs.org/api/http.html#class-httpclientrequest
import { pinned, safe } from "internal:core/bootstrap";
import { Buffer } from "internal:node/buffer";
import { URL } from "web:url";
import {
  ERR_HTTP_HEADERS_SENT,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_HTTP_TOKEN,
  ERR_INVALID_PROTOCOL,
  ERR_UNESCAPED_CHARACTERS,
} from "internal:core/errors";
import { validateBoolean, validateInteger, validateOneOf } from "internal:core/validators";
import { addAbortSignal } from "internal:node/streams/add_abort_signal";
import { nextTick } from "internal:core/ticks";
import { isURL, urlToHttpOptions } from "internal:web/file_urls";
import {
  Agent,
  type AgentClass,
  type ConnectionOptions,
  globalAgent,
  kProxy,
  type kRequestOptions,
  type kRequestScope,
  type OnSocket,
} from "internal:node/http/agent";
import type { Scope } from "internal:core/async/context";
import type { CallableClass } from "internal:node/http/callable_class";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ClientSocket, MessageSocket } from "internal:node/http/message_socket";
import type { StreamParser } from "internal:node/http/stream_parser";
import type { AbortSignal } from "web:abort";
import { findChannel } from "internal:core/diagnostics/channel";
import { isToken } from "internal:node/http/fields";
import { type HeadersInit, OutgoingMessage } from "internal:node/http/outgoing";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import {
  attachSocket,
  emitErrorEvent,
  failWithoutSocket,
  listenSocketTimeout,
  reserveSocket,
} from "internal:node/http/client_socket";
import { kDestroyError, kOfFetch, kOutHeaders, kUniqueHeaders } from "internal:node/http/symbols";
import { timerDuration } from "internal:node/http/timer_duration";
import defer * as net from "internal:node/net";
import defer * as proxying from "internal:node/http/proxy_request";

const forbiddenInPath = /[^\u0021-\u00ff]/;
/** Methods whose requests have no chunked body by default. */
const bodiless = pinned(new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]));
export const kPath: unique symbol = Symbol("kPath");

/** Options of a request, before they are checked. Those of its connection are passed on. */
export interface RequestOptions {
  [name: string]: unknown;
  _defaultAgent?: Agent;
  agent?: Agent | boolean | null;
  auth?: string;
  createConnection?: (options: object, callback: OnSocket) => ClientSocket | undefined;
  defaultPort?: number;
  headers?: Record<string, unknown> | unknown[];
  host?: string | null;
  hostname?: string | null;
  httpValidation?: string;
  insecureHTTPParser?: boolean;
  joinDuplicateHeaders?: boolean;
  maxHeaderSize?: number;
  method?: string | null;
  path?: string | null;
  port?: number | string;
  protocol?: string;
  setDefaultHeaders?: boolean;
  setHost?: boolean;
  signal?: AbortSignal;
  socketPath?: string;
  timeout?: number;
  uniqueHeaders?: unknown;
}

/** An instance of `http.ClientRequest`. */
export interface ClientRequest extends OutgoingMessage {
  [kPath]: string;
  [kDestroyError]: unknown;
  [kRequestOptions]?: ConnectionOptions;
  [kRequestScope]?: Scope | null;
  agent: Agent | null | undefined;
  method: string;
  path: string;
  host: string;
  protocol: string;
  res: IncomingMessage | null;
  aborted: boolean;
  timeout?: number;
  /** The listener of the socket's "timeout", once the request needs it. */
  timeoutCb: (() => void) | null;
  upgradeOrConnect: boolean;
  parser: StreamParser | null;
  maxHeadersCount: number | null;
  maxHeaderSize: number | undefined;
  insecureHTTPParser: boolean | undefined;
  httpValidation: string | undefined;
  joinDuplicateHeaders: boolean | undefined;
  socketPath: string | undefined;
  reusedSocket: boolean;
  /** The response is complete. */
  _ended: boolean;
  onSocket(socket: ClientSocket | null | undefined, error?: unknown): void;
  abort(): void;
  clearTimeout(callback?: () => void): void;
  setNoDelay(noDelay?: boolean): void;
  setSocketKeepAlive(enable?: boolean, initialDelay?: number): void;
  _deferToConnect(method: string | undefined, args: unknown[] | undefined, callback?: () => void): void;
}
export type ResponseListener = (response: IncomingMessage) => void;
export type RequestInput = string | URL | RequestOptions | null | undefined;
type ClientRequestClass = CallableClass<
  ClientRequest,
  [input?: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener]
>;

/** `http.ClientRequest`. Arguments: (url, options, callback); one of the first two may be omitted. */
export const ClientRequest = function ClientRequest(
  this: ClientRequest,
  input?: any,
  options?: any,
  callback?: ResponseListener,
): ClientRequest | void {
  if (!((this as unknown) instanceof ClientRequest))
    return new (ClientRequest as unknown as ClientRequestClass)(input, options, callback);
  OutgoingMessage.call(this);
  if (typeof input === "string") {
    input = urlToHttpOptions(new URL(input));
  } else if (isURL(input)) {
    input = urlToHttpOptions(input);
  } else {
    callback = options;
    options = input;
    input = null;
  }
  if (typeof options === "function") {
    callback = options;
    options = input || {};
  } else {
    options = safe.assign(input || {}, options);
  }
  const defaultAgent = options._defaultAgent || globalAgent();
  this.agent = chooseAgent(options, defaultAgent);
  const target = readTarget(this, options, defaultAgent);
  readOptions(this, options);
  if (callback) this.once("response", callback);
  const { method } = this;
  this.useChunkedEncodingByDefault = !bodiless.has(method);
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = target.host;
  this.protocol = target.protocol;
  if (this.agent) {
    // Without keep-alive and without a limit on sockets, the connection would not be used again.
    const isReused = this.agent.keepAlive || safe.isFinite(this.agent.maxSockets);
    this._last = !isReused;
    this.shouldKeepAlive = isReused;
  }
  const proxy = this.agent?.[kProxy] ?? null;
  const forProxy = proxy !== null && this.protocol === "http:" ? proxying.rewrite(this, proxy, options) : undefined;
  this[kUniqueHeaders] = parseUniqueHeaders(options.uniqueHeaders);
  setDefaultHeaders(this, options, target, forProxy);
  connect(this, options);
  const channel = findChannel("http.client.request.created");
  if (channel?.hasSubscribers && !this.agent?.[kOfFetch]) channel.publish({ request: this });
} as unknown as ClientRequestClass;
safe.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
safe.setPrototypeOf(ClientRequest, OutgoingMessage);
const prototype = ClientRequest.prototype;

safe.defineProperty(prototype, "path", {
  get(this: ClientRequest) {
    return this[kPath];
  },
  set(this: ClientRequest, value: unknown) {
    const path = String(value);
    if (forbiddenInPath.test(path)) throw new ERR_UNESCAPED_CHARACTERS("Request path");
    this[kPath] = path;
  },
  enumerable: true,
  configurable: true,
});

interface Target {
  host: string;
  port: number | string;
  defaultPort: number | undefined;
  protocol: string;
  setsHost: boolean;
}

function chooseAgent(options: RequestOptions, defaultAgent: Agent): Agent | null | undefined {
  const { agent } = options;
  if (agent === false) return new (defaultAgent.constructor as AgentClass)();
  if (agent === null || agent === undefined)
    return typeof options.createConnection === "function" ? agent : defaultAgent;
  if (typeof (agent as Agent).addRequest !== "function") {
    throw new ERR_INVALID_ARG_TYPE("options.agent", ["Agent-like Object", "undefined", "false"], agent);
  }
  return agent as Agent;
}

function readTarget(request: ClientRequest, options: RequestOptions, defaultAgent: Agent): Target {
  const { agent } = request;
  const protocol = options.protocol || defaultAgent.protocol;
  const expected = agent?.protocol || defaultAgent.protocol;
  request.path = options.path || "/";
  if (protocol !== expected) throw new ERR_INVALID_PROTOCOL(protocol, expected);
  const defaultPort = options.defaultPort || agent?.defaultPort;
  const port = (options.port = options.port || defaultPort || 80);
  const host = (options.host =
    validHost(options.hostname, "hostname") || validHost(options.host, "host") || "localhost");
  const setsHost = options.setHost !== undefined ? Boolean(options.setHost) : options.setDefaultHeaders !== false;
  return { host, port, defaultPort, protocol, setsHost };
}

function validHost(host: unknown, name: string): string | null | undefined {
  if (host !== null && host !== undefined && typeof host !== "string") {
    throw new ERR_INVALID_ARG_TYPE(`options.${name}`, ["string", "undefined", "null"], host);
  }
  return host;
}

function readOptions(request: ClientRequest, options: RequestOptions): void {
  const bare = options.setDefaultHeaders === false;
  request._removedConnection = bare;
  request._removedContLen = bare;
  request._removedTE = bare;
  request.socketPath = options.socketPath;
  if (options.timeout !== undefined) request.timeout = timerDuration(options.timeout, "timeout");
  if (options.signal) addAbortSignal(options.signal, request);
  const { method, insecureHTTPParser } = options;
  if (method !== null && method !== undefined && typeof method !== "string") {
    throw new ERR_INVALID_ARG_TYPE("options.method", "string", method);
  }
  if (method && !isToken(method)) throw new ERR_INVALID_HTTP_TOKEN("Method", method);
  request.method = method ? method.toUpperCase() : "GET";
  request.maxHeaderSize = options.maxHeaderSize;
  if (options.maxHeaderSize !== undefined) validateInteger(options.maxHeaderSize, "maxHeaderSize", 0);
  if (insecureHTTPParser !== undefined) validateBoolean(insecureHTTPParser, "options.insecureHTTPParser");
  request.insecureHTTPParser = insecureHTTPParser;
  if (options.httpValidation !== undefined) {
    validateOneOf(options.httpValidation, "options.httpValidation", ["strict", "relaxed", "insecure"]);
  }
  request.httpValidation = options.httpValidation;
  if (options.joinDuplicateHeaders !== undefined)
    validateBoolean(options.joinDuplicateHeaders, "options.joinDuplicateHeaders");
  request.joinDuplicateHeaders = options.joinDuplicateHeaders;
}

function setDefaultHeaders(
  request: ClientRequest,
  options: RequestOptions,
  target: Target,
  forProxy: Record<string, string> | undefined,
): void {
  const { headers } = options;
  if (safe.isArray(headers)) {
    // An array is sent unchanged.
    const all =
      forProxy === undefined
        ? headers
        : headers.concat(safe.isArray(headers[0]) ? safe.entries(forProxy) : safe.entries(forProxy).flat());
    storeFirstLine(request, all);
    return;
  }
  if (headers) for (const name of safe.keys(headers)) request.setHeader(name, headers[name]);
  if (target.host && target.setsHost && !request.getHeader("host")) request.setHeader("Host", hostHeader(target));
  if (forProxy !== undefined) for (const name of safe.keys(forProxy)) request.setHeader(name, forProxy[name]);
  if (options.auth && !request.getHeader("Authorization")) {
    request.setHeader("Authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`);
  }
  if (request.getHeader("expect")) {
    if (request._header) throw new ERR_HTTP_HEADERS_SENT("render");
    storeFirstLine(request, request[kOutHeaders]);
  }
}

function hostHeader({ host, port, defaultPort }: Target): string {
  // RFC 3986 §3.2.2: an IPv6 address is enclosed in brackets.
  const isAddress =
    safe.includes(host, ":") && safe.indexOf(host, ":") !== safe.lastIndexOf(host, ":") && host[0] !== "[";
  const name = isAddress ? `[${host}]` : host;
  return port && Number(port) !== defaultPort ? `${name}:${port}` : name;
}

function storeFirstLine(request: ClientRequest, headers: HeadersInit): void {
  request._storeHeader(`${request.method} ${request.path} HTTP/1.1\r\n`, headers);
}

function connect(request: ClientRequest, options: RequestOptions & ConnectionOptions): void {
  // The signal applies to the request only: the socket may be used by other requests after it.
  const target = options.signal ? { ...options, signal: undefined } : options;
  if (options.signal) delete target.signal;
  if (request.agent) {
    request.agent.addRequest(request, target);
    return;
  }
  request._last = true;
  request.shouldKeepAlive = false;
  let socketOptions = target;
  if (target.path || target.socketPath) {
    socketOptions = { ...target };
    if (target.socketPath) socketOptions.path = target.socketPath;
    else delete socketOptions.path;
  }
  if (typeof options.createConnection !== "function") {
    request.onSocket(net.default.createConnection(socketOptions));
    return;
  }
  let isDone = false;
  const onCreated: OnSocket = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) nextTick(emitErrorEvent, request, error);
    else request.onSocket(socket);
  };
  try {
    const socket = options.createConnection(socketOptions, onCreated);
    if (socket) onCreated(null, socket);
  } catch (error) {
    onCreated(error);
  }
}

/** Called with the socket of the request, or with the error of connecting. */
prototype.onSocket = function onSocket(
  this: ClientRequest,
  socket: ClientSocket | null | undefined,
  error?: unknown,
): void {
  if (socket && !error) reserveSocket(this, socket);
  nextTick(useSocket, this, socket, error);
};

function useSocket(request: ClientRequest, socket: ClientSocket | null | undefined, error: unknown): void {
  if (request.destroyed || error) {
    failWithoutSocket(request, socket, error);
    return;
  }
  attachSocket(request, socket!);
  request._flush();
}

prototype._finish = function _finish(this: ClientRequest): void {
  OutgoingMessage.prototype._finish.call(this);
  const channel = findChannel("http.client.request.start");
  if (channel?.hasSubscribers && !this.agent?.[kOfFetch]) channel.publish({ request: this });
};

prototype._implicitHeader = function _implicitHeader(this: ClientRequest): void {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("render");
  storeFirstLine(this, this[kOutHeaders]);
};

/** Aborts the request. */
prototype.abort = function abort(this: ClientRequest): void {
  if (this.aborted) return;
  this.aborted = true;
  nextTick(emitAbort, this);
  this.destroy();
};

function emitAbort(request: ClientRequest): void {
  request.emit("abort");
}

prototype.destroy = function destroy(this: ClientRequest, error?: unknown) {
  if (this.destroyed) return this;
  this.destroyed = true;
  // The rest of the response is not read.
  this.res?._dump();
  // Both messages are complete: the socket is returned to the agent, and its errors would have no listener.
  if (this.writableFinished && this.res?.complete) return this;
  this[kDestroyError] = error;
  this.socket?.destroy(error);
  return this;
};

/** Emits "timeout" when the socket was idle for `msecs`; 0 switches that off. */
prototype.setTimeout = function setTimeout(this: ClientRequest, msecs: number, callback?: () => void) {
  if (this._ended) return this;
  listenSocketTimeout(this);
  const duration = timerDuration(msecs, "msecs");
  if (callback) this.once("timeout", callback);
  if (this.socket) setSocketTimeout(this.socket, duration);
  else this.once("socket", (socket: ClientSocket) => setSocketTimeout(socket, duration));
  return this;
};

function setSocketTimeout(socket: MessageSocket | ClientSocket, msecs: number): void {
  if (socket.connecting) socket.once("connect", () => socket.setTimeout(msecs));
  else socket.setTimeout(msecs);
}

prototype.clearTimeout = function clearTimeout(this: ClientRequest, callback?: () => void): void {
  this.setTimeout(0, callback);
};

/** Calls a method of the socket once it is connected, then `callback`. With an undefined name only `callback` is called. */
prototype._deferToConnect = function _deferToConnect(
  this: ClientRequest,
  method: string | undefined,
  args: unknown[] | undefined,
  callback?: () => void,
): void {
  onConnected(this, (socket) => {
    if (method) (socket as unknown as Record<string, (...args: unknown[]) => void>)[method]!(...(args ?? []));
    callback?.();
  });
};

prototype.setNoDelay = function setNoDelay(this: ClientRequest, noDelay?: boolean): void {
  onConnected(this, (socket) => socket.setNoDelay(noDelay));
};

prototype.setSocketKeepAlive = function setSocketKeepAlive(
  this: ClientRequest,
  enable?: boolean,
  initialDelay?: number,
): void {
  onConnected(this, (socket) => socket.setKeepAlive(enable, initialDelay));
};

function onConnected(request: ClientRequest, act: (socket: MessageSocket) => void): void {
  const onSocket = (): void => {
    const socket = request.socket!;
    if (socket.writable && !socket.connecting) act(socket);
    else socket.once("connect", () => act(socket));
  };
  if (request.socket) onSocket();
  else request.once("socket", onSocket);
}

/** `http.request`. */
export function request(url: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener) {
  return new ClientRequest(url, options, callback);
}

/** `http.get`: a request without a body that is ended at once. */
export function get(url: RequestInput, options?: RequestOptions | ResponseListener, callback?: ResponseListener) {
  const made = request(url, options, callback);
  made.end();
  return made;
}

export { Agent };
