// When the collector ran. The engine does not tell, but an object that nothing holds goes with each collection: its end is the sign.
// That comes in a task of its own, later than the collection, and says nothing of its length.

const watchers = new Set<() => void>();
let registry: FinalizationRegistry<undefined> | null = null;

function plant(): void {
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
      plant();
      for (const watcher of [...watchers]) watcher();
    });
    plant();
  }
  return () => watchers.delete(onCollection);
}
