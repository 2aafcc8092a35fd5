// What Bun's and Deno's fetch take beyond the standard: how the connection is made, credentials in the URL.
import { HeaderList } from "internal:web/fetch/header_list";
import { type Order } from "internal:web/fetch/http_fetch";
import { basicCredentials } from "internal:web/fetch/proxies";
import { type Route } from "internal:web/fetch/target_cache";
import { home } from "internal:core/program";
import { tlsSettings } from "native:fetch";
import { readFileSync } from "native:fs";
import { services } from "internal:core/bootstrap";
import defer * as blobs from "web:blob";
import { TEXT_TYPE } from "web:body";
import { isRequest } from "web:request";
import { URL } from "web:url";
import defer * as headers from "web:headers";

/** Reads the members of `init` that the home knows into `order`. */
export function readExtras(init: any, order: Order): void {
  if (home() === "deno") {
    if (init.client !== undefined) order.route = services().routeOfDenoClient(init.client);
    return;
  }
  const { proxy, unix, tls, timeout, decompress, verbose, keepalive } = init;
  if (verbose) throw new TypeError("fetch's option 'verbose' is not implemented");
  if (decompress === false) order.decodes = false;
  if (keepalive === false) order.closes = true;
  if (timeout === false) order.timeoutMs = 0;
  else if (typeof timeout === "number") order.timeoutMs = timeout;
  if (proxy === undefined && unix === undefined && tls === undefined) return;
  const route: Route = (order.route = {});
  if (typeof unix === "string" && unix !== "") route.unixPath = unix;
  readProxy(proxy, route);
  if (typeof tls === "object" && tls !== null) route.tls = settingsOf(tls);
}

/** Reads Bun's `proxy` into `route`: a URL as text or object, or `{ url, headers }`. Throws a TypeError for a text that is no URL. */
export function readProxy(proxy: any, route: Route): void {
  const given = typeof proxy === "object" && proxy !== null && !(proxy instanceof URL) ? proxy.url : proxy;
  if (typeof given !== "string" && !(given instanceof URL)) return;
  const text = `${given}`;
  if (text !== "" && !URL.canParse(text))
    throw Object.assign(new TypeError("fetch() proxy URL is invalid"), { code: "ERR_INVALID_ARG_VALUE" });
  route.proxy = text;
  if (given !== proxy && proxy.headers !== undefined)
    route.proxyFields = fieldsOf(headers.parseHeadersInit(proxy.headers, "fetch"));
}

function fieldsOf(list: HeaderList): string[] {
  const fields: string[] = [];
  for (let index = 0; index < list.pairs.length; index += 2)
    fields.push(list.spellings?.[index >> 1] ?? list.pairs[index]!, list.pairs[index + 1]!);
  return fields;
}

/** As Bun's fetch: a body that is text has no type unless the program gives it one. */
export function withoutGuessedType(order: Order, input: any, init: any): void {
  if (order.headers === null || order.headers.get("content-type") !== TEXT_TYPE) return;
  const given = init.headers ?? (isRequest(input) ? input.headers : null);
  if (given !== null && headers.parseHeadersInit(given, "fetch").has("content-type")) return;
  const list = order.headers.clone();
  list.delete("content-type");
  order.headers = list.pairs.length === 0 ? null : list;
}

const TRUSTS_ANY = 1;
/** `ca` comes beside the default roots, not instead of them. */
export const ADDS_ROOTS = 2;

/** The number of the settings that Bun's `tls` object describes. `flags`: see `tlsSettings` of native:fetch. */
export function settingsOf(tls: any, flags = 0): number {
  const { ca, cert, key, passphrase, serverName, servername, rejectUnauthorized, checkServerIdentity } = tls;
  if (checkServerIdentity !== undefined)
    throw new TypeError("fetch's option 'tls.checkServerIdentity' is not implemented");
  return tlsSettings(
    pem(ca),
    pem(cert),
    pem(key),
    passphrase ?? "",
    serverName ?? servername ?? "",
    flags | (rejectUnauthorized === false ? TRUSTS_ANY : 0),
  );
}

function pem(value: any): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(pem).join("\n");
  if (typeof value === "string") return value;
  if (ArrayBuffer.isView(value)) return latin1(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (value instanceof ArrayBuffer) return latin1(new Uint8Array(value));
  if (blobs.isBlob(value)) return latin1(bytesOfBlob(value));
  throw new TypeError("a certificate or key must be PEM text or bytes");
}

// What is asked for is needed now, also of `Bun.file(path)`.
function bytesOfBlob(blob: any): Uint8Array {
  const [first, second] = blobs.blobParts(blob) as any[];
  if (typeof first?.path !== "string" || second !== undefined) return blobs.bytesInMemory(blob) ?? new Uint8Array(0);
  return readFileSync(first.path, 0).subarray(first.start, first.end);
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The headers with the URL's credentials, unless they have others. */
export function withCredentials(list: HeaderList | null, url: string): HeaderList {
  const result = list === null ? new HeaderList() : list.clone();
  if (!result.has("authorization")) result.push("authorization", basicCredentials(new URL(url)), "Authorization");
  return result;
}
