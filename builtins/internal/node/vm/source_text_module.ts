// `vm.SourceTextModule` (https://nodejs.org/api/vm.html#class-vmsourcetextmodule): a module from source, in the main context or another.
import {
  ERR_INVALID_ARG_TYPE,
  ERR_MODULE_LINK_MISMATCH,
  ERR_VM_MODULE_CACHED_DATA_REJECTED,
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA,
  ERR_VM_MODULE_DIFFERENT_CONTEXT,
  ERR_VM_MODULE_NOT_MODULE,
  ERR_VM_MODULE_STATUS,
} from "internal:core/errors";
import { ModuleContext } from "internal:loader/context";
import * as problems from "internal:loader/errors";
import { type Module as ModuleRecord, type ModuleHost, SourceModule } from "internal:loader/records";
import { validateArray, validateFunction, validateInt32, validateString } from "internal:core/validators";
import { countsEvaluated } from "internal:loader/counters";
import { cachedDataOf, isCachedDataOf } from "internal:node/vm/cached_data";
import defer * as countedCode from "internal:node/vm/counted_code";
import { evaluateModuleText, type Importer, importerIn } from "internal:node/vm/contexts";
import { type DynamicImport, importerFor, sourceImporterFor } from "internal:node/vm/importers";
import {
  attributesOf,
  instantiate,
  isModule,
  Module,
  readModuleOptions,
  setRequested,
  type State,
  stateOf,
} from "internal:node/vm/module";
import { SourceGoal, compile, loadSource, moduleText } from "native:modules";

interface ModuleRequest {
  specifier: string;
  attributes: Record<string, string>;
  phase: string;
}

interface Extra {
  requests: readonly ModuleRequest[];
  specifiers: readonly string[];
}

const extras = new WeakMap<object, Extra>();
/** The names of modules that are counted, while coverage is measured. */
const counted = new WeakMap<SourceModule, { file: string; url: string }>();

/** The functions that a module's lowered source calls: imports and `import.meta` use the options. */
export class VmModuleContext extends ModuleContext {
  readonly #record: SourceModule;
  readonly #importer: Importer;
  readonly #sourceImporter: Importer;
  readonly #initialize: (meta: object) => void;

  constructor(record: SourceModule, importer: Importer, sourceImporter: Importer, initialize: (meta: object) => void) {
    super(record);
    this.#record = record;
    this.#importer = importer;
    this.#sourceImporter = sourceImporter;
    this.#initialize = initialize;
  }
  override get meta(): object {
    if (this.#record.meta === null) {
      this.#record.meta = Object.create(null) as object;
      this.#initialize(this.#record.meta);
    }
    return this.#record.meta;
  }
  override import(specifier: unknown, options?: unknown): Promise<object> {
    return this.#importer(specifier, options);
  }
  override importSource(specifier: unknown, options?: unknown): Promise<object> {
    return this.#sourceImporter(specifier, options);
  }
  override counters(id: string): unknown {
    const { file, url } = counted.get(this.#record)!;
    return countedCode.sourceOf(id, file, url).counters;
  }
  // The registry of importers is the main context's.
  override code(text: unknown): unknown {
    return text;
  }
  override globalCode(text: unknown): unknown {
    return text;
  }
}

export class SourceTextModule extends Module {
  constructor(sourceText: unknown, options: any = {}) {
    validateString(sourceText, "code");
    const { context, identifier } = readModuleOptions(options);
    const { cachedData, columnOffset = 0, importModuleDynamically, initializeImportMeta, lineOffset = 0 } = options;
    validateInt32(lineOffset, "options.lineOffset");
    validateInt32(columnOffset, "options.columnOffset");
    if (initializeImportMeta !== undefined) validateFunction(initializeImportMeta, "options.initializeImportMeta");
    if (importModuleDynamically !== undefined)
      validateFunction(importModuleDynamically, "options.importModuleDynamically");
    if (cachedData !== undefined && !ArrayBuffer.isView(cachedData)) {
      throw new ERR_INVALID_ARG_TYPE("options.cachedData", ["Buffer", "TypedArray", "DataView"], cachedData);
    }
    const record = recordOf(sourceText, identifier, lineOffset);
    if (cachedData !== undefined && !isCachedDataOf(sourceText, cachedData))
      throw new ERR_VM_MODULE_CACHED_DATA_REJECTED();
    super({
      record,
      context,
      identifier,
      source: sourceText,
      isLinking: false,
      isLinked: false,
      failure: null,
      phase: null,
    });
    record.host = makeHost(this, context, importModuleDynamically, initializeImportMeta);
    const requests = record.requests.map(requestOf);
    extras.set(this, {
      requests: Object.freeze(requests),
      specifiers: Object.freeze(requests.map(({ specifier }) => specifier)),
    });
  }

  /** Its requests: frozen `{ specifier, attributes, phase }`. */
  get moduleRequests(): readonly ModuleRequest[] {
    stateOf(this, "SourceTextModule");
    return extras.get(this)!.requests;
  }

