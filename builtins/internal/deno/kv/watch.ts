// `Deno.Kv.watch`: a stream of the entries of some keys, with a chunk for each change that is read in time.
import { ReadableStream } from "web:streams";
import { onChange } from "internal:deno/kv/changes";
import { encodeKey, type Key, withByte } from "internal:deno/kv/keys";
import { checkReadKeys, checkWatched, invalidType } from "internal:deno/kv/limits";
import { type Entry, type Store, entryOf, versionstampOf } from "internal:deno/kv/store";

/** Deno's option `raw` allows chunks without a change; there are none here. */
export function watch(store: Store, keys: Key[]): ReadableStream {
  store.opened();
  if (!Array.isArray(keys)) throw new TypeError(invalidType("array", keys));
  const names = keys.map((key) => [...key]);
  const encoded = keys.map(encodeKey);
  checkWatched(keys.length);
  const ranges = encoded.map((start) => ({ start, end: withByte(start, 0), limit: 1, reverse: false }));
  checkReadKeys(ranges.map(({ end }) => end));
  let last: (string | null)[] | null = null;
  let isDirty = true;
  let isEnded = keys.length === 0;
  let wake: (() => void) | null = null;

  /** The entries when they have changed. */
  const look = (): Entry[] | null => {
    isDirty = false;
    const rows = store.read(ranges).map(([row]) => row);
    const stamps = rows.map(versionstampOf);
    if (last !== null && stamps.every((stamp, index) => stamp === last![index])) return null;
    last = stamps;
    return rows.map((row, index) => entryOf(row, names[index] as unknown as Key));
  };
  const changed = (): void => {
    isDirty = true;
    wake?.();
  };
  // Changes between two reads are noticed without a timer.
  store.listeners.add(changed);
  const end = (): void => {
    isEnded = true;
    store.listeners.delete(changed);
    store.closers.delete(end);
    wake?.();
  };
  store.closers.add(end);
  return new ReadableStream({
    async pull(controller: { enqueue(chunk: unknown): void; close(): void }) {
      while (!isEnded) {
        const entries = isDirty || store.isShared ? look() : null;
        if (entries !== null) return controller.enqueue(entries);
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const stop = onChange(store, changed);
        await promise;
        wake = null;
        stop();
      }
      controller.close();
    },
    cancel: end,
  });
}
