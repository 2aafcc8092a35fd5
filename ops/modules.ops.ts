// native:modules. Resolving, reading and compiling the modules of programs. Implemented by host/modules over
// engine/loader.
import type { Any, Bytes, Enum, EnumOf, Path, f64, u32, u8 } from "./types.ts";

/** How a source is parsed. */
export declare const SourceGoal: Enum<
  u8,
  {
    /** By the name of the file, else by syntax. */
    DETECT: 0;
    ES_MODULE: 1;
    COMMON_JS: 2;
  }
>;
export type SourceGoal = EnumOf<typeof SourceGoal>;

/** The form of a module's function. */
export declare const ModuleForm: Enum<
  u8,
  {
    PLAIN: 0;
    /** Its declarations are hoisted in a first step. */
    GENERATOR: 1;
    /** It has a top-level `await`. */
    ASYNC: 2;
    ASYNC_GENERATOR: 3;
  }
>;
export type ModuleForm = EnumOf<typeof ModuleForm>;

/** The resolution of a specifier. */
export interface Resolved {
  /** Absolute path of a file, or the specifier itself for a builtin. */
  path: string;
  /** Query and fragment, with their `?` and `#`. */
  suffix: string;
  /** `builtin`, `module`, `commonjs`, `json`, `wasm`, `addon`, `detect` (by syntax), or an unknown extension. */
  format: string;
}

/**
 * Resolves `specifier` for an import (or a require) in the file `parent`. `conditions` are those of the home. Throws
 * Node's resolution errors (ERR_MODULE_NOT_FOUND, MODULE_NOT_FOUND, ERR_PACKAGE_PATH_NOT_EXPORTED, …).
 * @permission none: the loader reads what the program imports
 */
export declare function resolve(specifier: string, parent: string, isRequire: boolean): Resolved;

/**
 * Resolves the absolute path of the program's main file as `require` does, with the rules for a main file.
 * @permission none: the loader reads what the program imports
 */
export declare function resolveMain(path: Path): Resolved;

/**
 * Resolves a `require` that searches packages only in `folders` (`module.paths`, the `paths` of `require.resolve`).
 * @permission none: the loader reads what the program imports
 */
export declare function resolveIn(specifier: string, parent: string, folders: string[]): Resolved;

/**
 * As `resolve`, with exactly these conditions.
 * @permission none: the loader reads what the program imports
 */
export declare function resolveUnder(
  specifier: string,
  parent: string,
  isRequire: boolean,
  conditions: string[],
): Resolved;

/**
 * Classifies a REPL input, as JSON `{ kind, text?, error? }`. `kind`: `script`; `awaiting`, where `text` is the
 * source to run instead, a promise of `{ value }` or undefined; `incomplete`; `invalid`, where `error` is as in a
 * record.
 * @permission none: the source is in its arguments
 */
export declare function readReplInput(source: string): string;

/**
 * The format of a file by its name and the nearest package.json, as `Resolved.format`.
 * @permission none: the loader reads what the program imports
 */
export declare function formatOf(path: Path): string;

/**
 * The package.json of a file's package scope, null for none. Throws ERR_INVALID_PACKAGE_CONFIG.
 * @permission none: the loader reads what the program imports
 */
export declare function packageScope(path: Path): string | null;

/**
 * The package that an import means by Deno's import map, such as `npm:chalk@5`; null for another import, and for a package
 * that a `node_modules` has.
 * @permission none: the loader reads what the program imports
 */
export declare function mappedPackage(specifier: string, importer: Path): string | null;

/** A module that was read and transformed. */
export interface Loaded {
  /** For `compile`; 0 when the record has an error. */
  handle: u32;
  /** JSON: see engine/loader/src/record.rs. */
  record: string;
}

/**
 * Reads and transforms a file. Throws the system's error.
 * @permission load(path)
 */
export declare function loadFile(path: Path, goal: SourceGoal): Loaded;

/**
 * Transforms source as if it were the file `fileName`.
 * @permission none: the source is in its arguments
 */
export declare function loadSource(source: string, fileName: string, goal: SourceGoal): Loaded;

/**
 * Transforms a classic script, which reads the functions of lowered syntax from free variables. `names` are, in this
 * order: the function for `import()`; the one for reads of `.stack` (empty: they stay); the helpers; the cell in
 * which `await` stores the asynchronous context (empty: it does not); the function for the source of `eval` (empty:
 * none). Missing ones are empty.
 * @permission none: the source is in its arguments
 */
export declare function loadScript(source: string, fileName: string, names: string[]): Loaded;

/**
 * The source of a script, lowered as by `loadScript`; null when it does not parse. `bindings` are pairs of free
 * variables and the expressions that read them.
 * @permission none: the source is in its arguments
 */
export declare function lowerCode(source: string, names: string[], bindings: string[]): string | null;

/** TypeScript without its types. */
export interface Stripped {
  text: string;
  /** JSON `{ code, message }` of the first error, null for none. */
  error: string | null;
}

/**
 * Replaces the types of a source by white space; rejects syntax with a meaning at run time.
 * @permission none: the source is in its arguments
 */
export declare function stripTypes(source: string): Stripped;

/**
 * Creates the helpers object of lowered syntax; a new one on each call.
 * @permission none: creates functions
 */
export declare function makeHelpers(): Any<object>;

/** The function of a module, whose parameters and result depend on its form. */
export type ModuleFunction = (...values: any[]) => any;

/**
 * Evaluates a module's function. Stack traces show `url`. Consumes the handle.
 * @permission none: works on a loaded module
 */
export declare function compile(handle: u32, form: ModuleForm, url: string): Any<ModuleFunction>;

