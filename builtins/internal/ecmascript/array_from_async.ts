// `Array.fromAsync` (ECMA-262 §23.1.2.1.1): the engine's own never settles when a synchronous iterable yields a promise that rejects
// (`internal:core/async/async_iteration`).
import { asyncIterator, iterator as syncIterator } from "internal:core/bootstrap";
import { type AnyIterator, fromSync, iteratorOf } from "internal:core/async/async_iteration";

const { apply, construct } = Reflect;
const { defineProperty } = Object;
const IntrinsicArray = Array;
const { isArray } = IntrinsicArray;

/** `Array.fromAsync(items, map, thisArgument)`; `this` is the constructor. */
export async function fromAsync(
  this: unknown,
  items: any,
  map: Function | undefined,
  thisArgument: unknown,
): Promise<unknown[]> {
  if (map !== undefined && typeof map !== "function")
    throw new TypeError("Array.fromAsync requires that the second argument, if it is there, is callable");
  const method = items[asyncIterator];
  const hasMethod = method !== undefined && method !== null;
  const syncMethod = hasMethod ? undefined : items[syncIterator];
  if (!hasMethod && (syncMethod === undefined || syncMethod === null))
    return await gatherArrayLike(this, Object(items), map, thisArgument);
  const iterator = hasMethod
    ? iteratorOf(items, method, "asyncIterator")
    : fromSync(iteratorOf(items, syncMethod, "iterator"));
  const { next } = iterator;
  const result: unknown[] = isConstructor(this) ? construct(this, []) : [];
  for (let index = 0; ; index++) {
    const step = await apply(next as Function, iterator, []);
    if ((typeof step !== "object" || step === null) && typeof step !== "function")
      throw new TypeError(`Iterator result ${String(step)} is not an object`);
    if (step.done) {
      result.length = index;
      return result;
    }
    let { value } = step;
    try {
      if (map !== undefined) value = await apply(map, thisArgument, [value, index]);
      add(result, index, value);
    } catch (error) {
      await closeQuietly(iterator);
      throw error;
    }
  }
}

async function gatherArrayLike(
  constructor: unknown,
  items: ArrayLike<unknown>,
  map: Function | undefined,
  thisArgument: unknown,
): Promise<unknown[]> {
  const length = Math.min(Math.max(Math.trunc(+items.length) || 0, 0), Number.MAX_SAFE_INTEGER);
  const result: unknown[] = isConstructor(constructor) ? construct(constructor, [length]) : new IntrinsicArray(length);
  for (let index = 0; index < length; index++) {
    let value = await items[index];
    if (map !== undefined) value = await apply(map, thisArgument, [value, index]);
    add(result, index, value);
  }
  result.length = length;
  return result;
}

function add(result: object, index: number, value: unknown): void {
  // A new array has no such element unless a program gave one to Array.prototype.
  if (isArray(result) && !(index in result)) {
    result[index] = value;
    return;
  }
  defineProperty(result, index, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor);
}

// AsyncIteratorClose after an error, which hides those of closing.
async function closeQuietly(iterator: AnyIterator): Promise<void> {
  try {
    const method = iterator.return;
    if (method !== undefined && method !== null) await apply(method as Function, iterator, []);
  } catch {
    // The first error is thrown.
  }
}

// Only a proxy over a constructor can construct; no property of `value` is read.
function isConstructor(value: unknown): value is Function {
  if (value === IntrinsicArray) return true;
  if (typeof value !== "function") return false;
  try {
    new new Proxy(value as unknown as new () => object, { construct: () => ({}) })();
    return true;
  } catch {
    return false;
  }
}
