// How ES modules import CommonJS files: each has a module of its own, whose names come from looking at the text, and whose values
// from running it.
import { FOUND, Module, imported } from "internal:loader/commonjs";
import { parse, preloaded } from "internal:loader/commonjs_source";
import * as names from "internal:loader/commonjs_lookup";
import { type Module as EsModule, SyntheticModule } from "internal:loader/records";
import { loadFile, release } from "native:modules";

/** The ES module through which a CommonJS file is imported; its names come from looking at the text. */
export function facade(url: string, path: string): EsModule {
  const cached = (Module as any)._cache[path];
  if (cached !== undefined) return synthetic(url, path, namesOfText(path));
  imported.set(path, null);
  const { handle, record } = loadFile(path, 2);
  return facadeOfLoaded(url, path, handle, parse(record));
}

// Also of a module that ran already the names are those of its text, as far as it is one of JavaScript.
function namesOfText(path: string): string[] {
  try {
    const { handle, record } = loadFile(path, 2);
    release(handle);
    return names.exportNames(path, parse(record));
  } catch {
    return [];
  }
}

/** The same for a file that was transformed. */
export function facadeOfLoaded(url: string, path: string, handle: number, record: any): EsModule {
  const cached = (Module as any)._cache[path];
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
  load: () => any = () => loadImported(url, path),
): EsModule {
  const all = new Set([...found.filter((name) => name !== "default"), "default", "module.exports"]);
  const module = new SyntheticModule(url, [...all], (self) => {
    const exports: any = load();
    const environment = self.environmentObject();
    const holder = typeof exports === "object" || typeof exports === "function" ? exports : null;
    for (const name of all) {
      if (name === "default" || name === "module.exports") environment[name] = exports;
      else environment[name] = holder !== null && name in holder ? holder[name] : undefined;
    }
  });
  module.isCommonJs = true;
  return module;
}

function loadImported(url: string, path: string): unknown {
  const exports = (Module as any)._load(path, undefined, url === names.mainUrlOfProgram(), FOUND);
  const snapshot = imported.get(path);
  return snapshot == null ? exports : snapshot.exports;
}
