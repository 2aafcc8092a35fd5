// The proxies that are module namespace objects, for modules that inspect values.
import { pinned } from "internal:core/bootstrap";

const namespaces = pinned(new WeakSet<object>());

/** Registers a namespace object. */
export function addNamespace(value: object): void {
  namespaces.add(value);
}
/** Whether `value` is a module namespace object. */
export function isNamespace(value: object): boolean {
  return namespaces.has(value);
}
