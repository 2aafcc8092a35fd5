// `fs.glob`: walks directories and finds the paths that match. Patterns are compiled in `glob_pattern.ts`.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { Dirent, namesOf } from "internal:node/fs/dirent";
import { expandBraces } from "internal:core/path/braces";
import { compileGlob, matchesSegment, toSegments, type Segment } from "internal:node/fs/glob_pattern";
import { pathOfUrl } from "internal:node/fs/path";
import { statsOf, newRecord, type Stats } from "internal:node/fs/stats";
import { whenDone } from "internal:node/fs/when_done";
import {
  validateBoolean,
  validateFunction,
  validateInteger,
  validateObject,
  validateString,
  validateStringArray,
} from "internal:core/validators";
import * as native from "native:fs";
import defer * as nodePath from "internal:core/path";

const DIRECTORY = 2;
const LINK = 3;

/** What a walk reads from the file system: a listing (null when it is not a directory), or the type of one path (0: it does not exist). */
type Step = readonly ["list", string] | readonly ["type", string];
type StepResult = Entry[] | null | number;

/** The options of `glob`, unchecked. */
interface GlobOptions {
  cwd?: unknown;
  exclude?: unknown;
  followSymlinks?: unknown;
  maxDepth?: unknown;
  withFileTypes?: unknown;
}
type ExcludeFunction = (name: string | Dirent) => unknown;

interface Entry {
  name: string;
  type: number;
}

/** One search. `run` is a generator so that it can run both directly and with promises. */
class Search {
  readonly found: (string | Dirent)[] = [];
  readonly #root: string;
  /** The root as the program passed it, which Dirents show. */
  readonly #shownRoot: string;
  readonly #patterns: Segment[][];
  readonly #withTypes: boolean;
  readonly #followLinks: boolean;
  readonly #depthMax: number;
  readonly #excludes: ((path: string) => boolean)[] = [];
  readonly #excludeName: ExcludeFunction | null = null;
  readonly #seen = new Set<string>();
  readonly #listings = new Map<string, Entry[] | null>();

  constructor(pattern: unknown, options: unknown = {}) {
    validateObject(options, "options");
    const { cwd, exclude, followSymlinks, maxDepth, withFileTypes }: GlobOptions = options;
    if (followSymlinks != null) validateBoolean(followSymlinks, "options.followSymlinks");
    if (maxDepth !== undefined) validateInteger(maxDepth, "options.maxDepth", 0);
    this.#shownRoot = cwd == null ? "." : (pathOfUrl(cwd) as string);
    this.#root = nodePath.default.resolve(this.#shownRoot);
    this.#withTypes = Boolean(withFileTypes);
    this.#followLinks = Boolean(followSymlinks);
    this.#depthMax = maxDepth ?? Infinity;
    if (exclude != null) {
      if (typeof exclude === "function") this.#excludeName = exclude as ExcludeFunction;
      else if (safe.isArray(exclude) && exclude.every((item) => typeof item === "string"))
        this.#excludes = exclude.map((item) => compileGlob(item));
      else throw new ERR_INVALID_ARG_TYPE("options.exclude", ["function", "string[]"], exclude);
    }
    if (typeof pattern === "object") validateStringArray(pattern, "patterns");
    else validateString(pattern, "patterns");
    this.#patterns = (typeof pattern === "string" ? [pattern] : [...pattern]).flatMap(expandBraces).map(toSegments);
  }

  *run(): Generator<Step, void, StepResult> {
    for (const segments of this.#patterns) {
      if (segments.length === 0) continue;
      const isAbsolute = segments[0]!.kind === "literal" && segments[0].text === "";
      yield* this.#match(segments, isAbsolute ? 1 : 0, isAbsolute ? "/" : "", 0);
    }
  }

