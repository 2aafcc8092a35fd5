// Linking (ECMA-262 §16.2.1.6.1.2): every imported name is resolved before any code runs, members of import cycles are
// compiled in the form that hoists, and re-exports become getters of the environment.
import * as collections from "internal:core/collections";
import { safe, inspection } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  EVALUATED,
  LINKED,
  LINKING,
  type Module,
  type Place,
  type Resolution,
  SourceModule,
  SyntheticModule,
  UNLINKED,
} from "internal:loader/records";
import { contextOf } from "internal:loader/context";
import { namespaceOf } from "internal:loader/namespace";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as loaderErrors from "internal:loader/errors";
import { compile } from "internal:loader/chain";
import { ModuleForm } from "native:modules";

/** Links a module and its dependencies. Throws the SyntaxError of the first missing name. */
export function link(root: Module): void {
  if (!(root instanceof SourceModule) || root.status !== UNLINKED) return;
  if (runsCommonJs) {
    runCommonJs(root);
    // A CommonJS file may have required a module of this graph.
    if ((root.status as number) !== UNLINKED) return;
  }
  const members: SourceModule[] = [];
  const cycles = findCycles(root, members);
  try {
    for (const module of members) checkNames(module);
    // Modules of node:vm show their variables and functions as soon as they are linked, so they are compiled in the form that
    // hoists, unless they have top-level await.
    for (const module of members)
      compileFunction(module, collections.setHas(cycles, module) || (module.host !== null && !module.hasTopLevelAwait));
  } catch (error) {
    for (const module of members) module.status = UNLINKED;
    throw error;
  }
  for (const module of members) {
    module.status = LINKED;
    addImportedReexports(module);
  }
  for (const module of members) if (module.isInCycle) instantiate(module);
}

let allowsMissingNames = false;

/** From now on, an imported name that is not exported is undefined, as in code that was compiled to property accesses. */
export function allowMissingNames(): void {
  allowsMissingNames = true;
}

let runsCommonJs = false;

/** From now on, CommonJS files run when the modules that import them are linked: their names are known only then. */
export function runCommonJsWhenLinking(): void {
  runsCommonJs = true;
}

/** Runs the CommonJS files that a graph imports: those of the root first, then those of the modules that it imports. */
function runCommonJs(root: Module): void {
  const seen = new Set<Module>();
  collections.setAdd(seen, root);
  for (const module of seen) {
    if (!(module instanceof SourceModule)) continue;
    for (const { module: target, isDeferred, isSource } of module.requests) {
      if (target === null || isDeferred || isSource) continue;
      if (target instanceof SyntheticModule && target.isCommonJs) target.evaluate();
      else collections.setAdd(seen, target);
    }
  }
}

/** Collects the unlinked modules, and those of them in a cycle (Tarjan's components of more than one module, or a self import). */
function findCycles(root: SourceModule, members: SourceModule[]): Set<SourceModule> {
  const inCycle = new Set<SourceModule>();
  const stack: SourceModule[] = [];
  let index = 0;
  // An explicit stack of frames: chains of thousands of imports must not overflow the call stack.
  const frames: { module: SourceModule; next: number }[] = [];
  const enter = (module: SourceModule): void => {
    module.status = LINKING;
    module.dfsIndex = module.dfsAncestorIndex = index++;
    lists.push(stack, module);
    lists.push(members, module);
    lists.push(frames, { module, next: 0 });
  };
  enter(root);
  while (frames.length > 0) {
    const frame = frames[frames.length - 1]!;
    const { module } = frame;
    const request = module.requests[frame.next++];
    if (request === undefined) {
      lists.pop(frames);
      const parent = frames[frames.length - 1]?.module;
      if (parent !== undefined) parent.dfsAncestorIndex = safe.min(parent.dfsAncestorIndex, module.dfsAncestorIndex);
      if (module.dfsAncestorIndex === module.dfsIndex) {
        const start = lists.indexOf(stack, module);
        const component = lists.splice(stack, start);
        if (component.length > 1) for (const member of component) collections.setAdd(inCycle, member);
      }
      continue;
    }
    const target = request.module;
    if (!(target instanceof SourceModule)) continue;
    if (target === module) collections.setAdd(inCycle, module);
    if (target.status === UNLINKED) enter(target);
    else if (target.status === LINKING && lists.includes(stack, target))
      module.dfsAncestorIndex = safe.min(module.dfsAncestorIndex, target.dfsIndex);
  }
  return inCycle;
}

