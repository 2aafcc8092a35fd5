// The context object of a program's ES module: the functions that its lowered source calls besides the imports.
import { asyncCell, safe } from "internal:core/bootstrap";
import { directoryOf } from "internal:core/file_url";
import { environmentOf, type SourceModule } from "internal:loader/records";
import { namespaceOf, deferredNamespaceOf } from "internal:loader/namespace";
import defer * as dynamicCode from "internal:loader/dynamic_code";
import defer * as dynamic from "internal:loader/dynamic_import";
import defer * as guards from "internal:loader/dead_zone";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as meta from "internal:loader/import_meta";
import defer * as helperFunctions from "internal:loader/syntax_support";
import defer * as loaderErrors from "internal:loader/errors";
import { readStack } from "internal:loader/stack_reads";
import defer * as counters from "internal:loader/counters";

/** The context of a module of the program; `node:vm` overrides parts of it. */
export class ModuleContext {
  readonly #module: SourceModule;
  constructor(module: SourceModule) {
    this.#module = module;
  }
  /** Publishes the local exports. */
  x(getters: object): void {
    const module = this.#module;
    if (module.isInCycle) guards.add(module, getters);
    if (module.environment === null) module.environment = environmentOf(module.url, getters);
    else safe.defineProperties(module.environment, safe.getOwnPropertyDescriptors(getters));
  }
  /** The namespace object of request `index`. */
  ns(index: number): object {
    const request = this.#module.requests[index]!;
    return request.isDeferred ? deferredNamespaceOf(request.module!) : namespaceOf(request.module!);
  }
  /** An environment that rejects assignments. */
  constant(environment: object): object {
    return loaderErrors.constants(environment);
  }
  /** Names the function of `export default function () {}`. */
  name(value: Function): void {
    safe.defineProperty(value, "name", { value: "default", configurable: true });
  }
  /** `import.meta`. */
  get meta(): object {
    return (this.#module.meta ??= meta.metaOf(this.#module));
  }
  /** `import(specifier, options)`. */
  import(specifier: unknown, options?: unknown): Promise<object> {
    return dynamic.importFrom(this.#module.url, specifier, options, false);
  }
  /** `import.defer(specifier)`. */
  importDefer(specifier: unknown, options?: unknown): Promise<object> {
    return dynamic.importFrom(this.#module.url, specifier, options, true);
  }
  /** `import.source(specifier)`. */
  importSource(specifier: unknown, options?: unknown): Promise<object> {
    return dynamic.importSource(this.#module.url, specifier, options);
  }
  /** The expressions by which source for a direct `eval` reads the imports of the module. Set by modules that have one. */
  declare scope: Record<string, string> | undefined;
  /** Lowers the argument of a direct `eval`. */
  code(source: unknown): unknown {
    return dynamicCode.lowerEvaluated(source, this.#module.url, this.scope);
  }
  /** Lowers the argument of an indirect `eval`. */
  globalCode(source: unknown): unknown {
    return dynamicCode.lowerEvaluated(source, this.#module.url);
  }
  /** `value.stack`. */
  stack(value: unknown, mode?: number): unknown {
    return readStack(value, mode);
  }
  /** `require`, for programs of homes where ES modules have it. */
  get require(): Function {
    return commonjs.createRequire(this.#module.path);
  }
  /** `__filename`, for the same programs. */
  get filename(): string {
    return this.#module.path;
  }
  /** `__dirname`, for the same programs. */
  get dirname(): string {
    return directoryOf(this.#module.path);
  }
  /** The cell of the asynchronous context. */
  get async(): object {
    return asyncCell;
  }
  /** The counters of a file, for coverage. */
  counters(id: string): unknown {
    return counters.countersOf(id, this.#module.path, this.#module.url);
  }
  /** Functions that lowered syntax calls. */
  get helpers(): object {
    return helperFunctions.helpers();
  }
}

/** Makes the context of a module. */
export function contextOf(module: SourceModule): object {
  return new ModuleContext(module);
}
