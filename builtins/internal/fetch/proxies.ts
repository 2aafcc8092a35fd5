// Requests through a proxy: http: URLs are asked of it whole (RFC 9112 §3.2.2), https: URLs through a tunnel (RFC 9110 §9.3.6).
import { origin, tunnelOrigin } from "native:fetch";
import { encodeUtf8 } from "web:blob";
import { type Target } from "internal:fetch/target";
import { URL } from "web:url";

/** Sets how `target` is reached through `proxy`. `fields`: names and values in turn for the proxy. Throws for a URL that is no proxy's. */
export function routeThrough(target: Target, host: string, port: number, proxy: string, fields: readonly string[], tls: number): void {
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
  if (url.protocol !== "http:") throw new TypeError(`a proxy of the protocol '${url.protocol}' is not implemented`);
  const proxyHost = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const proxyPort = url.port === "" ? 80 : Number(url.port);
  let lines = "";
  for (let index = 0; index < fields.length; index += 2) lines += `${fields[index]!}: ${fields[index + 1]!}\r\n`;
  if (url.username !== "" || url.password !== "") lines += `proxy-authorization: ${basicCredentials(url)}\r\n`;
  if (!target.isSecure) {
    target.origin = origin(proxyHost, proxyPort, "", 0);
    target.path = target.originText + target.path;
    target.proxyFields = lines;
    return;
  }
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const head = `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\nproxy-connection: keep-alive\r\n${lines}\r\n`;
  target.origin = tunnelOrigin(host, port, proxyHost, proxyPort, head, tls);
}

/** `Basic …` of the user name and the password in a URL. */
export function basicCredentials(url: any): string {
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${(encodeUtf8(text) as any).toBase64()}`;
}
