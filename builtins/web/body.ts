// The Body mixin of fetch (https://fetch.spec.whatwg.org/#body-mixin): what a body can be made of, and reading it. A body
// stays what it was made of (a string, bytes, a Blob) until somebody asks for its stream.
import { type Blob } from "web:blob";
import { type ReadableState } from "internal:web/web_streams/readable";
import { illegalInvocation } from "internal:web/web_interface";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import defer * as blobs from "web:blob";
import defer * as readables from "internal:web/web_streams/readable";
import defer * as wholeReads from "internal:web/fetch/read_all";
import defer * as forms from "web:form_data";
import defer * as wording from "internal:web/fetch/home_errors";
import defer * as multipart from "internal:web/fetch/multipart";
import defer * as streams from "internal:web/fetch/body_stream";
import defer * as urls from "web:url";

/** What a body is made of, when it is more than a stream. */
export type BodySource = string | Uint8Array | Blob;

export const TEXT_TYPE = "text/plain;charset=UTF-8";
const FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";

/** A body that comes over the network. */
export interface PendingBody {
  /** All of it. */
  whole(): Promise<Uint8Array>;
  /** It as a stream of bytes. One of the two is called, once. */
  stream(): ReadableState;
}

/** A body with the state of being read. */
export class BodyRecord {
  /** null: only the stream knows the bytes. */
  source: BodySource | null;
  stream: ReadableState | null;
  used = false;
  /** Whether a clone has the same source, so that its bytes must not be given away. */
  shared = false;
  /** Where the bytes come from when there is neither source nor stream. */
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

/** "Extract a body" from a BodyInit that is not null. Throws a TypeError for streams that are locked or disturbed. */
export function extractBody(init: any): Extracted {
  if (typeof init === "object" || typeof init === "function") {
    if (blobs.isBlob(init))
      return { body: new BodyRecord(init, null), contentType: init.type === "" ? null : init.type };
    if (ArrayBuffer.isView(init)) {
      return {
        body: new BodyRecord(new Uint8Array(init.buffer, init.byteOffset, init.byteLength).slice(), null),
        contentType: null,
      };
    }
    if (isBuffer(init)) return { body: new BodyRecord(new Uint8Array(init).slice(), null), contentType: null };
    const tag = init[Symbol.toStringTag];
    if (tag === "URLSearchParams" && init instanceof urls.URLSearchParams) {
      return { body: new BodyRecord(init.toString(), null), contentType: FORM_TYPE };
    }
    if (tag === "FormData" && forms.isFormData(init)) {
      const { blob, contentType } = multipart.encodeForm(init);
      return { body: new BodyRecord(blob, null), contentType };
    }
    const stream = streams.streamOfInit(init);
    if (stream !== null) return { body: new BodyRecord(null, stream), contentType: null };
  }
  return { body: `${init}`, contentType: TEXT_TYPE };
}

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")!.get!;

function isBuffer(value: any): value is ArrayBuffer {
  if (
    !(value instanceof ArrayBuffer) &&
    value[Symbol.toStringTag] !== "ArrayBuffer" &&
    value[Symbol.toStringTag] !== "SharedArrayBuffer"
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

/** Marks a body as read by a builtin that takes its source. */
export function markUsed(body: BodyRecord): void {
  body.used = true;
  const { stream } = body;
  if (stream === null) return;
  stream.disturbed = true;
  if (stream.reader === null) readables.acquireDefaultReader(stream);
}

/** The stream of a body, as a public object. */
export function publicStream(body: BodyRecord): any {
  return streams.publicStreamOf(body);
}

/** Two bodies with the content of one; `body` becomes the first. */
export function cloneBody(body: BodyRecord): BodyRecord {
  if (body.source !== null && body.stream === null) {
    body.shared = true;
    const copy = new BodyRecord(body.source, null);
    copy.shared = true;
    return copy;
  }
  return streams.teeBody(body);
}

/** Reads the whole body as bytes and converts them. Rejects for bodies that were read. */
function consume<T>(body: BodyRecord | null, convert: (bytes: Uint8Array) => T): Promise<T> {
  if (body === null) return Promise.resolve(convert(new Uint8Array(0)));
  if (isUnusable(body)) return Promise.reject(unusable());
  const { source, stream } = body;
  if (source === null) {
    if (stream !== null) return wholeReads.readAll(stream).then(convert);
    body.used = true;
    return body.pending!.whole().then(convert);
  }
  markUsed(body);
  if (typeof source === "string") return settle(convert, encodeUtf8(source));
  if (source instanceof Uint8Array) return settle(convert, body.shared ? source.slice() : source);
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
    // As if encoded and decoded: surrogates are paired, and a byte order mark is not part of the text.
    const text = source.toWellFormed();
    return Promise.resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  }
  return consume(body, decodeUtf8);
}

function wholeBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return (bytes.byteLength === buffer.byteLength ? buffer : bytes.slice().buffer) as ArrayBuffer;
}

async function formOf(body: BodyRecord | null, contentType: string | null): Promise<any> {
  if (body !== null && isUnusable(body)) throw unusable();
  const essence = (contentType ?? "").split(";", 1)[0]!.trim().toLowerCase();
  if (essence === "multipart/form-data") {
    const bytes = await consume(body, (all) => all);
    const boundary = multipart.boundaryOf(contentType!);
    if (boundary === null) throw malformed("form-boundary", new TypeError("missing boundary in content-type header"));
    try {
      return multipart.decodeForm(bytes, boundary);
    } catch (cause: any) {
      throw malformed("form-malformed", cause);
    }
  }
  if (essence === "application/x-www-form-urlencoded") {
    const text = await textOf(body);
    const form = new forms.FormData();
    for (const [name, value] of new urls.URLSearchParams(text) as any) form.append(name, value);
    return form;
  }
  const message = 'Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".';
  throw wording.errorOfHome("form-type", new TypeError(message), essence);
}

function malformed(mistake: "form-boundary" | "form-malformed", cause: Error): Error {
  return wording.errorOfHome(mistake, new TypeError("Failed to parse body as FormData.", { cause }), cause.message);
}

/** The error of a body that was read or is being read. */
export function unusable(): Error {
  return wording.errorOfHome("body-used", new TypeError("Body is unusable: Body has already been read"));
}

/** How the mixin gets at its object: both throw for objects of another class. */
export interface BodyAccess {
  bodyOf(self: any): BodyRecord | null;
  contentTypeOf(self: any): string | null;
}

/** Adds `body`, `bodyUsed` and the reading methods to a class. */
export function mixInBody(constructor: Function, access: BodyAccess): void {
  const reject = (error: unknown): Promise<never> => Promise.reject(error);
  const guarded = <T>(self: any, run: (body: BodyRecord | null) => Promise<T>): Promise<T> => {
    try {
      return run(access.bodyOf(self));
    } catch (error) {
      return reject(error);
    }
  };
  const members = {
    get body(): any {
      const body = access.bodyOf(this);
      return body === null ? null : publicStream(body);
    },
    get bodyUsed(): boolean {
      const body = access.bodyOf(this);
      return body !== null && isUsed(body);
    },
    blob(): Promise<Blob> {
      return guarded(this, (body) => {
        const type = access.contentTypeOf(this) ?? "";
        return consume(body, (bytes) =>
          blobs.blobFromParts(bytes.byteLength === 0 ? [] : [bytes], serializeType(type)),
        );
      });
    },
    arrayBuffer(): Promise<ArrayBuffer> {
      return guarded(this, (body) => consume(body, wholeBuffer));
    },
    text(): Promise<string> {
      return guarded(this, textOf);
    },
    json(): Promise<any> {
      return guarded(this, (body) => textOf(body).then(JSON.parse as (text: string) => any));
    },
    formData(): Promise<any> {
      return guarded(this, (body) => formOf(body, access.contentTypeOf(this)));
    },
    bytes(): Promise<Uint8Array> {
      return guarded(this, (body) => consume(body, (bytes) => bytes));
    },
    textStream(): any {
      const body = access.bodyOf(this);
      if (body !== null && isUnusable(body)) throw unusable();
      return streams.textStreamOf(body);
    },
  };
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members))) {
    Object.defineProperty(constructor.prototype, key, descriptor);
  }
}

// A media type as Blob keeps it: lower-case essence, parameters as they are.
function serializeType(contentType: string): string {
  return contentType.toLowerCase();
}

/** Throws the error of a method called on the wrong object. */
export function refuseThis(): never {
  throw illegalInvocation();
}
