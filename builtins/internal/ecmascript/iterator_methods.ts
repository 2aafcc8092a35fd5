// `Iterator.prototype.includes` and `join` (https://tc39.es/proposal-iterator-includes, https://tc39.es/proposal-iterator-join), and
// the limits of `take` and `drop` that the engine wrongly accepts (ECMA-262 §27.1.4).
import { safe } from "internal:core/bootstrap";
import {
  DONE,
  type IteratorRealm,
  close,
  closeQuietly,
  directIterator,
  isObject,
  step,
} from "internal:ecmascript/iterator_records";

const { MAX_SAFE_INTEGER } = Number;

/** `Iterator.prototype.includes.call(iterator, searched, skipped)`. */
export function includes(iterator: unknown, searched: unknown, skipped: unknown, realm: IteratorRealm): boolean {
  checkReceiver("includes", iterator, realm);
  let toSkip = skipped === undefined ? 0 : checkSkipped(iterator, skipped, realm);
  const record = directIterator(iterator);
  for (let value = step(record, realm); value !== DONE; value = step(record, realm)) {
    if (toSkip > 0) {
      toSkip--;
    } else if (value === searched || (value !== value && searched !== searched)) {
      close(iterator, realm);
      return true;
    }
  }
  return false;
}

function checkSkipped(iterator: object, skipped: unknown, realm: IteratorRealm): number {
  const isLimit = safe.isInteger(skipped) || skipped === Infinity || skipped === -Infinity;
  if (isLimit && (skipped as number) >= 0 && ((skipped as number) <= MAX_SAFE_INTEGER || skipped === Infinity))
    return skipped as number;
  closeQuietly(iterator, realm);
  const start = "Iterator.prototype.includes requires that second argument be";
  if (!isLimit) throw new realm.TypeError(`${start} an integral Number or Infinity.`);
  throw new realm.RangeError(`${start} a non-negative safe integer or Infinity.`);
}

/** `Iterator.prototype.join.call(iterator, separator)`. */
export function join(iterator: unknown, separator: unknown, realm: IteratorRealm): string {
  checkReceiver("join", iterator, realm);
  const between = separator === undefined ? "," : stringOf(separator, iterator, realm);
  const record = directIterator(iterator);
  let joined = "";
  let isFirst = true;
  for (let value = step(record, realm); value !== DONE; value = step(record, realm)) {
    if (!isFirst) joined += between;
    isFirst = false;
    if (value !== undefined && value !== null) joined += stringOf(value, iterator, realm);
  }
  return joined;
}

// ToString, which closes the iterator when it throws.
function stringOf(value: unknown, iterator: object, realm: IteratorRealm): string {
  try {
    return `${value as string}`;
  } catch (error) {
    closeQuietly(iterator, realm);
    throw error;
  }
}

/** A limit of `take` or `drop` as a number. Throws a RangeError, and closes the iterator, for one above 2**53 - 1. */
export function checkLimit(name: string, iterator: unknown, limit: unknown, realm: IteratorRealm): number {
  checkReceiver(name, iterator, realm);
  let number: number;
  try {
    // A number from an object; a BigInt or a symbol throws.
    number = +(limit as number);
  } catch (error) {
    closeQuietly(iterator, realm);
    throw error;
  }
  if (number <= MAX_SAFE_INTEGER || number === Infinity || number !== number) return number;
  closeQuietly(iterator, realm);
  throw new realm.RangeError(`Iterator.prototype.${name} argument must be non-negative safe integer or +Infinity`);
}

function checkReceiver(name: string, iterator: unknown, realm: IteratorRealm): asserts iterator is object {
  if (!isObject(iterator)) throw new realm.TypeError(`Iterator.prototype.${name} requires that |this| be an Object.`);
}
