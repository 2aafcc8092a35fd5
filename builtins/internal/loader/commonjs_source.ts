// The source of CommonJS files: the format of a file by its name and syntax, and transformed files that have not run yet.
import { pinned, safe } from "internal:core/bootstrap";
import defer * as loaderErrors from "internal:loader/errors";
import type { CommonJsRecord, SourceRecord } from "internal:loader/records";
import defer * as guard from "internal:loader/import_guard";
import { launch, option } from "internal:core/launch";
import { loadFile, release } from "internal:loader/chain";
import { SourceGoal, formatOf } from "native:modules";

interface Preloaded {
  handle: number;
  record: CommonJsRecord;
}

/** Files that were transformed to detect their export names and have not run yet. */
export const preloaded = pinned(new Map<string, Preloaded>());

/** How `loadFile` parses a file. */
export function goalOfFile(filename: string): SourceGoal {
  const format = formatOf(filename);
  if (format === "module") return SourceGoal.ES_MODULE;
  return format === "commonjs" || !detectsModules() ? SourceGoal.COMMON_JS : SourceGoal.DETECT;
}

let detects: boolean | undefined;

/** Whether the syntax of a file can make it an ES module. */
export function detectsModules(): boolean {
  return (detects ??= option("--no-experimental-detect-module") === undefined);
}

/** Parses a record of `loadFile`. Throws its SyntaxError. */
export function parse(record: string): CommonJsRecord | SourceRecord {
  const parsed = safe.parseJson(record);
  if (parsed.error !== undefined) throw loaderErrors.syntaxErrorOfCommonJs(parsed.error);
  return parsed;
}

/** Transforms a file without running it and returns its record (for re-exports). */
export function preload(path: string): CommonJsRecord | SourceRecord {
  const known = preloaded.get(path);
  if (known !== undefined) return known.record;
  if (launch().restricts) guard.approveOfPackage(path);
  const { handle, record } = loadFile(path, goalOfFile(path));
  const parsed = parse(record);
  if (parsed.kind === "commonjs") preloaded.set(path, { handle, record: parsed });
  else release(handle);
  return parsed;
}

/** Whether a file without a declared format is CommonJS by its syntax; the transformed source is stored for running it. */
export function isCommonJs(path: string): boolean {
  return preload(path).kind === "commonjs";
}

/** Stores the transformed source of a file whose format was detected, for running it. */
export function storePreloaded(path: string, handle: number, record: CommonJsRecord): void {
  preloaded.set(path, { handle, record });
}

/** Discards transformed source that will not run. */
export function dropPreloaded(path: string): void {
  const known = preloaded.get(path);
  if (known === undefined) return;
  preloaded.delete(path);
  release(known.handle);
}
