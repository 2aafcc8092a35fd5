// Waits for changes of a Deno.Kv: those of this thread are reported at once, those of others are looked for. The thread stays
// alive as long as it waits.
import { clearInterval, setInterval } from "internal:core/timers";
import type { Store } from "internal:deno/kv/store";

const INTERVAL_MS = 200;
/** Keeps the thread alive for a database that nothing else can change. */
const LONG_MS = 60_000;

/** Calls `changed` after commits until the returned function is called. */
export function onChange(store: Store, changed: () => void): () => void {
  const version = (): unknown => {
    const { data_version: found } = store.statement("PRAGMA data_version").get() as { data_version: number };
    return found;
  };
  let last = store.isShared ? version() : null;
  const look = (): void => {
    if (!store.isShared) return;
    const now = version();
    if (now === last) return;
    last = now;
    changed();
  };
  const timer = setInterval(look, store.isShared ? INTERVAL_MS : LONG_MS);
  store.listeners.add(changed);
  return () => {
    clearInterval(timer);
    store.listeners.delete(changed);
  };
}
