// Loading with asynchronous hooks: the graph of a module is read while the program continues. Two imports may read the same
// part at once; each waits for its own responses, and the first response makes the module.
import { type AsyncHooks, hasLoadHooks, hasResolveHooks, loadReporter } from "internal:loader/hook_state";
import {
  type Attributes,
  attributesOf,
  keyOf,
  loadedModule,
  loadFrom,
  parentOf,
  removeModule,
  sourceModule,
  sourceOf,
  storeModule,
} from "internal:loader/load";
import { formatFor, ofResult } from "internal:loader/hooked_modules";
import { type Module, type Request, SourceModule, UNLINKED } from "internal:loader/records";
import { type Resolved, resolvedByHooks, urlOf, urlOfParent } from "internal:loader/resolve";
import defer * as dataModules from "internal:loader/data_modules";
import { loadSource } from "native:modules";

/** Loads the module that `specifier` names in `parent` (a path or URL; empty: the start of the program), with its static imports. */
export async function loadFromWith(
  hooks: AsyncHooks,
  specifier: string,
  parent: string,
  attributes: Attributes,
): Promise<Module> {
  // Synchronous hooks are called before the asynchronous ones and cannot wait.
  if (hasResolveHooks() || hasLoadHooks()) return loadFrom(specifier, parent, attributes);
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
export async function loadFromSourceWith(
  hooks: AsyncHooks,
  source: string,
  path: string,
  url: string,
): Promise<Module> {
  const { handle, record } = loadSource(source, path, 1);
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
  const found = await moduleNamed(hooks, request.specifier, parentOf(module), attributesOf(request), added);
  request.module ??= request.isSource ? sourceOf(found) : found;
}

async function moduleNamed(
  hooks: AsyncHooks,
  specifier: string,
  parent: string,
  given: Attributes,
  added: string[],
): Promise<Module> {
  const resolved = resolvedByHooks(await hooks.resolve(specifier, urlOfParent(parent), given));
  const attributes = resolved.importAttributes ?? given;
  const url = urlOf(resolved);
  const key = keyOf(url, attributes);
  const known = knownModule(key, url, resolved, attributes);
  if (known !== undefined) return known;
  loadReporter()?.loaded(resolved.path);
  const result = await hooks.load(url, formatFor(resolved), attributes);
  const meanwhile = loadedModule(key);
  if (meanwhile !== undefined) return meanwhile;
  const module = ofResult(url, resolved, attributes, result);
  storeModule(key, module);
  added.push(key);
  return module;
}

function knownModule(key: string, url: string, resolved: Resolved, attributes: Attributes): Module | undefined {
  const known = loadedModule(key);
  if (known !== undefined) dataModules.checkAttributes(url, resolved.format, attributes);
  return known;
}
