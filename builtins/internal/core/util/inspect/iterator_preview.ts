// What a Map or Set iterator has still to give: a second iterator over the same object is moved to where the first one is.
import { iteratorState } from "native:engine";

type State = [object: Map<unknown, unknown> | Set<unknown>, entry: number, storage: number, kind: number];

const ENTRIES = 2;
const MAP_METHODS = [Map.prototype.keys, Map.prototype.values, Map.prototype.entries] as const;
const SET_METHODS = [Set.prototype.values, Set.prototype.values, Set.prototype.entries] as const;
const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, "size")!.get!;
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, "size")!.get!;

/**
 * Keys, values, or for entries keys and values in turn, with one boolean at the end that says whether they are entries; `undefined`
 * when the engine does not tell, or the object was changed too much since.
 */
export function iteratorPreview(iterator: any): unknown[] | undefined {
  const wanted = iteratorState(iterator) as State | undefined;
  if (wanted === undefined) return undefined;
  const [object, , , kind] = wanted;
  const isMap = object instanceof Map;
  if (!isMap && !(object instanceof Set)) return undefined;
  const second: any = (isMap ? MAP_METHODS : SET_METHODS)[kind]!.call(object as any);
  const next = Object.getPrototypeOf(iterator).next;
  const size: number = (isMap ? mapSize : setSize).call(object);
  for (let steps = 0; ; steps++) {
    const [, entry, storage] = iteratorState(second) as State;
    if (entry === wanted[1] && storage === wanted[2]) break;
    if (steps > size) return undefined;
    next.call(second);
  }
  const items: unknown[] = [];
  for (let step = next.call(second); !step.done; step = next.call(second)) {
    if (kind === ENTRIES) items.push(...step.value);
    else items.push(step.value);
  }
  items.push(kind === ENTRIES);
  return items;
}
