// http.Agent: the connection pool of a client. Used sockets, free sockets and queued requests are stored by the name of their target.
// https://nodejs.org/api/http.html#class-httpagent
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateNumber, validateOneOf, validateString } from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { capture, enter, leave } from "internal:core/async/context";
import { setRequestSocket } from "internal:node/http/agent_sockets";
import { debug, mayDebug } from "internal:node/http/debug";
import { kOfFetch } from "internal:node/http/symbols";
import { usesEnvironmentProxies } from "internal:web/fetch/env_proxy";
import type { CallableClass } from "internal:node/http/callable_class";
import type { ClientRequest } from "internal:node/http/client_request";
import type { ClientSocket } from "internal:node/http/message_socket";
import { type ProxyConfig, type ProxyEnvironment, proxyOf } from "internal:node/http/proxy_config";
import defer * as net from "internal:node/net";
import defer * as processes from "internal:node/process";
import defer * as proxying from "internal:node/http/proxy_request";

/** Of a queued request: the options of the connection that it needs. */
export const kRequestOptions: unique symbol = Symbol("requestOptions");
/** Of a queued request: the asynchronous context that it was made in. */
export const kRequestScope: unique symbol = Symbol("requestScope");
/** The proxy that the requests of this agent are sent to, or null. */
export const kProxy: unique symbol = Symbol("proxyConfig");
/** In the options of a connection: whether a proxy's tunnel is kept alive for further requests. */
export const kKeepsTunnel: unique symbol = Symbol("keepsTunnel");
const kOnKeylog: unique symbol = Symbol("onkeylog");

const MAX_FREE_SOCKETS = 256;
const KEEP_ALIVE_MS = 1000;
/** How much earlier than the server a client closes an idle connection. */
const SERVER_HINT_BUFFER_MS = 1000;

/** Options of an agent, which are also defaults of its connections. Programs may pass others. */
export interface AgentOptions {
  [name: string]: unknown;
  keepAlive?: boolean;
  keepAliveMsecs?: number;
  maxSockets?: number;
  maxFreeSockets?: number;
  maxTotalSockets?: number;
  scheduling?: "fifo" | "lifo";
  timeout?: number;
  noDelay?: boolean;
  agentKeepAliveTimeoutBuffer?: number;
  proxyEnv?: ProxyEnvironment;
  path?: string | null;
}

/** Options of a connection: those of net.connect or tls.connect, and of the request that it is opened for. */
export interface ConnectionOptions {
  [name: string]: unknown;
  host: string;
  port: number | string;
  path?: string | null;
  socketPath?: string;
  localAddress?: string;
  family?: number;
  highWaterMark?: number | null;
  timeout?: number;
  servername?: string;
  encoding?: string | null;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  _agentKey?: string;
  [kKeepsTunnel]?: boolean;
}

/** Is called with the new socket, or with an error. A connection that could not be made may have a socket, too. */
export type OnSocket = (error: unknown, socket?: ClientSocket | null) => void;

/** An instance of `http.Agent`. */
export interface Agent extends EventEmitter {
  [kProxy]: ProxyConfig | null;
  [kOfFetch]?: boolean;
  [kOnKeylog]: ((this: ClientSocket, line: unknown) => void) | null;
  defaultPort: number;
  protocol: string;
  options: AgentOptions;
  /** Requests that wait for a socket. */
  requests: Record<string, ClientRequest[]>;
  sockets: Record<string, ClientSocket[]>;
  freeSockets: Record<string, ClientSocket[]>;
  keepAlive: boolean;
  keepAliveMsecs: number;
  maxSockets: number;
  maxFreeSockets: number;
  maxTotalSockets: number | undefined;
  scheduling: "fifo" | "lifo";
  totalSocketCount: number;
  agentKeepAliveTimeoutBuffer: number;
  createConnection(options: ConnectionOptions, callback?: OnSocket): ClientSocket | undefined;
  getName(options?: Partial<ConnectionOptions>): string;
  addRequest(request: ClientRequest, options: ConnectionOptions | string, port?: number, localAddress?: string): void;
  createSocket(request: ClientRequest, options: ConnectionOptions, callback: OnSocket): void;
  removeSocket(socket: ClientSocket, options: ConnectionOptions): void;
  keepSocketAlive(socket: ClientSocket): boolean;
  reuseSocket(socket: ClientSocket, request: ClientRequest): void;
  destroy(): void;
  [kTakeFree](name: string): ClientSocket | undefined;
}
/** The class: also of https.Agent, and of agents that programs derive. */
export type AgentClass = CallableClass<Agent, [options?: AgentOptions]> & { defaultMaxSockets: number };

