// http.Agent: the sockets of a client, kept by the name of where they go: used ones, free ones, and requests that wait for one.
// https://nodejs.org/api/http.html#class-httpagent
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateNumber, validateOneOf, validateString } from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { capture, enter, leave } from "internal:core/async/context";
import { setRequestSocket } from "internal:node/http/agent_sockets";
import { debug, mayDebug } from "internal:node/http/debug";
import { usesEnvironmentProxies } from "internal:web/fetch/env_proxy";
import { proxyOf } from "internal:node/http/proxy_config";
import defer * as net from "internal:node/net";
import defer * as processes from "internal:node/process";
import defer * as proxying from "internal:node/http/proxy_request";

/** Members that the parts of the agent share. */
export const kRequestOptions: unique symbol = Symbol("requestOptions") as any;
export const kRequestScope: unique symbol = Symbol("requestScope") as any;
/** Where requests of this agent are sent instead, or null. */
export const kProxy: unique symbol = Symbol("proxyConfig") as any;
/** In the options of a connection: whether other requests may follow. */
export const kKeepsTunnel: unique symbol = Symbol("keepsTunnel") as any;
const kOnKeylog: unique symbol = Symbol("onkeylog") as any;

const MAX_FREE_SOCKETS = 256;
const KEEP_ALIVE_MS = 1000;
/** How much sooner than the server a client gives up an idle connection. */
const SERVER_HINT_BUFFER_MS = 1000;

/** `http.Agent`. Callable without `new`. */
export const Agent = function Agent(this: any, options?: any): any {
  if (!((this as unknown) instanceof Agent)) return new (Agent as any)(options);
  EventEmitter.call(this);
  this.defaultPort = 80;
  this.protocol = "http:";
  this.options = { __proto__: null, ...options };
  if (this.options.noDelay === undefined) this.options.noDelay = true;
  // A `path` of the request must not become the path of a socket.
  this.options.path = null;
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || KEEP_ALIVE_MS;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || (Agent as any).defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || MAX_FREE_SOCKETS;
  this.scheduling = this.options.scheduling || "lifo";
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  this.agentKeepAliveTimeoutBuffer =
    this.options.agentKeepAliveTimeoutBuffer >= 0 && Number.isFinite(this.options.agentKeepAliveTimeoutBuffer)
      ? this.options.agentKeepAliveTimeoutBuffer
      : SERVER_HINT_BUFFER_MS;
  const { proxyEnv } = this.options;
  if (typeof proxyEnv === "object" && proxyEnv !== null) this[kProxy] = proxyOf(proxyEnv, this.protocol);
  validateOneOf(this.scheduling, "scheduling", ["fifo", "lifo"]);
  if (this.maxTotalSockets !== undefined) validateNumber(this.maxTotalSockets, "maxTotalSockets", 1);
  else this.maxTotalSockets = Infinity;
  this.on("free", onFree);
  // Not every agent can be asked for the keys of TLS; only then do its sockets tell.
  this.on("newListener", watchForKeylog);
} as any;
Object.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Agent, EventEmitter);
const prototype = Agent.prototype;
(Agent as any).defaultMaxSockets = Infinity;
for (const key of [kProxy, kOnKeylog])
  Object.defineProperty(prototype, key, { value: null, writable: true, enumerable: false });

function watchForKeylog(this: any, event: unknown): void {
  if (event !== "keylog") return;
  this.removeListener("newListener", watchForKeylog);
  const agent = this;
  agent[kOnKeylog] = function (this: any, line: unknown) {
    agent.emit("keylog", line, this);
  };
  for (const sockets of Object.values<any[]>(agent.sockets))
    for (const socket of sockets) socket.on("keylog", agent[kOnKeylog]);
}

