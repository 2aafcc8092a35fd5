// `v8.getHeapSnapshot`, `v8.writeHeapSnapshot` and `v8.queryObjects`.
import { ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { isUint8Array } from "internal:core/util/types";
import { isURL } from "internal:web/file_urls";
import { inspect } from "internal:core/util/inspect";
import {
  validateBoolean,
  validateFunction,
  validateObject,
  validateOneOf,
  validateSignalName,
} from "internal:core/validators";
import { v8Snapshot } from "internal:node/v8/heap_snapshot";
import { objectsBehind } from "native:engine";
import { pid } from "native:process";
import { threadId } from "native:worker";
import defer * as files from "internal:node/fs";
import defer * as process from "internal:node/process";
import defer * as streams from "internal:node/stream";

let written = 0;
let hasWarned = false;

/** Checks `options` of both snapshot functions; they only affect details that V8 alone has. */
export function checkSnapshotOptions(options: unknown = {}): void {
  validateObject(options, "options");
  const { exposeInternals = false, exposeNumericValues = false } = options;
  validateBoolean(exposeInternals, "options.exposeInternals");
  validateBoolean(exposeNumericValues, "options.exposeNumericValues");
}

/** A stream of a finished snapshot in V8's format. */
export function streamOf(snapshot: string): object {
  class HeapSnapshotStream extends streams.default.Readable {
    #rest: string | null = snapshot;

    _read(): void {
      const text = this.#rest;
      this.#rest = null;
      if (text !== null) this.push(text);
      this.push(null);
    }
  }
  return new HeapSnapshotStream();
}

/** Takes a snapshot of this thread's heap; returns a Readable stream of it. Throws ERR_INVALID_ARG_TYPE. */
export function getHeapSnapshot(options?: unknown): object {
  checkSnapshotOptions(options);
  return streamOf(v8Snapshot("v8.getHeapSnapshot"));
}

/**
 * Writes a snapshot to a file, by default with a name of time, process and thread. Returns the name.
 * Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, and the errors of the file system.
 */
export function writeHeapSnapshot(filename?: unknown, options?: unknown): unknown {
  if (filename !== undefined && typeof filename !== "string" && !isUint8Array(filename) && !isURL(filename))
    throw new ERR_INVALID_ARG_TYPE("path", ["string", "Buffer", "URL"], filename);
  checkSnapshotOptions(options);
  const name = filename ?? defaultName(new Date());
  // Opens the file first: a path that cannot be written should not cost a snapshot.
  const fd = files.default.openSync(name, "w", 0o600);
  try {
    files.default.writeFileSync(fd, v8Snapshot("v8.writeHeapSnapshot"));
  } finally {
    files.default.closeSync(fd);
  }
  return name;
}

function defaultName(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = `${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
  return `Heap.${day}.${clock}.${pid()}.${threadId()}.${String(++written).padStart(3, "0")}.heapsnapshot`;
}

/**
 * Counts the objects of this thread whose prototype chain has `constructor.prototype`, after a collection; with
 * `{ format: "summary" }` returns a string for each. Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE.
 */
export function queryObjects(constructor: unknown, options: unknown = {}): number | string[] {
  validateFunction(constructor, "constructor");
  if (!hasWarned)
    emitWarning("v8.queryObjects() is an experimental feature and might change at any time", "ExperimentalWarning");
  hasWarned = true;
  validateObject(options, "options");
  const format = options.format ?? "count";
  validateOneOf(format, "options.format", ["count", "summary"]);
  const { prototype } = constructor;
  const isObject = (typeof prototype === "object" && prototype !== null) || typeof prototype === "function";
  const found: object[] | undefined = isObject ? objectsBehind(prototype) : [];
  if (found === undefined) throw new ERR_METHOD_NOT_IMPLEMENTED("v8.queryObjects");
  return format === "count" ? found.length : found.map((object) => inspect(object, { depth: 0 }));
}

/** `--heapsnapshot-signal`: writes a snapshot whenever the process receives the signal. Throws ERR_UNKNOWN_SIGNAL. */
export function writeOnSignal(signal: string): void {
  validateSignalName(signal);
  process.default.on(signal, () => void writeHeapSnapshot());
}
