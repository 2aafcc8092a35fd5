// What a URL says about a request: origin, Host header, path. Programs fetch the same URLs again and again, so what was
// found is kept, together with the finished head of a plain GET.
import { origin } from "native:fetch";
import { isBadPort } from "internal:fetch/bad_ports";
import { URL } from "web:url";

export interface Target {
  /** The serialization, with the fragment. */
  href: string;
  /** The number of the origin at the native side. */
  origin: number;
  /** scheme://host:port */
  originText: string;
  /** Value of the Host header. */
  host: string;
  /** Path and query. */
  path: string;
  isSecure: boolean;
  /** The URL has a user name or a password. */
  hasCredentials: boolean;
  /** fetch refuses the port. */
  isBad: boolean;
  /** The whole head of a GET without headers of its own, once it was asked for. */
  plainHead: string | null;
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

/** The same of a parsed URL. `unixPath`: where to connect to instead. */
export function targetOfUrl(url: any, unixPath = ""): Target | null {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return null;
  const { hostname } = url;
  const bare = hostname.charCodeAt(0) === 91 ? hostname.slice(1, -1) : hostname;
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  return {
    href: url.href, origin: origin(bare, port, unixPath, isSecure ? 1 : 0), originText: url.origin, host: url.host,
    path: url.pathname + url.search, isSecure, hasCredentials: url.username !== "" || url.password !== "", isBad: isBadPort(url.port),
    plainHead: null,
  };
}
