// The canonical form of each component, by the URL parser (https://urlpattern.spec.whatwg.org/#canon-encoding-callbacks), and the
// eight components from an init dictionary (https://urlpattern.spec.whatwg.org/#urlpatterninit-processing).
import { escapePattern } from "internal:web/url_pattern/parts";
import { URL } from "web:url";

export const COMPONENTS = [
  "protocol",
  "username",
  "password",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;
export type Component = (typeof COMPONENTS)[number];
export type Init = { [component in Component | "baseURL"]?: string };

const DUMMY_HOST = "dummy.invalid";
const dummy = (): URL => new URL(`https://${DUMMY_HOST}/`);
export const DEFAULT_PORTS: Record<string, string> = { http: "80", https: "443", ws: "80", wss: "443", ftp: "21" };

function refuse(component: string, text: string): never {
  throw new TypeError(`Invalid ${component} "${text}"`);
}

export function canonicalProtocol(text: string): string {
  if (text === "") return text;
  try {
    return new URL(`${text}://${DUMMY_HOST}`).protocol.slice(0, -1);
  } catch {
    return refuse("protocol", text);
  }
}

function bySetter(component: "username" | "password" | "search" | "hash", mark: string): (text: string) => string {
  return (text) => {
    if (text === "") return text;
    const url = dummy();
    url[component] = text;
    return url[component].slice(mark.length);
  };
}
export const canonicalUsername = bySetter("username", "");
export const canonicalPassword = bySetter("password", "");
export const canonicalSearch = (text: string): string =>
  bySetter("search", "?")(text.startsWith("?") ? `?${text}` : text);
export const canonicalHash = (text: string): string => bySetter("hash", "#")(text.startsWith("#") ? `#${text}` : text);

export function canonicalHostname(text: string): string {
  if (text === "" || text === DUMMY_HOST) return text;
  const url = dummy();
  url.hostname = text;
  // The setter ignores an invalid hostname.
  return url.hostname === DUMMY_HOST ? refuse("hostname", text) : url.hostname;
}

export function canonicalIPv6Hostname(text: string): string {
  return /^[0-9a-fA-F[\]:]*$/.test(text) ? text.toLowerCase() : refuse("hostname", text);
}

/** `protocol`: of the same URL, whose default port is omitted. */
export function canonicalPort(given: string, protocol = ""): string {
  // The URL parser removes these characters.
  const text = given.replace(/[\t\n\r]/g, "");
  if (text === "") return text;
  if (!/^[0-9]/.test(text)) return refuse("port", text);
  const digits = /^[0-9]+/.exec(text)![0];
  const number = Number(digits);
  if (number > 65535) return refuse("port", text);
  return DEFAULT_PORTS[protocol] === String(number) ? "" : String(number);
}

export function canonicalPathname(text: string): string {
  if (text === "") return text;
  const url = dummy();
  // A path without a leading slash is encoded after the prefix "/-", which is removed again.
  if (text.startsWith("/")) {
    url.pathname = text;
    return url.pathname;
  }
  url.pathname = `/-${text}`;
  return url.pathname.slice(2);
}

export function canonicalOpaquePathname(text: string): string {
  if (text === "") return text;
  return new URL(`data:${text.replace(/[?#]/g, encodeURIComponent)}`).pathname;
}

const isAbsolute = (pathname: string, isPattern: boolean): boolean =>
  pathname.startsWith("/") || (isPattern && (pathname.startsWith("\\/") || pathname.startsWith("{/")));

/** The components of `init`, the others from its base URL. Those of URLs are canonicalized. Throws a TypeError. */
export function processInit(init: Init, isPattern: boolean, defaults: Init): Init {
  const result: Init = { ...defaults };
  let base: URL | null = null;
  if (init.baseURL !== undefined) {
    try {
      base = new URL(init.baseURL);
    } catch {
      throw new TypeError(`Invalid base URL "${init.baseURL}"`);
    }
    inherit(result, init, base, isPattern);
  }
  const has = (component: Component): boolean => init[component] !== undefined;
  if (has("protocol")) {
    const text = init.protocol!.replace(/:$/, "");
    result.protocol = isPattern ? text : canonicalProtocol(text);
  }
  if (has("username")) result.username = isPattern ? init.username! : canonicalUsername(init.username!);
  if (has("password")) result.password = isPattern ? init.password! : canonicalPassword(init.password!);
  if (has("hostname")) result.hostname = isPattern ? init.hostname! : canonicalHostname(init.hostname!);
  if (has("port")) result.port = isPattern ? init.port! : canonicalPort(init.port!, result.protocol ?? "");
  if (has("pathname")) result.pathname = pathnameOf(init.pathname!, result.protocol ?? "", base, isPattern);
  if (has("search"))
    result.search = isPattern ? init.search!.replace(/^\?/, "") : canonicalSearch(init.search!.replace(/^\?/, ""));
  if (has("hash")) result.hash = isPattern ? init.hash!.replace(/^#/, "") : canonicalHash(init.hash!.replace(/^#/, ""));
  return result;
}

/** A component is inherited from the base unless `init` has it or a less specific one. */
function inherit(result: Init, init: Init, base: URL, isPattern: boolean): void {
  const given = (...names: Component[]): boolean => names.some((name) => init[name] !== undefined);
  const take = (text: string): string => (isPattern ? escapePattern(text) : text);
  if (!given("protocol")) result.protocol = take(base.protocol.slice(0, -1));
  if (!isPattern && !given("protocol", "hostname", "port", "username")) result.username = base.username;
  if (!isPattern && !given("protocol", "hostname", "port", "username", "password")) result.password = base.password;
  if (!given("protocol", "hostname")) result.hostname = take(base.hostname);
  if (!given("protocol", "hostname", "port")) result.port = base.port;
  if (!given("protocol", "hostname", "port", "pathname")) result.pathname = take(base.pathname);
  if (!given("protocol", "hostname", "port", "pathname", "search")) result.search = take(base.search.slice(1));
  if (!given("protocol", "hostname", "port", "pathname", "search", "hash")) result.hash = take(base.hash.slice(1));
}

function pathnameOf(pathname: string, protocol: string, base: URL | null, isPattern: boolean): string {
  let path = pathname;
  const hasOpaqueBase = base !== null && !base.pathname.startsWith("/");
  if (base !== null && !hasOpaqueBase && !isAbsolute(path, isPattern)) {
    const folder = base.pathname.slice(0, base.pathname.lastIndexOf("/") + 1);
    path = (isPattern ? escapePattern(folder) : folder) + path;
  }
  if (isPattern) return path;
  return protocol === "" || DEFAULT_PORTS[protocol] !== undefined
    ? canonicalPathname(path)
    : canonicalOpaquePathname(path);
}
