// V8's messages of assignments that strict code refuses, for Node and Deno: the engine has one for all of them. Looks at
// properties without running code of the program.
import { safe } from "internal:core/bootstrap";
import { kindOf } from "internal:core/util/kind_of";
import { brandOf, ExoticKind, ObjectBrand } from "native:engine";

const { toStringTag } = Symbol;
const objectToString = Object.prototype.toString;
const functionToString = Function.prototype.toString;

/** What V8 says of an assignment of `key` that the properties of `object` forbid; undefined when they do not. */
export function messageOf(object: object, key: string): string | undefined {
  const property = find(object, key);
  if (property === undefined) return undefined;
  if (!safe.hasOwn(property, "value"))
    return property.set === undefined
      ? `Cannot set property ${key} of ${describe(object)} which has only a getter`
      : undefined;
  if (property.writable === true) return undefined;
  return `Cannot assign to read only property '${key}' of ${typeof object} '${describe(object)}'`;
}

/** A property of the object or of a prototype; undefined for none, and when a proxy would have to be asked. */
function find(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (let holder: object | null = object; holder !== null; holder = safe.getPrototypeOf(holder)) {
    const kind = kindOf(holder);
    if (kind === ExoticKind.PROXY || kind === ExoticKind.MODULE_NAMESPACE) return undefined;
    const descriptor = safe.getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

/** The value of a property that is no accessor. */
function valueOf(object: object, key: PropertyKey): unknown {
  return find(object, key)?.value;
}

/** How V8 shows an object in its messages. */
function describe(object: object): string {
  if (typeof object === "function") return safe.apply(functionToString, object, []) as string;
  if (safe.isError(object)) return describeError(object);
  if (hasObjectToString(object)) {
    const constructor = valueOf(object, "constructor");
    const name = typeof constructor === "function" ? valueOf(constructor, "name") : undefined;
    if (typeof name === "string" && name !== "") return `#<${name}>`;
  }
  const tag = valueOf(object, toStringTag);
  return `[object ${typeof tag === "string" ? tag : className(object)}]`;
}

/** Whether its `toString` is that of `Object.prototype`, also of another context's. */
function hasObjectToString(object: object): boolean {
  const toString = valueOf(object, "toString");
  if (toString === objectToString || typeof toString !== "function") return toString === objectToString;
  let root = object;
  for (let next: object | null = root; next !== null; next = safe.getPrototypeOf(next)) root = next;
  return (
    safe.getOwnPropertyDescriptor(root, "toString")?.value === toString &&
    safe.apply(functionToString, toString, []) === safe.apply(functionToString, objectToString, [])
  );
}

function describeError(error: object): string {
  const name = valueOf(error, "name");
  const message = valueOf(error, "message");
  const start = typeof name === "string" ? name : "Error";
  return typeof message === "string" && message !== "" ? (start === "" ? message : `${start}: ${message}`) : start;
}

/** The name of an object's class in V8, as far as it has one for messages. */
function className(object: object): string {
  if (safe.isArray(object)) return "Array";
  const brand = brandOf(object);
  if (brand === ObjectBrand.DATE) return "Date";
  return brand === ObjectBrand.REG_EXP ? "RegExp" : "Object";
}
