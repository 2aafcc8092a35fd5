// The kinds of modules of a program, with what linking needs of each: the export names, the resolution of an export,
// and the environment object that importers read through (`docs/decisions/0002`).
import * as collections from "internal:core/collections";
import { type AnyFunction, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import type { ModuleForm } from "native:modules";
import defer * as intrinsics from "internal:ecmascript/intrinsics";
import defer * as dateTimeFormat from "internal:ecmascript/temporal/date_time_format";

export const UNLINKED = 0;
export const LINKING = 1;
export const LINKED = 2;
export const EVALUATING = 3;
export const EVALUATING_ASYNC = 4;
export const EVALUATED = 5;

/** Line and column in the source, from 1. */
export type Place = [line: number, column: number];

/** The record of an ES module that the transform makes, parsed from JSON (`engine/loader/src/record.rs`). */
export interface SourceRecord {
  kind?: "module";
  /** `phase`: 0 plain, 1 `defer`, 2 `source`. */
  requests: [specifier: string, attributes: [string, string][], phase: number, place: Place][];
  imports: SourceModule["imports"];
  locals: string[];
  indirect: SourceModule["indirect"];
  stars: number[];
  isAsync: boolean;
  typescript: boolean;
  intrinsics?: boolean;
  /** Mentions `Temporal`. */
  temporal?: boolean;
}

/** The same of a CommonJS file. */
export interface CommonJsRecord {
  kind: "commonjs";
  /** Names of exports that the source assigns. */
  names: string[];
  /** Specifiers of modules whose exports are passed on. */
  reexports: string[];
  /** The parameters of the wrapper, separated by commas. */
  parameters: string;
  /** The identifier of its counters, for coverage. */
  counters: string | null;
  helpers: boolean;
  intrinsics: boolean;
  temporal: boolean;
  isSimple: boolean;
}

/** The object that importers read exports through. */
export type Environment = Record<string, any>;

/** One request of a module. */
export interface Request {
  specifier: string;
  attributes: [string, string][];
  isDeferred: boolean;
  /** `import source`: the module is neither linked nor evaluated. */
  isSource: boolean;
  place: Place;
  module: Module | null;
}

/** The resolution of a name: the module whose environment has it, and the name there; `null` means the namespace. */
export interface Resolution {
  module: Module;
  name: string | null;
}

let parentOf: ((url: string) => object | null) | null = null;
/** Sets what the environments of modules inherit from: in a test run reads of exports that a mock does not have throw. */
export function setEnvironmentParents(find: (url: string) => object | null): void {
  parentOf = find;
}

/** The environment of a module whose exports are these getters. */
export function environmentOf(url: string, getters: object): Environment {
  const parent = parentOf === null ? null : parentOf(url);
  if (parent !== null) safe.setPrototypeOf(getters, parent);
  return getters as Environment;
}

/** The value of an export that a module does not have. */
export function missingExport(url: string, name: string): unknown {
  const parent = parentOf === null ? null : (parentOf(url) as Environment | null);
  return parent === null ? undefined : parent[name];
}

/** A module of any kind. */
export abstract class Module {
  readonly url: string;
  environment: Environment | null = null;
  namespace: object | null = null;
  deferredNamespace: object | null = null;
  /** The result of `import source`: the compiled module of WebAssembly. */
  phaseSource: object | null = null;
  /** Loaded for its source object only: its requests are not loaded yet. */
  isAlone = false;
  /** A program of Bun required it: its namespace marks it as an ES module for compiled code. */
  isRequiredInBun = false;
  constructor(url: string) {
    this.url = url;
  }
  /** Names of all exports (`visited` guards `export *` cycles). */
  abstract exportNames(visited?: Set<Module>): string[];
  /** Resolves an export; null for a missing one, "ambiguous" for conflicting `export *`. */
  abstract resolveExport(name: string, visited?: Map<Module, Set<string>>): Resolution | null | "ambiguous";
  /** The object that importers read through; made early when a cycle reads it before the module ran. */
  environmentObject(): Environment {
    return (this.environment ??= { __proto__: parentOf === null ? null : parentOf(this.url) } as Environment);
  }
}

/** A module whose exports are computed at once: builtins, CommonJS, JSON, text, bytes. */
export class SyntheticModule extends Module {
  /** Whether it represents a CommonJS file. */
  isCommonJs = false;
  readonly #names: string[];
  #run: ((module: SyntheticModule) => void) | null;
  #failure: { error: unknown } | null = null;
  constructor(url: string, names: string[], run: (module: SyntheticModule) => void) {
    super(url);
    this.#names = names;
    this.#run = run;
  }
  exportNames(): string[] {
    return this.#names;
  }
  resolveExport(name: string): Resolution | null {
    return lists.includes(this.#names, name) ? { module: this, name } : null;
  }
  /** Computes the exports, once. An exception is thrown again by each later call. */
  evaluate(): void {
    if (this.#failure !== null) throw this.#failure.error;
    const run = this.#run;
    if (run === null) return;
    this.#run = null;
    try {
      run(this);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** Runs modules outside of the program's own graph (`node:vm`). */
export interface ModuleHost {
  /** The module's function, in the form that the linker chose. The handle is invalid afterwards. */
  compile(handle: number, form: ModuleForm): AnyFunction;
  /** The context, the first argument of the function. */
  contextOf(module: SourceModule): object;
}

/** A module with source code. Fields follow ECMA-262 §16.2.1.5 (Cyclic Module Records). */
export class SourceModule extends Module {
  readonly path: string;
  readonly handle: number;
  readonly requests: Request[];
  readonly imports: [request: number, name: string | null, place: Place][];
  readonly locals: string[];
  readonly indirect: [name: string, request: number, importName: string | null, place: Place][];
  readonly stars: number[];
  readonly hasTopLevelAwait: boolean;
  readonly isTypeScript: boolean;
  status = UNLINKED;
  function: AnyFunction | null = null;
  /** Set for members of an import cycle: the function is a generator that first publishes its exports and then evaluates. */
  isInCycle = false;
  /** All that it exports from others is readable through its environment, not only what others import by name. */
  hasAllReexports = false;
  instance: any = null;
  dfsIndex = 0;
  dfsAncestorIndex = 0;
  failure: { error: unknown } | null = null;
  cycleRoot: SourceModule | null = null;
  asyncEvaluationOrder = 0;
  pendingAsyncDependencies = 0;
  asyncParents: SourceModule[] = [];
  capability: { promise: Promise<undefined>; resolve(value?: undefined): void; reject(error: unknown): void } | null =
    null;
  meta: object | null = null;
  /** The context of a module that awaits, while it runs; `n` is the position where it was suspended last. */
  context: { n?: number; q?: unknown } | null = null;
  /** The source is what the loader read from the file, or what the command line has; a program made up any other. */
  isOfFile = false;
  /** Null for modules of the program. */
  host: ModuleHost | null = null;

  constructor(url: string, path: string, handle: number, record: SourceRecord) {
    super(url);
    if (record.intrinsics) intrinsics.install();
    if (record.temporal) dateTimeFormat.install();
    this.path = path;
    this.handle = handle;
    this.requests = lists.map(record.requests, ([specifier, attributes, phase, place]) => ({
      specifier,
      attributes,
      isDeferred: phase === 1,
      isSource: phase === 2,
      place,
      module: null,
    }));
    this.imports = record.imports;
    this.locals = record.locals;
    this.indirect = record.indirect;
    this.stars = record.stars;
    this.hasTopLevelAwait = record.isAsync;
    this.isTypeScript = record.typescript;
  }

  // §16.2.1.7.2.1 GetExportedNames
  exportNames(visited: Set<Module> = new Set()): string[] {
    if (collections.setHas(visited, this)) return [];
    collections.setAdd(visited, this);
    const names = [...this.locals, ...lists.map(this.indirect, ([name]) => name)];
    for (const star of this.stars) {
      for (const name of this.requests[star]!.module!.exportNames(visited)) {
        if (name !== "default" && !lists.includes(names, name)) lists.push(names, name);
      }
    }
    return names;
  }

  /** Found names: those of a barrel are resolved through hundreds of modules, for each importer. */
  #resolutions: Map<string, Resolution> | null = null;

  resolveExport(name: string, visited?: Map<Module, Set<string>>): Resolution | null | "ambiguous" {
    if (visited !== undefined) return this.#resolveExport(name, visited);
    const known = this.#resolutions === null ? undefined : collections.mapGet(this.#resolutions, name);
    if (known !== undefined) return known;
    const found = this.#resolveExport(name, new Map());
    if (found !== null && found !== "ambiguous")
      collections.mapSet((this.#resolutions ??= new Map<string, Resolution>()), name, found);
    return found;
  }

  // §16.2.1.7.2.2 ResolveExport
  #resolveExport(name: string, visited: Map<Module, Set<string>>): Resolution | null | "ambiguous" {
    let names = collections.mapGet(visited, this);
    if (names === undefined) collections.mapSet(visited, this, (names = new Set()));
    if (collections.setHas(names, name)) return null;
    collections.setAdd(names, name);
    if (lists.includes(this.locals, name)) return { module: this, name };
    for (const [exported, request, importName] of this.indirect) {
      if (exported !== name) continue;
      const target = this.requests[request]!.module!;
      return importName === null ? { module: target, name: null } : target.resolveExport(importName, visited);
    }
    if (name === "default") return null;
    let found: Resolution | null = null;
    for (const star of this.stars) {
      const resolution = this.requests[star]!.module!.resolveExport(name, visited);
      if (resolution === "ambiguous") return resolution;
      if (resolution === null) continue;
      if (found === null) found = resolution;
      else if (found.module !== resolution.module || found.name !== resolution.name) return "ambiguous";
    }
    return found;
  }
}
