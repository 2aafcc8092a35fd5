// The result of `require` for a module that is still running: its exports so far, with a warning for missing names.
import { safe } from "internal:core/bootstrap";
import { emitWarning } from "internal:core/process/warn";
import { isProxy } from "internal:core/util/types";

const warning = (name: string | symbol): void =>
  emitWarning(`Accessing non-existent property '${String(name)}' of module exports inside circular dependency`);

/** The prototype of such exports, until their module has run. */
const warningPrototype: object = new Proxy({} as Record<PropertyKey, unknown>, {
  // Code compiled from ES modules reads `__esModule` of everything that it requires.
  get(target, name) {
    if (name in target || name === "__esModule") return target[name];
    warning(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (safe.hasOwn(target, name) || name === "__esModule") return safe.getOwnPropertyDescriptor(target, name);
    warning(name);
    return undefined;
  },
});

/** The exports of a module that is running. */
export function partialExports(module: { exports: any }): unknown {
  const { exports } = module;
  const isPlain =
    exports !== null &&
    typeof exports === "object" &&
    !isProxy(exports) &&
    safe.getPrototypeOf(exports) === Object.prototype;
  if (isPlain && !exports.__esModule) safe.setPrototypeOf(exports, warningPrototype);
  return exports;
}

/** Removes the warning from the exports of a module that has run. */
export function finish(module: { exports: unknown }): void {
  const { exports } = module;
  if (exports === null || typeof exports !== "object" || isProxy(exports)) return;
  if (safe.getPrototypeOf(exports) === warningPrototype) safe.setPrototypeOf(exports, Object.prototype);
}
