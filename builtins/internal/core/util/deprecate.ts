// Wraps functions so that their first call warns.
import type { AnyFunction } from "internal:core/bootstrap";
import { validateString } from "internal:core/validators";
import defer * as warnings from "internal:core/process/warn";
import { services, pinned } from "internal:core/bootstrap";

const warnedCodes = pinned(new Set<string>());

/**
 * `fn` with a DeprecationWarning at its first call; one code warns once in the whole program.
 * @param message what to use instead
 * @param code for instance "DEP0001"
 * @param modifyPrototype whether the wrapper gets the prototype and `length` of `fn`
 */
export function deprecate<F extends AnyFunction>(fn: F, message: string, code?: string, modifyPrototype = true): F {
  if (code !== undefined && typeof code !== "string") validateString(code, "code");
  let warned = false;
  function deprecated(this: unknown, ...args: unknown[]): unknown {
    if (!warned && !services().process.noDeprecation) {
      warned = true;
      warn(message, code);
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  if (modifyPrototype) {
    Object.setPrototypeOf(deprecated, fn);
    if (fn.prototype) deprecated.prototype = fn.prototype;
    Object.defineProperty(deprecated, "length", Object.getOwnPropertyDescriptor(fn, "length")!);
  }
  return deprecated as unknown as F;
}

function warn(message: string, code: string | undefined): void {
  if (code === undefined) {
    warnings.emitWarning(message, { type: "DeprecationWarning" });
  } else if (!warnedCodes.has(code)) {
    warnedCodes.add(code);
    warnings.emitWarning(message, { type: "DeprecationWarning", code });
  }
}
