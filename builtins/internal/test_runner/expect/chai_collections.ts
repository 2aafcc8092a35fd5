// Chai's assertions about members: properties, keys, elements. https://www.chaijs.com/api/bdd
import { inspectLine as inspectValue } from "internal:test_runner/expect/chai_inspect";
import {
  type Call,
  type Check,
  isObject,
  isSame,
  type Members,
  type Outcome,
  type Words,
} from "internal:test_runner/expect/chai_checks";

/** The member at a path such as `a.b[0]`; a backslash quotes a dot or a bracket. */
function at(value: unknown, path: string): { has: boolean; value: unknown } {
  const keys = [...path.matchAll(/\[(\d+)\]|((?:\\.|[^.[\]\\])+)/g)].map(
    ([, index, name]) => index ?? name!.replaceAll(/\\(.)/g, "$1"),
  );
  let found = { has: true, value };
  for (const key of keys) {
    if (found.value === null || found.value === undefined) return { has: false, value: undefined };
    found = { has: key in Object(found.value), value: (found.value as Members)[key] };
  }
  return found;
}

function memberOf(received: unknown, name: PropertyKey, words: Words): { has: boolean; value: unknown } {
  if (words.isNested) return at(received, String(name));
  if (received === null || received === undefined)
    throw new TypeError(`Target cannot be null or undefined, but was ${received}`);
  const object = Object(received) as Members;
  return { has: words.isOwn ? Object.hasOwn(object, name) : name in object, value: object[name] };
}

const property: Check = ({ received, words, args, isNot }) => {
  const [name, value] = args;
  const found = memberOf(received, name as PropertyKey, words);
  const kind = `${words.isDeep ? "deep " : ""}${words.isOwn ? "own " : ""}${words.isNested ? "nested " : ""}`;
  const text = `to have ${kind}property ${inspectValue(name)}`;
  if (args.length < 2) return { pass: found.has, text, next: found.value };
  const of = `${text} of ${inspectValue(value)}`;
  return {
    pass: found.has && isSame(found.value, value, words),
    text: found.has && !isNot ? `${of}, but got ${inspectValue(found.value)}` : of,
    next: found.value,
  };
};
const ownProperty: Check = (call) => property({ ...call, words: { ...call.words, isOwn: true } });

const ownPropertyDescriptor: Check = ({ received, args: [name, wanted] }) => {
  const found = Object.getOwnPropertyDescriptor(Object(received), name as PropertyKey);
  const text = `to have an own property descriptor for ${inspectValue(name)}`;
  const pass = found !== undefined && (wanted === undefined || isSame(found, wanted, { isDeep: true }));
  return { pass, text, next: found };
};

const keys: Check = ({ received, words, args }) => {
  const isCollection = received instanceof Map || received instanceof Set;
  const actual: unknown[] = isCollection
    ? [...received.keys()]
    : [...Object.keys(Object(received)), ...ownEnumerableSymbols(Object(received) as object)];
  const [first] = args;
  const given: unknown[] =
    args.length > 1 || !isObject(first)
      ? args
      : Array.isArray(first)
        ? first
        : isCollection
          ? args
          : Object.keys(first);
  if (given.length === 0) throw new Error("keys required");
  const wanted = isCollection ? given : given.map((key) => (typeof key === "symbol" ? key : String(key)));
  const has = (key: unknown): boolean => actual.some((one) => isSame(one, key, words));
  const list = wanted.map(inspectValue);
  const [glue, verb] = [words.isAny ? "or" : "and", words.contains ? "contain" : "have"];
  const named = list.length > 1 ? `keys ${list.slice(0, -1).join(", ")}, ${glue} ${list.at(-1)}` : `key ${list[0]}`;
  const hasEnough = words.isAny || words.contains || actual.length === wanted.length;
  return { pass: hasEnough && (words.isAny ? wanted.some(has) : wanted.every(has)), text: `to ${verb} ${named}` };
};

function ownEnumerableSymbols(value: object): symbol[] {
  return Object.getOwnPropertySymbols(value).filter((symbol) =>
    Object.prototype.propertyIsEnumerable.call(value, symbol),
  );
}

