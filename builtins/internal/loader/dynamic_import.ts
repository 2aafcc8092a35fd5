// `import(specifier, options)` (ECMA-262 §13.3.10): every error rejects the promise.
import { isLoaded, safe, withIteration } from "internal:core/bootstrap";
import defer * as evaluation from "internal:loader/evaluate";
import defer * as linking from "internal:loader/link";
import { type Attributes } from "internal:loader/load";
import defer * as loading from "internal:loader/load";
import { hasLayers, importBarrier, steps } from "internal:loader/chain";
import { type Module } from "internal:loader/records";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as namespaces from "internal:loader/namespace";
import defer * as program from "internal:core/program";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as tracing from "internal:loader/import_tracing";
import defer * as errors from "internal:core/errors";
import defer * as graphErrors from "internal:loader/graph_errors";
import defer * as guard from "internal:loader/import_guard";
import { launch } from "internal:core/launch";

// Only async functions: a program may have replaced `Promise` and its methods, which must not be called.

/** Imports for the module at path or URL `parent`. */
export async function importFrom(
  parent: string,
  specifier: unknown,
  options: unknown,
  isDeferred: boolean,
  isTraced = false,
): Promise<object> {
  const name = `${specifier as string}`;
  const attributes = attributesOf(options);
  if (!isTraced && isLoaded("internal:core/diagnostics/tracing_channel") && tracing.isObserved()) {
    return await tracing.traceImport(() => importFrom(parent, name, options, isDeferred, true), name, parent);
  }
  // Loading is another job: no code of the imported graph runs inside the caller.
  await importBarrier()?.();
  const { graphs } = steps();
  let module: Module;
  try {
    if (launch().restricts) guard.checkImported(name, parent);
    module =
      graphs === null
        ? withIteration(() => loadNow(name, parent, attributes))
        : await graphs.load(name, parent, attributes);
    withIteration(() => linking.link(module));
  } catch (error) {
    if (program.home() === "deno") graphErrors.addPlace(error);
    throw error;
  }
  if (isDeferred) {
    const pending = evaluation.asyncDependencies(module).map(evaluation.evaluate);
    for (const promise of pending) await promise;
    return namespaces.deferredNamespaceOf(module);
  }
  await evaluation.evaluate(module);
  return withIteration(() => namespaces.namespaceOf(module));
}

function loadNow(specifier: string, parent: string, attributes: Attributes): Module {
  return loading.loadFrom(specifier, hasLayers() ? parent : (pathOfFileUrl(parent) ?? parent), attributes);
}

/** `import.source` (proposal-source-phase-imports, GetModuleSource): only WebAssembly modules have a source-phase object. */
export async function importSource(parent: string, specifier: unknown, options: unknown): Promise<object> {
  const name = `${specifier as string}`;
  const attributes = attributesOf(options);
  await importBarrier()?.();
  const { graphs } = steps();
  if (launch().restricts) guard.checkImported(name, parent);
  const from = pathOfFileUrl(parent) ?? parent;
  const module =
    graphs === null ? loading.loadAlone(name, from, attributes) : await graphs.load(name, parent, attributes);
  if (module.phaseSource === null) throw loaderErrors.noSource(module.url);
  return module.phaseSource;
}

/** The `import` of a CommonJS module or a script, with its phases as methods. */
export function importerFor(parent: string): (specifier: unknown, options?: unknown) => Promise<object> {
  const importer = (specifier: unknown, options?: unknown) => importFrom(parent, specifier, options, false);
  importer.defer = (specifier: unknown, options?: unknown) => importFrom(parent, specifier, options, true);
  importer.source = (specifier: unknown, options?: unknown) => importSource(parent, specifier, options);
  return importer;
}

function attributesOf(options: unknown): Attributes {
  const attributes = { __proto__: null } as object as Attributes;
  if (options === undefined) return attributes;
  if (typeof options !== "object" || options === null)
    throw new TypeError("The second argument to import() must be an object");
  const given = (options as { with?: unknown }).with;
  if (given === undefined) return attributes;
  if (typeof given !== "object" || given === null) throw new TypeError("The 'with' option must be an object");
  for (const [name, value] of safe.entries(given)) {
    if (typeof value !== "string") throw new TypeError("Import attribute value must be a string");
    // Hooks may take out what only they know; what is left is checked when the module is loaded.
    if (name !== "type" && program.home() !== "bun" && !hasLayers())
      throw new errors.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(name, value);
    attributes[name] = value;
  }
  return attributes;
}
