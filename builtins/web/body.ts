// The Body mixin of fetch (https://fetch.spec.whatwg.org/#body-mixin): the sources of a body, and reading it. A body keeps its
// source (a string, bytes, a Blob) until its stream is needed.
import { type Blob } from "web:blob";
import { type ReadableState } from "internal:web/web_streams/readable";
import type { ReadableStream } from "internal:web/web_streams/readable_class";
import { illegalInvocation } from "internal:web/web_interface";
import { home } from "internal:core/program";
import { bytesOfSource } from "internal:core/util/buffer_source";
import { utf8Slice } from "internal:core/buffer/decode";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import defer * as blobs from "web:blob";
import defer * as readables from "internal:web/web_streams/readable";
import defer * as reading from "internal:web/fetch/read_all";
import type { FormData } from "web:form_data";
import defer * as forms from "web:form_data";
import defer * as json from "internal:core/json_parse";
import defer * as homeErrors from "internal:web/fetch/home_errors";
import defer * as multipart from "internal:web/fetch/multipart";
import defer * as streams from "internal:web/fetch/body_stream";
import defer * as urls from "web:url";

/** The source of a body that is not only a stream. */
export type BodySource = string | Uint8Array | Blob;

export const TEXT_TYPE = "text/plain;charset=UTF-8";
const FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";

/** A body that arrives from the network. One of the two methods is called, once. */
export interface PendingBody {
  /** The length in bytes that the sender announced; null or undefined when it is unknown. */
  readonly byteLength?: number | null;
  /** All bytes. */
  readAll(): Promise<Uint8Array>;
  /** The bytes as a stream. */
  stream(): ReadableState;
}

/** Whether a body is read on request. */
export function isPending(body: unknown): body is PendingBody {
  return typeof body === "object" && body !== null && "readAll" in body;
}

/** A body and its state. */
export class BodyRecord {
  /** null: the bytes are only in the stream. */
  source: BodySource | null;
  stream: ReadableState | null;
  used = false;
  /** Whether a clone has the same source, so that its bytes must be copied. */
  shared = false;
  /** The provider of the bytes when there is neither source nor stream. */
  pending: PendingBody | null = null;

  constructor(source: BodySource | null, stream: ReadableState | null) {
    this.source = source;
    this.stream = stream;
  }
}

/** A body and the content type that it suggests. */
export interface Extracted {
  body: string | BodyRecord;
  contentType: string | null;
}

/**
 * "Extract a body" from a BodyInit that is not null. `context`: the argument, in Deno's wording. Throws a TypeError for
 * streams that are locked or disturbed.
 */
