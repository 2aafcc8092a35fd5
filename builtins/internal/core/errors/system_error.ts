// Errors that wrap a failed system call: `SystemError` (with `info`), and the older shapes that Node's modules throw
// (`uvException`, `errnoException`, `exceptionWithHostPort`, …), which are plain errors with `errno`, `code` and `syscall`.
import { safe } from "internal:core/bootstrap";
import { kIsNodeError } from "internal:core/errors/node_error";
import { systemErrorMap, systemErrorName, systemErrorNumber } from "internal:core/errno";
import defer * as inspect from "internal:core/util/inspect";
import defer * as utf8 from "internal:core/utf8";

/** A failed call. `errno` is negative, as in libuv. */
export interface SystemErrorContext {
  code: string;
  errno?: number;
  syscall: string;
  message: string;
  path?: unknown;
  dest?: unknown;
}

/** An error with its own code and the failed call in `info`; `errno`, `syscall`, `path` and `dest` read and write `info`. */
export class SystemError extends Error {
  declare code: string;
  constructor(code: string, prefix: string, context: SystemErrorContext) {
    let message = `${prefix}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) message += ` ${context.path}`;
    if (context.dest !== undefined) message += ` => ${context.dest}`;
    super(message);
    this.code = code;
    safe.defineProperties(this, {
      [kIsNodeError]: { value: true, configurable: true },
      name: { value: "SystemError", writable: true, configurable: true },
      info: { value: context, enumerable: true, configurable: true },
      errno: mirror(context, "errno"),
      syscall: mirror(context, "syscall"),
    });
    if (context.path !== undefined) safe.defineProperty(this, "path", mirrorPath(context, "path"));
    if (context.dest !== undefined) safe.defineProperty(this, "dest", mirrorPath(context, "dest"));
  }

  override toString(): string {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [safe.symbolFor("nodejs.util.inspect.custom")](_depth: number, options: object): string {
    return inspect.inspect(this, { ...options, getters: true, customInspect: false });
  }
}

function mirror(context: SystemErrorContext, key: "errno" | "syscall"): PropertyDescriptor {
  return {
    get: () => context[key],
    set: (value) => {
      context[key] = value as never;
    },
    enumerable: true,
    configurable: true,
  };
}

function mirrorPath(context: SystemErrorContext, key: "path" | "dest"): PropertyDescriptor {
  return {
    get: () => (context[key] == null ? context[key] : String(context[key])),
    set: (value) => {
      context[key] = value ? String(value) : undefined;
    },
    enumerable: true,
    configurable: true,
  };
}

type ErrnoError = Error & {
  errno?: number;
  code?: string;
  syscall?: string;
  path?: string;
  dest?: string;
  address?: string;
  port?: number;
  hostname?: string;
};

/** The failed call of `uvException`: `errno` (negative) or `code`, the name of the call, and its paths. */
export interface UvContext {
  errno?: number;
  code?: string;
  syscall: string;
  message?: string;
  path?: string | Uint8Array;
  dest?: string | Uint8Array;
  [property: string]: unknown;
}

/**
 * The error of a failed file system or process call: `ENOENT: no such file or directory, open 'x'`.
 * Every other member of `context` becomes a property. An empty path is omitted, except with `allowsEmptyPath`.
 */
export function uvException(context: UvContext, allowsEmptyPath = false): ErrnoError {
  const errno = context.errno ?? (context.code === undefined ? undefined : systemErrorNumber(context.code));
  const known = errno === undefined ? undefined : systemErrorMap().get(errno);
  const code = known?.[0] ?? context.code ?? "UNKNOWN";
  let message = `${code}: ${context.message || (known?.[1] ?? "unknown error")}, ${context.syscall}`;
  const isNamed = (path: unknown): boolean => (path === "" ? allowsEmptyPath : Boolean(path));
  const path = isNamed(context.path) ? decode(context.path!) : undefined;
  const dest = isNamed(context.dest) ? decode(context.dest!) : undefined;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const error = new Error(message) as ErrnoError;
  // Programs print errors: the properties are in Node's order.
  if (errno !== undefined) error.errno = errno;
  error.code = code;
  for (const key of safe.keys(context)) {
    if (key !== "message" && key !== "path" && key !== "dest" && key !== "errno" && key !== "code")
      (error as unknown as Record<string, unknown>)[key] = context[key];
  }
  if (path !== undefined) error.path = path;
  if (dest !== undefined) error.dest = dest;
  return error;
}

function decode(value: string | Uint8Array): string {
  return typeof value === "string" ? value : utf8.decodeUtf8(value);
}

/** The error of a failed call on an address: `connect ECONNREFUSED: connection refused 127.0.0.1:80`. */
export function uvExceptionWithHostPort(
  errno: number,
  syscall: string,
  address: string | null,
  port?: number,
): ErrnoError {
  const [code, description] = systemErrorMap().get(errno) ?? ["UNKNOWN", "unknown error"];
  const error = new Error(`${syscall} ${code}: ${description}${place(address, port)}`) as ErrnoError;
  // Node's order of the members differs from that of the other errors with an address.
  error.code = code;
  return withAddress(error, errno, code, syscall, address, port);
}

/** The error of a failed call without the description of its number: `bind EADDRINUSE`, or `bind EADDRINUSE <original>`. */
export function errnoException(errno: number, syscall: string, original?: string): ErrnoError {
  const code = systemErrorName(errno);
  const error = new Error(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`) as ErrnoError;
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  return error;
}

/** The error of a failed connection: `connect ECONNREFUSED 127.0.0.1:80 - Local (0.0.0.0:0)`. */
export function exceptionWithHostPort(
  errno: number,
  syscall: string,
  address: string | null,
  port?: number,
  additional?: string,
): ErrnoError {
  const code = systemErrorName(errno);
  const local = additional ? ` - Local (${additional})` : "";
  const error = new Error(`${syscall} ${code}${place(address, port)}${local}`) as ErrnoError;
  return withAddress(error, errno, code, syscall, address, port);
}

function place(address: string | null, port: number | undefined): string {
  if (port && port > 0) return ` ${address}:${port}`;
  return address ? ` ${address}` : "";
}

function withAddress(
  error: ErrnoError,
  errno: number,
  code: string,
  syscall: string,
  address: string | null,
  port: number | undefined,
): ErrnoError {
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  error.address = address as string;
  if (port) error.port = port;
  return error;
}

/** The error of a failed name query: `getaddrinfo ENOTFOUND host`. `code` is a number of libuv or a c-ares name. */
export function dnsException(code: number | string, syscall: string, hostname?: string): ErrnoError {
  let errno: number | undefined;
  if (typeof code === "number") {
    errno = code;
    const name = systemErrorName(code);
    // ENOTFOUND is not a POSIX name; Node reports both "no data" and "no name" under it.
    code = name === "EAI_NODATA" || name === "EAI_NONAME" ? "ENOTFOUND" : name;
  }
  const error = new Error(`${syscall} ${code}${hostname ? ` ${hostname}` : ""}`) as ErrnoError;
  error.errno = errno;
  error.code = code;
  error.syscall = syscall;
  if (hostname) error.hostname = hostname;
  return error;
}

/** An error with the code ECONNRESET and the given message. */
export function connResetException(message: string): ErrnoError {
  const error = new Error(message) as ErrnoError;
  error.code = "ECONNRESET";
  return error;
}
