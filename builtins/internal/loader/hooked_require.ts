// CommonJS modules whose text came from asynchronous hooks: what they require goes through the hooks too, which other
// CommonJS modules do not know of. As in Node, the hooks see the URL that `require` itself would have found.
import { load as loadBuiltin } from "internal:core/bootstrap";
import { directoryOf, fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { evaluateSync } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { loadFrom } from "internal:loader/load";
import { namespaceOf } from "internal:loader/namespace";
import { type Module as EsModule } from "internal:loader/records";
import { builtinOf, resolve, resolveWithoutHooks, urlOf } from "internal:loader/resolve";
import { validateString } from "internal:core/validators";
import * as commonjs from "internal:loader/commonjs";
import * as facades from "internal:loader/commonjs_facade";
import * as names from "internal:loader/commonjs_lookup";

const M: any = commonjs.Module;

/** The ES module through which such a text is imported. */
export function facade(url: string, name: string, handle: number, record: any): EsModule {
  return facades.synthetic(url, name, exportNames(record, url, name), () => {
    const known = M._cache[name];
    if (known !== undefined) return known.exports;
    const module = new M(name, undefined);
    module.filename = name;
    module.paths = name.startsWith("/") ? M._nodeModulePaths(directoryOf(name)) : [];
    M._cache[name] = module;
    try {
      commonjs.runLoaded(module, name, handle, record, requireOf(module, url));
    } catch (error) {
      delete M._cache[name];
      throw error;
    }
    module.loaded = true;
    return module.exports;
  });
}

/** The names in the text, and those of what it passes on. Looking for names asks no hooks. */
function exportNames(record: any, url: string, name: string): string[] {
  const found: string[] = names.declaredNames(record);
  for (const specifier of record.reexports as string[]) {
    try {
      const target = resolveWithoutHooks(specifier, url, true);
      if (target.format === "builtin") found.push(...Object.keys(loadBuiltin(target.path).default));
      else if (target.path !== "") found.push(...names.namesOfFile(target.path, new Set([name])));
    } catch {
      // What cannot be found now will say why when it is required.
    }
  }
  return found;
}

function requireOf(module: any, url: string): any {
  /** What the hooks are asked for: a builtin by its name, a file by its URL. */
  const found = (specifier: string): string => {
    if (specifier.startsWith("node:") || builtinOf(specifier) !== null) return specifier;
    const path: string = M._resolveFilename(specifier, module);
    return path.startsWith("/") ? fileUrl(path) : path;
  };
  const require = (specifier: unknown): unknown => {
    validateString(specifier, "specifier");
    if (specifier.endsWith(".node")) return module.require(specifier);
    const asked = found(specifier);
    const loaded = loadFrom(asked, url, asked.endsWith(".json") ? { type: "json" } : {});
    link(loaded);
    evaluateSync(loaded);
    const namespace: any = namespaceOf(loaded);
    const isCommonJs = loaded.exportNames().includes("module.exports");
    if (isCommonJs) return namespace["module.exports"];
    return loaded.url.startsWith("node:") || asked.endsWith(".json") ? namespace.default : namespace;
  };
  require.resolve = (specifier: unknown): string => {
    validateString(specifier, "specifier");
    const answer = urlOf(resolve(found(specifier), url, false));
    return pathOfFileUrl(answer) ?? answer;
  };
  require.main = commonjs.mainModule();
  require.cache = M._cache;
  require.extensions = M._extensions;
  return require;
}
