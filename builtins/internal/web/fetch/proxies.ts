// Requests through a proxy: http: URLs in absolute form (RFC 9112 §3.2.2), https: URLs through a tunnel (RFC 9110 §9.3.6).
// Deno also supports SOCKS proxies.
import { origin, tunnelOrigin } from "native:fetch";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { encodeUtf8 } from "internal:core/utf8";
import { home } from "internal:core/program";
import { proxyTls, type Route, type Target } from "internal:web/fetch/target_cache";
import { URL } from "web:url";
import defer * as bunFailures from "internal:web/fetch/bun_failures";

const SOCKS_PORT = 1080;

/** Routes `target` through `proxy` with the settings of `route`. Throws for an invalid or unsupported proxy URL. */
export function routeThrough(
  target: Target,
  host: string,
  port: number,
  proxy: string,
  route: Route | null,
  tls: number,
  pool: number,
): void {
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
  const isSecureProxy = url.protocol === "https:";
  const isSocks = url.protocol === "socks5:" || url.protocol === "socks5h:";
  if (url.protocol !== "http:" && !isSecureProxy && !(isSocks && home() === "deno"))
    throw unsupported(url.protocol, target.href);
  const proxyHost = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  if (isSocks) {
    const credentials =
      url.username === "" && url.password === ""
        ? ""
        : `\0${decodeURIComponent(url.username)}\0${decodeURIComponent(url.password)}`;
    target.origin = tunnelOrigin(
      host,
      port,
      proxyHost,
      url.port === "" ? SOCKS_PORT : Number(url.port),
      `socks5${credentials}`,
      tls,
      pool,
    );
    return;
  }
  const proxyPort = url.port === "" ? (isSecureProxy ? 443 : 80) : Number(url.port);
  const lines = fieldLines(url, route?.proxyFields ?? []);
  if (!target.isSecure && route?.tunnels !== true) {
    target.origin = origin(proxyHost, proxyPort, "", isSecureProxy ? proxyTls(proxyHost) : 0, pool);
    target.path = target.originText + target.path;
    target.isProxied = true;
    target.proxyFields = lines;
    return;
  }
  // TLS inside TLS, or a tunnel inside TLS.
  if (isSecureProxy)
    throw new ERR_METHOD_NOT_IMPLEMENTED(`a tunnel through an https: proxy, for ${target.originText},`);
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const keepAlive = home() === "bun" ? "Proxy-Connection: Keep-Alive" : "proxy-connection: keep-alive";
  // In each runtime's order.
  const fields =
    home() === "node"
      ? `host: ${authority}\r\nconnection: close\r\n${lines}${keepAlive}\r\n`
      : `${home() === "bun" ? "Host" : "host"}: ${authority}\r\n${keepAlive}\r\n${lines}`;
  const head = `CONNECT ${authority} HTTP/1.1\r\n${fields}\r\n`;
  target.origin = tunnelOrigin(host, port, proxyHost, proxyPort, head, tls, pool);
}

// The program's Proxy-Authorization field takes precedence over the credentials of the URL.
function fieldLines(url: URL, fields: readonly string[]): string {
  const isBun = home() === "bun";
  let hasCredentials = false;
  let lines = "";
  for (let index = 0; index < fields.length; index += 2) {
    const isCredentials = fields[index]!.toLowerCase() === "proxy-authorization";
    hasCredentials ||= isCredentials;
    lines += `${isCredentials && isBun ? "Proxy-Authorization" : fields[index]!}: ${fields[index + 1]!}\r\n`;
  }
  if (hasCredentials || (url.username === "" && url.password === "")) return lines;
  return `${isBun ? "Proxy-Authorization" : "proxy-authorization"}: ${basicCredentials(url)}\r\n${lines}`;
}

function unsupported(protocol: string, url: string): Error {
  if (home() === "bun") return bunFailures.unsupportedProxy(url);
  return new ERR_METHOD_NOT_IMPLEMENTED(`fetch through a proxy of the protocol '${protocol}'`);
}

/** `Basic …` of the user name and the password in a URL. */
export function basicCredentials(url: URL): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${encodeUtf8(text).toBase64()}`;
}
