// Names of native methods that several classes have, such as `forEach`: the engine's stacks have only the name of a function, and
// prefer its `displayName`.
import { safe } from "internal:core/bootstrap";

/** The class in a `displayName` of methods that all typed arrays share. */
export const TYPED_ARRAY = "TypedArray";

const SETS = "forEach union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom";
const TYPED_ARRAYS =
  "every fill filter find findIndex findLast findLastIndex forEach includes indexOf join map reduce reduceRight set slice some sort subarray toSorted";
const REFLECTION = "defineProperty get getPrototypeOf has isExtensible preventExtensions set setPrototypeOf";

let areNamed = false;

/** Names the methods. Call it before the engine formats a stack. */
export function nameNatives(): void {
  if (areNamed) return;
  areNamed = true;
  const typedArray = safe.getPrototypeOf(Uint8Array);
  nameAll(typedArray.prototype, TYPED_ARRAY, TYPED_ARRAYS);
  nameAll(typedArray, TYPED_ARRAY, "from of");
  nameAll(Set.prototype, "Set", SETS);
  nameAll(Map.prototype, "Map", "forEach getOrInsertComputed");
  nameAll(WeakMap.prototype, "WeakMap", "getOrInsertComputed");
  nameAll(Map, "Map", "groupBy");
  nameAll(Reflect, "Reflect", REFLECTION);
}

function nameAll(owner: object, type: string, names: string): void {
  let start = 0;
  while (start < names.length) {
    const blank = safe.indexOf(names, " ", start);
    const end = blank === -1 ? names.length : blank;
    const name = safe.slice(names, start, end);
    start = end + 1;
    const method = safe.getOwnPropertyDescriptor(owner, name)?.value;
    // A program may have replaced it or have frozen it.
    if (typeof method === "function")
      safe.reflectDefineProperty(method, "displayName", {
        __proto__: null,
        value: `${type}.${name}`,
        configurable: true,
      } as PropertyDescriptor);
  }
}
