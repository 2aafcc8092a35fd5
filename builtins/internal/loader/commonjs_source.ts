// The texts of CommonJS files: what a file is by its name and syntax, and those that were transformed to learn that and not run yet.
import defer * as problems from "internal:loader/errors";
import { option } from "internal:core/launch";
import { formatOf, loadFile, release } from "native:modules";

interface Preloaded {
  handle: number;
  record: any;
}

/** Files that were transformed to learn their export names and not run yet. */
export const preloaded = new Map<string, Preloaded>();

/** How `loadFile` reads a file: 1 as an ES module, 2 as CommonJS, 0 by its syntax. */
export function kindOf(filename: string): number {
  const format = formatOf(filename);
  if (format === "module") return 1;
  return format === "commonjs" || !detectsModules() ? 2 : 0;
}

let detects: boolean | undefined;

/** Whether the syntax of a file can make it an ES module. */
export function detectsModules(): boolean {
  return (detects ??= option("--no-experimental-detect-module") === undefined);
}

/** The record of a text that `loadFile` gave. Throws its SyntaxError. */
export function parse(record: string): any {
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined) throw problems.syntaxErrorOfCommonJs(parsed.error);
  return parsed;
}

/** What was learnt of a file's text, without running it (for re-exports). */
export function preload(path: string): any {
  const known = preloaded.get(path);
  if (known !== undefined) return known.record;
  const { handle, record } = loadFile(path, kindOf(path));
  const parsed = parse(record);
  if (parsed.kind === "commonjs") preloaded.set(path, { handle, record: parsed });
  else release(handle);
  return parsed;
}

/** Whether a file without a declared kind is CommonJS by its syntax; its text is kept for running it. */
export function isCommonJs(path: string): boolean {
  return preload(path).kind === "commonjs";
}

/** Keeps the text of a file that was loaded to see what it is, for running it. */
export function keepLoaded(path: string, handle: number, record: any): void {
  preloaded.set(path, { handle, record });
}

/** Forgets a text that will not be run. */
export function dropPreloaded(path: string): void {
  const known = preloaded.get(path);
  if (known === undefined) return;
  preloaded.delete(path);
  release(known.handle);
}
