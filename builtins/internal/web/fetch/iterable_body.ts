// Bodies whose chunks come from an iterator of the program. The standard has none: each home accepts other values.
import { encodeUtf8 } from "internal:core/utf8";
import { home } from "internal:core/program";
import {
  closeByte,
  createByteStream,
  enqueueByte,
  type ByteController,
} from "internal:web/web_streams/byte_controller";
import { respond } from "internal:web/web_streams/pull_into";
import { type ReadableState } from "internal:web/web_streams/readable";

/** A stream over an async iterable; null for other objects. */
export function streamOfIterable(init: object): ReadableState | null {
  const method = (init as AsyncIterable<unknown>)[Symbol.asyncIterator];
  return typeof method === "function" ? streamOfIterator(method.call(init), toBytes) : null;
}

/**
 * A stream over what Bun or Deno iterates; null for other values. Bun calls async generator functions, Deno also iterates
 * synchronously. `context`: the argument, in Deno's wording. Throws a TypeError when the method returns no iterator.
 */
export function streamOfHomeIterable(init: object, context: string): ReadableState | null {
  if (home() === "deno") return typeof init === "object" ? streamOfSequence(init, context) : null;
  let method = (init as AsyncIterable<unknown>)[Symbol.asyncIterator];
  let receiver: object | undefined = init;
  if (typeof method !== "function") {
    if (
      typeof init !== "function" ||
      (init as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] !== "AsyncGeneratorFunction"
    )
      return null;
    method = init as unknown as typeof method;
    receiver = undefined;
  }
  const iterator: unknown = method.call(receiver as AsyncIterable<unknown>);
  if (!isObject(iterator)) throw new TypeError("Expected an async generator");
  return streamOfIterator(iterator as AsyncIterator<unknown>, toBunBytes);
}

/** Deno's conversion to `async sequence<Uint8Array>`. */
function streamOfSequence(init: object, context: string): ReadableState | null {
  const asyncMethod: unknown = (init as AsyncIterable<unknown>)[Symbol.asyncIterator];
  const isAsync = asyncMethod !== undefined && asyncMethod !== null;
  const method = isAsync ? asyncMethod : (init as Iterable<unknown>)[Symbol.iterator];
  if (!isAsync && (method === undefined || method === null || init instanceof String)) return null;
  if (typeof method !== "function")
    throw new TypeError(`Symbol(Symbol.${isAsync ? "asyncIterator" : "iterator"}) is not a function`);
  const iterator: unknown = method.call(init);
  if (!isObject(iterator))
    throw new TypeError(
      `${context} could not be iterated because iterator method did not return object, but ${typeName(iterator)}.`,
    );
  return streamOfIterator(iterator as AsyncIterator<unknown>, (chunk) => {
    if (chunk instanceof Uint8Array) return chunk.slice();
    throw new TypeError(
      `${context} failed to iterate next value: The value returned from the next() method is not an Uint8Array object`,
    );
  });
}

function streamOfIterator(iterator: AsyncIterator<unknown>, convert: (chunk: unknown) => Uint8Array): ReadableState {
  const source = new ChunkSource(iterator, convert);
  source.controller = createByteStream({ self: source, pull: source.pull, cancel: source.cancel });
  return source.controller.stream;
}

class ChunkSource {
  controller!: ByteController;
  #iterator: AsyncIterator<unknown>;
  #convert: (chunk: unknown) => Uint8Array;

  constructor(iterator: AsyncIterator<unknown>, convert: (chunk: unknown) => Uint8Array) {
    this.#iterator = iterator;
    this.#convert = convert;
  }

  async pull(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#iterator.next();
      if (done) {
        closeByte(this.controller);
        if (this.controller.pendingPullIntos.length > 0) respond(this.controller, 0);
        return;
      }
      // A synchronous iterator may yield promises.
      const bytes = this.#convert(value instanceof Promise ? await value : value);
      if (bytes.byteLength === 0) continue;
      enqueueByte(this.controller, bytes);
      return;
    }
  }

  async cancel(reason: unknown): Promise<void> {
    await this.#iterator.return?.(home() === "deno" ? reason : undefined);
  }
}

function toBytes(chunk: unknown): Uint8Array {
  const bytes = bytesOf(chunk);
  if (bytes === null) throw new TypeError(`a chunk of a body must be a string or bytes, not ${typeof chunk}`);
  return bytes;
}

function toBunBytes(chunk: unknown): Uint8Array {
  if (chunk === undefined || chunk === null) return new Uint8Array(0);
  const bytes = bytesOf(chunk);
  if (bytes === null)
    throw Object.assign(new TypeError("write() expects a string, ArrayBufferView, or ArrayBuffer"), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  return bytes;
}

/** A copy of the bytes of a chunk; null for other values than strings, views and buffers. */
function bytesOf(chunk: unknown): Uint8Array | null {
  if (typeof chunk === "string") return encodeUtf8(chunk);
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength).slice();
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk).slice() : null;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The name of a type as Web IDL writes it. */
function typeName(value: unknown): string {
  if (value === null) return "Null";
  const name = typeof value;
  return name === "bigint" ? "BigInt" : name[0]!.toUpperCase() + name.slice(1);
}
