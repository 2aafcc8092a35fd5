// Walks everything that a program can reach from the globals and the modules of its runtime without calling anything,
// and names each object by the path on which it was found first. `paths.ts` walks such a path back.
import process from "node:process";
import { describe, keyText, readQuietly, type Description } from "./describe.ts";
import { plainCopy } from "./paths.ts";

/** The objects of one path: the path, the names of what it extends, its members by the text of their keys. */
export interface Section {
  path: string;
  parent: string;
  members: Map<string, Description>;
}

/** Names of ECMAScript, of its Annexes and proposals: those are the engine's, and test262 tests them. */
const LANGUAGE = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl ArrayBuffer Atomics
  Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array
  DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect SharedArrayBuffer decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape unescape eval isFinite isNaN DisposableStack AsyncDisposableStack Temporal WebAssembly ShadowRealm`.split(
    /\s+/,
  ),
);

/** Modules of Node.js, in the order of their documentation; those with a slash are found through their parents too. */
export const NODE_MODULES =
  `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain
  events fs fs/promises http http2 https module net os path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises
  repl stream stream/consumers stream/promises stream/web string_decoder timers timers/promises tls tty url util util/types v8 vm
  worker_threads zlib`.split(/\s+/);

/** Members that hold what differs from machine to machine, instances of classes that have a name, and objects that do not belong to the runtime. */
const NOT_ENTERED = new Set([
  "globalThis.global",
  "globalThis.self",
  "node:process.env",
  "node:process.config",
  "node:process.mainModule",
  "node:process.argv",
  "node:process.execArgv",
  "node:process.versions",
  "node:process.stdin",
  "node:process.stdout",
  "node:process.stderr",
  "node:console._stdout",
  "node:console._stderr",
  "node:process.allowedNodeEnvironmentFlags",
  "node:process._events",
  "node:console._times",
  "globalThis.console._times",
  "globalThis.console._stdout",
  "globalThis.console._stderr",
  "bun:.env",
  "node:async_hooks.asyncWrapProviders",
  "node:module._cache",
  "node:module._pathCache",
  "globalThis.Bun.env",
  "globalThis.Bun.main",
]);

/** Objects that are not plain objects and are walked nevertheless, because they are interfaces and not instances. */
const ENTERED = new Set([
  "node:process",
  "globalThis.console",
  "globalThis.performance",
  "globalThis.crypto",
  "globalThis.navigator",
  "globalThis.Bun",
  "globalThis.Deno",
]);

interface Found {
  path: string;
  value: object;
}

/** The modules and globals that a home has: [path, value]. `bun:` modules are imported in Bun only. */
export async function roots(home: string): Promise<Found[]> {
  const found: Found[] = [{ path: "globalThis", value: globalThis }];
  for (const name of NODE_MODULES) {
    const value = process.getBuiltinModule(`node:${name}`) as object | undefined;
    if (value !== undefined && home === "node") found.push({ path: `node:${name}`, value });
  }
  for (const name of home === "bun" ? ["bun", "bun:ffi", "bun:jsc"] : []) {
    const value = await import(name).catch(() => undefined);
    if (value !== undefined)
      found.push({ path: name.includes(":") ? name : `${name}:`, value: plainCopy(value as object) });
  }
  return found;
}

/** All sections, in the order in which they are found. */
export function* walk(from: readonly Found[]): Generator<Section> {
  const seen = new Set<unknown>(languageObjects());
  const queue: Found[] = from.filter((root) => !seen.has(root.value) || root.value === globalThis);
  for (const root of queue) seen.add(root.value);
  for (const { path, value } of queue) {
    const section: Section = { path, parent: parentOf(value, path), members: new Map() };
    for (const key of Reflect.ownKeys(value)) {
      const text = keyText(key);
      if (text === null || isOfItself(value, key)) continue;
      section.members.set(text, describe(value, key, path));
      if (path === "globalThis" && LANGUAGE.has(text)) continue;
      if (!path.endsWith("prototype") || Object.getOwnPropertyDescriptor(value, key)!.get === undefined)
        queue.push(...below(readQuietly(value, key), joined(path, text), seen));
    }
    if (section.members.size > 0) yield section;
  }
}

/** Objects of the language itself, which are never walked. */
function languageObjects(): unknown[] {
  const objects: unknown[] = [globalThis];
  for (const name of LANGUAGE) {
    const value = readQuietly(globalThis, name) as { prototype?: object } | undefined;
    objects.push(value, value?.prototype);
  }
  const generators = [
    function* () {},
    async function* () {},
    async () => {},
    new Uint8Array(0),
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
  ];
  for (const one of generators) {
    for (let object: object | null = one; object !== null; object = Object.getPrototypeOf(object)) objects.push(object);
  }
  return objects;
}

/** What every function and every prototype has. */
function isOfItself(value: object, key: string | symbol): boolean {
  if (typeof value === "function")
    return ["length", "name", "prototype", "arguments", "caller"].includes(key as string);
  return key === "constructor";
}

function joined(path: string, text: string): string {
  return text.startsWith("[") ? path + text : `${path}.${text}`;
}

/** The objects to walk for a value: itself when it has members to list, the prototype of a class or of an instance. */
function below(value: unknown, path: string, seen: Set<unknown>): Found[] {
  if (
    (typeof value !== "object" && typeof value !== "function") ||
    value === null ||
    seen.has(value) ||
    NOT_ENTERED.has(path)
  )
    return [];
  const found: Found[] = [];
  const add = (object: unknown, at: string): void => {
    if (object === null || (typeof object !== "object" && typeof object !== "function") || seen.has(object)) return;
    seen.add(object);
    found.push({ path: at, value: object });
  };
  if (typeof value === "function") {
    add(value, path);
    // The prototype of an ordinary function that is not a class is empty, and is not listed then.
    const prototype = Object.getOwnPropertyDescriptor(value, "prototype")?.value;
    add(prototype, `${path}.prototype`);
    return found;
  }
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || ENTERED.has(path)) add(value, path);
  seen.add(value);
  if (!Array.isArray(value)) addPrototypes(value, path, add);
  return found;
}

/** Prototypes of an instance whose class a program may not reach by a name. */
function addPrototypes(value: object, path: string, add: (object: object, path: string) => void): void {
  let at = path;
  for (
    let object: object | null = Object.getPrototypeOf(value);
    object !== null;
    object = Object.getPrototypeOf(object)
  ) {
    at += ".__prototype";
    if (object !== Object.prototype) add(object, at);
  }
}

/** The name of what an object extends: the superclass of a class or of a prototype. */
function parentOf(value: object, path: string): string {
  const parent = Object.getPrototypeOf(value);
  if (parent === null) return "null";
  if (path.endsWith("prototype") || typeof value !== "function") {
    const owner: unknown = Object.getOwnPropertyDescriptor(parent, "constructor")?.value;
    return typeof owner === "function" ? owner.name : "(no class)";
  }
  return parent === Function.prototype ? "" : parent.name;
}
