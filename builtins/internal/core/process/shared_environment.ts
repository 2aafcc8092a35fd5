// An environment that several threads share (`new Worker(…, { env: SHARE_ENV })`): the traps of `process.env` that read and
// write it instead of the target of the proxy.
import { safe } from "internal:core/bootstrap";
import * as native from "native:worker";

/** Makes an environment of the variables. Returns its number. */
export function shareVariables(variables: Record<string, string>): number {
  return native.shareEnvironment(safe.entries(variables).flat());
}

/** The traps for the environment with a number. `toStringValue` converts assigned values. */
export function sharedTraps(
  environment: number,
  toStringValue: (value: unknown) => string,
): ProxyHandler<Record<string, string>> {
  const read = (name: string | symbol): string | null =>
    typeof name === "string" ? native.sharedVariable(environment, name) : null;
  return {
    get: (target, name) => read(name) ?? (typeof name === "string" ? Reflect.get(target, name) : undefined),
    set: (_target, name, value) => {
      if (typeof name === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
      native.setSharedVariable(environment, name, toStringValue(value));
      return true;
    },
    has: (_target, name) => read(name) !== null || (typeof name === "string" && name in Object.prototype),
    deleteProperty: (_target, name) => {
      if (typeof name === "string") native.deleteSharedVariable(environment, name);
      return true;
    },
    ownKeys: () => native.sharedVariableNames(environment),
    getOwnPropertyDescriptor: (_target, name) => {
      const value = read(name);
      return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  };
}
