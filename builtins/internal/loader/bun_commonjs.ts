// CommonJS files as programs of Bun import them: they run while the importing modules are linked, and what they exported
// then are their names. The rules are in `docs/internals/bun_modules.md`.
import { safe } from "internal:core/bootstrap";
import { directoryOf } from "internal:core/file_url";
import { FOUND, Module, type ModuleClass, imported } from "internal:loader/commonjs";
import { runCommonJsWhenLinking } from "internal:loader/link";
import { preloaded } from "internal:loader/commonjs_source";
import { mainUrlOfProgram } from "internal:loader/commonjs_lookup";
import { type CommonJsRecord, type Environment, type Resolution, SyntheticModule } from "internal:loader/records";
import { release } from "internal:loader/chain";
import { formatOf } from "native:modules";

const M = Module as unknown as ModuleClass;

let functionsAreNamespaces = false;

/**
 * From now on, `import * as name` of a file that exports a function is this function, as for a compiler that turns it
 * into a call of `require`.
 */
export function useFunctionsAsNamespaces(): void {
  functionsAreNamespaces = true;
}

/** The module of a CommonJS file. Its names are known once it has run. */
export class BunCommonJsModule extends SyntheticModule {
  #names: string[] | null = null;
  #path: string;

  constructor(url: string, path: string) {
    super(url, [], (self) => (self as BunCommonJsModule).#run());
    this.#path = path;
    this.isCommonJs = true;
  }

  override exportNames(): string[] {
    this.evaluate();
    // Null while the file runs: in a cycle its importers see what it has exported until now.
    return this.#names ?? this.#publish(M._cache[this.#path]?.exports);
  }

  override resolveExport(name: string): Resolution | null {
    return this.exportNames().includes(name) ? { module: this, name } : null;
  }

  #run(): void {
    M._load(this.#path, undefined, this.url === mainUrlOfProgram(), FOUND);
    // A module may have been replaced in the cache while it ran.
    const snapshot = imported.get(this.#path);
    const exports = snapshot == null ? M._cache[this.#path]?.exports : snapshot.exports;
    this.#names = this.#publish(exports);
    if (functionsAreNamespaces && typeof exports === "function") this.namespace = exports;
  }

  #publish(exports: unknown): string[] {
    return publish(this.environmentObject(), exports, this.#path);
  }
}

/** Writes the exports of a CommonJS file into an environment. Returns their names. */
function publish(environment: Environment, exports: unknown, path: string): string[] {
  const define = (name: string, value: unknown): void => {
    safe.defineProperty(environment, name, { value, writable: true, enumerable: true, configurable: true });
  };
  if ((typeof exports !== "object" && typeof exports !== "function") || exports === null) {
    define("default", exports);
    return ["default"];
  }
  const holder = exports as Record<string, unknown>;
  // In a package of ES modules `__esModule` has no meaning, as in Node.
  const isTranspiled = Boolean(holder["__esModule"]) && formatOf(`${directoryOf(path)}/_.js`) !== "module";
  const names = exportedNames(holder, isTranspiled);
  const hasDefault = isTranspiled && names.includes("default");
  define("default", hasDefault ? read(holder, "default") : exports);
  for (const name of names) if (name !== "default") define(name, read(holder, name));
  if (!names.includes("default")) names.push("default");
  return names;
}

/**
 * The names of the properties that are exported. Hidden properties are, accessors excepted; those of a module with
 * `__esModule` only when it is an object of plain values.
 */
function exportedNames(holder: Record<string, unknown>, isTranspiled: boolean): string[] {
  if (isTranspiled && !isPlain(holder)) return safe.keys(holder).filter((name) => name !== "__esModule");
  return safe.getOwnPropertyNames(holder).filter((name) => {
    if (isTranspiled && name === "__esModule") return false;
    const property = safe.getOwnPropertyDescriptor(holder, name);
    return property === undefined || property.enumerable || !isAccessor(property);
  });
}

/** Whether it is an object that has neither accessors nor elements. */
function isPlain(holder: Record<string, unknown>): boolean {
  if (typeof holder === "function" || safe.isArray(holder)) return false;
  return safe.getOwnPropertyNames(holder).every((name) => {
    const property = safe.getOwnPropertyDescriptor(holder, name);
    return property === undefined || !(isAccessor(property) || isIndex(name));
  });
}

function isAccessor(property: PropertyDescriptor): boolean {
  return property.get !== undefined || property.set !== undefined;
}

function isIndex(name: string): boolean {
  return `${+name >>> 0}` === name;
}

function read(holder: Record<string, unknown>, name: string): unknown {
  try {
    return holder[name];
  } catch {
    // A getter that throws exports nothing.
    return undefined;
  }
}

/** The module through which a transformed CommonJS file is imported. */
export function facadeOfLoaded(url: string, path: string, handle: number, record: CommonJsRecord): BunCommonJsModule {
  if (M._cache[path] !== undefined) release(handle);
  else {
    preloaded.set(path, { handle, record });
    imported.set(path, null);
  }
  return new BunCommonJsModule(url, path);
}

runCommonJsWhenLinking();
