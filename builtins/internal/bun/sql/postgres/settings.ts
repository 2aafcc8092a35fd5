// The settings of a client of PostgreSQL: from options, the address and the environment, in this order.
// https://bun.com/docs/runtime/sql#postgresql-environment-variables
import { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import process from "internal:node/process";
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
  hide,
} from "internal:bun/sql/settings";
import { readTransform } from "internal:bun/sql/transforms";

/** Keys of an address that other clients read, and that the server does not know. */
const CLIENT_KEYS = new Set(
  "sslmode ssl tls path socket connect_timeout idle_timeout max_lifetime max prepare channel_binding host port user password dbname sslrootcert sslcert sslkey sslpassword keepalives keepalives_idle keepalives_interval keepalives_count target_session_attrs tcp_user_timeout gssencmode sslcompression sslcrl sslsni requirepeer krbsrvname passfile service load_balance_hosts sslnegotiation".split(
    " ",
  ),
);

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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function firstOf(...values: unknown[]): string | undefined {
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

function parseUrl(address: string): URL {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `postgres://${address}`);
  } catch (error) {
    // `postgres://user@/database?host=/path` has no host.
    const fixed = address.replace(/^([a-z0-9+.-]+:\/\/(?:[^@/]*@)?)(?=\/|$)/i, "$1localhost");
    if (fixed === address) throw error;
    return new URL(fixed);
  }
}

/** Parameters of the start-up: what the client does not read itself goes to the server. */
function startParameters(query: Map<string, string>, options: Options): Record<string, string> {
  const { env } = process;
  const connection: Record<string, string> = {};
  for (const [name, value] of query) if (!CLIENT_KEYS.has(name)) connection[name] = value;
  for (const [name, value] of Object.entries((options.connection as Options | undefined) ?? {}))
    connection[name] = `${value}`;
  const name = firstOf(connection.application_name, env.PGAPPNAME);
  if (name !== undefined) connection.application_name = name;
  const words = firstOf(connection.options, env.PGOPTIONS);
  if (words !== undefined) connection.options = words;
  return connection;
}

/** Where the server is. */
function readPlace(url: URL | null, query: Map<string, string>, options: Options): Pick<Settings, "hostname" | "port"> {
  const { env } = process;
  const inUrl = decoded(url?.hostname ?? "").replace(/^\[(.*)\]$/, "$1");
  const hostname = firstOf(options.hostname, options.host, query.get("host"), inUrl, env.PGHOST) ?? "localhost";
  const port = Number(firstOf(options.port, query.get("port"), url?.port, env.PGPORT) ?? 5432);
  if (!(Number.isInteger(port) && port >= 1 && port <= 65535))
    throw new ERR_INVALID_ARG_VALUE("options.port", port, "must be a non-negative integer between 1 and 65535");
  return { hostname, port };
}

/** Who connects, to which database. */
function readIdentity(
  url: URL | null,
  query: Map<string, string>,
  options: Options,
): Pick<Settings, "username" | "password" | "database"> {
  const { env } = process;
  const inUrl = decoded(url?.username ?? "");
  const username =
    firstOf(
      options.username,
      options.user,
      query.get("user"),
      inUrl,
      env.PGUSERNAME,
      env.PGUSER,
      env.USER,
      env.USERNAME,
    ) ?? "postgres";
  const given = options.password ?? options.pass;
  const password =
    typeof given === "function"
      ? (given as () => string)
      : (firstOf(given, query.get("password"), decoded(url?.password ?? ""), env.PGPASSWORD) ?? "");
  const path = decoded(url?.pathname ?? "").replace(/^\//, "");
  const database = firstOf(options.database, options.db, env.PGDATABASE, query.get("dbname"), path) ?? username;
  return { username, password, database };
}

/** The times, in milliseconds; those that nothing sets are absent. */
function readTimes(query: Map<string, string>, options: Options): Partial<Settings> {
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
      firstOf(process.env.PGCONNECT_TIMEOUT),
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
function readSecurity(query: Map<string, string>, options: Options, isTls: boolean): Pick<Settings, "sslMode" | "tls"> {
  const inAddress = query.get("sslmode") ?? query.get("ssl") ?? query.get("tls");
  let mode = sslModeOf(inAddress ?? firstOf(process.env.PGSSLMODE) ?? false);
  if (inAddress === undefined && isTls) mode = Math.max(mode, SSL_REQUIRE);
  const { mode: sslMode, tls } = readTls(options.tls ?? options.ssl, mode);
  const files = tlsFiles(query);
  return { tls: files === null ? tls : { ...files, ...tls }, sslMode };
}

function readMax(value: unknown): number {
  const max = value === undefined ? 10 : Number(value);
  if (!(Number.isInteger(max) && max >= 1 && max < 2 ** 31))
    throw new ERR_INVALID_ARG_VALUE("options.max", max, "must be a non-negative integer between 1 and 2^31");
  return max;
}

/** The settings; `isTls`: the variable of the address asks for TLS. */
export function postgresSettings(address: string, options: Options, isTls: boolean): Settings {
  const url = address === "" ? null : parseUrl(address);
  const query = new Map<string, string>();
  url?.searchParams.forEach((value: string, name: string) => query.set(name, value));
  const prepare = options.prepare ?? query.get("prepare");
  const binding =
    options.channelBinding ?? query.get("channel_binding") ?? firstOf(process.env.PGCHANNELBINDING) ?? "disable";
  if (binding === "require") throw new ERR_METHOD_NOT_IMPLEMENTED('Bun.SQL with channelBinding: "require"');
  const place = readPlace(url, query, options);
  const settings = {
    adapter: "postgres" as const,
    ...place,
    ...readIdentity(url, query, options),
    prepare: prepare !== false && prepare !== "false",
    allowPublicKeyRetrieval: options.allowPublicKeyRetrieval === true,
    foundRows: options.foundRows === true,
    channelBinding: binding,
    bigint: options.bigint as boolean | undefined,
    ...readSecurity(query, options, isTls),
    query: "",
    max: readMax(options.max ?? query.get("max")),
    ...readTimes(query, options),
    connection: startParameters(query, options),
    transform: readTransform(options.transform),
    given: options,
  } as Settings;
  const path = firstOf(options.path, options.socket, query.get("path"), query.get("socket"));
  const socket = path ?? (place.hostname.startsWith("/") ? place.hostname : undefined);
  if (socket !== undefined) settings.path = socket;
  return hide(settings);
}