const members: Check = ({ received, words, args: [subset] }) => {
  if (!Array.isArray(received) || !Array.isArray(subset))
    throw new TypeError(`expected ${inspectValue(Array.isArray(received) ? subset : received)} to be an array`);
  const kind = `${words.isOrdered ? "ordered " : ""}members${words.isDeep ? " deeply" : ""}`;
  const text = words.contains
    ? `to be a superset of ${inspectValue(subset)}`
    : `to have the same ${kind} as ${inspectValue(subset)}`;
  return { pass: hasMembers(received, subset, words), text, expected: { value: subset } };
};

function hasMembers(all: unknown[], subset: unknown[], words: Words): boolean {
  if (!words.contains && all.length !== subset.length) return false;
  if (words.isOrdered) return subset.every((item, index) => isSame(item, all[index], words));
  if (words.contains) return subset.every((item) => all.some((one) => isSame(item, one, words)));
  const rest = [...all];
  return subset.every((item) => {
    const index = rest.findIndex((one) => isSame(item, one, words));
    if (index !== -1) rest.splice(index, 1);
    return index !== -1;
  });
}

/** Elements, substrings, and the members of objects. */
function include({ received, words, args: [value], isNot }: Call): Outcome {
  const text = `to ${words.isDeep ? "deep " : ""}${words.isNested ? "nested " : ""}${words.isOwn ? "own " : ""}include ${inspectValue(value)}`;
  if (typeof received === "string") return { pass: received.includes(String(value)), text };
  if (received instanceof WeakSet) return { pass: received.has(value as object), text };
  if (received instanceof Map || received instanceof Set || isArrayLike(received))
    return { pass: [...received.values()].some((one) => isSame(one, value, words)), text };
  if (!isObject(received) || !isObject(value))
    throw new TypeError(
      `the given combination of arguments (${kind(received)} and ${kind(value)}) is invalid for this assertion`,
    );
  const found = (key: PropertyKey): boolean => {
    const member = memberOf(received, key, words);
    return member.has && isSame(member.value, value[key], words);
  };
  const names: PropertyKey[] = [...Object.keys(value), ...ownEnumerableSymbols(value)];
  // Negated, none of the members may be the same.
  return { pass: isNot ? names.some(found) : names.every(found), text };
}

function kind(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1).toLowerCase();
}

function isArrayLike(value: unknown): value is unknown[] {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "values" in value);
}

function contains(received: unknown, subset: unknown): boolean {
  if (received === subset) return true;
  if (typeof received !== typeof subset) return false;
  if (typeof subset !== "object" || subset === null) return isSame(received, subset, {});
  if (received === null || received === undefined) return false;
  if (Array.isArray(subset))
    return Array.isArray(received) && subset.every((item) => received.some((one) => contains(one, item)));
  if (subset instanceof Date) return received instanceof Date && +received === +subset;
  return Object.keys(subset).every((key) => contains((received as Members)[key], (subset as Members)[key]));
}

const oneOf: Check = ({ received, words, args: [list] }) => {
  if (!Array.isArray(list)) throw new TypeError(`expected ${inspectValue(list)} to be an array`);
  if (words.contains)
    return {
      pass: list.some((item) => String(received).includes(String(item))),
      text: `to contain one of ${inspectValue(list)}`,
    };
  return { pass: list.some((item) => isSame(received, item, words)), text: `to be one of ${inspectValue(list)}` };
};

export const collectionChecks: Record<string, Check> = {
  property,
  ownProperty,
  haveOwnProperty: ownProperty,
  ownPropertyDescriptor,
  haveOwnPropertyDescriptor: ownPropertyDescriptor,
  key: keys,
  keys,
  members,
  include,
  includes: include,
  contain: include,
  contains: include,
  containSubset: ({ received, args: [subset] }) => ({
    pass: contains(received, subset),
    text: `to contain subset ${inspectValue(subset)}`,
    expected: { value: subset },
  }),
  oneOf,
};