/** `http.Agent`. Callable without `new`. */
export const Agent = function Agent(this: Agent, options?: AgentOptions): Agent | void {
  if (!((this as unknown) instanceof Agent)) return new (Agent as unknown as AgentClass)(options);
  EventEmitter.call(this);
  this.defaultPort = 80;
  this.protocol = "http:";
  this.options = { __proto__: null, ...options };
  if (this.options.noDelay === undefined) this.options.noDelay = true;
  // A `path` of the request must not become the path of a socket.
  this.options.path = null;
  this.requests = { __proto__: null as never };
  this.sockets = { __proto__: null as never };
  this.freeSockets = { __proto__: null as never };
  this.keepAliveMsecs = this.options.keepAliveMsecs || KEEP_ALIVE_MS;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || (Agent as unknown as AgentClass).defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || MAX_FREE_SOCKETS;
  this.scheduling = this.options.scheduling || "lifo";
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  this.agentKeepAliveTimeoutBuffer =
    this.options.agentKeepAliveTimeoutBuffer! >= 0 && safe.isFinite(this.options.agentKeepAliveTimeoutBuffer)
      ? this.options.agentKeepAliveTimeoutBuffer!
      : SERVER_HINT_BUFFER_MS;
  const { proxyEnv } = this.options;
  if (typeof proxyEnv === "object" && proxyEnv !== null) this[kProxy] = proxyOf(proxyEnv, this.protocol);
  validateOneOf(this.scheduling, "scheduling", ["fifo", "lifo"]);
  if (this.maxTotalSockets !== undefined) validateNumber(this.maxTotalSockets, "maxTotalSockets", 1);
  else this.maxTotalSockets = Infinity;
  this.on("free", onFree);
  // Sockets report the keys of TLS only if the agent has a listener for them.
  this.on("newListener", watchForKeylog);
} as unknown as AgentClass;
safe.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
safe.setPrototypeOf(Agent, EventEmitter);
const prototype = Agent.prototype;
Agent.defaultMaxSockets = Infinity;
for (const key of [kProxy, kOnKeylog])
  safe.defineProperty(prototype, key, { value: null, writable: true, enumerable: false });

function watchForKeylog(this: Agent, event: unknown): void {
  if (event !== "keylog") return;
  this.removeListener("newListener", watchForKeylog);
  const agent = this;
  agent[kOnKeylog] = function (this: ClientSocket, line: unknown) {
    agent.emit("keylog", line, this);
  };
  for (const sockets of safe.values(agent.sockets))
    for (const socket of sockets) socket.on("keylog", agent[kOnKeylog]!);
}

// A socket is no longer needed by its request.
function onFree(this: Agent, socket: ClientSocket, options: ConnectionOptions): void {
  const name = this.getName(options);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const queue = this.requests[name];
  if (queue?.length) {
    const request = lists.shift(queue)!;
    if (queue.length === 0) delete this.requests[name];
    inRequestScope(request, () => setRequestSocket(this, request, socket));
    return;
  }
  const request = socket._httpMessage;
  if (!request?.shouldKeepAlive || !this.keepAlive) {
    socket.destroy();
    return;
  }
  const free = this.freeSockets[name] || [];
  const count = free.length + (this.sockets[name]?.length ?? 0);
  if (
    this.totalSocketCount > this.maxTotalSockets! ||
    count > this.maxSockets ||
    free.length >= this.maxFreeSockets ||
    !this.keepSocketAlive(socket)
  ) {
    socket.destroy();
    return;
  }
  this.freeSockets[name] = free;
  socket._httpMessage = null;
  this.removeSocket(socket, options);
  socket.once("error", onFreeSocketError);
  socket.push = refuseUnsolicited;
  lists.push(free, socket);
}

// Bytes on a free socket: they must not become the response to the next request.
function refuseUnsolicited(this: ClientSocket, bytes: unknown): boolean {
  delete (this as Partial<ClientSocket>).push;
  if (bytes === null) return this.push(null);
  this.destroy();
  return false;
}

function inRequestScope(request: ClientRequest, run: () => void): void {
  const scope = request[kRequestScope];
  request[kRequestScope] = null;
  if (!scope) {
    run();
    return;
  }
  const saved = enter(scope);
  try {
    run();
  } finally {
    leave(saved);
  }
}

// The server may close an idle connection at any time: that is not reported.
function onFreeSocketError(this: ClientSocket): void {
  this.destroy();
}

