// The settings of a client: from options, the address and the environment, in this order.
// https://bun.com/docs/runtime/sql#database-environment-variables
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import process from "internal:node/process";
import { URL } from "web:url";
import defer * as mysql from "internal:bun/sql/mysql/settings";
import defer * as postgres from "internal:bun/sql/postgres/settings";
import { type Listener, type Options, type Settings, hide } from "internal:bun/sql/settings";
import { readTransform } from "internal:bun/sql/transforms";
import { inspectOptions } from "internal:bun/sql/inspect_options";

const ADAPTERS: Record<string, string> = {
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mysql2: "mysql",
  mariadb: "mariadb",
  sqlite: "sqlite",
  file: "sqlite",
};
const SUPPORTED = 'Supported adapters: "postgres", "sqlite", "mysql", "mariadb"';
/** Variables with an address, and the adapter that they mean. */
const ADDRESSES: [name: string, adapter: string | null][] = [
  ["DATABASE_URL", null],
  ["TLS_DATABASE_URL", null],
  ["POSTGRES_URL", "postgres"],
  ["PGURL", "postgres"],
  ["PG_URL", "postgres"],
  ["TLS_POSTGRES_DATABASE_URL", "postgres"],
  ["MYSQL_URL", "mysql"],
  ["TLS_MYSQL_DATABASE_URL", "mysql"],
  ["MARIADB_URL", "mariadb"],
  ["TLS_MARIADB_DATABASE_URL", "mariadb"],
  ["SQLITE_URL", "sqlite"],
];

function adapterOfAddress(address: string): string | null {
  if (address === ":memory:" || /^(?:sqlite|file):/i.test(address)) return "sqlite";
  const protocol = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (protocol === undefined) return null;
  const adapter = ADAPTERS[protocol];
  if (adapter === undefined) throw new Error(`Unsupported protocol: ${protocol}. ${SUPPORTED}`);
  return adapter;
}

function isOptions(value: unknown): value is Options {
  return typeof value === "object" && value !== null && !(value instanceof URL);
}

interface Found {
  address: string;
  adapter: string | null;
  isTls: boolean;
}

/** A general variable with the address of one is good for the other. */
const areBothMysql = (one: string, other: string): boolean =>
  [one, other].every((adapter) => adapter === "mysql" || adapter === "mariadb");

/** The address of the environment. */
function addressOfEnvironment(wanted: string | null): Found | null {
  for (const [name, means] of ADDRESSES) {
    const address = process.env[name];
    if (address === undefined || address === "") continue;
    const adapter = means ?? adapterOfAddress(address);
    if (wanted !== null && adapter !== null && adapter !== wanted && (means !== null || !areBothMysql(adapter, wanted)))
      continue;
    return { address, adapter, isTls: name.startsWith("TLS_") };
  }
  return null;
}

function listener(name: string, value: unknown): Listener | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "function", value);
  return value as Listener;
}

/** The settings of `new SQL(first, second)`. */
export function readSettings(first: unknown, second: unknown): Settings {
  const options: Options = isOptions(first) ? first : isOptions(second) ? second : {};
  let address = isOptions(first) || first === undefined || first === null ? "" : `${first}`;
  const isGiven = address !== "";
  const wanted = options.adapter === undefined ? null : `${options.adapter}`;
  if (wanted !== null && !["postgres", "sqlite", "mysql", "mariadb"].includes(wanted))
    throw new Error(`Unsupported adapter: ${wanted}. ${SUPPORTED}`);
  if (!isGiven && options.url !== undefined) address = `${options.url}`;
  let adapter = wanted ?? (options.filename !== undefined ? "sqlite" : null);
  let isTls = false;
  if (address === "" && options.filename === undefined) {
    const found = addressOfEnvironment(adapter);
    if (found !== null) {
      address = found.address;
      isTls = found.isTls;
      adapter ??= found.adapter;
    }
  }
  if (address !== "" && wanted !== "sqlite") adapter ??= adapterOfAddress(address);
  adapter ??= "postgres";
  const onconnect = listener("onconnect", options.onconnect);
  const onclose = listener("onclose", options.onclose);
  let settings: Settings;
  if (adapter === "sqlite") settings = sqliteSettings(address, options);
  else if (adapter === "mysql" || adapter === "mariadb")
    settings = mysql.mysqlSettings(adapter, address, options, isTls);
  else settings = postgres.postgresSettings(address, options, isTls);
  if (onconnect !== undefined) settings.onconnect = onconnect;
  if (onclose !== undefined) settings.onclose = onclose;
  Object.defineProperty(settings, Symbol.for("nodejs.util.inspect.custom"), {
    value: inspectOptions,
    writable: true,
    configurable: true,
  });
  return settings;
}

function sqliteSettings(address: string, options: Options): Settings {
  const given = options.filename === undefined ? address : `${options.filename}`;
  const [place = "", query = ""] = given.split(/\?(.*)/s, 2);
  const filename = place.replace(/^(?:sqlite|file):(?:\/\/)?/i, "");
  const mode = new Map(query.split("&").map((part) => part.split("=", 2) as [string, string])).get("mode");
  if (mode !== undefined && !["ro", "rw", "rwc", "memory"].includes(mode))
    throw new ERR_INVALID_ARG_VALUE("mode", mode, "must be one of: ro, rw, rwc, memory");
  const readonly = options.readonly ?? (options.readwrite === false || (mode === "ro" ? true : undefined));
  const create = options.create ?? (mode === "rw" ? false : undefined);
  return hide({
    adapter: "sqlite",
    filename: filename === "" ? ":memory:" : filename,
    ...(readonly ? { readonly } : {}),
    ...(create === undefined ? {} : { create }),
    ...(options.bigint === undefined ? {} : { bigint: options.bigint }),
    connection: {},
    transform: readTransform(options.transform),
    given: options,
  } as Settings);
}
