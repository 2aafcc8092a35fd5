// `Deno.openKv` and `Deno.Kv`: a database of keys and values in a file of SQLite. https://docs.deno.com/api/deno/~/Deno.Kv
import path from "internal:core/path";
import { errors } from "internal:deno/errors";
import { AtomicOperation, Batch, type EnqueueOptions, commitVersionstamp } from "internal:deno/kv/atomic";
import { encodeKey, type Key, withByte } from "internal:deno/kv/keys";
import { checkConsistency, checkRanges, checkReadKeys } from "internal:deno/kv/limits";
import { KvListIterator, type ListOptions, type Selector } from "internal:deno/kv/list";
import defer * as queue from "internal:deno/kv/queue";
import { type Entry, Store, entryOf } from "internal:deno/kv/store";
import defer * as watching from "internal:deno/kv/watch";
import { pathOfData } from "internal:deno/local_storage";
import type { ReadableStream } from "web:streams";
import * as permissions from "native:permissions";
import { PermissionKind } from "native:permissions";
import * as native from "native:process";

const kCreate = Symbol("create");

interface ReadOptions {
  consistency?: string;
}

interface Committed {
  ok: true;
  versionstamp: string;
}

/** `Deno.Kv`. */
export class Kv {
  #store: Store;

  constructor() {
    const [key, store] = arguments as unknown as [symbol, Store];
    if (key !== kCreate) throw new TypeError("Deno.Kv can not be constructed: use Deno.openKv instead");
    this.#store = store;
  }

  atomic(): AtomicOperation {
    return new AtomicOperation(this.#store);
  }

  /** As the last part of a key that is set: the versionstamp of the commit. */
  commitVersionstamp(): symbol {
    return commitVersionstamp;
  }

  async get(key: Key, options?: ReadOptions): Promise<Entry> {
    return this.#read([key], options)[0]!;
  }

  async getMany(keys: Key[], options?: ReadOptions): Promise<Entry[]> {
    return this.#read([...keys], options);
  }

  #read(keys: Key[], options: ReadOptions | undefined): Entry[] {
    this.#store.opened();
    checkConsistency(options?.consistency);
    const starts = keys.map(encodeKey);
    checkRanges(keys.length, keys.length);
    const ranges = starts.map((start) => ({ start, end: withByte(start, 0), limit: 1, reverse: false }));
    checkReadKeys(ranges.map(({ end }) => end));
    return this.#store.read(ranges).map(([row], index) => entryOf(row, keys[index]));
  }

  async set(key: Key, value: unknown, options?: { expireIn?: number }): Promise<Committed> {
    const batch = new Batch();
    batch.set(key, value, options);
    return { ok: true, versionstamp: batch.commit(this.#store)! };
  }

  async delete(key: Key): Promise<void> {
    const batch = new Batch();
    batch.delete(key);
    batch.commit(this.#store);
  }

  list(selector: Selector, options: ListOptions = {}): KvListIterator {
    return new KvListIterator(this.#store, selector, options);
  }

  async enqueue(message: unknown, options?: EnqueueOptions): Promise<Committed> {
    const batch = new Batch();
    batch.enqueue(message, options);
    return { ok: true, versionstamp: batch.commit(this.#store)! };
  }

  /** Calls `handler` with the messages of the queue until `close`. */
  async listenQueue(handler: (message: unknown) => unknown): Promise<void> {
    return queue.listen(this.#store, handler);
  }

  watch(keys: Key[], _options?: { raw?: boolean }): ReadableStream {
    return watching.watch(this.#store, keys);
  }

  close(): void {
    this.#store.opened();
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.#store.close();
  }
}

/** `Deno.openKv`. */
export async function openKv(given?: string): Promise<Kv> {
  const location = locationOf(given);
  let store: Store;
  try {
    store = new Store(location);
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    if (code !== "ERR_SQLITE_ERROR") throw error;
    throw new Error(message.startsWith("unable to open") ? `${message}: ${location}` : message);
  }
  return new (Kv as unknown as new (key: symbol, store: Store) => Kv)(kCreate, store);
}

function locationOf(given: unknown): string {
  if (given === undefined || given === null) return pathOfData("kv.sqlite3");
  if (typeof given !== "string" || given === "") throw new TypeError("Filename cannot be empty");
  if (given === ":memory:") return given;
  if (given.startsWith(":")) throw new TypeError("Filename cannot start with ':' unless prefixed with './'");
  if (given.startsWith("http://") || given.startsWith("https://"))
    throw new errors.NotSupported("Deno.openKv with an address of a server is not implemented");
  const location = path.resolve(native.cwd(), given);
  if (permissions.isActive()) {
    permissions.check(PermissionKind.READ, location);
    permissions.check(PermissionKind.WRITE, location);
  }
  return location;
}
