// `import()` in the code of node:vm. The engine does not support it in scripts, so code with `import` is lowered (and code with `using`): the call becomes a call
// of a function in a hidden global, under a number for each source. Code with an `await` is lowered as well, so that it
// preserves the asynchronous context (`docs/internals/async_context.md`), and code that reads `.stack`, for V8's format.
import {
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING,
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG,
  ERR_VM_MODULE_NOT_MODULE,
} from "internal:core/errors";
import * as intrinsics from "internal:ecmascript/intrinsics";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import {
  mainRegistry,
  makeRegistry,
  namesOf,
  nextNumber,
  numbersByUrl,
  READS_STACK,
  REGISTRY,
  type Registry,
} from "internal:loader/code_registry";
import defer * as dynamicCode from "internal:loader/dynamic_code";
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as dynamic from "internal:loader/dynamic_import";
import defer * as problems from "internal:loader/errors";
import { isNamespace } from "internal:core/namespace_registry";
import { emitWarning } from "internal:core/process/warn";
import { validateFunction } from "internal:core/validators";
import { constants, defineHidden, type Importer, importerIn } from "internal:node/vm/contexts";
import { countsEvaluated } from "internal:loader/counters";
import defer * as countedCode from "internal:node/vm/counted_code";
import type { CodeForm, CountedCode } from "internal:node/vm/counted_code";
import defer * as modules from "internal:node/vm/module";
import { loadScript, release, scriptText } from "native:modules";
import { cwd } from "native:process";

/** The option `importModuleDynamically`. */
export type DynamicImport =
  | ((specifier: string, referrer: unknown, attributes: object, phase: string) => unknown)
  | symbol
  | undefined;

const NEEDS_IMPORTER = /\b(?:import|await|using)\b/;

// The uses in scripts are not analysed.
intrinsics.install();

let hasWarned = false;

/** Checks the option. Throws ERR_INVALID_ARG_TYPE unless it is a function or a constant of `vm.constants`. */
export function validateDynamicImport(value: unknown): void {
  if (value === undefined || value === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) return;
  validateFunction(value, "options.importModuleDynamically");
}

/** The `import` of code named `filename` with the given option; `referrer()` is the referrer for the callback. */
export function importerFor(callback: DynamicImport, filename: string, referrer: () => unknown): Importer {
  if (callback === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER) {
    if (!hasWarned) {
      hasWarned = true;
      emitWarning(
        "vm.USE_MAIN_CONTEXT_DEFAULT_LOADER is an experimental feature and might change at any time",
        "ExperimentalWarning",
      );
    }
    return dynamic.importerFor(parentOf(filename));
  }
  return async (specifier, options) => {
    const made = await called(callback, specifier, options, referrer, "evaluation");
    return isNamespace(made) ? made : moduleOf(made).namespace;
  };
}

/** The `import.source` of such code. Modules of node:vm have no source, so only the error differs. */
export function sourceImporterFor(callback: DynamicImport, filename: string, referrer: () => unknown): Importer {
  if (callback === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER)
    return (specifier, options) => dynamic.importSource(parentOf(filename), specifier, options);
  return async (specifier, options) => {
    throw problems.noSource(moduleOf(await called(callback, specifier, options, referrer, "source")).identifier);
  };
}

/** Whether programs can make modules: Node's need a flag. */
export function hasModules(): boolean {
  return home() !== "node" || Boolean(option("--experimental-vm-modules"));
}

function called(
  callback: DynamicImport,
  specifier: unknown,
  options: unknown,
  referrer: () => unknown,
  phase: string,
): any {
  if (callback === undefined) throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
  if (!hasModules()) throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG();
  const text = `${specifier as string}`;
  const attributes = { __proto__: null, ...(options as any)?.with };
  return (callback as Function)(text, referrer(), attributes, phase);
}

function moduleOf(made: unknown): any {
  if (typeof made !== "object" || made === null || !modules.isModule(made)) throw new ERR_VM_MODULE_NOT_MODULE();
  if (made.status === "errored") throw made.error;
  return made;
}

/** The path or URL from which the main loader resolves for code of that name: the name itself when it is one, else the working directory. */
function parentOf(filename: string): string {
  return filename.startsWith("/") ? filename : (pathOfFileUrl(filename) ?? `${cwd()}/_`);
}

/** A script whose `import()` and reads of `.stack` work, and whose counters count. */
export interface Lowered {
  text: string;
  /** Its counters, while coverage is measured. */
  counted: CountedCode | null;
  /** Registers the importer in a context; undefined is the main one. */
  attach(context: object | undefined): void;
}

const registries = new WeakMap<object, Registry>();

/** Whether our parser accepts code with `using`, which the engine does not have: it is lowered. */
export function isWithUsing(code: string): boolean {
  if (!/\busing\b/.test(code)) return false;
  const { handle, record } = loadScript(code, "vm.js", namesOf(nextNumber()));
  const isValid = JSON.parse(record).error === undefined;
  if (isValid) release(handle);
  return isValid;
}

/** Lowers code with `import`, `await` or `.stack`, and code that is counted; null for other code. */
export function lower(code: string, filename: string, importer: () => Importer, form: CodeForm): Lowered | null {
  const needsImporter = NEEDS_IMPORTER.test(code);
  if (form !== "whole" && countsEvaluated() && countedCode.counts(filename)) {
    const number = nextNumber();
    const counted = countedCode.count(code, filename, number, form);
    if (counted !== null) {
      const attach = (context: object | undefined): void =>
        register(context, number, filename, needsImporter ? importer : null, counted);
      return { text: counted.text, counted, attach };
    }
  }
  if (form === "body" || (!needsImporter && !READS_STACK.test(code))) return null;
  const number = needsImporter ? nextNumber() : null;
  const { handle, record } = loadScript(code, "vm.js", namesOf(number));
  // The engine has accepted the source, but for `using`; code that our parser rejects is left as it is.
  if (JSON.parse(record).error !== undefined) return null;
  const text = scriptText(handle, filename);
  return { text, counted: null, attach: (context) => register(context, number, filename, importer, null) };
}

function register(
  context: object | undefined,
  number: number | null,
  filename: string,
  importer: (() => Importer) | null,
  counted: CountedCode | null,
): void {
  const registry = context === undefined ? mainRegistry() : registryOf(context);
  if (number === null || registry[number] !== undefined) return;
  let made: any = importer?.() ?? {};
  if (importer !== null && context !== undefined) made = importerIn(context, made);
  made.code = (evaluated: unknown) => dynamicCode.lowerNumbered(evaluated, number);
  if (counted !== null) made.c = counted.source.counters;
  registry[number] = made;
  if (context === undefined && importer !== null) numbersByUrl.set(filename, number);
}

function registryOf(context: object): Registry {
  let registry = registries.get(context);
  if (registry === undefined) {
    registries.set(context, (registry = makeRegistry()));
    defineHidden(context, REGISTRY, registry);
  }
  return registry;
}
