// One member of an object as one line of text: what it is, its length and name when it is a function, its flags.
// Nothing here knows where the object came from; `walk.ts` does.

/** A member as text, in parts that are compared one by one. */
export interface Description {
  /** `function`, `class`, `get`, `set`, `get set`, or the type of a value. */
  kind: string;
  /** In brackets after the kind: the length, the name where it is not the key, the value of a constant. */
  detail: string;
  /** `e`numerable, `w`ritable, `c`onfigurable; a hyphen where it is not. */
  flags: string;
}

/** Whether `value` was made by `class`: only there is the prototype fixed. */
function isClass(value: (...args: never[]) => unknown): boolean {
  const prototype = Object.getOwnPropertyDescriptor(value, "prototype");
  return prototype !== undefined && prototype.writable === false;
}

/** A key as it is written in a path: `name`, `["a-b"]`, `[Symbol.iterator]`, `[Symbol.for("x")]`; null for a private symbol. */
export function keyText(key: string | symbol): string | null {
  if (typeof key === "string") return /^[A-Za-z_$][\w$]*$/.test(key) ? key : `[${JSON.stringify(key)}]`;
  const registered = Symbol.keyFor(key);
  if (registered !== undefined) return `[Symbol.for(${JSON.stringify(registered)})]`;
  return /^Symbol\(Symbol\.\w+\)$/.test(key.toString()) ? `[${key.description}]` : null;
}

/** The name that a function under this key has by itself. */
function ownName(key: string | symbol, prefix = ""): string {
  return prefix + (typeof key === "string" ? key : `[${key.description}]`);
}

/** The type of a value in one word. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "function") return isClass(value as never) ? "class" : "function";
  return typeof value;
}

function functionDetail(value: (...args: never[]) => unknown, key: string | symbol): string {
  const name = (value as { name?: unknown }).name;
  return name === ownName(key) ? `${value.length}` : `${value.length} ${JSON.stringify(name)}`;
}

function isConstant(key: string | symbol, holder: string): boolean {
  return (
    typeof key === "string" &&
    (/^[A-Z][A-Z0-9_]*$/.test(key) || /\.(?:constants|codes|STATUS_CODES|signals|errno|priority)\b/.test(holder))
  );
}

/** The accessor's own kind: `get`, `set` or `get set`. */
function accessorKind(descriptor: PropertyDescriptor): string {
  return [descriptor.get && "get", descriptor.set && "set"].filter(Boolean).join(" ");
}

/**
 * Describes the member `key` of `holder`. `path` is the holder's path. A getter on an object that is not a prototype is read, and
 * its value's type is the detail: whether a module's member is computed lazily does not matter, its type does.
 */
export function describe(holder: object, key: string | symbol, path: string): Description {
  const isPrototype = path.endsWith("prototype");
  if (!isPrototype) readQuietly(holder, key);
  const descriptor = Object.getOwnPropertyDescriptor(holder, key)!;
  const flag = (isSet: boolean | undefined, letter: string): string => (isSet ? letter : "-");
  if (descriptor.get !== undefined || descriptor.set !== undefined) {
    const flags = `${flag(descriptor.enumerable, "e")} ${flag(descriptor.configurable, "c")}`;
    return { kind: accessorKind(descriptor), detail: isPrototype ? "" : typeOf(readQuietly(holder, key)), flags };
  }
  const flags = flag(descriptor.enumerable, "e") + flag(descriptor.writable, "w") + flag(descriptor.configurable, "c");
  const value: unknown = descriptor.value;
  let detail = "";
  if (typeof value === "function") detail = functionDetail(value as never, key);
  else if (isConstant(key, path) && (typeof value === "number" || typeof value === "string"))
    detail = JSON.stringify(value);
  return { kind: typeOf(value), detail, flags };
}

/** The value of a member; undefined when its getter throws. */
export function readQuietly(holder: object, key: string | symbol): unknown {
  try {
    return (holder as Record<string | symbol, unknown>)[key];
  } catch {
    return undefined;
  }
}
