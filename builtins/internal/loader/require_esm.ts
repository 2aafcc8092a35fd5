// `require` of an ES module (Node's `require(esm)`): linked and evaluated at once; top-level await is refused.
import { pinned, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { evaluateSync } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { loadTransformed } from "internal:loader/load";
import { namespaceOf } from "internal:loader/namespace";
import {
  type Environment,
  EVALUATED,
  EVALUATING,
  Module,
  type Resolution,
  SourceModule,
  type SourceRecord,
  SyntheticModule,
} from "internal:loader/records";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import { ERR_REQUIRE_ESM } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as commonjsNames from "internal:loader/commonjs_lookup";
import defer * as loaderErrors from "internal:loader/errors";
import defer * as runSource from "internal:loader/run_source";
import { SourceGoal, formatOf, loadFile, packageScope } from "native:modules";

/** The module that makes a request. */
type Parent = commonjs.CommonJsModule | null | undefined;

/** CommonJS modules whose file is an ES module that is being evaluated. */
const running = pinned(new Map<object, Module>());

/** The number of frames of the loader above those of the program. */
const LOADER_FRAMES = 12;

/** The exports of source that is an ES module by its syntax. `parent`: the module that requires it first. */
export function exportsOfLoaded(
  filename: string,
  handle: number,
  record: SourceRecord,
  commonJsModule: object,
  { parent, isOfFile }: { parent: Parent; isOfFile: boolean },
): unknown {
  if (isForbidden()) {
    // The stack must include the requiring module, below the frames of the loader.
    const errorClass = Error as unknown as { stackTraceLimit: number };
    const limit = errorClass.stackTraceLimit;
    if (limit > 0) errorClass.stackTraceLimit = limit + LOADER_FRAMES;
    try {
      throw forbiddenError(filename, parent?.filename ?? null);
    } finally {
      errorClass.stackTraceLimit = limit;
    }
  }
  traceRequire(filename, parent);
  const isPath = filename.startsWith("/");
  const module = loadTransformed(
    isPath ? fileUrl(filename) : filename,
    isPath ? filename : "",
    handle,
    record,
    isOfFile,
  );
  running.set(commonJsModule, module);
  try {
    if (module instanceof SourceModule && module.status === EVALUATING)
      throw loaderErrors.cycleOfRequire(module, parent);
    rejectCycles(module);
    link(module);
    evaluateSync(module, commonjs.requireStack(parent));
  } finally {
    running.delete(commonJsModule);
  }
  return exportsOf(module);
}

/** The error for a file that cannot be required: ERR_REQUIRE_ESM, or the SyntaxError of CommonJS when only its syntax makes it an ES module. */
function forbiddenError(filename: string, parent: string | null): unknown {
  if (!filename.startsWith("/")) return new ERR_REQUIRE_ESM(filename, true, parent);
  if (formatOf(filename) === "detect")
    return loaderErrors.syntaxErrorOfCommonJs(safe.parseJson(loadFile(filename, SourceGoal.COMMON_JS).record).error);
  const scope = filename.endsWith(".js") ? packageScope(filename) : null;
  const hasSyntax = runSource.isModuleSource(commonjsNames.readSource(filename), "/_.js");
  return new ERR_REQUIRE_ESM(filename, hasSyntax, parent, scope);
}

/** Whether the command line disables `require` of ES modules. */
export function isForbidden(): boolean {
  return option("--no-experimental-require-module") !== undefined || option("--no-require-module") !== undefined;
}

/** `--trace-require-module`. */
function traceRequire(filename: string, parent: Parent): void {
  const mode = option("--trace-require-module");
  if (mode === undefined) return;
  const from: string = parent?.filename ?? "";
  if (mode === "no-node-modules" && from.includes("/node_modules/")) return;
  const subject = from === "" ? "require() is loading" : `CommonJS module ${from} is loading`;
  emitWarning(
    `${subject} ES Module ${filename} using require().\nSupport for loading ES Module in require() is an experimental feature and might change at any time`,
    "ExperimentalWarning",
  );
}

/** Throws when a dependency of a module that is about to run is already running: a `require` is between them. */
function rejectCycles(root: Module): void {
  const seen = new Set<Module>([root]);
  for (const module of seen) {
    if (!(module instanceof SourceModule) || module.status >= EVALUATING) continue;
    for (const request of module.requests) {
      const target = request.module!;
      if (target instanceof SourceModule && target.status === EVALUATING)
        throw loaderErrors.cycleOfImport("Module", request.specifier, module);
      if (target instanceof SyntheticModule && target.isCommonJs && isRunning(target.url) && home() !== "bun")
        throw loaderErrors.cycleOfImport("CommonJS Module", request.specifier, module);
      if (!request.isDeferred) seen.add(target);
    }
  }
}

/** Whether a URL is that of a CommonJS file that is running. */
function isRunning(url: string): boolean {
  const path = pathOfFileUrl(url);
  const module = path === null ? undefined : (commonjs.Module as unknown as commonjs.ModuleClass)._cache[path];
  return module !== undefined && !module.loaded && !running.has(module);
}

/** Throws when a module in a cycle is required while it runs. */
export function checkCycle(commonJsModule: object, parent: Parent): void {
  const module = running.get(commonJsModule);
  if (module instanceof SourceModule && module.status >= EVALUATING && module.status !== EVALUATED)
    throw loaderErrors.cycleOfRequire(module, parent);
}

function exportsOf(module: Module): unknown {
  const names = module.exportNames();
  const namespace = namespaceOf(module) as Record<string, unknown>;
  if (lists.includes(names, "module.exports")) return namespace["module.exports"];
  if (home() === "bun") {
    module.isRequiredInBun = true;
    return namespace;
  }
  if (!lists.includes(names, "default") || lists.includes(names, "__esModule")) return namespace;
  return namespaceOf(new TranspiledView(module));
}

/** The namespace with `__esModule: true` added, which code compiled from ES modules looks for. */
class TranspiledView extends Module {
  #inner: Module;
  constructor(inner: Module) {
    super(inner.url);
    this.#inner = inner;
    this.environment = { __proto__: null, __esModule: true } as object as Environment;
  }
  exportNames(): string[] {
    return [...this.#inner.exportNames(), "__esModule"];
  }
  resolveExport(name: string): Resolution | null | "ambiguous" {
    return name === "__esModule" ? { module: this, name } : this.#inner.resolveExport(name);
  }
}
