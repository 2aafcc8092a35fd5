// Objects that a program marked as not cloneable or not transferable (`worker_threads.markAsUncloneable`, `markAsUntransferable`).
import { pinned } from "internal:core/bootstrap";

const untransferable = pinned(new WeakSet<object>());
const uncloneable = pinned(new WeakSet<object>());

/** Whether a buffer is over memory of a native addon; set once there are addons. */
let isAddonMemory: ((object: object) => boolean) | undefined;

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Makes `postMessage` refuse to transfer the object. Primitives are ignored. */
export function markAsUntransferable(object: unknown): void {
  if (isObject(object)) untransferable.add(object);
}
/** Makes `postMessage` refuse to transfer buffers for which `check` returns true, too. */
export function refuseAddonMemory(check: (object: object) => boolean): void {
  isAddonMemory = check;
}
/** Whether transferring the object is refused. */
export function isMarkedAsUntransferable(object: unknown): boolean {
  return isObject(object) && (untransferable.has(object) || (isAddonMemory !== undefined && isAddonMemory(object)));
}
/** Makes cloning the object fail. Primitives are ignored, and so are buffers, as in Node. */
export function markAsUncloneable(object: unknown): void {
  if (isObject(object) && !(object instanceof ArrayBuffer) && !ArrayBuffer.isView(object)) uncloneable.add(object);
}
/** Whether cloning the object fails. */
export function isMarkedAsUncloneable(object: object): boolean {
  return uncloneable.has(object);
}
