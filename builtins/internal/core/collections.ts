// What Maps and Sets do, as functions: for collections that are made anew at each use, in the paths that have to work in a program
// that changes `Map.prototype` or `Set.prototype`. Collections that exist once are `pinned` instead (`internal:core/bootstrap`).
import { originalsOf } from "internal:core/bootstrap";

const { get: getOfMap, set: setOfMap, has: hasOfMap, forEach: forEachOfMap } = originalsOf(Map.prototype);
const { add: addOfSet, has: hasOfSet, forEach: forEachOfSet } = originalsOf(Set.prototype);

export function mapGet<K, V>(map: Map<K, V>, key: K): V | undefined {
  return getOfMap.call(map, key) as V | undefined;
}

export function mapSet<K, V>(map: Map<K, V>, key: K, value: V): void {
  setOfMap.call(map, key, value);
}

export function mapHas<K>(map: Map<K, unknown>, key: K): boolean {
  return hasOfMap.call(map, key);
}

export function mapEach<K, V>(map: Map<K, V>, visit: (value: V, key: K) => void): void {
  forEachOfMap.call(map, visit as (value: unknown, key: unknown) => void);
}

export function setHas<T>(set: ReadonlySet<T>, value: T): boolean {
  return hasOfSet.call(set, value);
}

export function setAdd<T>(set: Set<T>, value: T): void {
  addOfSet.call(set, value);
}

export function setEach<T>(set: Set<T>, visit: (value: T) => void): void {
  forEachOfSet.call(set, visit as (value: unknown) => void);
}
