// Defines members of `process` and other objects: data properties, and properties that are computed on first use.
import { safe } from "internal:core/bootstrap";
import { markLazy } from "internal:core/lazy_members";

/** Adds enumerable members. */
export function addValues(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of safe.entries(values))
    safe.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Adds enumerable members that are not writable. */
export function addConstants(target: object, values: Record<string, unknown>): void {
  for (const [name, value] of safe.entries(values))
    safe.defineProperty(target, name, { value, writable: false, enumerable: true, configurable: true });
}

/** Adds a member that `make` computes when it is first read; assignment replaces it, unless it is not `writable`. */
export function addLazy(target: object, name: string, make: () => unknown, writable = true): void {
  const settle = (value: unknown): void => {
    safe.defineProperty(target, name, { value, writable, enumerable: true, configurable: true });
  };
  safe.defineProperty(target, name, {
    get: markLazy(() => {
      const value = make();
      settle(value);
      return value;
    }),
    set: writable ? settle : undefined,
    enumerable: true,
    configurable: true,
  });
}
