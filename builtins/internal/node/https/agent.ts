// https.Agent: the connection pool for TLS, with a cache of TLS sessions that shorten the next handshake.
// https://nodejs.org/api/https.html#class-httpsagent
import {
  Agent as HttpAgent,
  type AgentOptions,
  type ConnectionOptions,
  kProxy,
  type OnSocket,
  proxyEnvironment,
} from "internal:node/http/agent";
import type { CallableClass } from "internal:node/http/callable_class";
import type { ClientSocket } from "internal:node/http/message_socket";
import { type ProxyEnvironment, usesProxy } from "internal:node/http/proxy_config";
import defer * as proxying from "internal:node/http/proxy_request";
import defer * as tls from "internal:node/tls";

const CACHED_SESSIONS_MAX = 100;

/** Options of an agent, which are also defaults of its connections. */
interface Options extends AgentOptions {
  defaultPort?: number;
  protocol?: string;
  maxCachedSessions?: number;
}

/** An instance of `https.Agent`. */
export interface Agent extends HttpAgent {
  options: Options;
  maxCachedSessions: number;
  /** TLS sessions by the name of their target, and the names, oldest first. */
  _sessionCache: { map: Record<string, Uint8Array>; list: string[] };
  _getSession(key: string): Uint8Array | undefined;
  _cacheSession(key: string, session: Uint8Array): void;
  _evictSession(key: string): void;
}
type AgentClass = CallableClass<Agent, [options?: Options]>;

/** `https.Agent`. Callable without `new`. */
export const Agent = function Agent(this: Agent, given?: Options): Agent | void {
  if (!((this as unknown) instanceof Agent)) return new (Agent as unknown as AgentClass)(given);
  const options = { __proto__: null, ...given } as Options;
  options.defaultPort ??= 443;
  options.protocol ??= "https:";
  // The base class only uses the proxy of its own protocol, http.
  const { proxyEnv } = options;
  HttpAgent.call(
    this,
    typeof proxyEnv === "object" && proxyEnv !== null ? { ...options, proxyEnv: onlyHttps(proxyEnv) } : options,
  );
  if (proxyEnv !== undefined) this.options.proxyEnv = proxyEnv;
  this.defaultPort = options.defaultPort!;
  this.protocol = options.protocol!;
  this.maxCachedSessions = this.options.maxCachedSessions ?? CACHED_SESSIONS_MAX;
  this._sessionCache = { map: {}, list: [] };
} as unknown as AgentClass;
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);
const prototype = Agent.prototype;

function onlyHttps(env: ProxyEnvironment): ProxyEnvironment {
  const proxy = env.https_proxy || env.HTTPS_PROXY;
  return { http_proxy: proxy, no_proxy: env.no_proxy || env.NO_PROXY };
}

/** Opens a TLS connection. Arguments: (options, callback), (port, options, callback) or (port, host, options, callback). */
prototype.createConnection = function createConnection(this: Agent, ...args: any[]): ClientSocket | undefined {
  let options: ConnectionOptions;
  if (args[0] !== null && typeof args[0] === "object") options = args[0];
  else if (args[1] !== null && typeof args[1] === "object") options = { ...args[1] };
  else options = args[2] !== null && typeof args[2] === "object" ? { ...args[2] } : {};
  if (typeof args[0] === "number") options.port = args[0];
  if (typeof args[1] === "string") options.host = args[1];
  const callback: OnSocket | undefined = typeof args.at(-1) === "function" ? args.at(-1) : undefined;
  const key = options._agentKey;
  if (key) {
    const session = this._getSession(key);
    if (session) options = { session, ...options };
  }
  const proxy = this[kProxy];
  if (proxy !== null && !options.socketPath && usesProxy(proxy, options.host, options.port)) {
    proxying.openTunnel(proxy, options, (error, socket) => {
      if (error !== null) callback?.(error);
      else callback?.(null, connect(this, key, { ...options, socket }));
    });
    return undefined;
  }
  return connect(this, key, options);
};

function connect(agent: Agent, key: string | undefined, options: ConnectionOptions): ClientSocket {
  const socket: ClientSocket = tls.default.connect(options);
  if (key) {
    socket.on("session", (session: Uint8Array) => agent._cacheSession(key, session));
    // The session may be the cause of an error.
    socket.once("close", (hadError: boolean) => {
      if (hadError) agent._evictSession(key);
    });
  }
  return socket;
}

/** Options whose value is appended to the name unchanged. */
const plainParts = ["ca", "cert", "clientCertEngine", "ciphers", "key", "pfx"];

/** The name of a target: all options that distinguish TLS connections. Requests to the same name share sockets. */
prototype.getName = function getName(this: Agent, options: Partial<ConnectionOptions> = {}): string {
  let name = HttpAgent.prototype.getName.call(this, options);
  const add = (value: unknown, isPresent: boolean = Boolean(value)): void => {
    name += isPresent ? `:${value}` : ":";
  };
  for (const part of plainParts) add(options[part]);
  add(options.rejectUnauthorized, options.rejectUnauthorized !== undefined);
  add(options.servername, Boolean(options.servername) && options.servername !== options.host);
  add(options.minVersion);
  add(options.maxVersion);
  add(options.secureProtocol);
  add(options.crl);
  add(options.honorCipherOrder, options.honorCipherOrder !== undefined);
  add(options.ecdhCurve);
  add(options.dhparam);
  add(options.secureOptions, options.secureOptions !== undefined);
  add(options.sessionIdContext);
  add(JSON.stringify(options.sigalgs), Boolean(options.sigalgs));
  add(options.privateKeyIdentifier);
  add(options.privateKeyEngine);
  return name;
};

prototype.keepSocketAlive = function keepSocketAlive(this: Agent, socket: ClientSocket): boolean {
  return HttpAgent.prototype.keepSocketAlive.call(this, socket);
};

prototype._getSession = function _getSession(this: Agent, key: string): Uint8Array | undefined {
  return this._sessionCache.map[key];
};

prototype._cacheSession = function _cacheSession(this: Agent, key: string, session: Uint8Array): void {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key] === undefined) {
    if (list.length >= this.maxCachedSessions) delete map[list.shift()!];
    list.push(key);
  }
  map[key] = session;
};

prototype._evictSession = function _evictSession(this: Agent, key: string): void {
  const { map, list } = this._sessionCache;
  const index = list.indexOf(key);
  if (index === -1) return;
  list.splice(index, 1);
  delete map[key];
};

let globalAgentValue: HttpAgent | undefined;

/** `https.globalAgent`. */
export function globalAgent(): HttpAgent {
  return (globalAgentValue ??= new Agent({
    keepAlive: true,
    scheduling: "lifo",
    timeout: 5000,
    proxyEnv: proxyEnvironment(),
  }));
}

/** Sets `https.globalAgent`. */
export function setGlobalAgent(agent: HttpAgent): void {
  globalAgentValue = agent;
}
