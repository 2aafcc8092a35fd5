// Functions of SQL that programs write, for bun:sqlite.
import { sqliteError } from "internal:bun/sqlite_errors";
import { type Aggregate, type Callbacks, addFunction } from "internal:node/sqlite/dispatch";
import { AS_BIG_INTS, AS_BUN, AS_ROUNDED_NUMBERS } from "internal:node/sqlite/memory";
import * as native from "native:sqlite";

const SQLITE_DETERMINISTIC = 0x800;
const SQLITE_DIRECTONLY = 0x80000;

/** Options of functions and aggregates as programs pass them, unchecked. */
interface FunctionOptions {
  deterministic?: unknown;
  directOnly?: unknown;
  varargs?: unknown;
  safeIntegers?: unknown;
}
interface AggregateOptions extends FunctionOptions {
  start?: unknown;
  step?: unknown;
  inverse?: unknown;
  result?: unknown;
}
type Callee = (...values: unknown[]) => unknown;

function flagsOf(options: FunctionOptions): number {
  return (options.deterministic ? SQLITE_DETERMINISTIC : 0) | (options.directOnly ? SQLITE_DIRECTONLY : 0);
}

function integersOf(options: FunctionOptions, byDefault: boolean): number {
  return AS_BUN + ((options.safeIntegers ?? byDefault) ? AS_BIG_INTS : AS_ROUNDED_NUMBERS);
}

/** Throws Bun's TypeError for a result that SQLite cannot represent. */
function checked(name: string, value: unknown): unknown {
  switch (typeof value) {
    case "undefined":
    case "number":
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "object":
      if (value === null || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
  }
  throw new TypeError(`User-defined function ${name}() returned an invalid value`);
}

function checkName(name: unknown): asserts name is string {
  if (typeof name !== "string") throw new TypeError("Expected first argument to be a string");
}

/** `Database.prototype.function`: a name, optional options, a function. */
export function createFunction(
  callbacks: Callbacks,
  name: unknown,
  given: FunctionOptions | Callee,
  last: Callee | undefined,
  safeIntegers: boolean,
): void {
  const callee = typeof given === "function" ? given : last;
  const options: FunctionOptions = (typeof given === "function" ? undefined : given) ?? {};
  checkName(name);
  if (typeof callee !== "function") throw new TypeError("Expected last argument to be a function");
  if (typeof options !== "object") throw new TypeError("Expected second argument to be an options object");
  if (name === "") throw new TypeError("User-defined function name cannot be an empty string");
  const count = options.varargs ? -1 : callee.length;
  const registered = {
    argumentCount: count,
    flags: flagsOf(options),
    callee: addFunction(callbacks, (...values: unknown[]) => checked(name, callee(...values))),
    integers: integersOf(options, safeIntegers),
  };
  if (!native.createFunction(callbacks.connection.id, name, registered)) throw sqliteError();
}

/** `Database.prototype.aggregate`. */
export function createAggregate(
  callbacks: Callbacks,
  name: unknown,
  options: AggregateOptions,
  safeIntegers: boolean,
): void {
  checkName(name);
  if (typeof options !== "object" || options === null)
    throw new TypeError("Expected second argument to be an options object");
  if (name === "") throw new TypeError("User-defined function name cannot be an empty string");
  const step = functionOption(options, "step");
  if (step === undefined) throw new TypeError('Missing required option "step"');
  const inverse = functionOption(options, "inverse");
  const result = functionOption(options, "result");
  const { start = null } = options;
  const count = options.varargs ? -1 : Math.max(step.length, inverse?.length ?? 0, 1) - 1;
  // A step that returns undefined leaves the accumulated value as it is.
  const accumulate =
    (callee: Callee) =>
    (total: unknown, ...values: unknown[]) => {
      const next = callee(total, ...values);
      return next === undefined ? total : next;
    };
  const aggregate: Aggregate = {
    start,
    step: accumulate(step),
    inverse: inverse && accumulate(inverse),
    result: (value) => checked(name, result === undefined ? value : result(value)),
    groups: new Map(),
  };
  const registered = {
    argumentCount: count,
    flags: flagsOf(options),
    callee: addFunction(callbacks, aggregate),
    integers: integersOf(options, safeIntegers),
  };
  if (!native.createAggregate(callbacks.connection.id, name, registered, inverse !== undefined)) throw sqliteError();
}

function functionOption(options: AggregateOptions, name: keyof AggregateOptions): Callee | undefined {
  const value = options[name];
  if (value !== undefined && value !== null && typeof value !== "function")
    throw new TypeError(`Expected the "${name}" option to be a function`);
  return (value as Callee | null) ?? undefined;
}
