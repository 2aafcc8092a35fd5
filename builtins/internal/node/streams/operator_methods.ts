// The iterator helpers as methods of Readable. All readable streams have them, also without an import of `node:stream`. Their
// implementation (`internal:node/streams/operators`) is evaluated on the first call.
import { safe } from "internal:core/bootstrap";
import { ERR_ILLEGAL_CONSTRUCTOR } from "internal:core/errors";
import type { StreamClass } from "internal:node/streams/legacy";
import type { Readable as ReadableStream } from "internal:node/streams/readable";
import defer * as operators from "internal:node/streams/operators";

/** Names and numbers of parameters: the helpers that return streams, then those that return promises. */
const STREAMS: [string, number][] = [
  ["drop", 1],
  ["filter", 2],
  ["flatMap", 2],
  ["map", 2],
  ["take", 1],
];
const PROMISES: [string, number][] = [
  ["every", 1],
  ["forEach", 2],
  ["reduce", 3],
  ["toArray", 1],
  ["some", 1],
  ["find", 2],
];

/** Adds them to the prototype of `Readable`. */
export function defineOperators(Readable: StreamClass<ReadableStream>): void {
  for (const [name, length] of STREAMS) {
    define(Readable, name, length, function (this: ReadableStream, ...args: unknown[]): ReadableStream {
      if (new.target) throw new ERR_ILLEGAL_CONSTRUCTOR();
      return Readable.from(safe.apply(operators.streamOperators[name]!, this, args));
    });
  }
  for (const [name, length] of PROMISES) {
    define(Readable, name, length, function (this: ReadableStream, ...args: unknown[]): unknown {
      if (new.target) throw new ERR_ILLEGAL_CONSTRUCTOR();
      return safe.apply(operators.promiseOperators[name]!, this, args);
    });
  }
}

function define(Readable: StreamClass<ReadableStream>, name: string, length: number, method: Function): void {
  safe.defineProperty(method, "name", { value: name });
  safe.defineProperty(method, "length", { value: length });
  safe.defineProperty(Readable.prototype, name, {
    value: method,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}
