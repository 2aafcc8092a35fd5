// Functions of `Object` and `Reflect` that see the properties of a contextified object in the global object of its context. The engine
// exposes reads, writes and deletions of the global object to the contextified object, and the names of enumerable properties
// (`mirrors.ts`), but neither definitions nor descriptors. Each context gets its own functions (`INSIDE`); those of the main context are
// replaced when the first object is contextified.
import type { Mirrors } from "internal:node/vm/mirrors";
import { pinned, safe } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";

/** What a global object has for its contextified object, and its own symbols. */
interface Exposed {
  mirrors: Mirrors;
  symbols: () => symbol[];
}

interface Shown extends Exposed {
  target: object;
}

/** The engine's functions, which see what the global objects themselves have. */
export const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols } = Object;
export const { ownKeys } = Reflect;

const shown = pinned(new WeakMap<object, Shown>());
let isInstalled = false;

/** Source of a function of a context: replaces its functions, and returns one that makes the error of a refused assignment. */
export const INSIDE = `(function (global, target, readOnly, ownSymbols, mirrorSymbol, isOwn) {
  const { defineProperty, defineProperties, getOwnPropertyDescriptor, getOwnPropertyDescriptors, getOwnPropertyNames, getOwnPropertySymbols, hasOwn } = Object;
  const { __defineGetter__, __defineSetter__, propertyIsEnumerable } = Object.prototype;
  const { apply, defineProperty: tryDefine, getOwnPropertyDescriptor: tryDescribe, ownKeys } = Reflect;
  const replace = (holder, name, value) => {
    defineProperty(value, "name", { value: name, configurable: true });
    defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  };
  const isShown = (object, key) => object === global && hasOwn(target, key);
  // For the engine all properties that the contextified object inherits are the global object's own.
  const isInherited = (object, key) => object === global && !hasOwn(target, key) && key in target && !isOwn(key);
  const holderOf = (object, key) => object === global && !readOnly.includes(key) ? target : object;
  const joined = (first, second) => {
    const all = [];
    const known = { __proto__: null };
    for (const list of [first, second]) {
      for (let index = 0; index < list.length; index++) {
        const key = list[index];
        if (known[key] !== undefined) continue;
        known[key] = true;
        defineProperty(all, all.length, { value: key, writable: true, enumerable: true, configurable: true });
      }
    }
    return all;
  };
  const names = () => joined(getOwnPropertyNames(global), getOwnPropertyNames(target));
  const symbols = () => joined(ownSymbols(), getOwnPropertySymbols(target));
  replace(Object, "defineProperty", function (object, key, descriptor) {
    defineProperty(holderOf(object, key), key, descriptor);
    if (object === global && typeof key === "symbol") mirrorSymbol(key);
    return object;
  });
  replace(Object, "defineProperties", function (object, descriptors) {
    defineProperties(object === global ? target : object, descriptors);
    if (object === global) for (const key of getOwnPropertySymbols(descriptors)) mirrorSymbol(key);
    return object;
  });
  replace(Object, "getOwnPropertyDescriptor", (object, key) =>
    isInherited(object, key) ? undefined : getOwnPropertyDescriptor(isShown(object, key) ? target : object, key));
  replace(Object, "getOwnPropertyDescriptors", (object) =>
    object === global ? { ...getOwnPropertyDescriptors(global), ...getOwnPropertyDescriptors(target) } : getOwnPropertyDescriptors(object));
  replace(Object, "getOwnPropertyNames", (object) => object === global ? names() : getOwnPropertyNames(object));
  replace(Object, "getOwnPropertySymbols", (object) => object === global ? symbols() : getOwnPropertySymbols(object));
  replace(Reflect, "defineProperty", (object, key, descriptor) => {
    const isDefined = tryDefine(holderOf(object, key), key, descriptor);
    if (isDefined && object === global && typeof key === "symbol") mirrorSymbol(key);
    return isDefined;
  });
  replace(Reflect, "getOwnPropertyDescriptor", (object, key) =>
    isInherited(object, key) ? undefined : tryDescribe(isShown(object, key) ? target : object, key));
  replace(Reflect, "ownKeys", (object) => object === global ? joined(names(), symbols()) : ownKeys(object));
  // For the engine the properties of the contextified object are hidden until they are enumerated.
  replace(Object.prototype, "propertyIsEnumerable", { propertyIsEnumerable(key) {
    return apply(propertyIsEnumerable, isShown(this, key) ? target : this, [key]);
  } }.propertyIsEnumerable);
  replace(Object.prototype, "__defineGetter__", { __defineGetter__(key, get) {
    apply(__defineGetter__, this === undefined || this === global ? target : this, [key, get]);
  } }.__defineGetter__);
  replace(Object.prototype, "__defineSetter__", { __defineSetter__(key, set) {
    apply(__defineSetter__, this === undefined || this === global ? target : this, [key, set]);
  } }.__defineSetter__);
  // The engine cannot refuse these for a global object, as V8 does.
  for (const [name, verb] of [["freeze", "freeze"], ["seal", "seal"], ["preventExtensions", "prevent extensions"]]) {
    const act = Object[name];
    replace(Object, name, (object) => {
      if (object === global) throw new TypeError("Cannot " + verb);
      return act(object);
    });
  }
  const { preventExtensions: tryPrevent, deleteProperty: tryDelete } = Reflect;
  replace(Reflect, "preventExtensions", (object) => object !== global && tryPrevent(object));
  replace(Reflect, "deleteProperty", (object, key) => (!isShown(object, key) || tryDelete(target, key)) && tryDelete(object, key));
  return (name) => new TypeError("Cannot assign to read only property '" + name + "' of object '#<Object>'");
})`;

