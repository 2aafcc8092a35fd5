// Objects of S3 as Blobs (`S3File`). https://bun.com/docs/runtime/s3#s3file
import type { Response } from "web:response";
import { Blob, type BlobSource, blobParts, bytesInMemory, isBlob, kCreate } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import { isRequest } from "web:request";
import { isResponse } from "web:response";
import { ReadableStream, type ReadableStreamDefaultReader, isReadableStream } from "web:streams";
import { typeOfPath } from "internal:web/mime_types";
import { send } from "internal:bun/s3/request";
import { type Settings, keyOf, mergeSettings, placeOf } from "internal:bun/s3/settings";
import { presign } from "internal:bun/s3/signature";
import { NetworkSink, type Target, put } from "internal:bun/s3/writer";
import defer * as bunErrors from "internal:bun/errors";

const DAY_SECONDS = 24 * 60 * 60;
/** How long the address of a response is valid. */
const REDIRECT_SECONDS = 900;
/** Bun's size of what has no known size. */
const LARGEST_SIZE = 2 ** 52 - 1;
const METHODS = ["GET", "PUT", "DELETE", "HEAD"];

/** An object's name and a range of it. `end` is undefined for the rest. */
class S3Source implements BlobSource {
  /** Not known without asking the service. */
  readonly size = 0;
  readonly uncloneableReason = "S3File cannot be cloned";
  readonly settings: Settings;
  readonly key: string;
  readonly start: number;
  readonly end: number | undefined;

  constructor(settings: Settings, key: string, start: number, end: number | undefined) {
    this.settings = settings;
    this.key = key;
    this.start = start;
    this.end = end;
  }

  slice(start: number, end: number | undefined): S3Source {
    const last = this.end ?? LARGEST_SIZE;
    const from = Math.min(this.start + Math.max(0, start), last);
    const to = end === undefined ? this.end : Math.min(this.start + Math.max(start, end), last);
    return new S3Source(this.settings, this.key, from, to);
  }

  async #response(): Promise<Response> {
    const { end, key, settings, start } = this;
    const range = start === 0 && end === undefined ? undefined : `bytes=${start}-${end === undefined ? "" : end - 1}`;
    return send(settings, { method: "GET", key, headers: range === undefined ? [] : [["range", range]], path: key });
  }

  get #isEmpty(): boolean {
    return this.end !== undefined && this.end <= this.start;
  }

  async bytes(): Promise<Uint8Array> {
    return this.#isEmpty ? new Uint8Array(0) : (await this.#response()).bytes();
  }

  /** Asks the service when it is read first. */
  stream(): ReadableStream {
    let reader: ReadableStreamDefaultReader | undefined;
    return new ReadableStream({
      pull: async (controller: { close(): void; enqueue(chunk: unknown): void }) => {
        if (this.#isEmpty) return controller.close();
        reader ??= (await this.#response()).body?.getReader();
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason: unknown) => reader?.cancel(reason),
    });
  }

  /** The address to which a response with this object leads. */
  redirect(): string {
    return presignObject(this.settings, this.key, { expiresIn: REDIRECT_SECONDS });
  }
}

/** What `stat` says. */
class S3Stat {
  etag: string;
  lastModified: Date;
  size: number;
  type: string;

  constructor(etag: string, lastModified: Date, size: number, type: string) {
    this.etag = etag;
    this.lastModified = lastModified;
    this.size = size;
    this.type = type;
  }
}

/** An address that is valid for a time, without credentials. */
export function presignObject(settings: Settings, key: string, options: unknown): string {
  const merged = mergeSettings(settings, options);
  const { expiresIn, method = "GET" } = (options ?? {}) as { expiresIn?: unknown; method?: unknown };
  if (!METHODS.includes(method as string))
    throw bunErrors.invalid("method must be GET, PUT, DELETE or HEAD when using s3 protocol");
  const seconds = expiresIn === undefined || expiresIn === null ? DAY_SECONDS : Math.trunc(Number(expiresIn));
  if (!(seconds > 0)) throw bunErrors.invalid("expiresIn must be greather than 0");
  return presign(placeOf(merged, key, false), merged, method as string, seconds);
}

export async function statObject(settings: Settings, key: string): Promise<S3Stat> {
  const { headers } = await send(settings, { method: "HEAD", key, path: key });
  const modified = new Date(headers.get("last-modified") ?? 0);
  const size = Number(headers.get("content-length") ?? 0);
  return new S3Stat(headers.get("etag") ?? "", modified, size, headers.get("content-type") ?? "");
}

export async function existsObject(settings: Settings, key: string): Promise<boolean> {
  try {
    await send(settings, { method: "HEAD", key, path: key });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "NoSuchKey") return false;
    throw error;
  }
}