/** Opens a connection: `net.createConnection`. Programs replace it. */
prototype.createConnection = function createConnection(
  this: Agent,
  ...args: [options: ConnectionOptions, callback?: OnSocket]
): ClientSocket | undefined {
  const [options, callback] = args;
  if (this[kProxy] !== null && typeof options === "object") return proxying.connect(this, options, callback);
  return net.default.createConnection(...args);
};

/** The name of a target: requests to the same name share sockets. */
prototype.getName = function getName(options: Partial<ConnectionOptions> = {}): string {
  let name = `${options.host || "localhost"}:`;
  if (options.port) name += options.port;
  name += ":";
  if (options.localAddress) name += options.localAddress;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

/** Assigns a free or a new socket to `request`, or queues it. */
prototype.addRequest = function addRequest(
  this: Agent,
  request: ClientRequest,
  given: ConnectionOptions | string,
  port?: number,
  localAddress?: string,
): void {
  // The form of Node 0.10: (request, host, port, localAddress).
  if (typeof given === "string") given = { __proto__: null, host: given, port: port!, localAddress };
  const options = { __proto__: null, ...given, ...this.options } as ConnectionOptions;
  if (options.socketPath) options.path = options.socketPath;
  setServerName(options, request);
  const name = this.getName(options);
  this.sockets[name] ||= [];
  const socket = this[kTakeFree](name);
  const count = (this.freeSockets[name]?.length ?? 0) + this.sockets[name].length;
  if (socket !== undefined) {
    if (
      options.highWaterMark !== undefined &&
      options.highWaterMark !== null &&
      socket.writableHighWaterMark !== options.highWaterMark
    ) {
      socket._writableState.highWaterMark = options.highWaterMark;
    }
    this.reuseSocket(socket, request);
    setRequestSocket(this, request, socket);
    lists.push(this.sockets[name], socket);
  } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets!) {
    this.createSocket(request, options, (error, made) => {
      if (error) request.onSocket(made, error);
      else setRequestSocket(this, request, made!);
    });
  } else {
    lists.push((this.requests[name] ||= []), request);
    request[kRequestOptions] = options;
    request[kRequestScope] = capture("QueuedRequest", request) ?? null;
  }
};

const kTakeFree = Symbol("kTakeFree");
safe.defineProperty(prototype, kTakeFree, {
  value(this: Agent, name: string): ClientSocket | undefined {
    const free = this.freeSockets[name];
    if (free === undefined) return undefined;
    while (free.length > 0 && free[0]!.destroyed) lists.shift(free);
    const socket = this.scheduling === "fifo" ? lists.shift(free) : lists.pop(free);
    if (free.length === 0) delete this.freeSockets[name];
    return socket;
  },
});

/** Opens a socket for `request`; `callback(error, socket)`. */
prototype.createSocket = function createSocket(
  this: Agent,
  request: ClientRequest,
  given: ConnectionOptions,
  callback: OnSocket,
): void {
  const options = { __proto__: null, ...given, ...this.options } as ConnectionOptions;
  if (options.socketPath) options.path = options.socketPath;
  setServerName(options, request);
  const timeout = request.timeout || this.options.timeout;
  if (timeout) options.timeout = timeout;
  const name = this.getName(options);
  options._agentKey = name;
  if (mayDebug) debug("createConnection", name);
  options.encoding = null;
  let isDone = false;
  const onCreated: OnSocket = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) {
      callback(error);
      return;
    }
    lists.push((this.sockets[name] ||= []), socket!);
    this.totalSocketCount++;
    installListeners(this, socket!, options);
    callback(null, socket);
  };
  if (this.keepAlive) {
    options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  // A proxy's tunnel is kept alive if the connection is.
  if (this[kProxy] !== null) options[kKeepsTunnel] = Boolean(request.shouldKeepAlive);
  const socket = this.createConnection(options, onCreated);
  if (socket) onCreated(null, socket);
};

// Without the option `servername` the server name of TLS (SNI) is that of the request's Host header.
function setServerName(options: ConnectionOptions, request: ClientRequest): void {
  if (!options.servername && options.servername !== "") options.servername = serverNameOf(options, request);
}

function serverNameOf(options: ConnectionOptions, request: ClientRequest): string {
  const header = request.getHeader("host");
  let name = options.host;
  if (header) {
    validateString(header, "options.headers.host");
    // "[::1]:80" has an address, "a:80" a name.
    if (header[0] === "[") {
      const end = header.indexOf("]");
      name = end === -1 ? header : header.slice(1, end);
    } else {
      name = header.split(":", 1)[0]!;
    }
  }
  // RFC 6066 §3: an address is not a server name.
  return isAddress(name) ? "" : name;
}

