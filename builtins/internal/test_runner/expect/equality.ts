// Deep equality as `expect` defines it (https://jestjs.io/docs/expect#toequalvalue): asymmetric matchers on either side,
// custom testers, cycles; loose (members that are undefined count as missing, classes do not matter) or strict.
import { safe } from "internal:core/bootstrap";
import { nonIndexKeys } from "internal:core/util/inspect/keys";
import type { Dialect } from "internal:test_runner/dialects/tree";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";

/** An object whose members are read by any key. */
export type Members = Record<PropertyKey, unknown>;

/** The context of a tester. */
export interface TesterContext {
  equals(first: unknown, second: unknown, testers?: readonly Tester[]): boolean;
}

/** Decides whether two values are equal; undefined leaves it to the next. */
export type Tester = (
  this: TesterContext,
  first: unknown,
  second: unknown,
  testers: readonly Tester[],
) => boolean | undefined;

const toString = Object.prototype.toString;

/** Classes that differ from all others also in Bun, where objects of the platform equal any object with the same members. */
const DISTINCT =
  /^\[object (?:Array|Date|RegExp|Map|Set|Error|\w*Function|\w+Array|ArrayBuffer|String|Number|Boolean|Symbol|BigInt|Null|Undefined)\]$/;
let isBun = false;
let rules: Dialect | undefined;
/** Compares as a dialect does where they differ. */
export function setEqualityRules(dialect: Dialect): void {
  rules = dialect;
  isBun = dialect === "bun";
}
/** The dialect whose rules apply. */
export function equalityRules(): Dialect | undefined {
  return rules;
}

function haveSameClass(one: string, other: string): boolean {
  return one === other || (isBun && !DISTINCT.test(one) && !DISTINCT.test(other));
}

/**
 * Whether `first` and `second` are deeply equal. `testers` are asked first, at every level; `strict`: a member that is
 * undefined differs from a missing one.
 */
export function equals(
  first: unknown,
  second: unknown,
  testers: readonly Tester[] = [],
  strict = false,
  stack: Pairs = [],
): boolean {
  const asymmetric = matchAsymmetric(first, second);
  if (asymmetric !== undefined) return asymmetric;
  if (testers.length > 0) {
    const context: TesterContext = {
      equals: (one, other, more = testers) => equals(one, other, more, strict, stack),
    };
    for (const tester of testers) {
      const verdict = tester.call(context, first, second, testers);
      if (verdict !== undefined) return verdict;
    }
  }
  if (Object.is(first, second)) return true;
  if (first === null || second === null) return false;
  const className: string = toString.call(first);
  if (first instanceof Error && second instanceof Error) return equalErrors(first, second, testers, strict, stack);
  if (!haveSameClass(className, toString.call(second))) return false;
  const atomic = equalAtoms(className, first, second);
  if (atomic !== undefined) return atomic;
  if (typeof first !== "object" || typeof second !== "object") return false;
  if (isDomNode(first) && isDomNode(second))
    return (first as { isEqualNode(other: unknown): boolean }).isEqualNode(second);
  // Each object is looked for among those around it: an iterator of deeply nested values takes ten times as long.
  for (let index = 0; index < stack.length; index++) {
    const pair = stack[index]!;
    if (pair[0] === first) return pair[1] === second;
    if (pair[1] === second) return false;
  }
  if (Array.isArray(first) && first.length !== (second as unknown[]).length) return false;
  if (ArrayBuffer.isView(first) || className === "[object ArrayBuffer]") {
    const bytes = equalBytes(first, second);
    if (bytes !== undefined) return bytes;
  }
  stack.push([first, second]);
  try {
    return equalMembers(first as Members, second as Members, testers, strict, stack);
  } finally {
    stack.pop();
  }
}

/** The pairs of objects whose members are being compared. */
export type Pairs = [unknown, unknown][];

function matchAsymmetric(first: unknown, second: unknown): boolean | undefined {
  const one = isAsymmetric(first);
  const other = isAsymmetric(second);
  if (one && other) return undefined;
  if (one) return Boolean(first.asymmetricMatch(second));
  if (other) return Boolean(second.asymmetricMatch(first));
  return undefined;
}

