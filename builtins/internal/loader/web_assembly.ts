// WebAssembly modules as ES modules (https://webassembly.github.io/spec/js-api/#esm-integration): imports are those of the
// binary, instantiation is evaluation, and exported globals are read once.
import { pinned, safe } from "internal:core/bootstrap";
import { namespaceOf } from "internal:loader/namespace";
import { home } from "internal:core/program";
import { emitWarning } from "internal:core/process/warn";
import { pathOfFileUrl } from "internal:core/file_url";
import type { WasmExport, WasmImport } from "internal:loader/wasm_sections";
import defer * as sections from "internal:loader/wasm_sections";
import defer * as strings from "internal:loader/wasm_strings";
import { SourceModule, type SourceRecord } from "internal:loader/records";

const STRING_CONSTANTS = "wasm:js/string-constants";
const STRING_BUILTINS = "wasm:js-string";

/** The engine's `WebAssembly`, as far as this uses it. */
interface Namespace {
  Module: (new (bytes: Uint8Array) => object) & {
    imports(module: object): WasmImport[];
    exports(module: object): WasmExport[];
  };
  Instance: new (module: object, imports: object) => { exports: WasmExports };
  LinkError: new (message: string) => Error;
  RuntimeError: new (message: string) => Error;
}

/** The exports of an instance. */
type WasmExports = Record<string, unknown>;

const WA = (globalThis as unknown as { WebAssembly: Namespace }).WebAssembly;

/** The exports of instances by their module, for globals that one module passes to another. */
const instances = pinned(new WeakMap<SourceModule, WasmExports>());

/** Makes the module of a binary. Throws CompileError with the file's name, LinkError for names that are reserved. */
export function moduleOf(url: string, bytes: Uint8Array): SourceModule {
  let compiled: object;
  try {
    compiled = new WA.Module(bytes);
  } catch (error) {
    (error as Error).message = `${pathOfFileUrl(url) ?? url}: ${(error as Error).message}`;
    throw error;
  }
  addSourcePrototype();
  const { imports, exports } = describe(compiled, bytes);
  for (const { module, name } of imports) {
    if (module.startsWith("wasm-js:")) throw new WA.LinkError(`Invalid Wasm import "${module}" in ${url}`);
    if (isReserved(name)) throw new WA.LinkError(`Invalid Wasm import name "${name}" in ${url}`);
  }
  for (const { name } of exports)
    if (isReserved(name)) throw new WA.LinkError(`Invalid Wasm export name "${name}" in ${url}`);
  const isOwn = ({ module }: WasmImport): boolean => module !== STRING_BUILTINS && module !== STRING_CONSTANTS;
  const specifiers = [...new Set(imports.filter(isOwn).map(({ module }) => module))];
  const record: SourceRecord = {
    requests: specifiers.map((specifier) => [specifier, [], 0, [1, 1]]),
    imports: [],
    locals: [...new Set(exports.map(({ name }) => name))],
    indirect: [],
    stars: [],
    isAsync: false,
    typescript: false,
  };
  const made = new SourceModule(url, pathOfFileUrl(url) ?? "", 0, record);
  made.phaseSource = compiled;
  made.function = (context: { x(getters: object): void }) =>
    evaluate(made, compiled, specifiers, imports, exports, context);
  return made;
}

let hasWarned = false;

function warnOfInstances(): void {
  if (hasWarned) return;
  hasWarned = true;
  emitWarning(
    "Importing WebAssembly module instances is an experimental feature and might change at any time",
    "ExperimentalWarning",
  );
}

/** The imports and exports of a module. */
function describe(compiled: object, bytes: Uint8Array): { imports: WasmImport[]; exports: WasmExport[] } {
  try {
    return { imports: WA.Module.imports(compiled), exports: WA.Module.exports(compiled) };
  } catch {
    return sections.sectionsOf(bytes);
  }
}

/** Adds what the engine should supply: the builtins of strings, and their constants. */
function addStrings(imported: Record<string, WasmExports>, imports: WasmImport[]): void {
  for (const { module, name } of imports) {
    if (module === STRING_CONSTANTS) (imported[module] ??= { __proto__: null } as object as WasmExports)[name] = name;
    else if (module === STRING_BUILTINS) imported[module] ??= strings.stringBuiltins(WA.RuntimeError);
  }
}

function isReserved(name: string): boolean {
  return name.startsWith("wasm:") || name.startsWith("wasm-js:");
}

function evaluate(
  made: SourceModule,
  compiled: object,
  specifiers: string[],
  imports: WasmImport[],
  exports: WasmExport[],
  context: { x(getters: object): void },
): void {
  if (home() === "node") warnOfInstances();
  const imported: Record<string, WasmExports> = {};
  for (const [index, specifier] of specifiers.entries()) {
    const target = made.requests[index]!.module!;
    const values = { __proto__: null } as object as WasmExports;
    const namespace = namespaceOf(target) as WasmExports;
    const instance = target instanceof SourceModule ? instances.get(target) : undefined;
    for (const { module, name, kind } of imports) {
      // A global of another WebAssembly module is passed on as the object that both share.
      if (module === specifier)
        values[name] =
          kind === "global" && instance !== undefined && name in instance ? instance[name] : namespace[name];
    }
    imported[specifier] = values;
  }
  addStrings(imported, imports);
  const { exports: own } = new WA.Instance(compiled, imported);
  instances.set(made, own);
  const published = { __proto__: null };
  for (const { name, kind } of exports) {
    const value = kind === "global" ? valueOf(own[name] as { value: unknown }) : own[name];
    safe.defineProperty(published, name, { get: () => value, enumerable: true, configurable: true });
  }
  context.x(published);
}

/** The value of a global; undefined for one that JavaScript cannot see (`v128`). */
function valueOf(global: { value: unknown }): unknown {
  try {
    return global.value;
  } catch {
    return undefined;
  }
}

/** %AbstractModuleSource% (proposal-source-phase-imports), which the engine does not have: the prototype of `WebAssembly.Module`'s. */
function addSourcePrototype(): void {
  const { prototype } = WA.Module;
  if (safe.getPrototypeOf(prototype) !== Object.prototype) return;
  const AbstractModuleSource = function AbstractModuleSource(): never {
    throw new TypeError("AbstractModuleSource cannot be called");
  };
  const source: object = AbstractModuleSource.prototype;
  const tag = {
    get [Symbol.toStringTag](): string | undefined {
      return (this as unknown) instanceof WA.Module ? "WebAssembly.Module" : undefined;
    },
  };
  safe.defineProperty(source, Symbol.toStringTag, {
    ...Object.getOwnPropertyDescriptor(tag, Symbol.toStringTag)!,
    enumerable: false,
  });
  safe.setPrototypeOf(prototype, source);
}
