// Property descriptors of the global object. Its members are accessors that replace themselves by their value on first use
// (`internal:startup/globals`); programs of Node and Bun see data properties, so a request for a descriptor makes the value first.
import { nativeNames } from "internal:core/stack/install";

/** The getters of members whose value is made on first use. */
export const lazyGetters: (() => unknown)[] = [];

const { getOwnPropertyDescriptor: engineDescriptor, getOwnPropertyDescriptors: engineDescriptors } = Object;
const { getOwnPropertyDescriptor: engineReflect, ownKeys } = Reflect;

const ofObject = {
  getOwnPropertyDescriptor(object: unknown, key: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = engineDescriptor(object, key);
    return object === globalThis && isLazy(descriptor) ? made(descriptor!, key) : descriptor;
  },
  getOwnPropertyDescriptors(object: unknown): Record<PropertyKey, PropertyDescriptor> {
    if (object === globalThis) {
      const keys = ownKeys(globalThis);
      for (let index = 0; index < keys.length; index++) ofObject.getOwnPropertyDescriptor(globalThis, keys[index]!);
    }
    return engineDescriptors(object as object);
  },
};

const ofReflect = {
  getOwnPropertyDescriptor(target: object, propertyKey: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = engineReflect(target, propertyKey);
    return target === globalThis && isLazy(descriptor) ? made(descriptor!, propertyKey) : descriptor;
  },
};

/** Replaces the engine's functions that return descriptors. */
export function install(): void {
  replace(Object, "getOwnPropertyDescriptor", ofObject.getOwnPropertyDescriptor);
  replace(Object, "getOwnPropertyDescriptors", ofObject.getOwnPropertyDescriptors);
  replace(Reflect, "getOwnPropertyDescriptor", ofReflect.getOwnPropertyDescriptor);
}

function replace(holder: object, name: string, value: Function): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  nativeNames.set(value, name);
}

function isLazy(descriptor: PropertyDescriptor | undefined): boolean {
  const getter = descriptor?.get;
  if (getter === undefined) return false;
  for (let index = 0; index < lazyGetters.length; index++) if (lazyGetters[index] === getter) return true;
  return false;
}

// In a frozen global object the accessor remains.
function made(descriptor: PropertyDescriptor, key: PropertyKey): PropertyDescriptor {
  const value = Reflect.apply(descriptor.get!, globalThis, []);
  const replaced = engineDescriptor(globalThis, key);
  if (replaced === undefined || "value" in replaced) return replaced!;
  return { value, writable: false, enumerable: replaced.enumerable!, configurable: replaced.configurable! };
}
