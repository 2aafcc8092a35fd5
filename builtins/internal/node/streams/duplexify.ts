// `Duplex.from`: a Duplex out of nearly anything: streams of Node and of the web, iterables, functions over an async
// iterable, promises, Blobs, and pairs of two streams.
import { AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { destroyer } from "internal:node/streams/destroy";
import { Duplex } from "internal:node/streams/duplex";
import { joinPair } from "internal:node/streams/duplexify_pair";
import {
  isDuplexNodeStream,
  isIterable,
  isNodeStream,
  isReadableNodeStream,
  isReadableStream,
  isWritableNodeStream,
  isWritableStream,
} from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";
import { readableFrom } from "internal:node/streams/readable_from";
import { Writable } from "internal:node/streams/writable";
import { AbortController } from "web:abort";

type Callback = (error?: any) => void;
interface Written {
  chunk: any;
  isLast: boolean;
  callback: Callback;
}

const SOURCES = [
  "Blob",
  "ReadableStream",
  "WritableStream",
  "Stream",
  "Iterable",
  "AsyncIterable",
  "Function",
  "{ readable, writable } pair",
  "Promise",
];

/** Makes the Duplex. `name` is said in the error for anything that cannot be one. */
export function duplexify(body: any, name: string): any {
  if (isDuplexNodeStream(body)) return body;
  if (isReadableNodeStream(body)) return joinPair(body, undefined);
  if (isWritableNodeStream(body)) return joinPair(undefined, body);
  if (isNodeStream(body)) return joinPair(undefined, undefined);
  if (isReadableStream(body)) return joinPair(Readable.fromWeb(body), undefined);
  if (isWritableStream(body)) return joinPair(undefined, Writable.fromWeb(body));
  if (typeof body === "function") return fromFunction(body, name);
  if (isBlob(body)) return duplexify(body.arrayBuffer(), name);
  if (isIterable(body)) return readableFrom(Duplex, body, { objectMode: true, writable: false });
  if (isReadableStream(body?.readable) && isWritableStream(body?.writable)) return Duplex.fromWeb(body);
  if (typeof body?.writable === "object" || typeof body?.readable === "object") {
    const { readable, writable } = body;
    return joinPair(
      !readable ? undefined : isReadableNodeStream(readable) ? readable : duplexify(readable, name),
      !writable ? undefined : isWritableNodeStream(writable) ? writable : duplexify(writable, name),
    );
  }
  const then = body?.then;
  if (typeof then === "function") return fromPromise(body, then);
  throw new ERR_INVALID_ARG_TYPE(name, SOURCES, body);
}

function isBlob(value: any): boolean {
  const tag = value?.[Symbol.toStringTag];
  return (tag === "Blob" || tag === "File") && typeof value.arrayBuffer === "function";
}

// `then` comes beside the promise so that it is read only once: it may be a getter.
function fromPromise(promise: any, then: (...args: any[]) => any): any {
  const duplex = new Duplex({ objectMode: true, writable: false, read() {} });
  then.call(
    promise,
    (value: any) => {
      if (value != null) duplex.push(value);
      duplex.push(null);
    },
    (error: any) => destroyer(duplex, error),
  );
  return duplex;
}

// The function gets what is written as an async generator; what it returns is what can be read.
function fromFunction(fn: any, name: string): any {
  const input = new WrittenChunks();
  const { signal } = input.controller;
  const result = fn(input.chunks(), { signal });
  if (isDuplexNodeStream(result)) return result;
  const write = (chunk: any, _encoding: string, callback: Callback): void =>
    input.give({ chunk, isLast: false, callback });
  const destroy = (error: any, callback: Callback): void => {
    input.close(error);
    callback(error);
  };
  const final = (callback: Callback): void => input.give({ chunk: undefined, isLast: true, callback });
  if (isIterable(result)) return readableFrom(Duplex, result, { objectMode: true, write, final, destroy });
  const then = result?.then;
  if (typeof then !== "function") {
    throw new ERR_INVALID_RETURN_VALUE("Iterable, AsyncIterable or AsyncFunction", name, result);
  }
  let isFinal = false;
  const outcome = then.call(
    result,
    (value: any) => {
      if (value != null) throw new ERR_INVALID_RETURN_VALUE("nully", "body", value);
      // The function wants nothing more.
      if (!isFinal) destroyer(duplex);
    },
    (error: any) => destroyer(duplex, error),
  );
  const finalAfterOutcome = (callback: Callback): void => {
    isFinal = true;
    final(async () => {
      try {
        await outcome;
        nextTick(callback, null);
      } catch (error) {
        nextTick(callback, error);
      }
    });
  };
  const duplex: any = new Duplex({ objectMode: true, readable: false, write, final: finalAfterOutcome, destroy });
  return duplex;
}

// Chunks between a Writable and an async generator, one at a time: the write's callback follows when it is taken.
class WrittenChunks {
  readonly controller = new AbortController();
  #next = Promise.withResolvers<Written>();
  #canGive = true;

  async *chunks(): AsyncGenerator<any> {
    for (;;) {
      const { chunk, isLast, callback } = await this.#next.promise;
      nextTick(callback);
      if (isLast) return;
      const { signal } = this.controller;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      this.#next = Promise.withResolvers<Written>();
      this.#canGive = true;
      yield chunk;
    }
  }

  give(written: Written): void {
    this.#canGive = false;
    this.#next.resolve(written);
  }

  close(error: any): void {
    this.controller.abort(error);
    if (this.#canGive) this.give({ chunk: undefined, isLast: true, callback: () => {} });
  }
}
