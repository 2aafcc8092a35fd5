// native:bundler. Builds with plugins (`Bun.build`), and transforms of single sources (`Bun.Transpiler`). Implemented by
// host/bundler.
import type { Bytes, Handlers, u32 } from "./types.ts";

/** What the builds of a thread notify. */
export interface BuildHandlers extends Handlers {
  /** A plugin is asked; `question` is JSON (`internal:bun/build/questions`). The answer goes to `answer`. */
  asked(build: u32, number: u32, question: string): void;
  /** A build has ended. `outcome` is JSON; its outputs are taken with `takeOutput`. */
  ended(build: u32, outcome: string): void;
}

/**
 * Sets the callbacks of this thread.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(handlers: BuildHandlers): void;

/**
 * Starts a build on threads of its own. `options` is JSON (`brio_bundler::Options`), `filters` the filters of plugins:
 * JSON `{ resolve, load, transform }`, each a list of `[source, flags, namespace]`. `readable` is the folder that a build may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for
 * options that do not fit.
 * @permission read(readable)
 */
export declare function start(options: string, filters: string, readable: string): u32;

/**
 * Answers a question with JSON; null: the plugin leaves it to the next one. An answer `{ "error": … }` ends the build.
 * @permission none: works on a running build
 */
export declare function answer(build: u32, number: u32, answer: string): void;

/**
 * Takes the contents of an output of a build that has ended.
 * @permission none: works on a build that has ended
 */
export declare function takeOutput(build: u32, index: u32): Bytes;

/**
 * Forgets a build that has ended.
 * @permission none: works on a build that has ended
 */
export declare function release(build: u32): void;

/**
 * Transforms one source as a build would, without resolving its imports. `options` is JSON (`brio_bundler::Options`),
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
