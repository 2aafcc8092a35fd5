// Values as the protocol of the inspector describes them (`Runtime.RemoteObject`).
// https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#type-RemoteObject
import { stackOf } from "internal:core/stack/stack";
import * as types from "internal:core/util/types";

/** A value in a message. */
export interface RemoteObject {
  type: string;
  subtype?: string;
  className?: string;
  value?: unknown;
  unserializableValue?: string;
  description?: string;
  objectId?: string;
}

/** The objects of a session that its client can name. */
export class Remotes {
  readonly #objects = new Map<string, unknown>();
  readonly #groups = new Map<string, string[]>();
  #count = 0;
  /** The group of the objects that are added next. */
  group: string | undefined = undefined;

  add(object: unknown): string {
    const id = String(++this.#count);
    this.#objects.set(id, object);
    if (this.group !== undefined) {
      const ids = this.#groups.get(this.group);
      if (ids === undefined) this.#groups.set(this.group, [id]);
      else ids.push(id);
    }
    return id;
  }
  /** The object with an id; undefined without one. */
  valueOf(id: unknown): { object: unknown } | undefined {
    return typeof id === "string" && this.#objects.has(id) ? { object: this.#objects.get(id) } : undefined;
  }
  /** Why an id has no object. */
  static problemOf(id: unknown): string {
    return /^\d+$/.test(String(id)) ? "Could not find object with given id" : "Invalid remote object id";
  }
  release(id: unknown): void {
    this.#objects.delete(String(id));
  }
  releaseGroup(name: string): void {
    for (const id of this.#groups.get(name) ?? []) this.#objects.delete(id);
    this.#groups.delete(name);
  }
}

/** Describes a value. `isByValue`: an object as JSON, instead of an id for it. */
export function describe(remotes: Remotes, value: unknown, isByValue: boolean): RemoteObject {
  switch (typeof value) {
    case "undefined":
      return { type: "undefined" };
    case "string":
    case "boolean":
      return { type: typeof value, value };
    case "number":
      return describeNumber(value);
    case "bigint":
      return { type: "bigint", unserializableValue: `${value}n`, description: `${value}n` };
    case "symbol":
      return { type: "symbol", description: String(value), objectId: remotes.add(value) };
    case "function":
      if (isByValue) return { type: "function", value: {} };
      return {
        type: "function",
        className: "Function",
        description: Function.prototype.toString.call(value),
        objectId: remotes.add(value),
      };
  }
  if (value === null) return { type: "object", subtype: "null", value: null };
  if (isByValue) return { type: "object", value: JSON.parse(JSON.stringify(value)) };
  const object = value as object;
  const subtype = subtypeOf(object);
  const className = classOf(object);
  return {
    type: "object",
    ...(subtype === undefined ? undefined : { subtype }),
    className,
    description: descriptionOf(object, subtype, className),
    objectId: remotes.add(value),
  };
}

function describeNumber(value: number): RemoteObject {
  const text = Object.is(value, -0) ? "-0" : String(value);
  if (!Number.isFinite(value) || text === "-0") return { type: "number", unserializableValue: text, description: text };
  return { type: "number", value, description: text };
}

const SUBTYPES: [string, (value: unknown) => boolean][] = [
  ["proxy", types.isProxy],
  ["array", Array.isArray],
  ["regexp", types.isRegExp],
  ["date", types.isDate],
  ["map", types.isMap],
  ["set", types.isSet],
  ["weakmap", types.isWeakMap],
  ["weakset", types.isWeakSet],
  ["generator", types.isGeneratorObject],
  ["error", types.isNativeError],
  ["promise", types.isPromise],
  ["typedarray", types.isTypedArray],
  ["arraybuffer", types.isAnyArrayBuffer],
  ["dataview", types.isDataView],
];

function subtypeOf(value: object): string | undefined {
  return SUBTYPES.find(([, is]) => is(value))?.[0];
}

function classOf(value: object): string {
  if (types.isProxy(value)) return "Object";
  if (types.isGeneratorObject(value)) return "Generator";
  for (let next: object | null = value; next !== null; next = Object.getPrototypeOf(next) as object | null) {
    const made: unknown = Object.getOwnPropertyDescriptor(next, "constructor")?.value;
    if (typeof made === "function" && made.name !== "") return made.name;
  }
  return "Object";
}

function descriptionOf(value: object, subtype: string | undefined, className: string): string {
  const { length, size, byteLength } = value as { length?: unknown; size?: unknown; byteLength?: unknown };
  switch (subtype) {
    case "proxy":
      return "Proxy(Object)";
    case "array":
    case "typedarray":
      return `${className}(${length})`;
    case "map":
    case "set":
      return `${className}(${size})`;
    case "arraybuffer":
    case "dataview":
      return `${className}(${byteLength})`;
    case "regexp":
    case "date":
      return String(value);
    case "error":
      return String(stackOf(value) ?? value);
    default:
      return className;
  }
}

/** The own properties of an object (`Runtime.getProperties`). */
export function propertiesOf(remotes: Remotes, object: unknown): object[] {
  const target = Object(object) as object;
  return Reflect.ownKeys(target).map((key) => {
    const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(target, key)!;
    const remote = (part: unknown): RemoteObject => describe(remotes, part, false);
    return {
      name: String(key),
      ...(typeof key === "symbol" ? { symbol: remote(key) } : undefined),
      ...(get === undefined && set === undefined ? { value: remote(value) } : { get: remote(get), set: remote(set) }),
      ...flags,
      isOwn: true,
    };
  });
}
