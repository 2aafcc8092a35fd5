// Members whose value is made when it is first read: `util.inspect` shows their values, not `[Getter]`.
import { pinned } from "internal:core/bootstrap";

const getters = pinned(new WeakSet<Function>());

/** Marks a getter as one of a lazy member. Returns it. */
export function markLazy<T extends Function>(getter: T): T {
  getters.add(getter);
  return getter;
}

const describers = pinned(new WeakMap<Function, () => PropertyDescriptor | undefined>());

/** Marks the getter of an accessor that stands for another property, which `describe` returns. */
export function markStanding(getter: Function, describe: () => PropertyDescriptor | undefined): void {
  describers.set(getter, describe);
}

/** The property that the accessor of this getter stands for; undefined for none. */
export function standsFor(getter: Function): PropertyDescriptor | undefined {
  return describers.get(getter)?.();
}

/** Whether the getter is one of a lazy member. */
export function isLazy(getter: Function): boolean {
  return getters.has(getter);
}
