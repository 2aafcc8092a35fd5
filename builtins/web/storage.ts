// Storage, sessionStorage and localStorage (https://html.spec.whatwg.org/#webstorage), with Node's errors.
import { ERR_MISSING_ARGS } from "internal:core/errors";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import type { StorageTable } from "internal:node/sqlite/storage_table";
import { exposeInterface } from "web:event";
import { services } from "internal:core/bootstrap";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** The table of each Storage. */
const tables = new WeakMap<object, StorageTable>();

function tableOf(storage: object): StorageTable {
  const table = tables.get(storage);
  if (table === undefined) throw new TypeError("Illegal invocation");
  return table;
}

function requireArguments(given: unknown[], count: number, name: string): void {
  if (given.length >= count) return;
  const error = new ERR_MISSING_ARGS("x");
  error.message = `Failed to execute '${name}' on 'Storage': ${count} argument${count === 1 ? "" : "s"} required`;
  throw error;
}

/** Pairs of strings. Its objects are proxies: each pair is also a property. */
export class Storage {
  constructor() {
    // Node creates it natively: not a TypeError, and its printed head does not show the code.
    throw Object.assign(new Error("Illegal constructor"), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
  }

  get length(): number {
    return tableOf(this).count();
  }

  clear(): void {
    tableOf(this).clear();
  }

  // Node's methods have length 0.

  /** `getItem(key)`: the value, or null. */
  getItem(...given: unknown[]): string | null {
    const table = tableOf(this);
    requireArguments(given, 1, "getItem");
    return table.get(`${given[0]}`);
  }

  /** `key(index)`: the name at an index in the order of the names, or null. */
  key(...given: unknown[]): string | null {
    const table = tableOf(this);
    requireArguments(given, 1, "key");
    const index = Number(given[0]);
    return index <= -1 ? null : table.nameAt(index >>> 0);
  }

  /** `removeItem(key)`. */
  removeItem(...given: unknown[]): void {
    const table = tableOf(this);
    requireArguments(given, 1, "removeItem");
    table.delete(`${given[0]}`);
  }

  /** `setItem(key, value)`. Throws a QuotaExceededError beyond 10 MiB. */
  setItem(...given: unknown[]): void {
    const table = tableOf(this);
    requireArguments(given, 2, "setItem");
    table.set(`${given[0]}`, `${given[1]}`);
  }
}
exposeInterface(Storage.prototype, "Storage", ["length", "clear", "getItem", "key", "removeItem", "setItem"]);
if (home() === "node") {
  delete (Storage.prototype as { [Symbol.toStringTag]?: string })[Symbol.toStringTag];
  Object.defineProperty(Storage.prototype, "length", { configurable: false });
}

/** Creates a Storage over the pairs of a file, or of this thread alone (":memory:"). */
function makeStorage(path: string): Storage {
  const table = services().openStorage(path);
  const target = Object.create(Storage.prototype);
  // The console shows the target of a proxy.
  Object.defineProperty(target, kInspect, {
    value: (_depth: number, options: object, inspect: (value: object, options: object) => string) =>
      `Storage ${inspect(home() === "deno" ? { ...storage, length: storage.length } : { ...storage }, options)}`,
    configurable: true,
  });
  const storage = new Proxy(target, new Pairs(table));
  tables.set(storage, table);
  tables.set(target, table);
  return storage;
}

/** The properties of a Storage. Members of the class hide pairs of the same name. */
class Pairs implements ProxyHandler<Record<PropertyKey, unknown>> {
  #table: StorageTable;

  constructor(table: StorageTable) {
    this.#table = table;
  }

  get(target: Record<PropertyKey, unknown>, key: string | symbol): unknown {
    if (typeof key === "symbol" || key in target) return target[key];
    return this.#table.get(key) ?? undefined;
  }

  set(target: Record<PropertyKey, unknown>, key: string | symbol, value: unknown): boolean {
    if (typeof key === "symbol") Object.defineProperty(target, key, { value, configurable: true, writable: true });
    else this.#table.set(key, `${value}`);
    return true;
  }

  has(target: Record<PropertyKey, unknown>, key: string | symbol): boolean {
    return key in target || (typeof key === "string" && this.#table.get(key) !== null);
  }

  deleteProperty(target: Record<PropertyKey, unknown>, key: string | symbol): boolean {
    if (typeof key === "symbol") delete target[key];
    else this.#table.delete(key);
    return true;
  }

  ownKeys(): string[] {
    return this.#table.names();
  }

  getOwnPropertyDescriptor(target: Record<PropertyKey, unknown>, key: string | symbol): PropertyDescriptor | undefined {
    if (typeof key === "symbol" || key in target) return undefined;
    const value = this.#table.get(key);
    return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
  }

  defineProperty(target: Record<PropertyKey, unknown>, key: string | symbol, descriptor: PropertyDescriptor): boolean {
    return "value" in descriptor ? this.set(target, key, descriptor.value) : true;
  }

  preventExtensions(): boolean {
    throw new TypeError("Cannot prevent extensions");
  }
}

/** Pairs that last as long as the thread. */
export const sessionStorage = makeStorage(":memory:");

/** The pairs in the file at `path`, or in memory for ":memory:". */
export function storageAt(path: string): Storage {
  return makeStorage(path);
}

/** The pairs in the file of --localstorage-file; without that option it warns and returns undefined. */
export function openLocalStorage(): Storage | undefined {
  const path = option("--localstorage-file");
  if (typeof path === "string") return makeStorage(path);
  services().emitWarning(
    "localStorage is not available because --localstorage-file was not provided.",
    "ExperimentalWarning",
    undefined,
    openLocalStorage,
  );
  return undefined;
}
