// `fs.watchFile`: polls a file's Stats and reports when they differ.
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import { newRecord, statsOf, type StatRecord } from "internal:node/fs/stats";
import { toPath } from "internal:node/fs/path";
import { capture, destroyed, inScope, type Scope } from "internal:core/async/context";
import { nextTick } from "internal:core/ticks";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";
import { validateFunction, validateUint32 } from "internal:core/validators";
import * as native from "native:fs";
import { StatField } from "native:fs";
import EventEmitter from "internal:node/events";
import type { Listener } from "internal:core/events/emitter";
import nodePath from "internal:core/path";
import { PermissionKind } from "native:permissions";

/** The default interval between two polls, in milliseconds; libev's value. */
const INTERVAL_MS = 5007;

// What counts as a change. Not the access time: as in libuv, reading is not a change.
const COMPARED = [
  StatField.MODIFIED_SECONDS,
  StatField.MODIFIED_NANOSECONDS,
  StatField.CHANGED_SECONDS,
  StatField.CHANGED_NANOSECONDS,
  StatField.BIRTH_SECONDS,
  StatField.BIRTH_NANOSECONDS,
  StatField.SIZE,
  StatField.INODE,
  StatField.MODE,
  StatField.UID,
  StatField.GID,
  StatField.DEVICE,
];

const watchers = new Map<string, StatWatcher>();

/** Accessors for private members, for the list below. */
let keepsAlive: (watcher: StatWatcher) => boolean;
let isWaiting: (watcher: StatWatcher) => boolean;

/** The polled paths, and whether their watchers keep the process alive. */
export function polledPaths(): { path: string; isReferenced: boolean }[] {
  return [...watchers].map(([path, watcher]) => ({ path, isReferenced: keepsAlive(watcher) }));
}

/** The watchers that keep the process alive. `isWaiting`: its timer does, not an in-flight `stat`. */
export function referencedWatchers(): { watcher: StatWatcher; isWaiting: boolean }[] {
  return [...watchers.values()]
    .filter((watcher) => keepsAlive(watcher))
    .map((watcher) => ({ watcher, isWaiting: isWaiting(watcher) }));
}

/** Polls one file for all its listeners; emits "change" with the new and the old Stats. */
export class StatWatcher extends EventEmitter {
  readonly #big: boolean;
  readonly #path: string;
  readonly #intervalMs: number;
  #timer: Timeout | undefined;
  #last: StatRecord | null = null;
  #isStopped = false;
  #isWaiting = false;
  #references: number;
  #listeners = 1;
  #scope: Scope | undefined;

  static {
    keepsAlive = (watcher) => watcher.#references > 0;
    isWaiting = (watcher) => watcher.#isWaiting;
  }

  constructor(path: string, options: { bigint?: boolean; persistent?: boolean; interval: number }) {
    super();
    this.#path = path;
    this.#big = options.bigint === true;
    this.#intervalMs = options.interval + 0;
    this.#references = options.persistent === false ? 0 : 1;
    this.#scope = capture("STATWATCHER", this);
    this.#poll();
  }

  /** Does nothing; old programs call it. */
  start(): void {}

  /** Ends the polling and emits "stop" later. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (this.#scope !== undefined) destroyed(this.#scope);
    nextTick(() => this.emit("stop"));
  }

  ref(): this {
    if (this.#references !== this.#listeners) this.#reference(1);
    return this;
  }

  unref(): this {
    if (this.#references > 0) this.#reference(-1);
    return this;
  }

  /** Counts one more listener. */
  addUser(): void {
    this.#listeners++;
    this.#reference(1);
  }

  /** Counts one listener less. */
  removeUser(): void {
    this.#listeners--;
    this.unref();
  }

  #reference(change: number): void {
    this.#references += change;
    if (this.#references > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  #poll(): void {
    this.#isWaiting = false;
    const record = newRecord(this.#big);
    native.stat(this.#path, record.bytes, this.#big, false).then(
      () => this.#onRecord(record),
      // A missing file has Stats of zeros.
      () => this.#onRecord(newRecord(this.#big)),
    );
  }

  #onRecord(record: StatRecord): void {
    if (this.#isStopped) return;
    const last = this.#last;
    this.#last = record;
    this.#isWaiting = true;
    this.#timer = setTimeout(() => this.#poll(), this.#intervalMs);
    if (this.#references <= 0) this.#timer.unref();
    const isMissing = Number(record.numbers[StatField.LINK_COUNT]) === 0;
    // The first poll reports only a missing file.
    if (last === null ? isMissing : differs(record, last)) {
      nextTick(() =>
        inScope(this.#scope, () => this.emit("change", statsOf(record), statsOf(last ?? newRecord(this.#big)))),
      );
    }
  }
}

function differs(left: StatRecord, right: StatRecord): boolean {
  return COMPARED.some((index) => left.numbers[index] !== right.numbers[index]);
}

interface WatchFileOptions {
  bigint?: boolean;
  persistent?: boolean;
  interval?: number;
}

/** Calls `listener(current, previous)` when the file changes; polls every `interval` milliseconds. */
export function watchFile(filename: unknown, options: unknown, listener?: unknown): StatWatcher {
  const path = nodePath.resolve(toPath(filename));
  if (options === null || typeof options !== "object") {
    listener = options;
    options = null;
  }
  const checked = { interval: INTERVAL_MS, persistent: true, ...(options as WatchFileOptions | null) };
  validateFunction(listener, "listener");
  if (launch().restricts) check(PermissionKind.READ, path);
  let watcher = watchers.get(path);
  if (watcher === undefined) {
    validateUint32(checked.interval, "interval");
    watcher = new StatWatcher(path, checked);
    watchers.set(path, watcher);
  } else {
    watcher.addUser();
  }
  watcher.addListener("change", listener);
  return watcher;
}

/** Ends `watchFile` for one listener, or for all of a file. */
export function unwatchFile(filename: unknown, listener?: unknown): void {
  const path = nodePath.resolve(toPath(filename));
  const watcher = watchers.get(path);
  if (watcher === undefined) return;
  if (typeof listener === "function") {
    const before = watcher.listenerCount("change");
    watcher.removeListener("change", listener as Listener);
    if (watcher.listenerCount("change") < before) watcher.removeUser();
  } else {
    watcher.removeAllListeners("change");
  }
  if (watcher.listenerCount("change") > 0) return;
  watcher.stop();
  watchers.delete(path);
}
