// The steps of loading a module that layers around the core may take over. The core (`resolve.ts`, `load.ts`, `commonjs.ts`)
// takes a step itself unless a layer does, and knows none of the layers; a layer calls the next inner step
// (`docs/decisions/0057-loader-hooks.md`).
import type { HookContext, HookedLoad } from "internal:loader/hook_types";
import type { Attributes } from "internal:loader/load";
import type { Module } from "internal:loader/records";
import type { Resolved } from "internal:loader/resolve";
import type { AnyFunction } from "internal:core/bootstrap";
import * as native from "native:modules";

/** The steps of loading. Null: the core takes the step. */
export interface Steps {
  /** Resolves an import in the module at path or URL `parent` (empty: the start of the program). */
  readonly resolve: ((specifier: string, parent: string, attributes: Attributes) => Resolved) | null;
  /** Makes the module of a resolved import. */
  readonly create: ((url: string, resolved: Resolved, attributes: Attributes) => Module) | null;
  /** Called before a file is read, with its path. */
  readonly begin: ((path: string) => void) | null;
  /** Called when `require` finds no module for a request of the module at path or URL `parent`. */
  readonly missing: ((specifier: string, parent: string) => void) | null;
  /** Loads graphs without blocking. */
  readonly graphs: GraphLoader | null;
  /** Resolves a request of `require`. */
  readonly resolveRequired: ((request: string, parent: string) => Resolved) | null;
  /** Reads a file or URL that is required; returns null for the file's own source. */
  readonly readRequired: ((filename: string) => RequiredSource | null) | null;
  /** Loads a builtin that is required; returns its exports. */
  readonly loadRequiredBuiltin: ((name: string) => unknown) | null;
  /** The last `nextResolve` of hooks. */
  readonly resolveLast:
    | ((specifier: string, parent: string, isRequire: boolean, context: HookContext) => Resolved)
    | null;
  /** The last `nextLoad` of hooks. */
  readonly loadLast: ((url: string, isRequire: boolean, context: HookContext) => HookedLoad) | null;
}

/** Source that `require` runs in place of that of a file. */
export interface RequiredSource {
  /** Node's name of its format. */
  format: string;
  source: string;
}

/** Loading of graphs that does not block. */
export interface GraphLoader {
  load(specifier: string, parent: string, attributes: Attributes): Promise<Module>;
  /** As `loadFromSource` of `internal:loader/load`. */
  loadSource(source: string, path: string, url: string): Promise<Module>;
}

/** Makes the steps that a layer takes over; `next` are those that it surrounds. */
export type Layer = (next: Steps) => Partial<Steps>;

/** The places of layers, from the core outwards. */
export const HOOKS_THREAD = 0;
export const SYNCHRONOUS_HOOKS = 1;
export const REPORTS = 2;
export const PLUGINS = 3;

const none: Steps = {
  resolve: null,
  create: null,
  begin: null,
  missing: null,
  graphs: null,
  resolveRequired: null,
  readRequired: null,
  loadRequiredBuiltin: null,
  resolveLast: null,
  loadLast: null,
};

const layers: (Layer | null)[] = [null, null, null, null];
let outermost = none;

/** The outermost steps. */
export function steps(): Steps {
  return outermost;
}

/** Whether any layer is around the core. */
export function hasLayers(): boolean {
  return outermost !== none;
}

/** Whether there is a layer at a place. */
export function hasLayer(place: number): boolean {
  return layers[place] !== null;
}

/** Puts a layer into its place; null removes it. */
export function setLayer(place: number, layer: Layer | null): void {
  layers[place] = layer;
  outermost = none;
  for (const make of layers) if (make !== null) outermost = { ...outermost, ...make(outermost) };
}

/** Reads and compiles files of the program; the functions are those of `native:modules`. */
export interface CodeSource {
  loadFile(path: string, goal: native.SourceGoal): native.Loaded;
  compile(handle: number, form: native.ModuleForm, url: string): AnyFunction;
  release(handle: number): void;
}

/** Null for most programs: each file is read and compiled when it is loaded. */
let code: CodeSource | null = null;

/** Puts a source of code before the native one. */
export function setCodeSource(source: CodeSource): void {
  code = source;
}

/** Reads and transforms a file. Throws the system's error. */
export function loadFile(path: string, goal: native.SourceGoal): native.Loaded {
  return code === null ? native.loadFile(path, goal) : code.loadFile(path, goal);
}

/** The function of a transformed module. Consumes the handle. */
export function compile(handle: number, form: native.ModuleForm, url: string): AnyFunction {
  return code === null ? native.compile(handle, form, url) : code.compile(handle, form, url);
}

/** Releases a handle. */
export function release(handle: number): void {
  if (code === null) native.release(handle);
  else code.release(handle);
}

let barrier: (() => Promise<unknown>) | null = null;

/** What `import()` awaits before it loads: the test runner makes the exports of mocks; null for most programs. */
export function importBarrier(): (() => Promise<unknown>) | null {
  return barrier;
}
/** Sets what `import()` awaits. */
export function setImportBarrier(next: (() => Promise<unknown>) | null): void {
  barrier = next;
}
