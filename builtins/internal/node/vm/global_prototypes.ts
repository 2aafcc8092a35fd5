// `Object.setPrototypeOf` for global objects of contexts. The engine keeps their prototype for good, and one of a class that has a
// prototype to change would be ten times slower to read; jsdom gives its windows one:
// - A global object that shows a contextified object shows what that one inherits, so all that is missing when it has the prototype is
//   what that is defined by symbols, which only scripts bring in otherwise: jsdom asks its windows for some before any script.
// - Another gets hidden accessors for the members of the prototype, which read and call them as inherited ones.
// `instanceof` knows of it for the class of the prototype, but not for those which that extends; `Object.getPrototypeOf` does not.
import { nativeNames } from "internal:core/stack/install";

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;

/** Contextified objects by their global objects; one that shows nothing stands for itself. */
const contexts = new WeakMap<object, object>();
/** The members that a global object was given. */
const given = new WeakMap<object, PropertyKey[]>();
/** What shows the symbols of a contextified object in its global object. */
const sharers = new WeakMap<object, () => void>();
let isInstalled = false;
let isDefinitionWatched = false;

/** Makes the prototype of a context's global object settable. `share`: shows the symbols of the contextified object in it, if there is one. */
export function register(global: object, object: object, share: (() => void) | null): void {
  contexts.set(global, object);
  if (share !== null) sharers.set(object, share);
  if (isInstalled) return;
  isInstalled = true;
  // Programs may have put their own in place of them.
  const { setPrototypeOf: ofObject } = Object;
  const { setPrototypeOf: ofReflect } = Reflect;
  replace(Object, "setPrototypeOf", {
    setPrototypeOf: (target: any, prototype: any): unknown =>
      isGiven(target, prototype) ? target : ofObject(target, prototype),
  });
  replace(Reflect, "setPrototypeOf", {
    setPrototypeOf: (target: any, prototype: any): boolean =>
      isGiven(target, prototype) || ofReflect(target, prototype),
  });
}

// A frozen one stays as it is.
function replace(holder: object, name: string, methods: Record<string, Function>): void {
  const value = methods[name]!;
  nativeNames.set(value, name);
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Whether `target` is such a global object and has the members of the prototype now. */
function isGiven(target: any, prototype: any): boolean {
  const object = contexts.get(target);
  if (object === undefined || prototype === null || (typeof prototype !== "object" && typeof prototype !== "function"))
    return false;
  if (object === target) give(target, prototype);
  else if (!Object.prototype.isPrototypeOf.call(prototype, object)) return false;
  else watchDefinitions();
  sharers.get(object)?.();
  claim(target, prototype);
  return true;
}

/** From now on symbols that a program defines in a contextified object are seen in its global object at once. */
function watchDefinitions(): void {
  if (isDefinitionWatched) return;
  isDefinitionWatched = true;
  const { defineProperty: ofObject } = Object;
  replace(Object, "defineProperty", {
    defineProperty(object: any, key: any, descriptor: any): unknown {
      const defined = ofObject(object, key, descriptor);
      if (typeof key === "symbol") sharers.get(defined)?.();
      return defined;
    },
  });
}

/** Makes a global object an instance of the program's class that the prototype is of. */
function claim(global: object, prototype: object): void {
  const constructor = getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (
    typeof constructor !== "function" ||
    constructor.prototype !== prototype ||
    hasOwn(constructor, Symbol.hasInstance)
  )
    return;
  if (Function.prototype.toString.call(constructor).includes("[native code]")) return;
  const isInstance = Function.prototype[Symbol.hasInstance];
  const value = function (this: Function, value: unknown): boolean {
    return (value === global && this === constructor) || isInstance.call(this, value);
  };
  Reflect.defineProperty(constructor, Symbol.hasInstance, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

function give(global: any, prototype: object): void {
  for (const key of given.get(global) ?? [])
    if (getOwnPropertyDescriptor(global, key)?.get !== undefined) Reflect.deleteProperty(global, key);
  const keys: PropertyKey[] = [];
  const ends = [Object.prototype, getPrototypeOf(global)];
  for (let holder = prototype; holder !== null && !ends.includes(holder); holder = getPrototypeOf(holder)) {
    for (const key of Reflect.ownKeys(holder)) {
      if (hasOwn(global, key)) continue;
      keys.push(key);
      defineProperty(global, key, accessorOf(global, prototype, key));
    }
  }
  given.set(global, keys);
}

// A getter of another context gets the engine's own object as `this` when a variable is read, so it is told the right one.
function accessorOf(global: any, prototype: object, key: PropertyKey): PropertyDescriptor {
  return {
    get: () => Reflect.get(prototype, key, global),
    set: (value: unknown) => {
      const inherited = find(prototype, key);
      if (inherited === undefined || "value" in inherited)
        defineProperty(global, key, { value, writable: true, enumerable: true, configurable: true });
      else Reflect.set(prototype, key, value, global);
    },
    enumerable: false,
    configurable: true,
  };
}

function find(start: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let holder = start; holder !== null; holder = getPrototypeOf(holder)) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}
