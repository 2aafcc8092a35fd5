// The queue of a Deno.Kv: messages that are due are given to a handler, and again after a delay when it fails.
import { services } from "internal:core/bootstrap";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import { onChange } from "internal:deno/kv/changes";
import type { Message, Store } from "internal:deno/kv/store";
import { V8, deserialize } from "internal:deno/kv/values";

type Handler = (message: unknown) => unknown;

/** Messages that run longer than this without a sign of their process are given to another. */
const DEADLINE_MS = 5000;
const RENEWAL_MS = 2000;
const BATCH = 100;
const DELAY_MS_MAX = 0x7fffffff;

interface Row {
  ts: number;
  id: string;
  data: Uint8Array;
  backoff_schedule: string;
  keys_if_undelivered: string;
}

/** Runs `handler` for messages until the store is closed. */
export function listen(store: Store, handler: Handler): Promise<void> {
  if (!store.isOpen) throw new Error("Queue already closed");
  return new Promise((resolve) => {
    const listener = new Listener(store, handler, resolve);
    listener.start();
  });
}

class Listener {
  #store: Store;
  #handler: Handler;
  #ended: () => void;
  #stop: () => void = () => {};
  #timer: Timeout | null = null;
  #renewal: Timeout | null = null;
  #running = new Set<string>();
  #isEnded = false;

  constructor(store: Store, handler: Handler, ended: () => void) {
    this.#store = store;
    this.#handler = handler;
    this.#ended = ended;
  }

  start(): void {
    this.#stop = onChange(this.#store, () => this.#schedule());
    this.#store.closers.add(() => this.#end());
    this.#requeueAbandoned();
    this.#renew();
    this.#schedule();
  }

  #end(): void {
    this.#isEnded = true;
    this.#stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#renewal !== null) clearTimeout(this.#renewal);
    if (this.#running.size > 0) {
      // What was not finished is due at once for the next listener.
      const sql = "UPDATE queue_running SET deadline = 0 WHERE id = ?";
      for (const id of this.#running) this.#store.statement(sql).run(id);
    }
    this.#ended();
  }

  /** Sets the timer for the message that is due next. */
  #schedule(): void {
    if (this.#isEnded) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const row = this.#store.statement("SELECT ts FROM queue ORDER BY ts LIMIT 1").get() as { ts: number } | undefined;
    if (row === undefined) return;
    const delay = Math.min(Math.max(row.ts - Date.now(), 0), DELAY_MS_MAX);
    this.#timer = setTimeout(() => this.#deliver(), delay);
  }

  #deliver(): void {
    this.#timer = null;
    if (this.#isEnded) return;
    const rows = this.#store.transaction("BEGIN IMMEDIATE", () => {
      const found = this.#store
        .statement("SELECT * FROM queue WHERE ts <= ? ORDER BY ts LIMIT ?")
        .all(Date.now(), BATCH) as Row[];
      for (const row of found) {
        this.#store.statement("DELETE FROM queue WHERE id = ?").run(row.id);
        this.#store
          .statement("INSERT INTO queue_running VALUES (?, ?, ?, ?, ?)")
          .run(Date.now() + DEADLINE_MS, row.id, row.data, row.backoff_schedule, row.keys_if_undelivered);
      }
      return found;
    });
    for (const row of rows) void this.#run(row);
    this.#schedule();
  }

  async #run(row: Row): Promise<void> {
    this.#running.add(row.id);
    let isDone = false;
    try {
      await this.#handler(deserialize(row.data));
      isDone = true;
    } catch (error) {
      services().console.globalConsole.error("Exception in queue handler", error);
    }
    if (this.#isEnded) return;
    this.#running.delete(row.id);
    this.#store.transaction("BEGIN IMMEDIATE", () => {
      this.#store.statement("DELETE FROM queue_running WHERE id = ?").run(row.id);
      if (!isDone) this.#retry(row);
    });
    if (!isDone) this.#store.notify();
  }

  /** Enqueues a message again; at the end of its schedule the message becomes the value of its keys. */
  #retry({ id, data, backoff_schedule: schedule, keys_if_undelivered: keys }: Row): void {
    const [delay, ...rest] = JSON.parse(schedule) as number[];
    const undelivered = JSON.parse(keys) as number[][];
    if (delay !== undefined) {
      const message: Message = {
        readyAt: Date.now() + delay,
        id,
        data,
        backoffSchedule: rest,
        keysIfUndelivered: undelivered,
      };
      this.#store.insertMessage(message);
    } else if (undelivered.length > 0) {
      const version = this.#store.nextVersion();
      for (const key of undelivered) this.#store.write(new Uint8Array(key), { bytes: data, encoding: V8 }, version, -1);
    }
  }

  /** Messages whose process ended while it ran them count as failed. */
  #requeueAbandoned(): void {
    this.#store.transaction("BEGIN IMMEDIATE", () => {
      const rows = this.#store
        .statement(
          "SELECT deadline AS ts, id, data, backoff_schedule, keys_if_undelivered FROM queue_running WHERE deadline <= ?",
        )
        .all(Date.now()) as Row[];
      for (const row of rows) {
        this.#store.statement("DELETE FROM queue_running WHERE id = ?").run(row.id);
        this.#retry(row);
      }
    });
  }

  #renew(): void {
    const sql = "UPDATE queue_running SET deadline = ? WHERE id = ?";
    for (const id of this.#running) this.#store.statement(sql).run(Date.now() + DEADLINE_MS, id);
    this.#renewal = setTimeout(() => {
      this.#requeueAbandoned();
      this.#renew();
      this.#schedule();
    }, RENEWAL_MS);
  }
}
