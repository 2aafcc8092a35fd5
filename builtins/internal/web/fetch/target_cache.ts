// What a URL says about a request: origin, Host header, path. Programs fetch the same URLs again and again, so what was
// found is kept, together with the finished head of a plain GET.
import { origin, tlsSettings, tunnelOrigin } from "native:fetch";
import { home } from "internal:core/program";
import { heedsProxies } from "internal:web/fetch/env_proxy";
import { isBadPort } from "internal:web/fetch/bad_ports";
import { OMITTED, parsePlain } from "internal:web/serialized_url";
import { type URL } from "web:url";
import defer * as environmentProxies from "internal:web/fetch/proxy_environment";
import defer * as errors from "internal:core/errors";
import defer * as programs from "internal:core/process/environment";
import defer * as unchecked from "internal:web/fetch/reject_unauthorized";
import defer * as proxies from "internal:web/fetch/proxies";
import defer * as urls from "web:url";

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
  /** A proxy gets the request, not a tunnel. */
  isProxied: boolean;
  /** Fields for the proxy, as lines of a head. */
  proxyFields: string;
  isSecure: boolean;
  /** "Potentially trustworthy" (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy). */
  isTrustworthy: boolean;
  /** The program may give a Host field of its own. */
  keepsHost: boolean;
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
  /** Connect to this server, whatever the URL's host. */
  peer?: { host: string; port: number } | undefined;
  /** The proxy's URL; empty: none, whatever the environment says. */
  proxy?: string | undefined;
  /** Fields for the proxy: names and values in turn. */
  proxyFields?: readonly string[] | undefined;
  /** A number of `tlsSettings`. */
  tls?: number | undefined;
  /** A number of `pool`. */
  pool?: number | undefined;
  /** The program may give a Host field of its own. */
  keepsHost?: boolean | undefined;
  /** The connection must carry HTTP/1.1, or HTTP/2; without it the server chooses what the runtime offers. */
  version?: 1 | 2 | undefined;
  /** The connection is taken over: a proxy must open a tunnel for it, also without TLS (RFC 6455 §4.1). */
  tunnels?: boolean | undefined;
}

const KNOWN_MAX = 256;
const known = new Map<string, Target>();
let knownVersion = 0;
/** The state of the environment of which the targets with TLS are. */
let secureVersion = 0;

/** The target of an http: or https: URL, given as a program wrote it; null for other schemes. Throws when it is no URL. */
export function targetOf(text: string): Target | null {
  const version = home() === "node" ? 0 : environmentProxies.proxyVersion();
  if (version !== knownVersion) {
    knownVersion = version;
    known.clear();
  }
  const found = known.get(text);
  if (found !== undefined && (!found.isSecure || !isEnvironmentNew())) return found;
  const target = targetOfUrl(plainUrl(text) ?? new urls.URL(text));
  if (target === null) return null;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, target);
  return target;
}

// Whether certificates are checked is the program's to change at any time.
function isEnvironmentNew(): boolean {
  const version = programs.environmentChangeCount();
  if (version === secureVersion) return false;
  secureVersion = version;
  known.clear();
  return true;
}

/** What `targetOfUrl` reads of a URL. */
type UrlParts = Pick<
  URL,
  "href" | "protocol" | "username" | "password" | "origin" | "host" | "hostname" | "port" | "pathname" | "search"
>;

const plainParts = new Uint32Array(9);

/** The parts of a URL that is serialized already, found without the class URL; null for any other. */
function plainUrl(text: string): UrlParts | null {
  if (!parsePlain(text, plainParts)) return null;
  const protocol = text.slice(0, plainParts[0]);
  const pathStart = plainParts[5]!;
  const hashStart = plainParts[7] === OMITTED ? text.length : plainParts[7]!;
  const searchStart = plainParts[6] === OMITTED ? hashStart : plainParts[6]!;
  const host = text.slice(plainParts[2], pathStart);
  return {
    href: text,
    protocol,
    username: "",
    password: "",
    origin: `${protocol}//${host}`,
    host,
    hostname: text.slice(plainParts[2], plainParts[3]),
    port: plainParts[4] === OMITTED ? "" : `${plainParts[4]}`,
    pathname: text.slice(pathStart, searchStart),
    search: hashStart - searchStart <= 1 ? "" : text.slice(searchStart, hashStart),
  };
}

/** The same of a parsed URL, reached by `route`. */
export function targetOfUrl(url: UrlParts, route: Route | null = null): Target | null {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return null;
  const { hostname } = url;
  const bare = hostname.charCodeAt(0) === 91 ? hostname.slice(1, -1) : hostname;
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const target: Target = {
    href: url.href,
    origin: 0,
    originText: url.origin,
    host: url.host,
    path: url.pathname + url.search,
    isProxied: false,
    proxyFields: "",
    isSecure,
    isTrustworthy: isSecure || isOfThisMachine(bare),
    keepsHost: route?.keepsHost ?? home() === "bun",
    hasCredentials: url.username !== "" || url.password !== "",
    isBad: isBadPort(url.port),
    plainHead: null,
  };
  if (!isSecure && route?.version === 2) throw new errors.ERR_METHOD_NOT_IMPLEMENTED("fetch by HTTP/2 without TLS");
  const tls = isSecure ? (route?.tls ?? defaultTls(protocolFlags(route?.version))) : 0;
  const pool = route?.pool ?? 0;
  if (route?.peer !== undefined) {
    target.origin = tunnelOrigin(bare, port, route.peer.host, route.peer.port, "", tls, pool);
    return target;
  }
  const proxy = route?.unixPath === undefined ? (route?.proxy ?? proxyOfEnvironment(isSecure, bare, port)) : "";
  if (proxy === "") target.origin = origin(bare, port, route?.unixPath ?? "", tls, pool);
  else proxies.routeThrough(target, bare, port, proxy, route, tls, pool);
  return target;
}

/** What Node's programs gave instead of the environment. */
let givenEnvironment: object | undefined;

/** Has `fetch` take its proxies from `env`; undefined: from the environment, as the program was started. Returns what was set before. */
export function setProxyEnvironment(env: object | undefined): object | undefined {
  const before = givenEnvironment;
  givenEnvironment = env;
  known.clear();
  return before;
}

// Node heeds the environment only when it is told to.
function proxyOfEnvironment(isSecure: boolean, host: string, port: number): string {
  const isUnasked = home() === "node" && givenEnvironment === undefined && !heedsProxies();
  return isUnasked ? "" : environmentProxies.environmentProxy(isSecure, host, port, givenEnvironment);
}

function isOfThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || host.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const TRUSTS_ANY = 1;
const OFFERS_HTTP2 = 4;
const PREFERS_HTTP2 = 8;
const ONLY_HTTP2 = 16;

/** The flags for `tlsSettings` that offer what the runtime offers: Node and Deno both versions of HTTP, Bun the first. */
export function protocolFlags(version?: 1 | 2): number {
  if (version === 1 || home() === "bun") return 0;
  if (version === 2) return ONLY_HTTP2;
  return home() === "deno" ? PREFERS_HTTP2 : OFFERS_HTTP2;
}

function defaultTls(flags: number): number {
  return tlsSettings("", "", "", "", "", flags | (unchecked.allowsUnauthorized() ? TRUSTS_ANY : 0));
}

/** The number of the settings for TLS to a proxy. */
export function proxyTls(): number {
  return defaultTls(0);
}
