// Properties of contextified objects whose keys are symbols. The engine exposes the others, by their names, through the global object
// of the context; symbols are copied to the global object, and compared when a script begins and when it ends. An assignment by
// a symbol in the context is lost to them: the engine treats it as one by the symbol's description. Every function here is called
// while the global objects of contexts are plain.

import { defineProperty, getOwnPropertyDescriptor, getOwnPropertySymbols } from "internal:node/vm/global_reflection";

const { getPrototypeOf } = Object;

/** The values under a symbol at the last comparison, on both sides. */
export type SharedSymbols = Map<symbol, unknown>;

/** Synchronizes both sides: changes of the context win. `own`: the symbols of the global object itself. */
export function shareSymbols(global: any, object: any, shared: SharedSymbols, own: Set<symbol>): void {
  for (const [key, value] of shared) {
    const inside = getOwnPropertyDescriptor(global, key);
    const outside = getOwnPropertyDescriptor(object, key);
    if (inside === undefined) {
      Reflect.deleteProperty(object, key);
      shared.delete(key);
    } else if (outside === undefined) {
      if (Reflect.deleteProperty(global, key)) shared.delete(key);
    } else if (!Object.is(inside.value, value)) {
      Reflect.set(object, key, inside.value);
      shared.set(key, inside.value);
    } else if (!Object.is(outside.value, value)) {
      copy(global, key, outside, shared);
    }
  }
  for (const key of getOwnPropertySymbols(global)) {
    if (shared.has(key) || own.has(key)) continue;
    const inside = getOwnPropertyDescriptor(global, key)!;
    if (getOwnPropertyDescriptor(object, key) === undefined) Reflect.defineProperty(object, key, inside);
    if ("value" in inside) shared.set(key, inside.value);
    else own.add(key);
  }
  for (const key of getOwnPropertySymbols(object)) {
    if (!shared.has(key) && !own.has(key)) copy(global, key, getOwnPropertyDescriptor(object, key)!, shared);
  }
}

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

// Getters are called on the object itself.
function copy(
  global: unknown,
  key: symbol,
  { value, get, set, enumerable }: PropertyDescriptor,
  shared: SharedSymbols,
): void {
  if (get !== undefined || set !== undefined) return;
  defineProperty(global, key, { value, writable: true, enumerable: enumerable === true, configurable: true });
  shared.set(key, value);
}