function equalErrors(first: Error, second: Error, testers: readonly Tester[], strict: boolean, stack: Pairs): boolean {
  if (rules === "jest") return first.message === second.message;
  const comparesCause = rules !== "vitest" || second.cause !== undefined;
  if (first.name !== second.name || first.message !== second.message) return false;
  if (stack.some(([one, other]) => one === first && other === second)) return true;
  stack.push([first, second]);
  try {
    const one = first as Error & { errors?: unknown };
    const other = second as Error & { errors?: unknown };
    return (
      (!comparesCause || equals(one.cause, other.cause, testers, strict, stack)) &&
      (isBun || equals(one.errors, other.errors, testers, strict, stack)) &&
      equalMembers(first as unknown as Members, second as unknown as Members, testers, strict, stack)
    );
  } finally {
    stack.pop();
  }
}

/** Compares values without members; undefined for other objects. */
function equalAtoms(className: string, first: unknown, second: unknown): boolean | undefined {
  switch (className) {
    case "[object Boolean]":
    case "[object String]":
    case "[object Number]":
    case "[object BigInt]":
      if (typeof first !== typeof second) return false;
      if (typeof first !== "object") return Object.is(first, second);
      return Object.is((first as object).valueOf(), (second as object).valueOf());
    case "[object Date]": {
      const [one, other] = [+(first as Date), +(second as Date)];
      // Jest's invalid dates are not equal.
      return one === other || (rules !== "jest" && Number.isNaN(one) && Number.isNaN(other));
    }
    case "[object RegExp]":
      return (
        (first as RegExp).source === (second as RegExp).source && (first as RegExp).flags === (second as RegExp).flags
      );
    case "[object URL]":
      return (first as { href: string }).href === (second as { href: string }).href;
    default:
      return isTemporal(className) ? equalTemporal(first, second) : undefined;
  }
}

function isTemporal(className: string): boolean {
  return className.startsWith("[object Temporal.");
}

/** Values of Temporal have no members: durations have to be written the same, and others say which values equal them. */
function equalTemporal(first: unknown, second: unknown): boolean {
  if (toString.call(first) !== toString.call(second)) return false;
  const { equals: compare } = first as { equals?: (other: unknown) => boolean };
  return compare === undefined ? String(first) === String(second) : safe.apply(compare, first, [second]);
}

