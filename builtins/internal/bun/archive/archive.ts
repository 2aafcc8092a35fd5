// `Bun.Archive`: tar archives, with gzip. https://bun.com/docs/runtime/archive
import { type Entry, readTar } from "internal:bun/archive/tar_read";
import { extractTo } from "internal:bun/archive/extract";
import { pathOfKey, writeTar } from "internal:bun/archive/tar_write";
import { invalid } from "internal:bun/errors";
import { Glob } from "internal:bun/glob";
import { shapeAsNative } from "internal:bun/native_class";
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { Buffer } from "internal:node/buffer";
import fs from "internal:node/fs";
import zlib from "internal:node/zlib";
import { Blob, File, isBlob } from "web:blob";

const { gzip, gunzip } = zlib as unknown as {
  gzip(bytes: Uint8Array, options: { level: number }, done: Done): void;
  gunzip(bytes: Uint8Array, done: Done): void;
};
type Done = (error: Error | null, bytes: Uint8Array) => void;

/** Bytes that are there, or a Blob that is read when they are needed. */
type Content = Uint8Array | Blob;
interface Options {
  /** The level of gzip; null without compression. */
  level: number | null;
}
const LEVEL_DEFAULT = 6;
const LEVEL_MAX = 12;
/** zlib has nine levels, where Bun's library has twelve. */
const LEVEL_MAX_OF_ZLIB = 9;

let contentsOf: (archive: Archive) => { source: Content | Map<string, Content>; options: Options };
/** Whether it is an archive, which `Bun.write` writes. */
export let isArchive: (value: unknown) => value is Archive;

/** `Bun.Archive`. */
export class Archive {
  /** The bytes of an archive, or the contents of files by their paths. */
  #source: Content | Map<string, Content>;
  #options: Options;

  constructor(...args: unknown[]) {
    const [data, options] = args;
    this.#source = sourceOf(data, "Expected an object, Blob, TypedArray, or ArrayBuffer");
    this.#options = readOptions(options);
  }

