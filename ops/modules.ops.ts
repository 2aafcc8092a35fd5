// native:modules. Finding, reading and compiling programs' modules. Implemented by host/modules over engine/loader.
import type { Any, Path, f64, u32, u8 } from "./types.ts";

/** What a specifier stands for. */
export interface Resolved {
  /** Absolute path of a file, or the specifier itself for a builtin. */
  path: string;
  /** Query and fragment, with their marks. */
  suffix: string;
  /** `builtin`, `module`, `commonjs`, `json`, `wasm`, `addon`, `detect` (by syntax), or an unknown extension. */
  format: string;
}

/**
 * Resolves `specifier` as an import (or a require) in the file `parent` does. `conditions` are those of the home.
 * Throws Node's resolution errors (ERR_MODULE_NOT_FOUND, MODULE_NOT_FOUND, ERR_PACKAGE_PATH_NOT_EXPORTED, …).
 */
export declare function resolve(specifier: string, parent: string, isRequire: boolean): Resolved;

/** Resolves the absolute path of the program's main file as `require` does, with the rules for a main file. */
export declare function resolveMain(path: Path): Resolved;

/** Resolves a `require` that looks for packages in `folders` alone (`module.paths`, the `paths` of `require.resolve`). */
export declare function resolveIn(specifier: string, parent: string, folders: string[]): Resolved;

/** As `resolve`, with exactly these conditions. */
export declare function resolveUnder(
  specifier: string,
  parent: string,
  isRequire: boolean,
  conditions: string[],
): Resolved;

/**
 * Looks at an input of an interactive prompt, as JSON `{ kind, text?, error? }`. `kind`: `script`; `awaiting`, where `text` is
 * what to run in its place, a promise of `{ value }` or undefined; `incomplete`; `invalid`, where `error` is as in a record.
 */
export declare function readReplInput(source: string): string;

/** The format of a file by its name and the nearest package.json, as `Resolved.format`. */
export declare function formatOf(path: Path): string;

/** The package.json that governs a file, null for none. Throws ERR_INVALID_PACKAGE_CONFIG. */
export declare function packageScope(path: Path): string | null;

/** A module that was read and transformed. */
export interface Loaded {
  /** For `compile`; 0 when the record holds an error. */
  handle: u32;
  /** JSON: see engine/loader/src/record.rs. */
  record: string;
}

/** Reads and transforms a file. `kind`: 0 by syntax, 1 ES module, 2 CommonJS. Throws the system's error. */
export declare function loadFile(path: Path, kind: u8): Loaded;

/** Transforms text as if it were the file `fileName`. `kind` as above. */
export declare function loadSource(source: string, fileName: string, kind: u8): Loaded;

/**
 * Transforms a classic script, which finds what lowered syntax needs in free variables. `names` are, in this order: the function
 * called for `import()`; the one called for reads of `.stack` (empty: they stay); the helpers; the cell in which `await` keeps the
 * asynchronous context (empty: it does not); the function that text for `eval` passes (empty: none). Missing ones are empty.
 */
export declare function loadScript(source: string, fileName: string, names: string[]): Loaded;

/**
 * The text of a script lowered as `loadScript` does; null when it cannot be parsed. `bindings` are pairs of free variables and the
 * expressions that read them.
 */
export declare function lowerCode(source: string, names: string[], bindings: string[]): string | null;

/** TypeScript without its types. */
export interface Stripped {
  text: string;
  /** JSON `{ code, message }` of the first error, null for none. */
  error: string | null;
}

/** Replaces the types of a text by white space; refuses what has a meaning at run time. */
export declare function stripTypes(source: string): Stripped;

/** The object of functions that lowered syntax calls; made anew on each call. */
export declare function makeHelpers(): Any;

/** Evaluates a module's function. `form`: 0 plain, 1 generator, 2 async, 3 async generator. Stacks show `url`. Uses the handle up. */
export declare function compile(handle: u32, form: u8, url: string): Any;

/** Evaluates a script in the global scope. Uses the handle up. */
export declare function runScript(handle: u32, url: string): Any;

/** Lets a handle go. */
export declare function release(handle: u32): void;

/** Line × 2²⁴ + column in the source of a position in evaluated text; -1 for text that is no module. Both count from 1. */
export declare function mapPosition(url: string, line: u32, column: u32): f64;

/** Line `line` (from 1) of a file; null when it cannot be read. */
export declare function sourceLine(path: Path, line: u32): string | null;

/** Chooses the home whose conditions and rules the resolver follows: `node`, `bun` or `deno`. */
export declare function setHome(home: string): void;

/**
 * Sets what the command line and the environment say about resolution: conditions besides the home's, the folders where
 * `require` looks last, and whether links keep their own path (for all files, for the main file). Call it before `resolve`.
 */
export declare function configure(
  conditions: string[],
  globalFolders: string[],
  preserveSymlinks: boolean,
  preserveSymlinksMain: boolean,
): void;

/** Moves the cache of transformed texts into a folder below `directory`, which is made, and returns that. Throws the system's error. */
export declare function nameCache(directory: Path, isPortable: boolean): string;

/** The folder of the cache of transformed texts, when the program or NODE_COMPILE_CACHE named it; else null. */
export declare function namedCache(): string | null;

/** The home that the files around `entry` speak of. */
export declare function detectHome(entry: Path): string;

/** The text that `compile` would evaluate, for another context. Uses the handle up. */
export declare function moduleText(handle: u32, form: u8, url: string): string;

/** The text that `runScript` would evaluate, for another context. Uses the handle up. */
export declare function scriptText(handle: u32, url: string): string;
