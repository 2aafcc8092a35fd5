// The options of node:sqlite, checked in Node's order and with its messages.
import { invalidArgType, outOfRange } from "internal:node/sqlite/errors";

/** SQLite's numbers of the limits that programs may set (SQLITE_LIMIT_*). */
export const LIMITS: Record<string, number> = {
  length: 0,
  sqlLength: 1,
  column: 2,
  exprDepth: 3,
  compoundSelect: 4,
  vdbeOp: 5,
  functionArg: 6,
  attach: 7,
  likePatternLength: 8,
  variableNumber: 9,
  triggerDepth: 10,
};

/** The options of a database. */
export interface DatabaseOptions {
  open: boolean;
  readOnly: boolean;
  enableForeignKeyConstraints: boolean;
  enableDoubleQuotedStringLiterals: boolean;
  allowExtension: boolean;
  timeout: number;
  readBigInts: boolean;
  returnArrays: boolean;
  allowBareNamedParameters: boolean;
  allowUnknownNamedParameters: boolean;
  defensive: boolean;
  /** By SQLite's numbers of the limits. */
  limits: Map<number, number>;
}

/** Options as a program passes them. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** Throws ERR_INVALID_ARG_TYPE unless the value is an object by the definition of Node's native code. */
export function checkObject(value: unknown, name: string): asserts value is GivenOptions {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    throw invalidArgType(`The "${name}" argument must be an object.`);
}

/** A boolean option; `fallback` when it is undefined. */
export function booleanOption<T>(options: GivenOptions, name: string, fallback: T): boolean | T {
  const value = options[name];
  if (value === undefined) return fallback;
  if (typeof value !== "boolean") throw invalidArgType(`The "options.${name}" argument must be a boolean.`);
  return value;
}

/** A string option; `fallback` when it is undefined. */
export function stringOption(options: GivenOptions, name: string, fallback: string): string {
  const value = options[name];
  if (value === undefined) return fallback;
  if (typeof value !== "string") throw invalidArgType(`The "options.${name}" argument must be a string.`);
  return value;
}

/** Whether a value is an integer of 32 bits. */
export function isInt32(value: unknown): value is number {
  return typeof value === "number" && (value | 0) === value;
}

/** Reads the options of the database; `given` is undefined when there were none. */
export function databaseOptions(given: unknown, isGiven: boolean): DatabaseOptions {
  let options: GivenOptions = {};
  if (isGiven) {
    checkObject(given, "options");
    options = given;
  }
  const read: DatabaseOptions = {
    open: booleanOption(options, "open", true),
    readOnly: booleanOption(options, "readOnly", false),
    enableForeignKeyConstraints: booleanOption(options, "enableForeignKeyConstraints", true),
    enableDoubleQuotedStringLiterals: booleanOption(options, "enableDoubleQuotedStringLiterals", false),
    allowExtension: booleanOption(options, "allowExtension", false),
    timeout: timeoutOption(options),
    readBigInts: booleanOption(options, "readBigInts", false),
    returnArrays: booleanOption(options, "returnArrays", false),
    allowBareNamedParameters: booleanOption(options, "allowBareNamedParameters", true),
    allowUnknownNamedParameters: booleanOption(options, "allowUnknownNamedParameters", false),
    defensive: booleanOption(options, "defensive", true),
    limits: new Map(),
  };
  if (options.limits !== undefined) readLimits(options.limits, read.limits);
  return read;
}

function timeoutOption({ timeout }: GivenOptions): number {
  if (timeout === undefined) return 0;
  if (!isInt32(timeout)) throw invalidArgType('The "options.timeout" argument must be an integer.');
  return timeout;
}

function readLimits(given: unknown, limits: Map<number, number>): void {
  checkObject(given, "options.limits");
  for (const name of Object.keys(LIMITS)) {
    const value = given[name];
    if (value === undefined) continue;
    if (!isInt32(value)) throw invalidArgType(`The "options.limits.${name}" argument must be an integer.`);
    if (value < 0) throw outOfRange(`The "options.limits.${name}" argument must be non-negative.`);
    limits.set(LIMITS[name]!, value);
  }
}
