// Addresses and options of Bun's Redis client. https://bun.com/docs/runtime/redis#connection-options
import { URL } from "web:url";
import { load } from "internal:core/bootstrap";
import type { TlsOptions } from "internal:bun/tls_options";
import defer * as bunErrors from "internal:bun/errors";

const PROTOCOLS = ["redis", "valkey", "rediss", "valkeys", "redis+tls", "redis+unix", "redis+tls+unix"];
const TLS_PROTOCOL = /^(?:rediss|valkeys|(?:redis|valkey)\+tls(?:\+unix)?)$/;
const UNIX_ADDRESS = /^(?:redis|valkey)(?:\+tls)?\+unix:\/\/(.*)$/s;
const MAXIMUM = 2 ** 32 - 1;

/** Where a server is, and as whom to use it. */
export interface Address {
  hostname: string;
  port: number;
  /** The path of a Unix socket, which replaces the name and the port. */
  path: string | undefined;
  isTls: boolean;
  username: string;
  password: string;
  database: number;
}

export interface RedisOptions {
  connectionTimeout?: number;
  idleTimeout?: number;
  autoReconnect?: boolean;
  maxRetries?: number;
  enableOfflineQueue?: boolean;
  enableAutoPipelining?: boolean;
  tls?: boolean | TlsOptions;
}

/** The options with their defaults. */
export interface Settings {
  connectionTimeout: number;
  idleTimeout: number;
  autoReconnect: boolean;
  maxRetries: number;
  enableOfflineQueue: boolean;
  enableAutoPipelining: boolean;
  tls: boolean | TlsOptions;
}

/** The address in the environment, or the default. */
export function defaultAddress(): string {
  const { env } = load("internal:node/process").default as { env: Record<string, string | undefined> };
  return env.REDIS_URL || env.VALKEY_URL || "valkey://localhost:6379";
}

/** Reads an address. Throws an Error, or a TypeError (ERR_INVALID_ARG_TYPE). */
export function readAddress(text: string): Address {
  const url = urlOf(text);
  const protocol = url.protocol.slice(0, -1);
  if (!PROTOCOLS.includes(protocol.replace("valkey+", "redis+")))
    throw new Error(`Expected url protocol to be one of ${PROTOCOLS.join(", ")}`);
  const path = UNIX_ADDRESS.exec(text)?.[1];
  if (path === "") throw bunErrors.invalid("Expected unix socket path after valkey+unix:// or valkey+tls+unix://");
  const hostname = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
  return {
    hostname: hostname === "" ? "localhost" : hostname,
    port: url.port === "" ? 6379 : Number(url.port),
    path,
    isTls: TLS_PROTOCOL.test(protocol),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: path === undefined ? databaseOf(url.pathname.slice(1)) : 0,
  };
}

function urlOf(text: string): URL {
  const full = text.includes("://") ? text : `redis://${text}`;
  if (text === "" || !URL.canParse(full)) throw bunErrors.invalid("Invalid URL format");
  return new URL(full);
}

function databaseOf(text: string): number {
  if (!/^\d*$/.test(text)) throw bunErrors.invalid(`Invalid database number in Redis URL: "${text}"`);
  return Number(text);
}

/** Reads the options. Throws a TypeError (ERR_INVALID_ARG_TYPE) or a RangeError (ERR_OUT_OF_RANGE). */
export function readOptions(given: unknown): Settings {
  const options: RedisOptions = typeof given === "object" && given !== null ? given : {};
  const { tls = false } = options;
  if (typeof tls !== "boolean" && (typeof tls !== "object" || tls === null))
    throw bunErrors.invalid("Expected tls to be a boolean or object for 'tls'.");
  return {
    connectionTimeout: integer("connectionTimeout", options.connectionTimeout, 10_000),
    idleTimeout: integer("idleTimeout", options.idleTimeout, 0),
    autoReconnect: Boolean(options.autoReconnect ?? true),
    maxRetries: integer("maxRetries", options.maxRetries, 20),
    enableOfflineQueue: Boolean(options.enableOfflineQueue ?? true),
    enableAutoPipelining: Boolean(options.enableAutoPipelining ?? true),
    tls,
  };
}

function integer(name: string, value: unknown, otherwise: number): number {
  return value === undefined || value === null ? otherwise : checkInteger(name, value, MAXIMUM);
}

/** A number from 0 to `maximum`. Throws a TypeError (ERR_INVALID_ARG_TYPE) or a RangeError (ERR_OUT_OF_RANGE). */
export function checkInteger(name: string, value: unknown, maximum: number): number {
  const wrongType = (expected: string): TypeError =>
    bunErrors.invalid(`The "${name}" property must be of type ${expected}. Received ${typeof value}`);
  if (typeof value !== "number") throw wrongType("number");
  if (value < 0 || value > maximum)
    throw Object.assign(
      new RangeError(`The value of "${name}" is out of range. It must be >= 0 and <= ${maximum}. Received ${value}`),
      { code: "ERR_OUT_OF_RANGE" },
    );
  if (!Number.isInteger(value)) throw wrongType("integer");
  return value;
}
