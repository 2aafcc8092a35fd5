// Loading with asynchronous hooks: the graph of a module is read while the program continues. Two imports may read the same
// part at once; each waits for its own responses, and the first response makes the module.
import * as lists from "internal:core/lists";
import { HOOKS_THREAD, setLayer, steps } from "internal:loader/chain";
import type { AsyncHooks } from "internal:loader/hook_types";
import {
  type Attributes,
  attributesOf,
  checkRemote,
  keyOf,
  loadedModule,
  parentOf,
  removeModule,
  sourceModule,
  sourceOf,
  storeModule,
} from "internal:loader/load";
import { formatFor, ofResult } from "internal:loader/hooked_modules";
import { type Module, type Request, SourceModule, UNLINKED } from "internal:loader/records";
import { defaultLoad, defaultResolution, resolvedByHooks, urlOfParent } from "internal:loader/default_hooks";
import { type Resolved, urlOf } from "internal:loader/resolve";
import { home } from "internal:core/program";
import { launch } from "internal:core/launch";
import defer * as dataModules from "internal:loader/data_modules";
import defer * as guard from "internal:loader/import_guard";
import { SourceGoal, loadSource } from "native:modules";

let current: AsyncHooks | null = null;

/** The hooks around the loader of this thread; null as long as none were registered. */
export function surrounding(): AsyncHooks | null {
  return current;
}

/** Puts the hooks around the loader of this thread. */
export function surround(hooks: AsyncHooks): void {
  current = hooks;
  setLayer(HOOKS_THREAD, () => ({
    resolve: (specifier, parent, attributes) =>
      resolvedByHooks(hooks.resolveSync(specifier, urlOfParent(parent), attributes)),
    create: (url, resolved, attributes) =>
      ofResult(url, resolved, attributes, hooks.loadSync(url, formatFor(resolved), attributes)),
    graphs: {
      load: (specifier, parent, attributes) => loadFromWith(hooks, specifier, parent, attributes),
      loadSource: (source, path, url) => loadFromSourceWith(hooks, source, path, url),
    },
    // As in Node, `require` does not call them.
    resolveLast: (specifier, parent, isRequire, context) =>
      isRequire
        ? defaultResolution(specifier, parent, isRequire, context.conditions)
        : resolvedByHooks(hooks.resolveSync(specifier, urlOfParent(parent), context.importAttributes ?? {})),
    loadLast: (url, isRequire, context) =>
      isRequire
        ? defaultLoad(url, context.format, isRequire, true)
        : hooks.loadSync(url, context.format ?? undefined, context.importAttributes ?? {}),
  }));
}

/** Loads the module that `specifier` names in `parent` (a path or URL; empty: the start of the program), with its static imports. */
async function loadFromWith(
  hooks: AsyncHooks,
  specifier: string,
  parent: string,
  attributes: Attributes,
): Promise<Module> {
  const added: string[] = [];
  try {
    const root = await moduleNamed(hooks, specifier, parent, attributes, added);
    await loadGraph(hooks, root, added);
    return root;
  } catch (error) {
    for (const key of added) removeModule(key);
    throw error;
  }
}

/** Makes a module of source that is not in a file and loads its graph. */
async function loadFromSourceWith(hooks: AsyncHooks, source: string, path: string, url: string): Promise<Module> {
  const { handle, record } = loadSource(source, path, SourceGoal.ES_MODULE);
  const module = sourceModule(url, path, handle, record);
  await loadGraph(hooks, module, []);
  return module;
}

async function loadGraph(hooks: AsyncHooks, root: Module, added: string[]): Promise<void> {
  const seen = new Set<Module>([root]);
  for (const module of seen) {
    if (!(module instanceof SourceModule) || module.status !== UNLINKED) continue;
    for (const request of module.requests) {
      if (request.module === null) await loadRequest(hooks, module, request, added);
      seen.add(request.module!);
    }
  }
}

async function loadRequest(hooks: AsyncHooks, module: SourceModule, request: Request, added: string[]): Promise<void> {
  const found = await moduleNamed(hooks, request.specifier, parentOf(module), attributesOf(request), added, module);
  request.module ??= request.isSource ? sourceOf(found) : found;
}

async function moduleNamed(
  hooks: AsyncHooks,
  specifier: string,
  parent: string,
  given: Attributes,
  added: string[],
  importer: SourceModule | null = null,
): Promise<Module> {
  if (importer !== null && home() === "deno") checkRemote(importer, specifier);
  const resolved = resolvedByHooks(await hooks.resolve(specifier, urlOfParent(parent), given));
  if (importer !== null && launch().restricts) guard.checkStatic(importer, resolved);
  const attributes = resolved.importAttributes ?? given;
  const url = urlOf(resolved);
  const key = keyOf(url, attributes);
  const known = knownModule(key, url, resolved, attributes);
  if (known !== undefined) return known;
  steps().begin?.(resolved.path);
  const result = await hooks.load(url, formatFor(resolved), attributes);
  const meanwhile = loadedModule(key);
  if (meanwhile !== undefined) return meanwhile;
  const module = ofResult(url, resolved, attributes, result);
  storeModule(key, module);
  lists.push(added, key);
  return module;
}

function knownModule(key: string, url: string, resolved: Resolved, attributes: Attributes): Module | undefined {
  const known = loadedModule(key);
  if (known !== undefined) dataModules.checkAttributes(url, resolved.format, attributes);
  return known;
}
