// Symbols that a contextified object inherits. The engine exposes names only, so its global object gets them as its own.

import { defineProperty, getOwnPropertySymbols } from "internal:node/vm/global_reflection";

const { getPrototypeOf } = Object;

/** Copies symbols that the object inherits to the global object, as its own. */
export function inheritSymbols(global: unknown, object: any, own: Set<symbol>): void {
  // The engine reports that its class has `Symbol.toStringTag`.
  const present = new Set(getOwnPropertySymbols(global));
  for (let holder = getPrototypeOf(object); holder !== null; holder = getPrototypeOf(holder)) {
    for (const key of getOwnPropertySymbols(holder)) {
      if (present.has(key)) continue;
      present.add(key);
      own.add(key);
      defineProperty(global, key, { get: () => object[key], enumerable: false, configurable: true });
    }
  }
}
