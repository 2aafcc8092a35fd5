// The members and names of objects as `Bun.inspect` shows them.
import { safe } from "internal:core/bootstrap";
import { nativeToString } from "internal:core/stack/install";
import defer * as types from "internal:core/util/types";
import defer * as web from "internal:bun/inspect_web";

/** Symbols of Node's conventions and of our event targets, which Bun's objects do not have. */
const INTERNAL_SYMBOL = /^(?:events\.|k[A-Z])/;
const SYMBOL_OF_NODE = /^nodejs\./;
/** The name that the source of a function or class has. */
const NAME_IN_SOURCE = /^(?:async\s+)?(?:function\b\s*\*?|class\b)\s*([A-Za-z_$][\w$]*)/;

const objectPrototype = Object.prototype;

/** A member's name and descriptor, and whether a class of the runtime has it. */
export type Member = [key: string | symbol, descriptor: PropertyDescriptor, isPlatform: boolean];

/** Whether it is the prototype of a class that the runtime has, such as `Event`, `Temporal.PlainDate` or `Bun.Glob`. */
function isPlatformPrototype(prototype: object): boolean {
  const { constructor } = prototype;
  const { name } = constructor;
  const isIn = (holder: object): boolean =>
    (Object.getOwnPropertyDescriptor(holder, name)?.value as unknown) === constructor;
  if (typeof constructor !== "function") return false;
  const { Bun } = globalThis as { Bun?: object };
  return isIn(globalThis) || isIn(Temporal) || isIn(Intl) || (Bun !== undefined && isIn(Bun));
}

/** The own members of an object and those of its prototypes, without `constructor`; only its own when they are sorted. */
export function membersOf(value: object, isSorted: boolean): Member[] {
  const members: Member[] = [];
  if (isSorted) {
    for (const key of safe.ownKeys(value))
      if (key !== "constructor" && !isInternal(key, false)) {
        const descriptor = safe.getOwnPropertyDescriptor(value, key)!;
        if (descriptor.enumerable || key !== Symbol.toStringTag) members.push([key, descriptor, false]);
      }
    return members.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
  }
  if (safe.getPrototypeOf(value) === objectPrototype) return membersOfLiteral(value);
  const seen = new Set<string | symbol>(["constructor", Symbol.toStringTag]);
  for (
    let object: object | null = value;
    object !== null && (object === value || object !== Object.prototype);
    object = Object.getPrototypeOf(object) as object | null
  ) {
    const isPlatform = object !== value && isPlatformPrototype(object);
    for (const key of Reflect.ownKeys(object)) {
      if (seen.has(key) || isInternal(key, isPlatform)) continue;
      seen.add(key);
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      if (descriptor !== undefined) members.push([key, descriptor, isPlatform]);
    }
  }
  addLoneTag(members, value);
  const order = web.orderOf(value);
  if (order === null) return members;
  // What the list does not have comes first, as the members of derived classes.
  const rank = ([key]: Member): number => order.indexOf(key as string);
  return members.sort((left, right) => rank(left) - rank(right));
}

/** The members of an object whose prototype is that of literals: its own. */
function membersOfLiteral(value: object): Member[] {
  const members: Member[] = [];
  const keys = safe.ownKeys(value);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (key === "constructor" || key === Symbol.toStringTag) continue;
    members.push([key, safe.getOwnPropertyDescriptor(value, key)!, false]);
  }
  addLoneTag(members, value);
  return members;
}

/** The tag is shown where it is the only member. */
function addLoneTag(members: Member[], value: object): void {
  const tag = members.length === 0 ? safe.getOwnPropertyDescriptor(value, Symbol.toStringTag) : undefined;
  if (tag !== undefined) members.push([Symbol.toStringTag, tag, false]);
}

/** Whether Bun's objects do not have such a member. `isPlatform`: it is that of a class of the runtime. */
function isInternal(key: string | symbol, isPlatform: boolean): boolean {
  if (typeof key !== "symbol") return false;
  const name = key.description ?? "";
  return INTERNAL_SYMBOL.test(name) || (isPlatform && SYMBOL_OF_NODE.test(name));
}

/** The name before the members: that of the class, or of the tag of a plain object. */
export function nameOf(value: object): string {
  if (Object.getPrototypeOf(value) === null)
    return types.isModuleNamespaceObject(value) ? "Module" : "[Object: null prototype]";
  const name = constructorName(value);
  if (name !== "" && name !== "Object") return name;
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return typeof tag === "string" && tag !== "" ? tag : "";
}

/** The name of an object whose members are too deep. */
export function nameOfHidden(value: object): string {
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return typeof tag === "string" && tag !== "" ? tag : "Object";
}

/** Whether it is a generator or the iterator of a string, which have no members. */
export function isBareIterator(value: object): boolean {
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return tag === "Generator" || tag === "AsyncGenerator" || tag === "String Iterator";
}

export function isString(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null && types.isStringObject(value));
}

export function isNative(value: Function): boolean {
  return Function.prototype.toString.call(value).includes("[native code]");
}

/** Whether it is a class: the `prototype` of a function is writable. `Promise` is none for Bun. */
export function isClass(value: Function): boolean {
  if (value === Proxy) return true;
  if (value === Promise) return false;
  if (safe.getOwnPropertyDescriptor(value, "prototype")?.writable === false) return true;
  // `Buffer` is a function that inherits.
  return safe.getPrototypeOf(value) === Uint8Array;
}

/** The name in the source where it has one; else that of the property. */
export function nameOfFunction(value: Function): string {
  const name = NAME_IN_SOURCE.exec(nativeToString.call(value) as string)?.[1];
  if (name !== undefined && name !== "extends") return name;
  const own: unknown = value.name;
  return typeof own === "string" ? own : "";
}

export function constructorName(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: unknown } | null;
  const constructor = prototype?.constructor;
  if (typeof constructor !== "function") return "";
  if (constructor === Object) return "Object";
  const name = nameOfFunction(constructor);
  return name === "Iterator" ? String((value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] ?? name) : name;
}
