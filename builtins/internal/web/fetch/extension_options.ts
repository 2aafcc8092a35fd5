// Options of Bun's and Deno's fetch beyond the standard: the connection, and credentials in the URL.
import { HeaderList } from "internal:web/fetch/header_list";
import { type Order } from "internal:web/fetch/http_fetch";
import { basicCredentials } from "internal:web/fetch/proxies";
import { type Route } from "internal:web/fetch/target_cache";
import { home } from "internal:core/program";
import { ClientTlsFlags, tlsSettings } from "native:fetch";
import { readFileSync } from "native:fs";
import { services } from "internal:core/bootstrap";
import defer * as blobs from "web:blob";
import { isRequest } from "web:request";
import { URL } from "web:url";
import defer * as headers from "web:headers";

/** Bun's `tls` object. */
export interface TlsOptions {
  ca?: unknown;
  cert?: unknown;
  key?: unknown;
  passphrase?: string | null;
  serverName?: string | null;
  servername?: string | null;
  rejectUnauthorized?: unknown;
  checkServerIdentity?: unknown;
}

/** The members of a RequestInit beyond the standard. */
export interface ExtensionOptions {
  headers?: unknown;
  /** Deno. */
  client?: unknown;
  /** Bun; the members below too. */
  proxy?: unknown;
  unix?: unknown;
  tls?: unknown;
  timeout?: unknown;
  decompress?: unknown;
  verbose?: unknown;
  keepalive?: unknown;
}

/** Reads the home's extensions of `init` into `order`. */
export function readExtensionOptions(init: ExtensionOptions, order: Order): void {
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
  if (typeof tls === "object" && tls !== null) route.tls = tlsSettingsOf(tls);
}

/** Reads Bun's `proxy` into `route`: a URL as string or object, or `{ url, headers }`. Throws a TypeError for an invalid URL. */
export function readProxy(proxy: unknown, route: Route): void {
  const given: unknown =
    typeof proxy === "object" && proxy !== null && !(proxy instanceof URL) ? (proxy as { url?: unknown }).url : proxy;
  if (typeof given !== "string" && !(given instanceof URL)) return;
  const text = `${given}`;
  if (text !== "" && !URL.canParse(text))
    throw Object.assign(new TypeError("fetch() proxy URL is invalid"), { code: "ERR_INVALID_ARG_VALUE" });
  route.proxy = text;
  const fields = given === proxy ? undefined : (proxy as { headers?: unknown }).headers;
  if (fields !== undefined) route.proxyFields = fieldsOf(headers.parseHeadersInit(fields, "fetch"));
}

function fieldsOf(list: HeaderList): string[] {
  const fields: string[] = [];
  for (let index = 0; index < list.pairs.length; index += 2)
    fields.push(list.spellings?.[index >> 1] ?? list.pairs[index]!, list.pairs[index + 1]!);
  return fields;
}

/** The number of the TLS settings of Bun's `tls` object. */
export function tlsSettingsOf(tls: TlsOptions, flags: ClientTlsFlags = 0): number {
  const { ca, cert, key, passphrase, serverName, servername, rejectUnauthorized, checkServerIdentity } = tls;
  if (checkServerIdentity !== undefined)
    throw new TypeError("fetch's option 'tls.checkServerIdentity' is not implemented");
  return tlsSettings(
    pem(ca),
    pem(cert),
    pem(key),
    passphrase ?? "",
    serverName ?? servername ?? "",
    flags | (rejectUnauthorized === false ? ClientTlsFlags.TRUSTS_ANY : 0),
  );
}

function pem(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(pem).join("\n");
  if (typeof value === "string") return value;
  if (ArrayBuffer.isView(value)) return latin1(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (value instanceof ArrayBuffer) return latin1(new Uint8Array(value));
  if (blobs.isBlob(value)) return latin1(bytesOfBlob(value));
  throw new TypeError("a certificate or key must be a PEM string or bytes");
}

// The bytes are needed synchronously, also those of `Bun.file(path)`.
function bytesOfBlob(blob: Blob): Uint8Array {
  const [first, second] = blobs.blobParts(blob) as readonly Partial<FileRange>[];
  if (typeof first?.path !== "string" || second !== undefined) return blobs.bytesInMemory(blob) ?? new Uint8Array(0);
  return readFileSync(first.path, 0).subarray(first.start, first.end);
}

/** A part of a Blob that is a range of a file. */
interface FileRange {
  path: string;
  start: number;
  end: number;
}

type Blob = Parameters<typeof blobs.blobParts>[0];

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The headers with the URL's credentials, unless they have their own. */
export function withCredentials(list: HeaderList | null, url: string): HeaderList {
  const result = list === null ? new HeaderList() : list.clone();
  if (!result.has("authorization")) result.push("authorization", basicCredentials(new URL(url)), "Authorization");
  return result;
}