  *#match(segments: Segment[], index: number, path: string, depth: number): Generator<Step, void, StepResult> {
    const segment = segments[index];
    if (segment === undefined) {
      yield* this.#add(path);
      return;
    }
    if (segment.kind === "directory") {
      const type = (yield ["type", this.#full(path)]) as number;
      if (type === DIRECTORY || type === LINK) yield* this.#add(path);
      return;
    }
    if (depth > this.#depthMax) return;
    if (segment.kind === "literal") {
      yield* this.#matchLiteral(segments, index, path, segment.text, depth);
      return;
    }
    const isLast = index === segments.length - 1;
    if (segment.kind === "globstar") yield* this.#match(segments, index + 1, path, depth);
    for (const entry of (yield* this.#list(path)) ?? []) {
      if (!matchesSegment(segment, entry.name)) continue;
      const below = this.#join(path, entry.name);
      if (this.#isExcluded(entry, below)) continue;
      if (isLast) yield* this.#add(below, entry);
      if (segment.kind === "globstar") {
        if (this.#entersEntry(entry)) yield* this.#match(segments, index, below, depth + 1);
      } else if (!isLast && this.#entersEntry(entry)) {
        yield* this.#match(segments, index + 1, below, depth + 1);
      }
    }
  }

  *#matchLiteral(
    segments: Segment[],
    index: number,
    path: string,
    text: string,
    depth: number,
  ): Generator<Step, void, StepResult> {
    const below = this.#join(path, text);
    const type = (yield ["type", this.#full(below)]) as number;
    if (type === 0) return;
    const entry = { name: text, type };
    if (this.#isExcluded(entry, below)) return;
    if (index === segments.length - 1) yield* this.#add(below, entry);
    else if (type === DIRECTORY || type === LINK) yield* this.#match(segments, index + 1, below, depth + 1);
  }

  #entersEntry(entry: Entry): boolean {
    return entry.type === DIRECTORY || (this.#followLinks && entry.type === LINK);
  }

  #isExcluded(entry: Entry, path: string): boolean {
    if (this.#excludes.some((excludes) => excludes(path))) return true;
    if (this.#excludeName === null) return false;
    return Boolean(this.#excludeName(this.#withTypes ? this.#toDirent(entry, path) : entry.name));
  }

  *#add(path: string, entry?: Entry): Generator<Step, void, StepResult> {
    const shown = path === "" ? "." : path;
    if (this.#seen.has(shown)) return;
    const type = entry?.type ?? ((yield ["type", this.#full(path)]) as number);
    if (type === 0) return;
    this.#seen.add(shown);
    this.found.push(
      this.#withTypes ? this.#toDirent({ name: nodePath.default.basename(this.#full(path)), type }, path) : shown,
    );
  }

  #toDirent(entry: Entry, path: string): Dirent {
    return new Dirent(
      entry.name,
      entry.type,
      nodePath.default.dirname(nodePath.default.isAbsolute(path) ? path : nodePath.default.join(this.#shownRoot, path)),
    );
  }

  *#list(path: string): Generator<Step, Entry[] | null, StepResult> {
    const full = this.#full(path);
    if (!this.#listings.has(full)) this.#listings.set(full, (yield ["list", full]) as Entry[] | null);
    return this.#listings.get(full) as Entry[] | null;
  }

  #full(path: string): string {
    return path.startsWith("/") ? path : path === "" ? this.#root : nodePath.default.join(this.#root, path);
  }

  #join(path: string, name: string): string {
    return nodePath.default.join(path, name);
  }
}

function toEntries(listing: native.DirectoryEntries): Entry[] {
  return namesOf(listing).map((name, index) => ({ name, type: listing.types[index] as number }));
}

function typeOf(stats: Stats): number {
  return stats.isDirectory() ? DIRECTORY : stats.isSymbolicLink() ? LINK : 1;
}

function stepSync([what, path]: Step): StepResult {
  if (what === "list") {
    try {
      return toEntries(native.readDirSync(path));
    } catch {
      // A directory that cannot be listed counts as empty.
      return null;
    }
  }
  const record = newRecord(false);
  try {
    return native.lstatSync(path, record.bytes, false, true) ? typeOf(statsOf(record)) : 0;
  } catch {
    // A path that `lstat` refuses counts as missing.
    return 0;
  }
}

async function step([what, path]: Step): Promise<StepResult> {
  if (what === "list") return native.readDir(path).then(toEntries, () => null);
  const record = newRecord(false);
  return native.lstat(path, record.bytes, false, true).then(
    (found) => (found ? typeOf(statsOf(record)) : 0),
    () => 0,
  );
}

/** The paths that match, relative to `cwd` unless the pattern is absolute; Dirents with `withFileTypes`. */
export function globSync(pattern: unknown, options?: unknown): (string | Dirent)[] {
  const search = new Search(pattern, options);
  const steps = search.run();
  for (let next = steps.next(); !next.done; next = steps.next(stepSync(next.value)));
  return search.found;
}

/** As `globSync`; yields the paths as they are found. */
export async function* glob(pattern: unknown, options?: unknown): AsyncGenerator<string | Dirent> {
  const search = new Search(pattern, options);
  const steps = search.run();
  let yielded = 0;
  for (let next = steps.next(); !next.done; next = steps.next(await step(next.value))) {
    while (yielded < search.found.length) yield search.found[yielded++]!;
  }
  while (yielded < search.found.length) yield search.found[yielded++]!;
}

/** As `globSync`, with a callback. */
export function globCallback(pattern: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "cb");
  const search = new Search(pattern, options);
  const run = async () => {
    const steps = search.run();
    for (let next = steps.next(); !next.done; next = steps.next(await step(next.value)));
    return search.found;
  };
  whenDone(run(), callback);
}
