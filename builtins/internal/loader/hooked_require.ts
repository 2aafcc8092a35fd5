// CommonJS modules whose source comes from asynchronous hooks: their requests go through the hooks too, unlike those of other
// CommonJS modules. As in Node, the hooks receive the URL that `require` itself resolves.
import { load as loadBuiltin } from "internal:core/bootstrap";
import { directoryOf, fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { evaluateSync } from "internal:loader/evaluate";
import { link } from "internal:loader/link";
import { loadFrom } from "internal:loader/load";
import { namespaceOf } from "internal:loader/namespace";
import { type CommonJsRecord, type Module as EsModule } from "internal:loader/records";
import { builtinOf, resolve, resolveImport, urlOf } from "internal:loader/resolve";
import { launch } from "internal:core/launch";
import defer * as guard from "internal:loader/import_guard";
import { validateString } from "internal:core/validators";
import * as commonjs from "internal:loader/commonjs";
import * as facades from "internal:loader/commonjs_facade";
import * as names from "internal:loader/commonjs_lookup";

const M = commonjs.Module as unknown as commonjs.ModuleClass;

/** The ES module through which such a module is imported. */
export function facade(url: string, name: string, handle: number, record: CommonJsRecord): EsModule {
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

/** The names in the source and those of its re-exports. Hooks are not called for them. */
function exportNames(record: CommonJsRecord, url: string, name: string): string[] {
  const found: string[] = names.declaredNames(record);
  for (const specifier of record.reexports) {
    try {
      const target = resolve(specifier, url, true);
      if (target.format === "builtin") found.push(...Object.keys(loadBuiltin(target.path).default));
      else if (target.path !== "") found.push(...names.namesOfFile(target.path, new Set([name])));
    } catch {
      // A module that cannot be resolved fails when it is required.
    }
  }
  return found;
}

function requireOf(module: commonjs.CommonJsModule, url: string): commonjs.Require {
  /** The request for the hooks: a builtin by its name, a file by its URL. */
  const requestOf = (specifier: string): string => {
    if (specifier.startsWith("node:") || builtinOf(specifier) !== null) return specifier;
    const path = M._resolveFilename(specifier, module);
    return path.startsWith("/") ? fileUrl(path) : path;
  };
  const require = (specifier: unknown): unknown => {
    validateString(specifier, "specifier");
    if (specifier.endsWith(".node")) return module.require(specifier);
    const request = requestOf(specifier);
    if (launch().restricts) guard.checkImported(request, url);
    const loaded = loadFrom(request, url, request.endsWith(".json") ? { type: "json" } : {});
    link(loaded);
    evaluateSync(loaded);
    const namespace = namespaceOf(loaded) as Record<string, unknown>;
    const isCommonJs = loaded.exportNames().includes("module.exports");
    if (isCommonJs) return namespace["module.exports"];
    return loaded.url.startsWith("node:") || request.endsWith(".json") ? namespace.default : namespace;
  };
  require.resolve = (specifier: unknown): string => {
    validateString(specifier, "specifier");
    const resolved = urlOf(resolveImport(requestOf(specifier), url, {}));
    return pathOfFileUrl(resolved) ?? resolved;
  };
  require.main = commonjs.mainModule();
  require.cache = M._cache;
  require.extensions = M._extensions;
  return require;
}