export async function deleteObject(settings: Settings, key: string): Promise<boolean> {
  await send(settings, { method: "DELETE", key, path: key });
  return true;
}

// A given type as Bun completes it.
function completeType(type: string): string {
  if (type === "application/javascript") return "text/javascript;charset=utf-8";
  return /^(?:text\/(?:plain|html|css|javascript)|application\/json)$/.test(type) ? `${type};charset=utf-8` : type;
}

// The type that an object is stored with.
function storedType({ type }: Settings, key: string): string {
  return completeType(type ?? typeOfPath(key));
}

/** Stores data as an object; resolves with the number of bytes. */
export function writeObject(settings: Settings, key: string, data: unknown): Promise<number> {
  if (data === undefined || data === null)
    throw bunErrors.invalid("blob.write(pathOrFdOrBlob, blob) expects a Blob-y thing to write");
  return store({ settings, key, type: storedType(settings, key), path: undefined }, data);
}

async function store(target: Target, data: unknown): Promise<number> {
  const stream = streamOf(data);
  if (stream === null) return put(target, bytesOf(data));
  const sink = new NetworkSink(target);
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      sink.write(chunk);
      await sink.ready();
    }
  } catch (error) {
    return sink.end(error);
  }
  return sink.end();
}

function streamOf(data: unknown): ReadableStream | null {
  if (isReadableStream(data)) return data;
  if (isResponse(data) || isRequest(data)) return (data as { body: ReadableStream | null }).body;
  return isBlob(data) && bytesInMemory(data) === null ? data.stream() : null;
}

function bytesOf(data: unknown): Uint8Array {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data);
  if (isBlob(data)) return bytesInMemory(data)!;
  if (isResponse(data) || isRequest(data)) return new Uint8Array(0);
  if (Array.isArray(data)) return bytesInMemory(new Blob(data))!;
  return encodeUtf8(String(data as string));
}

/** The source of an object that is a Blob; undefined for anything else. */
function sourceOf(value: unknown): S3Source | undefined {
  const part = isBlob(value) ? blobParts(value)[0] : undefined;
  return part instanceof S3Source ? part : undefined;
}

/** The settings and the name of an S3File; undefined for anything else. */
export function objectOf(value: unknown): { settings: Settings; key: string } | undefined {
  return sourceOf(value);
}

class S3File extends Blob {
  #source: S3Source;

  constructor(source: S3Source, type: string) {
    super([source], kCreate, type);
    this.#source = source;
  }

  static {
    Object.defineProperty(this.prototype, "constructor", { value: Blob, configurable: true, writable: true });
    Object.defineProperty(this.prototype, Symbol.toStringTag, { value: "S3File", configurable: true });
  }

  get name(): string {
    return this.#source.key;
  }
  get bucket(): string | undefined {
    return this.#source.settings.bucket;
  }
  get lastModified(): number {
    return LARGEST_SIZE;
  }
  /** NaN for the whole object; `stat` asks the service. */
  override get size(): number {
    const { end, start } = this.#source;
    return start === 0 && end === undefined ? NaN : (end ?? LARGEST_SIZE) - start;
  }
  override bytes(): Promise<Uint8Array> {
    return this.#source.bytes();
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteLength, byteOffset } = await this.bytes();
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  }
  override async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  override stream(): ReadableStream {
    return this.#source.stream();
  }
  override slice(start: unknown = 0, end?: unknown, type?: unknown): S3File {
    // As in Blob, the type may take the place of a number.
    const given = [start, end, type].find((value) => typeof value === "string") as string | undefined;
    const number = (value: unknown): number | undefined => (typeof value === "number" ? Math.trunc(value) : undefined);
    return new S3File(this.#source.slice(number(start) ?? 0, number(end)), given ?? this.type);
  }
  exists(): Promise<boolean> {
    return existsObject(this.#source.settings, this.#source.key);
  }
  stat(): Promise<S3Stat> {
    return statObject(this.#source.settings, this.#source.key);
  }
  delete(): Promise<boolean> {
    return deleteObject(this.#source.settings, this.#source.key);
  }
  unlink(): Promise<boolean> {
    return this.delete();
  }
  presign(options?: unknown): string {
    return presignObject(this.#source.settings, this.#source.key, options);
  }
  write(data: unknown, options?: unknown): Promise<number> {
    return writeObject(mergeSettings(this.#source.settings, options), this.#source.key, data);
  }
  writer(options?: unknown): NetworkSink {
    const { key } = this.#source;
    const settings = mergeSettings(this.#source.settings, options);
    return new NetworkSink({ settings, key, type: storedType(settings, key), path: key });
  }
}

/** Makes the Blob of an object. Nothing is sent. */
export function makeFile(settings: Settings, path: string): S3File {
  return new S3File(new S3Source(settings, keyOf(path), 0, undefined), completeType(settings.type ?? ""));
}
