// The members of Node's modules that Node has removed, or never had, and that Bun has (https://bun.com/docs/runtime/nodejs-compat).
// A module with such members calls `internal:web/home_extensions`.
import { Buffer } from "internal:core/buffer";
import { load } from "internal:core/bootstrap";
import { format } from "internal:core/util/inspect";
import * as types from "internal:core/util/types";
import defer * as fs from "internal:node/fs";

type Members = Record<string, unknown>;

const PRIMITIVES = ["boolean", "number", "string", "symbol", "undefined"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const MEMBERS: Record<string, () => Members> = {
  "node:util": () => ({
    isArray: (value: unknown) => Array.isArray(value),
    isBoolean: (value: unknown) => typeof value === "boolean",
    isBuffer: (value: unknown) => Buffer.isBuffer(value),
    isNull: (value: unknown) => value === null,
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isNumber: (value: unknown) => typeof value === "number",
    isString: (value: unknown) => typeof value === "string",
    isSymbol: (value: unknown) => typeof value === "symbol",
    isUndefined: (value: unknown) => value === undefined,
    isRegExp: (value: unknown) => types.isRegExp(value),
    isObject: (value: unknown) => typeof value === "object" && value !== null,
    isDate: (value: unknown) => types.isDate(value),
    isError: (value: unknown) => value instanceof Error || Object.prototype.toString.call(value) === "[object Error]",
    isFunction: (value: unknown) => typeof value === "function",
    isPrimitive: (value: unknown) => value === null || PRIMITIVES.includes(typeof value),
    log(...values: unknown[]): void {
      load("internal:node/console/console").globalConsole.log("%s - %s", timestamp(new Date()), format(...values));
    },
  }),
  "node:util/types": () => ({
    isEventTarget: (value: unknown) => load("web:event_target").isEventTarget(value),
  }),
  "node:buffer": () => ({ SlowBuffer }),
  "node:fs": () => ({ F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 }),
  "node:fs/promises": fileCalls,
};

/** Adds what Bun has to the exports of a module. */
export function extendNodeModule(name: string, exports: object): void {
  for (const [key, value] of Object.entries(MEMBERS[name]?.() ?? {}))
    Object.defineProperty(exports, key, { value, writable: true, enumerable: true, configurable: true });
}

/** `26 Feb 16:19:34`, the local time. */
function timestamp(time: Date): string {
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => String(part).padStart(2, "0"));
  return `${time.getDate()} ${MONTHS[time.getMonth()]} ${clock.join(":")}`;
}

/** Calls of `node:fs` with descriptors, as promises of their first result. */
function fileCalls(): Members {
  const names = ["close", "fchmod", "fchown", "fdatasync", "fstat", "fsync", "ftruncate", "futimes", "read", "write"];
  const calls: Members = { exists: (path: unknown) => new Promise((resolve) => fs.default.exists(path, resolve)) };
  for (const name of names) calls[name] = inPromise(name, (first) => first);
  calls.readv = inPromise("readv", (bytesRead, buffers) => ({ bytesRead, buffers }));
  calls.writev = inPromise("writev", (bytesWritten, buffers) => ({ bytesWritten, buffers }));
  return calls;
}

function inPromise(name: string, result: (first: unknown, second: unknown) => unknown): Function {
  const call = (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (error: unknown, first: unknown, second: unknown): void => {
        if (error) reject(error as Error);
        else resolve(result(first, second));
      };
      (fs.default[name] as (...args: unknown[]) => void)(...args, settle);
    });
  return Object.defineProperty(call, "name", { value: name });
}

/** A Buffer outside of the pool, with or without `new`. */
function SlowBuffer(size: unknown): Uint8Array {
  return Buffer.allocUnsafeSlow(size as number);
}
SlowBuffer.prototype = Buffer.prototype;
Object.defineProperty(SlowBuffer, "length", { value: 0, configurable: true });
