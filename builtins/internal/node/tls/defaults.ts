// The values of node:tls that programs may assign, with the command line's defaults.
import { option } from "internal:core/launch";
import type { Server } from "internal:node/tls/server";
import type { SecureContext, SecureContextOptions, TLSSocket } from "internal:node/tls/types";

/** The members of `module.exports` that builtins use. */
interface Exported {
  Server: typeof Server;
  CLIENT_RENEG_LIMIT: number;
  CLIENT_RENEG_WINDOW: number;
  DEFAULT_CIPHERS: string;
  DEFAULT_ECDH_CURVE: string;
  DEFAULT_MIN_VERSION: string;
  DEFAULT_MAX_VERSION: string;
  connect(...args: unknown[]): TLSSocket;
  createSecureContext(options?: SecureContextOptions): SecureContext;
}

/** The ciphers that Node.js enables, best first. */
const CIPHERS =
  "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:" +
  "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:" +
  "ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:" +
  "!PSK:!SRP:!CAMELLIA";

/** The protocol's version numbers. */
export const VERSIONS: Record<string, number> = {
  TLSv1: 0x0301,
  "TLSv1.1": 0x0302,
  "TLSv1.2": 0x0303,
  "TLSv1.3": 0x0304,
};

/** `module.exports` of node:tls; `node:tls` adds the rest. Programs change the defaults by assigning to it. */
export const exported: Exported = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: stringOption("--tls-cipher-list") ?? CIPHERS,
  DEFAULT_ECDH_CURVE: "auto",
  DEFAULT_MIN_VERSION: minimumVersion(),
  DEFAULT_MAX_VERSION:
    option("--tls-max-v1.3") === undefined && option("--tls-max-v1.2") !== undefined ? "TLSv1.2" : "TLSv1.3",
} as Exported;

function stringOption(name: string): string | undefined {
  const value = option(name);
  return typeof value === "string" ? value : undefined;
}

// The least strict of several options applies.
function minimumVersion(): string {
  if (option("--tls-min-v1.0") !== undefined) return "TLSv1";
  if (option("--tls-min-v1.1") !== undefined) return "TLSv1.1";
  return option("--tls-min-v1.2") === undefined && option("--tls-min-v1.3") !== undefined ? "TLSv1.3" : "TLSv1.2";
}
