// The entry points of `cp`: arguments and options. The algorithm is in `copy_tree.ts`.
import { ERR_INCOMPATIBLE_OPTION_PAIR } from "internal:core/errors";
import { voidCallback } from "internal:node/fs/arguments";
import { copyTree, copyTreeSync, type CopyOptions } from "internal:node/fs/copy_tree";
import { toPath } from "internal:node/fs/path";
import { whenDone } from "internal:node/fs/when_done";
import { validateBoolean, validateFunction, validateInteger, validateObject } from "internal:core/validators";

const DEFAULTS: CopyOptions = {
  dereference: false,
  errorOnExist: false,
  force: true,
  mode: 0,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};
const BOOLEANS = [
  "dereference",
  "errorOnExist",
  "force",
  "preserveTimestamps",
  "recursive",
  "verbatimSymlinks",
] as const;
const MODE_MAX = 7;

function toCopyOptions(options: unknown): CopyOptions {
  if (options === undefined) return DEFAULTS;
  validateObject(options, "options");
  const result: CopyOptions = { ...DEFAULTS, ...options };
  for (const name of BOOLEANS) validateBoolean(result[name], `options.${name}`);
  result.mode = options.mode ?? 0;
  validateInteger(result.mode, "mode", 0, MODE_MAX);
  if (result.dereference && result.verbatimSymlinks)
    throw new ERR_INCOMPATIBLE_OPTION_PAIR("dereference", "verbatimSymlinks");
  if (result.filter !== undefined) validateFunction(result.filter, "options.filter");
  return result;
}

/** Copies a file or, with `recursive`, a tree. */
export function cpSync(source: unknown, dest: unknown, options?: unknown): void {
  const checked = toCopyOptions(options);
  const from = toPath(source, "src");
  copyTreeSync(from, toPath(dest, "dest"), checked);
}

/** Copies a file or, with `recursive`, a tree; with a callback. */
export function cp(source: unknown, dest: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  const done = voidCallback(callback);
  const checked = toCopyOptions(options);
  const from = toPath(source, "src");
  whenDone(copyTree(from, toPath(dest, "dest"), checked), done);
}

/** Copies a file or, with `recursive`, a tree; with a promise. */
export async function cpPromise(source: unknown, dest: unknown, options?: unknown): Promise<void> {
  const checked = toCopyOptions(options);
  const from = toPath(source, "src");
  await copyTree(from, toPath(dest, "dest"), checked);
}
