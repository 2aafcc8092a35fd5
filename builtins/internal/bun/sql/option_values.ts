// What the settings of PostgreSQL and MySQL have in common: addresses, TLS, times and limits.
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { URL } from "web:url";
import {
  type Options,
  SSL_DISABLE,
  SSL_MODES,
  SSL_REQUIRE,
  SSL_VERIFY_CA,
  SSL_VERIFY_FULL,
  type Settings,
  type TlsSettings,
} from "internal:bun/sql/settings";

const MAX_SECONDS = 2 ** 31 / 1000;

function sslModeOf(value: unknown): number {
  const name = value === "allow" ? "prefer" : value === true || value === "true" ? "require" : value;
  if (name === false || name === "false" || name === "") return SSL_DISABLE;
  const mode = SSL_MODES.indexOf(name as string);
  if (mode < 0)
    throw new ERR_INVALID_ARG_VALUE(
      "sslmode",
      value,
      "must be one of: disable, allow, prefer, require, verify-ca, verify-full",
    );
  return mode;
}

/** Milliseconds of an option in seconds. */
function milliseconds(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const seconds = Number(value);
  if (!(seconds >= 0 && seconds <= MAX_SECONDS))
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, seconds, "must be a non-negative integer less than 2^31");
  return Math.round(seconds * 1000);
}

/** Without percent-encoding, if it is valid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first value that is there, as a string. */
export function firstOf(...values: unknown[]): string | undefined {
  for (const value of values) if (value !== undefined && value !== null && value !== "") return `${value}`;
  return undefined;
}

/** The option `tls`: a mode, and the options of TLS. */
function readTls(option: unknown, mode: number): { mode: number; tls: TlsSettings | undefined } {
  if (option === undefined || option === null) return { mode, tls: undefined };
  if (option === false) return { mode: SSL_DISABLE, tls: undefined };
  if (option === true) return { mode: Math.max(mode, SSL_REQUIRE), tls: undefined };
  if (typeof option === "string") return { mode: sslModeOf(option), tls: undefined };
  const isBlob = typeof (option as { arrayBuffer?: unknown }).arrayBuffer === "function";
  const tls: TlsSettings = isBlob ? { ca: option } : { ...(option as TlsSettings) };
  const verifies =
    tls.ca !== undefined ||
    tls.caFile !== undefined ||
    tls.checkServerIdentity !== undefined ||
    tls.rejectUnauthorized === true;
  if (verifies && mode < SSL_VERIFY_CA) return { mode: SSL_VERIFY_FULL, tls };
  return { mode: Math.max(mode, SSL_REQUIRE), tls };
}

/** The files that an address names. */
function tlsFiles(query: Map<string, string>): TlsSettings | null {
  const files: TlsSettings = {};
  for (const [key, name] of [
    ["sslrootcert", "caFile"],
    ["sslcert", "certFile"],
    ["sslkey", "keyFile"],
    ["sslpassword", "passphrase"],
  ] as const) {
    const value = query.get(key);
    if (value !== undefined) files[name] = value;
  }
  return Object.keys(files).length === 0 ? null : files;
}

/** Reads an address; `scheme` is for one without. */
export function parseUrl(address: string, scheme: string): URL {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `${scheme}://${address}`);
  } catch (error) {
    // `scheme://user@/database?host=/path` has no host.
    const fixed = address.replace(/^([a-z0-9+.-]+:\/\/(?:[^@/]*@)?)(?=\/|$)/i, "$1localhost");
    if (fixed === address) throw error;
    return new URL(fixed);
  }
}

/** The times, in milliseconds; those that nothing sets are absent. */
export function readTimes(
  query: Map<string, string>,
  options: Options,
  connectTimeout: string | undefined,
): Partial<Settings> {
  const times: Partial<Settings> = {};
  const idle = milliseconds("idle_timeout", options.idleTimeout ?? options.idle_timeout ?? query.get("idle_timeout"));
  if (idle !== undefined) times.idleTimeout = idle;
  const wait = milliseconds(
    "connection_timeout",
    options.connectionTimeout ??
      options.connection_timeout ??
      options.connectTimeout ??
      options.connect_timeout ??
      query.get("connect_timeout") ??
      firstOf(connectTimeout),
  );
  if (wait !== undefined) times.connectionTimeout = wait;
  const lifetime = milliseconds(
    "max_lifetime",
    options.maxLifetime ?? options.max_lifetime ?? query.get("max_lifetime"),
  );
  if (lifetime !== undefined) times.maxLifetime = lifetime;
  return times;
}

/** The mode of TLS, and its options. */
export function readSecurity(
  query: Map<string, string>,
  options: Options,
  isTls: boolean,
  defaultMode: string | undefined,
): Pick<Settings, "sslMode" | "tls"> {
  const inAddress =
    query.get("sslmode") ??
    query
      .get("ssl-mode")
      ?.toLowerCase()
      .replace(/^required$/, "require") ??
    query.get("ssl") ??
    query.get("tls");
  let mode = sslModeOf(inAddress ?? firstOf(defaultMode) ?? false);
  if (inAddress === undefined && isTls) mode = Math.max(mode, SSL_REQUIRE);
  const { mode: sslMode, tls } = readTls(options.tls ?? options.ssl, mode);
  const files = tlsFiles(query);
  return { tls: files === null ? tls : { ...files, ...tls }, sslMode };
}

/** How many connections at most. */
export function readMax(value: unknown): number {
  const max = value === undefined ? 10 : Number(value);
  if (!(Number.isInteger(max) && max >= 1 && max < 2 ** 31))
    throw new ERR_INVALID_ARG_VALUE("options.max", max, "must be a non-negative integer between 1 and 2^31");
  return max;
}
