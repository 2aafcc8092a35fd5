// `Deno.KvListIterator`: entries of a range, read in batches, each with a cursor from where another list continues.
import { Buffer } from "internal:node/buffer";
import { encodeKey, type Key, withByte } from "internal:deno/kv/keys";
import { checkConsistency, checkRanges, checkReadKeys, invalidType } from "internal:deno/kv/limits";
import { type Entry, type Row, type Store, entryOf } from "internal:deno/kv/store";

const FIRST = 0x00;
const LAST = 0xff;
const BATCH = 100;

export interface Selector {
  prefix?: Key;
  start?: Key;
  end?: Key;
}

export interface ListOptions {
  limit?: number;
  cursor?: string;
  reverse?: boolean;
  consistency?: string;
  batchSize?: number;
}

interface Bounds {
  start: Uint8Array;
  end: Uint8Array;
}

/** `Deno.KvListIterator`. */
export class KvListIterator {
  #store: Store;
  #selector: Selector;
  #bounds: Bounds | null = null;
  #common: Uint8Array = new Uint8Array();
  #options: ListOptions;
  #batch: Row[] = [];
  /** The index of the next entry in the batch. */
  #next = 0;
  #batchSize: number;
  #count = 0;
  #isLast = false;
  #cursor: string | null = null;

  constructor(store: Store, selector: Selector, options: ListOptions = {}) {
    this.#store = store;
    this.#selector = copyOf(selector);
    const { limit, batchSize } = options;
    if (limit !== undefined && (!Number.isInteger(limit) || limit <= 0))
      throw new Error(`Limit must be a positive integer: received ${limit}`);
    this.#batchSize = batchSize ?? limit ?? BATCH;
    if (!Number.isInteger(this.#batchSize) || this.#batchSize <= 0)
      throw new Error(`batchSize must be a positive integer: received ${batchSize}`);
    if (batchSize === undefined) this.#batchSize = Math.min(this.#batchSize, 5 * BATCH);
    this.#options = { ...options };
  }

  /** Where another list continues; the empty string at the end. */
  get cursor(): string {
    if (this.#cursor === null) throw new Error("Cannot get cursor before first iteration");
    return this.#cursor;
  }

  async next(): Promise<IteratorResult<Entry, undefined>> {
    const { limit } = this.#options;
    const isEnough = limit !== undefined && this.#count >= limit;
    if (!isEnough && this.#next >= this.#batch.length && !this.#isLast) this.#read();
    const row = isEnough ? undefined : this.#batch[this.#next++];
    if (row === undefined) {
      if (!isEnough) this.#cursor = "";
      return { done: true, value: undefined };
    }
    this.#count++;
    this.#cursor = encodeCursor(row.k.subarray(this.#common.length));
    return { done: false, value: entryOf(row) };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #read(): void {
    const { limit, cursor, reverse, consistency } = this.#options;
    this.#store.opened();
    checkConsistency(consistency);
    const isReverse = Boolean(reverse);
    if (this.#bounds === null) {
      this.#bounds = boundsOf(this.#selector);
      this.#common = commonStart(this.#bounds);
      if (cursor !== undefined && cursor !== "")
        narrow(this.#bounds, joined(this.#common, decodeCursor(cursor)), isReverse);
    }
    const { start, end } = this.#bounds;
    const count = limit === undefined ? this.#batchSize : Math.min(this.#batchSize, limit - this.#count);
    checkRanges(1, count);
    checkReadKeys([start, end]);
    const [rows] = this.#store.read([{ start, end, limit: count, reverse: isReverse }]);
    this.#batch = rows!;
    this.#next = 0;
    this.#isLast = rows!.length < count;
    const last = rows!.at(-1);
    if (last !== undefined) narrow(this.#bounds, last.k, isReverse);
  }
}

/** Continues behind a key. */
function narrow(bounds: Bounds, key: Uint8Array, isReverse: boolean): void {
  if (Buffer.compare(key, bounds.start) < 0 || Buffer.compare(key, bounds.end) > 0)
    throw new TypeError("cursor out of bounds");
  if (isReverse) bounds.end = key;
  else bounds.start = withByte(key, FIRST);
}

function copyOf({ prefix, start, end }: Selector): Selector {
  if (prefix === undefined) {
    if (start === undefined || end === undefined)
      throw new TypeError("Selector must specify either 'prefix' or both 'start' and 'end' key");
    return { start: [...start], end: [...end] };
  }
  if (start !== undefined && end !== undefined)
    throw new TypeError("Selector can not specify both 'start' and 'end' key when specifying 'prefix'");
  return { prefix: [...prefix], start: start && [...start], end: end && [...end] };
}

function boundsOf({ prefix, start, end }: Selector): Bounds {
  if (prefix === undefined) {
    const bounds = { start: encodeKey(start), end: encodeKey(end) };
    if (Buffer.compare(bounds.start, bounds.end) > 0) throw new TypeError("Start key is greater than end key");
    return bounds;
  }
  const common = encodeKey(prefix);
  const within = (key: Key, name: string): Uint8Array => {
    const encoded = encodeKey(key);
    if (encoded.length <= common.length || Buffer.compare(encoded.subarray(0, common.length), common) !== 0)
      throw new TypeError(`${name} key is not in the keyspace defined by prefix`);
    return encoded;
  };
  return {
    start: start === undefined ? withByte(common, FIRST) : within(start, "Start"),
    end: end === undefined ? withByte(common, LAST) : within(end, "End"),
  };
}

function commonStart({ start, end }: Bounds): Uint8Array {
  let length = 0;
  while (length < start.length && start[length] === end[length]) length++;
  return start.slice(0, length);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return new Uint8Array([...first, ...second]);
}

/** base64 for URLs with padding, as Deno's. */
function encodeCursor(rest: Uint8Array): string {
  return Buffer.from(rest).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

function decodeCursor(cursor: unknown): Uint8Array {
  if (typeof cursor !== "string") throw new TypeError(invalidType("string", cursor));
  const rest = new Uint8Array(Buffer.from(cursor, "base64url"));
  if (encodeCursor(rest) !== cursor) throw new TypeError("invalid cursor");
  return rest;
}
