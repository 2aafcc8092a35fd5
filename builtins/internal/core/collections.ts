// What Maps and Sets do, as functions: for collections that are made anew at each use, in the paths that have to work in a program
// that changes `Map.prototype` or `Set.prototype`. Collections that exist once are `pinned` instead (`internal:core/bootstrap`).
const { get: getOfMap, set: setOfMap, has: hasOfMap, entries: entriesOfMap } = Map.prototype;
const { add: addOfSet, has: hasOfSet, values: valuesOfSet } = Set.prototype;

export function mapGet<K, V>(map: Map<K, V>, key: K): V | undefined {
  return getOfMap.call(map, key) as V | undefined;
}

export function mapSet<K, V>(map: Map<K, V>, key: K, value: V): void {
  setOfMap.call(map, key, value);
}

export function mapHas<K>(map: Map<K, unknown>, key: K): boolean {
  return hasOfMap.call(map, key);
}

export function mapEntries<K, V>(map: Map<K, V>): MapIterator<[K, V]> {
  return entriesOfMap.call(map) as MapIterator<[K, V]>;
}

export function setHas<T>(set: ReadonlySet<T>, value: T): boolean {
  return hasOfSet.call(set, value);
}

export function setAdd<T>(set: Set<T>, value: T): void {
  addOfSet.call(set, value);
}

export function setValues<T>(set: Set<T>): SetIterator<T> {
  return valuesOfSet.call(set) as SetIterator<T>;
}
