// The parts of a request that its URL determines: origin, Host header, path. Programs fetch the same URLs repeatedly, so they
// are cached, together with the serialized head of a plain GET.
import { launch } from "internal:core/launch";
import { ClientTlsFlags, origin, tlsSettings, tunnelOrigin } from "native:fetch";
import { home } from "internal:core/program";
import { usesEnvironmentProxies } from "internal:web/fetch/env_proxy";
import { isBadPort } from "internal:web/fetch/bad_ports";
import { parsePlain } from "internal:web/serialized_url";
import { UrlPart, UrlPosition } from "native:url";
import { type URL } from "web:url";
import defer * as environmentProxies from "internal:web/fetch/proxy_environment";
import defer * as errors from "internal:core/errors";
import defer * as programs from "internal:core/process/environment";
import defer * as rejecting from "internal:web/fetch/reject_unauthorized";
import defer * as proxies from "internal:web/fetch/proxies";
import defer * as urls from "web:url";

export interface Target {
  /** The serialization, with the fragment. */
  href: string;
  /** The number of the native origin. */
  origin: number;
  /** scheme://host:port */
  originText: string;
  /** Value of the Host header. */
  host: string;
  /** Path and query; the complete URL for a proxy. */
  path: string;
  /** The request is sent to a proxy without a tunnel. */
  isProxied: boolean;
  /** Fields for the proxy, as lines of a head. */
  proxyFields: string;
  isSecure: boolean;
  /** "Potentially trustworthy" (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy). */
  isTrustworthy: boolean;
  /** The program may set the Host field. */
  keepsHost: boolean;
  /** The URL has a user name or a password. */
  hasCredentials: boolean;
  /** fetch blocks the port. */
  isBad: boolean;
  /** The head of a GET without headers of the program, cached by its first use. */
  plainHead: string | null;
}

/** A program's settings of the connection. */
export interface Route {
  /** Connect to this Unix socket. */
  unixPath?: string | undefined;
  /** Connect to this server instead of the URL's host. */
  peer?: { host: string; port: number } | undefined;
  /** The proxy's URL; empty: no proxy, also none of the environment. */
  proxy?: string | undefined;
  /** Fields for the proxy: names and values alternately. */
  proxyFields?: readonly string[] | undefined;
  /** A number of `tlsSettings`. */
  tls?: number | undefined;
  /** A number of `pool`. */
  pool?: number | undefined;
  /** The program may set the Host field. */
  keepsHost?: boolean | undefined;
  /** The required version of HTTP; without it the server chooses from those that the runtime offers. */
  version?: 1 | 2 | undefined;
  /** The connection will be upgraded: a proxy must open a tunnel for it, also without TLS (RFC 6455 §4.1). */
  tunnels?: boolean | undefined;
}

const TARGETS_MAX = 256;
const targets = new Map<string, Target>();
let targetsVersion = 0;
/** The version of the environment that the targets with TLS are based on. */
let secureVersion = 0;

/** The target of a program's http: or https: URL; null for other schemes. Throws for an invalid URL. */
export function targetOf(text: string): Target | null {
  const version = home() === "node" ? 0 : environmentProxies.environmentVersion();
  if (version !== targetsVersion) {
    targetsVersion = version;
    targets.clear();
  }
  const found = targets.get(text);
  if (found !== undefined && (!found.isSecure || !hasEnvironmentChanged())) return found;
  const target = targetOfUrl(plainUrl(text) ?? new urls.URL(text));
  if (target === null) return null;
  if (targets.size >= TARGETS_MAX) targets.clear();
  // Under a policy each request is checked.
  if (!launch().restricts) targets.set(text, target);
  return target;
}

// A program can enable and disable the verification of certificates at any time.
function hasEnvironmentChanged(): boolean {
  const version = programs.environmentChangeCount();
  if (version === secureVersion) return false;
  secureVersion = version;
  targets.clear();
  return true;
}

