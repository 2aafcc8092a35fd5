// `process.ref` and `process.unref`: whether an object keeps the process alive.
// https://nodejs.org/api/process.html#processrefmaybereffable
import { safe } from "internal:core/bootstrap";

/** An object that may have these methods. */
type Refable = { [method: PropertyKey]: unknown } | null | undefined;

function callIfFunction(item: Refable, method: unknown): void {
  if (typeof method === "function") method.call(item);
}

/** Members of `process`. */
export const members = {
  ref: (item: Refable) => callIfFunction(item, item?.[safe.symbolFor("nodejs.ref")] ?? item?.ref),
  unref: (item: Refable) => callIfFunction(item, item?.[safe.symbolFor("nodejs.unref")] ?? item?.unref),
};
