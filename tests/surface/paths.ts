// From a path such as `node:fs.Stats.prototype` back to the object.
import process from "node:process";

/** The object at `path` in this runtime, in an object, for it may have a `then` of its own; undefined when there is none. */
export async function resolvePath(path: string): Promise<{ value: unknown }> {
  const start = /^(?:globalThis|node:[\w/]+|bun:\w*)/.exec(path)![0];
  let value: unknown = await root(start);
  for (const step of path
    .slice(start.length)
    .matchAll(/\.([\w$]+)|\[(".*?")\]|\[Symbol\.for\((".*?")\)\]|\[Symbol\.(\w+)\]/g)) {
    if (value === undefined || value === null) break;
    value = next(value as object, step);
  }
  return { value: value ?? undefined };
}

async function root(start: string): Promise<unknown> {
  if (start === "globalThis") return globalThis;
  if (start.startsWith("node:")) return process.getBuiltinModule(start);
  const namespace = (await import(start === "bun:" ? "bun" : start).catch(() => undefined)) as object | undefined;
  return namespace && plainCopy(namespace);
}

/** The exports of a module as an ordinary object; one that cannot be read is undefined there. */
export function plainCopy(namespace: object): object {
  const names = Reflect.ownKeys(namespace).filter((key) => typeof key === "string" && key !== "default");
  return Object.fromEntries(names.map((key) => [key, read(namespace, key)]));
}

function next(value: object, [, name, quoted, registered, wellKnown]: RegExpExecArray): unknown {
  if (name === "__prototype") return Object.getPrototypeOf(value);
  return read(value, name ?? keyOf(quoted, registered, wellKnown));
}

function keyOf(quoted?: string, registered?: string, wellKnown?: string): string | symbol {
  if (quoted !== undefined) return JSON.parse(quoted) as string;
  if (registered !== undefined) return Symbol.for(JSON.parse(registered) as string);
  return (Symbol as unknown as Record<string, symbol>)[wellKnown!]!;
}

/** The key that a member's text stands for. */
export function parseKey(text: string): string | symbol {
  const [, quoted, registered, wellKnown] = /^\[(?:(".*")|Symbol\.for\((".*")\)|Symbol\.(\w+))\]$/.exec(text) ?? [];
  return (quoted ?? registered ?? wellKnown) ? keyOf(quoted, registered, wellKnown) : text;
}

function read(value: object, key: string | symbol): unknown {
  try {
    return (value as Record<string | symbol, unknown>)[key];
  } catch {
    return undefined;
  }
}
