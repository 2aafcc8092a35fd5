// Functions of `node:fs` whose modules are evaluated on the first call, because most programs never call them.
import { toPath } from "internal:node/fs/path";
import { statSync } from "internal:node/fs/sync_tree";
import { validateObject, validateString } from "internal:core/validators";
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
export function cp(src: any, dest: any, options: any, callback?: any): void {
  copies.cp(src, dest, options, callback);
}

/** See `internal:node/fs/copy`. */
export function cpSync(src: any, dest: any, options?: any): void {
  copies.cpSync(src, dest, options);
}

/** See `internal:node/fs/glob`. */
export function glob(pattern: any, options: any, callback: any): void {
  globs.globCallback(pattern, options, callback);
}

/** See `internal:node/fs/glob`. */
export function globSync(pattern: any, options: any): any[] {
  return globs.globSync(pattern, options);
}

/** See `internal:node/fs/dir`. */
export function opendir(path: any, options: any, callback: any): void {
  directories.opendir(path, options, callback);
}

/** See `internal:node/fs/dir`. */
export function opendirSync(path: any, options: any): any {
  return directories.opendirSync(path, options);
}

/** See `internal:node/fs/watcher`. */
export function watch(filename: any, options: any, listener: any): any {
  return watchers.watch(filename, options, listener);
}

/** See `internal:node/fs/watch_file`. */
export function watchFile(filename: any, options: any, listener: any): any {
  return polling.watchFile(filename, options, listener);
}

/** See `internal:node/fs/watch_file`. */
export function unwatchFile(filename: any, listener: any): void {
  polling.unwatchFile(filename, listener);
}

/** A Blob with the contents of a file. */
export function openAsBlobSync(path: any, options: any = {}): any {
  validateObject(options, "options");
  const type = options.type || "";
  validateString(type, "options.type");
  const target = toPath(path);
  const { size, mtimeMs } = statSync(target);
  return (blobs as any).blobFromParts([new fileBlobs.UnchangedFile(target, { size, mtimeMs })], type);
}

/** A promise of a Blob with the contents of a file; wrong arguments and a missing file throw at once. */
export function openAsBlob(path: any, options: any = {}): Promise<any> {
  return Promise.resolve(openAsBlobSync(path, options));
}
Object.defineProperty(openAsBlob, "length", { value: 1, configurable: true });

// Programs replace the stream classes, and `createReadStream` then makes theirs.
const replaced: { ReadStream?: any; WriteStream?: any; FileReadStream?: any; FileWriteStream?: any } = {};

/** Makes a ReadStream over `path`. */
export function createReadStream(path: any, options: any): any {
  return new (replaced.ReadStream ?? readStreams.ReadStream)(path, options);
}

/** Makes a WriteStream over `path`. */
export function createWriteStream(path: any, options: any): any {
  return new (replaced.WriteStream ?? writeStreams.WriteStream)(path, options);
}

function defineClass(target: object, name: string, get: () => any, set?: (value: any) => void): void {
  Object.defineProperty(target, name, { get, set, enumerable: true, configurable: true });
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
  // Names of Node's first years for the same two.
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

/** The class of `opendir`'s results. */
export function dirClass(): any {
  return directories.Dir;
}
