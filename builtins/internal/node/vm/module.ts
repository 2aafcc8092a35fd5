// `vm.Module`, the base of SourceTextModule and SyntheticModule (https://nodejs.org/api/vm.html#class-vmmodule). The records, linking
// and evaluation are the loader's own (`internal:loader/*`); the program provides the modules that are imported.
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_THIS,
  ERR_VM_MODULE_ALREADY_LINKED,
  ERR_VM_MODULE_DIFFERENT_CONTEXT,
  ERR_VM_MODULE_LINK_FAILURE,
  ERR_VM_MODULE_NOT_MODULE,
  ERR_VM_MODULE_STATUS,
} from "internal:core/errors";
import { evaluate } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { namespaceOf } from "internal:loader/namespace";
import {
  EVALUATED,
  EVALUATING,
  EVALUATING_ASYNC,
  LINKED,
  type Module as ModuleRecord,
  SourceModule,
} from "internal:loader/records";
import defer * as problems from "internal:loader/errors";
import { home } from "internal:core/program";
import { emitWarning } from "internal:core/process/warn";
import { inspect } from "internal:core/util/inspect";
import { validateFunction, validateObject, validateString } from "internal:core/validators";
import { isContext, nextModuleNumber, runJobs, withContext } from "internal:node/vm/contexts";
import { limited, readLimits } from "internal:node/vm/limits";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** The private state of a module. */
export interface State {
  record: ModuleRecord;
  /** The contextified object; undefined for the main context. */
  context: object | undefined;
  identifier: string;
  /** Its source, to find out whether it awaits. */
  source: string;
  /** "linking" while `link()` runs. */
  isLinking: boolean;
  /** Whether its requested modules were set. */
  isLinked: boolean;
  /** An error of linking; errors of evaluation are in the record. */
  failure: { error: unknown } | null;
  /** Of a synthetic module: its callback runs, or has run. */
  phase: "linked" | "evaluating" | "evaluated" | null;
}

const states = new WeakMap<object, State>();
let mainModuleCount = 0;
let hasWarned = false;

/** Whether `value` is a module of node:vm. */
export function isModule(value: unknown): value is Module {
  return typeof value === "object" && value !== null && states.has(value);
}

/** The state of a module. Throws ERR_INVALID_THIS for anything else. */
export function stateOf(value: unknown, className: string): State {
  const state = typeof value === "object" && value !== null ? states.get(value) : undefined;
  if (state === undefined) throw new ERR_INVALID_THIS(className);
  return state;
}

/** The options of both kinds of modules. */
export function readModuleOptions(options: unknown): { context: object | undefined; identifier: string } {
  validateObject(options, "options");
  const { context, identifier } = options;
  if (context !== undefined) {
    validateObject(context, "context");
    if (!isContext(context)) throw new ERR_INVALID_ARG_TYPE("options.context", "vm.Context", context);
  }
  if (identifier !== undefined) validateString(identifier, "options.identifier");
  return {
    context,
    identifier: identifier ?? `vm:module(${context === undefined ? mainModuleCount++ : nextModuleNumber(context)})`,
  };
}

export class Module {
  constructor(state?: State) {
    if (new.target === Module) throw new TypeError("Module is not a constructor");
    if (!hasWarned && home() === "node") {
      hasWarned = true;
      emitWarning("VM Modules is an experimental feature and might change at any time", "ExperimentalWarning");
    }
    states.set(this, state!);
  }

  /** The name in stacks. */
  get identifier(): string {
    return stateOf(this, "Module").identifier;
  }

  /** The contextified object that it was made for; undefined for the main context. */
  get context(): object | undefined {
    return stateOf(this, "Module").context;
  }

  /** The namespace object. Throws ERR_VM_MODULE_STATUS before linking. */
  get namespace(): object {
    const { record } = stateOf(this, "Module");
    const { status } = this;
    if (status === "unlinked" || status === "linking" || isBeforeLinked(record))
      throw new ERR_VM_MODULE_STATUS("must not be unlinked or linking");
    return namespaceOf(record);
  }

  /** "unlinked", "linking", "linked", "evaluating", "evaluated" or "errored". */
  get status(): string {
    return statusOf(stateOf(this, "Module"));
  }

  /** The error that it threw. Throws ERR_VM_MODULE_STATUS unless it is errored. */
  get error(): unknown {
    const state = stateOf(this, "Module");
    if (statusOf(state) !== "errored") throw new ERR_VM_MODULE_STATUS("must be errored");
    return (state.failure ?? (state.record as SourceModule).failure)!.error;
  }

  /** Links it to the results of `linker(specifier, module, extra)` for each request, recursively. */
  async link(linker: unknown): Promise<void> {
    const state = stateOf(this, "Module");
    validateFunction(linker, "linker");
    const { status } = this;
    if (status === "linked") throw new ERR_VM_MODULE_ALREADY_LINKED();
    if (status !== "unlinked") throw new ERR_VM_MODULE_STATUS("must be unlinked");
    await linkRequests(this, linker);
    instantiate(state);
  }

  /** Evaluates it and its imports. `timeout`: milliseconds; `breakOnSigint`. Rejects with their errors. */
  evaluate(options: unknown = {}): Promise<undefined> {
    return evaluateModule(this, options);
  }