/** The members of a URL that `targetOfUrl` reads. */
type UrlParts = Pick<
  URL,
  "href" | "protocol" | "username" | "password" | "origin" | "host" | "hostname" | "port" | "pathname" | "search"
>;

const plainParts = new Uint32Array(9);

/** The parts of a URL that equals its serialization, without the class URL; null for other URLs. */
function plainUrl(text: string): UrlParts | null {
  if (!parsePlain(text, plainParts)) return null;
  const protocol = text.slice(0, plainParts[0]);
  const pathStart = plainParts[5]!;
  const hashStart =
    plainParts[UrlPart.HASH_START] === UrlPosition.OMITTED ? text.length : plainParts[UrlPart.HASH_START]!;
  const searchStart =
    plainParts[UrlPart.SEARCH_START] === UrlPosition.OMITTED ? hashStart : plainParts[UrlPart.SEARCH_START]!;
  const host = text.slice(plainParts[2], pathStart);
  return {
    href: text,
    protocol,
    username: "",
    password: "",
    origin: `${protocol}//${host}`,
    host,
    hostname: text.slice(plainParts[2], plainParts[3]),
    port: plainParts[UrlPart.PORT] === UrlPosition.OMITTED ? "" : `${plainParts[UrlPart.PORT]}`,
    pathname: text.slice(pathStart, searchStart),
    search: hashStart - searchStart <= 1 ? "" : text.slice(searchStart, hashStart),
  };
}

/** The target of a parsed URL with the settings of `route`; null for other schemes. */
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
    isTrustworthy: isSecure || isLoopback(bare),
    keepsHost: route?.keepsHost ?? home() === "bun",
    hasCredentials: url.username !== "" || url.password !== "",
    isBad: isBadPort(url.port),
    plainHead: null,
  };
  if (!isSecure && route?.version === 2) throw new errors.ERR_METHOD_NOT_IMPLEMENTED("fetch by HTTP/2 without TLS");
  const tls = isSecure ? (route?.tls ?? defaultTls(protocolFlags(route?.version), bare)) : 0;
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

/** The object that replaces the environment in Node's programs. */
let givenEnvironment: environmentProxies.Environment | undefined;

/** Sets the object that `fetch` reads proxies from; undefined: the environment. Returns the previous one. */
export function setProxyEnvironment(
  env: environmentProxies.Environment | undefined,
): environmentProxies.Environment | undefined {
  const before = givenEnvironment;
  givenEnvironment = env;
  targets.clear();
  return before;
}

/** The object that `setProxyEnvironment` was called with. */
export function givenProxyEnvironment(): environmentProxies.Environment | undefined {
  return givenEnvironment;
}

// Node uses the environment only when it is requested.
function proxyOfEnvironment(isSecure: boolean, host: string, port: number): string {
  const isDisabled = home() === "node" && givenEnvironment === undefined && !usesEnvironmentProxies();
  return isDisabled ? "" : environmentProxies.environmentProxy(isSecure, host, port, givenEnvironment);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.endsWith(".localhost") || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The flags for `tlsSettings` with the home's versions of HTTP: Node and Deno offer both, Bun only HTTP/1.1. */
export function protocolFlags(version?: 1 | 2): ClientTlsFlags {
  if (version === 1 || home() === "bun") return 0;
  if (version === 2) return ClientTlsFlags.ONLY_HTTP2;
  return home() === "deno" ? ClientTlsFlags.PREFERS_HTTP2 : ClientTlsFlags.OFFERS_HTTP2;
}

function defaultTls(flags: ClientTlsFlags, host: string): number {
  return tlsSettings("", "", "", "", "", flags | (rejecting.allowsUnauthorized(host) ? ClientTlsFlags.TRUSTS_ANY : 0));
}

/** The number of the settings for TLS to a proxy. */
export function proxyTls(host: string): number {
  return defaultTls(0, host);
}
