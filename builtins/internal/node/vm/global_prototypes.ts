// `Object.setPrototypeOf` for global objects of contexts. The engine never changes their prototype, and global objects of a class with
// a settable prototype would be ten times slower to read; jsdom sets one for its windows:
// - A global object that exposes a contextified object also exposes what that inherits. Only symbols are missing, which are otherwise
//   copied when a script begins: jsdom reads some from its windows before any script.
// - Another one gets hidden accessors for the members of the prototype, which read and call them as inherited ones.
// `instanceof` supports this for the class of the prototype, but not for its base classes.
import { nativeNames } from "internal:core/stack/install";

import { defineProperty, getOwnPropertyDescriptor } from "internal:node/vm/global_reflection";

const { getPrototypeOf, hasOwn } = Object;

/** Contextified objects by their global objects; an object of its own maps to itself. */
const contexts = new WeakMap<object, object>();
/** The members that were added to a global object. */
const given = new WeakMap<object, PropertyKey[]>();
/** Copies the symbols of a contextified object to its global object. */
const sharers = new WeakMap<object, () => void>();
let isInstalled = false;
let isDefinitionWatched = false;
let isPrototypeShown = false;

/** Prototypes that programs have set. */
const prototypes = new WeakMap<object, object | null>();

/** Source of a function of a context: replaces its functions that set and return the prototype of the global object. */
const INSIDE = `(function (global, assign, given) {
  const { defineProperty, getPrototypeOf, setPrototypeOf } = Object;
  const { setPrototypeOf: trySet } = Reflect;
  const { get, set } = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  const replace = (holder, name, value) => defineProperty(holder, name, { value: { [name]: value }[name], writable: true, enumerable: false, configurable: true });
  const isGiven = (object, prototype) => object === global && assign(global, prototype);
  const prototypeOf = (object) => {
    const prototype = object === global ? given(global) : undefined;
    return prototype === undefined ? getPrototypeOf(object) : prototype;
  };
  replace(Object, "setPrototypeOf", (object, prototype) => isGiven(object, prototype) ? object : setPrototypeOf(object, prototype));
  replace(Reflect, "setPrototypeOf", (object, prototype) => isGiven(object, prototype) || trySet(object, prototype));
  replace(Object, "getPrototypeOf", (object) => prototypeOf(object));
  replace(Reflect, "getPrototypeOf", (object) => prototypeOf(object));
  defineProperty(Object.prototype, "__proto__", {
    get: function () {
      const prototype = this === global ? given(global) : undefined;
      return prototype === undefined ? get.call(this) : prototype ?? undefined;
    },
    set: function (prototype) { isGiven(this, prototype) || set.call(this, prototype); },
    enumerable: false, configurable: true });
})`;

/**
 * Makes the prototype of a context's global object settable. `share`: copies the symbols of the contextified object to it, if there is
 * one. `evaluate`: evaluates source in the context.
 */
export function register(
  global: object,
  object: object,
  share: (() => void) | null,
  evaluate: (source: string) => unknown,
): void {
  contexts.set(global, object);
  (evaluate(INSIDE) as Function)(global, isGiven, (of: object) => prototypes.get(of));
  if (share !== null) sharers.set(object, share);
  if (isInstalled) return;
  isInstalled = true;
  // Programs may have replaced them.
  const { setPrototypeOf: ofObject } = Object;
  const { setPrototypeOf: ofReflect } = Reflect;
  replace(Object, "setPrototypeOf", {
    setPrototypeOf: (target: unknown, prototype: any): unknown =>
      isGiven(target, prototype) ? target : ofObject(target, prototype),
  });
  replace(Reflect, "setPrototypeOf", {
    setPrototypeOf: (target: any, prototype: any): boolean =>
      isGiven(target, prototype) || ofReflect(target, prototype),
  });
}

// A frozen object stays as it is.
function replace(holder: object, name: string, methods: Record<string, Function>): void {
  const value = methods[name]!;
  nativeNames.set(value, name);
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Whether `target` is such a global object, which now has the members of the prototype. */
function isGiven(target: any, prototype: unknown): boolean {
  const object = contexts.get(target);
  if (object === undefined || (typeof prototype !== "object" && typeof prototype !== "function")) return false;
  if (!isPrototypeShown) showPrototypes();
  prototypes.set(target, prototype);
  // What the global object itself has stays visible, as in Node.
  if (prototype === null) return true;
  if (object === target || !Object.prototype.isPrototypeOf.call(prototype, object)) give(target, prototype);
  else watchDefinitions();
  sharers.get(object)?.();
  makeInstance(target, prototype);
  return true;
}

// The engine returns the prototype that it never changes.
function showPrototypes(): void {
  isPrototypeShown = true;
  const { getPrototypeOf: ofObject } = Object;
  const { getPrototypeOf: ofReflect } = Reflect;
  replace(Object, "getPrototypeOf", {
    getPrototypeOf(object: object): unknown {
      const prototype = prototypes.get(object);
      return prototype === undefined ? ofObject(object) : prototype;
    },
  });
  replace(Reflect, "getPrototypeOf", {
    getPrototypeOf(target: object): unknown {
      const prototype = prototypes.get(target);
      return prototype === undefined ? ofReflect(target) : prototype;
    },
  });
}

/** From now on copies symbols that a program defines in a contextified object to its global object immediately. */
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

/** Makes a global object an instance of the prototype's class. */
function makeInstance(global: object, prototype: object): void {
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

// When a variable is read, a getter of another context receives the engine's own object as `this`, so it is called with the right one.
function accessorOf(global: unknown, prototype: object, key: PropertyKey): PropertyDescriptor {
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
