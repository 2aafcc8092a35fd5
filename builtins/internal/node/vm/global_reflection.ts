// Functions of `Object` and `Reflect` that see the properties of a contextified object in the global object of its context. The engine
// exposes reads, writes and deletions of the global object to the contextified object, but neither definitions nor descriptors,
// and only the names of enumerable properties. Each context gets its own functions (`INSIDE`); those of the main context are replaced when
// the first object is contextified.
import { pinned } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";

/** A global object's contextified object, and its own symbols. */
interface Shown {
  target: object;
  symbols: () => symbol[];
  /** Symbols that were defined on both: deleting one from the global object reaches only that. */
  mirrored: Set<symbol>;
}

/** The engine's functions, which see what the global objects themselves have. */
export const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols } = Object;
export const { ownKeys } = Reflect;

const shown = pinned(new WeakMap<object, Shown>());
let isInstalled = false;

/** Source of a function of a context: replaces its functions, and returns the one for assignments of strict scripts. */
export const INSIDE = `(function (global, target, readOnly, ownSymbols) {
  const { defineProperty, defineProperties, getOwnPropertyDescriptor, getOwnPropertyDescriptors, getOwnPropertyNames, getOwnPropertySymbols, hasOwn } = Object;
  const { assign, entries, keys, values, prototype: { propertyIsEnumerable } } = Object;
  const { apply, defineProperty: tryDefine, getOwnPropertyDescriptor: tryDescribe, ownKeys, set } = Reflect;
  const replace = (holder, name, value) => {
    defineProperty(value, "name", { value: name, configurable: true });
    defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  };
  const isShown = (object, key) => object === global && hasOwn(target, key);
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
    // The engine exposes string keys only.
    if (object === global && typeof key === "symbol") defineProperty(global, key, descriptor);
    return object;
  });
  replace(Object, "defineProperties", function (object, descriptors) {
    defineProperties(object === global ? target : object, descriptors);
    return object;
  });
  replace(Object, "getOwnPropertyDescriptor", (object, key) => getOwnPropertyDescriptor(isShown(object, key) ? target : object, key));
  replace(Object, "getOwnPropertyDescriptors", (object) =>
    object === global ? { ...getOwnPropertyDescriptors(global), ...getOwnPropertyDescriptors(target) } : getOwnPropertyDescriptors(object));
  replace(Object, "getOwnPropertyNames", (object) => object === global ? names() : getOwnPropertyNames(object));
  replace(Object, "getOwnPropertySymbols", (object) => object === global ? symbols() : getOwnPropertySymbols(object));
  replace(Reflect, "defineProperty", (object, key, descriptor) => tryDefine(holderOf(object, key), key, descriptor));
  replace(Reflect, "getOwnPropertyDescriptor", (object, key) => tryDescribe(isShown(object, key) ? target : object, key));
  replace(Reflect, "ownKeys", (object) => object === global ? joined(names(), symbols()) : ownKeys(object));
  // For the engine all properties of the contextified object are hidden, except to Object.keys.
  const isEnumerable = { propertyIsEnumerable(key) {
    return apply(propertyIsEnumerable, isShown(this, key) ? target : this, [key]);
  } }.propertyIsEnumerable;
  const copyOf = (object) => {
    if (object !== global) return object;
    const copy = {};
    for (const list of [keys(global), symbols()])
      for (let index = 0; index < list.length; index++) {
        const key = list[index];
        if (apply(isEnumerable, global, [key]))
          defineProperty(copy, key, { value: global[key], writable: true, enumerable: true, configurable: true });
      }
    return copy;
  };
  replace(Object.prototype, "propertyIsEnumerable", isEnumerable);
  replace(Object, "entries", (object) => entries(copyOf(object)));
  replace(Object, "values", (object) => values(copyOf(object)));
  replace(Object, "assign", { assign(object, source) {
    for (let index = 1; index < arguments.length; index++) arguments[index] = copyOf(arguments[index]);
    return apply(assign, Object, arguments);
  } }.assign);
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
  return function assign(target, name, value) {
    if (!readOnly.includes(name)) {
      if (set(target, name, value)) return;
      // A new name stays in the global object when the contextified one accepts none.
      if (!hasOwn(target, name)) return void defineProperty(global, name, hasOwn(global, name) ? { value } : { value, writable: true, enumerable: true, configurable: true });
    }
    throw new TypeError("Cannot assign to read only property '" + name + "' of object '#<Object>'");
  };
})`;

/** Makes the functions of the main context see the properties of `target` in `global`. `symbols`: those of the global object itself. */
export function register(global: object, target: object, symbols: () => symbol[]): void {
  shown.set(global, { target, symbols, mirrored: new Set() });
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
    dropDeleted(found);
    return joined(found.symbols(), getOwnPropertySymbols(found.target));
  };
  replaceDefinitions();
  replaceDescriptors();
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
    // The engine exposes string keys only.
    if (typeof key !== "symbol") return true;
    found.mirrored.add(key);
    return tryDefine(object, key, descriptor);
  };
  replace(Object, "defineProperty", {
    defineProperty(object: object, key: PropertyKey, descriptor: PropertyDescriptor): unknown {
      // A definition that is refused is an error here.
      defineProperty(shown.get(object)?.target ?? object, key, descriptor);
      if (typeof key === "symbol") define(object, key, descriptor);
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
    if (typeof key === "symbol") dropDeleted(found);
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
      dropDeleted(found);
      return { ...getOwnPropertyDescriptors(object), ...getOwnPropertyDescriptors(found.target) };
    },
  });
  replace(Reflect, "getOwnPropertyDescriptor", {
    getOwnPropertyDescriptor: (target: object, key: PropertyKey) => tryDescribe(holderOf(target, key), key),
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

function dropDeleted({ target, symbols, mirrored }: Shown): void {
  if (mirrored.size === 0) return;
  const present = symbols();
  for (const symbol of mirrored)
    if (!present.includes(symbol)) {
      mirrored.delete(symbol);
      Reflect.deleteProperty(target, symbol);
    }
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
