// The test that the running code belongs to, as an asynchronous context of the runner's own.
import type { AsyncLocalStorage } from "internal:core/async/async_local_storage";
import defer * as storages from "internal:core/async/async_local_storage";
import { captureFrames } from "internal:core/stack/stack";
import defer * as sourceMaps from "internal:core/stack/source_map_support";
import defer * as url from "internal:web/file_urls";

/** Stands for the code of reporters, whose errors belong to no test. */
export const REPORTER: unique symbol = Symbol("reporter");

let storage: AsyncLocalStorage<unknown> | undefined;

/** The test (or hook) that the running code belongs to, REPORTER, or undefined. */
export function current(): any {
  return storage?.getStore();
}

/** Calls `callback` as code of `owner`; returns its result. */
export function runAs<R>(owner: unknown, callback: () => R): R {
  storage ??= new storages.AsyncLocalStorage();
  return storage.run(owner, callback);
}

/** A position in a file; `line` and `column` count from 1. */
export interface Place {
  line: number;
  column: number;
  file: string;
}

/** The position where `above`, a public function, was called; undefined when it was not called by a program's code. */
export function placeOfCall(above: Function): Place | undefined {
  const frame = captureFrames(above, 4).find((found) => !found.isNative);
  return frame === undefined ? undefined : { line: frame.line, column: frame.column, file: frame.url };
}

/** The position as reporters show it: a path, in the original source when `mapped`. */
export function publicPlace(place: Place, mapped: boolean): Place {
  let { line, column, file } = place;
  if (mapped) {
    const entry = (sourceMaps.find(file) as any)?.findEntry(line - 1, column - 1);
    if (entry?.originalSource !== undefined) {
      line = entry.originalLine + 1;
      column = entry.originalColumn + 1;
      file = entry.originalSource;
    }
  }
  if (file.startsWith("file:")) file = url.fileURLToPath(file);
  return { line, column, file };
}
