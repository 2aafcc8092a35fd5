// `spyOn(object, key)` and replaced properties. https://jestjs.io/docs/jest-object#jestspyonobject-methodname
import {
  isMockFunction,
  makeMock,
  type MockDialect,
  type MockFunction,
  VITEST,
} from "internal:test_runner/jest/mock_function";
import { replaceExport } from "internal:loader/namespace_spies";

type Members = Record<PropertyKey, unknown>;
type Access = "get" | "set";

/** Undoes what `replaceProperty`, `stubGlobal` and `stubEnv` replaced. */
const replaced = new Map<object, Map<PropertyKey, PropertyDescriptor | undefined>>();

/** Forgets what was replaced without undoing it, when a realm that was put back begins another file. */
export function forgetReplaced(): void {
  replaced.clear();
}

/**
 * Replaces a method, or with `access` an accessor, by a mock that calls it. Throws a TypeError or Error for a member that is
 * no function or does not exist.
 */
export function spyOn(dialect: MockDialect, object: unknown, key: PropertyKey, access?: Access): MockFunction {
  if ((typeof object !== "object" && typeof object !== "function") || object === null) {
    throw new TypeError(`Cannot use spyOn on a primitive value; ${object === null ? "null" : typeof object} given`);
  }
  const owner = ownerOf(object, key);
  const descriptor = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined) {
    throw new TypeError(
      dialect === VITEST
        ? `${String(key)} does not exist`
        : `Property \`${String(key)}\` does not exist in the provided object`,
    );
  }
  if (access !== undefined) return spyOnAccessor(dialect, object as Members, key, access, descriptor);
  const original = (object as Members)[key];
  if (isMockFunction(original)) return original as MockFunction;
  if (typeof original !== "function") {
    throw new TypeError(
      `Cannot spy on the \`${String(key)}\` property because it is not a function; ${original === null ? "null" : typeof original} given instead.`,
    );
  }
  const setter = replaceExport(object, key);
  if (setter !== null) {
    const spy = makeMock(dialect, original, { original: original as never, undo: () => setter(original) });
    setter(spy);
    return spy;
  }
  const isOwn = owner === object;
  const spy = makeMock(dialect, original, {
    original: original as never,
    undo: () => {
      if (isOwn) Object.defineProperty(object, key, descriptor);
      else delete (object as Members)[key];
    },
  });
  replace(object, key, descriptor, spy);
  return spy;
}

function replace(object: object, key: PropertyKey, descriptor: PropertyDescriptor, value: unknown): void {
  const enumerable = descriptor.enumerable ?? false;
  const isDone = Reflect.defineProperty(
    object,
    key,
    descriptor.get === undefined
      ? { value, writable: true, configurable: true, enumerable }
      : { get: () => value, set: descriptor.set, configurable: true, enumerable },
  );
  if (!isDone && !Reflect.set(object, key, value)) throw new TypeError(`Cannot redefine property: ${String(key)}`);
}

function spyOnAccessor(
  dialect: MockDialect,
  object: Members,
  key: PropertyKey,
  access: Access,
  descriptor: PropertyDescriptor,
): MockFunction {
  if (!descriptor.configurable) throw new Error(`${String(key)} is not declared configurable`);
  const original = descriptor[access];
  if (original !== undefined && isMockFunction(original)) return original as unknown as MockFunction;
  if (original === undefined && dialect !== VITEST)
    throw new Error(`Property \`${String(key)}\` does not have access type ${access}`);
  const fallback = access === "get" ? () => descriptor.value as unknown : () => {};
  const spy = makeMock(dialect, original ?? fallback, {
    original: (original ?? fallback) as never,
    undo: () => void Object.defineProperty(object, key, descriptor),
  });
  const { get, set, enumerable } = descriptor;
  Object.defineProperty(object, key, { get, set, [access]: spy, enumerable: enumerable ?? false, configurable: true });
  return spy;
}

function ownerOf(object: object, key: PropertyKey): object | null {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, key)) return at;
  return null;
}

/** The result of `jest.replaceProperty`. */
export interface Replaced {
  replaceValue(value: unknown): Replaced;
  restore(): void;
}

/** Replaces the value of a property until the mocks are restored. Throws for a property that does not exist. */
export function replaceProperty(object: object, key: PropertyKey, value: unknown): Replaced {
  if (!(key in Object(object))) throw new Error(`Property \`${String(key)}\` does not exist in the provided object`);
  if (typeof (object as Members)[key] === "function")
    throw new TypeError(
      `Cannot replace the \`${String(key)}\` property because it is a function. Use \`jest.spyOn(object, '${String(key)}')\` instead.`,
    );
  stubProperty(object, key, value);
  const control: Replaced = {
    replaceValue(next) {
      (object as Members)[key] = next;
      return control;
    },
    restore: () => restoreProperty(object, key),
  };
  return control;
}

/** Sets a property and stores what it was. */
export function stubProperty(object: object, key: PropertyKey, value: unknown): void {
  let own = replaced.get(object);
  if (own === undefined) replaced.set(object, (own = new Map()));
  const before = Object.getOwnPropertyDescriptor(object, key);
  if (!own.has(key)) own.set(key, before);
  if (value === undefined && before !== undefined && object === processEnvironment) delete (object as Members)[key];
  else if (
    !Reflect.defineProperty(object, key, {
      value,
      writable: true,
      configurable: true,
      enumerable: before?.enumerable ?? true,
    })
  )
    (object as Members)[key] = value;
}

let processEnvironment: object | undefined;
/** `process.env`, whose variables are strings or missing. */
export function setProcessEnvironment(environment: object): void {
  processEnvironment = environment;
}

function restoreProperty(object: object, key: PropertyKey): void {
  const own = replaced.get(object);
  if (own === undefined || !own.has(key)) return;
  const before = own.get(key);
  own.delete(key);
  if (before === undefined) delete (object as Members)[key];
  else if (object === processEnvironment) (object as Members)[key] = before.value;
  else Object.defineProperty(object, key, before);
}

/** Restores the replaced properties of `object`, or of all objects. */
export function restoreProperties(object?: object): void {
  for (const [owner, own] of object === undefined ? replaced : [[object, replaced.get(object) ?? new Map()] as const])
    for (const key of [...own.keys()]) restoreProperty(owner, key as PropertyKey);
}
