// What Bun's and Deno's fetch take beyond the standard: how the connection is made, credentials in the URL.
import { HeaderList } from "internal:fetch/header_list";
import { type Order } from "internal:fetch/fetching";
import { basicCredentials } from "internal:fetch/proxies";
import { type Route } from "internal:fetch/target";
import { home } from "internal:program";
import { tlsSettings } from "native:fetch";
import { URL } from "web:url";
import defer * as headers from "web:headers";
import defer * as clients from "deno:http_client";

/** Reads the members of `init` that the home knows into `order`. */
export function readExtras(init: any, order: Order): void {
  if (home() === "deno") {
    if (init.client !== undefined) order.route = clients.routeOfClient(init.client);
    return;
  }
  const { proxy, unix, tls, timeout, decompress, verbose } = init;
  if (verbose) throw new TypeError("fetch's option 'verbose' is not implemented");
  if (decompress === false) order.decodes = false;
  if (timeout === false) order.timeoutMs = 0;
  else if (typeof timeout === "number") order.timeoutMs = timeout;
  if (proxy === undefined && unix === undefined && tls === undefined) return;
  const route: Route = order.route = {};
  if (typeof unix === "string" && unix !== "") route.unixPath = unix;
  if (typeof proxy === "string") route.proxy = proxy;
  else if (typeof proxy === "object" && proxy !== null) {
    route.proxy = `${proxy.url}`;
    if (proxy.headers !== undefined) route.proxyFields = headers.parseHeadersInit(proxy.headers, "fetch").pairs;
  }
  if (typeof tls === "object" && tls !== null) route.tls = settingsOf(tls);
}

/** The number of the settings that Bun's `tls` object describes. */
export function settingsOf(tls: any): number {
  const { ca, cert, key, passphrase, serverName, servername, rejectUnauthorized, checkServerIdentity } = tls;
  if (checkServerIdentity !== undefined) throw new TypeError("fetch's option 'tls.checkServerIdentity' is not implemented");
  return tlsSettings(pem(ca), pem(cert), pem(key), passphrase ?? "", serverName ?? servername ?? "", rejectUnauthorized === false);
}

function pem(value: any): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(pem).join("\n");
  if (typeof value === "string") return value;
  if (ArrayBuffer.isView(value)) {
    let text = "";
    for (const byte of new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) text += String.fromCharCode(byte);
    return text;
  }
  throw new TypeError("a certificate or key must be PEM text or bytes");
}

/** The headers with the URL's credentials, unless they have others. */
export function withCredentials(list: HeaderList | null, url: string): HeaderList {
  const result = list === null ? new HeaderList() : list.clone();
  if (!result.has("authorization")) result.push("authorization", basicCredentials(new URL(url)), "Authorization");
  return result;
}
