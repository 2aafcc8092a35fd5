// Evaluation (ECMA-262 §16.2.1.6.1.3): dependencies first, in order; modules with top-level await, and the modules that
// depend on them, continue asynchronously.
import * as collections from "internal:core/collections";
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  EVALUATED,
  EVALUATING,
  EVALUATING_ASYNC,
  LINKED,
  type Environment,
  type Module,
  SourceModule,
  SyntheticModule,
} from "internal:loader/records";
import { start } from "internal:loader/link";
import defer * as asyncFrames from "internal:core/stack/async_frames";
import defer * as guards from "internal:loader/dead_zone";
import defer * as loaderErrors from "internal:loader/errors";

let asyncEvaluationCount = 0;

/** Evaluates a linked module. Returns a promise when a module in its graph awaits; throws when it failed synchronously. */
export function evaluate(root: Module): Promise<undefined> | undefined {
  if (!(root instanceof SourceModule)) {
    (root as SyntheticModule).evaluate();
    return undefined;
  }
  let module = root;
  if (module.status === EVALUATING_ASYNC || module.status === EVALUATED) module = module.cycleRoot ?? module;
  if (module.capability !== null) {
    if (module.status === EVALUATED && module.failure !== null) throw module.failure.error;
    return module.status === EVALUATED ? undefined : module.capability.promise;
  }
  if (module.status === EVALUATED) {
    if (module.failure !== null) throw module.failure.error;
    return undefined;
  }
  const stack: SourceModule[] = [];
  try {
    innerEvaluate(module, stack, 0);
  } catch (error) {
    for (const member of stack) {
      member.status = EVALUATED;
      member.failure = { error };
      member.cycleRoot ??= member;
    }
    module.failure ??= { error };
    throw error;
  }
  if (module.asyncEvaluationOrder === 0 || module.status === EVALUATED) return undefined;
  const capability = newCapability();
  module.capability = capability;
  // The promise may have no handler yet; later handlers receive the rejection from the promise itself.
  void ignoreRejection(capability.promise);
  return capability.promise;
}

// Programs may replace `Promise` and its methods, which must not be called.
const IntrinsicPromise = Promise;