/** Makes the functions of the main context see the properties of `target` in `global`. */
export function register(global: object, target: object, exposed: Exposed): void {
  shown.set(global, { ...exposed, target });
  if (isInstalled) return;
  isInstalled = true;
  const namesOf = (object: object): string[] => {
    const target = shown.get(object)?.target;
    const names = getOwnPropertyNames(object);
    return target === undefined ? names : joined(names, getOwnPropertyNames(target));
  };
  const symbolsOf = (object: object): symbol[] => {
    const found = shown.get(object);
    if (found === undefined) return getOwnPropertySymbols(object);
    found.mirrors.updateSymbols();
    return joined(found.symbols(), getOwnPropertySymbols(found.target));
  };
  replaceDefinitions();
  replaceDescriptors();
  replaceInherited();
  replace(Object, "getOwnPropertyNames", { getOwnPropertyNames: (object: unknown) => namesOf(object as object) });
  replace(Object, "getOwnPropertySymbols", { getOwnPropertySymbols: (object: unknown) => symbolsOf(object as object) });
  replaceFreezing();
  replace(Reflect, "ownKeys", {
    ownKeys: (target: object) =>
      shown.get(target) === undefined
        ? ownKeys(target)
        : ([...namesOf(target), ...symbolsOf(target)] as unknown as (string | symbol)[]),
  });
}

