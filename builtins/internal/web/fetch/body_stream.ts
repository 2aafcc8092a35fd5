// Bodies as streams: the part of the Body mixin that is loaded only by the use of streams.
import { type BlobPart, blobParts, isBlob } from "web:blob";
import { encodeUtf8 } from "internal:core/utf8";
import { BodyRecord, type BodySource, type Extracted } from "web:body";
import { decodedStream, streamOfParts } from "internal:web/blob_stream";
import { home } from "internal:core/program";
import { streamOfHomeIterable, streamOfIterable } from "internal:web/fetch/iterable_body";
import { createReadyStream } from "internal:web/web_streams/byte_controller";
import { markHandled } from "internal:web/web_streams/promises";
import {
  acquireDefaultReader,
  cancelReadable,
  closeReadable,
  type ReadableState,
} from "internal:web/web_streams/readable";
import {
  isReadableStream,
  type ReadableStream,
  readableStateOf,
  teeReadable,
  wrapReadable,
} from "internal:web/web_streams/readable_class";

/**
 * The state of a BodyInit that is a stream, or of a stream over an async iterable; null for other objects. `context`: the
 * argument, in Deno's wording.
 */
export function streamOfInit(init: object, context: string): ReadableState | null {
  if (isReadableStream(init)) {
    const state = readableStateOf(init);
    if (state.disturbed || state.reader !== null) throw new TypeError(LOCKED_MESSAGES[home()]);
    return state;
  }
  return home() === "node" ? streamOfIterable(init) : streamOfHomeIterable(init, context);
}

/** The message for a stream that is locked or was read, by home. */
const LOCKED_MESSAGES = {
  node: "Response body object should not be disturbed or locked",
  bun: "Body object should not be disturbed or locked",
  deno: "ReadableStream is locked or disturbed",
};

/** In Bun's home the sources of streams of bodies: a body made from such a stream is sent as its source is. */
const sources = new WeakMap<ReadableState, BodySource>();

/** In Deno's home the announced lengths of streams of bodies: a body from the network that is forwarded keeps its length. */
const lengths = new WeakMap<ReadableState, number>();

/** The length in bytes of a body that arrives from the network, when its sender announced it; null: it is unknown. */
export function announcedBytes(body: BodyRecord): number | null {
  if (home() !== "deno" || body.stream === null) return null;
  return lengths.get(body.stream) ?? null;
}

/** The body of a BodyInit that is a stream. */
export function extractStream(stream: ReadableState): Extracted {
  const body = new BodyRecord(null, stream);
  if (home() !== "bun") return { body, contentType: null };
  const source = sources.get(stream);
  if (source === undefined) return { body, contentType: null };
  body.source = source;
  body.shared = true;
  return { body, contentType: isBlob(source) && source.type !== "" ? source.type : null };
}

/** The ReadableStream object of a body. */
export function publicStreamOf(body: BodyRecord): ReadableStream {
  if (body.stream === null) {
    body.stream = stateOf(body);
    if (body.source !== null && !body.used && home() === "bun") sources.set(body.stream, body.source);
    if (home() === "deno") storeLength(body);
  }
  return wrapReadable(body.stream);
}

function storeLength(body: BodyRecord): void {
  const { source, pending, stream } = body;
  const length = source instanceof Uint8Array ? source.byteLength : (pending?.byteLength ?? null);
  if (length !== null && !stream!.disturbed) lengths.set(stream!, length);
}

function stateOf(body: BodyRecord): ReadableState {
  const { source } = body;
  let state: ReadableState;
  if (source === null) state = body.pending!.stream();
  else if (typeof source === "string") state = createReadyStream(encodeUtf8(source), true);
  else if (source instanceof Uint8Array) state = createReadyStream(source);
  else state = readableStateOf(streamOfParts(blobParts(source!) as BlobPart[]));
  if (body.used) {
    state.disturbed = true;
    if (state.state === "readable") closeReadable(state);
    if (state.reader === null) acquireDefaultReader(state);
  }
  return state;
}

/** The clone of a body that has a stream: both read from its tee. */
export function teeBody(body: BodyRecord): BodyRecord {
  publicStreamOf(body);
  const length = announcedBytes(body);
  const [first, second] = teeReadable(body.stream!, (chunk) => structuredCopy(chunk));
  // The previous stream object stays locked to the tee.
  body.stream = first;
  body.shared = true;
  if (length !== null) for (const branch of [first, second]) lengths.set(branch, length);
  const copy = new BodyRecord(body.source, second);
  copy.shared = true;
  return copy;
}

/** Cancels a branch of a tee whose bytes were read from the source of the body: the other branch would wait for it. */
export function discard(branch: ReadableState): void {
  markHandled(cancelReadable(branch, undefined));
}

function structuredCopy(chunk: unknown): unknown {
  return ArrayBuffer.isView(chunk) ? new Uint8Array(chunk as Uint8Array) : chunk;
}

/** The decoded content of a body as a stream of strings. */
export function textStreamOf(body: BodyRecord | null): ReadableStream {
  return decodedStream(body === null ? wrapReadable(createReadyStream(new Uint8Array(0))) : publicStreamOf(body));
}
