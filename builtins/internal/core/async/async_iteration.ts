// The iterators of `for await` and of `yield*` in asynchronous generators (ECMA-262 §27.1.6, AsyncFromSyncIterator objects). The
// engine's own objects of that kind never settle when a synchronous iterator without `return` yields a promise that rejects, so the
// transform (`awaits.rs`) replaces them by these. They take as many jobs as the standard says.
// The engine awaits the results of an iterator's methods where the transform cannot add code: while there is an asynchronous
// context, `Carrier` restores it.
import { asyncCell, asyncIterator, iterator as syncIterator, safe } from "internal:core/bootstrap";

const { apply } = Reflect;
const IntrinsicPromise = Promise;
const { then: promiseThen } = IntrinsicPromise.prototype;

function resolved<T>(value: T): Promise<T> {
  return IntrinsicPromise.resolve(value) as Promise<T>;
}

function rejected(error: unknown): Promise<never> {
  return IntrinsicPromise.reject(error);
}

/**
 * GetIterator(iterable, async): returns an object whose `Symbol.asyncIterator` returns that iterator. Throws a TypeError for a value
 * that is not iterable. `isWatched`: each `await` of the loop is reported (`internal:core/async/await_hooks`).
 */
export function asyncIterable(iterable: any, isWatched: boolean): object {
  if (iterable === undefined || iterable === null)
    throw new TypeError(`Cannot read properties of ${iterable} (reading 'Symbol(Symbol.asyncIterator)')`);
  const method = iterable[asyncIterator];
  if (method !== undefined && method !== null) {
    const iterator = iteratorOf(iterable, method, "asyncIterator");
    return new Prepared(isWatched || asyncCell.f !== undefined ? carrierOf(iterator, isWatched) : iterator);
  }
  const iterator = fromSync(iteratorOf(iterable, iterable[syncIterator], "iterator"));
  return new Prepared(isWatched ? new Carrier(iterator, iterator.next) : iterator);
}

/** An iterator, synchronous or not, whose methods are not checked yet. */
export interface AnyIterator {
  next?: unknown;
  return?: unknown;
  throw?: unknown;
}

/** CreateAsyncFromSyncIterator. */
export function fromSync(iterator: AnyIterator): FromSync {
  return new FromSync(iterator, iterator.next);
}

/** GetIteratorFromMethod; `symbol` names the method in errors. */
export function iteratorOf(iterable: unknown, method: unknown, symbol: string): AnyIterator {
  if (typeof method !== "function") throw new TypeError(`${describe(iterable)} is not async iterable`);
  const iterator = apply(method, iterable, []);
  if (!isObject(iterator)) throw new TypeError(`Result of the Symbol.${symbol} method is not an object`);
  return iterator as AnyIterator;
}

class Prepared {
  readonly #iterator: object;
  constructor(iterator: object) {
    this.#iterator = iterator;
  }
  [asyncIterator](): object {
    return this.#iterator;
  }
}

let generatorNext: unknown;

function carrierOf(iterator: AnyIterator, isWatched: boolean): object {
  const { next } = iterator;
  generatorNext ??= safe.getPrototypeOf(async function* () {}).prototype.next;
  // Generators return promises, whose jobs have the right context.
  return next === generatorNext && !isWatched ? iterator : new Carrier(iterator, next);
}

/** An iterator whose results are awaited as those of any other call. */
class Carrier {
  readonly #iterator: AnyIterator;
  readonly #next: unknown;
  constructor(iterator: AnyIterator, next: unknown) {
    this.#iterator = iterator;
    this.#next = next;
  }
  next(): unknown {
    return asyncCell.w(apply(this.#next as Function, this.#iterator, arguments), asyncCell.f);
  }
  get return(): unknown {
    return this.#method(this.#iterator.return);
  }
  get throw(): unknown {
    return this.#method(this.#iterator.throw);
  }
  #method(method: unknown): unknown {
    if (typeof method !== "function") return method;
    const iterator = this.#iterator;
    return function () {
      return asyncCell.w(apply(method, iterator, arguments), asyncCell.f);
    };
  }
}

/** The asynchronous iterator of a synchronous one. */
class FromSync {
  readonly #iterator: AnyIterator;
  readonly #next: unknown;
  constructor(iterator: AnyIterator, next: unknown) {
    this.#iterator = iterator;
    this.#next = next;
  }
  next(value: unknown): Promise<object> {
    try {
      const iterator = this.#iterator;
      const result = apply(this.#next as Function, iterator, arguments.length === 0 ? [] : [value]);
      return continued(iterator, result, true);
    } catch (error) {
      return rejected(error);
    }
  }
  return(value: unknown): Promise<object> {
    try {
      const iterator = this.#iterator;
      const method = iterator.return;
      if (method === undefined || method === null) return resolved({ value, done: true });
      return continued(iterator, apply(method as Function, iterator, arguments.length === 0 ? [] : [value]), false);
    } catch (error) {
      return rejected(error);
    }
  }
  throw(value: unknown): Promise<object> {
    try {
      const iterator = this.#iterator;
      const method = iterator.throw;
      if (method === undefined || method === null) {
        // The iterator can clean up before the violation of the protocol is reported.
        close(iterator);
        throw new TypeError("The iterator does not provide a 'throw' method");
      }
      return continued(iterator, apply(method as Function, iterator, arguments.length === 0 ? [] : [value]), true);
    } catch (error) {
      return rejected(error);
    }
  }
}

/** AsyncFromSyncIteratorContinuation. `mayClose`: a value that rejects closes the iterator. */
function continued(iterator: AnyIterator, result: unknown, mayClose: boolean): Promise<object> {
  if (!isObject(result)) throw notAnObject(result);
  const done = Boolean((result as IteratorResult<unknown>).done);
  const { value } = result as IteratorResult<unknown>;
  const wrap = done ? lastResult : ordinaryResult;
  if (!isObject(value)) return promiseThen.call(resolved(value), wrap) as Promise<object>;
  return continuedLater(iterator, value, wrap, mayClose && !done);
}

function continuedLater(
  iterator: AnyIterator,
  value: object,
  wrap: (value: unknown) => object,
  mayClose: boolean,
): Promise<object> {
  let promise: Promise<unknown>;
  try {
    promise = resolved(value);
  } catch (error) {
    if (mayClose) closeAfterError(iterator);
    throw error;
  }
  const onRejected = (error: unknown): never => {
    closeAfterError(iterator);
    throw error;
  };
  return promiseThen.call(promise, wrap, mayClose ? onRejected : undefined) as Promise<object>;
}

function ordinaryResult(value: unknown): object {
  return { value, done: false };
}

function lastResult(value: unknown): object {
  return { value, done: true };
}

// IteratorClose after a normal completion.
function close(iterator: AnyIterator): void {
  const method = iterator.return;
  if (method === undefined || method === null) return;
  const result: unknown = apply(method as Function, iterator, []);
  if (!isObject(result)) throw notAnObject(result);
}

// IteratorClose after an error, which hides those of closing.
function closeAfterError(iterator: AnyIterator): void {
  try {
    close(iterator);
  } catch {
    // The first error is thrown.
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function notAnObject(value: unknown): TypeError {
  return new TypeError(`Iterator result ${describe(value)} is not an object`);
}

// V8's description of a value that has no name in the source.
function describe(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "string") return `string "${value}"`;
  if (value === null || typeof value === "number" || typeof value === "boolean") return `${typeof value} ${value}`;
  return typeof value;
}
