// The proxy of an agent, configured by `proxyEnv` or the environment: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, each in lower case too.
// https://nodejs.org/api/http.html#built-in-proxy-support
import { Buffer } from "internal:node/buffer";
import { ERR_PROXY_INVALID_CONFIG } from "internal:core/errors";
import { URL } from "web:url";

/** Environment variables, as an object. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** A proxy and the hosts that are reached without it. */
export interface ProxyConfig {
  href: string;
  protocol: string;
  host: string;
  port: number;
  /** Value of Proxy-Authorization, if the URL had credentials. */
  auth: string | undefined;
  bypass: string[];
}

/** The proxy for requests of `protocol`; null when there is none. Throws ERR_PROXY_INVALID_CONFIG for an invalid URL. */
export function proxyOf(env: ProxyEnvironment, protocol: string): ProxyConfig | null {
  const href = protocol === "https:" ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy || env.HTTP_PROXY;
  if (!href || typeof href !== "string") return null;
  if (!href.startsWith("http://") && !href.startsWith("https://")) return null;
  let url: URL;
  try {
    // The URL parser ignores line breaks.
    if (/[\r\n]/.test(href)) throw new TypeError("line breaks");
    url = new URL(href);
  } catch {
    throw new ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${href}`);
  }
  const { username, password, hostname } = url;
  let auth: string | undefined;
  if (username || password) {
    auth = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`;
  }
  const noProxy: unknown = env.no_proxy || env.NO_PROXY;
  return {
    // For error messages: without credentials.
    href: auth === undefined ? href : `${url.protocol}//${url.host}${url.pathname}${url.search}${url.hash}`,
    protocol: url.protocol,
    host: hostname[0] === "[" ? hostname.slice(1, -1) : hostname,
    port: url.port !== "" ? Number(url.port) : url.protocol === "https:" ? 443 : 80,
    auth,
    bypass:
      typeof noProxy === "string" && noProxy !== ""
        ? noProxy.split(",").map((entry) => entry.trim().toLowerCase())
        : [],
  };
}

/** Whether a request to `hostname` and `port` goes through the proxy. */
export function usesProxy({ bypass }: ProxyConfig, hostname: string, port: number | string): boolean {
  if (bypass.length === 0) return true;
  const host = hostname.toLowerCase();
  for (const entry of bypass) {
    if (entry === "*" || entry === host || entry === `${host}:${port}`) return false;
    if (entry.startsWith(".") && (host.endsWith(entry) || host === entry.slice(1))) return false;
    if (entry.startsWith("*.") && host.endsWith(entry.slice(1))) return false;
    if (entry.includes("-") && isInRange(host, entry)) return false;
  }
  return true;
}

// "10.0.0.1-10.0.0.9"
function isInRange(host: string, range: string): boolean {
  const [start, end] = range.split("-").map(addressNumber);
  const number = addressNumber(host);
  return number !== undefined && start !== undefined && end !== undefined && number >= start && number <= end;
}

function addressNumber(address: string): number | undefined {
  const parts = address.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}