function equalBytes(first: unknown, second: unknown): boolean | undefined {
  const one = bytesOf(first);
  const other = bytesOf(second);
  if (one === undefined || other === undefined) return undefined;
  if (one.length !== other.length) return false;
  if (first instanceof Float32Array || first instanceof Float64Array) {
    return first.every((value, index) => Object.is(value, (second as Float64Array)[index]));
  }
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

function isDomNode(value: object): boolean {
  const { nodeType, nodeName, isEqualNode } = value as {
    nodeType?: unknown;
    nodeName?: unknown;
    isEqualNode?: unknown;
  };
  return typeof nodeType === "number" && typeof nodeName === "string" && typeof isEqualNode === "function";
}

/** The enumerable own keys, symbols included. */
export function keysOf(value: object): PropertyKey[] {
  const keys: PropertyKey[] = Object.keys(value);
  for (const symbol of Object.getOwnPropertySymbols(value))
    if (Object.prototype.propertyIsEnumerable.call(value, symbol)) keys.push(symbol);
  return keys;
}

/** Whether items are all that an array has. */
function isBare(array: unknown[]): boolean {
  return nonIndexKeys(array, false).length === 0;
}

function equalArrays(
  first: unknown[],
  second: unknown[],
  testers: readonly Tester[],
  strict: boolean,
  stack: Pairs,
): boolean {
  const { length } = first;
  if (second.length !== length) return false;
  for (let index = 0; index < length; index++) {
    const one = first[index];
    const other = second[index];
    if (isSame(one, other)) continue;
    if (strict && (one === undefined || other === undefined) && index in first !== index in second) return false;
    if (!equals(one, other, testers, strict, stack)) return false;
  }
  return true;
}

/** Whether two values are the same string, boolean or number other than 0, for which nothing else has to be asked. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other && one !== 0 && (typeof one === "number" || typeof one === "string" || typeof one === "boolean");
}

function equalMembers(
  first: Members,
  second: Members,
  testers: readonly Tester[],
  strict: boolean,
  stack: Pairs,
): boolean {
  if (Array.isArray(first) && Array.isArray(second) && isBare(first) && isBare(second))
    return equalArrays(first, second, testers, strict, stack);
  const keys = keysOf(first);
  let count = 0;
  for (const key of keys) {
    const isPresent = Object.hasOwn(second, key);
    const value = first[key];
    if (isPresent) count++;
    else if (strict || !(value === undefined || isAsymmetric(value))) return false;
    if (!equals(value, second[key], testers, strict, stack)) return false;
  }
  const others = keysOf(second);
  if (others.length === count) return true;
  if (strict) return false;
  return others.every((key) => {
    if (Object.hasOwn(first, key)) return true;
    const value = second[key];
    return value === undefined || (isAsymmetric(value) && equals(undefined, value, testers, strict, stack));
  });
}

/** Compares iterables of the same class by their items: those of sets and maps in any order. */
export function iterableEquality(
  this: unknown,
  first: unknown,
  second: unknown,
  testers: readonly Tester[] = [],
): boolean | undefined {
  if (!isIterable(first) || !isIterable(second)) return undefined;
  if (Array.isArray(first) || Array.isArray(second)) return undefined;
  // Only in Vitest a Buffer differs from a Uint8Array of the same bytes.
  if (ArrayBuffer.isView(first) || ArrayBuffer.isView(second))
    return rules !== "vitest" ? undefined : first.constructor === second.constructor && equalBytes(first, second);
  if (first.constructor !== second.constructor) return false;
  if (open.some(([one]) => one === first)) return open.some(([one, other]) => one === first && other === second);
  open.push([first, second]);
  try {
    const compare = (one: unknown, other: unknown): boolean => equals(one, other, testers);
    if (isImmutable(first) && (first as { size?: number }).size !== (second as { size?: number }).size) return false;
    if (isImmutable(first) && isUnordered(first)) return equalSets(asSet(first), asSet(second), compare);
    if (isSet(first) && isSet(second)) return equalSets(first, second, compare);
    if (isMap(first) && isMap(second)) return equalMaps(first, second, compare);
    return equalItems(first, second, compare) && (isImmutable(first) || equalOwn(first, second, compare));
  } finally {
    open.pop();
  }
}

/** A set of any realm, and outside of Bun what says that it is one. */
function isSet(value: object): value is Set<unknown> {
  return value instanceof Set || (!isBun && "size" in value && toString.call(value) === "[object Set]");
}

function isMap(value: object): value is Map<unknown, unknown> {
  return value instanceof Map || (!isBun && "size" in value && toString.call(value) === "[object Map]");
}

/** The iterables that are being compared. */
const open: [unknown, unknown][] = [];

type Compare = (one: unknown, other: unknown) => boolean;

function isIterable(value: unknown): value is Iterable<unknown> & Members {
  return typeof value === "object" && value !== null && typeof (value as Members)[Symbol.iterator] === "function";
}

function equalSets(first: Set<unknown>, second: Set<unknown>, compare: Compare): boolean {
  if (first.size !== second.size) return false;
  let rest: Set<unknown> | undefined;
  for (const item of first) {
    if (second.has(item)) continue;
    rest ??= new Set([...second].filter((other) => !first.has(other)));
    let found = false;
    for (const other of rest) {
      if (!compare(item, other)) continue;
      rest.delete(other);
      found = true;
      break;
    }
    if (!found) return false;
  }
  return true;
}

function equalMaps(first: Map<unknown, unknown>, second: Map<unknown, unknown>, compare: Compare): boolean {
  if (first.size !== second.size) return false;
  for (const [key, value] of first) {
    if (second.has(key) && compare(value, second.get(key))) continue;
    let found = false;
    for (const [otherKey, other] of second) {
      if (!compare(key, otherKey) || !compare(value, other)) continue;
      found = true;
      break;
    }
    if (!found) return false;
  }
  return true;
}

function equalItems(first: Iterable<unknown>, second: Iterable<unknown>, compare: Compare): boolean {
  const others = second[Symbol.iterator]();
  for (const item of first) {
    const next = others.next();
    if (next.done === true || !compare(item, next.value)) return false;
  }
  return others.next().done === true;
}

function isUnordered(value: Members): boolean {
  const isKeyed = value["@@__IMMUTABLE_KEYED__@@"] === true || value["@@__IMMUTABLE_SET__@@"] === true;
  return isKeyed && value["@@__IMMUTABLE_ORDERED__@@"] !== true;
}
function asSet(value: Iterable<unknown>): Set<unknown> {
  return new Set(value);
}

/** Collections of Immutable.js have members that depend on how they were made. */
function isImmutable(value: Members): boolean {
  return (
    value["@@__IMMUTABLE_ITERABLE__@@"] === true ||
    value["@@__IMMUTABLE_COLLECTION__@@"] === true ||
    value["@@__IMMUTABLE_RECORD__@@"] === true
  );
}

function equalOwn(first: Members, second: Members, compare: Compare): boolean {
  const one = Object.entries(first);
  const other = Object.entries(second);
  return one.length === other.length && compare(Object.fromEntries(one), Object.fromEntries(other));
}

/** Rejects values of different classes; the literal of an object has the class of its prototype. */
export function typeEquality(this: unknown, first: unknown, second: unknown): boolean | undefined {
  if (first === null || first === undefined || second === null || second === undefined) return undefined;
  if (isAsymmetric(first) || isAsymmetric(second)) return undefined;
  if (first.constructor === second.constructor) return undefined;
  // Objects without a prototype have no class.
  if (Array.isArray(first) && Array.isArray(second)) return undefined;
  return false;
}

/** Compares arrays with their holes. */
export function sparseArrayEquality(
  this: unknown,
  first: unknown,
  second: unknown,
  testers: readonly Tester[] = [],
): boolean | undefined {
  if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
  const keys = Object.keys(first);
  const others = Object.keys(second);
  if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) return false;
  return equals(
    first,
    second,
    testers.filter((tester) => tester !== sparseArrayEquality),
    true,
  );
}

