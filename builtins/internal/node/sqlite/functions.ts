// Functions of SQL that programs write, for node:sqlite: `function()` and `aggregate()`.
import { type Aggregate, type Callbacks, addFunction } from "internal:node/sqlite/dispatch";
import { invalidArgType, sqliteError } from "internal:node/sqlite/errors";
import { AS_BIG_INTS, AS_NUMBERS } from "internal:node/sqlite/memory";
import { booleanOption, checkObject, isInt32 } from "internal:node/sqlite/options";
import * as native from "native:sqlite";

const SQLITE_DETERMINISTIC = 0x800;
const SQLITE_DIRECTONLY = 0x80000;

/** `DatabaseSync.prototype.function`. */
export function createFunction(callbacks: Callbacks, checkOpen: () => void, values: IArguments): void {
  const name = values[0];
  if (typeof name !== "string") throw invalidArgType('The "name" argument must be a string.');
  const hasOptions = values.length >= 3;
  const options = hasOptions ? values[1] : {};
  if (hasOptions) checkObject(options, "options");
  const integers = booleanOption(options, "useBigIntArguments", false) ? AS_BIG_INTS : AS_NUMBERS;
  const takesAny = booleanOption(options, "varargs", false);
  let flags = booleanOption(options, "deterministic", false) ? SQLITE_DETERMINISTIC : 0;
  if (booleanOption(options, "directOnly", false)) flags |= SQLITE_DIRECTONLY;
  const callee = values[hasOptions ? 2 : 1];
  if (typeof callee !== "function") throw invalidArgType('The "function" argument must be a function.');
  const count = takesAny ? -1 : lengthOf(callee, "function.length");
  checkOpen();
  const registered = { argumentCount: count, flags, callee: addFunction(callbacks, callee), integers };
  if (!native.createFunction(callbacks.connection.id, name, registered)) throw sqliteError();
}

/** `DatabaseSync.prototype.aggregate`. */
export function createAggregate(callbacks: Callbacks, checkOpen: () => void, name: unknown, options: any): void {
  const { start } = options;
  if (start === undefined)
    throw invalidArgType('The "options.start" argument must be a function or a primitive value.');
  const { step } = options;
  if (typeof step !== "function") throw invalidArgType('The "options.step" argument must be a function.');
  const { result } = options;
  const integers = booleanOption(options, "useBigIntArguments", false) ? AS_BIG_INTS : AS_NUMBERS;
  const takesAny = booleanOption(options, "varargs", false);
  const flags = booleanOption(options, "directOnly", false) ? SQLITE_DIRECTONLY : 0;
  const { inverse } = options;
  if (inverse !== undefined && typeof inverse !== "function")
    throw invalidArgType('The "options.inverse" argument must be a function.');
  // The first parameter is the accumulated value.
  let count = -1;
  if (!takesAny) {
    count = Math.max(lengthOf(step, "options.step.length") - 1, 0);
    if (inverse !== undefined) count = Math.max(count, lengthOf(inverse, "options.inverse.length") - 1);
  }
  checkOpen();
  const aggregate: Aggregate = {
    start,
    step,
    inverse,
    result: typeof result === "function" ? result : undefined,
    groups: new Map(),
  };
  const registered = { argumentCount: count, flags, callee: addFunction(callbacks, aggregate), integers };
  if (!native.createAggregate(callbacks.connection.id, `${name}`, registered, inverse !== undefined))
    throw sqliteError();
}

function lengthOf(callee: any, name: string): number {
  const { length } = callee;
  if (!isInt32(length)) throw invalidArgType(`The "${name}" property must be an integer.`);
  return length;
}
