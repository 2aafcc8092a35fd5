// `Deno.createHttpClient`: the connection settings of fetch. Each client has its own pool.
// https://docs.deno.com/api/deno/~/Deno.createHttpClient
import { check, isRestricted } from "internal:core/permissions";
import { PermissionKind } from "native:permissions";
import { protocolFlags, type Route } from "internal:web/fetch/target_cache";
import { ClientTlsFlags, closePool, pool, tlsSettings } from "native:fetch";
import { URL } from "web:url";
import { tlsSettingsOf } from "internal:web/fetch/extension_options";
import defer * as denoErrors from "internal:deno/errors";
import defer * as errors from "internal:core/errors";
import { isIP } from "internal:core/ip_address";

let routeOf: (client: HttpClient) => Route;
let makeClient: (route: Route) => HttpClient;
const kMake = Symbol("make");

/** Connection settings, the option `client` of fetch. */
export class HttpClient {
  #route: Route;
  #isClosed = false;

  constructor(key: symbol, route: Route) {
    if (key !== kMake) throw new TypeError("Illegal constructor");
    this.#route = route;
  }

  static {
    routeOf = (client) => {
      client.#checkOpen();
      return client.#route;
    };
    makeClient = (route) => new HttpClient(kMake, route);
  }

  /** Closes the idle connections; in-flight requests finish. Throws a BadResource when it is closed. */
  close(): void {
    this.#checkOpen();
    this.#isClosed = true;
    closePool(this.#route.pool!);
  }

  [Symbol.dispose](): void {
    if (!this.#isClosed) this.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new denoErrors.errors.BadResource("Bad resource ID");
  }
}
Object.defineProperty(HttpClient, "length", { value: 1, configurable: true });

/** The route of a client. Throws a TypeError for another value, a BadResource for a closed one. */
export function routeOfClient(client: unknown): Route {
  if (!(client instanceof HttpClient))
    throw new TypeError("Failed to construct 'Request': Argument 2 `client` must be a Deno.HttpClient");
  return routeOf(client);
}

/** The default of Deno's HTTP library. */
const IDLE_TIMEOUT_MS = 90_000;

/** Makes a client. Throws for contradictory or invalid settings. */
export function createHttpClient(options: any = {}): HttpClient {
  const {
    allowHost,
    caCerts,
    cert,
    key,
    http1 = true,
    http2 = true,
    http2MaxHeaderListSize,
    localAddress = "",
    poolIdleTimeout,
    poolMaxIdlePerHost,
    proxy,
  } = options;
  if (caCerts !== undefined && !Array.isArray(caCerts)) throw new TypeError("`caCerts` must be an array of strings");
  if (!http1 && !http2)
    throw new TypeError("Cannot create Http Client: either `http1` or `http2` needs to be set to true");
  if (http2MaxHeaderListSize !== undefined && typeof http2MaxHeaderListSize !== "number")
    throw new TypeError("`http2MaxHeaderListSize` must be a number");
  if (poolMaxIdlePerHost !== undefined && typeof poolMaxIdlePerHost !== "number")
    throw new TypeError("`poolMaxIdlePerHost` must be a number");
  if (localAddress !== "" && isIP(localAddress) === 0) throw new TypeError(`Invalid address: ${localAddress}`);
  const route: Route = { keepsHost: Boolean(allowHost), version: !http1 ? 2 : !http2 ? 1 : undefined };
  if (caCerts !== undefined || cert !== undefined || key !== undefined)
    route.tls = readTls(caCerts, cert, key, protocolFlags(route.version));
  if (proxy !== undefined) readProxy(route, proxy);
  const idleMax = poolMaxIdlePerHost === undefined || poolMaxIdlePerHost < 0 ? Infinity : poolMaxIdlePerHost;
  const idleTimeoutMs =
    poolIdleTimeout === false ? Infinity : typeof poolIdleTimeout === "number" ? poolIdleTimeout : IDLE_TIMEOUT_MS;
  route.pool = pool(idleMax, idleTimeoutMs, localAddress);
  return makeClient(route);
}

function readTls(caCerts: string[] | undefined, cert: unknown, key: unknown, flags: ClientTlsFlags): number {
  if (cert !== undefined && key === undefined)
    throw new TypeError("If `cert` is specified, `key` must be specified as well for `Deno.createHttpClient`");
  if (key !== undefined && cert === undefined)
    throw new TypeError("If `key` is specified, `cert` must be specified as well for `Deno.createHttpClient`");
  if (cert !== undefined && !`${cert}`.includes("-----BEGIN CERTIFICATE-----"))
    throw new denoErrors.errors.InvalidData("No certificates found in certificate data");
  if (key !== undefined && !`${key}`.includes("PRIVATE KEY-----"))
    throw new denoErrors.errors.InvalidData("No keys found in key data");
  // Invalid certificates among the roots are skipped.
  const roots = caCerts?.filter((text) => `${text}`.includes("-----BEGIN CERTIFICATE-----"));
  if (roots?.length === 0 && cert === undefined) return tlsSettings("", "", "", "", "", flags);
  return tlsSettingsOf({ ca: roots, cert, key }, flags | ClientTlsFlags.ADDS_ROOTS);
}

function readProxy(route: Route, proxy: any): void {
  const { transport } = proxy;
  switch (transport) {
    case undefined:
    case "http":
    case "https":
    case "socks5":
      route.proxy = proxyUrl(proxy);
      break;
    case "unix":
      if (isRestricted) check(PermissionKind.NET, `unix:${proxy.path}`);
      route.unixPath = proxy.path;
      break;
    case "tcp":
      route.peer = { host: proxy.hostname, port: proxy.port };
      break;
    case "vsock":
      throw new errors.ERR_METHOD_NOT_IMPLEMENTED('Deno.createHttpClient({ proxy: { transport: "vsock" } })');
    default:
      throw new TypeError(`Invalid value for 'proxy.transport' option: ${JSON.stringify(transport)}`);
  }
}

function proxyUrl({ url: text, basicAuth }: any): string {
  if (!URL.canParse(text)) throw new URIError("relative URL without a base");
  const url = new URL(text);
  if (
    url.protocol !== "http:" &&
    url.protocol !== "https:" &&
    url.protocol !== "socks5:" &&
    url.protocol !== "socks5h:"
  )
    throw new TypeError("invalid proxy url");
  if (basicAuth !== undefined) {
    url.username = basicAuth.username;
    url.password = basicAuth.password;
  }
  return url.href;
}
