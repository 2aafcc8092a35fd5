// Node's warning about a program that ends while a module still awaits. The engine does not report which `await` it is, so
// the line is only shown when the module has one `await`.
import { EVALUATING_ASYNC, type Module, SourceModule } from "internal:loader/records";
import { pathOfFileUrl } from "internal:core/file_url";
import { indentTo } from "internal:core/stack/caret";
import { storedSource } from "internal:loader/load";
import { readNearby } from "native:modules";

/**
 * The warning for the first module that awaits, with its final line feed.
 * @param mains the modules whose evaluation was started
 */
export function describeUnsettled(mains: Module[]): string {
  const found = findUnsettled(mains);
  if (found === null) return "Warning: Detected unsettled top-level await\n";
  const { url, place } = found;
  if (place === null) return `Warning: Detected unsettled top-level await at ${url}\n`;
  return `Warning: Detected unsettled top-level await at ${url}:${place.line}\n${place.text}\n${indentTo(place.text, place.column)}^\n\n\n`;
}

/** Deno's error for it, with its final line feed. */
export function describeUnsettledForDeno(mains: Module[]): string {
  const found = findUnsettled(mains);
  const message = "error: Top-level await promise never resolved\n";
  if (found === null || found.place === null) return message;
  const { line, column, text } = found.place;
  return `${message}${text}\n${" ".repeat(column)}^\n    at <anonymous> (${found.url}:${line}:${column + 1})\n`;
}

interface Place {
  /** From 1. */
  line: number;
  /** From 0, in UTF-16 units. */
  column: number;
  text: string;
}

/** The first module that awaits, and the place of its `await` when it has one alone; null: none. */
function findUnsettled(mains: Module[]): { url: string; place: Place | null } | null {
  const seen = new Set<Module>();
  let module: SourceModule | null = null;
  for (const main of mains) module ??= findAwaiting(main, seen);
  if (module === null) return null;
  const path = module.path === "" ? pathOfFileUrl(module.url) : module.path;
  return { url: module.url, place: findOnlyAwait(storedSource(module.url) ?? readSource(path)) };
}

/** The first module, dependencies before dependents, that is running and does not wait for another module. */
function findAwaiting(module: Module, seen: Set<Module>): SourceModule | null {
  if (seen.has(module) || !(module instanceof SourceModule) || module.status !== EVALUATING_ASYNC) return null;
  seen.add(module);
  for (const request of module.requests) {
    const found = request.module === null ? null : findAwaiting(request.module, seen);
    if (found !== null) return found;
  }
  return module.pendingAsyncDependencies === 0 && module.hasTopLevelAwait ? module : null;
}

function findOnlyAwait(source: string): Place | null {
  const matches = [...source.matchAll(/\bawait\b/g)];
  if (matches.length !== 1) return null;
  const before = source.slice(0, matches[0]!.index).split("\n");
  return {
    line: before.length,
    column: before[before.length - 1]!.length,
    text: source.split("\n")[before.length - 1]!.replace(/\r$/, ""),
  };
}

function readSource(path: string | null): string {
  // Code that is not in a file, or a file that was removed: the warning omits the line.
  return path === null ? "" : (readNearby(path) ?? "");
}
