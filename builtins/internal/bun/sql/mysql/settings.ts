// The settings of a client of MySQL or MariaDB: from options, the address and the environment, in this order.
// https://bun.com/docs/runtime/sql#mysql-environment-variables
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import process from "internal:node/process";
import { decoded, firstOf, parseUrl, readMax, readSecurity, readTimes } from "internal:bun/sql/option_values";
import { type Options, type Settings, hide } from "internal:bun/sql/settings";
import { readTransform } from "internal:bun/sql/transforms";

const PORT = 3306;

function readPort(value: string | undefined): number {
  const port = Number(value ?? PORT);
  if (!(Number.isInteger(port) && port >= 1 && port <= 65535))
    throw new ERR_INVALID_ARG_VALUE("options.port", port, "must be a non-negative integer between 1 and 65535");
  return port;
}

/** The settings; `isTls`: the variable of the address asks for TLS. */
export function mysqlSettings(
  adapter: "mysql" | "mariadb",
  address: string,
  options: Options,
  isTls: boolean,
): Settings {
  const { env } = process;
  const url = address === "" ? null : parseUrl(address, adapter);
  const query = new Map<string, string>();
  url?.searchParams.forEach((value: string, name: string) => query.set(name, value));
  const variable = (name: string): string | undefined => env[`${adapter.toUpperCase()}_${name}`];
  const prepare = options.prepare ?? query.get("prepare");
  if (prepare === false || prepare === "false")
    throw new ERR_INVALID_ARG_VALUE("options.prepare", false, "prepared: false is not supported in MySQL");
  const inUrl = decoded(url?.hostname ?? "").replace(/^\[(.*)\]$/, "$1");
  const password = options.password ?? options.pass;
  const path = decoded(url?.pathname ?? "").replace(/^\//, "");
  const { sslMode, tls } = readSecurity(query, options, isTls, undefined);
  const settings = {
    adapter,
    hostname: firstOf(options.hostname, options.host, query.get("host"), inUrl, variable("HOST")) ?? "localhost",
    port: readPort(firstOf(options.port || undefined, query.get("port"), url?.port, variable("PORT"))),
    username:
      firstOf(
        options.username,
        options.user,
        query.get("user"),
        decoded(url?.username ?? ""),
        variable("USER"),
        env.USER,
        env.USERNAME,
      ) ?? "root",
    password:
      typeof password === "function"
        ? (password as () => string)
        : (firstOf(password, query.get("password"), decoded(url?.password ?? ""), variable("PASSWORD")) ?? ""),
    database:
      firstOf(options.database, options.db, variable("DATABASE"), query.get("dbname"), path) ??
      (adapter === "mysql" ? "mysql" : ""),
    tls,
    prepare: true,
    allowPublicKeyRetrieval: options.allowPublicKeyRetrieval === true,
    foundRows: options.foundRows === true || query.get("foundRows") === "true",
    channelBinding: "disable",
    bigint: options.bigint as boolean | undefined,
    sslMode,
    query: "",
    max: readMax(options.max ?? query.get("max")),
    ...readTimes(query, options, undefined),
    connection: {},
    transform: readTransform(options.transform),
    given: options,
  } as Settings;
  const socket = firstOf(options.path, options.socket, query.get("path"), query.get("socket"));
  if (socket !== undefined) settings.path = socket;
  return hide(settings);
}
