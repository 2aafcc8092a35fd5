// The import of CommonJS files by ES modules: each file has a synthetic module, whose names are detected in the source and whose
// values come from running it.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { FOUND, Module, type ModuleClass, imported, isLoaderReplaced } from "internal:loader/commonjs";
import { parse, preloaded } from "internal:loader/commonjs_source";
import * as names from "internal:loader/commonjs_lookup";
import { type CommonJsRecord, type Module as EsModule, SyntheticModule } from "internal:loader/records";
import defer * as warn from "internal:core/process/warn";
import { loadFile, release } from "internal:loader/chain";
import { SourceGoal } from "native:modules";

/** The ES module through which a CommonJS file is imported; its names are detected in the source. */
export function facade(url: string, path: string): EsModule {
  const cached = (Module as unknown as ModuleClass)._cache[path];
  if (cached !== undefined || isLoaderReplaced(path)) return synthetic(url, path, namesOfSource(path));
  imported.set(path, null);
  const { handle, record } = loadFile(path, SourceGoal.COMMON_JS);
  return facadeOfLoaded(url, path, handle, parse(record) as CommonJsRecord);
}

// The names in the source, also for a module that has run or that a compiler of the program loads, if it is JavaScript.
function namesOfSource(path: string): string[] {
  try {
    const { handle, record } = loadFile(path, SourceGoal.COMMON_JS);
    release(handle);
    const parsed = safe.parseJson(record);
    return parsed.error === undefined ? names.exportNames(path, parsed as CommonJsRecord) : [];
  } catch {
    return [];
  }
}

/** As `facade`, for a file that is already transformed. */
export function facadeOfLoaded(url: string, path: string, handle: number, record: CommonJsRecord): EsModule {
  const cached = (Module as unknown as ModuleClass)._cache[path];
  if (cached !== undefined) release(handle);
  else {
    preloaded.set(path, { handle, record });
    imported.set(path, null);
  }
  return synthetic(url, path, names.exportNames(path, record));
}

/** The ES module of a CommonJS file with these export names. `load` runs the file, unless it ran, and returns its exports. */
export function synthetic(
  url: string,
  path: string,
  found: string[],
  load: () => unknown = () => loadImported(url, path),
): EsModule {
  const all = new Set([...lists.filter(found, (name) => name !== "default"), "default", "module.exports"]);
  const module = new SyntheticModule(url, [...all], (self) => {
    const exports = load();
    const environment = self.environmentObject();
    const holder =
      typeof exports === "object" || typeof exports === "function" ? (exports as Record<string, unknown> | null) : null;
    for (const name of all) {
      if (name === "default" || name === "module.exports") environment[name] = exports;
      else environment[name] = holder !== null && name in holder ? holder[name] : undefined;
    }
  });
  module.isCommonJs = true;
  return module;
}

let hasWarned = false;

/** The ES module through which an addon is imported: what it exports is known only once it has run. */
export function addonFacade(url: string, path: string): EsModule {
  if (!hasWarned) {
    hasWarned = true;
    warn.emitWarning("Importing addons is an experimental feature and might change at any time", "ExperimentalWarning");
  }
  return new SyntheticModule(url, ["default", "module.exports"], (self) => {
    const isMain = url === names.mainUrlOfProgram();
    const exports = (Module as unknown as ModuleClass)._load(path, undefined, isMain, FOUND);
    const environment = self.environmentObject();
    environment.default = exports;
    environment["module.exports"] = exports;
  });
}

function loadImported(url: string, path: string): unknown {
  const exports = (Module as unknown as ModuleClass)._load(path, undefined, url === names.mainUrlOfProgram(), FOUND);
  const snapshot = imported.get(path);
  return snapshot == null ? exports : snapshot.exports;
}
