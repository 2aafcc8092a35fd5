// Turns callback functions into promise functions and back.
import { type AnyFunction, safe } from "internal:core/bootstrap";
import { ERR_FALSY_VALUE_REJECTION } from "internal:core/errors";
import { validateFunction } from "internal:core/validators";
import { isPromise } from "internal:core/util/types";
import defer * as process from "internal:core/process/warn";
import defer * as ticks from "internal:core/ticks";

type Customizable = { [kCustomPromisify]?: AnyFunction; [kCustomPromisifyArgs]?: string[] };

/** A method of this name is what `promisify` returns instead of a wrapper. */
export const kCustomPromisify = Symbol.for("nodejs.util.promisify.custom");
/** An array of names: the promise fulfils with an object of all results of the callback. For builtins only. */
export const kCustomPromisifyArgs = Symbol("customPromisifyArgs");

/**
 * `original` with a promise in place of its last argument, a callback `(error, value)`.
 * Throws ERR_INVALID_ARG_TYPE unless `original` is a function.
 */
export function promisify(original: AnyFunction): AnyFunction {
  validateFunction(original, "original");
  const custom = (original as Customizable)[kCustomPromisify];
  if (custom) {
    validateFunction(custom, "util.promisify.custom");
    return markCustom(custom);
  }
  const names = (original as Customizable)[kCustomPromisifyArgs];
  function promisified(this: unknown, ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const done = names === undefined ? settledBy(resolve, reject) : settledByAll(names, resolve, reject);
      const result = callWith(original, this, args, done);
      if (result !== undefined && isPromise(result)) {
        process.emitWarning("Calling promisify on a function that returns a Promise is likely a mistake.", {
          type: "DeprecationWarning",
          code: "DEP0174",
        });
      }
    });
  }
  safe.setPrototypeOf(promisified, safe.getPrototypeOf(original));
  markCustom(promisified);
  return safe.defineProperties(promisified, ownDescriptors(original));
}
promisify.custom = kCustomPromisify;

type Settle = (value: unknown) => void;

// The default value makes its length that of Node's callback.
function settledBy(resolve: Settle, reject: Settle): AnyFunction {
  return (error: unknown, value: unknown = undefined) => (error ? reject(error) : resolve(value));
}

function settledByAll(names: readonly string[], resolve: Settle, reject: Settle): AnyFunction {
  return (error: unknown, ...values: unknown[]) => {
    if (error) reject(error);
    else if (values.length <= 1) resolve(values[0]);
    else {
      const named: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index++) named[names[index]!] = values[index];
      resolve(named);
    }
  };
}

/** Calls with the arguments and the callback. A fixed number of them is a plain call for the engine. */
function callWith(fn: AnyFunction, receiver: unknown, args: unknown[], done: AnyFunction): unknown {
  if (fn.call === safe.call && args.length <= 2) {
    if (args.length === 0) return fn.call(receiver, done);
    if (args.length === 1) return fn.call(receiver, args[0], done);
    return fn.call(receiver, args[0], args[1], done);
  }
  args[args.length] = done;
  return safe.apply(fn, receiver, args);
}

function markCustom(fn: AnyFunction): AnyFunction {
  return safe.defineProperty(fn, kCustomPromisify, {
    value: fn,
    enumerable: false,
    writable: false,
    configurable: true,
  });
}

// JavaScriptCore gives sloppy functions own `arguments` and `caller`, which cannot be defined on another function.
function ownDescriptors(fn: object): PropertyDescriptorMap {
  const descriptors: PropertyDescriptorMap = safe.getOwnPropertyDescriptors(fn);
  delete descriptors.arguments;
  delete descriptors.caller;
  return descriptors;
}

/** `original`, which returns a promise, with a callback `(error, value)` as its last argument, called on the next tick. */
export function callbackify(original: AnyFunction): AnyFunction {
  validateFunction(original, "original");
  function callbackified(this: unknown, ...args: unknown[]): void {
    const callback = args.pop();
    validateFunction(callback, "last argument");
    const bound = callback.bind(this);
    original.apply(this, args).then(
      (value: unknown) => ticks.nextTick(bound, null, value),
      (reason: unknown) => ticks.nextTick(passRejection, reason, bound),
    );
  }
  const descriptors = ownDescriptors(original);
  if (typeof descriptors.length!.value === "number") descriptors.length!.value++;
  if (typeof descriptors.name!.value === "string") descriptors.name!.value += "Callbackified";
  return safe.defineProperties(callbackified, descriptors);
}

// A falsy reason would look like success.
function passRejection(reason: unknown, callback: AnyFunction): void {
  callback(reason || new ERR_FALSY_VALUE_REJECTION(reason));
}
