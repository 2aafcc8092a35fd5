// Automatic mocks: the shape of a value with mock functions in place of its functions.
// https://jestjs.io/docs/jest-object#jestcreatemockfrommodulemodulename
import { makeMock, type MockDialect } from "internal:test_runner/jest/mock_function";

type Members = Record<PropertyKey, unknown>;

/** A mock of `value`; `spies`: its functions call the original ones. */
export function automock(
  dialect: MockDialect,
  value: unknown,
  spies = false,
  seen = new Map<unknown, unknown>(),
): unknown {
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (typeof value === "function") return automockFunction(dialect, value, spies, seen);
  if (Array.isArray(value)) return spies ? value : [];
  if (!spies && isOpaque(value)) return value;
  const copy: Members = Object.create(isNamespace(value) ? Object.prototype : Object.getPrototypeOf(value)) as Members;
  seen.set(value, copy);
  copyMembers(dialect, value, copy, spies, seen);
  return copy;
}

function isNamespace(value: object): boolean {
  return Object.getPrototypeOf(value) === null;
}

/** Objects whose members are not of their own class. */
function isOpaque(value: object): boolean {
  return (
    value instanceof RegExp ||
    value instanceof Date ||
    value instanceof Map ||
    value instanceof Set ||
    value instanceof Promise
  );
}

function automockFunction(dialect: MockDialect, value: Function, spies: boolean, seen: Map<unknown, unknown>): unknown {
  const mock = spies
    ? makeMock(dialect, value, { original: value as never, undo: () => {} })
    : makeMock(dialect, undefined);
  Object.defineProperty(mock, "name", { value: value.name, configurable: true });
  seen.set(value, mock);
  const { prototype } = value as { prototype?: unknown };
  if (typeof prototype === "object" && prototype !== null && !spies) {
    const own = (mock as unknown as { prototype: Members }).prototype;
    for (
      let at: object | null = prototype;
      at !== null && at !== Object.prototype;
      at = Object.getPrototypeOf(at) as object | null
    )
      copyMembers(dialect, at, own, spies, seen);
  }
  if (!spies) copyMembers(dialect, value, mock as unknown as Members, spies, seen);
  return mock;
}

const NOT_COPIED = new Set<PropertyKey>(["constructor", "prototype", "length", "name", "caller", "arguments", "mock"]);

function copyMembers(
  dialect: MockDialect,
  from: object,
  to: Members,
  spies: boolean,
  seen: Map<unknown, unknown>,
): void {
  for (const key of Reflect.ownKeys(from)) {
    if (Object.hasOwn(to, key) || (typeof from === "function" && NOT_COPIED.has(key)) || key === "constructor")
      continue;
    const descriptor = Object.getOwnPropertyDescriptor(from, key)!;
    // A getter is not called: it may need its object.
    if (descriptor.get !== undefined && !isNamespaceMember(from)) {
      Object.defineProperty(
        to,
        key,
        spies
          ? descriptor
          : { get: () => undefined, set: () => {}, configurable: true, enumerable: descriptor.enumerable ?? false },
      );
      continue;
    }
    Object.defineProperty(to, key, {
      value: automock(dialect, (from as Members)[key], spies, seen),
      writable: true,
      configurable: true,
      enumerable: descriptor.enumerable ?? false,
    });
  }
}

/** Getters of a module's exports are exports (`__esModule` output of compilers). */
function isNamespaceMember(from: object): boolean {
  return (from as { __esModule?: unknown }).__esModule === true;
}
