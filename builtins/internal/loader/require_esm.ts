// `require` of an ES module (Node's `require(esm)`): linked and evaluated at once; top-level await is refused.
import { evaluateSync } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { loadTransformed } from "internal:loader/load";
import { namespaceOf } from "internal:loader/namespace";
import { EVALUATED, EVALUATING, Module, type Resolution, SourceModule, SyntheticModule } from "internal:loader/records";
import { option } from "internal:core/launch";
import { ERR_REQUIRE_ESM } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as commonjsNames from "internal:loader/commonjs_lookup";
import defer * as problems from "internal:loader/errors";
import defer * as runSource from "internal:loader/run_source";
import { formatOf, loadFile, packageScope } from "native:modules";

/** CommonJS modules whose file is an ES module that is being evaluated. */
const running = new Map<object, Module>();

/** How many frames of the loader may stand above those of the program. */
const LOADER_FRAMES = 12;

/** The exports of a file that turned out to be an ES module. `parent`: the module that requires it first. */
export function exportsOfLoaded(
  filename: string,
  handle: number,
  record: any,
  commonJsModule: object,
  parent: any,
): unknown {
  if (isForbidden()) {
    // The stack is to show who asked, below the frames of the loader.
    const limit = (Error as any).stackTraceLimit;
    if (limit > 0) (Error as any).stackTraceLimit = limit + LOADER_FRAMES;
    try {
      throw refusal(filename, parent?.filename ?? null);
    } finally {
      (Error as any).stackTraceLimit = limit;
    }
  }
  traceRequire(filename, parent);
  const isPath = filename.startsWith("/");
  const module = loadTransformed(isPath ? fileUrl(filename) : filename, isPath ? filename : "", handle, record);
  running.set(commonJsModule, module);
  try {
    if (module instanceof SourceModule && module.status === EVALUATING) throw problems.cycleOfRequire(module, parent);
    refuseCycles(module);
    link(module);
    evaluateSync(module, commonjs.requireStack(parent));
  } finally {
    running.delete(commonJsModule);
  }
  return exportsOf(module);
}

/** Why a file cannot be required: it is an ES module, or, when only its syntax says so, it is no CommonJS. */
function refusal(filename: string, parent: string | null): unknown {
  if (!filename.startsWith("/")) return new ERR_REQUIRE_ESM(filename, true, parent);
  if (formatOf(filename) === "detect")
    return problems.syntaxErrorOfCommonJs(JSON.parse(loadFile(filename, 2).record).error);
  const scope = filename.endsWith(".js") ? packageScope(filename) : null;
  const hasSyntax = runSource.isModuleText(commonjsNames.readText(filename), "/_.js");
  return new ERR_REQUIRE_ESM(filename, hasSyntax, parent, scope);
}

/** Whether the command line takes `require` of ES modules away. */
export function isForbidden(): boolean {
  return option("--no-experimental-require-module") !== undefined || option("--no-require-module") !== undefined;
}

/** `--trace-require-module`. */
function traceRequire(filename: string, parent: any): void {
  const asked = option("--trace-require-module");
  if (asked === undefined) return;
  const from: string = parent?.filename ?? "";
  if (asked === "no-node-modules" && from.includes("/node_modules/")) return;
  const subject = from === "" ? "require() is loading" : `CommonJS module ${from} is loading`;
  emitWarning(
    `${subject} ES Module ${filename} using require().\nSupport for loading ES Module in require() is an experimental feature and might change at any time`,
    "ExperimentalWarning",
  );
}

/** Throws when something below a module that is about to run is running already: a `require` stands in between. */
function refuseCycles(root: Module): void {
  const seen = new Set<Module>([root]);
  for (const module of seen) {
    if (!(module instanceof SourceModule) || module.status >= EVALUATING) continue;
    for (const request of module.requests) {
      const target = request.module!;
      if (target instanceof SourceModule && target.status === EVALUATING)
        throw problems.cycleOfImport("Module", request.specifier, module);
      if (target instanceof SyntheticModule && target.isCommonJs && isRunning(target.url))
        throw problems.cycleOfImport("CommonJS Module", request.specifier, module);
      if (!request.isDeferred) seen.add(target);
    }
  }
}

/** Whether a URL is that of a CommonJS file that is running. */
function isRunning(url: string): boolean {
  const path = pathOfFileUrl(url);
  const module = path === null ? undefined : (commonjs.Module as any)._cache[path];
  return module !== undefined && !module.loaded && !running.has(module);
}

/** Throws when a module in a cycle is required while it runs. */
export function checkCycle(commonJsModule: object, parent: any): void {
  const module = running.get(commonJsModule);
  if (module instanceof SourceModule && module.status >= EVALUATING && module.status !== EVALUATED)
    throw problems.cycleOfRequire(module, parent);
}

function exportsOf(module: Module): unknown {
  const names = module.exportNames();
  const namespace: any = namespaceOf(module);
  if (names.includes("module.exports")) return namespace["module.exports"];
  if (!names.includes("default") || names.includes("__esModule")) return namespace;
  return namespaceOf(new TranspiledView(module));
}

/** The namespace with `__esModule: true` added, which code compiled from ES modules looks for. */
class TranspiledView extends Module {
  #inner: Module;
  constructor(inner: Module) {
    super(inner.url);
    this.#inner = inner;
    this.environment = { __proto__: null, __esModule: true };
  }
  exportNames(): string[] {
    return [...this.#inner.exportNames(), "__esModule"];
  }
  resolveExport(name: string): Resolution | null | "ambiguous" {
    return name === "__esModule" ? { module: this, name } : this.#inner.resolveExport(name);
  }
}
