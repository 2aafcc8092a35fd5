// `Deno.createHttpClient`: how fetch makes its connections.
import { type Route } from "internal:fetch/target";
import { URL } from "web:url";
import { settingsOf } from "internal:fetch/extras";
import defer * as errors from "internal:errors";

let routeOf: (client: HttpClient) => Route;

/** Settings of connections, given to fetch as `client`. */
export class HttpClient {
  #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  static {
    routeOf = (client) => client.#route;
  }

  /** Connections are kept for all clients with the same settings: there is nothing to close. */
  close(): void {}

  [Symbol.dispose](): void {}
}

/** The route of a client. Throws a TypeError for another value. */
export function routeOfClient(client: any): Route {
  if (!(client instanceof HttpClient)) throw new TypeError("`client` must be a Deno.HttpClient");
  return routeOf(client);
}

const KNOWN = new Set(["caCerts", "proxy", "cert", "key", "poolIdleTimeout", "poolMaxIdlePerHost", "http1", "http2", "allowHost"]);

/** Makes a client. Options that are not there yet throw. */
export function createHttpClient(options: any): HttpClient {
  const { caCerts, cert, key, proxy } = options;
  for (const name of Object.keys(options)) {
    if (!KNOWN.has(name)) throw new errors.ERR_METHOD_NOT_IMPLEMENTED(`Deno.createHttpClient({ ${name} })`);
  }
  const route: Route = {};
  if (caCerts !== undefined || cert !== undefined) route.tls = settingsOf({ ca: caCerts, cert, key });
  if (proxy !== undefined) readProxy(route, proxy);
  return new HttpClient(route);
}

function readProxy(route: Route, proxy: any): void {
  if (proxy.transport === "unix") {
    route.unixPath = proxy.path;
    return;
  }
  const url = new URL(proxy.url);
  if (proxy.basicAuth !== undefined) {
    url.username = proxy.basicAuth.username;
    url.password = proxy.basicAuth.password;
  }
  route.proxy = url.href;
}
