// The option `tls` of Bun.serve, Bun.connect and Bun.listen. https://bun.sh/docs/api/http#tls
import fs from "internal:node/fs";
import { isArrayBufferView, isAnyArrayBuffer } from "internal:core/util/types";

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

/** Options of `tls.createSecureContext` for one object or an array of them, of which all but one name their host (`serverName`). */
export function read(tls: any): any[] {
  const list: any[] = Array.isArray(tls) ? tls : [tls];
  if (
    list.length > 1 &&
    list.some(({ serverName }, index) => index > 0 && (typeof serverName !== "string" || serverName === ""))
  ) {
    throw new TypeError("SNI tls object must have a serverName");
  }
  return list.map((one) => readOne(one, true));
}

/** The same of one object. `needsIdentity`: without key and certificate it is an error. */
export function readOne(tls: any, needsIdentity: boolean): any {
  if (typeof tls !== "object" || tls === null) throw invalid("TLSOptions must be an object");
  const { key, cert, ca, dhParamsFile, keyFile, certFile, caFile } = tls;
  const options: any = {
    key: texts("key", key ?? fileText(keyFile)),
    cert: texts("cert", cert ?? fileText(certFile)),
    ca: texts("ca", ca ?? fileText(caFile)),
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

function texts(name: string, value: any): any {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value.map((item) => text(name, item)) : text(name, value);
}

// Text, bytes, or a file of Bun.file().
function text(name: string, value: any): any {
  if (typeof value === "string" || isArrayBufferView(value)) return value;
  if (isAnyArrayBuffer(value)) return new Uint8Array(value as ArrayBuffer);
  if (typeof value?.name === "string" && typeof value.text === "function") return fs.readFileSync(value.name);
  throw invalid(
    `TLSOptions.${name} must be of type string, ArrayBuffer, Blob, array of <string, ArrayBuffer, or Blob>, or null`,
  );
}
