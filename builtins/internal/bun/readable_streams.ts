// `Bun.readableStreamTo…`: the whole content of a stream. Chunks may be strings or bytes.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import type { FormData } from "web:form_data";
import { readAll } from "internal:web/fetch/read_all";
import { takeReadyBytes } from "internal:web/web_streams/byte_controller";
import { acquireDefaultReader, read, type ReadableState, type ReadRequest } from "internal:web/web_streams/readable";
import { isReadableStream, readableStateOf, type ReadableStream } from "internal:web/web_streams/readable_class";
import { Blob } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import defer * as response from "web:response";

function check(stream: unknown): ReadableStream {
  if (!isReadableStream(stream)) {
    const error = new ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
    error.message = error.message.replace("an instance of", "of type");
    throw error;
  }
  return stream as ReadableStream;
}

/** The state of a stream that can be read; rejects otherwise. */
function readableState(stream: ReadableStream): ReadableState {
  const state = readableStateOf(stream);
  if (state.reader !== null)
    throw Object.assign(new TypeError("Invalid state: ReadableStream is locked"), { code: "ERR_INVALID_STATE" });
  return state;
}

/** Reads the chunks of a stream to its end. Those that are ready need no promise. */
class ChunkReader implements ReadRequest {
  #reader;
  #chunks: unknown[] = [];
  #resolve: (chunks: unknown[]) => void;
  #reject: (reason: unknown) => void;
  // A chunk that is ready arrives inside `read`: a loop instead of recursion keeps the stack flat.
  #inRead = false;
  #again = false;

  constructor(state: ReadableState, resolve: (chunks: unknown[]) => void, reject: (reason: unknown) => void) {
    this.#reader = acquireDefaultReader(state);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  next(): void {
    this.#again = true;
    if (this.#inRead) return;
    this.#inRead = true;
    while (this.#again) {
      this.#again = false;
      read(this.#reader, this);
    }
    this.#inRead = false;
  }

  chunkSteps(chunk: unknown): void {
    this.#chunks.push(chunk);
    this.next();
  }

  closeSteps(): void {
    this.#resolve(this.#chunks);
  }

  errorSteps(reason: unknown): void {
    this.#reject(reason);
  }
}

async function chunksOf(stream: ReadableStream): Promise<unknown[]> {
  const state = readableState(stream);
  const ready = takeReadyBytes(state);
  return ready === null ? chunksOfState(state) : [ready.slice()];
}

function chunksOfState(state: ReadableState): Promise<unknown[]> {
  return new Promise((resolve, reject) => new ChunkReader(state, resolve, reject).next());
}

function bytesOf(chunk: unknown): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === "string") return encodeUtf8(chunk);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new TypeError("Expected an ArrayBuffer, ArrayBufferView, or string chunk");
}

/** All bytes, which belong to the caller. */
function collect(stream: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const state = readableState(stream);
    const ready = takeReadyBytes(state);
    return ready === null ? chunksOfState(state).then(joined) : Promise.resolve(joined([ready]));
  } catch (error) {
    return Promise.reject(error);
  }
}

function joined(chunks: unknown[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const chunk of chunks) {
    const part = bytesOf(chunk);
    parts.push(part);
    length += part.length;
  }
  // Taking the buffer of an array would move its bytes.
  const all = new Uint8Array(new ArrayBuffer(length));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** What `decode` makes of all bytes, which it does not keep. Bytes in memory are decoded now: jobs would cost as much. */
function decoded<T>(stream: ReadableStream, decode: (bytes: Uint8Array) => T): Promise<T> {
  try {
    const state = readableState(stream);
    const ready = takeReadyBytes(state);
    return ready === null ? readAll(state).then(decode) : Promise.resolve(decode(ready));
  } catch (error) {
    return Promise.reject(error);
  }
}

// Each throws for an argument that is not a stream, and rejects for a stream that is locked or fails.
/** The content, decoded from UTF-8. */
export function readableStreamToText(stream: unknown): Promise<string> {
  return decoded(check(stream), decodeUtf8);
}
/** The content, parsed as JSON. */
export function readableStreamToJSON(stream: unknown): Promise<unknown> {
  return decoded(check(stream), (bytes) => JSON.parse(decodeUtf8(bytes)));
}
/** The bytes. */
export function readableStreamToBytes(stream: unknown): Promise<Uint8Array> {
  return collect(check(stream));
}
/** The bytes as a buffer. */
export function readableStreamToArrayBuffer(stream: unknown): Promise<ArrayBuffer> {
  return collect(check(stream)).then((bytes) => bytes.buffer);
}
/** The bytes as a Blob. */
export function readableStreamToBlob(stream: unknown): Promise<Blob> {
  return collect(check(stream)).then((bytes) => new Blob([bytes]));
}
/** The chunks. */
export function readableStreamToArray(stream: unknown): Promise<unknown[]> {
  return chunksOf(check(stream));
}
/** The fields of a form: multipart with the given boundary, else URL-encoded. */
export async function readableStreamToFormData(stream: unknown, boundary?: string | Uint8Array): Promise<FormData> {
  const text = boundary === undefined || typeof boundary === "string" ? boundary : decodeUtf8(boundary);
  const type =
    text === undefined
      ? "application/x-www-form-urlencoded"
      : `multipart/form-data; boundary=${text.replace(/^--/, "")}`;
  const form = new response.Response(await collect(check(stream)), { headers: { "content-type": type } });
  return (form as typeof form & { formData(): Promise<FormData> }).formData();
}