function isObjectWithKeys(value: unknown): value is Members {
  return (
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Error) &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Set) &&
    !(value instanceof Map) &&
    !isTemporal(toString.call(value))
  );
}

/** Whether `object` has all members of `subset`, its own or inherited ones. */
export function subsetEquality(
  this: unknown,
  object: unknown,
  subset: unknown,
  testers: readonly Tester[] = [],
): boolean | undefined {
  return isSubset(object, subset, testers, []);
}

function isSubset(object: unknown, subset: unknown, testers: readonly Tester[], parents: Pairs): boolean | undefined {
  if (isBun && typeof object === "function" && typeof subset === "function") return true;
  if (!isObjectWithKeys(subset) || isAsymmetric(subset)) return undefined;
  if (parents.some(([one, other]) => one === object && other === subset)) return true;
  const others = testers.filter((tester) => tester !== subsetEquality);
  const nested: Tester[] = [
    ...others,
    function nestedSubset(one, other) {
      return isSubset(one, other, testers, [...parents, [object, subset]]);
    },
  ];
  // Vitest does not compare members whose names are symbols.
  const keys = rules === "vitest" ? Object.keys(subset) : keysOf(subset);
  return keys.every((key) => {
    if (object === null || object === undefined || !hasMember(object, key)) return false;
    return equals((object as Members)[key], subset[key], nested);
  });
}

/** Whether a value has a member, its own or one of its classes' other than Object. */
export function hasMember(value: unknown, key: PropertyKey): boolean {
  for (let at: unknown = Object(value); at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at as object, key)) return true;
  return false;
}