function replaceDefinitions(): void {
  const { defineProperties } = Object;
  const { defineProperty: tryDefine } = Reflect;
  const define = (object: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean => {
    const found = shown.get(object);
    if (found === undefined) return tryDefine(object, key, descriptor);
    if (!tryDefine(found.target, key, descriptor)) return false;
    if (typeof key === "symbol") found.mirrors.mirrorSymbol(key);
    return true;
  };
  replace(Object, "defineProperty", {
    defineProperty(object: object, key: PropertyKey, descriptor: PropertyDescriptor): unknown {
      const found = shown.get(object);
      // A definition that is refused is an error here.
      defineProperty(found?.target ?? object, key, descriptor);
      if (typeof key === "symbol") found?.mirrors.mirrorSymbol(key);
      return object;
    },
  });
  replace(Object, "defineProperties", {
    defineProperties(object: object, descriptors: PropertyDescriptorMap): unknown {
      if (shown.get(object) === undefined) return defineProperties(object, descriptors);
      for (const key of ownKeys(descriptors))
        if (getOwnPropertyDescriptor(descriptors, key)!.enumerable)
          Object.defineProperty(object, key, descriptors[key as string]!);
      return object;
    },
  });
  replace(Reflect, "defineProperty", { defineProperty: define });
}

function replaceDescriptors(): void {
  const { getOwnPropertyDescriptors } = Object;
  const { getOwnPropertyDescriptor: tryDescribe } = Reflect;
  const holderOf = (object: object, key: PropertyKey): object => {
    const found = shown.get(object);
    if (found === undefined) return object;
    if (typeof key === "symbol") found.mirrors.updateSymbols();
    return Object.hasOwn(found.target, key) ? found.target : object;
  };
  replace(Object, "getOwnPropertyDescriptor", {
    getOwnPropertyDescriptor: (object: object, key: PropertyKey) =>
      getOwnPropertyDescriptor(holderOf(object, key), key),
  });
  replace(Object, "getOwnPropertyDescriptors", {
    getOwnPropertyDescriptors(object: object): object {
      const found = shown.get(object);
      if (found === undefined) return getOwnPropertyDescriptors(object);
      found.mirrors.updateSymbols();
      return { ...getOwnPropertyDescriptors(object), ...getOwnPropertyDescriptors(found.target) };
    },
  });
  replace(Reflect, "getOwnPropertyDescriptor", {
    getOwnPropertyDescriptor: (target: object, key: PropertyKey) => tryDescribe(holderOf(target, key), key),
  });
}

/** Contextified objects inherit these, so scripts call them as functions of their global object. */
function replaceInherited(): void {
  const { __defineGetter__, __defineSetter__, propertyIsEnumerable } = Object.prototype as unknown as Record<
    string,
    Function
  >;
  const targetOf = (object: object): object => shown.get(object)?.target ?? object;
  const holderOf = (object: object, key: PropertyKey): object => {
    const target = targetOf(object);
    return Object.hasOwn(target, key) ? target : object;
  };
  replace(Object.prototype, "__defineGetter__", {
    __defineGetter__(this: object, key: PropertyKey, get: Function): void {
      safe.apply(__defineGetter__!, targetOf(this), [key, get]);
    },
  });
  replace(Object.prototype, "__defineSetter__", {
    __defineSetter__(this: object, key: PropertyKey, set: Function): void {
      safe.apply(__defineSetter__!, targetOf(this), [key, set]);
    },
  });
  replace(Object.prototype, "propertyIsEnumerable", {
    propertyIsEnumerable(this: object, key: PropertyKey): boolean {
      return safe.apply(propertyIsEnumerable!, shown.has(this) ? holderOf(this, key) : this, [key]) as boolean;
    },
  });
}

/** The engine cannot refuse to freeze a global object, as V8 does. */
function replaceFreezing(): void {
  const { freeze, seal, preventExtensions } = Object;
  const { preventExtensions: tryPrevent, deleteProperty } = Reflect;
  const check = (object: unknown, action: string): void => {
    if (shown.has(object as object)) throw new TypeError(`Cannot ${action}`);
  };
  replace(Object, "freeze", {
    freeze(object: unknown): unknown {
      check(object, "freeze");
      return freeze(object);
    },
  });
  replace(Object, "seal", {
    seal(object: unknown): unknown {
      check(object, "seal");
      return seal(object);
    },
  });
  replace(Object, "preventExtensions", {
    preventExtensions(object: unknown): unknown {
      check(object, "prevent extensions");
      return preventExtensions(object);
    },
  });
  replace(Reflect, "preventExtensions", {
    preventExtensions: (target: object) => !shown.has(target) && tryPrevent(target),
  });
  replace(Reflect, "deleteProperty", {
    deleteProperty(target: object, key: PropertyKey): boolean {
      const inner = shown.get(target)?.target;
      if (inner !== undefined && Object.hasOwn(inner, key) && !deleteProperty(inner, key)) return false;
      return deleteProperty(target, key);
    },
  });
}

// A frozen object stays as it is.
function replace(holder: object, name: string, methods: Record<string, Function>): void {
  const value = methods[name]!;
  nativeNames.set(value, name);
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}

function joined<Key>(first: Key[], second: Key[]): Key[] {
  return [...new Set([...first, ...second])];
}