export function extractBody(init: NonNullable<unknown>, context: string): Extracted {
  if (typeof init === "object" || typeof init === "function") {
    if (blobs.isBlob(init))
      return { body: new BodyRecord(init, null), contentType: init.type === "" ? null : init.type };
    if (ArrayBuffer.isView(init))
      return { body: new BodyRecord(copyOfBytes(bytesOfSource(init)), null), contentType: null };
    if (isBuffer(init)) return { body: new BodyRecord(copyOfBytes(bytesOfSource(init)), null), contentType: null };
    const tag = (init as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
    if (tag === "URLSearchParams" && init instanceof urls.URLSearchParams) {
      return { body: new BodyRecord(init.toString(), null), contentType: FORM_TYPE };
    }
    if (tag === "FormData" && forms.isFormData(init)) {
      const { blob, contentType } = multipart.encodeForm(init);
      return { body: new BodyRecord(blob, null), contentType };
    }
    if (Array.isArray(init) && home() === "bun")
      return { body: new BodyRecord(new blobs.Blob(init), null), contentType: null };
    const stream = streams.streamOfInit(init, context);
    if (stream !== null) return streams.extractStream(stream);
  }
  return { body: `${init}`, contentType: typeof init === "string" || home() !== "bun" ? TEXT_TYPE : null };
}

/** Up to this size an array in the engine's heap is cheaper, also when it gets its buffer later. */
const SMALL_BYTES = 512;

// With a buffer from the start: the engine moves the bytes of an array that gets its buffer later.
function copyOfBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= SMALL_BYTES) return new Uint8Array(bytes);
  const copy = new Uint8Array(new ArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")!.get!;

function isBuffer(value: object): value is ArrayBuffer {
  const tagged = value as { [Symbol.toStringTag]?: unknown };
  if (
    !(value instanceof ArrayBuffer) &&
    tagged[Symbol.toStringTag] !== "ArrayBuffer" &&
    tagged[Symbol.toStringTag] !== "SharedArrayBuffer"
  )
    return false;
  try {
    byteLengthOf.call(value);
    return true;
  } catch {
    return typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer;
  }
}

/** bodyUsed. */
export function isUsed(body: BodyRecord): boolean {
  return body.stream === null ? body.used : body.stream.disturbed;
}

/** "Unusable": disturbed or locked. */
export function isUnusable(body: BodyRecord): boolean {
  return body.stream === null ? body.used : body.stream.disturbed || body.stream.reader !== null;
}

/** Marks a body as read, for a builtin that uses its source. */
export function markUsed(body: BodyRecord): void {
  body.used = true;
  const { stream } = body;
  if (stream === null) return;
  stream.disturbed = true;
  if (stream.reader === null) readables.acquireDefaultReader(stream);
  if (body.shared) streams.discard(stream);
}

/** The ReadableStream object of a body. */
export function publicStream(body: BodyRecord): ReadableStream {
  return streams.publicStreamOf(body);
}

/** A second body with the content of `body`. */
export function cloneBody(body: BodyRecord): BodyRecord {
  if (body.source !== null && body.stream === null) {
    body.shared = true;
    const copy = new BodyRecord(body.source, null);
    copy.shared = true;
    return copy;
  }
  return streams.teeBody(body);
}

/** Reads all bytes of a body and converts them. Rejects for a body that was read. */
function consume<T>(body: BodyRecord | null, convert: (bytes: Uint8Array) => T): Promise<T> {
  if (body === null) return Promise.resolve(convert(new Uint8Array(0)));
  if (isUnusable(body)) return Promise.reject(unusable());
  const { source, stream } = body;
  if (source === null) {
    if (stream !== null) return reading.readAll(stream).then(convert);
    body.used = true;
    return body.pending!.readAll().then(convert);
  }
  markUsed(body);
  if (typeof source === "string") return settle(convert, encodeUtf8(source));
  if (source instanceof Uint8Array) return settle(convert, body.shared ? source.slice() : source);
  const ready = blobs.copyInMemory(source);
  if (ready !== null) return settle(convert, ready);
  return blobs.readBlob(source).then((bytes) => convert(new Uint8Array(bytes)));
}

function settle<T>(convert: (bytes: Uint8Array) => T, bytes: Uint8Array): Promise<T> {
  try {
    return Promise.resolve(convert(bytes));
  } catch (error) {
    return Promise.reject(error);
  }
}

function textOf(body: BodyRecord | null): Promise<string> {
  if (body !== null && typeof body.source === "string" && !isUnusable(body)) {
    const { source } = body;
    markUsed(body);
    // As if encoded and decoded: lone surrogates are replaced, and a byte order mark is removed.
    const text = source.toWellFormed();
    return Promise.resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  }
  if (body !== null && blobs.isBlob(body.source) && !isUnusable(body)) {
    const ready = blobs.bytesInMemory(body.source);
    if (ready !== null) {
      markUsed(body);
      return Promise.resolve(decodeUtf8(ready));
    }
  }
  return consume(body, decodeUtf8);
}

/** The content as a Blob, which shares the parts of one that is the source. */
function blobOf(body: BodyRecord | null, contentType: string): Promise<Blob> {
  if (
    body !== null &&
    blobs.isBlob(body.source) &&
    !isUnusable(body) &&
    blobs.isInMemory(blobs.blobParts(body.source))
  ) {
    markUsed(body);
    return Promise.resolve(blobs.blobFromParts([...blobs.blobParts(body.source)], serializeType(contentType)));
  }
  return consume(body, (bytes) =>
    blobs.blobFromParts(bytes.byteLength === 0 ? [] : [bytes], serializeType(contentType)),
  );
}

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return (bytes.byteLength === buffer.byteLength ? buffer : bytes.slice().buffer) as ArrayBuffer;
}