  /** The specifiers of its requests. Deprecated. */
  get dependencySpecifiers(): readonly string[] {
    stateOf(this, "SourceTextModule");
    return extras.get(this)!.specifiers;
  }

  /** Sets the modules that it requests, in the order of `moduleRequests`. */
  linkRequests(modules: unknown): void {
    const state = sourceState(this);
    if (this.status !== "unlinked") throw new ERR_VM_MODULE_STATUS("must be unlinked");
    validateArray(modules, "modules");
    const given = modules.map((module: unknown): State => {
      if (!isModule(module)) throw new ERR_VM_MODULE_NOT_MODULE();
      if (module.context !== state.context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
      return stateOf(module, "Module");
    });
    const { length } = (state.record as SourceModule).requests;
    if (given.length !== length)
      throw new ERR_MODULE_LINK_MISMATCH(`linking error, expected ${length} modules, got ${given.length}`);
    checkSameRequests(extras.get(this)!.requests, given);
    setRequested(state, given);
  }

  /** Links the graph whose requests are all set. */
  instantiate(): void {
    const state = sourceState(this);
    if (this.status !== "unlinked") throw new ERR_VM_MODULE_STATUS("must be unlinked");
    instantiate(state);
  }

  /** Whether it has a top-level `await`. */
  hasTopLevelAwait(): boolean {
    return (sourceState(this).record as SourceModule).hasTopLevelAwait;
  }

  /** Whether it, or a module that it imports, has one. Throws ERR_VM_MODULE_STATUS before linking. */
  hasAsyncGraph(): boolean {
    const { record } = sourceState(this);
    const { status } = this;
    if (status === "unlinked" || status === "linking")
      throw new ERR_VM_MODULE_STATUS("must not be unlinked or linking");
    const seen = new Set<ModuleRecord>([record]);
    for (const module of seen) {
      if (!(module instanceof SourceModule)) continue;
      if (module.hasTopLevelAwait) return true;
      for (const request of module.requests) seen.add(request.module!);
    }
    return false;
  }

  /** Data for the option `cachedData`, as a script's. Throws ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA once it was evaluated. */
  createCachedData(): unknown {
    const { source } = sourceState(this);
    if (["evaluating", "evaluated", "errored"].includes(this.status))
      throw new ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    return cachedDataOf(source);
  }
}

function sourceState(module: object): State {
  if (!extras.has(module)) stateOf(undefined, "SourceTextModule");
  return stateOf(module, "SourceTextModule");
}

function recordOf(source: string, identifier: string, lineOffset: number): SourceModule {
  const isCounted = countsEvaluated() && countedCode.counts(identifier);
  const url = isCounted ? countedCode.urlOfCode(source, identifier) : "";
  const file = isCounted ? countedCode.evaluatedFile(source, url, ".mjs") : "vm.mjs";
  const { handle, record } = loadSource(source, file, SourceGoal.ES_MODULE);
  const parsed = JSON.parse(record);
  if (parsed.error !== undefined)
    throw problems.syntaxError({ ...parsed.error, file: identifier, line: parsed.error.line + lineOffset });
  const module = new SourceModule(identifier, "", handle, parsed);
  if (isCounted) counted.set(module, { file, url });
  return module;
}

/** Throws when `import x` and `import source x` of one specifier have different modules. Source imports have no attributes. */
function checkSameRequests(requests: readonly ModuleRequest[], given: readonly State[]): void {
  const firstIndexes = new Map<string, number>();
  for (const [index, { specifier, attributes }] of requests.entries()) {
    if (Object.keys(attributes).length > 0) continue;
    const first = firstIndexes.get(specifier) ?? index;
    firstIndexes.set(specifier, first);
    if (given[first] === given[index]) continue;
    throw new ERR_MODULE_LINK_MISMATCH(
      `Module request 'ModuleCacheKey("${specifier}")' at index ${index} must be linked to the same module requested at index ${first}`,
    );
  }
}

function requestOf({ attributes, isSource, specifier }: SourceModule["requests"][number]): ModuleRequest {
  const phase = isSource ? "source" : "evaluation";
  return Object.freeze(
    Object.assign(Object.create(null), { specifier, attributes: Object.freeze(attributesOf(attributes)), phase }),
  ) as ModuleRequest;
}

function makeHost(
  module: SourceTextModule,
  context: object | undefined,
  callback: DynamicImport,
  initialize: Function | undefined,
): ModuleHost {
  const { identifier } = module;
  const importer = within(
    context,
    importerFor(callback, identifier, () => module),
  );
  const sourceImporter = within(
    context,
    sourceImporterFor(callback, identifier, () => module),
  );
  return {
    compile: (handle, form) =>
      context === undefined
        ? compile(handle, form, identifier)
        : evaluateModuleText(context, moduleText(handle, form, identifier), identifier),
    contextOf: (record) => new VmModuleContext(record, importer, sourceImporter, (meta) => initialize?.(meta, module)),
  };
}

// Its rejections and results are objects of the context.
function within(context: object | undefined, importer: Importer): Importer {
  return context === undefined ? importer : importerIn(context, importer);
}
