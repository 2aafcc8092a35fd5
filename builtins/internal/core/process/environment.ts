// `process.env`: a copy of the environment whose values are strings. Child processes get it; the process's own is unchanged.
import defer * as errors from "internal:core/errors";
import defer * as launching from "internal:core/launch";
import defer * as warnings from "internal:core/process/warn";
import defer * as sharing from "internal:core/process/shared_environment";
import { home } from "internal:core/program";
import { workerStart } from "internal:core/worker_state";
import { services, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import defer * as zones from "internal:core/process/time_zone";
import { environment as readAll } from "native:process";

let isChanged = false;
let changeCount = 0;

function copy(): Record<string, string> {
  const values: Record<string, string> = {};
  const list = readAll();
  for (let index = 0; index < list.length; index += 2) {
    const name = list[index]!;
    // The engine's options of this process are not part of the environment.
    if (!name.startsWith("JSC_")) values[name] = list[index + 1]!;
  }
  return values;
}

function countChange(): void {
  isChanged = true;
  changeCount++;
}

// Only the environment of the main thread sets the time zone, as in Node.
function setTimeZone(name: string | undefined): void {
  if (workerStart() === null) zones.setTimeZone(name);
}

let hasWarned = false;

function toStringValue(value: unknown): string {
  if (
    typeof value !== "string" &&
    typeof value !== "number" &&
    typeof value !== "boolean" &&
    !hasWarned &&
    launching.option("--pending-deprecation")
  ) {
    hasWarned = true;
    warnings.emitWarning(
      "Assigning any value other than a string, number, or boolean to a process.env property is deprecated. Please make sure to convert the value to a string before setting process.env with it.",
      "DeprecationWarning",
      "DEP0104",
    );
  }
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return `${value}`;
}

// Names that setenv(3) refuses are ignored without an error.
function isInvalidName(name: string): boolean {
  return name === "" || name.includes("=");
}

/** Wraps a plain object so that it behaves as `process.env`. */
export function wrap(values: Record<string, string>): Record<string, string> {
  return new Proxy(values, traps());
}

function traps(): ProxyHandler<Record<string, string>> {
  return {
    get: (target, name) =>
      typeof name === "string" ? (safe.hasOwn(target, name) ? target[name] : safe.reflectGet(target, name)) : undefined,
    set: (target, name, given) => {
      if (typeof name === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
      const value = toStringValue(given);
      if (home() === "node" && isInvalidName(name)) return true;
      target[name] = value;
      countChange();
      if (name === "TZ") setTimeZone(target[name]!);
      return true;
    },
    has: (target, name) => typeof name === "string" && name in target,
    deleteProperty: (target, name) => {
      countChange();
      if (name === "TZ") setTimeZone(undefined);
      return typeof name === "string" ? safe.deleteProperty(target, name) : true;
    },
    defineProperty: (target, name, descriptor) => {
      if ("get" in descriptor || "set" in descriptor)
        throw new errors.ERR_INVALID_OBJECT_DEFINE_PROPERTY(
          "'process.env' does not accept an accessor(getter/setter) descriptor",
        );
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw new errors.ERR_INVALID_OBJECT_DEFINE_PROPERTY(
          "'process.env' only accepts a configurable, writable, and enumerable data descriptor",
        );
      }
      if (shared !== 0) variables[name as string] = toStringValue(descriptor.value);
      else target[name as string] = toStringValue(descriptor.value);
      countChange();
      return true;
    },
  };
}

/** The number of the environment that this thread shares with others; 0 for none. */
let shared = workerStart()?.sharedEnvironment ?? 0;
const ownTraps = traps();
/** The traps without those of a policy. */
let openTraps = ownTraps;
const ownValues = shared !== 0 ? {} : (workerStart()?.environment ?? copy());
const hasFiles =
  home() === "bun" &&
  workerStart() === null &&
  launching.option("--env-file") === undefined &&
  launching.option("--no-env-file") === undefined &&
  addFiles();

// The `.env` files of programs of Bun.
function addFiles(): boolean {
  const { TZ: zone } = ownValues;
  const hasAny = services().readEnvironmentFiles(ownValues);
  if (ownValues.TZ !== zone) setTimeZone(ownValues.TZ);
  return hasAny;
}

/** `process.env`. */
export const environment: Record<string, string> = new Proxy(ownValues, ownTraps);
isChanged = shared !== 0 || workerStart()?.environment != null || hasFiles;
if (shared !== 0) safe.assign(openTraps, sharing.sharedTraps(shared, toStringValue));
/** The variables for builtins, which no policy hides. */
export let variables = environment;

/** Puts the traps that `make` returns before those of the variables that the program sees. */
export function guardWith(
  make: (open: ProxyHandler<Record<string, string>>) => ProxyHandler<Record<string, string>>,
): void {
  openTraps = safe.assign({}, ownTraps) as ProxyHandler<Record<string, string>>;
  variables = new Proxy(ownValues, openTraps);
  safe.assign(ownTraps, make(openTraps));
}

/** The number of this thread's environment, for threads that share it. The first call makes it a shared one. */
export function shareEnvironment(): number {
  if (shared === 0) {
    shared = sharing.shareVariables(ownValues);
    safe.assign(openTraps, sharing.sharedTraps(shared, toStringValue));
    for (const name of safe.keys(ownValues)) delete ownValues[name];
    countChange();
  }
  return shared;
}

/** Whether the environment of this thread differs from that of the process. */
export function isEnvironmentChanged(): boolean {
  return isChanged;
}

/** The count of changes by the program: callers that cache values compare it. Other threads may change shared variables at any time. */
export function environmentChangeCount(): number {
  return shared === 0 ? changeCount : ++changeCount;
}

/** What `plainPairs` returned last, and the count of changes then. */
let pairs: readonly string[] | null = null;
let pairsCount = -1;

/**
 * `NAME=value` of each variable of `process.env`, for a child process: a new array. Null when other threads or a policy have a
 * say in what they are, or one has a NUL: then they are read one by one, which takes a call of a trap for each.
 */
export function plainPairs(): string[] | null {
  if (shared !== 0 || variables !== environment) return null;
  if (pairsCount !== changeCount) {
    pairs = readPairs();
    pairsCount = changeCount;
  }
  return pairs === null ? null : lists.slice(pairs);
}

function readPairs(): string[] | null {
  const read: string[] = [];
  const names = safe.keys(ownValues);
  for (let index = 0; index < names.length; index++) {
    const pair = `${names[index]}=${ownValues[names[index]!]}`;
    if (safe.includes(pair, "\0")) return null;
    safe.push(read, pair);
  }
  return read;
}

/** A copy of the variables that builtins see. */
export function copyOfVariables(): Record<string, string> {
  return safe.assign({}, shared === 0 ? ownValues : variables);
}
