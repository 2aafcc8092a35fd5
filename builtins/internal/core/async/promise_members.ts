// The members of `Promise` that the runtime replaces while a program follows asynchronous calls. Those of frozen intrinsics
// (`--frozen-intrinsics`) cannot be redefined: they are accessors, which read a slot of this module.
import { safe } from "internal:core/bootstrap";

/** Where a frozen member has its value. */
export interface Slot {
  value: unknown;
}

/** By holder; undefined while nothing is frozen. */
let slots: Map<object, Record<PropertyKey, Slot>> | undefined;
const { get: getSlots, set: setSlots } = Map.prototype;

/** Sets a member of `Promise` or of its prototype, which is not enumerable. */
export function setMember(holder: object, name: string, value: unknown): void {
  const slot = slots && (safe.apply(getSlots, slots, [holder]) as Record<PropertyKey, Slot> | undefined)?.[name];
  if (slot === undefined)
    safe.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  else slot.value = value;
}

/** Uses these slots from now on. */
export function useSlots(holder: object, ofHolder: Record<PropertyKey, Slot>): void {
  safe.apply(setSlots, (slots ??= new Map()), [holder, ofHolder]);
}
