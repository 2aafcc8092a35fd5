// native:bundler. Builds with plugins (`Bun.build`), and transforms of single sources (`Bun.Transpiler`). Implemented by
// host/bundler.
import type { Any, Bytes, Handlers, Path, u32 } from "./types.ts";

/** What the builds of a thread notify. */
export interface BuildHandlers extends Handlers {
  /** A hook of a plugin is called; `call` is JSON (`HookCall` of `internal:bun/build/plugins`). `completeHook` gets the result. */
  hookCalled(build: u32, number: u32, call: string): void;
  /** A build has ended. `outcome` is JSON; its outputs are taken with `takeOutput`. */
  ended(build: u32, outcome: string): void;
}

/** What the pages of a thread report. */
export interface PageHandlers extends Handlers {
  /** The document for a request: that of the page (`isBuilt`), or one that shows its errors. */
  built(page: u32, document: string, isBuilt: boolean): void;
  /** A message for the browsers that have the page, as JSON. */
  message(page: u32, message: string): void;
  /** What is wrong after a change, for the terminal. */
  failed(page: u32, text: string): void;
  /** A hook of a page's plugin is called, as `hookCalled` of a build. `completePageHook` gets the result. */
  hookCalled(page: u32, number: u32, call: string): void;
  /** The code of a module that was requested; an empty string for an unknown module. */
  module(page: u32, number: u32, code: string): void;
}

/**
 * Sets the callbacks of this thread.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(handlers: BuildHandlers): void;

/**
 * The function `symbol` of the addon that was loaded from `path`, which sees sources before they are parsed (`onBeforeParse`
 * of a plugin), with its `external` value or undefined. Returns its identifier for filters. The caller keeps both reachable
 * while builds use them. Throws ERR_INVALID_ARG_VALUE if the addon does not export the function.
 * @permission ffi(path)
 */
export declare function beforeParse(path: Path, symbol: string, external: Any<unknown>): u32;

/**
 * Starts a build on threads of its own. `options` is JSON (`brio_bundler::SourceOptions`), `filters` the filters of plugins:
 * JSON `{ resolve, load, transform, beforeParse }`, each a list of `[source, flags, namespace]`; the last also has the
 * number of `beforeParse`. `readable` is the folder that a build may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for
 * options that do not fit.
 * @permission readTree(readable)
 */
export declare function start(options: string, filters: string, readable: string): u32;

/**
 * Completes the call of a hook with its result as JSON: an object without members when no plugin handles it, and
 * `{ "error": … }` ends the build.
 * @permission none: works on a running build
 */
export declare function completeHook(build: u32, number: u32, result: string): void;

/**
 * Takes the contents of an output of a build that has ended: none of a large file, whose place the outcome has (`copied`).
 * @permission none: works on a build that has ended
 */
export declare function takeOutput(build: u32, index: u32): Bytes;

/**
 * Writes an executable with the outputs of a build that has ended, whose contents must not have been taken. `settings` is
 * JSON: `runtime` is the runtime that it contains (null: the one that is running), `execArguments` are flags of it, `options`
 * those that `process.execArgv` does not show, `include` are files and folders that it contains too, and with `writesMaps` the
 * source maps of its scripts become files beside it. Returns the paths of these as JSON. Throws ERR_OPERATION_FAILED with what
 * is wrong.
 * @permission write(file)
 */
export declare function compile(build: u32, file: Path, settings: string): string;

/**
 * Forgets a build that has ended.
 * @permission none: works on a build that has ended
 */
export declare function release(build: u32): void;

/**
 * Sets the callbacks of this thread's pages.
 * @permission none: sets callbacks of this thread
 */
export declare function setPageHandlers(handlers: PageHandlers): void;

/**
 * Opens a page of the development server on a thread of its own, which watches its sources. `settings` is JSON
 * (`brio_bundler::development::Settings`), `filters` are those of its plugins, as in `start`. `readable` is the folder
 * that it may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for settings that do not fit.
 * @permission readTree(readable)
 */
export declare function openPage(settings: string, filters: string, readable: string): u32;

/**
 * Completes the call of a hook of a page's plugin, as `completeHook`.
 * @permission none: works on an open page
 */
export declare function completePageHook(page: u32, number: u32, result: string): void;

/**
 * Requests a page's document. It is built if it is not current, and reported as `built`.
 * @permission none: works on an open page
 */
export declare function requestPage(page: u32): void;

/**
 * Requests the code of a module by its name in the page's bundle. It is reported as `module`, with `number`.
 * @permission none: works on an open page
 */
export declare function requestModule(page: u32, number: u32, name: string): void;

/**
 * A file of a page by its address; null when there is none.
 * @permission none: works on an open page
 */
export declare function pageFile(page: u32, address: string): Bytes | null;

/**
 * Closes a page.
 * @permission none: works on an open page
 */
export declare function closePage(page: u32): void;

/**
 * Transforms one source as a build would, without resolving its imports. `options` is JSON (`brio_bundler::SourceOptions`),
 * `loader` one of `js`, `jsx`, `ts`, `tsx`. Returns JSON: `{ code }`, or `{ errors }` as in an
 * outcome.
 * @permission none: transforms text
 */
export declare function transform(source: string, loader: string, options: string): string;

/**
 * The imports and exports of a source, as JSON: `{ imports: [{ path, kind }], exports: [name] }`, or `{ errors }` as in an
 * outcome.
 * @permission none: reads text
 */
export declare function scan(source: string, loader: string): string;

/**
 * The source of the module `file` with the results of its macros, which a process of this runtime calls. Null when it has none.
 * Throws ERR_OPERATION_FAILED for a macro that fails, and for a use of one that is not a call with literals.
 * @permission none: the caller refuses macros where permissions are limited
 */
export declare function expandMacros(source: string, file: string): string | null;