/**
 * Compiles the files of all threads from their sources from now on: functions in stored bytecode have no breakpoints
 * when a debugger connects after they were loaded.
 * @permission none: how files are compiled
 */
export declare function refuseBytecode(): void;

/**
 * Evaluates a script in the global scope. Consumes the handle.
 * @permission none: works on a loaded module
 */
export declare function runScript(handle: u32, url: string): Any<unknown>;

/**
 * Releases a handle.
 * @permission none: works on a loaded module
 */
export declare function release(handle: u32): void;

/** A position in a source; both count from 1. */
export interface SourcePosition {
  line: u32;
  column: u32;
}

/**
 * The position in the source of a position in evaluated code; null for code that is not a module.
 * @permission none: a position in loaded code
 */
export declare function mapPosition(url: string, line: u32, column: u32): SourcePosition | null;

/**
 * As `mapPosition`, for a statement: a debugger's column is where that begins.
 * @permission none: a position in loaded code
 */
export declare function sourcePosition(url: string, line: u32, column: u32): SourcePosition | null;

/**
 * The position in evaluated code of a position in the source; null for code that is not a module.
 * @permission none: a position in loaded code
 */
export declare function evaluatedPosition(url: string, line: u32, column: u32): SourcePosition | null;

/**
 * Line `line` (from 1) of a file; null when it cannot be read.
 * @permission none: the loader quotes the program's source in errors
 */
export declare function sourceLine(path: Path, line: u32): string | null;

/**
 * The bytes of a file that a program imports. Throws the system's error.
 * @permission load(path)
 */
export declare function readModule(path: Path): Bytes;

/**
 * A file that a program imports, decoded as UTF-8. Throws the system's error.
 * @permission load(path)
 */
export declare function readModuleText(path: Path): string;

/**
 * A package.json, or the source of loaded code for a message, decoded as UTF-8; null when it cannot be read.
 * @permission none: the loader reads the files around the program
 */
export declare function readNearby(path: Path): string | null;

/**
 * When the content, the name or the metadata of a file changed last, in milliseconds since 1970; -1 when it cannot be
 * looked at.
 * @permission none: the loader looks at the files of the program
 */
export declare function changedMs(path: Path): f64;

/**
 * Sets the home whose conditions and rules the resolver follows: `node`, `bun` or `deno`.
 * @permission none: sets options of this process
 */
export declare function setHome(home: string): void;

/**
 * Sets the resolution options of the command line and the environment: conditions besides the home's, the folders
 * where `require` searches last, and whether symbolic links stay unresolved (for all files, for the main file). Call
 * it before `resolve`. Each thread has conditions of its own; the rest is that of the first thread.
 * @permission none: sets options of this process
 */
export declare function configure(
  conditions: string[],
  globalFolders: string[],
  preserveSymlinks: boolean,
  preserveSymlinksMain: boolean,
): void;

/**
 * Sets where the configuration of a program of Deno is: a file in place of the nearest deno.json (empty: the nearest), none at
 * all, and a file with an import map in place of its own (empty: its own). Call it before `resolve`.
 * @permission none: sets options of this process
 */
export declare function configureDeno(config: string, isNone: boolean, importMap: string): void;

/**
 * Moves the cache of transformed sources to a folder below `directory`, which is created, and returns it. Throws the
 * system's error.
 * @permission read(directory)
 * @permission write(directory)
 */
export declare function nameCache(directory: Path, isPortable: boolean): string;

/**
 * The folder of the cache of transformed sources, when the program or NODE_COMPILE_CACHE named it; else null.
 * @permission none: a setting of this process
 */
export declare function namedCache(): string | null;

/**
 * Sets the substitutions of the command line, for files that are loaded from now on, in all threads and in place of an earlier
 * call: `names` are free names, or names joined by dots, `values` the sources of the expressions that replace them, and `drops`
 * names whose calls are removed.
 * @permission none: sets options of this process
 */
export declare function setDefines(names: string[], values: string[], drops: string[]): void;

/**
 * Sets how files are compiled that are loaded from now on, in all threads and in place of an earlier call: a tsconfig in place
 * of their own (empty: their own), and `options`, the JSON of `compilerOptions` that have precedence over it.
 * @permission none: sets options of this process
 */
export declare function overrideCompilerOptions(tsconfig: string, options: string): void;

/**
 * Counts what runs in the files of `folder` that are loaded from now on, in all threads; files of packages are left out.
 * The first call decides.
 * @permission none: sets options of this process
 */
export declare function enableCoverage(folder: Path): void;

/**
 * The counters of a file, by the identifier that its source contains: a Uint32Array.
 * @permission none: works on a loaded module
 */
export declare function coverageCounters(id: string): Any<Uint32Array>;

/**
 * JSON: an array of `{ file, map, counts }`, one for each file that was loaded and counted. `resets`: the counters start
 * again at 0.
 * @permission none: describes loaded modules
 */
export declare function coverageResults(resets: boolean): string;

/**
 * JSON: what the counters of a file would count; null for one that cannot be parsed or that a comment excludes. Throws
 * the system's error.
 * @permission read(path)
 */
export declare function coverageMap(path: Path): string | null;

/**
 * The home that the files around `entry` indicate.
 * @permission none: the loader looks at the files around the program
 */
export declare function detectHome(entry: Path): string;

/**
 * The source that `compile` would evaluate, for another context. Consumes the handle.
 * @permission none: works on a loaded module
 */
export declare function moduleText(handle: u32, form: ModuleForm, url: string): string;

/**
 * The source that `runScript` would evaluate, for another context. Consumes the handle.
 * @permission none: works on a loaded module
 */
export declare function scriptText(handle: u32, url: string): string;
