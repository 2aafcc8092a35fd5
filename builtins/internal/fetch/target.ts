// What a URL says about a request: origin, Host header, path. Programs fetch the same URLs again and again, so what was
// found is kept, together with the finished head of a plain GET.
import { origin, proxyFor, tlsSettings } from "native:fetch";
import { home } from "internal:program";
import { isBadPort } from "internal:fetch/bad_ports";
import { getEnvironment } from "native:process";
import { URL } from "web:url";
import defer * as proxies from "internal:fetch/proxies";

export interface Target {
  /** The serialization, with the fragment. */
  href: string;
  /** The number of the origin at the native side. */
  origin: number;
  /** scheme://host:port */
  originText: string;
  /** Value of the Host header. */
  host: string;
  /** Path and query; the whole URL when a proxy gets the request. */
  path: string;
  /** Fields for the proxy, as lines of a head. */
  proxyFields: string;
  isSecure: boolean;
  /** The URL has a user name or a password. */
  hasCredentials: boolean;
  /** fetch refuses the port. */
  isBad: boolean;
  /** The whole head of a GET without headers of its own, once it was asked for. */
  plainHead: string | null;
}

/** How a program wants the connection made, beyond what the URL says. */
export interface Route {
  /** Connect to this path. */
  unixPath?: string | undefined;
  /** The proxy's URL; empty: none, whatever the environment says. */
  proxy?: string | undefined;
  /** Fields for the proxy: names and values in turn. */
  proxyFields?: readonly string[] | undefined;
  /** A number of `tlsSettings`. */
  tls?: number | undefined;
}

const KNOWN_MAX = 256;
const known = new Map<string, Target>();

/** The target of an http: or https: URL, given as a program wrote it; null for other schemes. Throws when it is no URL. */
export function targetOf(text: string): Target | null {
  const found = known.get(text);
  if (found !== undefined) return found;
  const target = targetOfUrl(new URL(text));
  if (target === null) return null;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, target);
  return target;
}

/** The same of a parsed URL, reached by `route`. */
export function targetOfUrl(url: any, route: Route | null = null): Target | null {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return null;
  const { hostname } = url;
  const bare = hostname.charCodeAt(0) === 91 ? hostname.slice(1, -1) : hostname;
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const target: Target = {
    href: url.href, origin: 0, originText: url.origin, host: url.host, path: url.pathname + url.search, proxyFields: "", isSecure,
    hasCredentials: url.username !== "" || url.password !== "", isBad: isBadPort(url.port), plainHead: null,
  };
  const tls = isSecure ? route?.tls ?? defaultTls() : 0;
  const proxy = route?.unixPath === undefined ? route?.proxy ?? environmentProxy(isSecure, bare, port) : "";
  if (proxy === "") target.origin = origin(bare, port, route?.unixPath ?? "", tls);
  else proxies.routeThrough(target, bare, port, proxy, route?.proxyFields ?? [], tls);
  return target;
}

// Bun and Deno heed the environment's proxies, Node only when it is told to.
function environmentProxy(isSecure: boolean, host: string, port: number): string {
  if (home() === "node" && getEnvironment("NODE_USE_ENV_PROXY") !== "1") return "";
  return proxyFor(isSecure, host, port) ?? "";
}

function defaultTls(): number {
  return tlsSettings("", "", "", "", "", getEnvironment("NODE_TLS_REJECT_UNAUTHORIZED") === "0");
}
