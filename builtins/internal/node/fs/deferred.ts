// Functions of `node:fs` whose modules are evaluated on the first call, because most programs never call them.
import { safe } from "internal:core/bootstrap";
import { toPath } from "internal:node/fs/path";
import { statSync } from "internal:node/fs/sync_tree";
import { validateObject, validateString } from "internal:core/validators";
import type { Dir } from "internal:node/fs/dir";
import type { Dirent } from "internal:node/fs/dirent";
import type { StatWatcher } from "internal:node/fs/watch_file";
import type { TreeWatcher } from "internal:node/fs/watch_tree";
import type { FSWatcher } from "internal:node/fs/watcher";
import type { Blob } from "web:blob";
import defer * as blobs from "web:blob";
import defer * as copies from "internal:node/fs/copy";
import defer * as directories from "internal:node/fs/dir";
import defer * as fileBlobs from "internal:node/fs/file_blob";
import defer * as globs from "internal:node/fs/glob";
import defer * as polling from "internal:node/fs/watch_file";
import defer * as readStreams from "internal:node/fs/read_stream";
import defer * as utf8Streams from "internal:node/fs/utf8_stream";
import defer * as watchers from "internal:node/fs/watcher";
import defer * as writeStreams from "internal:node/fs/write_stream";

/** See `internal:node/fs/copy`. */
export function cp(src: unknown, dest: unknown, options: unknown, callback?: unknown): void {
  copies.cp(src, dest, options, callback);
}

/** See `internal:node/fs/copy`. */
export function cpSync(src: unknown, dest: unknown, options?: unknown): void {
  copies.cpSync(src, dest, options);
}

/** See `internal:node/fs/glob`. */
export function glob(pattern: unknown, options: unknown, callback: unknown): void {
  globs.globCallback(pattern, options, callback);
}

/** See `internal:node/fs/glob`. */
export function globSync(pattern: unknown, options: unknown): (string | Dirent)[] {
  return globs.globSync(pattern, options);
}

/** See `internal:node/fs/dir`. */
export function opendir(path: unknown, options: unknown, callback: unknown): void {
  directories.opendir(path, options, callback);
}

/** See `internal:node/fs/dir`. */
export function opendirSync(path: unknown, options: unknown): Dir {
  return directories.opendirSync(path, options);
}

/** See `internal:node/fs/watcher`. */
export function watch(filename: unknown, options: unknown, listener: unknown): FSWatcher | TreeWatcher {
  return watchers.watch(filename, options, listener);
}

/** See `internal:node/fs/watch_file`. */
export function watchFile(filename: unknown, options: unknown, listener: unknown): StatWatcher {
  return polling.watchFile(filename, options, listener);
}

/** See `internal:node/fs/watch_file`. */
export function unwatchFile(filename: unknown, listener: unknown): void {
  polling.unwatchFile(filename, listener);
}

/** A Blob with the contents of a file. */
export function openAsBlobSync(path: unknown, options: unknown = {}): Blob {
  validateObject(options, "options");
  const type = options.type || "";
  validateString(type, "options.type");
  const target = toPath(path);
  const { size, mtimeMs } = statSync(target);
  return blobs.blobFromParts([new fileBlobs.UnchangedFile(target, { size, mtimeMs })], type);
}

/** A promise of a Blob with the contents of a file. Invalid arguments and a missing file throw synchronously. */
export function openAsBlob(path: unknown, options: unknown = {}): Promise<Blob> {
  return Promise.resolve(openAsBlobSync(path, options));
}
safe.defineProperty(openAsBlob, "length", { value: 1, configurable: true });

// Programs replace the stream classes, and `createReadStream` then uses the replacement.
type StreamClass = new (path: unknown, options: unknown) => object;
const replaced: {
  ReadStream?: StreamClass;
  WriteStream?: StreamClass;
  FileReadStream?: StreamClass;
  FileWriteStream?: StreamClass;
} = {};

/** Makes a ReadStream over `path`. */
export function createReadStream(path: unknown, options: unknown): object {
  return new (replaced.ReadStream ?? (readStreams.ReadStream as unknown as StreamClass))(path, options);
}

/** Makes a WriteStream over `path`. */
export function createWriteStream(path: unknown, options: unknown): object {
  return new (replaced.WriteStream ?? (writeStreams.WriteStream as unknown as StreamClass))(path, options);
}

function defineClass(target: object, name: string, get: () => unknown, set?: (value: StreamClass) => void): void {
  safe.defineProperty(target, name, { get, set, enumerable: true, configurable: true });
}

/** Defines the classes of `fs` that load on first use. */
export function defineClasses(target: object): void {
  defineClass(
    target,
    "ReadStream",
    () => replaced.ReadStream ?? readStreams.ReadStream,
    (value) => {
      replaced.ReadStream = value;
    },
  );
  defineClass(
    target,
    "WriteStream",
    () => replaced.WriteStream ?? writeStreams.WriteStream,
    (value) => {
      replaced.WriteStream = value;
    },
  );
  // Older names of the same two classes.
  defineClass(
    target,
    "FileReadStream",
    () => replaced.FileReadStream ?? readStreams.ReadStream,
    (value) => {
      replaced.FileReadStream = value;
    },
  );
  defineClass(
    target,
    "FileWriteStream",
    () => replaced.FileWriteStream ?? writeStreams.WriteStream,
    (value) => {
      replaced.FileWriteStream = value;
    },
  );
  defineClass(target, "Utf8Stream", () => utf8Streams.Utf8Stream);
}

/** `fs.Dir`. */
export function dirClass(): typeof Dir {
  return directories.Dir;
}
