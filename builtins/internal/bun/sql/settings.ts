// The resolved settings of a client, and their listeners.
import { triggerUncaughtException } from "internal:core/process/warn";
import type { Dialect } from "internal:bun/sql/errors";
import type { Transform } from "internal:bun/sql/transforms";

export const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];
export const SSL_DISABLE = 0;
export const SSL_PREFER = 1;
export const SSL_REQUIRE = 2;
export const SSL_VERIFY_CA = 3;
export const SSL_VERIFY_FULL = 4;

export type Adapter = "postgres" | "mysql" | "mariadb" | "sqlite";

/** MariaDB speaks the protocol of MySQL. */
export const dialectOf = (adapter: Adapter): Dialect => (adapter === "mariadb" ? "mysql" : adapter);
export type Listener = (error: Error | null) => void;

export interface Settings {
  adapter: Adapter;
  filename?: string;
  hostname: string;
  port: number;
  username: string;
  password: string | (() => string | PromiseLike<string>);
  database: string;
  path?: string;
  tls: TlsSettings | undefined;
  sslMode: number;
  prepare: boolean;
  /** Of MySQL: the password may be encrypted with a key that the server sends without TLS. */
  allowPublicKeyRetrieval: boolean;
  /** Of MySQL: `affectedRows` counts the rows that an UPDATE found. */
  foundRows: boolean;
  bigint: boolean | undefined;
  max: number;
  idleTimeout?: number;
  connectionTimeout?: number;
  maxLifetime?: number;
  onconnect?: Listener;
  onclose?: Listener;
  /** Parameters of the start-up, such as "application_name". */
  connection: Record<string, string>;
  transform: Transform | null;
  given: Record<string, unknown>;
}

export interface TlsSettings {
  rejectUnauthorized?: boolean;
  serverName?: string;
  checkServerIdentity?: unknown;
  ca?: unknown;
  caFile?: string;
  [name: string]: unknown;
}

export type Options = Record<string, unknown>;

/** Calls a listener of the program; what it throws is an uncaught exception, and no failure of the connection. */
export function notify(call: Listener | undefined, error: Error | null): void {
  if (call === undefined) return;
  try {
    call(error);
  } catch (thrown) {
    triggerUncaughtException(thrown, false);
  }
}

/** What programs do not see of `sql.options`. */
export function hide(settings: Settings): Settings {
  for (const name of ["connection", "transform", "given"])
    Object.defineProperty(settings, name, { enumerable: false, configurable: true, writable: true });
  return settings;
}
