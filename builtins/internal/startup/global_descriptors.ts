// Property descriptors of the global object. Its members are accessors that replace themselves by their value on first use
// (`internal:startup/globals`); programs of Node and Bun see data properties (but `process` and `Buffer` in Node),
// so a request for a descriptor makes the value first.
import { safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { lazyGetters } from "internal:startup/globals";

/** The descriptor of a global that the engine describes by `descriptor`: one whose value is made on first use has its value. */
export function withValue(
  descriptor: PropertyDescriptor | undefined,
  key: PropertyKey,
): PropertyDescriptor | undefined {
  const found = isLazy(descriptor) ? made(descriptor!, key) : descriptor;
  return (key === "process" || key === "Buffer") && home() === "node" ? withAccessor(found, key) : found;
}

// In Node these two are accessors, which are slower: the property becomes one when a program requests its descriptor.
function withAccessor(descriptor: PropertyDescriptor | undefined, key: PropertyKey): PropertyDescriptor | undefined {
  if (descriptor === undefined || descriptor.writable !== true || descriptor.enumerable) return descriptor;
  let { value } = descriptor;
  const { get, set } = {
    get: (): unknown => value,
    set(assigned: unknown) {
      value = assigned;
    },
  };
  const accessor = { get, set, enumerable: false, configurable: true };
  return safe.reflectDefineProperty(globalThis, key, accessor) ? accessor : descriptor;
}

/** Makes the values of all globals. */
export function makeValues(): void {
  const keys = safe.ownKeys(globalThis);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    withValue(safe.getOwnPropertyDescriptor(globalThis, key), key);
  }
}

function isLazy(descriptor: PropertyDescriptor | undefined): boolean {
  const getter = descriptor?.get;
  if (getter === undefined) return false;
  for (let index = 0; index < lazyGetters.length; index++) if (lazyGetters[index] === getter) return true;
  return false;
}

// In a frozen global object the accessor remains.
function made(descriptor: PropertyDescriptor, key: PropertyKey): PropertyDescriptor {
  const value = safe.apply(descriptor.get!, globalThis, []);
  const replaced = safe.getOwnPropertyDescriptor(globalThis, key);
  if (replaced === undefined || "value" in replaced) return replaced!;
  return { value, writable: false, enumerable: replaced.enumerable!, configurable: replaced.configurable! };
}