async function formOf(body: BodyRecord | null, contentType: string | null): Promise<FormData> {
  if (body !== null && isUnusable(body)) throw unusable();
  const essence = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (essence === "multipart/form-data") {
    const bytes = await consume(body, (all) => all);
    const boundary = multipart.boundaryOf(contentType!);
    if (boundary === null) throw malformed("form-boundary", new TypeError("missing boundary in content-type header"));
    try {
      return multipart.decodeForm(bytes, boundary);
    } catch (cause) {
      throw malformed("form-malformed", cause as Error);
    }
  }
  if (essence === "application/x-www-form-urlencoded") {
    // The parser decodes names and values one by one, so that a byte order mark belongs to the first name.
    const text = await consume(body, (bytes) => utf8Slice(bytes, 0, bytes.length));
    const form = new forms.FormData();
    for (const [name, value] of new urls.URLSearchParams(text) as unknown as Iterable<[string, string]>)
      form.append(name, value);
    return form;
  }
  const message = 'Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".';
  throw homeErrors.errorOfHome("form-type", new TypeError(message), essence);
}

function malformed(mistake: "form-boundary" | "form-malformed", cause: Error): Error {
  return homeErrors.errorOfHome(mistake, new TypeError("Failed to parse body as FormData.", { cause }), cause.message);
}

/** The error of a body that was read or is being read. */
export function unusable(): Error {
  return homeErrors.errorOfHome("body-used", new TypeError("Body is unusable: Body has already been read"));
}

/** The mixin's access to its object: both throw for objects of another class. */
export interface BodyAccess {
  bodyOf(self: unknown): BodyRecord | null;
  contentTypeOf(self: unknown): string | null;
}

/** The members of the mixin. */
export interface BodyMixin {
  readonly body: ReadableStream | null;
  readonly bodyUsed: boolean;
  blob(): Promise<Blob>;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
  json(): Promise<any>;
  formData(): Promise<FormData>;
  bytes(): Promise<Uint8Array>;
  textStream(): ReadableStream;
}

/** Adds the members of BodyMixin to a class. */
export function mixInBody(constructor: Function, access: BodyAccess): void {
  const reject = (error: unknown): Promise<never> => Promise.reject(error);
  const guarded = <T>(self: unknown, run: (body: BodyRecord | null) => Promise<T>): Promise<T> => {
    try {
      return run(access.bodyOf(self));
    } catch (error) {
      return reject(error);
    }
  };
  const members: BodyMixin = {
    get body(): ReadableStream | null {
      const body = access.bodyOf(this);
      return body === null ? null : publicStream(body);
    },
    get bodyUsed(): boolean {
      const body = access.bodyOf(this);
      return body !== null && isUsed(body);
    },
    blob(): Promise<Blob> {
      return guarded(this, (body) => blobOf(body, access.contentTypeOf(this) ?? ""));
    },
    arrayBuffer(): Promise<ArrayBuffer> {
      return guarded(this, (body) => consume(body, exactBuffer));
    },
    text(): Promise<string> {
      return guarded(this, textOf);
    },
    json(): Promise<unknown> {
      return guarded(this, (body) => textOf(body).then(json.parseJson));
    },
    formData(): Promise<FormData> {
      return guarded(this, (body) => formOf(body, access.contentTypeOf(this)));
    },
    bytes(): Promise<Uint8Array> {
      return guarded(this, (body) => consume(body, (bytes) => bytes));
    },
    textStream(): ReadableStream {
      const body = access.bodyOf(this);
      if (body !== null && isUnusable(body)) throw unusable();
      return streams.textStreamOf(body);
    },
  };
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members))) {
    Object.defineProperty(constructor.prototype, key, descriptor);
  }
}

/** Types to which Bun adds the encoding. */
const BUN_TEXT_TYPE = /^(?:text\/(?:plain|html|css|javascript)|application\/json)$/;

// The type of the Blob for a Content-Type.
function serializeType(contentType: string): string {
  if (home() !== "bun" || contentType === TEXT_TYPE) return contentType.toLowerCase();
  return BUN_TEXT_TYPE.test(contentType) ? `${contentType};charset=utf-8` : contentType;
}

/** Throws the error of a method called on an object of another class. */
export function refuseThis(): never {
  throw illegalInvocation();
}