  [kInspect](depth: number, options: any): unknown {
    const { context, identifier } = stateOf(this, "Module");
    const name = this.constructor.name;
    if (typeof depth === "number" && depth < 0) return `[${name}]`;
    const shown = Object.create(Object.getPrototypeOf(this));
    for (const [key, value] of Object.entries({ status: this.status, identifier, context }))
      Object.defineProperty(shown, key, { value, enumerable: true });
    return inspect(shown, { ...options, customInspect: false });
  }
}

/** Whether it was never linked, or linking failed. */
function isBeforeLinked(record: ModuleRecord): boolean {
  return record instanceof SourceModule && record.status < LINKED;
}

function statusOf({ failure, isLinking, phase, record }: State): string {
  if (failure !== null) return "errored";
  if (isLinking) return "linking";
  if (phase !== null) return phase;
  const { failure: thrown, status } = record as SourceModule;
  if (status === EVALUATED) return thrown === null ? "evaluated" : "errored";
  if (status === EVALUATING_ASYNC) return "evaluated";
  if (status === EVALUATING) return "evaluating";
  return status === LINKED ? "linked" : "unlinked";
}

/** Sets the modules that a module requests, in the order of its requests. */
export function setRequested(state: State, modules: State[]): void {
  const record = state.record as SourceModule;
  for (const [index, request] of record.requests.entries()) request.module = modules[index]!.record;
  state.isLinked = true;
  linkedStates.set(record, state);
}

/** Modules whose imports are set, by their records. */
const linkedStates = new WeakMap<SourceModule, State>();

// As in Node: a module that another branch is linking is awaited there.
async function linkRequests(module: Module, linker: Function): Promise<void> {
  const state = stateOf(module, "Module");
  state.isLinking = true;
  const { requests } = state.record as SourceModule;
  const found: Promise<State>[] = [];
  // As in Node, it stays "linking" when the linker throws, and is "errored" when the linker's result rejects or is invalid.
  for (const { attributes, specifier } of requests) {
    const shown = attributesOf(attributes);
    found.push(linkRequest(module, specifier, linker(specifier, module, { attributes: shown, assert: shown }), linker));
  }
  try {
    setRequested(state, await Promise.all(found));
  } catch (error) {
    state.failure = { error };
    throw error;
  } finally {
    state.isLinking = false;
  }
}

async function linkRequest(module: Module, specifier: string, given: unknown, linker: Function): Promise<State> {
  const requested = await given;
  if (!isModule(requested)) throw new ERR_VM_MODULE_NOT_MODULE();
  if (requested.context !== module.context) throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
  if (requested.status === "errored")
    throw new ERR_VM_MODULE_LINK_FAILURE(`request for '${specifier}' resolved to an errored module`, requested.error);
  const state = stateOf(requested, "Module");
  if (requested.status === "unlinked" && !state.isLinked) await linkRequests(requested, linker);
  return state;
}

/** Import attributes as an object without a prototype. */
export function attributesOf(attributes: readonly [string, string][]): Record<string, string> {
  return Object.assign(Object.create(null), Object.fromEntries(attributes));
}

/** Links the graph of a module whose requests are all set. Throws ERR_VM_MODULE_LINK_FAILURE or the SyntaxError of a missing export. */
export function instantiate(state: State): void {
  if (!state.isLinked) checkLinked(state.record as SourceModule, state.identifier);
  checkGraph(state.record as SourceModule);
  link(state.record);
}

function checkGraph(root: SourceModule): void {
  const seen = new Set<ModuleRecord>([root]);
  for (const record of seen) {
    if (!(record instanceof SourceModule)) continue;
    if (record.requests.length > 0) checkLinked(record, record.url);
    for (const request of record.requests) {
      // Only WebAssembly has a source, and no module of node:vm is WebAssembly.
      if (request.isSource) throw problems.noSource(request.module!.url);
      seen.add(request.module!);
    }
  }
}

function checkLinked(record: SourceModule, identifier: string): void {
  if (linkedStates.has(record)) return;
  const request = record.requests[0];
  throw new ERR_VM_MODULE_LINK_FAILURE(
    request === undefined
      ? `module '${identifier}' is not linked`
      : `request for '${request.specifier}' can not be resolved on module '${identifier}' that is not linked`,
  );
}

// Not a single async function: a promise that is settled on return must also report that synchronously.
async function evaluateModule(module: Module, options: unknown): Promise<undefined> {
  const state = stateOf(module, "Module");
  validateObject(options, "options");
  const limits = readLimits(options);
  const status = statusOf(state);
  const { context, record, source } = state;
  if ((status !== "linked" && status !== "evaluated" && status !== "errored") || isBeforeLinked(record))
    throw new ERR_VM_MODULE_STATUS("must be one of linked, evaluated, or errored");
  if (state.failure !== null) throw state.failure.error;
  const run = (): Promise<undefined> | undefined => {
    const pending = context === undefined ? evaluate(record) : withContext(context, () => evaluate(record));
    if (context !== undefined) runJobs(context, source);
    return pending;
  };
  let pending: Promise<undefined> | undefined;
  try {
    pending = limited(limits, run);
  } catch (error) {
    // Code that was terminated leaves the record in its old state.
    if ((record as SourceModule).status === EVALUATING) state.failure = { error };
    throw error;
  }
  if (pending !== undefined) await pending;
  return undefined;
}
