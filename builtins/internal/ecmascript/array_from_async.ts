// `Array.fromAsync` (ECMA-262 §23.1.2.1.1): the engine's own never settles when a synchronous iterable gives a promise that rejects
// (`internal:core/async/async_iteration`).
import { asyncIterator, iterator as syncIterator } from "internal:core/bootstrap";
import { fromSync, iteratorOf } from "internal:core/async/async_iteration";

const { apply, construct } = Reflect;
const { defineProperty } = Object;
const IntrinsicArray = Array;

/** `Array.fromAsync(items, map, thisArgument)`; `this` is the constructor. */
export async function fromAsync(this: unknown, items: any, map: any, thisArgument: unknown): Promise<unknown[]> {
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
  const result: any = isConstructor(this) ? construct(this as any, []) : [];
  for (let index = 0; ; index++) {
    const step: any = await apply(next, iterator, []);
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

async function gatherArrayLike(constructor: any, items: any, map: any, thisArgument: unknown): Promise<unknown[]> {
  const length = Math.min(Math.max(Math.trunc(+items.length) || 0, 0), Number.MAX_SAFE_INTEGER);
  const result: any = isConstructor(constructor) ? construct(constructor, [length]) : new IntrinsicArray(length);
  for (let index = 0; index < length; index++) {
    let value = await items[index];
    if (map !== undefined) value = await apply(map, thisArgument, [value, index]);
    add(result, index, value);
  }
  result.length = length;
  return result;
}

function add(result: object, index: number, value: unknown): void {
  defineProperty(result, index, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  } as PropertyDescriptor);
}

// AsyncIteratorClose after an error, which hides those of closing.
async function closeQuietly(iterator: any): Promise<void> {
  try {
    const method = iterator.return;
    if (method !== undefined && method !== null) await apply(method, iterator, []);
  } catch {
    // The error that is on its way counts.
  }
}

// Only constructors make proxies that construct; nothing of `value` is looked at.
function isConstructor(value: unknown): boolean {
  if (typeof value !== "function") return false;
  try {
    new new Proxy(value as any, { construct: () => ({}) })();
    return true;
  } catch {
    return false;
  }
}
