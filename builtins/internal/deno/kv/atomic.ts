// `Deno.AtomicOperation`: checks and changes that are written together, or not at all.
import { randomUUID } from "internal:web/crypto/random_uuid";
import defer * as printing from "internal:deno/kv/describe";
import { encodeKey, type Key } from "internal:deno/kv/keys";
import { Sizes, checkBackoffSchedule, checkCounts, checkDelay, expiryOf, invalidType } from "internal:deno/kv/limits";
import type { Arithmetic } from "internal:deno/kv/operands";
import type { Check, Message, Mutation, Store } from "internal:deno/kv/store";
import { type Encoded, KvU64, encodeValue, serialize } from "internal:deno/kv/values";

/** At the end of a key: the versionstamp of the commit. */
export const commitVersionstamp = Symbol("KvCommitVersionstamp");

export interface EnqueueOptions {
  delay?: number;
  keysIfUndelivered?: Key[];
  backoffSchedule?: number[];
}

const BACKOFF_SCHEDULE = [100, 1000, 5000, 30_000, 60_000];
const VERSIONSTAMP = /^[0-9a-f]{20}$/i;

interface Change {
  key: unknown;
  type: Mutation["type"];
  value: Encoded | null;
  expiresAt: number;
  /** The arguments, for printing. */
  given: unknown[];
}

interface MutationOptions {
  key: unknown;
  type: string;
  value?: unknown;
  expireIn?: number;
}

interface Enqueued {
  message: unknown;
  data: Uint8Array;
  options: EnqueueOptions;
}

/** Changes that are written together; `Deno.AtomicOperation` is around it. */
export class Batch {
  checks: { key: unknown; versionstamp: unknown }[] = [];
  changes: Change[] = [];
  enqueued: Enqueued[] = [];

  /** A value for a key, which may end with `commitVersionstamp`. */
  set(key: unknown, value: unknown, options?: { expireIn?: number }): void {
    const expiresAt = expiryOf(options?.expireIn);
    const isStamped = Array.isArray(key) && key.at(-1) === commitVersionstamp;
    this.changes.push({
      key: isStamped ? key.slice(0, -1) : key,
      type: isStamped ? "setVersionstamped" : "set",
      value: encodeValue(value),
      expiresAt,
      given: expiresAt < 0 ? [key, value] : [key, value, { expireIn: options!.expireIn }],
    });
  }

  delete(key: unknown): void {
    this.changes.push({ key, type: "delete", value: null, expiresAt: -1, given: [key] });
  }

  combine(type: Arithmetic, key: unknown, operand: unknown): void {
    this.changes.push({ key, type, value: encodeValue(operand), expiresAt: -1, given: [key, operand] });
  }

  enqueue(message: unknown, options: EnqueueOptions = {}): void {
    if (options.delay !== undefined) checkDelay(options.delay);
    if (options.backoffSchedule !== undefined) checkBackoffSchedule(options.backoffSchedule);
    this.enqueued.push({ message, data: serialize(message), options });
  }

  /** Writes everything. The versionstamp; null when a check failed. */
  commit(store: Store): string | null {
    store.opened();
    const { checks, changes, enqueued } = this;
    checkCounts(checks.length, changes.length + enqueued.length);
    const encodedChecks = checks.map(checkOf);
    const mutations = changes.map(({ key, type, value, expiresAt }): Mutation => ({
      key: encodeKey(key),
      type,
      value,
      expiresAt,
    }));
    const messages = enqueued.map(messageOf);
    const sizes = new Sizes();
    for (const { key } of encodedChecks) sizes.addKey(key);
    for (const { key, value } of mutations) {
      sizes.addKey(key);
      if (value !== null) sizes.addValue(value.bytes);
    }
    for (const { data } of messages) sizes.addMessage(data);
    sizes.check();
    return store.commit(encodedChecks, mutations, messages);
  }
}

function checkOf({ key, versionstamp }: { key: unknown; versionstamp: unknown }): Check {
  const encoded = encodeKey(key);
  if (versionstamp === null || versionstamp === undefined) return { key: encoded, versionstamp: null };
  if (typeof versionstamp !== "string") throw new TypeError(invalidType("string", versionstamp));
  if (!VERSIONSTAMP.test(versionstamp)) throw new TypeError("Invalid check");
  return { key: encoded, versionstamp: versionstamp.toLowerCase() };
}

function messageOf({ data, options }: Enqueued): Message {
  const keys = options.keysIfUndelivered ?? [];
  if (!Array.isArray(keys)) throw new TypeError(invalidType("array", keys));
  return {
    readyAt: Date.now() + Math.trunc(options.delay ?? 0),
    id: randomUUID(),
    data,
    backoffSchedule: (options.backoffSchedule ?? BACKOFF_SCHEDULE).map(Math.trunc),
    keysIfUndelivered: keys.map((key) => [...encodeKey(key)]),
  };
}

/** `Deno.AtomicOperation`. */
export class AtomicOperation {
  #store: Store;
  #batch = new Batch();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The commit does nothing unless each key has the given versionstamp, null for no value. */
  check(...checks: { key: Key; versionstamp: string | null }[]): this {
    for (const { key, versionstamp } of checks) this.#batch.checks.push({ key, versionstamp });
    return this;
  }

  mutate(...mutations: MutationOptions[]): this {
    for (const mutation of mutations) this.#mutate(mutation);
    return this;
  }

  #mutate(mutation: MutationOptions): void {
    const { key, type, value, expireIn } = mutation;
    const hasValue = "value" in mutation;
    if (type === "delete") {
      if (hasValue) throw new TypeError("Invalid mutation 'delete' with value");
      this.#batch.delete(key);
    } else if (type === "set" || type === "sum" || type === "min" || type === "max") {
      if (!hasValue) throw new TypeError(`Invalid mutation '${type}' without value`);
      if (type === "set") this.#batch.set(key, value, typeof expireIn === "number" ? { expireIn } : undefined);
      else this.#batch.combine(type, key, value);
    } else {
      throw new TypeError("Invalid mutation type");
    }
  }

  sum(key: Key, value: bigint): this {
    this.#batch.combine("sum", key, new KvU64(value));
    return this;
  }
  min(key: Key, value: bigint): this {
    this.#batch.combine("min", key, new KvU64(value));
    return this;
  }
  max(key: Key, value: bigint): this {
    this.#batch.combine("max", key, new KvU64(value));
    return this;
  }

  set(key: Key, value: unknown, options?: { expireIn?: number }): this {
    this.#batch.set(key, value, options);
    return this;
  }

  delete(key: Key): this {
    this.#batch.delete(key);
    return this;
  }

  enqueue(message: unknown, options?: EnqueueOptions): this {
    this.#batch.enqueue(message, options);
    return this;
  }

  async commit(): Promise<{ ok: true; versionstamp: string } | { ok: false }> {
    const versionstamp = this.#batch.commit(this.#store);
    return versionstamp === null ? { ok: false } : { ok: true, versionstamp };
  }

  [Symbol.for("nodejs.util.inspect.custom")](_depth: unknown, options: object): string {
    return printing.describe(this.#batch, options);
  }

  then(): never {
    throw new TypeError("'Deno.AtomicOperation' is not a promise: did you forget to call 'commit()'");
  }
}
