// The settings of a client of PostgreSQL: from options, the address and the environment, in this order.
// https://bun.com/docs/runtime/sql#postgresql-environment-variables
import { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import process from "internal:node/process";
import type { URL } from "web:url";
import { decoded, firstOf, parseUrl, readMax, readSecurity, readTimes } from "internal:bun/sql/option_values";
import { type Options, type Settings, hide } from "internal:bun/sql/settings";
import { readTransform } from "internal:bun/sql/transforms";

/** Keys of an address that other clients read, and that the server does not know. */
const CLIENT_KEYS = new Set(
  "sslmode ssl tls path socket connect_timeout idle_timeout max_lifetime max prepare channel_binding host port user password dbname sslrootcert sslcert sslkey sslpassword keepalives keepalives_idle keepalives_interval keepalives_count target_session_attrs tcp_user_timeout gssencmode sslcompression sslcrl sslsni requirepeer krbsrvname passfile service load_balance_hosts sslnegotiation".split(
    " ",
  ),
);

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

/** The settings; `isTls`: the variable of the address asks for TLS. */
export function postgresSettings(address: string, options: Options, isTls: boolean): Settings {
  const url = address === "" ? null : parseUrl(address, "postgres");
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
    ...readSecurity(query, options, isTls, process.env.PGSSLMODE),
    query: "",
    max: readMax(options.max ?? query.get("max")),
    ...readTimes(query, options, process.env.PGCONNECT_TIMEOUT),
    connection: startParameters(query, options),
    transform: readTransform(options.transform),
    given: options,
  } as Settings;
  const path = firstOf(options.path, options.socket, query.get("path"), query.get("socket"));
  const socket = path ?? (place.hostname.startsWith("/") ? place.hostname : undefined);
  if (socket !== undefined) settings.path = socket;
  return hide(settings);
}