function isAddress(name: string): boolean {
  return safe.includes(name, ":") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
}

function installListeners(agent: Agent, socket: ClientSocket, options: ConnectionOptions): void {
  const onSocketFree = (): void => {
    agent.emit("free", socket, options);
  };
  const onClose = (): void => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  const onTimeout = (): void => {
    // A used socket is left to its request.
    for (const free of safe.values(agent.freeSockets)) {
      if (lists.includes(free, socket)) {
        socket.destroy();
        return;
      }
    }
  };
  const onRemove = (): void => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
    socket.removeListener("close", onClose);
    socket.removeListener("free", onSocketFree);
    socket.removeListener("timeout", onTimeout);
    socket.removeListener("agentRemove", onRemove);
  };
  socket.on("free", onSocketFree);
  socket.on("close", onClose);
  socket.on("timeout", onTimeout);
  socket.on("agentRemove", onRemove);
  if (agent[kOnKeylog] !== null) socket.on("keylog", agent[kOnKeylog]);
}

/** Removes a socket that was closed or taken over, and opens one for a queued request. */
prototype.removeSocket = function removeSocket(this: Agent, socket: ClientSocket, options: ConnectionOptions): void {
  const name = this.getName(options);
  removeFrom(this.sockets, name, socket);
  // A free socket that is not writable was closed.
  if (!socket.writable) removeFrom(this.freeSockets, name, socket);
  let request = this.requests[name]?.[0];
  if (request === undefined) {
    // The capacity is shared by all names, except those that have sockets which will become free.
    for (const other of safe.keys(this.requests)) {
      if (this.sockets[other]?.length) break;
      request = this.requests[other]![0]!;
      options = request[kRequestOptions]!;
      break;
    }
  }
  if (request === undefined || !options) return;
  request[kRequestOptions] = undefined;
  this.createSocket(request, options, (error, made) => {
    if (error) request!.onSocket(null, error);
    else made!.emit("free");
  });
};

function removeFrom(sockets: Record<string, ClientSocket[]>, name: string, socket: ClientSocket): void {
  const index = lists.indexOf(sockets[name] ?? [], socket);
  if (index === -1) return;
  lists.splice(sockets[name]!, index, 1);
  if (sockets[name]!.length === 0) delete sockets[name];
}

/** Prepares a socket for being free. Returns false to close it. */
prototype.keepSocketAlive = function keepSocketAlive(this: Agent, socket: ClientSocket): boolean {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout: number = this.options.timeout || 0;
  const hint = socket._httpMessage?.res?.headers["keep-alive"];
  if (hint !== undefined) {
    // The server's time-out applies, less the time that its message may have needed.
    const seconds = /^timeout=(\d+)/.exec(hint)?.[1];
    if (seconds !== undefined) {
      const serverLimit = Number(seconds) * 1000 - this.agentKeepAliveTimeoutBuffer;
      if (serverLimit <= 0) return false;
      if (serverLimit < timeout) timeout = serverLimit;
    }
  }
  if (socket.timeout !== timeout) socket.setTimeout(timeout);
  return true;
};

/** Prepares a free socket for its next request. */
prototype.reuseSocket = function reuseSocket(socket: ClientSocket, request: ClientRequest): void {
  socket.removeListener("error", onFreeSocketError);
  delete (socket as Partial<ClientSocket>).push;
  request.reusedSocket = true;
  socket.ref();
};

/** Closes every socket, used ones too. */
prototype.destroy = function destroy(this: Agent): void {
  for (const sockets of [this.freeSockets, this.sockets]) {
    for (const each of safe.values(sockets)) for (const socket of lists.slice(each)) socket.destroy();
  }
};

let globalAgentValue: Agent | undefined;

/** `http.globalAgent`: keeps idle sockets open for five seconds. */
export function globalAgent(): Agent {
  return (globalAgentValue ??= new Agent({
    keepAlive: true,
    scheduling: "lifo",
    timeout: 5000,
    proxyEnv: proxyEnvironment(),
  }));
}

/** Sets `http.globalAgent`. */
export function setGlobalAgent(agent: Agent): void {
  globalAgentValue = agent;
}

/** The environment, if the program was started with the option to use the proxies in it; else undefined. */
export function proxyEnvironment(): ProxyEnvironment | undefined {
  return usesEnvironmentProxies() ? processes.default.env : undefined;
}
