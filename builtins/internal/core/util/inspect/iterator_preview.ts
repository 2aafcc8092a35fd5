// The remaining items of a Map or Set iterator: a second iterator over the same object is advanced to the position of the first.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { IteratorYield, iteratorState, type IteratorState } from "native:engine";

const MAP_METHODS = [Map.prototype.keys, Map.prototype.values, Map.prototype.entries] as const;
const SET_METHODS = [Set.prototype.values, Set.prototype.values, Set.prototype.entries] as const;
const mapSize = safe.getOwnPropertyDescriptor(Map.prototype, "size")!.get!;
const setSize = safe.getOwnPropertyDescriptor(Set.prototype, "size")!.get!;

/**
 * Keys, values, or for entries keys and values alternately, and at the end a boolean: whether they are entries. `undefined`
 * when the engine has no state, or the object has changed too much since.
 */
export function iteratorPreview(iterator: unknown): unknown[] | undefined {
  const state = iteratorState(iterator);
  if (state === undefined) return undefined;
  const [object, , , kind] = state;
  const isMap = object instanceof Map;
  if (!isMap && !(object instanceof Set)) return undefined;
  const second = (isMap ? MAP_METHODS : SET_METHODS)[kind]!.call(object as never) as Iterator<unknown>;
  const next = safe.getPrototypeOf(iterator).next;
  const size: number = (isMap ? mapSize : setSize).call(object);
  for (let steps = 0; ; steps++) {
    const [, entry, storage] = iteratorState(second) as IteratorState;
    if (entry === state[1] && storage === state[2]) break;
    if (steps > size) return undefined;
    next.call(second);
  }
  const items: unknown[] = [];
  for (let step = next.call(second); !step.done; step = next.call(second)) {
    if (kind === IteratorYield.ENTRIES) lists.append(items, step.value);
    else lists.push(items, step.value);
  }
  lists.push(items, kind === IteratorYield.ENTRIES);
  return items;
}