function newCapability(): NonNullable<SourceModule["capability"]> {
  let resolve!: (value?: undefined) => void;
  let reject!: (error: unknown) => void;
  const promise = new IntrinsicPromise<undefined>((onResolve, onReject) => {
    resolve = onResolve as (value?: undefined) => void;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

async function ignoreRejection(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch {
    // The module stores the error.
  }
}

/** Evaluates synchronously, for `require(esm)`; `requireStack` has the files that led to it. Throws ERR_REQUIRE_ASYNC_MODULE, before any code runs, when a module awaits. */
export function evaluateSync(module: Module, requireStack: string[] = []): void {
  if (module instanceof SourceModule && (module.status === EVALUATING || module.status === EVALUATING_ASYNC))
    throw loaderErrors.cycleOfRequire(module);
  if (awaits(module, new Set())) throw loaderErrors.asyncRequired(module, requireStack);
  if (evaluate(module) !== undefined) throw loaderErrors.asyncRequired(module, requireStack);
}

/** Whether a module or one of its dependencies awaits, evaluated or not: Node refuses to require it. */
function awaits(module: Module, seen: Set<Module>): boolean {
  if (!(module instanceof SourceModule) || collections.setHas(seen, module)) return false;
  collections.setAdd(seen, module);
  return (
    module.hasTopLevelAwait ||
    lists.some(module.requests, (request) => !request.isDeferred && awaits(request.module!, seen))
  );
}

/** Evaluates a module when its deferred namespace is read. Throws a TypeError when it cannot run now. */
export function evaluateDeferred(module: Module): void {
  if (!isReadyForSyncExecution(module, new Set()))
    throw new TypeError(`the deferred module ${module.url} is being evaluated`);
  evaluate(module);
}

// ReadyForSyncExecution (proposal-defer-import-eval)
function isReadyForSyncExecution(module: Module, seen: Set<Module>): boolean {
  if (!(module instanceof SourceModule) || collections.setHas(seen, module)) return true;
  collections.setAdd(seen, module);
  if (isComponentEvaluated(module)) return true;
  if (module.status === EVALUATING || module.status === EVALUATING_ASYNC || module.hasTopLevelAwait) return false;
  return lists.every(module.requests, (request) => isReadyForSyncExecution(request.module!, seen));
}

// IsModuleSCCEvaluated
function isComponentEvaluated(module: SourceModule): boolean {
  return (module.cycleRoot ?? module).status === EVALUATED;
}

/** The modules that must run before a deferred module can be evaluated on a read: its dependencies that await. */
export function asyncDependencies(module: Module, seen: Set<Module> = new Set()): SourceModule[] {
  if (collections.setHas(seen, module) || !(module instanceof SourceModule)) return [];
  collections.setAdd(seen, module);
  if (module.status === EVALUATING || isComponentEvaluated(module)) return [];
  if (module.hasTopLevelAwait) return [module];
  return module.requests.flatMap((request) => asyncDependencies(request.module!, seen));
}

// InnerModuleEvaluation
function innerEvaluate(module: Module, stack: SourceModule[], index: number): number {
  if (!(module instanceof SourceModule)) {
    (module as SyntheticModule).evaluate();
    return index;
  }
  if (module.status === EVALUATING_ASYNC || module.status === EVALUATED) {
    if (module.failure !== null) throw module.failure.error;
    return index;
  }
  if (module.status === EVALUATING) return index;
  if (module.status !== LINKED) throw new Error(`module ${module.url} was evaluated before it was linked`);
  module.status = EVALUATING;
  module.dfsIndex = module.dfsAncestorIndex = index++;
  module.pendingAsyncDependencies = 0;
  lists.push(stack, module);
  // By index: a module that was evaluated before may have changed the iteration of arrays.
  for (let at = 0; at < module.requests.length; at++) {
    const request = module.requests[at]!;
    const targets = request.isDeferred ? asyncDependencies(request.module!) : [request.module!];
    for (let next = 0; next < targets.length; next++) {
      const target = targets[next]!;
      index = innerEvaluate(target, stack, index);
      if (target instanceof SourceModule) addDependency(module, target, stack);
    }
  }
  if (module.pendingAsyncDependencies > 0 || module.hasTopLevelAwait) {
    module.asyncEvaluationOrder = ++asyncEvaluationCount;
    if (module.pendingAsyncDependencies === 0) executeAsync(module);
  } else {
    executeSync(module);
  }
  if (module.dfsAncestorIndex === module.dfsIndex) {
    for (;;) {
      const member = lists.pop(stack)!;
      member.status = member.asyncEvaluationOrder === 0 ? EVALUATED : EVALUATING_ASYNC;
      member.cycleRoot = module;
      if (member === module) break;
    }
  }
  return index;
}

function addDependency(module: SourceModule, target: SourceModule, stack: SourceModule[]): void {
  let required = target;
  if (required.status === EVALUATING) {
    if (lists.includes(stack, required))
      module.dfsAncestorIndex = safe.min(module.dfsAncestorIndex, required.dfsAncestorIndex);
  } else {
    required = required.cycleRoot!;
    if (required.failure !== null) throw required.failure.error;
  }
  if (required.asyncEvaluationOrder > 0 && required.status !== EVALUATED) {
    module.pendingAsyncDependencies++;
    lists.push(required.asyncParents, module);
  }
}

function executeSync(module: SourceModule): void {
  try {
    if (module.isInCycle) module.instance!.next();
    else start(module);
  } catch (error) {
    if (error instanceof ReferenceError) loaderErrors.explainReference(error, module);
    throw error;
  }
  if (module.isInCycle) guards.remove(module);
  else module.environment ??= { __proto__: null } as object as Environment;
  module.instance = null;
}

// ExecuteAsyncModule
function executeAsync(module: SourceModule): void {
  let promise: Promise<unknown>;
  try {
    promise = module.isInCycle ? module.instance!.next() : start(module);
  } catch (error) {
    promise = rejected(error);
  }
  module.environment ??= { __proto__: null } as object as Environment;
  void settle(module, promise);
}

async function rejected(error: unknown): Promise<never> {
  throw error;
}

async function settle(module: SourceModule, promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ReferenceError) loaderErrors.explainReference(error, module);
    const site = module.context?.n;
    const inputs = module.context?.q;
    module.context = null;
    if (site !== undefined) asyncFrames.recordModule(error, site, inputs, module.url);
    asyncRejected(module, error);
    return;
  }
  module.context = null;
  if (module.isInCycle) guards.remove(module);
  asyncFulfilled(module);
}

function gatherAvailableAncestors(module: SourceModule, list: SourceModule[]): void {
  for (const parent of module.asyncParents) {
    if (lists.includes(list, parent) || (parent.cycleRoot ?? parent).failure !== null) continue;
    if (--parent.pendingAsyncDependencies > 0) continue;
    lists.push(list, parent);
    if (!parent.hasTopLevelAwait) gatherAvailableAncestors(parent, list);
  }
}

// AsyncModuleExecutionFulfilled
function asyncFulfilled(module: SourceModule): void {
  if (module.status === EVALUATED) return;
  module.status = EVALUATED;
  module.capability?.resolve();
  const ready: SourceModule[] = [];
  gatherAvailableAncestors(module, ready);
  lists.sort(ready, (a, b) => a.asyncEvaluationOrder - b.asyncEvaluationOrder);
  for (const parent of ready) {
    if (parent.status === EVALUATED) continue;
    if (parent.hasTopLevelAwait) executeAsync(parent);
    else {
      try {
        executeSync(parent);
      } catch (error) {
        asyncRejected(parent, error);
        continue;
      }
      parent.status = EVALUATED;
      parent.capability?.resolve();
    }
  }
}

// AsyncModuleExecutionRejected
function asyncRejected(module: SourceModule, error: unknown): void {
  if (module.status === EVALUATED) return;
  module.failure = { error };
  module.status = EVALUATED;
  module.capability?.reject(error);
  for (const parent of module.asyncParents) asyncRejected(parent, error);
}
