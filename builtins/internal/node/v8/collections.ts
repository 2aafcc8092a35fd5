// Reports garbage collections. The engine has no event for them, but an unreferenced object does not survive one: its finalization is the
// sign. It runs in a task of its own, later than the collection, and does not report how long that took.

const watchers = new Set<() => void>();
let registry: FinalizationRegistry<undefined> | null = null;

function watchNext(): void {
  registry!.register({}, undefined);
}

/** Calls `onCollection` some time after each collection, until the returned function is called. */
export function watchCollections(onCollection: () => void): () => void {
  watchers.add(onCollection);
  if (registry === null) {
    registry = new FinalizationRegistry(() => {
      if (watchers.size === 0) {
        registry = null;
        return;
      }
      watchNext();
      for (const watcher of [...watchers]) watcher();
    });
    watchNext();
  }
  return () => watchers.delete(onCollection);
}
