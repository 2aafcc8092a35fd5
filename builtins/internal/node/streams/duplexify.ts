// `Duplex.from`: a Duplex over streams of Node and of the web, iterables, functions over an async iterable, promises,
// Blobs, and pairs of two streams.
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
  type Callback,
  type Candidate,
} from "internal:node/streams/kinds";
import { Readable } from "internal:node/streams/readable";
import { readableFrom } from "internal:node/streams/readable_from";
import { Writable } from "internal:node/streams/writable";
import { AbortController } from "web:abort";

interface Written {
  chunk: unknown;
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

/** Makes the Duplex. `name` is the name in the error for an invalid `body`. */
export function duplexify(body: any, name: string): Duplex {
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

function isBlob(value: Candidate): boolean {
  const tag = value?.[Symbol.toStringTag];
  return (tag === "Blob" || tag === "File") && typeof value!.arrayBuffer === "function";
}

// `then` is a parameter so that it is read only once: it may be a getter.
function fromPromise(promise: unknown, then: PromiseLike<unknown>["then"]): Duplex {
  const duplex = new Duplex({ objectMode: true, writable: false, read() {} });
  then.call(
    promise as PromiseLike<unknown>,
    (value: unknown) => {
      if (value != null) duplex.push(value);
      duplex.push(null);
    },
    (error: unknown) => destroyer(duplex, error),
  );
  return duplex;
}

// The function receives the written chunks as an async generator; the chunks of its result are read.
function fromFunction(fn: Function, name: string): Duplex {
  const input = new WrittenChunks();
  const { signal } = input.controller;
  const result = fn(input.chunks(), { signal });
  if (isDuplexNodeStream(result)) return result;
  const write = (chunk: unknown, _encoding: string, callback: Callback): void =>
    input.push({ chunk, isLast: false, callback });
  const destroy = (error: unknown, callback: Callback): void => {
    input.close(error);
    callback(error);
  };
  const final = (callback: Callback): void => input.push({ chunk: undefined, isLast: true, callback });
  if (isIterable(result)) return readableFrom(Duplex, result, { objectMode: true, write, final, destroy });
  const then = result?.then;
  if (typeof then !== "function") {
    throw new ERR_INVALID_RETURN_VALUE("Iterable, AsyncIterable or AsyncFunction", name, result);
  }
  let isFinal = false;
  const outcome = then.call(
    result,
    (value: unknown) => {
      if (value != null) throw new ERR_INVALID_RETURN_VALUE("nully", "body", value);
      // The function reads no more chunks.
      if (!isFinal) destroyer(duplex);
    },
    (error: unknown) => destroyer(duplex, error),
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
  const duplex: Duplex = new Duplex({ objectMode: true, readable: false, write, final: finalAfterOutcome, destroy });
  return duplex;
}

// Passes chunks from a Writable to an async generator, one at a time. The write's callback is called when the generator
// has received the chunk.
class WrittenChunks {
  readonly controller = new AbortController();
  #next = Promise.withResolvers<Written>();
  #canPush = true;

  async *chunks(): AsyncGenerator<unknown> {
    for (;;) {
      const { chunk, isLast, callback } = await this.#next.promise;
      nextTick(callback);
      if (isLast) return;
      const { signal } = this.controller;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      this.#next = Promise.withResolvers<Written>();
      this.#canPush = true;
      yield chunk;
    }
  }

  push(written: Written): void {
    this.#canPush = false;
    this.#next.resolve(written);
  }

  close(error: unknown): void {
    this.controller.abort(error);
    if (this.#canPush) this.push({ chunk: undefined, isLast: true, callback: () => {} });
  }
}
