// The option `tls` of Bun.serve, Bun.connect and Bun.listen. https://bun.sh/docs/api/http#tls
import fs from "internal:node/fs";
import { isArrayBufferView, isAnyArrayBuffer } from "internal:core/util/types";
import type { SecureContext } from "internal:node/tls/types";
import defer * as bunErrors from "internal:bun/errors";

/** The option as programs pass it. Keys and certificates are strings, bytes, files of `Bun.file()`, or arrays of these. */
export interface TlsOptions {
  key?: unknown;
  cert?: unknown;
  ca?: unknown;
  keyFile?: string;
  certFile?: string;
  caFile?: string;
  dhParamsFile?: string;
  passphrase?: string;
  ciphers?: string;
  secureOptions?: number;
  minVersion?: string;
  maxVersion?: string;
  requestCert?: boolean;
  rejectUnauthorized?: boolean;
  serverName?: string;
  /** Of sockets. */
  servername?: string;
  isServer?: boolean;
  secureContext?: SecureContext;
  checkServerIdentity?: (hostname: string, certificate: object) => Error | undefined;
  ALPNProtocols?: unknown;
}
/** Options of `tls.createSecureContext`, and those of a server. */
export interface ContextOptions {
  key: unknown;
  cert: unknown;
  ca: unknown;
  passphrase: string | undefined;
  dhparam: string | undefined;
  ciphers: string | undefined;
  secureOptions: number | undefined;
  minVersion: string | undefined;
  maxVersion: string | undefined;
  requestCert: boolean | undefined;
  rejectUnauthorized: boolean | undefined;
  serverName: string | undefined;
}

/** Reads one object, or an array of them in which all but the first name their host (`serverName`). */
export function read(tls: TlsOptions | TlsOptions[]): ContextOptions[] {
  const list: TlsOptions[] = Array.isArray(tls) ? tls : [tls];
  if (
    list.length > 1 &&
    list.some(({ serverName }, index) => index > 0 && (typeof serverName !== "string" || serverName === ""))
  ) {
    throw new TypeError("SNI tls object must have a serverName");
  }
  return list.map((one) => readOne(one, true));
}

/** Reads one object. With `needsIdentity` it throws without key and certificate. */
export function readOne(tls: TlsOptions, needsIdentity: boolean): ContextOptions {
  if (typeof tls !== "object" || tls === null) throw bunErrors.invalid("TLSOptions must be an object");
  const { key, cert, ca, dhParamsFile, keyFile, certFile, caFile } = tls;
  const options: ContextOptions = {
    key: contents("key", key ?? fileText(keyFile)),
    cert: contents("cert", cert ?? fileText(certFile)),
    ca: contents("ca", ca ?? fileText(caFile)),
    passphrase: tls.passphrase,
    dhparam: fileText(dhParamsFile),
    ciphers: tls.ciphers,
    secureOptions: tls.secureOptions,
    minVersion: tls.minVersion,
    maxVersion: tls.maxVersion,
    requestCert: tls.requestCert,
    rejectUnauthorized: tls.rejectUnauthorized,
    serverName: tls.serverName,
  };
  if (needsIdentity && (options.key === undefined || options.cert === undefined))
    throw new TypeError("TLSOptions needs key and cert");
  return options;
}

function fileText(path: unknown): string | undefined {
  return typeof path === "string" ? fs.readFileSync(path, "utf8") : undefined;
}

function contents(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map((item) => content(name, item)) : content(name, value);
}

// A string, bytes, or a file of Bun.file().
function content(name: string, value: any): unknown {
  if (typeof value === "string" || isArrayBufferView(value)) return value;
  if (isAnyArrayBuffer(value)) return new Uint8Array(value as ArrayBuffer);
  if (typeof value?.name === "string" && typeof value.text === "function") return fs.readFileSync(value.name);
  throw bunErrors.invalid(
    `TLSOptions.${name} must be of type string, ArrayBuffer, Blob, array of <string, ArrayBuffer, or Blob>, or null`,
  );
}