function checkNames(module: SourceModule): void {
  for (const [name, request, importName, place] of module.indirect) {
    if (importName !== null) check(module, request, importName, place, name);
  }
  for (const [request, name, place] of module.imports) {
    if (name !== null) check(module, request, name, place, null);
  }
}

function check(
  module: SourceModule,
  requestIndex: number,
  name: string,
  place: Place,
  reexportedAs: string | null,
): void {
  const request = module.requests[requestIndex]!;
  const resolution = request.module!.resolveExport(name);
  if (resolution !== null && resolution !== "ambiguous") return;
  // In TypeScript a re-exported name may be a type, which is erased.
  if (resolution === null && (allowsMissingNames || (reexportedAs !== null && module.isTypeScript))) return;
  throw loaderErrors.missingExport(module, request, name, place, resolution === "ambiguous");
}

function compileFunction(module: SourceModule, isInCycle: boolean): void {
  if (module.function !== null) return;
  module.isInCycle = isInCycle;
  const form = module.hasTopLevelAwait
    ? isInCycle
      ? ModuleForm.ASYNC_GENERATOR
      : ModuleForm.ASYNC
    : isInCycle
      ? ModuleForm.GENERATOR
      : ModuleForm.PLAIN;
  module.function =
    module.host === null ? compile(module.handle, form, module.url) : module.host.compile(module.handle, form);
}

/**
 * Makes `export { x } from` and `export *` of the modules that a module imports from readable through their environments. Of a
 * barrel with a thousand names most programs import few.
 */
function addImportedReexports(module: SourceModule): void {
  // Metadata of decorators reads types by names that need not exist, and that are no imports.
  if (module.isTypeScript) {
    for (let index = 0; index < module.requests.length; index++) addReexports(module.requests[index]!.module, null);
    return;
  }
  for (let index = 0; index < module.imports.length; index++) {
    const imported = module.imports[index]!;
    addReexports(module.requests[imported[0]]!.module, imported[1]);
  }
}

/** Makes one name readable that `target` exports from others, or all of them for null. */
function addReexports(target: Module | null, name: string | null): void {
  if (!(target instanceof SourceModule) || (target.indirect.length === 0 && target.stars.length === 0)) return;
  if (name !== null) addReexport(target, name);
  else if (!target.hasAllReexports) {
    target.hasAllReexports = true;
    const names = target.exportNames();
    for (let at = 0; at < names.length; at++) addReexport(target, names[at]!);
  }
}

function addReexport(module: SourceModule, name: string): void {
  const environment = module.environmentObject();
  if (safe.hasOwn(environment, name) || lists.includes(module.locals, name)) return;
  const resolution = module.resolveExport(name);
  if (resolution === null || resolution === "ambiguous") return;
  safe.defineProperty(environment, name, { get: readerOf(resolution), enumerable: true, configurable: true });
}

function readerOf({ module, name }: Resolution): () => unknown {
  if (name === null) return () => namespaceOf(module);
  return () => {
    const environment = module.environmentObject();
    if (!(name in environment)) throw new ReferenceError(`Cannot access '${name}' before initialization`);
    return environment[name];
  };
}

/** Publishes the exports of a member of a cycle and hoists its functions. */
function instantiate(module: SourceModule): void {
  module.environmentObject();
  module.instance = start(module);
  module.instance!.next();
}

/** Calls the module's function: for a plain one this evaluates it, for a generator it makes the instance. */
export function start(module: SourceModule): any {
  const run = module.function!;
  inspection.compiled?.(module.url);
  // The function is not called twice, and a reference would retain its bytecode.
  module.function = null;
  const context = module.host === null ? contextOf(module) : module.host.contextOf(module);
  if (module.hasTopLevelAwait) module.context = context;
  const parameters: unknown[] = [context];
  for (let index = 0; index < module.requests.length; index++)
    lists.push(parameters, parameterOf(module.requests[index]!));
  return safe.apply(run, undefined, parameters);
}

function parameterOf(request: SourceModule["requests"][number]): unknown {
  const target = request.module!;
  if (request.isDeferred) return deferredReader(target);
  return target.environmentObject();
}

function deferredReader(target: Module): () => unknown {
  return () => {
    if (!(target instanceof SourceModule) || target.status !== EVALUATED || target.failure !== null)
      evaluation.evaluateDeferred(target);
    return target.environmentObject();
  };
}