// A socket is no longer needed by its request.
function onFree(this: any, socket: any, options: any): void {
  const name = this.getName(options);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const waiting = this.requests[name];
  if (waiting?.length) {
    const request = waiting.shift();
    if (waiting.length === 0) delete this.requests[name];
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
    this.totalSocketCount > this.maxTotalSockets ||
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
  socket.push = refuseUnasked;
  free.push(socket);
}

// Nobody asked: such bytes must not become the answer to the next request.
function refuseUnasked(this: any, bytes: any): boolean {
  delete this.push;
  if (bytes === null) return this.push(null);
  this.destroy();
  return false;
}

function inRequestScope(request: any, run: () => void): void {
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

// The server may give up an idle connection at any time; that is nobody's error.
function onFreeSocketError(this: any): void {
  this.destroy();
}

/** Opens a connection: `net.createConnection`. Programs replace it. */
prototype.createConnection = function createConnection(this: any, ...args: any[]): any {
  const [options, callback] = args;
  if (this[kProxy] !== null && typeof options === "object") return proxying.connect(this, options, callback);
  return (net as any).default.createConnection(...args);
};

/** The name under which sockets are shared. */
prototype.getName = function getName(options: any = {}): string {
  let name = `${options.host || "localhost"}:`;
  if (options.port) name += options.port;
  name += ":";
  if (options.localAddress) name += options.localAddress;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

/** Gives `request` a free socket, a new one, or a place in the queue. */
prototype.addRequest = function addRequest(
  this: any,
  request: any,
  options: any,
  port?: any,
  localAddress?: any,
): void {
  // The form of Node 0.10: (request, host, port, localAddress).
  if (typeof options === "string") options = { __proto__: null, host: options, port, localAddress };
  options = { __proto__: null, ...options, ...this.options };
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
    this.sockets[name].push(socket);
  } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(request, options, (error: any, made: any) => {
      if (error) request.onSocket(made, error);
      else setRequestSocket(this, request, made);
    });
  } else {
    (this.requests[name] ||= []).push(request);
    request[kRequestOptions] = options;
    request[kRequestScope] = capture("QueuedRequest", request) ?? null;
  }
};

const kTakeFree = Symbol("kTakeFree");
Object.defineProperty(prototype, kTakeFree, {
  value(this: any, name: string): any {
    const free = this.freeSockets[name];
    if (free === undefined) return undefined;
    while (free.length > 0 && free[0].destroyed) free.shift();
    const socket = this.scheduling === "fifo" ? free.shift() : free.pop();
    if (free.length === 0) delete this.freeSockets[name];
    return socket;
  },
});

/** Opens a socket for `request`; `callback(error, socket)`. */
prototype.createSocket = function createSocket(
  this: any,
  request: any,
  options: any,
  callback: (error: any, socket?: any) => void,
): void {
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  setServerName(options, request);
  const timeout = request.timeout || this.options.timeout;
  if (timeout) options.timeout = timeout;
  const name = this.getName(options);
  options._agentKey = name;
  if (mayDebug) debug("createConnection", name);
  options.encoding = null;
  let isTold = false;
  const onCreated = (error: any, socket: any): void => {
    if (isTold) return;
    isTold = true;
    if (error) {
      callback(error);
      return;
    }
    (this.sockets[name] ||= []).push(socket);
    this.totalSocketCount++;
    installListeners(this, socket, options);
    callback(null, socket);
  };
  if (this.keepAlive) {
    options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  // A proxy's tunnel is kept as long as its request would be.
  if (this[kProxy] !== null) options[kKeepsTunnel] = Boolean(request.shouldKeepAlive);
  const socket = this.createConnection(options, onCreated);
  if (socket) onCreated(null, socket);
};

// The name that a TLS server is asked for comes from the request's Host header, unless it is said.
function setServerName(options: any, request: any): void {
  if (!options.servername && options.servername !== "") options.servername = serverNameOf(options, request);
}

function serverNameOf(options: any, request: any): string {
  const header = request.getHeader("host");
  let name: string = options.host;
  if (header) {
    validateString(header, "options.headers.host");
    // [::1]:80 is an address, a:80 a name with a port.
    if (header[0] === "[") {
      const end = header.indexOf("]");
      name = end === -1 ? header : header.slice(1, end);
    } else {
      name = header.split(":", 1)[0]!;
    }
  }
  // RFC 6066 §3: an address is no server name.
  return isAddress(name) ? "" : name;
}

function isAddress(name: string): boolean {
  return name.includes(":") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);
}

function installListeners(agent: any, socket: any, options: any): void {
  const onSocketFree = (): void => {
    agent.emit("free", socket, options);
  };
  const onClose = (): void => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  const onTimeout = (): void => {
    // A socket in use is left to its request.
    for (const free of Object.values<any[]>(agent.freeSockets)) {
      if (free.includes(socket)) {
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

/** Forgets a socket that was closed or taken away, and opens one for a request that waits. */
prototype.removeSocket = function removeSocket(this: any, socket: any, options: any): void {
  const name = this.getName(options);
  forget(this.sockets, name, socket);
  // A free one is not writable any more when it was closed.
  if (!socket.writable) forget(this.freeSockets, name, socket);
  let request = this.requests[name]?.[0];
  if (request === undefined) {
    // Room for a socket is room for any name, unless that name has sockets which will become free.
    for (const other of Object.keys(this.requests)) {
      if (this.sockets[other]?.length) break;
      request = this.requests[other][0];
      options = request[kRequestOptions];
      break;
    }
  }
  if (request === undefined || !options) return;
  request[kRequestOptions] = undefined;
  this.createSocket(request, options, (error: any, made: any) => {
    if (error) request.onSocket(null, error);
    else made.emit("free");
  });
};

function forget(sockets: Record<string, any[]>, name: string, socket: any): void {
  const index = sockets[name]?.indexOf(socket) ?? -1;
  if (index === -1) return;
  sockets[name]!.splice(index, 1);
  if (sockets[name]!.length === 0) delete sockets[name];
}

/** Prepares a socket for waiting. Returns false to close it. */
prototype.keepSocketAlive = function keepSocketAlive(this: any, socket: any): boolean {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout: number = this.options.timeout || 0;
  const hint = socket._httpMessage?.res?.headers["keep-alive"];
  if (hint !== undefined) {
    // What the server says counts, less what the message needs to come here.
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

/** A free socket is used again. */
prototype.reuseSocket = function reuseSocket(socket: any, request: any): void {
  socket.removeListener("error", onFreeSocketError);
  delete socket.push;
  request.reusedSocket = true;
  socket.ref();
};

/** Closes every socket, used ones too. */
prototype.destroy = function destroy(this: any): void {
  for (const sockets of [this.freeSockets, this.sockets]) {
    for (const each of Object.values<any[]>(sockets)) for (const socket of each.slice()) socket.destroy();
  }
};

let globalAgentValue: any;

/** `http.globalAgent`: keeps sockets for five seconds. */
export function globalAgent(): any {
  return (globalAgentValue ??= new (Agent as any)({
    keepAlive: true,
    scheduling: "lifo",
    timeout: 5000,
    proxyEnv: proxyEnvironment(),
  }));
}

export function setGlobalAgent(agent: any): void {
  globalAgentValue = agent;
}

/** The environment, for the proxies in it, when the program was told to use them; else undefined. */
export function proxyEnvironment(): any {
  return usesEnvironmentProxies() ? processes.default.env : undefined;
}