  static {
    contentsOf = (archive) => ({ source: archive.#source, options: archive.#options });
    isArchive = (value): value is Archive => typeof value === "object" && value !== null && #source in value;
    shapeAsNative(this, "Archive", (value) => #source in value);
  }

  /** Writes an archive of `data`, or an archive, to a file. */
  static async write(path: unknown, data: unknown, ...rest: unknown[]): Promise<void> {
    if (typeof path !== "string") throw invalid("Archive.write: first argument must be a string path");
    const [options] = rest;
    const given = isArchive(data) ? contentsOf(data) : null;
    const message = "Expected an object, Blob, TypedArray, ArrayBuffer, or Archive";
    const source = given?.source ?? sourceOf(data, message);
    const level = options === undefined && given !== null ? given.options : readOptions(options);
    await fs.promises.writeFile(path, await encode(source, level));
  }

  /** The archive as a Blob. */
  async blob(): Promise<Blob> {
    return new Blob([await encode(this.#source, this.#options)]);
  }

  /** The archive as bytes. */
  async bytes(): Promise<Uint8Array> {
    return encode(this.#source, this.#options);
  }

  /** Writes the entries that the patterns of `glob` select below a folder; resolves to their number. */
  async extract(path: unknown, options: unknown): Promise<number> {
    if (typeof path !== "string") throw invalid("Archive.extract requires a path argument");
    if (options !== undefined && options !== null && typeof options !== "object")
      throw invalid("Archive.extract: second argument must be an options object");
    const accepts = filterOf((options as { glob?: unknown } | undefined)?.glob, "extract");
    return extractTo(path, selected(await decode(this.#source), accepts));
  }

  /** The files that the patterns select, by their paths. */
  async files(...args: unknown[]): Promise<Map<string, File>> {
    const accepts = filterOf(args[0], "files");
    const files = new Map<string, File>();
    for (const { path, kind, bytes, modified } of selected(await decode(this.#source), accepts)) {
      if (kind !== "file" || path === "") continue;
      files.set(path, new File([bytes], path, { lastModified: modified }));
    }
    return files;
  }
}
Object.defineProperty(Archive, "write", { enumerable: true, configurable: false });

function sourceOf(data: unknown, message: string): Content | Map<string, Content> {
  const content = contentOf(data);
  if (content !== null) return content;
  if ((typeof data !== "object" && typeof data !== "function") || data === null) throw invalid(message);
  const files = new Map<string, Content>();
  for (const key of Object.keys(data)) {
    const path = pathOfKey(key);
    const value = (data as Record<string, unknown>)[key];
    if (path !== "") files.set(path, contentOf(value) ?? Buffer.from(String(value)));
  }
  return files;
}

/** A copy of bytes, or a Blob. Null for other values. */
function contentOf(value: unknown): Content | null {
  if (isBlob(value)) return value;
  if (isArrayBufferView(value))
    return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength).slice();
  return isAnyArrayBuffer(value) ? new Uint8Array(value as ArrayBuffer).slice() : null;
}

const bytesOf = async (content: Content): Promise<Uint8Array> =>
  isBlob(content) ? new Uint8Array(await content.arrayBuffer()) : content;

async function tarOf(source: Content | Map<string, Content>): Promise<Uint8Array> {
  if (!(source instanceof Map)) return bytesOf(source);
  const entries: { path: string; bytes: Uint8Array }[] = [];
  for (const [path, content] of source) entries.push({ path, bytes: await bytesOf(content) });
  return writeTar(entries, Math.trunc(Date.now() / 1000));
}

async function encode(source: Content | Map<string, Content>, { level }: Options): Promise<Uint8Array> {
  const bytes = await tarOf(source);
  if (level !== null) return settle((done) => gzip(bytes, { level }, done));
  return Buffer.from(bytes);
}

async function decode(source: Content | Map<string, Content>): Promise<Uint8Array> {
  const bytes = await tarOf(source);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? settle((done) => gunzip(bytes, done)) : bytes;
}

function settle(run: (done: Done) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    run((error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

function* selected(archive: Uint8Array, accepts: (path: string) => boolean): Generator<Entry> {
  for (const entry of readTar(archive)) if (accepts(entry.path)) yield entry;
}

/** Whether a path matches a pattern that is not negated, if there are such, and no negated one. */
function filterOf(patterns: unknown, method: string): (path: string) => boolean {
  if (patterns === undefined || patterns === null || patterns === "") return () => true;
  if (typeof patterns !== "string" && !Array.isArray(patterns))
    throw invalid(`Archive.${method}: glob must be a string or array of strings`);
  const wanted: Glob[] = [];
  const refused: Glob[] = [];
  for (const pattern of [patterns].flat() as unknown[]) {
    if (typeof pattern !== "string") throw invalid(`Archive.${method}: glob array must contain only strings`);
    if (pattern.startsWith("!")) refused.push(new Glob(pattern.slice(1)));
    else if (pattern !== "") wanted.push(new Glob(pattern));
  }
  return (path) =>
    (wanted.length === 0 || wanted.some((glob) => glob.match(path))) && !refused.some((glob) => glob.match(path));
}

function readOptions(options: unknown): Options {
  if (options === undefined || options === null) return { level: null };
  if (typeof options !== "object") throw invalid("Archive: options must be an object");
  const { compress, level } = options as { compress?: unknown; level?: unknown };
  if (compress === undefined || compress === null) return { level: null };
  if (typeof compress !== "string") throw invalid("Archive: compress option must be a string");
  if (compress !== "gzip") throw invalid('Archive: compress option must be "gzip"');
  if (level === undefined || level === null) return { level: LEVEL_DEFAULT };
  if (typeof level !== "number") throw invalid("Archive: level must be a number");
  const whole = Math.trunc(level);
  if (!(whole >= 1 && whole <= LEVEL_MAX)) throw invalid("Archive: level must be between 1 and 12");
  return { level: Math.min(whole, LEVEL_MAX_OF_ZLIB) };
}
