// https.Agent: sockets that speak TLS, and the sessions that make the next handshake short.
// https://nodejs.org/api/https.html#class-httpsagent
import { Agent as HttpAgent, kProxy, proxyEnvironment } from "internal:node/http/agent";
import { usesProxy } from "internal:node/http/proxy_config";
import defer * as proxying from "internal:node/http/proxy_request";
import defer * as tls from "internal:node/tls";

const CACHED_SESSIONS_MAX = 100;

/** `https.Agent`. Callable without `new`. */
export const Agent = function Agent(this: any, options?: any): any {
  if (!((this as unknown) instanceof Agent)) return new (Agent as any)(options);
  options = { __proto__: null, ...options };
  options.defaultPort ??= 443;
  options.protocol ??= "https:";
  // The base class looks for the proxy of its protocol.
  const { proxyEnv } = options;
  HttpAgent.call(
    this,
    typeof proxyEnv === "object" && proxyEnv !== null ? { ...options, proxyEnv: onlyHttps(proxyEnv) } : options,
  );
  if (proxyEnv !== undefined) this.options.proxyEnv = proxyEnv;
  this.defaultPort = options.defaultPort;
  this.protocol = options.protocol;
  this.maxCachedSessions = this.options.maxCachedSessions ?? CACHED_SESSIONS_MAX;
  this._sessionCache = { map: {}, list: [] };
} as any;
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);
const prototype = Agent.prototype;

function onlyHttps(env: any): any {
  const proxy = env.https_proxy || env.HTTPS_PROXY;
  return { http_proxy: proxy, no_proxy: env.no_proxy || env.NO_PROXY };
}

/** Opens a TLS connection. Arguments: (options, callback), (port, options, callback) or (port, host, options, callback). */
prototype.createConnection = function createConnection(this: any, ...args: any[]): any {
  let options: any;
  if (args[0] !== null && typeof args[0] === "object") options = args[0];
  else if (args[1] !== null && typeof args[1] === "object") options = { ...args[1] };
  else options = args[2] !== null && typeof args[2] === "object" ? { ...args[2] } : {};
  if (typeof args[0] === "number") options.port = args[0];
  if (typeof args[1] === "string") options.host = args[1];
  const callback = typeof args.at(-1) === "function" ? args.at(-1) : undefined;
  const key: string | undefined = options._agentKey;
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

function connect(agent: any, key: string | undefined, options: any): any {
  const socket = (tls as any).default.connect(options);
  if (key) {
    socket.on("session", (session: any) => agent._cacheSession(key, session));
    // After an error the session may be the reason.
    socket.once("close", (hadError: any) => {
      if (hadError) agent._evictSession(key);
    });
  }
  return socket;
}

/** Options whose value is part of the name as it is. */
const plainParts = ["ca", "cert", "clientCertEngine", "ciphers", "key", "pfx"];

/** The name under which sockets are shared: everything that makes a TLS connection another one. */
prototype.getName = function getName(options: any = {}): string {
  let name: string = HttpAgent.prototype.getName.call(this, options);
  const add = (value: unknown, isThere: boolean = Boolean(value)): void => {
    name += isThere ? `:${value}` : ":";
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

prototype.keepSocketAlive = function keepSocketAlive(this: any, socket: any): boolean {
  return HttpAgent.prototype.keepSocketAlive.call(this, socket);
};

prototype._getSession = function _getSession(this: any, key: string): any {
  return this._sessionCache.map[key];
};

prototype._cacheSession = function _cacheSession(this: any, key: string, session: any): void {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key] === undefined) {
    if (list.length >= this.maxCachedSessions) delete map[list.shift()];
    list.push(key);
  }
  map[key] = session;
};

prototype._evictSession = function _evictSession(this: any, key: string): void {
  const { map, list } = this._sessionCache;
  const index = list.indexOf(key);
  if (index === -1) return;
  list.splice(index, 1);
  delete map[key];
};

let globalAgentValue: any;

/** `https.globalAgent`. */
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
