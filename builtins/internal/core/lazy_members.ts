// Members whose value is made when it is first read: `util.inspect` shows their values, not `[Getter]`.
import { pinned } from "internal:core/bootstrap";

const getters = pinned(new WeakSet<Function>());

/** Marks a getter as one of a lazy member. Returns it. */
export function markLazy<T extends Function>(getter: T): T {
  getters.add(getter);
  return getter;
}

/** Whether the getter is one of a lazy member. */
export function isLazy(getter: Function): boolean {
  return getters.has(getter);
}
